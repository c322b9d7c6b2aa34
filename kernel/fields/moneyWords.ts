import { decimalPattern } from '../decimalPattern.ts'
import { digitsInThrees } from './numberWords.ts'

/** An amount as people write it, "¥12,300.00" or "-¥12,300.00", the price of a unit with up to 4 `places`, "¥0.0125"; empty for what is none. */
export const moneyWords = (value: unknown, places: 2 | 4 = 2): string =>
  typeof value === 'string' && decimalPattern.test(value) ? amountWords(value, places) : ''

/**
 * A decimal with its sign, the currency and its digits in groups of three, rounded to `places` half away from zero; behind the cents no
 * noughts.
 */
const amountWords = (decimal: string, places: 2 | 4): string => {
  const [integer = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = fraction.padEnd(places + 1, '0')
  const parts = String(BigInt(integer + digits.slice(0, places)) + (digits.charAt(places) < '5' ? 0n : 1n)).padStart(places + 1, '0')
  const sign = decimal.startsWith('-') && /[1-9]/.test(parts) ? '-' : ''
  const cents = parts.slice(-places).replace(/^(\d\d\d*?)0*$/, '$1')
  return `${sign}¥${digitsInThrees(parts.slice(0, -places))}.${cents}`
}
