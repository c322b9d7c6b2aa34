import type { assetFields } from '../records/asset.ts'
import type { RecordKind } from '../records/define.ts'
import { ownFieldsOf } from '../records/ownFields/ownField.ts'

/**
 * Columns of the register that a role may hide: those that are not open to all, and that no keyword is looked for in. `value` stands for money
 * wherever it is shown: on cards, in stock and in documents.
 */
export const hideableFields = [
  'value',
  'supplierId',
  'boughtOn',
  'warrantyUntil',
  'inServiceOn',
  'nextMaintenanceOn',
  'dueOn',
  'epc',
] as const satisfies readonly (keyof typeof assetFields)[]

/** The keys of all columns that a role may hide: those, and the fields of the organisation of which the same is true. */
export const hideableKeys = ({ fields }: Pick<RecordKind, 'fields'>): string[] => [
  ...hideableFields,
  ...ownFieldsOf({ fields }).flatMap(([key, { open, searched }]) => (open || searched ? [] : [key])),
]
