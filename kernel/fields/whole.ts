import * as v from 'valibot'
import { half } from '../cell.ts'
import { type Decimal, multiply, parseDecimal } from '../decimal.ts'
import { integer, type Kind, orderComparisons } from './kind.ts'

/** A whole number. */
export type WholeControl = { type: 'whole'; min: number; max: number }

export const wholeKind: Kind<WholeControl, number> = {
  check: ({ min, max }) =>
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number))], '{label}应为整数'),
      v.integer('{label}应为整数'),
      v.minValue(min, '{label}不能小于{min}'),
      v.maxValue(max, '{label}不能大于{max}'),
    ),
  words: (value) => String(value),
  sort: () => 'number',
  isPlain: true,
  number: ({ min, max }) => ({ places: 0, limit: '999999999', min: String(min), max: String(max), isInteger: true }),
  isReckoned: true,
  comparisons: () => orderComparisons,
  cell: {
    read: (text, _, { reading }) => wholeOfCell(half(text), reading.factor),
    wanted: () => ({ words: '{label}应为整数', params: {} }),
    isNumber: true,
  },
  column: 'int',
  stored: v.strictObject({ type: v.literal('whole'), min: integer(-999_999_999, 999_999_999), max: integer(-999_999_999, 999_999_999) }),
  faults: ({ min, max }) => (min > max ? [['“{label}”的最小值大于最大值']] : []),
  presets: { whole: { key: 'number', make: () => ({ type: 'whole', min: 0, max: 9999 }) } },
}

const wholeOfCell = (text: string, factor: Decimal): number | undefined => {
  const number = /^-?\d{1,9}(\.\d{1,4})?$/.test(text) ? parseDecimal(text) : undefined
  if (number === undefined) return undefined
  const value = multiply(number, factor)
  return /^-?\d{1,9}$/.test(value) ? Number(value) : undefined
}
