import { lunarDayName, lunarMonthName, lunarOf } from '../../domain/agenda/lunar.ts'
import { dayOf } from '../../domain/calendar/workCalendar.ts'
import type { AgendaShown } from '../../domain/agenda/operations.ts'
import type { Day } from '../../kernel/day.ts'
import { useWide } from '../screen.ts'
import { language, t } from '../words.ts'
import { today } from '../shell/dateWords.ts'
import { type Calendar, colorOf, daysOf, isWhole, minuteOf, onDay, spanOf, titleOf, weekdayNames } from './shown.ts'

type Props = {
  day: Day
  list: readonly AgendaShown[]
  calendar: Calendar | undefined
  onDay: (day: Day) => void
  onOpen: (item: AgendaShown) => void
}

/** A month: on a phone dots, on a wide window what is on each day; lunar days and holidays with it. */
export const MonthGrid = ({ day: chosen, list, calendar, onDay: choose, onOpen }: Props) => {
  const wide = useWide()
  const now = today()
  const days = daysOf(spanOf('month', chosen))
  return (
    <div className={wide ? 'flex h-full min-h-150 flex-col' : ''}>
      <div className="grid grid-cols-7 pb-1 text-center text-small text-quiet" aria-hidden>
        {weekdayNames.map((name) => (
          <span key={name}>{t(name)}</span>
        ))}
      </div>
      <div
        className={`grid grid-cols-7 ${wide ? 'min-h-0 flex-1 auto-rows-fr gap-px overflow-hidden rounded-card bg-line shadow-lift' : 'gap-y-1'}`}
      >
        {days.map((day) => {
          const facts = factsOf(day, { list, calendar, chosenDay: chosen, currentDay: now })
          return wide ? (
            <WideDay key={day} facts={facts} onChoose={() => choose(day)} onOpen={onOpen} />
          ) : (
            <NarrowDay key={day} facts={facts} onChoose={() => choose(day)} />
          )
        })}
      </div>
    </div>
  )
}

/** What is shown of a day. */
type DayFacts = {
  readonly day: Day
  readonly items: readonly AgendaShown[]
  readonly label: string
  /** That it is worked or free otherwise than its weekday says. */
  readonly mark: string | undefined
  readonly isOff: boolean
  readonly isOther: boolean
  readonly isToday: boolean
  readonly isChosen: boolean
}

type DayContext = Pick<Props, 'list' | 'calendar'> & { chosenDay: Day; currentDay: Day }

const factsOf = (day: Day, { list, calendar, chosenDay, currentDay }: DayContext): DayFacts => {
  const items = onDay(list, day)
  const kind = calendar && dayOf(calendar.settings, day, calendar.years)
  const dayMark = kind?.kind === 'work' ? '班' : '休'
  return {
    day,
    items,
    label: t('{day}，{n}项日程', { day, n: items.length }),
    mark: kind && kind.source !== 'week' ? dayMark : undefined,
    isOff: kind?.kind === 'off',
    isOther: day.slice(0, 7) !== chosenDay.slice(0, 7),
    isToday: day === currentDay,
    isChosen: day === chosenDay,
  }
}

type WideDayProps = { facts: DayFacts; onChoose: () => void; onOpen: (item: AgendaShown) => void }

/** A day on a wide window, with what is on it. */
const WideDay = ({ facts: { day, items, label, mark, isOff, isOther, isToday, isChosen }, onChoose, onOpen }: WideDayProps) => (
  <div className={`flex min-h-0 min-w-0 flex-col overflow-hidden p-1.5 ${isOther ? 'bg-page' : 'bg-card'}`}>
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      className="reach flex items-center gap-1.5 text-left"
    >
      <DayNumber day={day} isToday={isToday} isChosen={isChosen} isOff={isOff} isOther={isOther} />
      <span className="min-w-0 flex-1 truncate text-tiny text-faint">{lunarShort(day)}</span>
      {mark && <Mark mark={mark} />}
    </button>
    <ul className="mt-1 min-h-0 flex-1 space-y-0.5 overflow-hidden">
      {items.slice(0, shownAbreast).map((item) => (
        <li key={item.key}>
          <button
            type="button"
            disabled={item.link === ''}
            onClick={() => onOpen(item)}
            title={titleOf(item)}
            className={`flex w-full items-center gap-1 truncate rounded-chip px-1 text-left text-small leading-5 hover:brightness-97 ${item.answer === 'declined' ? 'line-through opacity-55' : ''}`}
            style={{ color: colorOf(item), backgroundColor: `color-mix(in srgb, ${colorOf(item)} 12%, transparent)` }}
          >
            {!isWhole(item) && <span className="shrink-0 text-tiny">{minuteOf(item.begin).slice(11)}</span>}
            <span className="truncate text-ink">{titleOf(item)}</span>
          </button>
        </li>
      ))}
      {items.length > shownAbreast && (
        <li>
          <button type="button" onClick={onChoose} className="px-1 text-tiny text-quiet">
            {t('还有{n}项', { n: items.length - shownAbreast })}
          </button>
        </li>
      )}
    </ul>
  </div>
)

/** A day on a phone: a dot for each of the first things on it. */
const NarrowDay = ({
  facts: { day, items, label, mark, isOff, isOther, isToday, isChosen },
  onChoose,
}: {
  facts: DayFacts
  onChoose: () => void
}) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={isChosen}
    onClick={onChoose}
    className="relative flex min-h-14 flex-col items-center pt-0.5 active:opacity-60"
  >
    <DayNumber day={day} isToday={isToday} isChosen={isChosen} isOff={isOff} isOther={isOther} />
    {mark && (
      <span className="absolute right-0.5 top-0">
        <Mark mark={mark} />
      </span>
    )}
    <span className={`text-[0.625rem] leading-3 ${isOther ? 'text-faint opacity-60' : 'text-faint'}`}>{lunarShort(day)}</span>
    <span className="mt-0.5 flex h-1.5 gap-0.5" aria-hidden>
      {items.slice(0, 3).map((item) => (
        <span key={item.key} className="size-1.5 rounded-full" style={{ backgroundColor: colorOf(item) }} />
      ))}
    </span>
  </button>
)

/** How many of a day stand in its cell on a wide window. */
const shownAbreast = 4

const DayNumber = ({
  day,
  isToday,
  isChosen,
  isOff,
  isOther,
}: {
  day: Day
  isToday: boolean
  isChosen: boolean
  isOff: boolean
  isOther: boolean
}) => (
  <span
    className={`flex size-8 shrink-0 items-center justify-center rounded-full text-body wide:size-7 ${dayLook({ isToday, isChosen, isOff })} ${isOther && !isToday ? 'opacity-45' : ''}`}
  >
    {Number(day.slice(8))}
  </span>
)

const Mark = ({ mark }: { mark: string }) => (
  <span className={`text-[0.625rem] leading-3 ${mark === '休' ? 'text-bad' : 'text-warn'}`}>{t(mark)}</span>
)

/** The lunar day as calendars write it: a festival, the month where it begins, otherwise the day. */
export const lunarShort = (day: Day): string => {
  const lunar = lunarOf(day)
  const festival = lunar.isLeap ? undefined : festivals[`${lunar.month}-${lunar.day}`]
  if (festival) return t(festival)
  if (language() === 'en') return `${lunar.month}/${lunar.day}`
  return lunar.day === 1 ? lunarMonthName(lunar) : lunarDayName(lunar.day)
}

const festivals: Readonly<Record<string, string>> = {
  '1-1': '春节',
  '1-15': '元宵',
  '5-5': '端午',
  '7-7': '七夕',
  '8-15': '中秋',
  '9-9': '重阳',
  '12-8': '腊八',
}

const dayLook = ({ isToday, isChosen, isOff }: { isToday: boolean; isChosen: boolean; isOff: boolean }): string => {
  if (isToday) return 'bg-(--fill) font-semibold text-white [--fill:#0071e3]'
  if (isChosen) return 'bg-accent-soft font-semibold text-accent-strong'
  return isOff ? 'text-quiet' : ''
}
