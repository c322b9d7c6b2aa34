import { createHash } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import type { BulkJob, BulkWork } from '../../domain/bulk/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { thingOf } from '../../domain/records/define.ts'
import { keepsAll } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import type { Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'
import { announce } from '../messaging/outbox.ts'
import { NotFound } from '../httpError.ts'
import type { Noun } from '../../kernel/field.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** The kind of job that goes on with work on many things; its key is the work. */
export const bulkJob = 'bulk'

/** What was asked for: of a change the values, of documents their kind and header. `language` is of the person who asked. */
export type Body = {
  readonly language: 'zh' | 'en'
  readonly changes?: Values
  readonly kind?: string
  readonly header?: Values
  readonly deptId?: Id
  /** Of an undoing: it puts back what another one took back. */
  readonly redoes?: true
}

/** One thing as the work begins with it. */
export type NewItem = {
  readonly id: Id
  readonly version?: number | null
  readonly before?: Values
  readonly after?: Values
  readonly why?: Refusal
}

export type Job = {
  readonly id: Id
  readonly uid: Id
  readonly work: BulkWork
  readonly noun: Noun
  readonly body: Body
  readonly undoes: Id | null
  readonly state: BulkJob['state']
  readonly total: number
  readonly done: number
  readonly failed: number
}

export type Item = {
  readonly no: number
  readonly id: Id
  readonly version: number | null
  readonly before: Values | null
  readonly after: Values | null
}

/** What became of one thing. Words of one that is done say what of it could not be. */
export type Outcome = {
  readonly no: number
  readonly state: 'done' | 'failed'
  readonly before?: Values
  readonly after?: Values
  readonly documentId?: Id
  readonly why?: Refusal
}

const keptDays = 180

type NewJob = Pick<Job, 'id' | 'work' | 'noun' | 'body'> & {
  readonly asked: unknown
  readonly undoes?: Id
  readonly items: () => Promise<readonly NewItem[]>
}

/**
 * Begins a piece of work under the client's id, once: the same again is answered as it stands, another under the same id is refused. What was
 * done long ago is forgotten.
 */
export const begin = async ({ tx, session }: SignedIn, { id, work, noun, body, asked, undoes, items }: NewJob): Promise<void> => {
  const hash = createHash('sha256')
    .update(JSON.stringify([work, noun, asked]))
    .digest('base64url')
  const [knownRow] = await tx.query<{ uid: Id; hash: string }>(
    'select uid, body_hash as hash from bulk_job where org_id = $1 and id = $2 for update',
    [tx.orgId, id],
  )
  if (knownRow) {
    if (knownRow.uid === session.uid && knownRow.hash === hash) return
    refuse('id-used', '编号已用于另一项操作')
  }
  const list = await items()
  await tx.query(`delete from bulk_job where org_id = $1 and uid = $2 and created_at < now() - make_interval(days => ${keptDays})`, [
    tx.orgId,
    session.uid,
  ])
  const failedCount = list.filter(({ why }) => why).length
  const jobRows = await tx.query(
    `insert into bulk_job (org_id, id, uid, work, noun, body, body_hash, undoes, total, failed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning id`,
    [tx.orgId, id, session.uid, work, noun, body, hash, undoes ?? null, list.length, failedCount],
  )
  // Another person was faster by a moment; what he began is found the next time.
  if (jobRows.length === 0) refuse('bulk.begun', '这项操作已经开始')
  await tx.query(
    `insert into bulk_item (org_id, job_id, no, item_id, version, state, before, after, words, params)
     select o.org_id, $2, i.no, i.id, i.version, case when i.words is null then 'waiting' else 'failed' end, i.before, i.after, i.words, i.params
     from organisation o cross join jsonb_to_recordset($3::jsonb) as i (no int, id bigint, version int, before jsonb, after jsonb, words text, params jsonb) where o.org_id = $1`,
    [
      tx.orgId,
      id,
      JSON.stringify(
        list.map(({ why, ...item }, entry) => ({ no: entry + 1, ...item, ...(why && { words: why.words, params: why.params }) })),
      ),
    ],
  )
  await enqueue(tx, { kind: bulkJob, key: id })
}

/** The work with no one else going on with it until the transaction ends; undefined where there is none. */
export const lockJob = async (tx: Tx, id: Id): Promise<Job | undefined> => {
  const [job] = await tx.query<Job>(
    `select id, uid, work, noun, body, undoes, state, total, done, failed from bulk_job where org_id = $1 and id = $2 for update`,
    [tx.orgId, id],
  )
  return job
}

/** The next things that nothing has been done with. */
export const waitingItems = (tx: Tx, id: Id, atMost: number): Promise<Item[]> =>
  tx.query<Item>(
    `select no, item_id as id, version, before, after from bulk_item
     where org_id = $1 and job_id = $2 and state = 'waiting' order by no limit $3`,
    [tx.orgId, id, atMost],
  )

/** Writes down what became of things, once each, and tells the screens of the person who asked. */
export const settle = async (tx: Tx, job: Job, outcomes: readonly Outcome[]): Promise<void> => {
  await tx.query(
    `update bulk_item i set state = o.state, before = o.before, after = o.after, document_id = o."documentId", words = o.words, params = o.params
     from jsonb_to_recordset($3::jsonb) as o (no int, state text, before jsonb, after jsonb, "documentId" bigint, words text, params jsonb)
     where i.org_id = $1 and i.job_id = $2 and i.no = o.no`,
    [
      tx.orgId,
      job.id,
      JSON.stringify(outcomes.map(({ why, ...each }) => ({ ...each, ...(why && { words: why.words, params: why.params }) }))),
    ],
  )
  const doneCount = outcomes.filter(({ state }) => state === 'done').length
  await Promise.all([
    tx.query('update bulk_job set done = done + $3, failed = failed + $4 where org_id = $1 and id = $2', [
      tx.orgId,
      job.id,
      doneCount,
      outcomes.filter(({ why }) => why).length,
    ]),
    announce(tx, { topic: 'bulk', key: job.id, body: { id: job.id, work: job.work, uids: [job.uid] } }),
  ])
}

/** Ends a work: there is nothing left of it, or no one wants the rest. */
export const end = async (tx: Tx, { id, uid, work }: Pick<Job, 'id' | 'uid' | 'work'>, state: 'done' | 'cancelled'): Promise<void> => {
  await tx.query(`update bulk_job set state = $3, ended_at = now() where org_id = $1 and id = $2 and state = 'running'`, [
    tx.orgId,
    id,
    state,
  ])
  await announce(tx, { topic: 'bulk', key: id, body: { id, work, uids: [uid] } })
}

type Row = Job & { readonly userName: string; readonly createdAt: string; readonly endedAt: string | null; readonly undoneBy: Id | null }

/** Works that the caller began, or all for the person who keeps the organisation; newest first, or the one of this id. */
export const jobsOf = async ({ tx, session, language }: SignedIn, id: Id | null): Promise<BulkJob[]> => {
  const rows = await tx.query<Row>(
    `select j.id, j.uid, j.work, j.noun, j.body, j.undoes, j.state, j.total, j.done, j.failed, p.user_name as "userName",
       j.created_at as "createdAt", j.ended_at as "endedAt", (select u.id from bulk_job u where u.org_id = $1 and u.undoes = j.id) as "undoneBy"
     from bulk_job j join person p on p.org_id = $1 and p.id = j.uid
     where j.org_id = $1 and ($2::bigint is null or j.id = $2) and ($3::boolean or j.uid = $4) order by j.id desc limit 50`,
    [tx.orgId, id, keepsAll(session), session.uid],
  )
  const documents = await tx.query<{ job: Id; id: Id; kind: string; code: string; count: number }>(
    `select i.job_id as job, d.id, d.kind, d.code, count(*)::int as count
     from bulk_item i join document d on d.org_id = $1 and d.id = i.document_id
     where i.org_id = $1 and i.job_id = any ($2::bigint[]) and i.document_id is not null group by i.job_id, d.id, d.kind, d.code order by d.id`,
    [tx.orgId, rows.flatMap(({ id: job, work }) => (work === 'documents' ? [job] : []))],
  )
  return rows.map((row) => ({
    id: row.id,
    work: row.work,
    noun: row.noun,
    title: titleOf(row, language),
    takesBack: takesBack(row),
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    userName: row.userName,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
    undoneBy: row.undoneBy,
    mayUndo: isUndone(row.work) && row.state !== 'running' && row.undoneBy === null && row.done > 0,
    documents: documents.flatMap(({ job, ...document }) => (job === row.id ? [document] : [])),
  }))
}

/** One of them. Throws NotFound, for others as for none. */
export const jobOf = async (call: SignedIn, id: Id): Promise<BulkJob> => {
  const [job] = await jobsOf(call, id)
  if (!job) throw new NotFound()
  return job
}

/** Whether what it did to fields can be put back. */
const isUndone = (work: BulkWork): boolean => work === 'change' || work === 'undo'

/** Whether it took a change back; undoing that makes the change again. */
export const takesBack = ({ work, body }: Pick<Job, 'work' | 'body'>): boolean => work === 'undo' && !body.redoes

/** The kind of the documents that a work makes. */
export const kindOfWork = ({ kind }: Body): DocumentKind => kindNamed(assertDefined(kind, 'the kind of the documents'))

const titleOf = (row: Row, language: 'zh' | 'en'): string => {
  const { work, noun, body } = row
  const kind = recordOf(noun)
  const recordNoun = thingOf(kind)
  if (work === 'documents') return inWords(language, kindOfWork(body).title)
  if (work === 'delete') return inWords(language, '删除{thing}', { thing: recordNoun })
  const fields = Object.keys(body.changes ?? {})
    .map((key) => kind.fields[key]?.label ?? key)
    .join('、')
  if (takesBack(row)) return inWords(language, '撤销修改{thing}的{fields}', { thing: recordNoun, fields })
  return inWords(language, body.redoes ? '恢复修改{thing}的{fields}' : '修改{thing}的{fields}', { thing: recordNoun, fields })
}
