import { type Day, isDay } from '../../../kernel/day.ts'
import { type Decimal, multiply, roundTo } from '../../../kernel/decimal.ts'
import { decimalPattern } from '../../../kernel/decimalPattern.ts'
import { refuse } from '../../../kernel/refusal.ts'

/** A number of an invoice to six places, as far as anything is reckoned with; undefined where nothing stands there. Refuses what is no number, or too large for an amount. */
export const numberIn = (label: string, text: string): Decimal | undefined => {
  const plain = text.replace(/[¥￥,，\s]/g, '')
  if (plain === '' || /^[-—*/]+$/.test(plain)) return undefined
  const [, sign = '', integerPart, fraction = ''] = /^([-+]?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(plain) ?? []
  if (integerPart === undefined) return refuseNumber(label, text)
  const digits = integerPart.replace(/^0+(?=\d)/, '')
  if (digits.length > 13) return refuseNumber(label, text)
  return `${sign === '-' ? '-' : ''}${roundedAt6(digits, fraction)}`.replace(/^-0$/, '0')
}

/** An amount to the fen. */
export const amountIn = (label: string, text: string): Decimal | undefined => {
  const number = numberIn(label, text)
  return number === undefined ? undefined : roundTo(number, 2)
}

const refuseNumber = (label: string, text: string): never =>
  refuse('invoice.number', '{label}“{value}”不是发票上会有的数字', { label, value: text.slice(0, 40) })

const roundedAt6 = (integerPart: string, fraction: string): Decimal => {
  const scaledValue = BigInt(integerPart + fraction.slice(0, 6).padEnd(6, '0')) + (fraction.charAt(6) >= '5' ? 1n : 0n)
  const digits = scaledValue.toString().padStart(7, '0')
  const places = digits.slice(-6).replace(/0+$/, '')
  return digits.slice(0, -6) + (places && `.${places}`)
}

/** The day in `2026-08-05`, `2026-08-05 10:11:12`, `2026年08月05日` or `20260805`. */
export const dayIn = (text: string): Day | undefined => {
  const [, year = '', month = '', date = ''] = /^(\d{4})(?:-|\/|年)?(\d{1,2})(?:-|\/|月)?(\d{1,2})(?!\d)/.exec(text.trim()) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

/** A rate in per cent, whether it stands as a factor or in per cent already; words as they are. */
export const rateIn = (text: string): string => {
  const plain = text.trim().replace(fullWidthPercent, '%')
  if (!decimalPattern.test(plain)) return plain.slice(0, 20)
  return `${multiply(plain, '100', 4)}%`
}

const fullWidthPercent = '％'
