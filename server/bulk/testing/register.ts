import { type Id, newId } from '../../../kernel/id.ts'
import type { Database } from '../../db/pool.ts'
import { enterAssets } from '../../records/assetEntry.ts'
import { insert } from '../../testing/company.ts'

/** Two stores, the first of a keeper and with a shelf, and a model. */
export type Ground = { readonly own: Id; readonly shelf: Id; readonly foreign: Id; readonly model: Id }

export const foundGround = async (database: Database, orgId: Id, keeper: Id): Promise<Ground> => {
  const ids = { own: newId(), shelf: newId(), foreign: newId(), model: newId() }
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [
      { id: ids.own, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
      { id: ids.shelf, loc_code: 'A1', loc_name: '货架', parent_id: ids.own },
      { id: ids.foreign, loc_code: 'B', loc_name: '二号库' },
    ])
    await insert(tx, 'model', [{ id: ids.model, goods_code: 'M', goods_name: '笔记本' }])
  })
  return ids
}

/** So many idle pieces in a store, with the same remark. */
export const enterPieces = async (
  database: Database,
  orgId: Id,
  author: Id,
  { model, locId, count, remark }: { model: Id; locId: Id; count: number; remark: string },
): Promise<readonly Id[]> => {
  const ids = Array.from({ length: count }, () => newId())
  const entry = {
    documentId: newId(),
    author: { uid: author, departmentIds: [] },
    at: Date.now(),
    action: 'takenOver',
    remark: '期初',
  } as const
  await database.inTransaction(orgId, (tx) =>
    enterAssets(
      tx,
      entry,
      ids.map((id) => ({
        id,
        values: { instanceCode: `P${id}`, instanceName: `电脑${id.slice(-6)}`, goodsId: model, locId, remark },
        to: `store:${locId}` as const,
      })),
    ),
  )
  return ids
}
