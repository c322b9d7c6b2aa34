import { textIn } from '../../kernel/field.ts'
import { type Id, isId } from '../../kernel/id.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { ownFieldsOf } from '../../domain/records/ownFields/ownField.ts'
import type { QueryTx } from './tx.ts'
import type { Values } from './recordTable.ts'

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

/** The categories of assets or models, each with those above it: that of the model where an asset has none. */
export const categoriesOfItems = async (
  tx: QueryTx,
  noun: 'asset' | 'model',
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, readonly Id[]>> => {
  if (ids.length === 0) return new Map()
  const items =
    noun === 'model'
      ? 'select m.id, m.cat_id from model m where m.org_id = $1 and m.id = any ($2::bigint[])'
      : `select a.id, coalesce(a.cat_id, m.cat_id) from asset a left join model m on m.org_id = $1 and m.id = a.goods_id
         where a.org_id = $1 and a.id = any ($2::bigint[])`
  const rows = await tx.query<{ id: Id; categories: Id[] }>(
    `with recursive above (id, cat) as (
       ${items} union select b.id, c.parent_id from above b join category c on c.org_id = $1 and c.id = b.cat
     ) select id, array_agg(cat)::text[] as categories from above where cat is not null group by id`,
    [tx.orgId, ids],
  )
  return new Map(rows.map(({ id, categories }) => [id, categories]))
}

/** Each of some categories with those above it. */
export const categoriesAboveEach = async (tx: QueryTx, ids: readonly Id[]): Promise<ReadonlyMap<Id, readonly Id[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: Id; categories: Id[] }>(
    `with recursive above (id, cat) as (
       select c.id, c.id from category c where c.org_id = $1 and c.id = any ($2::bigint[])
       union select b.id, c.parent_id from above b join category c on c.org_id = $1 and c.id = b.cat
     ) select id, array_agg(cat)::text[] as categories from above where cat is not null group by id`,
    [tx.orgId, ids],
  )
  return new Map(rows.map(({ id, categories }) => [id, categories]))
}
