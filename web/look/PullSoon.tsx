import { type ComponentType, type RefObject, useEffect, useState } from 'react'

type Props = { scroller: RefObject<HTMLElement | null>; onRefresh: () => Promise<unknown> }

/** No one pulls at what has only just come: what that takes is loaded behind the screen. */
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
