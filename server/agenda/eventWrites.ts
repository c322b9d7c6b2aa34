import { assertDefined } from '../../kernel/assert.ts'
import type { Minute } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Exception, isGiven, nextWall, occurrenceOf, spanOf, type Workdays } from '../../domain/agenda/expand.ts'
import { fitsNoDay, isSameRule, type Series } from '../../domain/agenda/rule.ts'
import { carryExceptions, splitAt } from '../../domain/agenda/split.ts'
import { instantOf, isShown } from '../../domain/agenda/zone.ts'
import { agendaOperations as calls, type AgendaValues, type Scope } from '../../domain/agenda/operations.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { type Event, type EventChanges, eventFor, findEvent, invitedUids, isFor, lockEvent, saidAt, valuesOf } from './events.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { announceAgenda, eventLink, tellAnswered, tellCancelled, tellChanged, tellInvited, tellUninvited, whenWords } from './notices.ts'
import { dropReminders, planReminders } from './eventReminders.ts'

type SavedEvent = { id: Id; version: number; occurrence: Minute }

/** A person's own event, kept from others until the transaction ends. The person who is only invited is told that it is not his. */
const ownEvent = async ({ tx, session }: SignedIn, id: Id, version?: number): Promise<Event> => {
  await lockEvent(tx, id)
  const event = await findEvent(tx, id)
  if (!event || !isFor(event, session.uid)) throw new NotFound()
  if (event.uid !== session.uid) refuse('agenda.notOwn', '只有发起人可以修改或删除这项日程')
  requireUnchanged('日程', version, event.version)
  return event
}

/**
 * The series as it begins: on the first day that its rule gives. Refuses what cannot be: a minute that clocks of the zone jump over, parts of
 * days where whole ones are meant, a rule that gives no day.
 */
const seriesOf = ({ startLocal, minutes, allDay, zone, rule, reminders }: AgendaValues, workdays: Workdays): Series => {
  if (allDay && (!startLocal.endsWith('00:00') || minutes % 1440 !== 0)) refuse('agenda.wholeDays', '全天日程应从0点开始，按整天计算')
  if (!allDay && reminders.some((reminder) => reminder < 0)) refuse('agenda.reminderLate', '提醒时间不能晚于开始时间')
  if (startLocal < '1900' || startLocal >= '2200') refuse('agenda.yearOutOfRange', '日程应在1900年到2199年之间')
  if (!isShown(startLocal, zone)) refuse('agenda.noSuchMinute', '所选时区的时钟当天会跳过这个时间，请换一个时间')
  const seriesInput = { startLocal, minutes, allDay, zone, rule }
  const first = rule && fitsNoDay(rule, startLocal.slice(0, 10)) ? undefined : nextWall(seriesInput, instantOf(startLocal, zone), workdays)
  if (first === undefined) return refuse('agenda.neverHappens', '按这样重复，没有任何一天会发生，请检查重复规则和结束日期')
  return { ...seriesInput, startLocal: first }
}

/** Who is to be invited, without the owner; the person who is not there any more stays where he was invited before. */
const requireInvitable = async (tx: Tx, owner: Id, uids: readonly Id[], before: readonly Id[]): Promise<Id[]> => {
  const people = [...new Set(uids)].filter((uid) => uid !== owner)
  const fresh = people.filter((uid) => !before.includes(uid))
  const rows = await tx.query<{ id: Id }>(
    `select id from person where org_id = $1 and id = any ($2::bigint[]) and state = 'active' and deleted_at is null for key share`,
    [tx.orgId, fresh],
  )
  if (rows.length < fresh.length) refuse('agenda.unknownPerson', '有参与人不存在或已离开，请重新选择')
  return people
}

const boundsOf = (series: Series, exceptions: readonly Exception<EventChanges>[], workdays: Workdays): [from: string, to: string] => {
  const { begin, end } = spanOf(series, exceptions, workdays)
  return [new Date(begin).toISOString(), end === Infinity ? 'infinity' : new Date(end).toISOString()]
}

/** What a row of an event says, its series and the exceptions from it. */
type StoredEvent = {
  readonly id: Id
  readonly values: AgendaValues
  readonly series: Series
  readonly exceptions: readonly Exception<EventChanges>[]
  readonly workdays: Workdays
}

/** Writes a new event; false where there is one of this id already. */
const insert = async (
  { tx, session }: SignedIn,
  { id, values, series, exceptions, workdays, splitFrom }: StoredEvent & { readonly splitFrom: Id | null },
): Promise<boolean> => {
  const rows = await tx.query(
    `insert into agenda_event (org_id, id, uid, title, place, point, notes, all_day, start_local, minutes, zone, rule, first_at, last_end, visibility,
       reminders, split_from, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18) on conflict do nothing returning 1`,
    [
      tx.orgId,
      id,
      session.uid,
      values.title,
      values.place,
      values.point === null ? null : JSON.stringify(values.point),
      values.notes,
      series.allDay,
      series.startLocal,
      series.minutes,
      series.zone,
      series.rule === null ? null : JSON.stringify(series.rule),
      ...boundsOf(series, exceptions, workdays),
      values.visibility,
      [...new Set(values.reminders)],
      splitFrom,
      new Date(tx.now()).toISOString(),
    ],
  )
  return rows.length > 0
}

/** Writes what an event says from now on, exceptions taken into account; its version is one higher then. */
const rewrite = async (tx: Tx, { id, values, series, exceptions, workdays }: StoredEvent): Promise<number> => {
  const { version } = await onlyRow(
    tx.query<{ version: number }>(
      `update agenda_event set title = $3, place = $4, point = $5, notes = $6, all_day = $7, start_local = $8, minutes = $9, zone = $10, rule = $11,
         first_at = $12, last_end = $13, visibility = $14, reminders = $15, updated_at = $16, version = version + 1
       where org_id = $1 and id = $2 returning version`,
      [
        tx.orgId,
        id,
        values.title,
        values.place,
        values.point === null ? null : JSON.stringify(values.point),
        values.notes,
        series.allDay,
        series.startLocal,
        series.minutes,
        series.zone,
        series.rule === null ? null : JSON.stringify(series.rule),
        ...boundsOf(series, exceptions, workdays),
        values.visibility,
        [...new Set(values.reminders)],
        new Date(tx.now()).toISOString(),
      ],
    ),
  )
  return version
}

const invite = (tx: Tx, id: Id, uids: readonly Id[]): Promise<unknown> =>
  tx.query(
    `insert into agenda_attendee (org_id, event_id, uid, occurrence, answer)
     select e.org_id, e.id, u.uid, '', 'none' from agenda_event e, unnest($3::bigint[]) as u (uid) where e.org_id = $1 and e.id = $2
     on conflict do nothing`,
    [tx.orgId, id, uids],
  )

const uninvite = (tx: Tx, id: Id, uids: readonly Id[]): Promise<unknown> =>
  tx.query('delete from agenda_attendee where org_id = $1 and event_id = $2 and uid = any ($3::bigint[])', [tx.orgId, id, uids])

const putExceptions = async (tx: Tx, id: Id, exceptions: readonly Exception<EventChanges>[]): Promise<void> => {
  if (exceptions.length === 0) return
  await tx.query(
    `insert into agenda_exception (org_id, event_id, occurrence, cancelled, changes)
     select e.org_id, e.id, x.occurrence, x.cancelled, x.changes
     from agenda_event e, unnest($3::text[], $4::boolean[], $5::text[]::jsonb[]) as x (occurrence, cancelled, changes) where e.org_id = $1 and e.id = $2
     on conflict (org_id, event_id, occurrence) do update set cancelled = excluded.cancelled, changes = excluded.changes`,
    [
      tx.orgId,
      id,
      exceptions.map(({ occurrence }) => occurrence),
      exceptions.map(({ cancelled }) => cancelled),
      exceptions.map(({ changes }) => JSON.stringify(changes)),
    ],
  )
}

const dropExceptions = (tx: Tx, id: Id, occurrences: readonly Minute[]): Promise<unknown> =>
  tx.query('delete from agenda_exception where org_id = $1 and event_id = $2 and occurrence = any ($3::text[])', [
    tx.orgId,
    id,
    occurrences,
  ])

/** Plans reminders anew and refreshes screens, after everything else is written. `gone`: who it does not concern any more. */
const finish = async (tx: Tx, id: Id, workdays: Workdays, removedUids: readonly Id[] = []): Promise<Event> => {
  const event = assertDefined(await findEvent(tx, id), 'the event')
  await planReminders(tx, event, workdays, removedUids)
  await announceAgenda(tx, [event.uid, ...invitedUids(event), ...removedUids])
  return event
}

const isOver = (tx: Tx, series: Series, exceptions: readonly Exception<EventChanges>[], workdays: Workdays): boolean =>
  spanOf(series, exceptions, workdays).end <= tx.now()

const save = async (call: SignedIn, { id, ...values }: AgendaValues & { id: Id }): Promise<SavedEvent> => {
  const { tx, session } = call
  const workdays = await workCalendarOf(tx)
  const series = seriesOf(values, workdays)
  const people = await requireInvitable(tx, session.uid, values.attendees, [])
  if (!(await insert(call, { id, values, series, exceptions: [], workdays, splitFrom: null }))) {
    const event = await findEvent(tx, id)
    if (event?.uid !== session.uid) return refuse('agenda.idTaken', '这项日程已保存过，请刷新后查看')
    return { id, version: event.version, occurrence: event.startLocal }
  }
  await invite(tx, id, people)
  await finish(tx, id, workdays)
  if (!isOver(tx, series, [], workdays)) await tellInvited(tx, people, invitationNotice(session.userName, id, values, series))
  return { id, version: 1, occurrence: series.startLocal }
}

const invitationNotice = (name: string, id: Id, { title, place }: AgendaValues, series: Series) => ({
  name,
  title,
  content: [whenWords(series), place].filter(Boolean).join(' · '),
  link: eventLink(id),
})

type AgendaSaveInput = AgendaValues & {
  id: Id
  version: number
  scope: Scope
  occurrence?: Minute | undefined
  confirmed?: boolean | undefined
}

const update = async (
  call: SignedIn,
  { id, version, scope, occurrence, confirmed = false, ...values }: AgendaSaveInput,
): Promise<SavedEvent> => {
  const event = await ownEvent(call, id, version)
  const workdays = await workCalendarOf(call.tx)
  if (scope === 'all' || event.rule === null) return updateAll(call, event, { values, isConfirmed: confirmed, workdays })
  const cut = requireOccurrence(event, occurrence, workdays)
  if (scope === 'one') return updateOne(call, event, { cut, values, workdays })
  return cut === event.startLocal
    ? updateAll(call, event, { values, isConfirmed: confirmed, workdays })
    : updateFollowing(call, event, { cut, asked: values, isConfirmed: confirmed, workdays })
}

/** The wall clock that was named, where the event has such a time. */
const requireOccurrence = (event: Event, occurrence: Minute | undefined, workdays: Workdays): Minute => {
  if (occurrence === undefined || !isGiven(event, occurrence, workdays))
    return refuse('agenda.noSuchTime', '这一次日程已不存在，请刷新后重试')
  return occurrence
}

const updateOne = async (
  call: SignedIn,
  event: Event,
  { cut, values, workdays }: { readonly cut: Minute; readonly values: AgendaValues; readonly workdays: Workdays },
): Promise<SavedEvent> => {
  const { tx, session } = call
  const { title, place, point, notes, startLocal, minutes } = values
  if (!isShown(startLocal, event.zone)) refuse('agenda.noSuchMinute', '所选时区的时钟当天会跳过这个时间，请换一个时间')
  if (event.allDay && (!startLocal.endsWith('00:00') || minutes % 1440 !== 0)) refuse('agenda.wholeDays', '全天日程应从0点开始，按整天计算')
  const before = event.exceptions.find((exception) => exception.occurrence === cut)
  const was = saidAt(event, occurrenceOf(event, cut, before?.changes))
  const usual = { ...saidAt(event, occurrenceOf<EventChanges>(event, cut, undefined)) }
  const sentFields = { title, place, point, notes, startLocal, minutes }
  const changes = Object.fromEntries(
    Object.entries(sentFields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key as keyof EventChanges])),
  ) as EventChanges
  const otherExceptions = event.exceptions.filter((exception) => exception.occurrence !== cut)
  const exceptions =
    Object.keys(changes).length === 0 ? otherExceptions : [...otherExceptions, { occurrence: cut, cancelled: false, changes }]
  const timeMoves = startLocal !== was.startLocal || minutes !== was.minutes
  await dropExceptions(tx, event.id, [cut])
  await putExceptions(
    tx,
    event.id,
    exceptions.filter((exception) => exception.occurrence === cut),
  )
  if (timeMoves) await askAgain(tx, event.id, cut)
  const version = await rewrite(tx, { id: event.id, values: valuesOf(event), series: event, exceptions, workdays })
  await finish(tx, event.id, workdays)
  await tellChanged(
    tx,
    invitedUids(event),
    { time: timeMoves || before?.cancelled === true, place: place !== was.place, title: title !== was.title, notes: notes !== was.notes },
    {
      name: session.userName,
      title,
      link: eventLink(event.id, cut),
      content: changeWords({ ...event, ...was }, { ...event, ...sentFields }),
    },
  )
  return { id: event.id, version, occurrence: cut }
}

/** What was said to one time holds no longer: everyone is asked anew about it. */
const askAgain = (tx: Tx, id: Id, occurrence: Minute): Promise<unknown> =>
  tx.query(
    `insert into agenda_attendee (org_id, event_id, uid, occurrence, answer)
     select a.org_id, a.event_id, a.uid, $3, 'none' from agenda_attendee a where a.org_id = $1 and a.event_id = $2 and a.occurrence = ''
     on conflict (org_id, event_id, uid, occurrence) do update set answer = 'none', comment = '', answered_at = null`,
    [tx.orgId, id, occurrence],
  )

/** "11-23 09:00–10:00 → 11-24 10:00–11:00 · 会议室". */
const changeWords = (before: Series & { place: string }, after: Series & { place: string }): string => {
  const [was, is] = [whenWords(before), whenWords(after)]
  const place = before.place === after.place ? after.place : [before.place, after.place].filter(Boolean).join(' → ')
  return [was === is ? is : `${was} → ${is}`, place].filter(Boolean).join(' · ')
}

/** Refuses where single changes would be lost and no one has said that they may. */
const requireConfirmed = (lost: readonly Exception<EventChanges>[], isConfirmed: boolean): void => {
  if (lost.length > 0 && !isConfirmed)
    refuse(
      'agenda.exceptionsLost',
      '有{n}次单独修改或取消的日程不再符合新的规则，保存后将不再保留：{days}',
      {
        n: lost.length,
        days: lost
          .map(({ occurrence }) => occurrence.slice(0, 10))
          .slice(0, 10)
          .join(', '),
      },
      lost.map(({ occurrence, cancelled }) => ({ occurrence, cancelled })),
    )
}

const movesTime = (event: Event, series: Series, from: Minute, to: Minute): boolean =>
  from !== to ||
  series.minutes !== event.minutes ||
  series.allDay !== event.allDay ||
  series.zone !== event.zone ||
  !isSameRule(series.rule, event.rule)

const updateAll = async (
  call: SignedIn,
  event: Event,
  { values, isConfirmed, workdays }: { readonly values: AgendaValues; readonly isConfirmed: boolean; readonly workdays: Workdays },
): Promise<SavedEvent> => {
  const { tx, session } = call
  const { id } = event
  const series = seriesOf(values, workdays)
  const people = await requireInvitable(tx, event.uid, values.attendees, invitedUids(event))
  const { kept, lost } = carryExceptions(event.exceptions, { was: event.startLocal, becomes: values.startLocal }, series, workdays)
  requireConfirmed(lost, isConfirmed)
  const timeMoves = movesTime(event, series, event.startLocal, values.startLocal)
  const [before, fresh, removedUids] = compareAttendees(invitedUids(event), people)
  await dropExceptions(
    tx,
    id,
    event.exceptions.map(({ occurrence }) => occurrence),
  )
  await putExceptions(tx, id, kept)
  await uninvite(tx, id, removedUids)
  await invite(tx, id, fresh)
  if (timeMoves) await resetAnswers(tx, id)
  const version = await rewrite(tx, { id, values, series, exceptions: kept, workdays })
  await finish(tx, id, workdays, removedUids)
  if (!isOver(tx, series, kept, workdays))
    await tellAll(call, { id, event, values, series, timeMoves, before, fresh, gone: removedUids, name: session.userName })
  return { id, version, occurrence: series.startLocal }
}

/** Who stays, who comes, who goes. */
const compareAttendees = (before: readonly Id[], after: readonly Id[]): [stay: Id[], come: Id[], go: Id[]] => [
  after.filter((uid) => before.includes(uid)),
  after.filter((uid) => !before.includes(uid)),
  before.filter((uid) => !after.includes(uid)),
]

type EventChange = {
  id: Id
  event: Event
  values: AgendaValues
  series: Series
  timeMoves: boolean
  before: readonly Id[]
  fresh: readonly Id[]
  gone: readonly Id[]
  name: string
}

const tellAll = async (
  { tx }: SignedIn,
  { id, event, values, series, timeMoves, before, fresh, gone, name }: EventChange,
): Promise<void> => {
  await tellInvited(tx, fresh, invitationNotice(name, id, values, series))
  await tellUninvited(tx, gone, { name, title: event.title })
  await tellChanged(
    tx,
    before,
    { time: timeMoves, place: values.place !== event.place, title: values.title !== event.title, notes: values.notes !== event.notes },
    { name, title: values.title, link: eventLink(id), content: changeWords(event, { ...series, place: values.place }) },
  )
}

/** Another time or rule: no one has said anything to it yet. */
const resetAnswers = async (tx: Tx, id: Id): Promise<void> => {
  await tx.query(`delete from agenda_attendee where org_id = $1 and event_id = $2 and occurrence <> ''`, [tx.orgId, id])
  await tx.query(`update agenda_attendee set answer = 'none', comment = '', answered_at = null where org_id = $1 and event_id = $2`, [
    tx.orgId,
    id,
  ])
}

type UpdateFollowingInput = {
  readonly cut: Minute
  readonly asked: AgendaValues
  readonly isConfirmed: boolean
  readonly workdays: Workdays
}

const updateFollowing = async (
  call: SignedIn,
  event: Event,
  { cut, asked, isConfirmed, workdays }: UpdateFollowingInput,
): Promise<SavedEvent> => {
  const { tx, session } = call
  const { before, after } = splitAt({ ...event, rule: assertDefined(event.rule, 'the rule of a series') }, cut, workdays)
  // The count is that of the whole series as long as no one has said another one.
  const rule = isSameRule(asked.rule, event.rule) ? after : asked.rule
  const values = { ...asked, rule }
  const series = seriesOf(values, workdays)
  const id = newId()
  const people = await requireInvitable(tx, event.uid, values.attendees, invitedUids(event))
  const [earlier, laterExceptions] = [
    event.exceptions.filter(({ occurrence }) => occurrence < cut),
    event.exceptions.filter(({ occurrence }) => occurrence >= cut),
  ]
  const { kept, lost } = carryExceptions(laterExceptions, { was: cut, becomes: values.startLocal }, series, workdays)
  requireConfirmed(lost, isConfirmed)
  const timeMoves = movesTime({ ...event, rule: after }, series, cut, values.startLocal)
  const endedEvent = { ...event, rule: before }
  await insert(call, { id, values, series, exceptions: kept, workdays, splitFrom: event.id })
  await putExceptions(tx, id, kept)
  await dropExceptions(
    tx,
    event.id,
    laterExceptions.map(({ occurrence }) => occurrence),
  )
  await invite(tx, id, people)
  if (!timeMoves) await takeAnswersAlong(tx, event.id, id, cut)
  await tx.query(`delete from agenda_attendee where org_id = $1 and event_id = $2 and occurrence >= $3`, [tx.orgId, event.id, cut])
  await rewrite(tx, { id: event.id, values: { ...valuesOf(event), rule: before }, series: endedEvent, exceptions: earlier, workdays })
  await finish(tx, event.id, workdays)
  await finish(tx, id, workdays)
  const [stay, fresh, removedUids] = compareAttendees(invitedUids(event), people)
  if (!isOver(tx, series, kept, workdays))
    await tellAll(call, {
      id,
      values,
      series,
      timeMoves,
      before: stay,
      fresh,
      gone: removedUids,
      name: session.userName,
      event: { ...event, startLocal: cut },
    })
  return { id, version: 1, occurrence: series.startLocal }
}

/** What people said to the series, and to the times from `cut` on, they have said to the new one as well. */
const takeAnswersAlong = async (tx: Tx, from: Id, to: Id, cut: Minute): Promise<void> => {
  await tx.query(
    `insert into agenda_attendee (org_id, event_id, uid, occurrence, answer, comment, answered_at)
     select a.org_id, $3::bigint, a.uid, a.occurrence, a.answer, a.comment, a.answered_at from agenda_attendee a
     where a.org_id = $1 and a.event_id = $2 and (a.occurrence = '' or a.occurrence >= $4)
       and exists (select from agenda_attendee n where n.org_id = $1 and n.event_id = $3 and n.uid = a.uid and n.occurrence = '')
     on conflict (org_id, event_id, uid, occurrence) do update
     set answer = excluded.answer, comment = excluded.comment, answered_at = excluded.answered_at`,
    [tx.orgId, from, to, cut],
  )
}

const remove = async (
  call: SignedIn,
  { id, version, scope, occurrence }: { id: Id; version: number; scope: Scope; occurrence?: Minute | undefined },
): Promise<{ deleted: boolean }> => {
  const { tx, session } = call
  const event = await ownEvent(call, id, version)
  const workdays = await workCalendarOf(tx)
  const cut = scope === 'all' || event.rule === null ? undefined : requireOccurrence(event, occurrence, workdays)
  if (cut === undefined || (scope === 'following' && cut === event.startLocal)) await removeAll(tx, event)
  else if (scope === 'one') await cancelOne(tx, event, cut, workdays)
  else {
    const { before } = splitAt({ ...event, rule: assertDefined(event.rule, 'the rule of a series') }, cut, workdays)
    const earlier = event.exceptions.filter(({ occurrence: each }) => each < cut)
    await dropExceptions(
      tx,
      id,
      event.exceptions.map(({ occurrence: each }) => each).filter((occurrence) => occurrence >= cut),
    )
    await rewrite(tx, {
      id,
      values: { ...valuesOf(event), rule: before },
      series: { ...event, rule: before },
      exceptions: earlier,
      workdays,
    })
    await finish(tx, id, workdays)
  }
  const changes = cut === undefined ? undefined : event.exceptions.find((exception) => exception.occurrence === cut)?.changes
  const content = saidAt(event, occurrenceOf(event, cut ?? event.startLocal, changes))
  if (!isOver(tx, event, event.exceptions, workdays))
    await tellCancelled(tx, invitedUids(event), {
      name: session.userName,
      title: content.title,
      content: whenWords({ ...event, ...content }),
      ...(cut !== undefined && { link: eventLink(id, cut) }),
    })
  return { deleted: true }
}

const removeAll = async (tx: Tx, event: Event): Promise<void> => {
  await tx.query('update agenda_event set deleted_at = $3, updated_at = $3, version = version + 1 where org_id = $1 and id = $2', [
    tx.orgId,
    event.id,
    new Date(tx.now()).toISOString(),
  ])
  await dropReminders(tx, event)
  await announceAgenda(tx, [event.uid, ...invitedUids(event)])
}

const cancelOne = async (tx: Tx, event: Event, cut: Minute, workdays: Workdays): Promise<void> => {
  const changes = event.exceptions.find((exception) => exception.occurrence === cut)?.changes ?? {}
  const cancellation = { occurrence: cut, cancelled: true, changes }
  await putExceptions(tx, event.id, [cancellation])
  const exceptions = [...event.exceptions.filter((exception) => exception.occurrence !== cut), cancellation]
  await rewrite(tx, { id: event.id, values: valuesOf(event), series: event, exceptions, workdays })
  await finish(tx, event.id, workdays)
}

/** A cancelled time comes back as it was changed before; a changed one as the series says. */
const restore = async (
  call: SignedIn,
  { id, version, occurrence }: { id: Id; version: number; occurrence: Minute },
): Promise<SavedEvent> => {
  const { tx, session } = call
  const event = await ownEvent(call, id, version)
  const workdays = await workCalendarOf(tx)
  const cut = requireOccurrence(event, occurrence, workdays)
  const was = event.exceptions.find((exception) => exception.occurrence === cut)
  if (!was) return { id, version: event.version, occurrence: cut }
  const isChanged = was.cancelled && Object.keys(was.changes).length > 0
  const otherExceptions = event.exceptions.filter((exception) => exception.occurrence !== cut)
  const exceptions = isChanged ? [...otherExceptions, { ...was, cancelled: false }] : otherExceptions
  await dropExceptions(tx, id, [cut])
  await putExceptions(
    tx,
    id,
    exceptions.filter((exception) => exception.occurrence === cut),
  )
  if (was.changes.startLocal !== undefined && !was.cancelled) await askAgain(tx, id, cut)
  const next = await rewrite(tx, { id, values: valuesOf(event), series: event, exceptions, workdays })
  await finish(tx, id, workdays)
  const content = saidAt(event, occurrenceOf(event, cut, isChanged ? was.changes : undefined))
  await tellChanged(
    tx,
    invitedUids(event),
    { time: true, place: false, title: false, notes: false },
    { name: session.userName, title: content.title, link: eventLink(id, cut), content: whenWords({ ...event, ...content }) },
  )
  return { id, version: next, occurrence: cut }
}

type AnswerInput = { id: Id; occurrence?: Minute | undefined; answer: 'accepted' | 'declined' | 'tentative'; comment?: string | undefined }

const answer = async ({ tx, session }: SignedIn, { id, occurrence, answer: reply, comment = '' }: AnswerInput) => {
  await lockEvent(tx, id)
  const event = await eventFor(tx, id, session.uid)
  if (event.uid === session.uid) refuse('agenda.ownAnswer', '自己发起的日程不需要答复')
  const workdays = await workCalendarOf(tx)
  const occurrenceKey = occurrence === undefined || event.rule === null ? '' : requireOccurrence(event, occurrence, workdays)
  // The person who answers to the whole series has answered to each time of it.
  if (occurrenceKey === '')
    await tx.query(`delete from agenda_attendee where org_id = $1 and event_id = $2 and uid = $3 and occurrence <> ''`, [
      tx.orgId,
      id,
      session.uid,
    ])
  await tx.query(
    `insert into agenda_attendee as a (org_id, event_id, uid, occurrence, answer, comment, answered_at)
     select e.org_id, e.id, $3, $4, $5, $6, $7 from agenda_event e where e.org_id = $1 and e.id = $2
     on conflict (org_id, event_id, uid, occurrence) do update
     set answer = excluded.answer, comment = excluded.comment, answered_at = excluded.answered_at`,
    [tx.orgId, id, session.uid, occurrenceKey, reply, comment, new Date(tx.now()).toISOString()],
  )
  await finish(tx, id, workdays)
  const changes = event.exceptions.find((exception) => exception.occurrence === occurrenceKey)?.changes
  const { title, ...when } = saidAt(event, occurrenceOf(event, occurrenceKey === '' ? event.startLocal : occurrenceKey, changes))
  await tellAnswered(tx, event.uid, reply, {
    name: session.userName,
    title,
    content: [occurrenceKey === '' ? '' : whenWords({ ...event, ...when }), comment].filter(Boolean).join(' · '),
    link: eventLink(id, occurrenceKey === '' ? undefined : occurrenceKey),
  })
  return { answer: reply }
}

export const writingHandlers: readonly Handler[] = [
  handle(calls.save, save),
  handle(calls.update, update),
  handle(calls.delete, remove),
  handle(calls.restore, restore),
  handle(calls.answer, answer),
]
