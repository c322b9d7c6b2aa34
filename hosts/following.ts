import { HostFault } from './fault.ts'
import type { Fix, Host } from './host.ts'

/** Follows the device where a host tells its place only when it is asked: it is asked again as long as a person looks. */
export const followBy =
  (locate: () => Promise<Fix>): NonNullable<Host['follow']> =>
  (onFix, lost) => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        const fix = await locate()
        if (!isOver) onFix(fix)
      } catch (error) {
        if (!isOver) lost(error instanceof HostFault && error.why === 'refused' ? 'refused' : 'unknown')
      }
      if (!isOver) timer = setTimeout(() => void ask(), askedAgainMs)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

const askedAgainMs = 4000
