import { useLayoutEffect, useRef, useState } from 'react'

/** Heights of a row, of the headings and of the totals, and how wide the numbers of rows are. */
export const rowPx = 36
export const headPx = 37
export const totalsPx = 37
export const numberPx = 44

/** The sheet's own window: how wide it is, and how a cell comes into sight. */
export const useRoom = () => {
  const scroller = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setWidthPx(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  /** Says whether what stands at the left would be out of sight. */
  const handleScroll = () => {
    const element = scroller.current
    element?.toggleAttribute('data-aside', element.scrollLeft > 0)
  }
  const reveal = (row: number, leftPx: number, columnPx: number) => {
    const element = scroller.current
    if (!element) return
    const topPx = row * rowPx
    const seenPx = element.clientHeight - headPx - totalsPx
    if (topPx < element.scrollTop) element.scrollTop = topPx
    else if (topPx + rowPx > element.scrollTop + seenPx) element.scrollTop = topPx + rowPx - seenPx
    if (leftPx - numberPx < element.scrollLeft) element.scrollLeft = leftPx - numberPx
    else if (leftPx + columnPx > element.scrollLeft + element.clientWidth) element.scrollLeft = leftPx + columnPx - element.clientWidth
  }
  return { scroller, widthPx, scrolled: handleScroll, reveal }
}
