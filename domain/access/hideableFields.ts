import type { assetFields } from '../records/asset.ts'

/**
 * Columns of the register that a role may hide: those that are not open to all, and that no keyword is looked for in. `value` stands for money
 * wherever it is shown: on cards, in stock and in documents.
 */
export const hideableFields = [
  'value',
  'supplierId',
  'boughtOn',
  'warrantyUntil',
  'nextMaintenanceOn',
  'dueOn',
  'epc',
] as const satisfies readonly (keyof typeof assetFields)[]
