import { type PointerEvent as Press, useEffect, useRef, useState } from 'react'
import { type Guide, type Handle, pullBox } from '../../../domain/labels/design.ts'
import type { LabelBox, LabelTemplate } from '../../../domain/labels/template.ts'
import { newUuid } from '../../../kernel/id.ts'

const startPx = 4
/** So near two edges meet. */
const nearPx = 6

/**
 * Boxes of a label pulled by mouse or finger. `onBox` gets every place on the way, with a name for the whole pull so that it is one step to take
 * back; Escape puts the box back where it was.
 */
export const usePull = (
  template: LabelTemplate,
  pxPerMm: number,
  onBox: (index: number, box: LabelBox, pull: string) => void,
): { guides: readonly Guide[]; pulling: boolean; grab: (event: Press, index: number, handle: Handle) => void } => {
  const [guides, setGuides] = useState<readonly Guide[]>()
  const end = useRef<() => void>(undefined)
  const latest = useRef(onBox)
  useEffect(() => {
    latest.current = onBox
  })
  useEffect(() => () => end.current?.(), [])

  const grab = (event: Press, index: number, handle: Handle) => {
    const box = template.elements[index]
    if (event.button !== 0 || !box) return
    event.stopPropagation()
    const { pointerId, clientX, clientY } = event
    const otherElements = template.elements.filter((_, otherIndex) => otherIndex !== index)
    const pull = newUuid()
    let isMoving = false
    const move = (to: PointerEvent) => {
      if (to.pointerId !== pointerId) return
      const [byX, byY] = [to.clientX - clientX, to.clientY - clientY]
      if (!isMoving && Math.hypot(byX, byY) < startPx) return
      isMoving = true
      to.preventDefault()
      // With Alt held nothing is met.
      const nearMm = to.altKey ? 0 : nearPx / pxPerMm
      const met = pullBox(box, handle, { xMm: byX / pxPerMm, yMm: byY / pxPerMm }, { paper: template.paper, others: otherElements, nearMm })
      setGuides(met.guides)
      latest.current(index, met.box, pull)
    }
    const stop = () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', drop)
      removeEventListener('keydown', escape, true)
      end.current = undefined
      setGuides(undefined)
    }
    const drop = (up: PointerEvent) => {
      if (up.pointerId === pointerId) stop()
    }
    const escape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      stop()
      if (isMoving) latest.current(index, box, pull)
    }
    end.current?.()
    end.current = stop
    addEventListener('pointermove', move, { passive: false })
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', drop)
    addEventListener('keydown', escape, true)
  }
  return { guides: guides ?? [], pulling: guides !== undefined, grab }
}
