import { type PointerEvent, type RefObject, useState } from 'react'
import { type LaidOut, moveColumn, tracksOf, widenColumn } from './layout.ts'

/** So far a pointer moves before a press counts as dragging. */
const draggedPx = 6

/** The columns of a head, and what lays them out anew. */
export type HeadColumns = {
  readonly columns: readonly LaidOut[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly lay: (columns: readonly LaidOut[]) => void
}

export const headElements = (scroller: RefObject<HTMLElement | null>): readonly HTMLElement[] => [
  ...(scroller.current?.querySelectorAll<HTMLElement>('[data-head]') ?? []),
]

/** Widens a column as long as the pointer holds its edge. */
export const startWidening = (
  event: PointerEvent<HTMLElement>,
  { key, widthPx }: LaidOut,
  { columns, scroller, lay }: HeadColumns,
): void => {
  event.preventDefault()
  event.stopPropagation()
  const edge = event.currentTarget
  const from = event.clientX
  edge.setPointerCapture(event.pointerId)
  const beganPx = edge.parentElement?.offsetWidth ?? widthPx
  let next = columns
  const move = (to: globalThis.PointerEvent) => {
    next = widenColumn(columns, key, beganPx + to.clientX - from)
    const style = scroller.current?.style
    style?.setProperty('--tracks', tracksOf(next))
    style?.setProperty('--width', `${next.reduce((sum, column) => sum + column.widthPx, 0)}px`)
  }
  const up = () => {
    edge.removeEventListener('pointermove', move)
    if (next !== columns) lay(next)
  }
  edge.addEventListener('pointermove', move)
  edge.addEventListener('lostpointercapture', up, { once: true })
}

/** Gives a column the width of the longest that is drawn in it. */
export const fitColumn = (key: string, { columns, scroller, lay }: HeadColumns): void => {
  const cells = [...(scroller.current?.querySelectorAll<HTMLElement>(`[data-key="${key}"]`) ?? [])]
  const widest = Math.max(0, ...cells.map(contentWidth))
  if (widest > 0) lay(widenColumn(columns, key, widest))
}

/** How wide a cell would be with all it says. */
const contentWidth = (cell: HTMLElement): number => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return range.getBoundingClientRect().width + 40
}

/** A column that is dragged, and the place that it would take. */
export type ColumnDrag = { readonly key: string; readonly to: number }

/** Dragging a title moves its column; the first one stays. */
export const useColumnDrag = ({ columns, scroller, lay }: HeadColumns) => {
  const [drag, setDrag] = useState<ColumnDrag>()
  const grab = (event: PointerEvent<HTMLElement>, index: number) => {
    const column = columns[index]
    if (!column || index === 0 || event.button !== 0) return
    const { key } = column
    const title = event.currentTarget
    const from = event.clientX
    let to: number | undefined
    const move = ({ clientX, pointerId }: globalThis.PointerEvent) => {
      if (to === undefined && Math.abs(clientX - from) < draggedPx) return
      if (to === undefined) title.setPointerCapture(pointerId)
      const passedHeads = headElements(scroller).filter((head) => {
        const { left, width } = head.getBoundingClientRect()
        return clientX > left + width / 2
      }).length
      to = Math.max(1, passedHeads > index ? passedHeads - 1 : passedHeads)
      setDrag({ key, to })
    }
    const stop = () => {
      title.removeEventListener('pointermove', move)
      setDrag(undefined)
      if (to === undefined) return
      title.addEventListener('click', (click) => click.stopPropagation(), { once: true, capture: true })
      if (to !== index) lay(moveColumn(columns, key, to))
    }
    title.addEventListener('pointermove', move)
    title.addEventListener('pointerup', stop, { once: true })
    title.addEventListener('pointercancel', stop, { once: true })
  }
  return { drag, grab }
}
