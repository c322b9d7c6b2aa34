import { isDeepStrictEqual } from 'node:util'
import { firstOf } from '../../kernel/assert.ts'
import { dayAt, type Moment } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { RefusalError, refusal, refuse } from '../../kernel/refusal.ts'
import type { Form } from '../../domain/approval/form/form.ts'
import type { FormDesign } from '../../domain/approval/form/formDesign.ts'
import { factsIn, carryFacts } from '../../domain/approval/form/formFacts.ts'
import { readForm } from '../../domain/approval/form/formReading.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { LogInput, WorkItem } from '../../domain/worklog/operations.ts'
import { dueAt } from '../../domain/worklog/due.ts'
import { spanOf } from '../../domain/worklog/period.ts'
import { beginningOf, textsWritten } from '../../domain/worklog/text.ts'
import { publishedDesign } from '../approval/form/designs.ts'
import { filePathsIn, requireFormReferences, requireOwnFiles } from '../approval/form/work.ts'
import { closeFiles } from '../files/scope.ts'
import { actorOf } from '../approval/form/actor.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import type { SignedIn } from '../call.ts'
import { loadFormFacts } from '../approval/form/facts.ts'
import { requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { settleNotices } from '../messaging/collective.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'
import { searchTextOf } from '../search/searchText.ts'
import { NotFound } from '../httpError.ts'
import { activeAmong, headOver } from './people.ts'
import { type StoredTemplate, templateToWriteWith } from './templates.ts'
import pg from 'pg'

type LogWrite = LogInput

/** A log as it is stored. */
export type StoredLog = {
  id: Id
  uid: Id
  template_id: Id
  form_key: string
  form_version: number
  period_key: string
  period_from: string
  period_to: string
  form: Form
  work: WorkItem[]
  summary: string
  state: 'draft' | 'sent'
  sent_at: Moment | null
  edited_at: Moment | null
  late: boolean
  version: number
  updated_at: Moment
}

/** What is selected of a log `e`. */
export const logColumns = `e.id, e.uid, e.template_id, e.form_key, e.form_version, e.period_key, e.period_from, e.period_to, e.form, e.work,
  e.summary, e.state, e.sent_at, e.edited_at, e.late, e.version, e.updated_at`

/** A log of a person, `locked`; one that is not his is not there. */
const ownLog = async (tx: Tx, id: Id, uid: Id): Promise<StoredLog | undefined> => {
  const [row] = await tx.query<StoredLog>(`select ${logColumns} from log_entry e where e.org_id = $1 and e.id = $2 for update`, [
    tx.orgId,
    id,
  ])
  if (row && row.uid !== uid) throw new NotFound()
  return row
}

/** Keeps what is written so far. What could never be handed in is refused. */
export const saveDraft = async (call: SignedIn, logWrite: LogWrite): Promise<{ id: Id; version: number }> => {
  const before = await ownLog(call.tx, logWrite.id, call.session.uid)
  if (before?.state === 'sent') refuse('worklog.sent', '这篇日志已经提交')
  const { version } = await write(call, logWrite, before, 'draft')
  return { id: logWrite.id, version }
}

/** Hands a log in: the person who gets it is told. Handed in already with the same text, it says so again; another text changes it. */
export const sendLog = async (call: SignedIn, logWrite: LogWrite): Promise<{ id: Id; version: number; late: boolean }> => {
  const { tx, session, at } = call
  const before = await ownLog(tx, logWrite.id, session.uid)
  if (before?.state === 'sent') {
    const { version } = (await isSameText(tx, before, logWrite)) ? before : await updateLog(call, logWrite)
    return { id: before.id, version, late: before.late }
  }
  const { template, version, periodKey } = await write(call, logWrite, before, 'submitting')
  const span = spanOf(template.period, periodKey)
  const until = span && dueAt(template.due, span, await workCalendarOf(tx))
  const late = until !== undefined && at > until
  await tx.query(`update log_entry set state = 'sent', sent_at = $3, late = $4 where org_id = $1 and id = $2`, [
    tx.orgId,
    logWrite.id,
    new Date(at).toISOString(),
    late,
  ])
  await handOut(call, template, logWrite, periodKey)
  return { id: logWrite.id, version, late }
}

/** Whether a log says what was written in it: a device that sends an older draft would otherwise hear that its text was handed in. */
const isSameText = async (tx: Tx, { form_key, form_version, form: storedForm }: StoredLog, { form }: LogWrite): Promise<boolean> => {
  const { values } = readForm(await publishedDesign(tx, form_key, form_version), form, 'draft')
  return isDeepStrictEqual(JSON.parse(JSON.stringify(values)), storedForm)
}

/** Changes a log that was handed in; those who have it see that it changed, and the person who it goes to besides is told. */
export const updateLog = async (call: SignedIn, logWrite: LogWrite): Promise<{ id: Id; version: number }> => {
  const { tx, session, at } = call
  const before = await ownLog(tx, logWrite.id, session.uid)
  if (!before) throw new NotFound()
  if (before.state === 'draft') return saveDraft(call, logWrite)
  const { template, version, periodKey } = await write(call, logWrite, before, 'submitting')
  await tx.query('update log_entry set edited_at = $3 where org_id = $1 and id = $2', [tx.orgId, logWrite.id, new Date(at).toISOString()])
  await handOut(call, template, logWrite, periodKey)
  return { id: logWrite.id, version }
}

/** Takes away a draft, or a log that no one has read. */
export const deleteLog = async ({ tx, session }: SignedIn, id: Id): Promise<boolean> => {
  const before = await ownLog(tx, id, session.uid)
  if (!before) return false
  const readers = await tx.query<{ uid: Id; read: boolean }>(
    'select uid, read_at is not null as read from log_receiver where org_id = $1 and entry_id = $2',
    [tx.orgId, id],
  )
  if (readers.some(({ read }) => read)) refuse('worklog.read', '已有人读过这篇日志，不能删除，可以修改')
  await tx.query('delete from log_entry where org_id = $1 and id = $2', [tx.orgId, id])
  const uids = readers.map(({ uid }) => uid)
  await settleNotices(tx, uids, [id], unreadLogs)
  await announceLog(tx, id, uids)
  return true
}

const logNotice = 'worklog'

/** What notices of logs count: the logs of a receiver that are not read. */
export const unreadLogs = {
  kinds: [logNotice],
  open: 'from log_receiver r where r.org_id = $1 and r.uid = o.uid and r.read_at is null and r.entry_id <> all ($3::bigint[])',
}

/** Says on open screens that a log changed. */
export const announceLog = (tx: Tx, id: Id, uids: readonly Id[]): Promise<void> =>
  announce(tx, { topic: 'worklog', key: id, body: { uids } })

/** Writes what a person filled in, checked as far as `stage` asks. */
const write = async (
  { tx, session, at }: SignedIn,
  { id, templateId, periodKey, version, form, work }: LogWrite,
  before: StoredLog | undefined,
  stage: 'draft' | 'submitting',
): Promise<{ template: StoredTemplate; version: number; periodKey: string }> => {
  requireUnchanged('日志', version, before?.version ?? 0)
  if (before && before.template_id !== templateId) throw new NotFound()
  const template = await templateToWriteWith(tx, templateId, session.uid)
  const key = template.period === 'none' ? '' : periodKey
  const span = template.period === 'none' ? { from: dayAt(at), to: dayAt(at) } : spanOf(template.period, key)
  if (!span) return refuse('worklog.period', '周期有误')
  if (span.from > dayAt(at)) refuse('worklog.future', '还没有到这一期')
  const formVersion = before?.state === 'sent' ? before.form_version : template.form_version
  const design = await publishedDesign(tx, template.form_key, formVersion)
  const facts = await loadFormFacts(tx, design, form, before ? factsIn(before.form) : {})
  const { values, problems } = readForm(design, carryFacts(form, facts), stage)
  const [first] = problems
  if (first) throw new RefusalError(refusal('incomplete', first.words, first.params), problems)
  const previousValues = before ? readForm(design, before.form, 'draft').values : {}
  await Promise.all([
    requireOwnFiles(tx, session.uid, design, { values, before: previousValues }),
    stage === 'submitting' && requireFormReferences(tx, design, { before: previousValues, after: values, actor: actorOf(session) }),
  ])
  const versionRows = await tx
    .query<{ version: number }>(
      `insert into log_entry as e (org_id, id, uid, template_id, form_key, form_version, period_key, period_from, period_to, form, work, summary, search, state, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'draft', $14)
     on conflict (org_id, id) do update set form_version = excluded.form_version, period_key = excluded.period_key, period_from = excluded.period_from,
       period_to = excluded.period_to, form = excluded.form, work = excluded.work, summary = excluded.summary, search = excluded.search,
       version = e.version + 1, updated_at = excluded.updated_at
     returning e.version`,
      [
        tx.orgId,
        id,
        session.uid,
        templateId,
        template.form_key,
        formVersion,
        key,
        span.from,
        span.to,
        values,
        JSON.stringify(work),
        beginningOf(design, values, template.done_field),
        searchTextOf([session.userName, template.name, ...textsWritten(design, values)]),
        new Date(at).toISOString(),
      ],
    )
    .catch((error: unknown) => refuseSecond(error, template.name))
  await closeFiles(tx, filePathsIn(design, values), { noun: 'worklog', id })
  return { template, version: firstOf(versionRows).version, periodKey: key }
}

/** There is one log of a person for a period: the second device finds the first one's. */
const refuseSecond = (error: unknown, name: string): never => {
  if (error instanceof pg.DatabaseError && error.code === '23505' && error.constraint?.endsWith('_period'))
    return refuse('worklog.exists', '这一期的“{template}”已经在写了，请打开那一篇', { template: name })
  throw error
}

/** Gives a log to everyone who is to have it, and tells those who had not. */
const handOut = async (
  { tx, session }: SignedIn,
  template: StoredTemplate,
  { id, receivers }: LogWrite,
  periodKey: string,
): Promise<void> => {
  const head = template.to_head ? await headOver(tx, session.uid) : undefined
  const fixedUids = await activeAmong(
    tx,
    [...template.receivers, ...(head ? [head] : [])].filter((uid) => uid !== session.uid),
  )
  const chosenUids = (await activeAmong(tx, receivers)).filter((uid) => uid !== session.uid && !fixedUids.includes(uid))
  const all = [...fixedUids, ...chosenUids]
  if (all.length === 0) refuse('worklog.nobody', '请选择发给谁')
  const former = await tx.query<{ uid: Id }>(
    'delete from log_receiver where org_id = $1 and entry_id = $2 and not (uid = any ($3::bigint[])) returning uid',
    [tx.orgId, id, all],
  )
  if (former.length > 0)
    await settleNotices(
      tx,
      former.map(({ uid }) => uid),
      [id],
      unreadLogs,
    )
  const fresh = await tx.query<{ uid: Id }>(
    `insert into log_receiver as new_row (org_id, entry_id, uid, fixed)
     select o.org_id, $2, u.uid, u.uid = any ($4::bigint[]) from organisation o cross join unnest($3::bigint[]) as u (uid) where o.org_id = $1
     on conflict (org_id, entry_id, uid) do nothing returning new_row.uid`,
    [tx.orgId, id, all, fixedUids],
  )
  await notify(tx, {
    uids: fresh.map(({ uid }) => uid),
    msgType: messageTypes.notify,
    category: 'worklog',
    title: periodKey === '' ? '{name}提交了{template}' : '{name}提交了{template}（{period}）',
    params: { name: session.userName, template: template.name, period: periodKey },
    link: `/pages/mylog/logdetail?id=${id}`,
    merge: { kind: logNotice, about: id, crowd: { from: 5, title: '您有 {n} 篇新的工作日志', link: '/pages/mylog/myloglist?view=toMe' } },
  })
  await announceLog(tx, id, [...all, session.uid])
}

/** The design that a stored log was written with. */
export const designOfLog = (tx: Tx, { form_key, form_version }: Pick<StoredLog, 'form_key' | 'form_version'>): Promise<FormDesign> =>
  publishedDesign(tx, form_key, form_version)
