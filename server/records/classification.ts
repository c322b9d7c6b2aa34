import { type Id, newId } from '../../kernel/id.ts'
import { category } from '../../domain/records/category.ts'
import { deliveredCategories } from '../../domain/records/classification.ts'
import { categoryDeliver } from '../../domain/records/operations.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { lockTree, saveRecord } from './engine.ts'

/**
 * Takes over the delivered classification, as if its classes were entered one by one. A code that is there already keeps what the organisation
 * made of it, so it may be asked for again at any time. The ids of all delivered classes by code, and how many were made.
 */
export const takeClassification = async (
  call: SignedIn,
  kinds: readonly (keyof typeof deliveredCategories)[] = ['asset', 'consumable'],
): Promise<{ readonly ids: ReadonlyMap<string, Id>; readonly made: number }> => {
  const { tx } = call
  await lockTree(tx, category)
  const rows = await tx.query<{ id: Id; code: string }>(
    'select id, cat_code as code from category where org_id = $1 and cat_code = any ($2::text[]) and deleted_at is null',
    [tx.orgId, kinds.flatMap((kind) => deliveredCategories[kind].map(([code]) => code))],
  )
  const ids = new Map(rows.map(({ code, id }) => [code, id]))
  for (const catKind of kinds)
    for (const [catCode, catName, above, usefulLifeMonths, residualRate] of deliveredCategories[catKind]) {
      if (ids.has(catCode)) continue
      const id = newId()
      const lives = usefulLifeMonths === undefined ? {} : { usefulLifeMonths, residualRate }
      await saveRecord(call, category, { id, catCode, catName, catKind, ...(above && { parentId: ids.get(above) }), ...lives })
      ids.set(catCode, id)
    }
  return { ids, made: ids.size - rows.length }
}

export const classificationHandlers: readonly Handler[] = [
  handle(categoryDeliver, async (call, { kind }) => {
    const { made } = await takeClassification(call, kind && [kind])
    return { made }
  }),
]
