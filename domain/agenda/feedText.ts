import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { addDays, type Minute, type Moment } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { type Exception, isGiven, occurrenceOf, rruleEnd, wallsIn, type Workdays } from './expand.ts'
import { rruleOf, type Series } from './rule.ts'
import { vtimezoneOf } from './vtimezone.ts'
import { zonedTime } from './zone.ts'

/** What a feed says of one event; empty texts are left out. */
export type FeedWords = { readonly title: string; readonly place: string; readonly notes: string }
export type FeedChanges = Partial<FeedWords> & { readonly startLocal?: Minute | undefined; readonly minutes?: number | undefined }
export type FeedEvent = Series &
  FeedWords & {
    readonly id: Id
    readonly version: number
    readonly createdAt: Moment
    readonly updatedAt: Moment
    readonly isTentative: boolean
    readonly exceptions: readonly Exception<FeedChanges>[]
  }

/** Something else on the agenda, which no one changes there. */
export type FeedThing = { readonly key: string; readonly title: string; readonly url?: string } & (
  | { readonly day: string }
  | { readonly begin: Moment; readonly end: Moment }
)

export type Feed = {
  readonly name: string
  /** What makes ids of this feed differ from those of any other. */
  readonly domain: string
  readonly events: readonly FeedEvent[]
  readonly things: readonly FeedThing[]
  /** From when to when, in milliseconds since 1970: what the RFC cannot say as a rule is written out between them. */
  readonly from: number
  readonly to: number
  readonly workdays: Workdays
}

/** How often readers are asked to come, in seconds. */
const refreshSeconds = 3600

/**
 * An agenda as RFC 5545 has it. The same agenda is the same text, whenever and wherever it is written: no clock of the machine is in it, and
 * ids stay with what they name.
 */
export const feedText = ({ name, domain, events, things, from, to, workdays }: Feed): string => {
  const year = new Date(from).getUTCFullYear()
  const calendar = ical({
    name,
    prodId: { company: 'zaice', product: 'agenda', language: 'ZH' },
    ttl: refreshSeconds,
    timezone: { name: null, generator: (zone: string) => vtimezoneOf(zone, year) },
  })
  for (const event of events) {
    const { first, rule } = recurrenceLines(event, from, to, workdays)
    if (first === undefined) continue
    const common = { domain, event }
    add(calendar, common, { series: { ...event, startLocal: first, title: event.title }, rule })
    for (const { occurrence, cancelled, changes } of event.exceptions) {
      if (cancelled || !isGiven(event, occurrence, workdays)) continue
      const changedOccurrence = occurrenceOf(event, occurrence, changes)
      const { startLocal, minutes } = changedOccurrence
      add(calendar, common, { series: { ...event, ...changes, startLocal, minutes }, occurrence })
    }
  }
  for (const component of things)
    calendar.createEvent({
      id: `${component.key}@${domain}`,
      stamp: Temporal.Instant.fromEpochMilliseconds(0),
      ...('day' in component
        ? { allDay: true, start: Temporal.PlainDate.from(component.day), end: Temporal.PlainDate.from(addDays(component.day, 1)) }
        : { start: Temporal.Instant.from(component.begin), end: Temporal.Instant.from(component.end) }),
      summary: component.title,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(component.url !== undefined && { url: component.url }),
    })
  return calendar.toString()
}

type FeedSeries = Series & FeedWords

const add = (
  calendar: ReturnType<typeof ical>,
  { domain, event }: { readonly domain: string; readonly event: FeedEvent },
  { series, rule, occurrence }: { readonly series: FeedSeries; readonly rule?: string | undefined; readonly occurrence?: Minute },
): void => {
  const { startLocal, minutes, zone, allDay, title, place, notes } = series
  const begin = occurrenceOf({ ...series, rule: null }, startLocal, undefined)
  const point = (wall: Minute) => (allDay ? Temporal.PlainDate.from(wall.slice(0, 10)) : zonedTime(wall, zone))
  calendar.createEvent({
    id: `${event.id}@${domain}`,
    sequence: event.version,
    stamp: Temporal.Instant.from(event.updatedAt),
    created: Temporal.Instant.from(event.createdAt),
    lastModified: Temporal.Instant.from(event.updatedAt),
    ...(allDay ? { allDay } : { timezone: zone }),
    start: point(startLocal),
    end: allDay
      ? Temporal.PlainDate.from(addDays(startLocal.slice(0, 10), Math.round(minutes / 1440)))
      : Temporal.Instant.fromEpochMilliseconds(begin.end).toZonedDateTimeISO(zone),
    summary: title,
    ...(place !== '' && { location: place }),
    ...(notes !== '' && { description: notes }),
    ...(event.isTentative && { status: ICalEventStatus.TENTATIVE }),
    transparency: allDay ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    ...(rule !== undefined && { repeating: rule }),
    ...(occurrence !== undefined && { recurrenceId: point(occurrence) }),
  })
}

/**
 * The wall clock that an event begins with in the feed, and what stands below it about its repeating; no beginning where it has no time between
 * the two moments.
 */
const recurrenceLines = (
  event: FeedEvent,
  from: number,
  to: number,
  workdays: Workdays,
): { readonly first: Minute | undefined; readonly rule: string | undefined } => {
  const { rule, startLocal, exceptions } = event
  const cancelledWalls = exceptions.filter((exception) => exception.cancelled).map(({ occurrence }) => occurrence)
  if (rule === null) return { first: cancelledWalls.includes(startLocal) ? undefined : startLocal, rule: undefined }
  const pattern = rruleOf(rule)
  if (pattern !== undefined) {
    const lines = [`RRULE:${pattern}${rruleEnd(event, rule)}`, ...datesLine(event, 'EXDATE', cancelledWalls)]
    return { first: startLocal, rule: lines.join('\r\n') }
  }
  const [first, ...others] = wallsIn(event, from, to, workdays).filter((wall) => !cancelledWalls.includes(wall))
  // Not every reader counts a beginning that no rule gives.
  return { first, rule: ['RRULE:FREQ=DAILY;COUNT=1', ...datesLine(event, 'RDATE', others)].join('\r\n') }
}

const datesLine = ({ allDay, zone }: Series, name: string, walls: readonly Minute[]): string[] => {
  if (walls.length === 0) return []
  const days = walls.map((wall) => wall.slice(0, 10).replaceAll('-', ''))
  return allDay
    ? [`${name};VALUE=DATE:${days.join(',')}`]
    : [`${name};TZID=${zone}:${walls.map((wall, index) => `${days[index]}T${wall.slice(11).replace(':', '')}00`).join(',')}`]
}
