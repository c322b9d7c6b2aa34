import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOfCapitals } from './amountOfCapitals.ts'
import { money } from '../field.ts'
import { plainReading } from '../cell.ts'
import { kindOf } from './kinds.ts'

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

test('a cell of a sheet may have its amount written out', () => {
  const field = money('金额')
  assert.equal(
    kindOf(field.control).cell?.read('壹仟贰佰元整', field.control, { label: '金额', reading: plainReading, inEnglish: (words) => words }),
    '1200',
  )
})
