import type { RecordKind } from '../../domain/records/define.ts'
import { bookHooks, costShareHooks, openingHooks, planningHooks, unitReadingHooks } from './books/bookHooks.ts'
import { assetHooks } from './asset.ts'
import { departmentHooks } from './department.ts'
import { locationHooks } from './location.ts'
import { personHooks } from './person.ts'
import type { RecordHooks } from './recordHooks.ts'

export const hooksOf = (kind: RecordKind): RecordHooks => hooks[kind.noun] ?? {}

/** Classes hold what may be asked for: `filled` leaves out those with no model and no consumable in them or below. */
const categoryHooks: RecordHooks = {
  ...planningHooks,
  words: {
    filled: (c, value) => {
      if (value !== true && value !== 'true') return
      c.add(`r.id in (with recursive filled (id) as (
        select cat_id from model where org_id = $1 and deleted_at is null and cat_id is not null
        union select cat_id from consumable where org_id = $1 and deleted_at is null and cat_id is not null
        union select t.parent_id from filled join category t on t.org_id = $1 and t.id = filled.id and t.parent_id is not null
      ) select id from filled)`)
    },
  },
}

const hooks: Readonly<Partial<Record<RecordKind['noun'], RecordHooks>>> = {
  asset: assetHooks,
  book: bookHooks,
  depreciation_rule: planningHooks,
  opening: openingHooks,
  unit_reading: unitReadingHooks,
  cost_share: costShareHooks,
  category: categoryHooks,
  department: departmentHooks,
  location: locationHooks,
  person: personHooks,
}
