import type { Id } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import type { ListRequest, OutputOf } from '../../domain/operations/define.ts'
import { assetCounts } from '../../domain/counting/assetCountOperations.ts'
import { seesWhole } from '../access/scope.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import { Forbidden } from '../httpError.ts'
import { pageFor, partOf } from '../page.ts'
import { readRecord } from '../records/engine.ts'
import { readsCounts } from './sight.ts'

/** SQL: the counts `t` that expected asset `$2`, by its lines `l`; those that are not closed for the person alone who reads counts (`$3`). */
const countsOfAsset = `count_line l join count_task t on t.org_id = $1 and t.id = l.task_id and t.state not in ('draft', 'cancelled')
    and ($3::boolean or t.state = 'closed')
  where l.org_id = $1 and l.item_id = $2 and l.item_kind = 'asset'`

/** The counts of an asset, for those who see it whole. */
const listAssetCounts = async (
  { tx, session }: SignedIn,
  input: ListRequest & { instanceId: Id },
): Promise<OutputOf<typeof assetCounts>> => {
  const part = partOf(input)
  const [row, list, countRow] = await Promise.all([
    readRecord(tx, asset, input.instanceId),
    tx.query<OutputOf<typeof assetCounts>['list'][number]>(
      `select t.id, t.name, coalesce(t.closed_at, t.opened_at) as at,
         (select r.verdict from count_result r where r.org_id = $1 and r.task_id = t.id and r.item_id = l.item_id and r.account = l.account
            and r.item_kind = l.item_kind order by r.round desc limit 1) as verdict
       from ${countsOfAsset} and ($4::bigint is null or t.id < $4) order by t.id desc limit $5 offset $6`,
      [tx.orgId, input.instanceId, readsCounts(session), part.after ?? null, part.pageSize, part.offset],
    ),
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from ${countsOfAsset}`, [tx.orgId, input.instanceId, readsCounts(session)])),
  ])
  if (!seesWhole(session, asset, row)) throw new Forbidden()
  return pageFor(part, list, countRow.n, { limit: Number.MAX_SAFE_INTEGER })
}

export const assetCountsHandler: Handler = handle(assetCounts, listAssetCounts)
