import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Pages } from '../../pages.ts'
import { isMoreWanted } from '../paging.ts'
import type { Row } from '../row.ts'
import { type Drawn, drawnAt, isUncovered } from '../window.ts'

/** So many are drawn before it is known how many are seen. */
const firstRows = 40

type DrawnRowsInput<R extends Row> = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly pages: Pages<R>
  readonly rowHeightPx: number
}

/** Which rows are drawn at the place that the grid was scrolled to; asks for more before the end. */
export const useDrawnRows = <R extends Row>({ scroller, pages, rowHeightPx }: DrawnRowsInput<R>) => {
  const { rows } = pages
  const [last, setDrawn] = useState<Drawn>({ from: 0, to: 0 })
  const drawn = last.to === 0 || last.to > rows.length ? { from: 0, to: Math.min(rows.length, firstRows) } : last
  /** What of the table is seen, as it was when nothing had to be laid out to know it. */
  const lastSeen = useRef({ scrollTop: 0, heightPx: 0 })
  const measure = () => {
    const element = scroller.current
    if (element) lastSeen.current = { scrollTop: element.scrollTop, heightPx: element.clientHeight }
    element?.toggleAttribute('data-aside', element.scrollLeft > 0)
  }
  const draw = (isUrgent: boolean) => {
    if (lastSeen.current.heightPx === 0) return
    const place = { ...lastSeen.current, rowHeightPx, rows: rows.length }
    const next = drawnAt(place, drawn)
    if (next.from === last.from && next.to === last.to) return
    if (!isUncovered(place, drawn)) startTransition(() => setDrawn(next))
    else if (isUrgent) flushSync(() => setDrawn(next))
    else setDrawn(next)
  }
  const drawAnew = useEffectEvent(() => draw(false))
  const handleResize = useEffectEvent(() => {
    measure()
    draw(true)
  })
  useLayoutEffect(() => drawAnew())
  useEffect(() => {
    const observer = new ResizeObserver(() => handleResize())
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller])

  const reach = useEffectEvent(() => {
    const element = scroller.current
    if (!element || !pages.hasMore || pages.loadingMore || pages.moreFailed || pages.old) return
    if (isMoreWanted(element, rowHeightPx)) pages.more()
  })
  useEffect(() => {
    const frame = requestAnimationFrame(() => reach())
    return () => cancelAnimationFrame(frame)
  })
  const handleScroll = () => {
    measure()
    draw(true)
    reach()
  }
  return { drawn, handleScroll }
}
