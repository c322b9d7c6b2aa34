import { Maximize, Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent as Stroke,
  type PointerEvent as Press,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { canMove, moveNode, nodeOf } from '../../../../domain/approval/design/edit.ts'
import { nodeKindOf } from '../../../../domain/approval/flow/definition.ts'
import { IconButton } from '../../../look/IconButton.tsx'
import { t } from '../../../words.ts'
import { spotOfKey, useDesign } from './design.ts'
import { type Drag, DragContext } from './drag.ts'
import { nodeLooks } from './looks.ts'
import { Tree } from './Tree.tsx'

type Steps = { undo: (() => void) | undefined; redo: (() => void) | undefined }

/** The drawing that is moved by scrolling and dragging, zoomed by pinching, ctrl and wheel, and buttons; its nodes are dragged to other places. */
export const Canvas = ({ steps, children }: { steps?: Steps | undefined; children?: ReactNode }) => {
  const { definition, edit, chosen, choose } = useDesign()
  const frame = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const { scale, zoomTo, fit } = useZoom(frame, paper)
  const { ghost, drag } = useDragging(frame)

  /** What is chosen comes into view. */
  useEffect(() => {
    if (!chosen) return
    const timer = setTimeout(
      () =>
        frame.current
          ?.querySelector(`[data-key="${CSS.escape(chosen)}"]`)
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'smooth' }),
      60,
    )
    return () => clearTimeout(timer)
  }, [chosen])

  const panHandlers = usePanning(frame, () => choose(undefined))
  const ghostNode = ghost && nodeOf(definition, ghost.node)
  return (
    <DragContext value={drag}>
      <div className="relative flex min-h-0 min-w-0 flex-1">
        <div
          ref={frame}
          {...panHandlers}
          onKeyDown={step}
          role="group"
          aria-label={t('流程图')}
          className="min-h-0 min-w-0 flex-1 cursor-grab select-none overflow-auto overscroll-contain bg-page bg-[radial-gradient(color-mix(in_srgb,var(--faint)_22%,transparent)_1px,transparent_1px)] bg-size-[20px_20px] active:cursor-grabbing"
        >
          <div ref={paper} data-scale={scale} style={{ zoom: scale }} className="flex w-max min-w-full justify-center px-8 pb-32 pt-8">
            <Tree />
          </div>
        </div>
        <div className="pointer-events-none absolute inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom,0px))] flex items-end justify-between">
          {steps && edit ? (
            <div className="pointer-events-auto flex rounded-full bg-raised shadow-float">
              <IconButton icon={Undo2} iconSize={20} label={t('撤销')} disabled={!steps.undo} onClick={steps.undo} />
              <IconButton icon={Redo2} iconSize={20} label={t('重做')} disabled={!steps.redo} onClick={steps.redo} />
            </div>
          ) : (
            <span />
          )}
          <div className="pointer-events-auto flex items-center rounded-full bg-raised shadow-float">
            <IconButton icon={ZoomOut} iconSize={20} label={t('缩小')} onClick={() => zoomTo(scale / 1.2)} />
            <span className="w-11 text-center text-small tabular-nums text-quiet">{Math.round(scale * 100)}%</span>
            <IconButton icon={ZoomIn} iconSize={20} label={t('放大')} onClick={() => zoomTo(scale * 1.2)} />
            <IconButton icon={Maximize} iconSize={19} label={t('显示全部')} onClick={fit} />
          </div>
        </div>
        {children}
        {ghost && ghostNode && (
          <div
            className="pointer-events-none fixed left-0 top-0 z-60 flex h-9 max-w-52 items-center gap-1.5 rounded-control px-3 text-small font-medium text-white shadow-float"
            style={{ transform: `translate(${ghost.x + 12}px, ${ghost.y + 8}px)`, backgroundColor: nodeLooks[nodeKindOf(ghostNode)].color }}
          >
            <span className="truncate">{t(ghostNode.name)}</span>
          </div>
        )}
      </div>
    </DragContext>
  )
}

type Zoom = {
  /** 1 is as large as it is drawn. */
  scale: number
  zoomTo: (scale: number) => void
  /** Shows all of it. */
  fit: () => void
}

type ElementRef = RefObject<HTMLDivElement | null>
/** Zooms to a scale; what lies at the anchor, in pixels of the frame, stays there. */
type ZoomAbout = (scale: number, anchor?: { x: number; y: number }) => void

/** How large the paper is shown in the frame: as much as its width allows at first, then by buttons, pinching, and ctrl with the wheel. */
const useZoom = (frameRef: ElementRef, paperRef: ElementRef): Zoom => {
  const [scale, setScale] = useState<number>()

  /** The scale at which the whole width is seen, and that for the height, without the room that is kept for the buttons below. */
  const wholeSize = (): { width: number; height: number } => {
    const [element, drawn] = [frameRef.current, paperRef.current]
    if (!element || !drawn) return { width: 1, height: 1 }
    const { width, height } = naturalSize(drawn)
    return { width: (element.clientWidth - 16) / Math.max(1, width), height: (element.clientHeight - 16) / Math.max(1, height - 96) }
  }
  const centre = useEffectEvent(() => {
    const element = frameRef.current
    if (!element || element.clientWidth === 0 || scale !== undefined) return
    setScale(Math.max(0.72, Math.min(1, wholeSize().width)))
    requestAnimationFrame(() => element.scrollTo({ left: (element.scrollWidth - element.clientWidth) / 2, top: 0 }))
  })
  useLayoutEffect(() => {
    const element = frameRef.current
    if (!element) return
    centre()
    const observer = new ResizeObserver(() => centre())
    observer.observe(element)
    return () => observer.disconnect()
  }, [frameRef])

  const fit = () => {
    const { width, height } = wholeSize()
    setScale(Math.max(leastScale, Math.min(1, width, height)))
    requestAnimationFrame(() => {
      const element = frameRef.current
      element?.scrollTo({ left: (element.scrollWidth - element.clientWidth) / 2, top: 0 })
    })
  }

  const zoomAbout: ZoomAbout = (next, anchor) => {
    const element = frameRef.current
    if (!element) return
    const now = scale ?? 1
    const to = Math.min(1.6, Math.max(leastScale, next))
    const { x, y } = anchor ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    const [left, top] = [(element.scrollLeft + x) / now, (element.scrollTop + y) / now]
    setScale(to)
    requestAnimationFrame(() => element.scrollTo({ left: left * to - x, top: top * to - y }))
  }
  useZoomGestures(frameRef, paperRef, zoomAbout)

  return { scale: scale ?? 1, zoomTo: (next) => zoomAbout(next), fit }
}

/** Zooms by ctrl with the wheel and by two fingers, about the point that they are at. */
const useZoomGestures = (frameRef: ElementRef, paperRef: ElementRef, zoomAbout: ZoomAbout): void => {
  const zoomNow = useEffectEvent(zoomAbout)
  useEffect(() => {
    const element = frameRef.current
    if (!element) return
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      zoomNow((Number(paperRef.current?.dataset['scale']) || 1) * Math.exp(-event.deltaY * 0.005), {
        x: event.clientX - left,
        y: event.clientY - top,
      })
    }
    let before: { apart: number; scale: number } | undefined
    const apartOf = ([a, b]: Iterable<Touch>) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0)
    const pinch = (event: TouchEvent) => {
      if (event.touches.length !== 2) return void (before = undefined)
      event.preventDefault()
      before ??= { apart: apartOf(event.touches), scale: Number(paperRef.current?.dataset['scale']) || 1 }
      const { left, top } = element.getBoundingClientRect()
      const [a, b] = event.touches
      if (!a || !b) return
      zoomNow((before.scale * apartOf([a, b])) / before.apart, {
        x: (a.clientX + b.clientX) / 2 - left,
        y: (a.clientY + b.clientY) / 2 - top,
      })
    }
    const end = () => (before = undefined)
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchmove', pinch, { passive: false })
    element.addEventListener('touchend', end)
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchmove', pinch)
      element.removeEventListener('touchend', end)
    }
  }, [frameRef, paperRef])
}

/** How much room the drawing needs at its full size, whatever it is zoomed to and however wide the window is. */
const naturalSize = (paper: HTMLElement): { width: number; height: number } => {
  const { zoom } = paper.style
  paper.style.zoom = '1'
  const { paddingLeft, paddingRight } = getComputedStyle(paper)
  const drawnWidth = paper.firstElementChild?.getBoundingClientRect().width ?? 0
  const width = drawnWidth + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  const height = paper.getBoundingClientRect().height
  paper.style.zoom = zoom
  return { width, height }
}

/** A large flow is still seen whole. */
const leastScale = 0.1

/** Arrow keys go from what stands in the drawing to what stands nearest that way. */
const step = (event: Stroke<HTMLDivElement>) => {
  const way = ways[event.key]
  const from = elementOf(event)?.closest('[data-key],[data-spot]')
  if (!way || !from || event.altKey || event.defaultPrevented) return
  event.preventDefault()
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const start = middle(from)
  let best: { element: HTMLElement; apart: number } | undefined
  for (const element of event.currentTarget.querySelectorAll<HTMLElement>('[data-key] > button:not([hidden]),button[data-spot]')) {
    const end = middle(element.closest('[data-key],[data-spot]') ?? element)
    const along = (end.x - start.x) * way.x + (end.y - start.y) * way.y
    const aside = Math.abs((end.x - start.x) * way.y) + Math.abs((end.y - start.y) * way.x)
    const apart = along + 2 * aside
    if (along > 4 && (!best || apart < best.apart)) best = { element, apart }
  }
  best?.element.focus()
}
const ways: Readonly<Record<string, { x: number; y: number } | undefined>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** The background is pulled with the mouse; a press that does not move is a press on nothing. Fingers scroll by themselves. */
const usePanning = (frame: { current: HTMLDivElement | null }, onPress: () => void) => {
  const from = useRef<{ x: number; y: number; left: number; top: number; moved: boolean }>(undefined)
  return {
    onPointerDown: (event: Press<HTMLDivElement>) => {
      const element = frame.current
      if (!element || event.button !== 0 || elementOf(event)?.closest('button,[data-key],[data-spot]')) return
      const { scrollLeft, scrollTop } = element
      from.current = { x: event.clientX, y: event.clientY, left: scrollLeft, top: scrollTop, moved: false }
    },
    onPointerMove: (event: Press<HTMLDivElement>) => {
      const start = from.current
      if (!start || event.pointerType !== 'mouse') return
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > 4) start.moved = true
      frame.current?.scrollTo({ left: start.left + start.x - event.clientX, top: start.top + start.y - event.clientY })
    },
    onPointerUp: () => {
      if (from.current && !from.current.moved) onPress()
      from.current = undefined
    },
    onPointerLeave: () => {
      from.current = undefined
    },
    onPointerCancel: () => {
      from.current = undefined
    },
  }
}

type Ghost = { node: string; x: number; y: number }

/** Dragging a node by its handle: the nearest place that may take it is the target; near an edge the drawing scrolls. */
const useDragging = (frame: { current: HTMLDivElement | null }): { ghost: Ghost | undefined; drag: Drag } => {
  const { definition, edit } = useDesign()
  const [ghost, setGhost] = useState<Ghost>()
  const [target, setTarget] = useState<string>()
  const handleDrop = useEffectEvent((node: string, spot: string | undefined) => {
    if (spot !== undefined) edit?.(moveNode(definition, node, spotOfKey(spot)))
  })
  const mayDrop = (spot: string): boolean => ghost !== undefined && canMove(definition, ghost.node, spotOfKey(spot))
  const nearest = useEffectEvent((node: string, x: number, y: number): string | undefined => {
    let best: { key: string; apart: number } | undefined
    for (const element of frame.current?.querySelectorAll<HTMLElement>('[data-spot]') ?? []) {
      const key = element.dataset['spot']
      if (key === undefined || !canMove(definition, node, spotOfKey(key))) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      const apart = Math.hypot(x - left - width / 2, (y - top - height / 2) * 1.4)
      if (apart < 120 && (!best || apart < best.apart)) best = { key, apart }
    }
    return best?.key
  })
  return {
    ghost,
    drag: {
      dragged: ghost?.node,
      target,
      mayDrop,
      begin: (node, { pointerId, clientX, clientY }) => {
        const start = { x: clientX, y: clientY }
        let spot: string | undefined
        let isBegun = false
        const move = (event: PointerEvent) => {
          if (event.pointerId !== pointerId) return
          const [x, y] = [event.clientX, event.clientY]
          if (!isBegun && Math.hypot(x - start.x, y - start.y) < 6) return
          isBegun = true
          const element = frame.current
          if (element) {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            element.scrollBy(pullAt(x, left, right), pullAt(y, top, bottom))
          }
          setGhost({ node, x, y })
          spot = nearest(node, x, y)
          setTarget(spot)
        }
        const end = (event: Event) => {
          removeEventListener('pointermove', move)
          removeEventListener('pointerup', end)
          removeEventListener('pointercancel', end)
          removeEventListener('keydown', escape)
          setGhost(undefined)
          setTarget(undefined)
          if (isBegun && event.type === 'pointerup') handleDrop(node, spot)
        }
        const escape = (event: KeyboardEvent) => {
          if (event.key === 'Escape') end(event)
        }
        addEventListener('pointermove', move)
        addEventListener('pointerup', end)
        addEventListener('pointercancel', end)
        addEventListener('keydown', escape)
      },
    },
  }
}

/** By how many pixels the drawing moves under a pointer that is near an end. */
const pullAt = (pointer: number, begin: number, end: number): number => {
  if (pointer < begin + 48) return -14
  return pointer > end - 48 ? 14 : 0
}

/** The element that an event happened on. */
const elementOf = ({ target }: { target: EventTarget }): Element | undefined => (target instanceof Element ? target : undefined)
