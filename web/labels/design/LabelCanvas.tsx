import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Handle } from '../../../domain/labels/design.ts'
import type { LabelBox, LabelElement, LabelTemplate } from '../../../domain/labels/template.ts'
import { t } from '../../words.ts'
import { useBindings } from '../useBindings.ts'
import { elementName } from './elementLook.ts'
import { usePull } from './usePull.ts'

type Props = {
  template: LabelTemplate
  /** The label as it is printed, filling its place. */
  picture: ReactNode
  selected: number | undefined
  onSelect: (index: number | undefined) => void
  onBox: (index: number, box: LabelBox, pull: string) => void
  /** Places of elements that something is wrong with. */
  wrong: ReadonlySet<number>
}

const marginPx = 26
const largestPxPerMm = 14

/** A label under a magnifying glass with rulers in millimetres; its parts are chosen, moved and resized on it. */
export const LabelCanvas = ({ template, picture, selected, onSelect, onBox, wrong }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const { widthMm, heightMm, cornerMm } = template.paper
  const pxPerMm = Math.max(1, Math.min(largestPxPerMm, (room.width - 2 * marginPx) / widthMm, (room.height - 2 * marginPx) / heightMm))
  const { guides, pulling, grab } = usePull(template, pxPerMm, onBox)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const mm = 1 / pxPerMm
  const chosenElement = selected === undefined ? undefined : template.elements[selected]
  const bindings = useBindings(template.noun)
  return (
    <div
      ref={frame}
      className="relative flex size-full min-h-0 items-center justify-center overflow-hidden"
      onPointerDown={(event) => event.target === event.currentTarget && onSelect(undefined)}
    >
      {room.width > 0 && (
        <div className="relative" style={{ width: widthMm * pxPerMm, height: heightMm * pxPerMm }}>
          <Rulers widthMm={widthMm} heightMm={heightMm} pxPerMm={pxPerMm} box={chosenElement} />
          <div
            className="absolute inset-0 overflow-hidden bg-white shadow-float ring-1 ring-line"
            style={{ borderRadius: cornerMm * pxPerMm }}
          >
            {picture}
          </div>
          <svg
            viewBox={`0 0 ${widthMm} ${heightMm}`}
            className="absolute inset-0 size-full touch-none select-none overflow-visible"
            onPointerDown={(event) => event.target === event.currentTarget && onSelect(undefined)}
          >
            {template.elements.map((element, index) => (
              <Grip
                // Elements have no names; they are told apart by where they stand in the list.
                key={`${index}-${element.type}`}
                element={element}
                mm={mm}
                chosen={index === selected}
                wrong={wrong.has(index)}
                label={t('选中{name}', { name: elementName(element, bindings) })}
                onSelect={() => onSelect(index)}
                onGrab={(event) => {
                  onSelect(index)
                  grab(event, index, 'move')
                }}
              />
            ))}
            <Guides guides={guides} paper={template.paper} mm={mm} />
            {chosenElement && selected && <Frame box={chosenElement} mm={mm} onGrab={(event, handle) => grab(event, selected, handle)} />}
          </svg>
          {pulling && chosenElement && <BoxWords box={chosenElement} pxPerMm={pxPerMm} />}
        </div>
      )}
    </div>
  )
}

type GuidesProps = { guides: ReturnType<typeof usePull>['guides']; paper: LabelTemplate['paper']; mm: number }

/** Lines along which what is pulled stands in line with something else. */
const Guides = ({ guides, paper, mm }: GuidesProps) => (
  <>
    {guides.map(({ axis, atMm }) =>
      axis === 'x' ? (
        <line key={`x${atMm}`} x1={atMm} x2={atMm} y1={-4} y2={paper.heightMm + 4} stroke="#e5484d" strokeWidth={mm} />
      ) : (
        <line key={`y${atMm}`} y1={atMm} y2={atMm} x1={-4} x2={paper.widthMm + 4} stroke="#e5484d" strokeWidth={mm} />
      ),
    )}
  </>
)

/** Where what is pulled stands and how large it is. */
const BoxWords = ({ box, pxPerMm }: { box: LabelElement; pxPerMm: number }) => (
  <span
    className="pointer-events-none absolute z-10 whitespace-nowrap rounded-chip bg-ink px-1.5 py-0.5 text-tiny tabular-nums text-card"
    style={{ left: box.xMm * pxPerMm, top: (box.yMm + box.heightMm) * pxPerMm + 8 }}
  >
    {box.xMm}, {box.yMm} · {box.widthMm} × {box.heightMm} mm
  </span>
)

type GripProps = {
  element: LabelElement
  mm: number
  chosen: boolean
  wrong: boolean
  label: string
  onSelect: () => void
  onGrab: (event: React.PointerEvent) => void
}

/** Where one element answers to mouse, finger and keyboard: a line is easy to hit, and a frame leaves what is inside it free. */
const Grip = ({ element, mm, chosen, wrong, label, onSelect, onGrab }: GripProps) => {
  const reach = element.type === 'line' || element.type === 'frame' ? 8 * mm : 0
  const { xMm, yMm, widthMm, heightMm } = element
  return (
    <rect
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={chosen}
      x={element.type === 'line' ? xMm - reach : xMm}
      y={element.type === 'line' ? yMm - reach : yMm}
      width={element.type === 'line' ? widthMm + 2 * reach : widthMm}
      height={element.type === 'line' ? heightMm + 2 * reach : heightMm}
      fill="transparent"
      stroke={element.type !== 'frame' && wrong && !chosen ? '#e5484d' : 'transparent'}
      strokeWidth={element.type === 'frame' ? 2 * reach : mm}
      strokeDasharray={element.type === 'frame' ? undefined : `${4 * mm} ${3 * mm}`}
      pointerEvents={element.type === 'frame' ? 'stroke' : 'all'}
      className={`outline-none ${chosen ? 'cursor-move' : 'cursor-pointer hover:stroke-accent focus-visible:stroke-accent'}`}
      onPointerDown={onGrab}
      onFocus={onSelect}
    />
  )
}

const handles: readonly { handle: Handle; x: number; y: number; cursor: string }[] = [
  { handle: 'nw', x: 0, y: 0, cursor: 'nwse-resize' },
  { handle: 'n', x: 0.5, y: 0, cursor: 'ns-resize' },
  { handle: 'ne', x: 1, y: 0, cursor: 'nesw-resize' },
  { handle: 'e', x: 1, y: 0.5, cursor: 'ew-resize' },
  { handle: 'se', x: 1, y: 1, cursor: 'nwse-resize' },
  { handle: 's', x: 0.5, y: 1, cursor: 'ns-resize' },
  { handle: 'sw', x: 0, y: 1, cursor: 'nesw-resize' },
  { handle: 'w', x: 0, y: 0.5, cursor: 'ew-resize' },
]

/** The chosen element's frame; sides too short for three handles keep those at the corners. */
const Frame = ({ box, mm, onGrab }: { box: LabelBox; mm: number; onGrab: (event: React.PointerEvent, handle: Handle) => void }) => {
  const { xMm, yMm, widthMm, heightMm } = box
  const fits = (handle: Handle) => {
    if (handle === 'n' || handle === 's') return widthMm / mm > 56
    if (handle === 'e' || handle === 'w') return heightMm / mm > 56
    return true
  }
  return (
    <g>
      <rect
        x={xMm}
        y={yMm}
        width={widthMm}
        height={heightMm}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.5 * mm}
        pointerEvents="none"
      />
      {handles
        .filter(({ handle }) => fits(handle))
        .map(({ handle, x, y, cursor }) => (
          <g key={handle} style={{ cursor }} data-handle={handle} onPointerDown={(event) => onGrab(event, handle)}>
            <circle cx={xMm + x * widthMm} cy={yMm + y * heightMm} r={13 * mm} fill="transparent" />
            <circle
              cx={xMm + x * widthMm}
              cy={yMm + y * heightMm}
              r={4.5 * mm}
              fill="white"
              stroke="var(--accent)"
              strokeWidth={1.5 * mm}
            />
          </g>
        ))}
    </g>
  )
}

/** Millimetres above and at the left, every tenth with its number; the span of the chosen element is marked on both. */
const Rulers = ({ widthMm, heightMm, pxPerMm, box }: { widthMm: number; heightMm: number; pxPerMm: number; box: LabelBox | undefined }) => {
  const step = pxPerMm < 3 ? 5 : 1
  const numberedEvery = pxPerMm < 3 ? 20 : 10
  const ticks = (lengthMm: number) => Array.from({ length: Math.floor(lengthMm / step) + 1 }, (_, index) => index * step)
  const long = (tickMm: number) => {
    if (tickMm % 10 === 0) return 7
    return tickMm % 5 === 0 ? 5 : 3
  }
  return (
    <>
      <svg aria-hidden className="absolute left-0 h-5 w-full overflow-visible text-faint" style={{ top: -22 }}>
        {box && <rect x={box.xMm * pxPerMm} y={13} width={box.widthMm * pxPerMm} height={7} fill="var(--accent)" opacity={0.25} />}
        {ticks(widthMm).map((tickMm) => (
          <g key={tickMm}>
            <line x1={tickMm * pxPerMm} x2={tickMm * pxPerMm} y1={20 - long(tickMm)} y2={20} stroke="currentColor" opacity={0.6} />
            {tickMm % numberedEvery === 0 && (
              <text x={tickMm * pxPerMm} y={10} fontSize={9} textAnchor="middle" fill="currentColor">
                {tickMm}
              </text>
            )}
          </g>
        ))}
      </svg>
      <svg aria-hidden className="absolute top-0 h-full w-5 overflow-visible text-faint" style={{ left: -22 }}>
        {box && <rect y={box.yMm * pxPerMm} x={13} height={box.heightMm * pxPerMm} width={7} fill="var(--accent)" opacity={0.25} />}
        {ticks(heightMm).map((tickMm) => (
          <g key={tickMm}>
            <line y1={tickMm * pxPerMm} y2={tickMm * pxPerMm} x1={20 - long(tickMm)} x2={20} stroke="currentColor" opacity={0.6} />
            {tickMm % numberedEvery === 0 && (
              <text y={tickMm * pxPerMm + 3} x={9} fontSize={9} textAnchor="end" fill="currentColor">
                {tickMm}
              </text>
            )}
          </g>
        ))}
      </svg>
    </>
  )
}
