import type { DocumentKind } from '../../../../domain/documents/define.ts'
import type { RecordRow } from '../../../../domain/operations/records.ts'
import type { Id } from '../../../../kernel/id.ts'
import { assetFieldOf, type FormLine, quantityFieldOf, withAssets } from '../../documentForm.ts'

/** The field of a line that names the pieces it is answered with, where lines ask by model and quantity. */
export const piecesFieldOf = (kind: DocumentKind): string | undefined => {
  const field = assetFieldOf(kind)
  return field?.many && quantityFieldOf(kind) ? field.key : undefined
}

/** How many pieces a line still lacks; none once somebody said what becomes of the rest. */
export const piecesMissing = (kind: DocumentKind, line: FormLine): number => {
  const field = piecesFieldOf(kind)
  if (!field || kind.short?.(line.values as never)) return 0
  const named = (line.values[field] as readonly Id[] | undefined)?.length ?? 0
  return Math.max(0, Number(line.values[quantityFieldOf(kind)!] ?? 0) - named)
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
        next.length === so.lines.length && next.every(({ values }, index) => values[quantity] === so.lines[index]!.values[quantity])
      return fits ? { ...so, lines: next } : { ...so, unwanted: so.unwanted + 1 }
    },
    { lines, unwanted: 0 },
  )
}
