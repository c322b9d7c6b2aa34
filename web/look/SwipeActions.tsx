import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Busy, holdButton } from './holdButton.ts'

/** `busy`: takes no tap meanwhile; words are told instead. */
export type SwipeAction = { label: string; tone?: 'plain' | 'accent' | 'bad'; onPress: () => void; busy?: Busy | undefined }

/** A row that shows its actions when it is drawn to the left; by a right click or by the keyboard as well. A touch elsewhere and Escape draw it back. */
export const SwipeActions = ({ actions, children }: { actions: readonly SwipeAction[]; children: ReactNode }) => {
  const [offset, setOffset] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  // As wide as its words are at the reader's size of text.
  const barWidth = () => bar.current?.offsetWidth ?? 0
  const open = offset !== 0
  useEffect(() => {
    if (!open) return
    const away = (event: globalThis.PointerEvent) => {
      if (!(event.target instanceof Node) || !row.current?.contains(event.target)) setOffset(0)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const { down, move, up } = useSwiping(barWidth, offset, setOffset)

  return (
    <div
      ref={row}
      className="relative isolate overflow-hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || offset === 0) return
        event.stopPropagation()
        setOffset(0)
      }}
    >
      <div
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onClickCapture={(event) => {
          if (offset === 0) return
          event.stopPropagation()
          setOffset(0)
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          setOffset(-barWidth())
        }}
        style={{ transform: `translateX(${offset}px)` }}
        className="relative z-10 touch-pan-y bg-card transition-transform duration-150 in-[[aria-current]]:bg-accent-soft"
      >
        {children}
      </div>
      <div ref={bar} className={`absolute inset-y-0 right-0 flex ${offset === 0 ? 'opacity-0' : ''}`}>
        {actions.map(({ label, tone = 'plain', onPress, busy }) => (
          <ActionButton
            key={label}
            label={label}
            tone={tone}
            busy={busy}
            onFocus={() => setOffset(-barWidth())}
            onBlur={() => setOffset(0)}
            onPress={() => {
              setOffset(0)
              onPress()
            }}
          />
        ))}
      </div>
    </div>
  )
}

/** A row drawn by a finger: it follows sideways, and stays open where it was drawn far enough. */
const useSwiping = (barWidth: () => number, offset: number, setOffset: (offset: number) => void) => {
  const from = useRef<{ x: number; y: number; offset: number; sideways: boolean } | undefined>(undefined)
  const down = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') from.current = { x: event.clientX, y: event.clientY, offset, sideways: false }
  }
  const move = (event: PointerEvent) => {
    const start = from.current
    if (!start) return
    const sideways = event.clientX - start.x
    if (!start.sideways && Math.abs(sideways) > 8 && Math.abs(sideways) > Math.abs(event.clientY - start.y)) {
      start.sideways = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    if (start.sideways) setOffset(Math.max(-barWidth(), Math.min(0, start.offset + sideways)))
  }
  const up = () => {
    if (from.current?.sideways) setOffset(offset < -barWidth() / 3 ? -barWidth() : 0)
    from.current = undefined
  }
  return { down, move, up }
}

type ActionButtonProps = {
  label: string
  tone: NonNullable<SwipeAction['tone']>
  busy: Busy | undefined
  onFocus: () => void
  onBlur: () => void
  onPress: () => void
}

const ActionButton = ({ label, tone, busy, onFocus, onBlur, onPress }: ActionButtonProps) => (
  <button
    type="button"
    onFocus={onFocus}
    onBlur={onBlur}
    onClick={onPress}
    {...holdButton(busy)}
    className={`min-w-[72px] whitespace-nowrap px-2 text-small font-medium text-white outline-offset-[-4px] focus-visible:outline-white aria-disabled:bg-[#98a2b3] ${tones[tone]}`}
  >
    {label}
  </button>
)

const tones = { plain: 'bg-[#667085]', accent: 'bg-[#0071e3]', bad: 'bg-[#d92d20]' }
