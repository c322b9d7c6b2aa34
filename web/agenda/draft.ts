import type { Rule } from '../../domain/agenda/rule.ts'
import { type AgendaInfo, type AgendaValues, type Scope } from '../../domain/agenda/operations.ts'
import { addDays, dayAt, daysBetween, defaultTimeZone, isDay, type Minute, minutesBetween } from '../../kernel/day.ts'
import type { Place } from '../../kernel/fields/place.ts'
import { type Id, isId } from '../../kernel/id.ts'

/** What is filled in for an event: as it is sent, but that the end is a minute too; of whole days it is the last one. */
export type Draft = Readonly<Record<string, unknown>> & {
  readonly title: string
  readonly place: string
  readonly point: Place | null
  readonly notes: string
  readonly allDay: boolean
  readonly begin: Minute
  readonly end: Minute
  readonly zone: string
  readonly rule: Rule | null
  readonly visibility: AgendaValues['visibility']
  readonly reminders: readonly number[]
  readonly attendees: readonly Id[]
}

/** A new one: in the next hour of today, otherwise in the morning, unless the query says more. */
export const newDraft = (search: Readonly<Record<string, string | undefined>>, now: number): Draft => {
  const today = dayAt(now)
  const day = isDay(search['day']) ? search['day'] : today
  const requestedBegin = Number.parseInt(search['begin'] ?? '')
  const hour = day === today ? Math.min(23, (Math.floor((now + 8 * 3_600_000) / 3_600_000) % 24) + 1) : 9
  const begin = addMinutes(`${day} 00:00`, Number.isNaN(requestedBegin) ? hour * 60 : requestedBegin)
  const minutes = Number.parseInt(search['minutes'] ?? '')
  return {
    title: (search['title'] ?? '').slice(0, 100),
    place: '',
    point: null,
    notes: '',
    allDay: false,
    begin,
    end: addMinutes(begin, Number.isNaN(minutes) ? 60 : Math.max(5, minutes)),
    zone: defaultTimeZone,
    rule: null,
    visibility: 'busy',
    reminders: [15],
    attendees: (search['with'] ?? '').split(',').filter(isId),
  }
}

/** What is there already, as it is to be changed: the series where all of it is meant, otherwise one time of it. */
export const draftOf = (info: AgendaInfo, scope: Scope): Draft => {
  const { values } = info
  const { title, place, point, notes, startLocal, minutes } = scope === 'all' ? values : info
  return {
    title,
    place,
    point,
    notes,
    allDay: values.allDay,
    begin: startLocal,
    end: values.allDay ? `${addDays(startLocal.slice(0, 10), Math.round(minutes / 1440) - 1)} 00:00` : addMinutes(startLocal, minutes),
    zone: values.zone,
    rule: values.rule,
    visibility: values.visibility,
    reminders: values.reminders,
    attendees: values.attendees,
  }
}

/** As it is sent. */
export const sentOf = (draft: Draft): AgendaValues => {
  const { begin, end, allDay, reminders, attendees, ...rest } = draft
  return {
    ...rest,
    allDay,
    startLocal: allDay ? `${begin.slice(0, 10)} 00:00` : begin,
    minutes: lengthOf(draft),
    reminders: [...reminders],
    attendees: [...attendees],
  }
}

/** In minutes; not positive where it ends before it begins. */
export const lengthOf = ({ begin, end, allDay }: Pick<Draft, 'begin' | 'end' | 'allDay'>): number =>
  allDay ? (daysBetween(begin.slice(0, 10), end.slice(0, 10)) + 1) * 1440 : minutesBetween(begin, end)

export const addMinutes = (wall: Minute, minutes: number): Minute =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}:00Z`) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
