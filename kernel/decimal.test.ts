import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { add, compare, divide, toFixed, isDecimal, isPositive, multiply, negate, parseDecimal, roundTo, subtract, sum } from './decimal.ts'

/** A decimal and what it means, in millionths; the text may carry zeros that change nothing. */
const decimal = fc
  .record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
    fraction: fc.stringMatching(/^\d{0,6}$/),
  })
  .map(({ negative, whole, fraction }) => {
    const millionths = BigInt(whole.toString() + fraction.padEnd(6, '0'))
    return { text: `${negative ? '-' : ''}${whole}${fraction && '.' + fraction}`, value: negative ? -millionths : millionths }
  })

/** Canonical text of a whole number of millionths, written apart from the code under test. */
const textOf = (millionths: bigint): string => {
  const size = millionths < 0n ? -millionths : millionths
  const whole = size / 1_000_000n
  const rest = size % 1_000_000n
  const fraction = rest === 0n ? '' : '.' + rest.toString().padStart(6, '0').replace(/0*$/, '')
  return `${millionths < 0n ? '-' : ''}${whole}${fraction}`
}

/** numerator / divisor, half away from zero. */
const rounded = (numerator: bigint, divisor: bigint): bigint => {
  const size = numerator < 0n ? -numerator : numerator
  const quotient = size / divisor + ((size % divisor) * 2n >= divisor ? 1n : 0n)
  return numerator < 0n ? -quotient : quotient
}

test('add, subtract, negate and sum agree with whole numbers of millionths', () => {
  fc.assert(
    fc.property(decimal, decimal, fc.array(decimal, { maxLength: 8 }), (a, b, many) => {
      assert.equal(add(a.text, b.text), textOf(a.value + b.value))
      assert.equal(subtract(a.text, b.text), textOf(a.value - b.value))
      assert.equal(negate(a.text), textOf(-a.value))
      assert.equal(sum(many.map(({ text }) => text)), textOf(many.reduce((total, { value }) => total + value, 0n)))
    }),
  )
})

test('compare and isPositive agree with whole numbers of millionths', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      assert.equal(compare(a.text, b.text), a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
      assert.equal(compare(a.text, textOf(a.value)), 0)
      assert.equal(isPositive(a.text), a.value > 0n)
    }),
  )
})

test('divide agrees with whole numbers and rounds half away from zero', () => {
  fc.assert(
    fc.property(decimal, decimal, fc.integer({ min: 0, max: 6 }), (a, b, decimals) => {
      fc.pre(b.value !== 0n)
      const [above, below] = b.value < 0n ? [-a.value, -b.value] : [a.value, b.value]
      const unit = 10n ** BigInt(6 - decimals)
      assert.equal(divide(a.text, b.text, decimals), textOf(rounded(above * 10n ** BigInt(decimals), below) * unit))
    }),
  )
})

test('multiply and roundTo agree with whole numbers and round half away from zero', () => {
  fc.assert(
    fc.property(decimal, decimal, fc.integer({ min: 0, max: 6 }), (a, b, decimals) => {
      const unit = 10n ** BigInt(6 - decimals)
      assert.equal(multiply(a.text, b.text, decimals), textOf(rounded(a.value * b.value, 10n ** 6n * unit) * unit))
      assert.equal(roundTo(a.text, decimals), textOf(rounded(a.value, unit) * unit))
    }),
  )
})

test('fixed keeps the value of roundTo and has exactly the asked places', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 6 }), (a, decimals) => {
      const text = toFixed(a.text, decimals)
      assert.equal(compare(text, roundTo(a.text, decimals)), 0)
      assert.equal((text.split('.')[1] ?? '').length, decimals)
    }),
  )
})

test('a decimal survives being parsed, in canonical form', () => {
  fc.assert(fc.property(decimal, (a) => assert.equal(parseDecimal(a.text), textOf(a.value))))
})

const roundings: [value: string, decimals: number, text: string][] = [
  ['3', 2, '3.00'],
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['0.995', 2, '1.00'],
  ['-0.004', 2, '0.00'],
  ['9.5', 0, '10'],
  ['0', 2, '0.00'],
  ['999999999999.994', 2, '999999999999.99'],
]
for (const [value, decimals, text] of roundings) {
  test(`fixed(${value}, ${decimals}) is ${text}`, () => assert.equal(toFixed(value, decimals), text))
}

const typed: [text: string, decimal: string | undefined][] = [
  ['007.50', '7.5'],
  ['+7.5', '7.5'],
  [' 12 ', '12'],
  ['-0', '0'],
  ['1,234,567.80', '1234567.8'],
  ['-1,234', '-1234'],
  ['1,5', undefined],
  ['12,34', undefined],
  ['1,2345', undefined],
  [',5', undefined],
  ['+-5', undefined],
  ['--5', undefined],
  ['+', undefined],
  ['', undefined],
  ['.5', undefined],
  ['5.', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['1.1234567', undefined],
  ['1234567890123456', undefined],
  ['NaN', undefined],
]
for (const [text, expected] of typed) {
  test(`parseDecimal('${text}') is ${expected}`, () => assert.equal(parseDecimal(text), expected))
}

const shapes: [value: unknown, is: boolean][] = [
  ['0', true],
  ['-12.345678', true],
  ['999999999999999.999999', true],
  ['1234567890123456', false],
  ['1.1234567', false],
  ['1\n', false],
  ['', false],
  [1, false],
  [null, false],
]
for (const [value, is] of shapes)
  test(`isDecimal(${typeof value} ${JSON.stringify(String(value))}) is ${is}`, () => assert.equal(isDecimal(value), is))

for (const value of ['', 'abc', '1.1234567', '0x10', '1e3', ' 1', '1,000', 'Infinity']) {
  test(`arithmetic stops on '${value}' instead of computing with something else`, () => {
    assert.throws(() => add(value, '1'), TypeError)
    assert.throws(() => compare('1', value), TypeError)
  })
}
