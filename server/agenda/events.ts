import type { Minute, Moment } from '../../kernel/day.ts'
import type { Place } from '../../kernel/fields/place.ts'
import type { Id } from '../../kernel/id.ts'
import { type Exception, isGiven, type Occurrence, type Workdays } from '../../domain/agenda/expand.ts'
import type { Rule, Series } from '../../domain/agenda/rule.ts'
import type { AgendaAnswer, AgendaValues } from '../../domain/agenda/operations.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

/** What one time says otherwise than its series. */
export type EventChanges = Partial<Pick<AgendaValues, 'title' | 'place' | 'point' | 'notes' | 'startLocal' | 'minutes'>>

export type EventRow = Series & {
  readonly id: Id
  readonly uid: Id
  readonly ownerName: string
  readonly title: string
  readonly place: string
  readonly point: Place | null
  readonly notes: string
  readonly visibility: AgendaValues['visibility']
  readonly reminders: readonly number[]
  readonly version: number
  readonly createdAt: Moment
  readonly updatedAt: Moment
}

export type Attendee = {
  readonly uid: Id
  /** Empty for the whole series. */
  readonly occurrence: Minute | ''
  readonly answer: AgendaAnswer
  readonly comment: string
}

/** An event with everything that decides its times and its participants. */
export type Event = EventRow & { readonly exceptions: readonly Exception<EventChanges>[]; readonly people: readonly Attendee[] }

type StoredEventRow = Omit<EventRow, 'rule' | 'point'> & { rule: Rule | null; point: Place | null }

const columns = `e.id, e.uid, o.user_name as "ownerName", e.title, e.place, e.point, e.notes, e.all_day as "allDay", e.start_local as "startLocal",
  e.minutes, e.zone, e.rule, e.visibility, e.reminders, e.version, e.created_at as "createdAt", e.updated_at as "updatedAt"`

/** The events that are not deleted, of which something may be between two moments, and that these people own or are invited to. */
export const eventsOf = async (tx: Pick<Tx, 'orgId' | 'query'>, uids: readonly Id[], from: number, to: number): Promise<Event[]> => {
  const rows = await tx.query<StoredEventRow>(
    `with mine as materialized (
       select x.id from agenda_event x where x.org_id = $1 and x.uid = any ($2::bigint[]) and x.last_end > $3
       union
       select a.event_id from agenda_attendee a where a.org_id = $1 and a.uid = any ($2::bigint[]) and a.occurrence = ''
     )
     select ${columns} from mine m join agenda_event e on e.org_id = $1 and e.id = m.id join person o on o.org_id = $1 and o.id = e.uid
     where e.deleted_at is null and e.last_end > $3 and e.first_at < $4 order by e.id`,
    [tx.orgId, uids, new Date(from).toISOString(), new Date(to).toISOString()],
  )
  return withParts(tx, rows)
}

/** One event as it stands; undefined where it is not there or deleted. */
export const findEvent = async (tx: Pick<Tx, 'orgId' | 'query'>, id: Id): Promise<Event | undefined> => {
  const rows = await tx.query<StoredEventRow>(
    `select ${columns} from agenda_event e join person o on o.org_id = $1 and o.id = e.uid where e.org_id = $1 and e.id = $2 and e.deleted_at is null`,
    [tx.orgId, id],
  )
  return (await withParts(tx, rows))[0]
}

/** The same for the person who may read it: its owner and who is invited. Throws 404 for everyone else. */
export const eventFor = async (tx: Pick<Tx, 'orgId' | 'query'>, id: Id, uid: Id): Promise<Event> => {
  const event = await findEvent(tx, id)
  if (!event || !isFor(event, uid)) throw new NotFound()
  return event
}

/** Keeps others from writing it until the transaction ends. Throws 404 where it is not there. */
export const lockEvent = async (tx: Tx, id: Id): Promise<void> => {
  const [row] = await tx.query('select 1 from agenda_event where org_id = $1 and id = $2 and deleted_at is null for update', [tx.orgId, id])
  if (!row) throw new NotFound()
}

const withParts = async (tx: Pick<Tx, 'orgId' | 'query'>, rows: readonly StoredEventRow[]): Promise<Event[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [exceptions, people] = await Promise.all([
    tx.query<{ eventId: Id; occurrence: Minute; cancelled: boolean; changes: EventChanges }>(
      `select x.event_id as "eventId", x.occurrence, x.cancelled, x.changes from agenda_exception x
       where x.org_id = $1 and x.event_id = any ($2::bigint[]) order by x.occurrence`,
      [tx.orgId, ids],
    ),
    tx.query<Attendee & { eventId: Id }>(
      `select a.event_id as "eventId", a.uid, a.occurrence, a.answer, a.comment from agenda_attendee a
       where a.org_id = $1 and a.event_id = any ($2::bigint[]) order by a.uid, a.occurrence`,
      [tx.orgId, ids],
    ),
  ])
  const exceptionsOf = Map.groupBy(exceptions, ({ eventId }) => eventId)
  const peopleOf = Map.groupBy(people, ({ eventId }) => eventId)
  return rows.map((row) => ({ ...row, exceptions: exceptionsOf.get(row.id) ?? [], people: peopleOf.get(row.id) ?? [] }))
}

export const isFor = (event: Event, uid: Id): boolean =>
  event.uid === uid || event.people.some((person) => person.uid === uid && person.occurrence === '')

/** What a person says to one time: what he said to it, otherwise to the series; undefined where no one asked him. */
export const answerTo = ({ people }: Event, uid: Id, occurrence: Minute): Attendee | undefined =>
  people.find((person) => person.uid === uid && person.occurrence === occurrence) ??
  people.find((person) => person.uid === uid && person.occurrence === '')

/** Everyone who is invited. */
export const invitedUids = ({ people }: Event): Id[] => people.filter(({ occurrence }) => occurrence === '').map(({ uid }) => uid)

/** What one time says: the series with what was changed of it. */
export const saidAt = (event: EventRow, { changes, startLocal, minutes }: Occurrence<EventChanges>): Required<EventChanges> => ({
  title: event.title,
  place: event.place,
  point: event.point,
  notes: event.notes,
  ...changes,
  startLocal,
  minutes,
})

/** Whether an event has a time that is known by this wall clock. */
export const hasOccurrence = (event: Event, occurrence: Minute, workdays: Workdays): boolean => isGiven(event, occurrence, workdays)

/** Everything that an event says, as it would be sent. */
export const valuesOf = (event: Event): AgendaValues => ({
  title: event.title,
  place: event.place,
  point: event.point,
  notes: event.notes,
  allDay: event.allDay,
  startLocal: event.startLocal,
  minutes: event.minutes,
  zone: event.zone,
  rule: event.rule,
  visibility: event.visibility,
  reminders: [...event.reminders],
  attendees: invitedUids(event),
})
