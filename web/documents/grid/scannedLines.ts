import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import { type ScannedNoun, scannedNouns } from '../../../domain/scan/operations.ts'
import { type Decimal, isDecimal, sum } from '../../../kernel/decimal.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { assetFieldOf, linesFor, withAssets } from '../documentForm.ts'
import { isBlank, type Lines } from './lines.ts'
import { fieldIn } from '../../shell/fieldIn.ts'

/** What labels may bring into the lines of a kind; none where its lines name nothing that has one. */
export const scannedInto = (kind: DocumentKind): readonly ScannedNoun[] => {
  if (assetFieldOf(kind)) return ['asset']
  const noun = refersTo(fieldIn(kind.line, itemFieldOf(kind)).control)
  return scannedNouns.filter((scannedNoun) => scannedNoun === noun)
}

/** What became of a scan: which row it is in, and whether it is new there, counted once more, or was there already. */
export type ScannedLine = { readonly lines: Lines; readonly row: number; readonly did: 'added' | 'counted' | 'known' }

/** A thing that was scanned: a line more, one more of it where lines are counted; a piece that is there already stays as it is. */
export const withScanned = (kind: DocumentKind, before: Lines, thing: RecordRow): ScannedLine => {
  const lines = before.filter((line) => !isBlank(line))
  const piece = assetFieldOf(kind)
  if (piece) {
    const names = ({ values }: Lines[number]) => [values[piece.key] ?? []].flat().includes(thing.id)
    const lineIndex = lines.findIndex(names)
    if (lineIndex >= 0) return { lines: before, row: before.findIndex(names), did: 'known' }
    const next = withAssets(kind, lines, [thing])
    return { lines: next, row: next.findIndex(names), did: 'added' }
  }
  const [item, quantity] = [itemFieldOf(kind), quantityFieldOf(kind)]
  const row = lines.findIndex(({ values }) => values[item] === thing.id)
  const line = lines[row]
  if (!line) return { lines: [...lines, ...linesFor(kind, [thing])], row: lines.length, did: 'added' }
  if (!quantity) return { lines: before, row: before.indexOf(line), did: 'known' }
  const counted = line.values[quantity]
  const more = oneMoreThan(counted)
  if (more === undefined) return { lines: before, row: before.indexOf(line), did: 'known' }
  return { lines: lines.with(row, { ...line, values: { ...line.values, [quantity]: more } }), row, did: 'counted' }
}

const oneMoreThan = (quantity: unknown): Decimal | undefined => {
  if (isEmpty(quantity)) return '1'
  return isDecimal(quantity) ? sum([quantity, '1']) : undefined
}
