import { keysOf } from '../../kernel/keysOf.ts'
import { type Decimal, subtract, toFixed } from '../../kernel/decimal.ts'
import { entryKinds } from './entryKind.ts'
import type { MovementRow } from './operations.ts'

/** The kinds that changed costs in the span, in the order in which they are declared; transfers only where they cross the rows. */
export const costKindsOf = (rows: readonly MovementRow[]): readonly (keyof typeof entryKinds)[] => {
  const costOf = ({ movements }: MovementRow, kind: string) => Number(movements[kind]?.cost ?? 0)
  const areTransferred = rows.some((row) => Math.abs(costOf(row, 'transferIn') + costOf(row, 'transferOut')) >= 0.01)
  return keysOf(entryKinds)
    .filter((kind) => areTransferred || (kind !== 'transferIn' && kind !== 'transferOut'))
    .filter((kind) => rows.some((row) => costOf(row, kind) !== 0))
}

/** What accumulated depreciation changed by besides the charge: with disposals, returns and transfers. */
export const otherDepreciationOf = (row: MovementRow): Decimal => {
  const change = subtract(row.closing.depreciation, row.opening.depreciation)
  return toFixed(subtract(change, row.movements['depreciation']?.depreciation ?? '0'), 2)
}

/** True where charges alone do not lead from the opening to the closing depreciation of a row. */
export const hasOtherDepreciation = (rows: readonly MovementRow[]): boolean => rows.some((row) => Number(otherDepreciationOf(row)) !== 0)

export const hasImpairment = (rows: readonly MovementRow[]): boolean => rows.some((row) => Number(row.closing.impairment) !== 0)
