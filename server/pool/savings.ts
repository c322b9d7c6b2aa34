import { onlyRow } from '../db/rows.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { PoolSaving, poolSavings } from '../../domain/pool/operations.ts'
import type { SignedIn } from '../call.ts'
import { placesOf } from '../records/leftBehind.ts'

const savingsAtMost = 200

/** Savings `s` with their pieces `a`, of the places $2 where these are named. A keeper of places hears of what belongs to them. */
const savings = `
  pool_saving s join asset a on a.org_id = $1 and a.id = s.asset_id
  where s.org_id = $1 and ($2::bigint[] is null or coalesce(a.home_id, a.loc_id) = any ($2::bigint[]))`

/** What was not bought: the newest rows, and the sum of all. */
export const listSavings = async ({ tx, session }: SignedIn): Promise<OutputOf<typeof poolSavings>> => {
  const values = [tx.orgId, placesOf(session)]
  const [totals, list] = await Promise.all([
    onlyRow(
      tx.query<{ total: string; pieces: number }>(
        `select trim_scale(coalesce(sum(s.price), 0))::text as total, (count(*) filter (where s.price > 0) - count(*) filter (where s.price < 0))::int as pieces
         from ${savings}`,
        values,
      ),
    ),
    tx.query<PoolSaving>(
      `select x.document_id as "documentId", d.kind, d.code, x.asset_id as "assetId", x.name as "assetName", trim_scale(x.price)::text as price,
         p.user_name as person, x.at
       from (select s.*, a.instance_name || '（' || a.instance_code || '）' as name from ${savings}
             order by s.at desc, s.asset_id limit ${savingsAtMost}) x
       join document d on d.org_id = $1 and d.id = x.document_id
       join person p on p.org_id = $1 and p.id = coalesce(d.subject_uid, d.author_uid)
       order by x.at desc, x.asset_id`,
      values,
    ),
  ])
  return { ...totals, list }
}
