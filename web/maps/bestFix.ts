import { metresBetween } from '../../domain/maps/grid.ts'
import type { Fix, Host } from '../../hosts/host.ts'

/** Why nothing was found: this one cannot, the person said no, nothing was heard in time. */
export type NoFix = 'absent' | 'refused' | 'unknown'

/** So coarse a fix is the cell of a phone network: it says which district, not which building. */
export const coarseMetres = 500

const fineMetres = 20
const waitMs = 8000

/**
 * The best that the device finds out within 8 s, or as soon as it is within 20 m. Devices begin with an old or coarse fix and get better. Rejects
 * where nothing was found: `whyNoFix` says why.
 */
export const bestFix = ({ follow }: Pick<Host, 'follow'>, onFix?: (fix: Fix) => void): Promise<Fix> =>
  new Promise((resolve, lost) => {
    if (!follow) return lost(new NotFound('absent'))
    let best: Fix | undefined
    const over = () => {
      clearTimeout(timer)
      stop()
      if (best) resolve(best)
      else lost(new NotFound('unknown'))
    }
    const timer = setTimeout(over, waitMs)
    let stop = () => {}
    stop = follow(
      (fix) => {
        if (best && !isBetter(fix, best)) return
        best = fix
        onFix?.(fix)
        if (fix.accuracyMetres <= fineMetres) over()
      },
      (reason) => {
        if (reason === 'unknown') return
        clearTimeout(timer)
        stop()
        lost(new NotFound(reason))
      },
    )
  })

/** Another one is better where it is finer, or where the device has moved on farther than both could be wrong. */
const isBetter = (fix: Fix, best: Fix): boolean =>
  fix.accuracyMetres < best.accuracyMetres || metresBetween(fix, best) > fix.accuracyMetres + best.accuracyMetres

/** The device was not found. */
class NotFound extends Error {
  readonly why: NoFix

  constructor(reason: NoFix) {
    super(reason)
    this.why = reason
  }
}

/** What `bestFix` rejected with. */
export const whyNoFix = (error: unknown): NoFix => (error instanceof NotFound ? error.why : 'unknown')
