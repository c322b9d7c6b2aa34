import { decimalPattern } from '../decimalPattern.ts'

/** An amount as people write it, "¥12,300.00"; empty for what is none. */
export const moneyWords = (value: unknown): string => (isAmount(value) ? `¥${format.format(value)}` : '')

const isAmount = (value: unknown): value is `${number}` => typeof value === 'string' && decimalPattern.test(value)

/** Reads the digits of a text as they are, and rounds half away from zero. */
const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' })
