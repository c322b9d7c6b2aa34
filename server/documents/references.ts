import type { Fields, Noun } from '../../kernel/field.ts'
import { idsIn, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import type { Tx } from '../db/tx.ts'

/** Ids that a set of values refers to, by noun. */
export type References = ReadonlyMap<Noun, ReadonlySet<Id>>

/** What a reference points at, as people know it. */
export type Referred = { readonly noun: Noun; readonly id: Id; readonly name: string; readonly picture: string | null }

export const referencesOf = (
  parts: readonly { readonly fields: Fields; readonly values: Readonly<Record<string, unknown>> }[],
): References => {
  const found = new Map<Noun, Set<Id>>()
  for (const { fields, values } of parts) {
    for (const [key, { control }] of Object.entries(fields)) {
      const noun = refersTo(control)
      if (noun === undefined || values[key] === undefined) continue
      const ids = found.get(noun) ?? new Set<Id>()
      for (const id of idsIn(control, values[key])) ids.add(id)
      found.set(noun, ids)
    }
  }
  return found
}

/**
 * Looks everything up in one statement; what does not come back is not there for this organisation. The lists of ids stand in selects of their
 * own: the planner then counts on the same number of them whether it knows them or not, and keeps one plan for all calls.
 */
export const lookUp = (tx: Tx, references: References): Promise<Referred[]> => {
  const ids = (noun: Noun): Id[] => [...(references.get(noun) ?? [])]
  return tx.query<Referred>(
    `select 'person' as noun, id, user_name as name, split_part(avatar, ',', 1) as picture from person where org_id = $1 and id = any ((select $2::bigint[])::bigint[]) and deleted_at is null
     union all select 'department', id, dept_name, null from department where org_id = $1 and id = any ((select $3::bigint[])::bigint[]) and deleted_at is null
     union all select 'location', id, loc_name, split_part(loc_image, ',', 1) from location where org_id = $1 and id = any ((select $4::bigint[])::bigint[]) and deleted_at is null
     union all select 'category', id, cat_name, null from category where org_id = $1 and id = any ((select $5::bigint[])::bigint[]) and deleted_at is null
     union all select 'model', id, goods_name || coalesce(' ' || spec, ''), split_part(goods_image, ',', 1) from model where org_id = $1 and id = any ((select $6::bigint[])::bigint[]) and deleted_at is null
     union all select 'asset', id, instance_name || '（' || instance_code || '）', split_part(instance_image, ',', 1) from asset where org_id = $1 and id = any ((select $7::bigint[])::bigint[]) and deleted_at is null
     union all select 'consumable', id, goods_name || coalesce(' ' || spec, ''), split_part(goods_image, ',', 1) from consumable where org_id = $1 and id = any ((select $8::bigint[])::bigint[]) and deleted_at is null
     union all select 'supplier', id, supplier_name, null from supplier where org_id = $1 and id = any ((select $9::bigint[])::bigint[]) and deleted_at is null
     union all select 'document', id, code, null from document where org_id = $1 and id = any ((select $10::bigint[])::bigint[])`,
    [
      tx.orgId,
      ids('person'),
      ids('department'),
      ids('location'),
      ids('category'),
      ids('model'),
      ids('asset'),
      ids('consumable'),
      ids('supplier'),
      ids('document'),
    ],
  )
}
