import { type HTMLAttributes, type PointerEvent, useState } from 'react'
import { storeAside, stored } from '../session/session.ts'
import { t } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

const keptAs = '_panel_width'
const usualPx = 496
const leastPx = 384
const mostPx = 960
const stepPx = 24

const within = (widthPx: number): number => Math.min(mostPx, Math.max(leastPx, Math.round(widthPx)))

/** How wide the panel is on this device, and the edge by which it is made wider. */
export const useWidth = (): { widthPx: number; edge: HTMLAttributes<HTMLDivElement> } => {
  const [widthPx, setWidthPx] = useState(() => within(stored<number>(keptAs) ?? usualPx))
  const keep = (next: number) => {
    setWidthPx(next)
    storeAside(keptAs, next, 0)
  }
  const from = ({ currentTarget, clientX }: PointerEvent): number =>
    within(assertDefined(currentTarget.parentElement, 'the panel of an edge').getBoundingClientRect().right - clientX)
  return {
    widthPx,
    edge: {
      role: 'separator',
      tabIndex: 0,
      'aria-orientation': 'vertical',
      'aria-label': t('调整宽度'),
      'aria-valuemin': leastPx,
      'aria-valuemax': mostPx,
      'aria-valuenow': widthPx,
      onPointerDown: ({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId),
      onPointerMove: (event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) setWidthPx(from(event))
      },
      onPointerUp: (event) => keep(from(event)),
      onDoubleClick: () => keep(usualPx),
      onKeyDown: (event) => {
        const way = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
        if (way === undefined) return
        event.preventDefault()
        keep(within(widthPx + way * stepPx))
      },
    },
  }
}
