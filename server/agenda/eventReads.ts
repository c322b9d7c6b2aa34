import { addDays, type Day, dayAt, defaultTimeZone, type Minute } from '../../kernel/day.ts'
import { assertDefined } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { firstCommon, type Interval, commonWithinDays, mergeIntervals } from '../../domain/agenda/busy.ts'
import {
  isGiven,
  nextOccurrence,
  type Occurrence,
  occurrenceOf,
  occurrencesDuring,
  spanOf,
  wallsIn,
  type Workdays,
} from '../../domain/agenda/expand.ts'
import { type AgendaSource, type SourceOccurrence } from '../../domain/agenda/source.ts'
import { instantOf } from '../../domain/agenda/zone.ts'
import { isAnnounced, workCalendar } from '../../domain/calendar/workCalendar.ts'
import { type AgendaInfo, agendaOperations as calls, type AgendaShown, shownAtMost } from '../../domain/agenda/operations.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { answerTo, type Event, type EventChanges, eventFor, eventsOf, invitedUids, isFor, saidAt, valuesOf } from './events.ts'
import { calendarOf, workCalendarOf } from '../calendar/calendar.ts'
import { eventLink } from './notices.ts'
import { sourceReaders } from './sources.ts'
import { keysOf } from '../../kernel/keysOf.ts'

const momentIn = (day: Day): number => instantOf(`${day} 00:00`, defaultTimeZone)
const iso = (instant: number): string => new Date(instant).toISOString()

/** One time of an event as `reader` sees it; undefined where he may not know that it is there. */
const shownOf = (event: Event, occurrence: Occurrence<EventChanges>, reader: Id, ownerUid: Id): AgendaShown | undefined => {
  const isInvolved = isFor(event, reader)
  const isOpen = isInvolved || event.visibility === 'full'
  const content = saidAt(event, occurrence)
  const ownAnswer = answerTo(event, ownerUid, occurrence.occurrence)
  if (!isInvolved && ownAnswer?.answer === 'declined') return undefined
  // Of what is not his to know he learns as much as of free and busy: whole days keep no one from meeting.
  if (!isOpen && event.allDay) return undefined
  const lastDay = event.allDay
    ? addDays(content.startLocal.slice(0, 10), Math.round(content.minutes / 1440) - 1)
    : dayAt(occurrence.end - 1)
  return {
    key: isOpen ? `${event.id}/${occurrence.occurrence}` : `busy/${occurrence.begin}/${occurrence.end}`,
    source: 'event',
    id: isInvolved ? event.id : '',
    occurrence: isInvolved ? occurrence.occurrence : '',
    title: isOpen ? content.title : '',
    words: isOpen ? '' : '忙碌',
    params: {},
    place: isOpen ? content.place : '',
    begin: iso(occurrence.begin),
    end: iso(occurrence.end),
    fromDay: event.allDay ? content.startLocal.slice(0, 10) : dayAt(occurrence.begin),
    toDay: lastDay,
    allDay: event.allDay,
    startLocal: isOpen ? content.startLocal : '',
    minutes: content.minutes,
    zone: isOpen ? event.zone : defaultTimeZone,
    repeats: isOpen && event.rule !== null,
    isOwn: event.uid === reader,
    answer: isInvolved && event.uid !== reader ? (answerTo(event, reader, occurrence.occurrence)?.answer ?? null) : null,
    visibility: isOpen ? event.visibility : 'busy',
    version: isOpen ? event.version : 1,
    link: isInvolved ? eventLink(event.id, occurrence.occurrence) : '',
  }
}

const sourceShown = (source: AgendaSource, occurrence: SourceOccurrence): AgendaShown => {
  const [begin, end] =
    'day' in occurrence
      ? [momentIn(occurrence.day), momentIn(addDays(occurrence.day, 1))]
      : [Date.parse(occurrence.begin), Date.parse(occurrence.end)]
  return {
    key: `${source}/${occurrence.id}/${iso(begin)}`,
    source,
    id: occurrence.id,
    occurrence: '',
    title: '',
    words: occurrence.words,
    params: { ...occurrence.params },
    place: '',
    begin: iso(begin),
    end: iso(end),
    fromDay: dayAt(begin),
    toDay: dayAt(Math.max(begin, end - 1)),
    allDay: 'day' in occurrence,
    startLocal: '',
    minutes: Math.round((end - begin) / 60_000),
    zone: defaultTimeZone,
    repeats: false,
    isOwn: false,
    answer: null,
    visibility: 'full',
    version: 1,
    link: occurrence.link,
  }
}

/** What all sources say, each by the reader's own rights. */
export const fromSources = async (
  call: Pick<SignedIn, 'tx' | 'session' | 'at'>,
  from: Day,
  to: Day,
  sourceNames?: readonly string[],
): Promise<{ source: AgendaSource; each: SourceOccurrence }[]> => {
  const read = keysOf(sourceReaders)
    .filter((source) => sourceNames === undefined || sourceNames.includes(source))
    .map(async (source) => (await sourceReaders[source](call, from, to)).map((occurrence) => ({ source, each: occurrence })))
  return (await Promise.all(read)).flat()
}

/** Refuses where a person is not there; the same for no one and for people of others. */
const requirePeople = async ({ tx }: Pick<SignedIn, 'tx'>, uids: readonly Id[]): Promise<void> => {
  const distinctUids = [...new Set(uids)]
  const people = await tx.query('select 1 from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [
    tx.orgId,
    distinctUids,
  ])
  if (people.length < distinctUids.length) refuse('agenda.unknownPerson', '有参与人不存在或已离开，请重新选择')
}

const inOrder = (list: readonly AgendaShown[]): AgendaShown[] =>
  list.toSorted((a, b) => {
    if (a.begin !== b.begin) return a.begin < b.begin ? -1 : 1
    return a.key < b.key ? -1 : 1
  })

const list = async (call: SignedIn, { from, to, uid }: { from: Day; to: Day; uid?: Id | undefined }) => {
  const { tx, session } = call
  const ownerUid = uid ?? session.uid
  if (ownerUid !== session.uid) await requirePeople(call, [ownerUid])
  const [begin, end] = [momentIn(from), momentIn(to)]
  const [events, { settings, years }, sourceEvents] = await Promise.all([
    eventsOf(tx, [ownerUid], begin, end),
    calendarOf(tx),
    ownerUid === session.uid ? fromSources(call, from, to) : [],
  ])
  const workdays = workCalendar(settings, years)
  const rows = events.flatMap((event) =>
    occurrencesDuring(event, event.exceptions, { from: begin, to: end }, workdays).flatMap(
      (occurrence) => shownOf(event, occurrence, session.uid, ownerUid) ?? [],
    ),
  )
  const all = inOrder([...rows, ...sourceEvents.map(({ source, each }) => sourceShown(source, each))])
  return {
    list: all.slice(0, shownAtMost),
    more: all.length > shownAtMost,
    unannounced: [from, addDays(to, -1)]
      .filter((day) => !isAnnounced(settings, day, years))
      .map((day) => Number(day.slice(0, 4)))
      .filter((year, day, all) => all.indexOf(year) === day),
  }
}

const freeBusy = async (
  call: SignedIn,
  { uids, from, to, except, minutes }: { uids: Id[]; from: Day; to: Day; except?: Id | undefined; minutes?: number | undefined },
) => {
  const { tx } = call
  await requirePeople(call, uids)
  const [begin, end] = [momentIn(from), momentIn(to)]
  const until = minutes === undefined ? end : Math.max(end, momentIn(addDays(from, commonWithinDays + 1)))
  const [events, calendar] = await Promise.all([eventsOf(tx, uids, begin, until), workCalendarOf(tx)])
  const people = uids.map((uid) => ({ uid, busy: busyOf(events, { uid, from: begin, to: until, workdays: calendar, except }) }))
  const earliest = Math.max(begin, tx.now())
  const common =
    minutes === undefined
      ? undefined
      : firstCommon(
          people.flatMap(({ busy }) => busy),
          minutes,
          earliest,
          calendar,
        )
  const isoInterval = ({ begin: a, end: b }: Interval) => ({ begin: iso(a), end: iso(b) })
  return {
    people: people.map(({ uid, busy }) => ({ uid, busy: busy.filter((interval) => interval.begin < end).map(isoInterval) })),
    common: common ? isoInterval(common) : null,
  }
}

type BusyInput = {
  readonly uid: Id
  readonly from: number
  readonly to: number
  readonly workdays: Workdays
  readonly except: Id | undefined
}

/** When a person has something: whole days are for knowing and keep no one from meeting. */
const busyOf = (events: readonly Event[], { uid, from, to, workdays, except }: BusyInput): Interval[] =>
  mergeIntervals(
    events
      .filter((event) => !event.allDay && event.id !== except && isFor(event, uid))
      .flatMap((event) =>
        occurrencesDuring(event, event.exceptions, { from, to }, workdays).filter(
          ({ occurrence }) => event.uid === uid || answerTo(event, uid, occurrence)?.answer !== 'declined',
        ),
      ),
  )

/** The last time that it took place, as far as that is not years ago. */
const lastOf = (event: Event, workdays: Workdays): Minute => {
  const { end } = spanOf(event, event.exceptions, workdays)
  return wallsIn(event, end - 800 * 86_400_000, end, workdays).at(-1) ?? event.startLocal
}

const info = async (call: SignedIn, { id, occurrence }: { id: Id; occurrence?: Minute | undefined }): Promise<AgendaInfo> => {
  const { tx, session } = call
  const event = await eventFor(tx, id, session.uid)
  const workdays = await workCalendarOf(tx)
  // A time that the rule no longer gives, as an old message may name it, leads to the one after it.
  const from = occurrence === undefined ? tx.now() - event.minutes * 60_000 : instantOf(occurrence, event.zone)
  const requestedOccurrence =
    occurrence !== undefined && isGiven(event, occurrence, workdays)
      ? occurrence
      : (nextOccurrence(event, event.exceptions, from, workdays)?.occurrence ?? lastOf(event, workdays))
  const exception = event.exceptions.find((exception) => exception.occurrence === requestedOccurrence)
  const occurrenceShown = occurrenceOf(event, requestedOccurrence, exception?.changes)
  const content = saidAt(event, occurrenceShown)
  const people = await tx.query<{ uid: Id; userName: string; hasLeft: boolean }>(
    `select p.id as uid, p.user_name as "userName", p.deleted_at is not null or p.state <> 'active' as "hasLeft"
     from person p where p.org_id = $1 and p.id = any ($2::bigint[]) order by p.user_name collate by_pinyin, p.id`,
    [tx.orgId, invitedUids(event)],
  )
  const ownAnswer = event.uid === session.uid ? undefined : answerTo(event, session.uid, requestedOccurrence)
  return {
    id,
    version: event.version,
    occurrence: requestedOccurrence,
    values: valuesOf(event),
    begin: iso(occurrenceShown.begin),
    end: iso(occurrenceShown.end),
    ...content,
    isCancelled: exception?.cancelled ?? false,
    isChanged: exception !== undefined && !exception.cancelled,
    isFirst: requestedOccurrence === event.startLocal,
    isOwn: event.uid === session.uid,
    ownerUid: event.uid,
    ownerName: event.ownerName,
    answer: ownAnswer?.answer ?? null,
    comment: ownAnswer?.comment ?? '',
    people: people.map((person) => {
      const { answer, comment } = assertDefined(answerTo(event, person.uid, requestedOccurrence), 'the answer of whoever is invited')
      return { ...person, answer, comment }
    }),
    exceptions: event.exceptions.map((exception) => ({
      occurrence: exception.occurrence,
      cancelled: exception.cancelled,
      startLocal: exception.changes.startLocal ?? exception.occurrence,
    })),
    names: Object.fromEntries(people.map(({ uid, userName }) => [uid, userName])),
  }
}

export const lookingHandlers: readonly Handler[] = [handle(calls.list, list), handle(calls.info, info), handle(calls.freeBusy, freeBusy)]
