import { Temporal } from 'temporal-polyfill'

/**
 * A zone as calendars read it: with rules by which its clocks change every year as they do in `year`, because lists of changes are not
 * understood everywhere; one change after the other, over three years, where they follow no rule.
 */
export const vtimezoneOf = (zone: string, year: number): string => {
  const start = Temporal.PlainDateTime.from({ year: year - 1, month: 1, day: 1 }).toZonedDateTime(zone)
  const changes = changesOf(start, Temporal.PlainDateTime.from({ year: year + 3, month: 1, day: 1 }).toZonedDateTime(zone))
  const rules = rulesOf(changes, year)
  const blocks =
    changes.length === 0
      ? [block({ isSummer: false, from: start.offset, to: start.offset, at: '19700101T000000' })]
      : (rules ?? changes.map((change) => ({ ...change, at: writeLocal(change.local) }))).map(block)
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...blocks.flat(), 'END:VTIMEZONE'].join('\r\n')
}

type Change = {
  readonly isSummer: boolean
  readonly from: string
  readonly to: string
  /** What clocks showed at that moment, before they were changed. */
  readonly local: Temporal.PlainDateTime
}

const changesOf = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Change[] => {
  const transitions: Change[] = []
  for (
    let transition = start.getTimeZoneTransition('next');
    transition && Temporal.ZonedDateTime.compare(transition, end) < 0;
    transition = transition.getTimeZoneTransition('next')
  ) {
    const before = transition.subtract({ nanoseconds: 1 })
    const local = transition.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
    if (before.offset !== transition.offset)
      transitions.push({
        isSummer: transition.offsetNanoseconds > before.offsetNanoseconds,
        from: before.offset,
        to: transition.offset,
        local,
      })
  }
  return transitions
}

type ZoneTransition = Omit<Change, 'local'> & { readonly at: string; readonly rule?: string }

/** The two changes of a year as rules; undefined where other years do not follow them. */
const rulesOf = (changes: readonly Change[], year: number): ZoneTransition[] | undefined => {
  const ownChanges = changes.filter(({ local }) => local.year === year)
  if (ownChanges.length !== 2) return undefined
  const candidates = ownChanges.map((change) => ({ ...change, fits: rulesFitting(change.local) }))
  const rules = candidates.map(({ fits, isSummer, local, ...rest }) => {
    const otherChanges = changes.filter((change) => change.isSummer === isSummer && change.local.toPlainTime().equals(local.toPlainTime()))
    const rule = fits.find((rule) => otherChanges.length === 4 && otherChanges.every((change) => rulesFitting(change.local).includes(rule)))
    return rule === undefined ? undefined : { ...rest, isSummer, at: firstOf(local), rule }
  })
  return rules.every((rule) => rule !== undefined) ? rules : undefined
}

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** By which day of its month a change may be known: the last of its week days, or the so manieth. */
const rulesFitting = (local: Temporal.PlainDateTime): string[] => {
  const name = dayNames[local.dayOfWeek - 1]
  const nth = Math.ceil(local.day / 7)
  return [...(local.day + 7 > local.daysInMonth ? [-1] : []), nth].map((nth) => `FREQ=YEARLY;BYMONTH=${local.month};BYDAY=${nth}${name}`)
}

/** A first change long ago, on the same week day of the month. */
const firstOf = (local: Temporal.PlainDateTime): string => {
  const isLast = local.day + 7 > local.daysInMonth
  const month = Temporal.PlainDate.from({ year: 1970, month: local.month, day: 1 })
  const first = month.add({ days: (local.dayOfWeek - month.dayOfWeek + 7) % 7 })
  const day = isLast
    ? first.add({ days: 7 * Math.floor((month.daysInMonth - first.day) / 7) })
    : first.add({ days: 7 * (Math.ceil(local.day / 7) - 1) })
  return writeLocal(day.toPlainDateTime(local.toPlainTime()))
}

const writeLocal = (local: Temporal.PlainDateTime): string => local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

const block = ({ isSummer, from, to, at, rule }: ZoneTransition): string[] => {
  const name = isSummer ? 'DAYLIGHT' : 'STANDARD'
  const offset = (text: string) => text.replaceAll(':', '')
  return [
    `BEGIN:${name}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `DTSTART:${at}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `END:${name}`,
  ]
}
