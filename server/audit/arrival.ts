import type { QueryTx } from '../db/tx.ts'
import { type NumberedLeaf, sealedNouns, sealRows } from './seal.ts'
import { placesOfSealed } from './seals.ts'

/**
 * Seals what arrived with an organisation from another installation and is in none of its own seals yet: the last minutes before it left,
 * what the database noted while it arrived, and its seals themselves. From this seal on the chain is one of ours.
 */
export const sealArrival = async (tx: QueryTx, key: string | undefined): Promise<void> => {
  const [last] = await tx.query<{ upto: Record<string, string> }>('select upto from seal where org_id = $1 order by no desc limit 1', [
    tx.orgId,
  ])
  const rows: NumberedLeaf[] = []
  for (const noun of sealedNouns) {
    const { table, number, key: keyColumns } = placesOfSealed[noun]
    const after = last?.upto[noun] ?? '0'
    const matters =
      noun === 'document_event'
        ? "(t.action not in ('save', 'update') or exists (select from document d where d.org_id = $1 and d.id = t.document_id and d.state <> 'draft'))"
        : 'true'
    rows.push(
      ...(await tx.query<NumberedLeaf>(
        `select '${noun}' as noun, t.${number} as number, ${keyColumns} as key, encode(sealed(t), 'hex') as digest from ${table} t
         where t.org_id = $1 and t.${number} > $2 and ${matters} order by t.${number}`,
        [tx.orgId, after],
      )),
    )
    if (noun !== 'document_event') continue
    rows.push(
      ...(await tx.query<NumberedLeaf>(
        `select 'document' as noun, e.seq as number, t.id::text as key, encode(sealed(t), 'hex') as digest
         from (select document_id, max(seq) as seq from document_event where org_id = $1 and seq > $2 group by 1) e
         join document t on t.org_id = $1 and t.id = e.document_id
         where t.state in ('posted', 'reversed') or t.state = 'inProgress' and t.stage > 0 order by e.seq`,
        [tx.orgId, after],
      )),
    )
  }
  rows.push(
    ...(await tx.query<NumberedLeaf>(
      `select 'seal' as noun, t.no::text as number, t.no::text as key, encode(sealed(t), 'hex') as digest from seal t
       where t.org_id = $1 and t.no > $2 order by t.no`,
      [tx.orgId, last?.upto.seal ?? '0'],
    )),
  )
  await sealRows(tx, rows, key)
}
