import { keysOf } from '../../kernel/keysOf.ts'
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
