import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { AgendaShown } from '../../domain/agenda/operations.ts'
import { type CalendarSettings, dayOf } from '../../domain/calendar/workCalendar.ts'
import { type Day } from '../../kernel/day.ts'
import { weekdayOf } from '../../kernel/weekday.ts'
import { today } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { lunarShort } from './MonthGrid.tsx'
import { type Calendar, colorOf, isWhole, minuteOf, minutesOn, onDay, timesOf, titleOf, weekdayName } from './shown.ts'

type Props = {
  days: readonly Day[]
  list: readonly AgendaShown[]
  calendar: Calendar | undefined
  chosen: string | undefined
  onOpen: (item: AgendaShown) => void
  /** A stretch of a day was drawn or tapped: minutes after midnight. */
  onDraw: (day: Day, from: number, minutes: number) => void
  /** An own event was dragged so many days and minutes further. */
  onMove: (item: AgendaShown, days: number, minutes: number) => void
}

const hourPx = 48
const stepMinutes = 15
const pxAt = (minutes: number): number => (minutes * hourPx) / 60
const roundToStep = (minutes: number): number => Math.round(minutes / stepMinutes) * stepMinutes

/** Days side by side with their hours; a new event is drawn with the mouse, an own one dragged. */
export const HourGrid = ({ days, list, calendar, chosen, onOpen, onDraw, onMove }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const now = today()
  const [first] = useState(() => Math.max(0, Math.min(7 * 60, earliest(list))))
  useEffect(() => {
    // What scrolling answers is a promise in newer browsers, and no clean-up.
    scroller.current?.scrollTo({ top: pxAt(first) })
  }, [first])
  const wholeDays = days.map((day) => onDay(list, day).filter(isWhole))
  const tracks = { gridTemplateColumns: `3.25rem repeat(${days.length}, minmax(0, 1fr))` }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card bg-card shadow-lift">
      <div className="grid shrink-0 border-b border-line" style={tracks}>
        <span />
        {days.map((day, index) => {
          const kind = calendar && dayOf(calendar.settings, day, calendar.years)
          const dayMark = kind?.kind === 'work' ? '班' : '休'
          const mark = kind && kind.source !== 'week' ? dayMark : undefined
          return (
            <div key={day} className="min-w-0 border-l border-line px-1 py-1.5 text-center">
              <span className="text-small text-quiet">
                {t(weekdayName(weekdayOf(day)))}{' '}
                <span
                  className={`inline-flex min-w-7 justify-center rounded-full px-1.5 text-body font-semibold ${day === now ? 'bg-(--fill) text-white [--fill:#0071e3]' : 'text-ink'}`}
                >
                  {Number(day.slice(8))}
                </span>
                {mark && <span className={`ml-1 text-tiny ${mark === '休' ? 'text-bad' : 'text-warn'}`}>{t(mark)}</span>}
              </span>
              <span className="block text-tiny text-faint">{lunarShort(day)}</span>
              <ul className="mt-1 max-h-20 space-y-0.5 overflow-y-auto">
                {wholeDays[index]?.map((item) => (
                  <li key={item.key}>
                    <button
                      type="button"
                      disabled={item.link === ''}
                      onClick={() => onOpen(item)}
                      className="w-full truncate rounded-chip px-1.5 text-left text-small leading-5"
                      style={{ backgroundColor: `color-mix(in srgb, ${colorOf(item)} 14%, transparent)` }}
                    >
                      {titleOf(item)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      <div ref={scroller} className="scroller min-h-0 flex-1">
        <div className="relative grid" style={{ ...tracks, height: pxAt(1440) }}>
          <div className="relative" aria-hidden>
            {Array.from({ length: 23 }, (_, n) => (
              <span key={n} className="absolute right-2 -translate-y-1/2 text-tiny text-faint" style={{ top: pxAt((n + 1) * 60) }}>
                {String(n + 1).padStart(2, '0')}:00
              </span>
            ))}
          </div>
          {days.map((day) => (
            <DayColumn
              key={day}
              {...{ day, chosen, onOpen, onDraw, onMove }}
              list={onDay(list, day).filter((item) => !isWhole(item))}
              isToday={day === now}
              working={calendar && dayOf(calendar.settings, day, calendar.years).kind === 'work' ? calendar.settings : undefined}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

const earliest = (list: readonly AgendaShown[]): number =>
  Math.min(8 * 60, ...list.filter((item) => !isWhole(item)).map(({ begin }) => Number(minuteOf(begin).slice(11, 13)) * 60)) - 30

type ColumnProps = Omit<Props, 'days' | 'calendar'> & { day: Day; isToday: boolean; working: CalendarSettings | undefined }

const DayColumn = ({ day, list, chosen, onOpen, onDraw, onMove, isToday, working }: ColumnProps) => {
  const column = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ from: number; to: number }>()
  const minuteAt = (event: PointerEvent): number => {
    const top = column.current?.getBoundingClientRect().top ?? 0
    return Math.max(0, Math.min(1440, ((event.clientY - top) / hourPx) * 60))
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.button !== 0 || event.pointerType === 'touch') return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = Math.floor(minuteAt(event) / 30) * 30
    setDrawn({ from, to: from + 30 })
  }
  const draw = (event: PointerEvent) =>
    drawn && setDrawn({ ...drawn, to: Math.max(drawn.from + stepMinutes, roundToStep(minuteAt(event))) })
  const end = () => {
    if (drawn) onDraw(day, drawn.from, drawn.to - drawn.from)
    setDrawn(undefined)
  }
  return (
    <div
      ref={column}
      data-day={day}
      className="relative border-l border-line"
      style={{
        backgroundImage: `repeating-linear-gradient(to bottom, transparent 0 ${hourPx - 1}px, var(--line) ${hourPx - 1}px ${hourPx}px)`,
      }}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(undefined)}
    >
      {!working && <div className="pointer-events-none absolute inset-0 bg-sunken opacity-40" aria-hidden />}
      {working && (
        <>
          <div
            className="pointer-events-none absolute inset-x-0 top-0 bg-sunken opacity-40"
            style={{ height: pxAt(working.opensMinutes) }}
            aria-hidden
          />
          <div
            className="pointer-events-none absolute inset-x-0 bottom-0 bg-sunken opacity-40"
            style={{ top: pxAt(working.closesMinutes) }}
            aria-hidden
          />
        </>
      )}
      {laidOut(list, day).map(({ each, from, to, lane, lanes }) => (
        <Block key={each.key} {...{ each, day, onOpen, onMove }} isChosen={each.key === chosen} place={{ from, to, lane, lanes }} />
      ))}
      {drawn && (
        <div
          className="pointer-events-none absolute inset-x-1 rounded-chip bg-accent-soft px-1.5 text-tiny text-accent-strong ring-1 ring-accent"
          style={{ top: pxAt(drawn.from), height: pxAt(drawn.to - drawn.from) }}
        >
          {clock(drawn.from)} – {clock(drawn.to)}
        </div>
      )}
      {isToday && <NowLine />}
    </div>
  )
}

const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const NowLine = () => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const minute = minuteOf(new Date(now).toISOString())
  return (
    <div
      className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-bad"
      style={{ top: pxAt(Number(minute.slice(11, 13)) * 60 + Number(minute.slice(14))) }}
      aria-hidden
    />
  )
}

type BlockProps = {
  each: AgendaShown
  day: Day
  isChosen: boolean
  place: { from: number; to: number; lane: number; lanes: number }
  onOpen: Props['onOpen']
  onMove: Props['onMove']
}

/** One event in its column. An own one follows the mouse, to other days as well, and is moved where it is let go. */
const Block = ({ each, day, isChosen, place: { from, to, lane, lanes }, onOpen, onMove }: BlockProps) => {
  const [by, setBy] = useState<{ x: number; y: number; startX: number; startY: number; far: boolean }>()
  const wasDragged = useRef(false)
  const movable = each.isOwn && each.source === 'event'
  const height = Math.max(pxAt(to - from), 20)
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    wasDragged.current = false
    if (!movable || event.button !== 0 || event.pointerType === 'touch') return
    event.currentTarget.setPointerCapture(event.pointerId)
    setBy({ x: 0, y: 0, startX: event.clientX, startY: event.clientY, far: false })
  }
  const drag = (event: PointerEvent) => {
    if (!by) return
    const [x, y] = [event.clientX - by.startX, event.clientY - by.startY]
    const far = by.far || Math.hypot(x, y) > 4
    wasDragged.current = far
    setBy({ ...by, x, y, far })
  }
  const drop = (event: PointerEvent<HTMLButtonElement>) => {
    setBy(undefined)
    const column = event.currentTarget.parentElement
    if (!by?.far || !column) return
    const days = Math.round(by.x / column.getBoundingClientRect().width)
    const minutes = roundToStep((by.y / hourPx) * 60)
    if (days !== 0 || minutes !== 0) onMove(each, days, minutes)
  }
  return (
    <button
      type="button"
      disabled={each.link === ''}
      aria-pressed={isChosen}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => setBy(undefined)}
      onClick={() => !wasDragged.current && onOpen(each)}
      className={`absolute flex flex-col items-stretch justify-start overflow-hidden rounded-chip border-l-3 px-1.5 py-0.5 text-left leading-4 aria-pressed:ring-2 aria-pressed:ring-accent ${by?.far ? 'z-20 cursor-grabbing opacity-80 shadow-float' : ''} ${each.answer === 'declined' ? 'line-through opacity-55' : ''}`}
      style={{
        top: pxAt(from),
        height,
        left: `calc(${(lane / lanes) * 100}% + 2px)`,
        width: `calc(${100 / lanes}% - 4px)`,
        borderColor: colorOf(each),
        backgroundColor: `color-mix(in srgb, ${colorOf(each)} ${each.answer === 'none' || each.answer === 'tentative' ? 8 : 16}%, var(--card))`,
        transform: by?.far ? `translate(${by.x}px, ${by.y}px)` : undefined,
      }}
    >
      <span className="block truncate text-small font-medium">{titleOf(each)}</span>
      {height > 34 && (
        <span className="block truncate text-tiny text-quiet">{[timesOf(each, day), each.place].filter(Boolean).join(' · ')}</span>
      )}
    </button>
  )
}

type Laid = { each: AgendaShown; from: number; to: number; lane: number; lanes: number }

/** What overlaps stands side by side. */
const laidOut = (list: readonly AgendaShown[], day: Day): Laid[] => {
  const all = list.map((item) => ({ each: item, ...minutesOn(item, day) })).toSorted((a, b) => a.from - b.from || b.to - a.to)
  const laid: Laid[] = []
  let together: Laid[] = []
  const close = () => {
    const lanes = Math.max(0, ...together.map(({ lane }) => lane + 1))
    laid.push(...together.map((item) => ({ ...item, lanes })))
    together = []
  }
  for (const { each, from, to } of all) {
    if (together.every((neighbour) => neighbour.to <= from)) close()
    const takenLanes = new Set(together.filter((neighbour) => neighbour.to > from).map(({ lane }) => lane))
    let lane = 0
    while (takenLanes.has(lane)) lane++
    together.push({ each, from, to: Math.max(to, from + 20), lane, lanes: 1 })
  }
  close()
  return laid
}
