import { add, compare, type Decimal, isDecimal, subtract, sum, toFixed } from '../../../kernel/decimal.ts'
import { isEmpty } from '../../../kernel/field.ts'

type Line = Readonly<Record<string, unknown>>

/** The old assets that lines of a conversion name. */
export const convertedAssets = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ side, asset }) => (side !== 'new' && typeof asset === 'string' && asset !== '' ? [asset] : []))

/** What the new assets cost as far as it is filled in, and what is left of the cost of the old ones: less than nothing where they cost more. */
export const sharedCosts = (lines: readonly Line[], oldCost: Decimal): { readonly newCost: Decimal; readonly remainingCost: Decimal } => {
  const newCost = sum(newLines(lines).map(({ line }) => costOf(line)))
  return { newCost, remainingCost: subtract(oldCost, newCost) }
}

/** The cost that the only new asset takes over from all old ones; undefined where there are several, or a person entered another than `filledCost`. */
export const mergedCost = (
  lines: readonly Line[],
  oldCost: Decimal,
  filledCost: Decimal | undefined,
): { readonly index: number; readonly cost: Decimal } | undefined => {
  const [first, ...otherLines] = newLines(lines)
  if (!first || otherLines.length > 0 || compare(oldCost, '0') <= 0) return undefined
  const { value } = first.line
  if (!isEmpty(value) && value !== filledCost) return undefined
  const cost = toFixed(oldCost, 2)
  return value === cost ? undefined : { index: first.index, cost }
}

/** The last new asset with what is left; undefined where nothing is left, or it has less than was given out too much. */
export const lastCost = (lines: readonly Line[], oldCost: Decimal): { readonly index: number; readonly cost: Decimal } | undefined => {
  const last = newLines(lines).at(-1)
  const { remainingCost } = sharedCosts(lines, oldCost)
  if (!last || compare(remainingCost, '0') === 0) return undefined
  const cost = add(costOf(last.line), remainingCost)
  return compare(cost, '0') < 0 ? undefined : { index: last.index, cost: toFixed(cost, 2) }
}

const newLines = (lines: readonly Line[]): { readonly line: Line; readonly index: number }[] =>
  lines.map((line, index) => ({ line, index })).filter(({ line }) => line['side'] === 'new')

const costOf = ({ value }: Line): Decimal => (typeof value === 'string' && isDecimal(value) ? value : '0')
