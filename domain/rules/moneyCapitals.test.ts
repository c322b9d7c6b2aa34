import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOfCapitals } from '../../kernel/fields/amountOfCapitals.ts'
import fc from 'fast-check'
import { RefusalError } from '../../kernel/refusal.ts'
import { moneyInCapitals } from './moneyCapitals.ts'

const amounts: [amount: string, capitals: string][] = [
  ['0', '零元整'],
  ['0.00', '零元整'],
  ['-0', '零元整'],
  ['0.004', '零元整'],
  ['-0.004', '零元整'],
  ['0.3', '叁角整'],
  ['0.03', '叁分'],
  ['0.35', '叁角伍分'],
  ['0.305', '叁角壹分'],
  ['1', '壹元整'],
  ['10', '壹拾元整'],
  ['11', '壹拾壹元整'],
  ['100.01', '壹佰元零壹分'],
  ['325.04', '叁佰贰拾伍元零肆分'],
  ['1005000.00', '壹佰万伍仟元整'],
  ['1409.50', '壹仟肆佰零玖元伍角整'],
  ['1680.32', '壹仟陆佰捌拾元零叁角贰分'],
  ['6007.14', '陆仟零柒元壹角肆分'],
  ['10001.05', '壹万零壹元零伍分'],
  ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
  ['107000.53', '壹拾万柒仟元零伍角叁分'],
  ['10010', '壹万零壹拾元整'],
  ['100000', '壹拾万元整'],
  ['10100000', '壹仟零壹拾万元整'],
  ['20000305.07', '贰仟万零叁佰零伍元零柒分'],
  ['100000000', '壹亿元整'],
  ['100000001', '壹亿零壹元整'],
  ['100001000', '壹亿零壹仟元整'],
  ['100010000', '壹亿零壹万元整'],
  ['101000000', '壹亿零壹佰万元整'],
  ['110000000', '壹亿壹仟万元整'],
  ['1000010000', '壹拾亿零壹万元整'],
  ['123456789.12', '壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元壹角贰分'],
  ['-5.5', '负伍元伍角整'],
  ['999999999999.99', '玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  ['-999999999999.99', '负玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
]
for (const [amount, capitals] of amounts) test(`${amount} is ${capitals}`, () => assert.equal(moneyInCapitals(amount), capitals))

const refused: [amount: string, reason: string][] = [
  ['1000000000000', 'money.large'],
  ['999999999999.995', 'money.large'],
  ['-1000000000000', 'money.large'],
  ['1,000', 'money.invalid'],
  ['abc', 'money.invalid'],
  ['', 'money.invalid'],
]
for (const [amount, reason] of refused) {
  test(`'${amount}' is refused: ${reason}`, () =>
    assert.throws(
      () => moneyInCapitals(amount),
      (thrown) => thrown instanceof RefusalError && thrown.refusal.reason === reason,
    ))
}

/** Reads capitals back into fen, knowing only what the characters are worth. */
const fenOf = (capitals: string): bigint => {
  const worth: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n }
  let [total, group, digit] = [0n, 0n, 0n]
  for (const character of capitals) {
    const numeral = '零壹贰叁肆伍陆柒捌玖'.indexOf(character)
    if (numeral >= 0) digit = BigInt(numeral)
    else if (worth[character]) group += digit * worth[character]
    else if (character === '亿') total += (group + digit) * 10_000_000_000n
    else if (character === '万') total += (group + digit) * 1_000_000n
    else if (character === '元') total += (group + digit) * 100n
    else if (character === '角') total += digit * 10n
    else if (character === '分') total += digit
    if (numeral < 0) digit = 0n
    if ('亿万元'.includes(character)) group = 0n
  }
  return total
}

test('every amount can be read back, says 零 only once in a row, and ends as bills must', () => {
  const digitsWithGaps = fc
    .stringMatching(/^[0-9]{1,12}$/)
    .chain((digits) =>
      fc.stringMatching(/^[01]{12}$/).map((mask) => [...digits].map((digit, at) => (mask[at] === '1' ? digit : '0')).join('')),
    )
  fc.assert(
    fc.property(digitsWithGaps, fc.stringMatching(/^[0-9]{2}$/), (yuan, fraction) => {
      const capitals = moneyInCapitals(`${BigInt(yuan)}.${fraction}`)
      assert.equal(fenOf(capitals), BigInt(yuan + fraction), capitals)
      assert.ok(!capitals.includes('零零'), capitals)
      assert.match(capitals, fraction.endsWith('0') ? /整$/ : /分$/)
    }),
    { numRuns: 500 },
  )
})

test('what is written out reads as what it was', () =>
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (fen) => {
      const amount =
        (BigInt(fen) < 0n ? '-' : '') +
        String(Math.abs(fen))
          .padStart(3, '0')
          .replace(/(\d\d)$/, '.$1')
      assert.equal(Number(amountOfCapitals(moneyInCapitals(amount))), Number(amount))
    }),
  ))
