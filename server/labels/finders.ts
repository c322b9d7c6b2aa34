import { randomBytes } from 'node:crypto'
import { finderCode, noFinder } from '../../domain/labels/content.ts'
import type { Id } from '../../kernel/id.ts'
import type { QueryTx } from '../db/tx.ts'

/**
 * What stands behind the codes of assets on labels, where the organisation lets strangers report what they find: made for those that have
 * none when a label is printed, and only as long as that on one that is looked at. Undefined where the organisation does not.
 */
export const findersFor = async (tx: QueryTx, ids: readonly Id[], isPrinted: boolean): Promise<((id: Id) => string) | undefined> => {
  const [{ wanted } = { wanted: false }] = await tx.query<{ wanted: boolean }>(
    `select coalesce((settings -> 'strangers' ->> 'isOn')::boolean, false) as wanted from organisation where org_id = $1`,
    [tx.orgId],
  )
  if (!wanted) return undefined
  // In one order, so that two who print the same do not wait for each other in a circle.
  const wantedIds = [...new Set(ids)].toSorted()
  if (isPrinted)
    await tx.query(
      `insert into asset_finder (org_id, asset_id, code)
       select a.org_id, a.id, w.code from unnest($2::bigint[], $3::text[]) as w (id, code) join asset a on a.org_id = $1 and a.id = w.id
       on conflict (org_id, asset_id) do nothing`,
      [tx.orgId, wantedIds, wantedIds.map(() => finderCode(randomBytes(12)))],
    )
  const rows = await tx.query<{ id: Id; code: string }>(
    'select asset_id as id, code from asset_finder where org_id = $1 and asset_id = any ($2::bigint[])',
    [tx.orgId, wantedIds],
  )
  const codeById = new Map(rows.map(({ id, code }) => [id, code]))
  return (id) => codeById.get(id) ?? noFinder
}
