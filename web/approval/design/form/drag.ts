import { type PointerEvent as Press, type RefObject, useEffect, useRef, useState } from 'react'
import type { FormDesign, FormItem } from '../../../../domain/approval/form/formDesign.ts'
import { accepts, type ItemKind, itemAt, type Spot } from '../../../../domain/approval/design/formEdit.ts'

/** What is dragged: an item of the form, or a new one from the palette. */
export type DraggedItem = { readonly path: string } | { readonly kind: ItemKind }
export type Drag = { readonly what: DraggedItem; readonly x: number; readonly y: number; readonly spot: Spot | undefined }

const startPx = 6
const edgePx = 56

/**
 * Dragging by pointer. Places are read from the drawing: `data-within` is a container (empty for the form itself), `data-path` an item
 * in it. `scroller` scrolls while the pointer is near its edges.
 */
export const useDrag = (
  design: FormDesign,
  frame: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  onDrop: (what: DraggedItem, spot: Spot) => void,
) => {
  const [drag, setDrag] = useState<Drag>()
  const end = useRef<() => void>(undefined)
  const latest = useRef({ design, onDrop })
  useEffect(() => {
    latest.current = { design, onDrop }
  })
  useEffect(() => () => end.current?.(), [])

  const grab = (event: Press<HTMLElement>, what: DraggedItem) => {
    if (event.button !== 0) return
    const { pointerId, clientX, clientY } = event
    let now: Drag | undefined
    let scrollTimer = 0
    const t = sortOf(design, what)
    const show = (next: Drag | undefined) => {
      now = next
      setDrag(next)
    }
    const roll = () => {
      const element = scroller.current
      if (element && now) {
        const pull = pullAt(now.y, element.getBoundingClientRect())
        if (pull !== 0) element.scrollBy(0, pull / 4)
      }
      scrollTimer = requestAnimationFrame(roll)
    }
    const move = (pointer: PointerEvent) => {
      if (pointer.pointerId !== pointerId) return
      if (!now && Math.hypot(pointer.clientX - clientX, pointer.clientY - clientY) < startPx) return
      if (!now) scrollTimer = requestAnimationFrame(roll)
      pointer.preventDefault()
      const { clientX: x, clientY: y } = pointer
      show({ what, x, y, spot: spotAt({ frame: frame.current, design: latest.current.design, x, y, t, what }) })
    }
    const stop = () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', stop)
      removeEventListener('keydown', escape)
      cancelAnimationFrame(scrollTimer)
      end.current = undefined
      if (now) show(undefined)
    }
    const drop = (pointer: PointerEvent) => {
      if (pointer.pointerId !== pointerId) return
      const last = now
      stop()
      if (!last) return
      // What was dragged is not pressed as well.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      if (last.spot) latest.current.onDrop(what, last.spot)
    }
    const escape = (key: KeyboardEvent) => {
      if (key.key === 'Escape') stop()
    }
    end.current?.()
    end.current = stop
    addEventListener('pointermove', move, { passive: false })
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', stop)
    addEventListener('keydown', escape)
  }
  return { drag, grab }
}

const sortOf = (design: FormDesign, what: DraggedItem): FormItem['t'] => {
  if ('path' in what) return itemAt(design, what.path)?.t ?? 'field'
  return what.kind === 'group' || what.kind === 'table' ? what.kind : 'field'
}

/** How many pixels a pointer is within an edge: up is below 0. */
const pullAt = (y: number, { top, bottom }: DOMRect): number => Math.min(0, y - top - edgePx) || Math.max(0, y - bottom + edgePx)

const swallow = (event: Event) => {
  event.stopPropagation()
  event.preventDefault()
}

type SpotInput = {
  readonly frame: HTMLElement | null
  readonly design: FormDesign
  readonly x: number
  readonly y: number
  /** What sort of item is dragged. */
  readonly t: FormItem['t']
  readonly what: DraggedItem
}

/** Where an item would fall that is dropped here. */
const spotAt = ({ frame, design, x, y, t, what }: SpotInput): Spot | undefined => {
  if (!frame) return undefined
  const frameBox = frame.getBoundingClientRect()
  if (x < frameBox.left || x > frameBox.right || y < frameBox.top - edgePx || y > frameBox.bottom + edgePx) return undefined
  const ownPath = 'path' in what ? what.path : undefined
  const containers = [...frame.querySelectorAll<HTMLElement>('[data-within]')].filter((element) => {
    const within = element.dataset['within'] || null
    if (!accepts(design, within, t) || (ownPath !== undefined && within === ownPath)) return false
    if (within === null) return true
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return x >= left && x <= right && y >= top && y <= bottom
  })
  const container = containers.at(-1)
  if (!container) return undefined
  const items = [...container.querySelectorAll<HTMLElement>(':scope > [data-path]')]
  const index = items.findIndex((element) => {
    const { top, height } = element.getBoundingClientRect()
    return y < top + height / 2
  })
  return { within: container.dataset['within'] || null, index: index < 0 ? items.length : index }
}
