import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'
import type { PieceWorker } from '../../jobs/jobs.ts'
import { searchTextOf, storedGrams } from '../../search/searchText.ts'

/** Keeps what applications are found by: title, summary, name of the applicant, code of the document and their own number. */
export const keepFindable = async (tx: Tx, processIds: readonly Id[]): Promise<void> => {
  const rows = await tx.query<{ id: Id; title: string; summary: string; applicant: string; code: string; number: string }>(
    `select i.id, i.title, i.summary, p.user_name as applicant, coalesce(d.code, '') as code, i.number
     from wf_instance i join person p on p.org_id = $1 and p.id = i.initiator_uid
     left join document d on d.org_id = $1 and d.id = i.document_id
     where i.org_id = $1 and i.id = any ($2::bigint[])`,
    [tx.orgId, processIds],
  )
  const texts = rows.map(({ title, summary, applicant, code, number }) => searchTextOf([title, summary, applicant, code, number]))
  await tx.query(
    `with changed as (
       update wf_instance i set search = r.search from unnest($2::bigint[], $3::text[], $4::text[]) as r (id, search, grams)
       where i.org_id = $1 and i.id = r.id and i.search <> r.search returning i.org_id, i.id, r.grams
     )
     insert into wf_instance_search as s (org_id, instance_id, grams)
     select c.org_id, c.id, c.grams from changed c
     on conflict (org_id, instance_id) do update set grams = excluded.grams`,
    [tx.orgId, rows.map(({ id }) => id), texts, texts.map(storedGrams)],
  )
}

/** Goes through the applications that have no search text yet, oldest first; one that a person works on has its turn again. */
export const searchWorker: PieceWorker = {
  kind: 'workflow.search',
  piece: (database, { orgId }) =>
    database.inTransaction(orgId, async (tx) => {
      const rows = await tx.query<{ id: Id }>(
        `select id from wf_instance where org_id = $1 and search = '' order by id limit ${atOnce} for no key update skip locked`,
        [tx.orgId],
      )
      await keepFindable(
        tx,
        rows.map(({ id }) => id),
      )
      if (rows.length > 0) return true
      const [remainingRow] = await tx.query(`select from wf_instance where org_id = $1 and search = '' limit 1`, [tx.orgId])
      return remainingRow !== undefined
    }),
}

const atOnce = 300
