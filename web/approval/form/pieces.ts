import type { DocumentKind } from '../../../domain/documents/define.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { assetFieldOf, type FormLine, withAssets } from '../../documents/documentForm.ts'
import { quantityFieldOf } from '../../../domain/documents/lines.ts'
import { idsOf } from '../../shell/idIn.ts'

/** The field of a line that names the pieces it is answered with, where lines ask by model and quantity. */
export const piecesFieldOf = (kind: DocumentKind): string | undefined => {
  const field = assetFieldOf(kind)
  return field?.many && quantityFieldOf(kind) ? field.key : undefined
}

/** How many pieces a line still lacks; none once a person said what becomes of the rest. */
export const piecesMissing = (kind: DocumentKind, line: FormLine): number => {
  const field = piecesFieldOf(kind)
  if (!field || kind.shortfallRule?.(line.values)) return 0
  const namedCount = idsOf(line.values[field]).length
  return Math.max(0, Number(line.values[quantityFieldOf(kind) ?? ''] ?? 0) - namedCount)
}

/** How far lines are answered with pieces: named, still to be named, and what becomes of the rest. */
export type AnsweredPieces = { readonly named: number; readonly missing: number; readonly waiting: number; readonly dropped: number }

export const answeredBy = (kind: DocumentKind, lines: readonly FormLine[]): AnsweredPieces =>
  lines.reduce<AnsweredPieces>(
    (sum, line) => {
      const namedCount = idsOf(line.values[piecesFieldOf(kind) ?? '']).length
      const missingCount = Math.max(0, Number(line.values[quantityFieldOf(kind) ?? ''] ?? 0) - namedCount)
      const decision = kind.shortfallRule?.(line.values)
      return {
        named: sum.named + namedCount,
        missing: sum.missing + (decision ? 0 : missingCount),
        waiting: sum.waiting + (decision === 'wait' ? missingCount : 0),
        dropped: sum.dropped + (decision === 'drop' ? missingCount : 0),
      }
    },
    { named: 0, missing: 0, waiting: 0, dropped: 0 },
  )

/** What that means, in Chinese words with places for its numbers. */
export const answeredWords = ({ named, missing, waiting, dropped }: AnsweredPieces): readonly string[] => {
  if (missing > 0) return [named > 0 ? '已选{named}件，还差{missing}件' : '请选择要交出的资产，还差{missing}件']
  if (waiting + dropped === 0) return ['资产已选齐']
  return [
    named > 0 ? '这次交出{named}件' : '这次不交出资产',
    ...(waiting > 0 ? ['{waiting}件登记等候'] : []),
    ...(dropped > 0 ? ['{dropped}件不再发放'] : []),
  ]
}

/** Gives pieces to the lines that ask for them, never more than a line asks for; `unwanted` counts those that no line takes. */
export const assign = (
  kind: DocumentKind,
  lines: readonly FormLine[],
  pieces: readonly RecordRow[],
): { lines: readonly FormLine[]; unwanted: number } => {
  const quantity = quantityFieldOf(kind) ?? ''
  return pieces.reduce<{ lines: readonly FormLine[]; unwanted: number }>(
    (so, piece) => {
      const next = withAssets(kind, so.lines, [piece])
      const fits =
        next.length === so.lines.length && next.every(({ values }, index) => values[quantity] === so.lines[index]?.values[quantity])
      return fits ? { ...so, lines: next } : { ...so, unwanted: so.unwanted + 1 }
    },
    { lines, unwanted: 0 },
  )
}
