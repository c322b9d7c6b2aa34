import * as v from 'valibot'
import { amountOfCell, withoutUnit } from '../cell.ts'
import { compare, type Decimal, isPositive, parseDecimal } from '../decimal.ts'
import { integer, type Kind, orderComparisons } from './kind.ts'

/** An amount of something with up to `places` decimals: from `min`, or more than nothing, to `max`, or 99999999. */
export type Quantity = { type: 'quantity'; min?: Decimal | undefined; max?: Decimal | undefined; places: number }

const limit = '99999999'

export const quantity: Kind<Quantity, Decimal> = {
  check: ({ min, max, places }) =>
    v.pipe(
      decimal('{label}应为数字'),
      v.check((value) => (value.split('.')[1] ?? '').length <= places, places === 0 ? '{label}应为整数' : '{label}最多{places}位小数'),
      v.check(
        (value) => (min === undefined ? isPositive(value) : compare(value, min) >= 0),
        min === undefined ? '{label}应大于0' : '{label}不能小于{min}',
      ),
      v.check((value) => compare(value, max ?? limit) <= 0, max === undefined ? '{label}过大' : '{label}不能大于{max}'),
    ),
  words: (value) => String(value),
  sort: () => 'number',
  isPlain: true,
  number: ({ min = '0', max, places }) => ({ places, limit, min, ...(max !== undefined && { max }) }),
  isReckoned: true,
  comparisons: () => orderComparisons,
  cell: {
    read: (text, _, { label, reading }) => amountOfCell(withoutUnit(withoutPercent(text, label)), reading),
    wanted: () => ({ words: '{label}应为数字', params: {} }),
    isNumber: true,
  },
  column: 'numeric',
  stored: v.strictObject({ type: v.literal('quantity'), places: integer(0, 4) }),
  presets: { quantity: { key: 'quantity', make: () => ({ type: 'quantity', places: 2 }) } },
}

/** A number or its text as a decimal. */
export const decimal = (words: string) =>
  v.pipe(
    v.union([v.string(), v.number()], words),
    // What is no decimal goes no further: the checks that follow compare it.
    v.rawTransform<string | number, Decimal>(({ dataset, addIssue, NEVER }) => {
      const value = parseDecimal(String(dataset.value))
      if (value !== undefined) return value
      addIssue({ message: words })
      return NEVER
    }),
  )

/** What was typed, without the sign that the label has already. */
export const withoutPercent = (text: string, label: string): string => (label.includes('%') ? text.replace(/[%％]$/, '') : text)
