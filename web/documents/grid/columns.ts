import type { DocumentKind } from '../../../domain/documents/define.ts'
import { quantityFieldOf } from '../../../domain/documents/lines.ts'
import { type Decimal, isDecimal, sum } from '../../../kernel/decimal.ts'
import { type Field, type Fields, isAsked } from '../../../kernel/field.ts'
import { isNumber, kindOf, optionsOf, referenceOf } from '../../../kernel/fields/kinds.ts'
import { isAmount } from '../../../domain/records/columns.ts'
import type { FieldAccess } from '../LineEditor.tsx'
import type { Lines } from './lines.ts'

/** A column of the grid: a field of the lines. */
export type GridColumn = {
  readonly key: string
  readonly field: Field
  readonly isWritable: boolean
  /** Numbers stand at the end. */
  readonly isEnd: boolean
  readonly leastPx: number
  /** It takes what is left of the width. */
  readonly grows: boolean
}

/**
 * The fields that some line or the empty last row asks for, as far as they are for the person who fills it in, in one text; a `!` behind those
 * that are only read.
 */
export const shownFields = (kind: DocumentKind, lines: Lines, access: FieldAccess): string => {
  const rows = [...lines.map(({ values }) => values), {}]
  return Object.entries(kind.line)
    .flatMap(([key, field]) => {
      const may = access(`lines.${key}`)
      const isLeftOut = may === 'hide' || (field.when !== undefined && !rows.some((values) => isAsked(field, values)))
      return isLeftOut ? [] : [may === 'read' ? `${key}!` : key]
    })
    .join(' ')
}

/** The columns for fields as `shownFields` names them. */
export const gridColumns = (fields: Fields, names: string): readonly GridColumn[] =>
  names.split(' ').flatMap((name) => {
    const key = name.replace('!', '')
    const field = fields[key]
    if (!field) return []
    const isEnd = isAmount(field) || isNumber(field.control)
    return [{ key, field, isWritable: key === name, isEnd, leastPx: leastPx(field), grows: referenceOf(field.control) !== undefined }]
  })

const leastPx = ({ control }: Field): number => {
  const reference = referenceOf(control)
  if (reference) return reference.many ? 220 : 240
  if (optionsOf(control)) return 120
  if (isNumber(control)) return 112
  const { isLong, isShort } = kindOf(control)
  if (isLong?.(control)) return 220
  return isShort?.(control) ? 170 : 140
}

/** How wide each column is in so much room; what they need at least is kept. */
export const widthsIn = (columns: readonly GridColumn[], availablePx: number): number[] => {
  const rest = availablePx - columns.reduce((all, { leastPx }) => all + leastPx, 0)
  const growing = columns.filter(({ grows }) => grows).length
  const takes = ({ grows }: GridColumn) => {
    if (growing === 0) return 1 / columns.length
    return grows ? 1 / growing : 0
  }
  return columns.map((column) => Math.floor(column.leastPx + Math.max(0, rest) * takes(column)))
}

/** The fields of a line between which a product stands: so many at such a price. Undefined where the kind reckons with no such thing. */
export const isPriced = (kind: DocumentKind): boolean =>
  kind.amount !== undefined &&
  quantityFieldOf(kind) !== undefined &&
  Object.values(kind.line).some(({ control }) => control.type === 'money')

/** What the lines come to in a column: of what is counted, and of money that is no price of one. */
export const totalOf = (kind: DocumentKind, { key, field }: GridColumn, lines: Lines): Decimal | undefined => {
  const isCounted = quantityFieldOf(kind) !== undefined
  if (field.control.type !== (isCounted ? 'quantity' : 'money')) return undefined
  return sum(lines.map(({ values }) => values[key]).filter(isDecimal))
}
