import { textIn } from '../../../kernel/field.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { ownFieldsOf } from '../../../domain/records/ownFields/ownField.ts'
import type { QueryTx } from '../../db/tx.ts'
import type { Values } from '../../db/recordTable.ts'

/** The category of a record with those above it, where own fields go by it; that of its model where it has none. */
export const categoriesAsked = async (tx: QueryTx, kind: RecordKind, values: Values): Promise<readonly Id[]> => {
  const goesByCategory = ownFieldsOf(kind).some(([, , { categoryIds }]) => categoryIds.length > 0)
  return goesByCategory ? categoriesAbove(tx, { categoryId: textIn(values, 'catId'), modelId: textIn(values, 'goodsId') }) : []
}

/** A category, or that of a model, with those above it. */
export const categoriesAbove = async (
  tx: QueryTx,
  { categoryId, modelId }: { readonly categoryId: string | undefined; readonly modelId: string | undefined },
): Promise<Id[]> => {
  const rows = await tx.query<{ id: Id }>(
    `with recursive above (id) as (
       select coalesce($2::bigint, (select cat_id from model where org_id = $1 and id = $3::bigint))
       union select c.parent_id from above a join category c on c.org_id = $1 and c.id = a.id
     ) select id from above where id is not null`,
    [tx.orgId, isId(categoryId) ? categoryId : null, isId(modelId) ? modelId : null],
  )
  return rows.map(({ id }) => id)
}
