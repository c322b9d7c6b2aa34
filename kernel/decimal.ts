import { decimalPattern } from './decimalPattern.ts'

/** A decimal number as a string, for instance "12.50": quantities have up to 4 places, money up to 2. Never a float. */
export type Decimal = string

/** True for a plain decimal: sign, up to 15 digits, up to 6 places, no exponent. */
export const isDecimal = (value: unknown): value is Decimal => typeof value === 'string' && decimalPattern.test(value)

/** All arithmetic happens on integers of 10^-6. */
const places = 6

/** What arithmetic accepts: a sum may have grown past the 15 digits that may be entered. */
const computable = /^-?\d+(\.\d{1,6})?$/

const toScaled = (value: Decimal): bigint => {
  if (!computable.test(value)) throw new TypeError(`Not a decimal: ${JSON.stringify(value)}`)
  const [integer, fraction = ''] = value.replace('-', '').split('.')
  const scaledValue = BigInt(integer + fraction.padEnd(places, '0'))
  return value.startsWith('-') ? -scaledValue : scaledValue
}

const fromScaled = (scaledValue: bigint): Decimal => {
  const digits = (scaledValue < 0n ? -scaledValue : scaledValue).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return (scaledValue < 0n ? '-' : '') + digits.slice(0, -places) + (fraction && '.' + fraction)
}

export const add = (a: Decimal, b: Decimal): Decimal => fromScaled(toScaled(a) + toScaled(b))
export const subtract = (a: Decimal, b: Decimal): Decimal => fromScaled(toScaled(a) - toScaled(b))
export const negate = (a: Decimal): Decimal => fromScaled(-toScaled(a))
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => {
  const difference = toScaled(a) - toScaled(b)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}
export const isPositive = (a: Decimal): boolean => toScaled(a) > 0n
export const sum = (values: readonly Decimal[]): Decimal => fromScaled(values.reduce((total, value) => total + toScaled(value), 0n))

/** a × b, rounded half up (away from zero) to `decimals` places, 0 to 6. */
export const multiply = (a: Decimal, b: Decimal, decimals = places): Decimal => round(toScaled(a) * toScaled(b), decimals, places * 2)

/** a ÷ b, rounded half up (away from zero) to `decimals` places, 0 to 6; `b` must not be zero. */
export const divide = (a: Decimal, b: Decimal, decimals = places): Decimal => {
  const [above, below] = [toScaled(a) * 10n ** BigInt(decimals), toScaled(b)]
  const [size, unit] = [above < 0n ? -above : above, below < 0n ? -below : below]
  const roundedSize = (size * 2n + unit) / (unit * 2n)
  return fromScaled((above < 0n !== below < 0n ? -roundedSize : roundedSize) * 10n ** BigInt(places - decimals))
}

/** The value rounded half up (away from zero) to `decimals` places. */
export const roundTo = (value: Decimal, decimals: number): Decimal => round(toScaled(value), decimals, places)

/** The value with two places at least, for prices: "3" → "3.00", "0.0125" as it is. */
export const withCents = (value: Decimal): string => ((value.split('.')[1] ?? '').length > 2 ? value : toFixed(value, 2))

/** The value with exactly `decimals` places, for money on screen: "3" → "3.00". */
export const toFixed = (value: Decimal, decimals: number): string => {
  const rounded = roundTo(value, decimals)
  if (decimals === 0) return rounded
  const [integer, fraction = ''] = rounded.split('.')
  return `${integer}.${fraction.padEnd(decimals, '0')}`
}

/**
 * Brings "007.50", "+7.5" or "1,234.5" as people type it to canonical form; undefined where it is no decimal.
 * A comma counts only between groups of three digits, so "1,5" is not taken for 15.
 */
export const parseDecimal = (text: string): Decimal | undefined => {
  const trimmedText = text.trim().replace(/^\+(?=\d)/, '')
  const plain = groupedPattern.test(trimmedText) ? trimmedText.replaceAll(',', '') : trimmedText
  return isDecimal(plain) ? fromScaled(toScaled(plain)) : undefined
}

const groupedPattern = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/

const round = (scaledValue: bigint, decimals: number, scale: number): Decimal => {
  const unit = 10n ** BigInt(scale - decimals)
  const size = scaledValue < 0n ? -scaledValue : scaledValue
  const roundedSize = (size + unit / 2n) / unit
  return fromScaled((scaledValue < 0n ? -roundedSize : roundedSize) * 10n ** BigInt(places - decimals))
}
