import { newId, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  newsStates,
  type ReadRecord,
  readRecordCheck,
  readRecordDelete,
  readRecordInfo,
  readRecordList,
  readRecordRemove,
  readRecordSave,
  readRecordUpdate,
} from '../../domain/news/operations.ts'
import { NotFound } from '../httpError.ts'
import { handle, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { numberedPartOf, pageFor } from '../page.ts'

/** A person has read a published news item; once is enough. */
export const markNewsRead = async (tx: Tx, newsId: Id, uid: Id): Promise<void> => {
  const [knownRow] = await tx.query(
    `select from news where org_id = $1 and id = $2 and deleted_at is null and state = ${newsStates.published}`,
    [tx.orgId, newsId],
  )
  if (!knownRow) throw new NotFound()
  await tx.query(
    'insert into read_record (org_id, id, news_id, uid) values ($1, $2, $3, $4) on conflict (org_id, news_id, uid) do nothing',
    [tx.orgId, newId(), newsId, uid],
  )
}

export const readRecordHandlers: readonly Handler[] = [
  handle(readRecordList, async ({ tx, session }, input) => {
    const part = numberedPartOf(input)
    const everybody = input.newsId !== undefined && session.codes.has('newannnews:save')
    const filter = 'r.org_id = $1 and ($2::bigint is null or r.uid = $2) and ($3::bigint is null or r.news_id = $3)'
    const values = [tx.orgId, everybody ? null : session.uid, input.newsId ?? null]
    const [rows, matchCount] = await Promise.all([
      tx.query<Row>(`${select} where ${filter} order by r.read_at desc, r.id desc limit $4 offset $5`, [
        ...values,
        part.pageSize,
        part.offset,
      ]),
      onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from read_record r where ${filter}`, values)),
    ])
    return pageFor(part, rows.map(answerOf), matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
  }),

  handle(readRecordInfo, ({ tx, session }, { id }) => recordOf(tx, session.uid, { id })),

  handle(readRecordSave, async ({ tx, session }, { newsId }) => {
    await markNewsRead(tx, newsId, session.uid)
    return recordOf(tx, session.uid, { newsId })
  }),

  handle(readRecordUpdate, async ({ tx, session }, { id, readId, newsId }) => {
    const which = (id ?? readId) ? { id: id ?? readId } : { newsId }
    await tx.query('update read_record set read_at = now() where org_id = $1 and uid = $2 and (id = $3 or news_id = $4)', [
      tx.orgId,
      session.uid,
      which.id ?? null,
      which.newsId ?? null,
    ])
    return recordOf(tx, session.uid, which)
  }),

  handle(readRecordDelete, async ({ tx, session }, { ids }) => {
    const deleted = await tx.query('delete from read_record where org_id = $1 and uid = $2 and id = any ($3::bigint[]) returning 1', [
      tx.orgId,
      session.uid,
      ids,
    ])
    return { deleted: deleted.length }
  }),

  handle(readRecordRemove, async ({ tx, session }, { ids }) => {
    const deleted = await tx.query(
      'delete from read_record where org_id = $1 and uid = $2 and (news_id = any ($3::bigint[]) or id = any ($3::bigint[])) returning 1',
      [tx.orgId, session.uid, ids],
    )
    return { deleted: deleted.length }
  }),

  handle(readRecordCheck, async ({ tx, session }, { fieldValue, id }) => {
    const [row] = await tx.query('select from read_record where org_id = $1 and uid = $2 and news_id = $3 and id is distinct from $4', [
      tx.orgId,
      session.uid,
      fieldValue,
      id ?? null,
    ])
    if (row) refuse('field.exists', '{label}数据已经存在', { label: '阅读记录' })
    return { exists: false }
  }),
]

const recordOf = async (tx: Tx, uid: Id, { id, newsId }: { id?: Id | undefined; newsId?: Id | undefined }): Promise<ReadRecord> => {
  const [row] = await tx.query<Row>(`${select} where r.org_id = $1 and r.uid = $2 and (r.id = $3 or r.news_id = $4)`, [
    tx.orgId,
    uid,
    id ?? null,
    newsId ?? null,
  ])
  if (!row) throw new NotFound()
  return answerOf(row)
}

const select = `select r.id, r.news_id, n.title, r.uid, p.user_name, r.read_at
  from read_record r join news n on n.org_id = $1 and n.id = r.news_id join person p on p.org_id = $1 and p.id = r.uid`

type Row = { id: Id; news_id: Id; title: string; uid: Id; user_name: string; read_at: string }

const answerOf = (row: Row): ReadRecord => ({
  id: row.id,
  readId: row.id,
  newsId: row.news_id,
  newsTitle: row.title,
  uid: row.uid,
  userName: row.user_name,
  isread: 1,
  readAt: row.read_at,
})
