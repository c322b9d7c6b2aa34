import { type ComponentType, type RefObject, useEffect, useState } from 'react'

type Props = { scroller: RefObject<HTMLElement | null>; onRefresh: () => Promise<unknown> }

/** Pulling to refresh. Its code is loaded a moment after the screen, which no one refreshes sooner. */
export const PullSoon = (props: Props) => {
  const [Part, setPart] = useState(() => loadedPart)
  useEffect(() => {
    if (Part) return
    const show = async () => {
      loadedPart ??= (await import('./PullToRefresh.tsx')).PullToRefresh
      setPart(() => loadedPart)
    }
    const timer = setTimeout(() => void show().catch(() => undefined), soonMs)
    return () => clearTimeout(timer)
  }, [Part])
  return Part ? <Part {...props} /> : null
}

const soonMs = 2000
let loadedPart: ComponentType<Props> | undefined
