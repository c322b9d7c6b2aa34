import { assertDefined } from '../../kernel/assert.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { readForm } from '../../domain/approval/form/formReading.ts'
import { type Form, valuesAt } from '../../domain/approval/form/form.ts'
import type { Log, LogListing, LogRow } from '../../domain/worklog/operations.ts'
import { dueAt } from '../../domain/worklog/due.ts'
import { type LogPeriod, periodOf, periodsWithin, type Span, spanOf } from '../../domain/worklog/period.ts'
import { standingOf } from '../../domain/worklog/standing.ts'
import { formNames } from '../approval/form/work.ts'
import { publishedDesign } from '../approval/form/designs.ts'
import { peopleOf } from '../approval/process/lists.ts'
import type { Session, SignedIn } from '../call.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { countLimit, pageFor, partOf } from '../page.ts'
import { likePattern } from '../search/searchText.ts'
import { NotFound } from '../httpError.ts'
import { awayDaysOf } from './awayDays.ts'
import { designOfLog, logColumns, type StoredLog } from './logs.ts'
import { commentsOf } from './comments.ts'
import { departmentsBelow } from './people.ts'
import { listTemplates, templateToWriteWith } from './templates.ts'

type ListedLog = StoredLog & {
  seq: string
  read: boolean
  name: string
  period: LogPeriod
  department: string | null
  read_count: number
  receiver_count: number
  comment_count: number
  like_count: number
}

const looks = `${logColumns}, t.name, t.period, d.dept_name as department,
  (select count(*)::int from log_receiver x where x.org_id = $1 and x.entry_id = e.id and x.read_at is not null) as read_count,
  (select count(*)::int from log_receiver x where x.org_id = $1 and x.entry_id = e.id) as receiver_count,
  (select count(*)::int from log_comment x where x.org_id = $1 and x.entry_id = e.id and x.deleted_at is null) as comment_count,
  (select count(*)::int from log_like x where x.org_id = $1 and x.entry_id = e.id) as like_count`
const joins = `join log_template t on t.org_id = $1 and t.id = e.template_id join person p on p.org_id = $1 and p.id = e.uid
  left join department d on d.org_id = $1 and d.id = p.dept_id`

/** $3 template, $4 and $5 days, $6 words. */
const filterText = `($3::bigint is null or e.template_id = $3) and ($4::date is null or e.period_to >= $4) and ($5::date is null or e.period_from <= $5)
  and ($6::text is null or e.search like $6)`
/** $7 author, $8 departments, $9 only those not read. */
const fromOthers = `($7::bigint is null or e.uid = $7)
  and ($8::bigint is null or exists (select from person q where q.org_id = $1 and q.id = e.uid and q.dept_id in (
     with recursive below as (${departmentsBelow('array[$8::bigint]')}) select b.id from below b)))
  and (not $9 or r.read_at is null)`

/** The logs that a person wrote, or that were sent to him, the last ones first. */
export const listLogs = async (tx: Tx, uid: Id, input: LogListing) => {
  const part = partOf(input)
  const filterValues = [
    tx.orgId,
    uid,
    input.templateId ?? null,
    input.from ?? null,
    input.to ?? null,
    input.likeQuery ? likePattern(input.likeQuery) : null,
  ]
  const page = [part.after ?? newest, part.pageSize, part.offset]
  const personFilter = [input.uid ?? null, input.deptId ?? null, input.unread ?? false]
  const [rows, { n }] = await Promise.all(
    input.view === 'mine'
      ? [
          tx.query<ListedLog>(
            `select e.seq, true as read, ${looks} from log_entry e ${joins}
             where e.org_id = $1 and e.uid = $2 and ${filterText} and e.seq < $7 order by e.seq desc limit $8 offset $9`,
            [...filterValues, ...page],
          ),
          onlyRow(
            tx.query<{ n: number }>(
              `select count(*)::int as n from (select from log_entry e where e.org_id = $1 and e.uid = $2 and ${filterText} limit ${countLimit + 1}) c`,
              filterValues,
            ),
          ),
        ]
      : [
          tx.query<ListedLog>(
            `select r.seq, r.read_at is not null as read, ${looks}
             from log_receiver r join log_entry e on e.org_id = $1 and e.id = r.entry_id ${joins}
             where r.org_id = $1 and r.uid = $2 and ${filterText} and ${fromOthers} and r.seq < $10 order by r.seq desc limit $11 offset $12`,
            [...filterValues, ...personFilter, ...page],
          ),
          onlyRow(
            tx.query<{ n: number }>(
              `select count(*)::int as n from (
                 select from log_receiver r join log_entry e on e.org_id = $1 and e.id = r.entry_id
                 where r.org_id = $1 and r.uid = $2 and ${filterText} and ${fromOthers} limit ${countLimit + 1}) c`,
              [...filterValues, ...personFilter],
            ),
          ),
        ],
  )
  return pageFor(part, await rowsOf(tx, rows), n, { limit: countLimit, place: (options) => rows[options]?.seq })
}

const newest = '9223372036854775807'

const rowsOf = async (tx: Tx, rows: readonly ListedLog[]): Promise<LogRow[]> => {
  const people = await peopleOf(
    tx,
    rows.map(({ uid }) => uid),
  )
  return rows.map((row) => ({
    id: row.id,
    template: { id: row.template_id, name: row.name, period: row.period },
    author: people(row.uid),
    departmentName: row.department ?? '',
    periodKey: row.period_key,
    state: row.state,
    sentAt: row.sent_at,
    late: row.late,
    editedAt: row.edited_at,
    updatedAt: row.updated_at,
    summary: row.summary,
    read: row.read,
    readCount: row.read_count,
    receiverCount: row.receiver_count,
    commentCount: row.comment_count,
    likeCount: row.like_count,
  }))
}

/** The logs among these that the session's person wrote or was sent. */
export const logsReadBy = async (tx: Tx, { uid }: Pick<Session, 'uid'>, ids: readonly Id[]): Promise<ReadonlySet<Id>> => {
  const rows = await tx.query<{ id: Id }>(
    `select e.id from log_entry e where e.org_id = $1 and e.id = any ($3::bigint[])
       and (e.uid = $2 or exists (select from log_receiver r where r.org_id = $1 and r.entry_id = e.id and r.uid = $2))`,
    [tx.orgId, uid, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A log for its author, or for one who it was sent to; for everyone else it is not there. */
export const logInfo = async (tx: Tx, uid: Id, id: Id): Promise<Log> => {
  const [row] = await tx.query<ListedLog>(
    `select e.seq, e.uid = $2 or exists (select from log_receiver r where r.org_id = $1 and r.entry_id = e.id and r.uid = $2 and r.read_at is not null) as read,
       ${looks}
     from log_entry e ${joins}
     where e.org_id = $1 and e.id = $3
       and (e.uid = $2 or exists (select from log_receiver r where r.org_id = $1 and r.entry_id = e.id and r.uid = $2))`,
    [tx.orgId, uid, id],
  )
  if (!row) throw new NotFound()
  const design = await designOfLog(tx, row)
  const { values } = readForm(design, row.form, 'draft')
  const [[log], names, receivers, likes, comments] = await Promise.all([
    rowsOf(tx, [row]),
    formNames(tx, design, values),
    tx.query<{ uid: Id; read_at: string | null; fixed: boolean }>(
      'select uid, read_at, fixed from log_receiver where org_id = $1 and entry_id = $2 order by seq',
      [tx.orgId, id],
    ),
    tx.query<{ uid: Id }>('select uid from log_like where org_id = $1 and entry_id = $2 order by at', [tx.orgId, id]),
    commentsOf(tx, uid, id),
  ])
  const people = await peopleOf(
    tx,
    [...receivers, ...likes].map((person) => person.uid),
  )
  const isOwn = row.uid === uid
  return {
    log: assertDefined(log, 'the log'),
    version: row.version,
    design: { ...design },
    values,
    ...names,
    work: row.work,
    receivers: receivers.map((receiver) => ({ ...people(receiver.uid), readAt: receiver.read_at, fixed: receiver.fixed })),
    likes: likes.map((like) => people(like.uid)),
    liked: likes.some((like) => like.uid === uid),
    comments,
    may: {
      edit: isOwn,
      delete: isOwn && (row.state === 'draft' || receivers.every(({ read_at }) => read_at === null)),
      comment: row.state === 'sent',
    },
  }
}

/** What a log of the period of a day begins with. */
export const beginLog = async ({ tx, session, at }: SignedIn, templateId: Id, day = dayAt(at)) => {
  const template = await templateToWriteWith(tx, templateId, session.uid)
  const key = periodOf(template.period, day)
  const span = spanOf(template.period, key)
  const until = span && dueAt(template.due, span, await workCalendarOf(tx))
  const [design, [answer], [existing], [last]] = await Promise.all([
    publishedDesign(tx, template.form_key, template.form_version),
    listTemplates(tx, session).then((list) => list.filter(({ id }) => id === templateId)),
    tx.query<{ id: Id }>(
      `select id from log_entry where org_id = $1 and uid = $2 and template_id = $3 and period_key = $4
         and (period_key <> '' or state = 'draft') order by seq desc limit 1`,
      [tx.orgId, session.uid, templateId, key],
    ),
    tx.query<{ id: Id; form: Form; form_version: number; form_key: string }>(
      `select id, form, form_key, form_version from log_entry
       where org_id = $1 and uid = $2 and template_id = $3 and state = 'sent' and ($4 = '' or period_key <> $4) order by seq desc limit 1`,
      [tx.orgId, session.uid, templateId, key],
    ),
  ])
  const receivers = last
    ? await tx.query<{ uid: Id }>('select uid from log_receiver where org_id = $1 and entry_id = $2 and not fixed order by seq', [
        tx.orgId,
        last.id,
      ])
    : []
  const people = await peopleOf(
    tx,
    receivers.map(({ uid }) => uid),
  )
  const before = last && readForm(await designOfLog(tx, last), last.form, 'draft').values
  return {
    template: assertDefined(answer, 'the template'),
    periodKey: key,
    from: span?.from ?? null,
    to: span?.to ?? null,
    until: until === undefined ? null : new Date(until).toISOString(),
    existing: existing?.id ?? null,
    design: { ...design },
    receivers: receivers.map(({ uid }) => people(uid)),
    planned: before && template.plan_field !== null ? valuesAt(before, template.plan_field).map(String).join('\n') : '',
    last: before ?? {},
  }
}

/** What a person has not handed in of late, and how many logs he has not read. */
export const logCounts = async (call: SignedIn) => {
  const { tx, session, at } = call
  const today = dayAt(at)
  const [{ unread }, owed] = await Promise.all([
    onlyRow(
      tx.query<{ unread: number }>('select count(*)::int as unread from log_receiver where org_id = $1 and uid = $2 and read_at is null', [
        tx.orgId,
        session.uid,
      ]),
    ),
    owedLogs(call, { from: addDays(today, -daysLookedBack), to: today }),
  ])
  const due = owed
    .filter(({ until, late }) => late || until - at < soonMs)
    .map(({ until, ...one }) => ({ ...one, until: new Date(until).toISOString() }))
  return { unread, due }
}

/** A log that a person has to hand in and has not: until when (milliseconds since 1970), and his draft of it. */
type OwedLog = {
  readonly template: { readonly id: Id; readonly name: string; readonly period: LogPeriod }
  readonly periodKey: string
  readonly until: number
  readonly late: boolean
  readonly draftId: Id | null
}

/** What a person has not handed in of the periods that lie within the days, at least with their ends; the first that ends first. */
export const owedLogs = async ({ tx, session, at }: Pick<SignedIn, 'tx' | 'session' | 'at'>, { from, to }: Span): Promise<OwedLog[]> => {
  const [person, templates, own, calendar, stored] = await Promise.all([
    onlyRow(tx.query<{ joined: string }>('select created_at as joined from person where org_id = $1 and id = $2', [tx.orgId, session.uid])),
    listTemplates(tx, session),
    tx.query<{ id: Id; template_id: Id; period_key: string; state: 'draft' | 'sent' }>(
      'select id, template_id, period_key, state from log_entry where org_id = $1 and uid = $2 and period_to >= $3 and period_from <= $4',
      [tx.orgId, session.uid, from, to],
    ),
    workCalendarOf(tx),
    tx.query<{ id: Id; since: string | null }>('select id, since from log_template where org_id = $1', [tx.orgId]),
  ])
  // The month of the first day may have begun before it.
  const away = await awayDaysOf(tx, { from: addDays(from, -31), to: addDays(to, 31) }, calendar, session.uid)
  const owedLogs = templates
    .filter(({ mine, period }) => mine && period !== 'none')
    .flatMap(({ id, name, period, due }) => {
      const since = stored.find((log) => log.id === id)?.since ?? dayAt(at)
      const joinedOn = dayAt(Date.parse(person.joined))
      const writer = { uid: session.uid, joinedOn: joinedOn > since ? joinedOn : since, awayOn: away.get(session.uid) }
      const first = assertDefined(spanOf(period, periodOf(period, from)), 'the span of a period')
      return periodsWithin(period, { from: first.from, to }, periodsAtMost).flatMap(({ key, ...span }): OwedLog[] => {
        const log = own.find((span) => span.template_id === id && span.period_key === key)
        const until = dueAt(due, span, calendar)
        const standing = standingOf(writer, span, log?.state === 'sent' ? { late: false } : undefined, { due, calendar, now: at })
        if (until === undefined || (standing !== 'missing' && standing !== 'open')) return []
        return [{ template: { id, name, period }, periodKey: key, until, late: standing === 'missing', draftId: log?.id ?? null }]
      })
    })
  return owedLogs.toSorted((a, b) => a.until - b.until)
}

const daysLookedBack = 14
/** What ends later is no one's worry yet. */
const soonMs = 36 * 3_600_000
/** More than any span that is looked at has. */
const periodsAtMost = 400
