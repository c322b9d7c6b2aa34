import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { spreadPieces } from './pieces.ts'
import { Questions } from './import/questions.ts'

const spread = (
  row: Record<string, unknown>,
  { answers = {}, header = '原值' }: { answers?: Record<string, string>; header?: string } = {},
) => {
  const questions = new Questions(answers)
  const wrong: string[] = []
  const pieces = spreadPieces(row, { questions, wrong: (key, words) => wrong.push(`${key}: ${words}`), header: () => header })
  return { pieces, wrong, asked: questions.asked.filter(({ answer }) => answer === undefined).map(({ key }) => key) }
}
const split = { 'quantity.many': 'split' }

describe('a row of several pieces', () => {
  test('is asked about once, and is none until then', () => {
    assert.deepEqual(spread({ quantity: '3' }), { pieces: [], wrong: [], asked: ['quantity.many'] })
    assert.equal(spread({ quantity: '3' }, { answers: { 'quantity.many': 'refuse' } }).wrong.length, 1)
    assert.equal(spread({ quantity: '1001' }, { answers: split }).wrong.length, 1)
  })

  test('of one piece is as it was', () => {
    for (const quantity of [undefined, '1'])
      assert.deepEqual(spread({ quantity, instanceCode: 'A', value: '5' }).pieces, [{ instanceCode: 'A', value: '5' }])
    assert.deepEqual(spread({ totalValue: '5' }).pieces, [{ value: '5' }])
  })

  test('gives out codes and serial numbers in order', () => {
    const codes = ({ pieces }: ReturnType<typeof spread>) => pieces.map((piece) => [piece['instanceCode'], piece['serialNo']])
    for (const serialNo of ['S1,S2', 'S1；S2', 'S1\nS2', 'S1、 S2'])
      assert.deepEqual(codes(spread({ quantity: '3', instanceCode: 'A', serialNo }, { answers: split })), [
        ['A-1', 'S1'],
        ['A-2', 'S2'],
        ['A-3', undefined],
      ])
    assert.equal(spread({ quantity: '2', serialNo: 'a,b,c' }, { answers: split }).wrong.length, 1)
  })

  for (const [quantity, serialNo, numbers] of [
    ['2', 'S1 S2', ['S1', 'S2']],
    ['2', 'SN1/SN2', ['SN1', 'SN2']],
    ['2', 'SN9 / SN10', ['SN9', 'SN10']],
    ['2', 'SN1\\SN2', ['SN1', 'SN2']],
    ['2', '5CG1234ABC/5CG98XYZ76', ['5CG1234ABC', '5CG98XYZ76']],
    ['2', '20231 20232', ['20231', '20232']],
    ['3', 'S1 S2', ['S1', 'S2', undefined]],
    ['3', 'S1/S2', ['S1', 'S2', undefined]],
    ['2', 'PF3 9', ['PF3', '9']],
    ['2', 'SN 1234', ['SN 1234', undefined]],
    ['2', 'S/N 1234', ['S/N 1234', undefined]],
    ['3', 'PF3/9', ['PF3/9', undefined, undefined]],
    ['2', 'SN1/2', '{label}里看不出哪几个是分开的，请用逗号或分号隔开，并把每一件的写全'],
    ['2', '2023/0001', '{label}里看不出哪几个是分开的，请用逗号或分号隔开，并把每一件的写全'],
    ['2', 'S1 S2 S3', '{count}件资产填了{given}个{label}'],
    ['1', 'S1,S2', '{count}件资产填了{given}个{label}'],
    ['1', 'S1\nS2', '{count}件资产填了{given}个{label}'],
    ['1', 'S1/S2', ['S1/S2']],
    ['1', 'S1 S2', ['S1 S2']],
    ['1', 'S'.repeat(101), '{label}不能超过{max}个字'],
    ['2', `${'S'.repeat(100)},T1`, ['S'.repeat(100), 'T1']],
  ] as const)
    test(`${quantity} with ${JSON.stringify(serialNo.slice(0, 20))}`, () => {
      const { pieces, wrong } = spread({ quantity, serialNo }, { answers: split })
      if (typeof numbers === 'string') assert.deepEqual(wrong, [`serialNo: ${numbers}`])
      else assert.deepEqual({ numbers: pieces.map((piece) => piece['serialNo']), wrong }, { numbers: [...numbers], wrong: [] })
    })

  test('with several codes in one cell takes them in order', () => {
    const codes = (quantity: string, instanceCode: string) =>
      spread({ quantity, instanceCode }, { answers: split }).pieces.map((piece) => piece['instanceCode'])
    assert.deepEqual(codes('2', 'ZC1/ZC2'), ['ZC1', 'ZC2'])
    assert.deepEqual(codes('2', 'ZC/001'), ['ZC/001-1', 'ZC/001-2'])
    assert.deepEqual(codes('2', 'A'), ['A-1', 'A-2'])
    assert.equal(spread({ quantity: '2', instanceCode: 'ZC001/2' }, { answers: split }).wrong.length, 1)
  })

  const values = (row: Record<string, unknown>, given: Parameters<typeof spread>[1]) =>
    spread(row, given).pieces.map((piece) => piece['value'])
  test('shares its total to the cent', () => {
    const of = { answers: split }
    assert.deepEqual(values({ quantity: '3', totalValue: '100' }, of), ['33.34', '33.33', '33.33'])
    assert.deepEqual(values({ quantity: '3', totalValue: '0.01' }, of), ['0.01', '0', '0'])
    assert.deepEqual(values({ quantity: '2', value: '50', totalValue: '100' }, of), ['50', '50'])
    assert.deepEqual(values({ quantity: '2', value: '50' }, { answers: split, header: '单价（元）' }), ['50', '50'])
    assert.deepEqual(values({ quantity: '2', value: '50' }, { answers: split, header: '总金额' }), ['25', '25'])
    assert.deepEqual(values({ quantity: '2' }, of), [undefined, undefined])
  })

  test('is asked what its amount is for where nothing says it', () => {
    const row = { quantity: '2', value: '50' }
    assert.deepEqual(spread(row, { answers: split }).asked, ['value.per'])
    assert.deepEqual(values(row, { answers: { ...split, 'value.per': 'total' } }), ['25', '25'])
    assert.deepEqual(values(row, { answers: { ...split, 'value.per': 'piece' } }), ['50', '50'])
  })
})
