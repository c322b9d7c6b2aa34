import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { moneyInCapitals } from '../domain/rules/moneyCapitals.ts'
import { amountOfCapitals } from './amountOfCapitals.ts'
import { money } from './field.ts'
import { plainReading } from './cell.ts'
import { kindOf } from './fields/kinds.ts'

const amounts: readonly (readonly [text: string, amount: string | undefined])[] = [
  ['壹万贰仟元整', '12000'],
  ['人民币 叁佰圆伍角正', '300.5'],
  ['一万二千元', '12000'],
  ['十五元', '15'],
  ['壹亿零贰元整', '100000002'],
  ['伍分', '0.05'],
  ['负壹佰元整', '-100'],
  ['零元整', '0'],
  ['壹万', undefined],
  ['元整', undefined],
  ['十百元', undefined],
  ['笔记本', undefined],
  ['', undefined],
]
for (const [text, amount] of amounts)
  test(`${text || 'nothing'} is ${amount ?? 'no amount'}`, () => assert.equal(amountOfCapitals(text), amount))

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

test('a cell of a sheet may have its amount written out', () => {
  const field = money('金额')
  assert.equal(kindOf(field.control).cell?.read('壹仟贰佰元整', field.control, { label: '金额', reading: plainReading }), '1200')
})
