import type { RecordKind } from '../../domain/records/define.ts'
import { assetHooks } from './asset.ts'
import { categoryHooks } from './category.ts'
import { departmentHooks } from './department.ts'
import { locationHooks } from './location.ts'
import { personHooks } from './person.ts'
import type { RecordHooks } from './recordHooks.ts'

export const hooksOf = (kind: RecordKind): RecordHooks => hooks[kind.noun] ?? {}

const hooks: Readonly<Partial<Record<RecordKind['noun'], RecordHooks>>> = {
  asset: assetHooks,
  category: categoryHooks,
  department: departmentHooks,
  location: locationHooks,
  person: personHooks,
}
