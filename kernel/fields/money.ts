import * as v from 'valibot'
import { amountOfCapitals } from './amountOfCapitals.ts'
import { amountOfCell } from '../cell.ts'
import { compare, type Decimal, isDecimal, sum } from '../decimal.ts'
import { type Kind, orderComparisons } from './kind.ts'
import { moneyWords } from './moneyWords.ts'
import { decimal, withoutPercent } from './quantity.ts'

/**
 * An amount in yuan with up to 2 places, from `min` (0) to 999999999999.99; with 4 `places` the price of one unit, of which amounts are made that are
 * rounded to the fen, half up.
 */
export type Money = { type: 'money'; min?: Decimal | undefined; places?: 4 | undefined }

const limit = '999999999999.99'

export const money: Kind<Money, Decimal> = {
  check: ({ min = '0', places = 2 }) =>
    v.pipe(
      decimal('{label}应为金额'),
      v.check((value) => (value.split('.')[1] ?? '').length <= places, places === 4 ? '{label}最多四位小数' : '{label}金额最多两位小数'),
      v.check((value) => compare(value, min) >= 0, '{label}不能小于{min}'),
      v.check((value) => compare(value, limit) <= 0, '{label}金额过大'),
    ),
  words: (value, { places }) => moneyWords(value, places),
  isShort: () => true,
  sort: () => 'number',
  isPlain: true,
  number: ({ min, places = 2 }) => ({ places, limit, min }),
  sum: (values) => sum(values.filter(isDecimal)),
  isReckoned: true,
  comparisons: () => orderComparisons,
  cell: {
    read: (text, _, { label, reading }) => amountOfCell(withoutPercent(text, label), reading) ?? amountOfCapitals(text),
    wanted: () => ({ words: '{label}应为金额', params: {} }),
    write: (value) => String(value),
    isNumber: true,
  },
  column: 'numeric',
  stored: v.strictObject({ type: v.literal('money') }),
  presets: { money: { key: 'amount', make: () => ({ type: 'money' }) } },
}
