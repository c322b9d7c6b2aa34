import { decimalPattern } from '../decimalPattern.ts'

/** An amount as people write it, "¥12,300.00"; empty for what is none. */
export const moneyWords = (value: unknown): string =>
  typeof value === 'string' && decimalPattern.test(value) ? `¥${groupDigits(value)}` : ''

/** The digits of a decimal in groups of three, rounded to two decimals half away from zero. A browser takes 20 ms to begin with formats. */
const groupDigits = (decimal: string): string => {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = fraction.padEnd(3, '0')
  const cents = String(BigInt(whole + digits.slice(0, 2)) + (digits.charAt(2) < '5' ? 0n : 1n)).padStart(3, '0')
  const sign = decimal.startsWith('-') && /[1-9]/.test(cents) ? '-' : ''
  return `${sign}${cents.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents.slice(-2)}`
}
