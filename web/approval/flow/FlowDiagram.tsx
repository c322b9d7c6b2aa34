import { LocateFixed, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  createElement,
  type PointerEvent as Press,
  type RefObject,
  type SVGAttributes,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { currentKey, type DiagramBox, type DiagramLayout, type DiagramState } from '../../../domain/approval/flow/diagram.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { t } from '../../words.ts'
import { boxIcon, boxLine, boxTitle, stateLooks } from './diagramLook.ts'
import { wrapText } from './wrapText.ts'

type Props = {
  layout: DiagramLayout
  states: ReadonlyMap<string, DiagramState>
  /** Names under a box: who is asked there. */
  peopleOf: (box: DiagramBox) => string
  onOpen: (box: DiagramBox) => void
}

/** The drawing of a flow, moved by dragging and arrows, zoomed by pinching, wheel, keys and buttons. What waits is in the middle at first. */
export const FlowDiagram = ({ layout, states, peopleOf, onOpen }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const { view, setView, zoom, fit, locate, reveal, keys } = useView({ frame, layout, states })
  const { pressed, ...pressing } = usePresses(setView)
  return (
    <div
      ref={frame}
      role="group"
      aria-label={t('流程图，用方向键移动，加减键缩放')}
      tabIndex={0}
      onKeyDown={keys}
      {...pressing}
      className="relative min-h-0 flex-1 touch-none select-none overflow-hidden bg-page outline-none focus-visible:ring-2 focus-visible:ring-inset focus-visible:ring-accent"
    >
      <svg className={`absolute inset-0 size-full ${pressed ? 'cursor-grabbing' : 'cursor-grab'}`}>
        {view && (
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            {layout.lines.map(({ key, points }, index) => (
              <polyline
                // The lines of one drawing never change places.
                key={index}
                points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
                fill="none"
                strokeWidth={2}
                strokeLinejoin="round"
                {...lineLook(states.get(key) ?? 'plan')}
              />
            ))}
            {layout.boxes.map((box) => (
              <Box
                key={box.key}
                box={box}
                state={states.get(box.key) ?? 'plan'}
                people={peopleOf(box)}
                onOpen={() => onOpen(box)}
                onReveal={() => reveal(box)}
              />
            ))}
          </g>
        )}
      </svg>
      <div className="absolute bottom-[calc(1rem+env(safe-area-inset-bottom,0px))] right-4 flex flex-col rounded-card bg-raised shadow-float">
        <IconButton icon={ZoomIn} label={t('放大')} onClick={() => zoom(1.25)} />
        <IconButton icon={ZoomOut} label={t('缩小')} onClick={() => zoom(0.8)} />
        <IconButton icon={Maximize} label={t('显示全部')} onClick={fit} />
        <IconButton icon={LocateFixed} label={t('回到当前步骤')} onClick={locate} />
      </div>
    </div>
  )
}

type ViewInput = Pick<Props, 'layout' | 'states'> & { frame: RefObject<HTMLElement | null> }

/** Which part of the drawing is in the frame, and how large. */
const useView = ({ frame, layout, states }: ViewInput) => {
  const [view, setView] = useState<View>()
  const size = () => ({ width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 })
  const zoom = (factor: number) => {
    const { width, height } = size()
    setView((now) => now && zoomView(now, factor, { x: width / 2, y: height / 2 }))
  }
  const locate = () => setView((now) => centreView(layout, currentKey(layout, states), size(), now?.scale ?? readableScale(layout, size())))
  const fit = () => setView(fitView(layout, size()))

  const begin = useEffectEvent(() => {
    const { width, height } = size()
    if (view === undefined && width > 0 && height > 0) setView(initialView(layout, currentKey(layout, states), { width, height }))
  })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    // oxlint-disable-next-line react/set-state-in-effect -- the frame has a size once it is laid out
    begin()
    const observer = new ResizeObserver(() => begin())
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  useWheel(frame, setView)

  const keys = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) setView((now) => now && { ...now, x: now.x + step.x, y: now.y + step.y })
    else if (event.key === '+' || event.key === '=') zoom(1.25)
    else if (event.key === '-') zoom(0.8)
    else if (event.key === '0') fit()
    else return
    event.preventDefault()
  }
  /** A box that the keyboard comes to is brought into the picture. */
  const reveal = (box: DiagramBox) => {
    const { width, height } = size()
    setView((now) => {
      if (!now) return now
      const [x, y] = [now.x + box.x * now.scale, now.y + box.y * now.scale]
      const inside = x >= 0 && y >= 0 && x + box.width * now.scale <= width && y + box.height * now.scale <= height
      return inside ? now : centreView(layout, box.key, { width, height }, now.scale)
    })
  }
  return { view, setView, zoom, fit, locate, reveal, keys }
}

type SetView = (change: (now: View | undefined) => View | undefined) => void

/** The wheel zooms around the pointer. */
const useWheel = (frame: RefObject<HTMLElement | null>, setView: SetView): void =>
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const point = { x: event.clientX - left, y: event.clientY - top }
      setView((now) => now && zoomView(now, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), point))
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [frame, setView])

/** Where the drawing's corner lies in the frame, in pixels, and how large one unit of it is. */
type View = { x: number; y: number; scale: number }
type Point = { x: number; y: number }
type Size = { width: number; height: number }

const Box = ({
  box,
  state,
  people,
  onOpen,
  onReveal,
}: {
  box: DiagramBox
  state: DiagramState
  people: string
  onOpen: () => void
  onReveal: () => void
}) => {
  const { color, soft, words } = stateLooks[state]
  const title = boxTitle(box)
  const second = (box.kind !== 'arm' && people) || boxLine(box)
  const { x, y, width, height } = box
  const isArm = box.kind === 'arm'
  const isPlan = state === 'plan'
  return (
    <g
      role="button"
      tabIndex={0}
      data-state={state}
      data-key={box.key}
      onClick={onOpen}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onReveal()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
      className="group/box cursor-pointer outline-none"
      opacity={state === 'skipped' ? 0.6 : 1}
    >
      <title>{[[title, second].filter(Boolean).join(' '), isPlan ? '' : t(words)].filter(Boolean).join(t('，'))}</title>
      <g aria-hidden>
        <rect
          {...{ x, y, width, height }}
          rx={roundingOf(box)}
          fill={isArm || isPlan ? 'var(--card)' : soft}
          stroke={isPlan ? 'var(--faint)' : color}
          strokeWidth={strokeWidths[state] ?? 1.5}
          strokeDasharray={state === 'expected' || state === 'skipped' ? '5 4' : undefined}
          className="group-focus-visible/box:stroke-ink group-focus-visible/box:[stroke-width:3px]"
        />
        {isSmall(box) && <SmallWords box={box} state={state} title={title} />}
        {isArm && <ArmWords box={box} title={title} second={second} />}
        {!isSmall(box) && !isArm && <StepWords box={box} state={state} title={title} second={second} />}
      </g>
    </g>
  )
}

/** Beginnings, ends and branches are drawn in one line with round ends. */
const isSmall = ({ kind }: DiagramBox): boolean => kind === 'branch' || kind === 'start' || kind === 'end'

const roundingOf = (box: DiagramBox): number => {
  if (isSmall(box)) return box.height / 2
  return box.kind === 'arm' ? 10 : 14
}

const strokeWidths: Readonly<Partial<Record<DiagramState, number>>> = { active: 2.5, plan: 1 }

type WordsProps = { box: DiagramBox; state: DiagramState; title: string }

const SmallWords = ({ box: { x, y, width, height }, state, title }: WordsProps) => (
  <>
    <StateMark {...{ state, x: x + 14, y: y + height / 2 - 8 }} />
    <text x={x + width / 2 + 10} y={y + height / 2 + 4.5} textAnchor="middle" fontSize={13} fontWeight={600} fill="var(--ink)">
      {wrapText(title, (width - 44) / 13, 1)}
    </text>
  </>
)

const StepWords = ({ box, state, title, second }: WordsProps & { second: string }) => {
  const { color, icon: StateIcon, words } = stateLooks[state]
  const { x, y, width } = box
  const { lines: titles, size: titleSize, step, top } = titleLines(title, width - 72)
  return (
    <>
      {createElement(boxIcon(box), {
        x: x + 14,
        y: y + 13,
        width: 16,
        height: 16,
        color: state === 'plan' ? 'var(--quiet)' : color,
        'aria-hidden': true,
      })}
      {titles.map((line, index) => (
        <text key={index} x={x + 37} y={y + top + step * index} fontSize={titleSize} fontWeight={600} fill="var(--ink)">
          {line}
        </text>
      ))}
      <text x={x + 14} y={y + (secondAt[titles.length - 1] ?? 0)} fontSize={12} fill="var(--quiet)">
        {wrapText(second || t(words), (width - 28) / 12, 1)}
      </text>
      {state !== 'plan' && <StateIcon x={x + width - 30} y={y + 12} width={18} height={18} color={color} aria-hidden />}
    </>
  )
}

/** The name of a step in one line, two, or three small ones, in pixels. */
const titleLines = (title: string, width: number): { lines: string[]; size: number; step: number; top: number } => {
  const [one, two] = [wrapText(title, width / 14, 1), wrapText(title, width / 13, 2)]
  if (!isCut(one)) return { lines: one, size: 14, step: 16, top: 26 }
  if (!isCut(two)) return { lines: two, size: 13, step: 16, top: 20 }
  return { lines: wrapText(title, width / 11.5, 3), size: 11.5, step: 13, top: 16 }
}
const isCut = (lines: readonly string[]): boolean => lines.at(-1)?.endsWith('…') ?? false
/** Where the line below stands. */
const secondAt = [48, 55, 58]

/** The name of an arm in one line or two, and its condition below. */
const ArmWords = ({ box: { x, y, width, height }, title, second }: { box: DiagramBox; title: string; second: string }) => {
  const titles = wrapText(title, (width - 24) / 13, 2)
  const lineHeight = titles.length === 2 && second ? 14 : 18
  const top = y + height / 2 - ((titles.length + (second ? 1 : 0) - 1) * lineHeight) / 2 + 4
  return [...titles, ...(second ? wrapText(second, (width - 20) / 12, 1) : [])].map((line, index) => (
    <text
      key={index}
      x={x + width / 2}
      y={top + index * lineHeight}
      textAnchor="middle"
      fontSize={index < titles.length && lineHeight > 14 ? 13 : 12}
      fontWeight={index < titles.length ? 600 : 400}
      fill={index < titles.length ? 'var(--ink)' : 'var(--quiet)'}
    >
      {line}
    </text>
  ))
}

const StateMark = ({ state, x, y }: { state: DiagramState; x: number; y: number }) => {
  const { icon: Icon, color } = stateLooks[state]
  return <Icon x={x} y={y} width={16} height={16} color={color} aria-hidden />
}

const lineLooks: Readonly<Partial<Record<DiagramState, SVGAttributes<SVGPolylineElement>>>> = {
  plan: { stroke: 'var(--faint)', opacity: 0.7 },
  skipped: { stroke: 'var(--faint)', opacity: 0.4, strokeDasharray: '2 6' },
  expected: { stroke: 'var(--faint)', strokeDasharray: '6 5' },
  returned: { stroke: 'var(--faint)', strokeDasharray: '6 5' },
}
const lineLook = (state: DiagramState) => lineLooks[state] ?? { stroke: 'var(--accent)' }

const steps: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: 60 },
  ArrowDown: { x: 0, y: -60 },
  ArrowLeft: { x: 60, y: 0 },
  ArrowRight: { x: -60, y: 0 },
}

const scales = { least: 0.2, readable: 0.5, comfortable: 0.85, most: 2.5 }
const margin = 24

const zoomView = (view: View, factor: number, point: Point): View => {
  const scale = Math.min(scales.most, Math.max(scales.least, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }
}

const centreView = (layout: DiagramLayout, key: string, { width, height }: Size, scale: number): View => {
  const box = layout.boxes.find((box) => box.key === key) ?? firstOf(layout.boxes)
  return { scale, x: width / 2 - (box.x + box.width / 2) * scale, y: height / 2 - (box.y + box.height / 2) * scale }
}

const fitView = (layout: DiagramLayout, { width, height }: Size): View => {
  const scale = Math.max(scales.least, Math.min(1.2, (width - 2 * margin) / layout.width, (height - 2 * margin) / layout.height))
  return { scale, x: (width - layout.width * scale) / 2, y: (height - layout.height * scale) / 2 }
}

/** As large as can be read: the width fits where that is large enough. */
const readableScale = (layout: DiagramLayout, { width }: Size): number =>
  Math.min(1.1, Math.max(scales.readable, (width - margin) / layout.width))

/** All of it where that can be read; otherwise its whole width where that can, and what waits in the middle of the height. */
const initialView = (layout: DiagramLayout, key: string, size: Size): View => {
  const wholeView = fitView(layout, size)
  if (wholeView.scale >= scales.comfortable) return { ...wholeView, y: Math.max(margin, wholeView.y) }
  const scale = readableScale(layout, size)
  const centredView = centreView(layout, key, size, scale)
  const [width, height] = [layout.width * scale, layout.height * scale]
  return {
    scale,
    x: width <= size.width ? (size.width - width) / 2 : centredView.x,
    y: height <= size.height - 2 * margin ? margin : Math.min(margin, Math.max(size.height - height - margin, centredView.y)),
  }
}

/** Dragging with one finger or the mouse, pinching with two. A press that hardly moves is a press on what lies there. */
const usePresses = (setView: SetView) => {
  const down = useRef(new Map<number, Point>())
  const hasMoved = useRef(false)
  const [isPressed, setPressed] = useState(false)
  const end = (event: Press<HTMLElement>) => {
    down.current.delete(event.pointerId)
    if (down.current.size === 0) setPressed(false)
  }
  return {
    pressed: isPressed,
    onPointerDown: (event: Press<HTMLElement>) => {
      if (down.current.size === 0) hasMoved.current = false
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: Press<HTMLElement>) => {
      const before = down.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      if (!hasMoved.current && down.current.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < 6) return
      if (!hasMoved.current) {
        hasMoved.current = true
        setPressed(true)
      }
      event.currentTarget.setPointerCapture(event.pointerId)
      const [other] = [...down.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      const { left, top } = event.currentTarget.getBoundingClientRect()
      down.current.set(event.pointerId, now)
      setView((view) => {
        if (!view) return view
        if (!other) return { ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }
        const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
        const centre = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top }
        const pulledView = { ...view, x: view.x + (now.x - before.x) / 2, y: view.y + (now.y - before.y) / 2 }
        return zoomView(pulledView, factor, centre)
      })
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (!hasMoved.current) return
      hasMoved.current = false
      event.stopPropagation()
    },
  }
}
