import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { spreadPieces } from './pieces.ts'
import { Questions } from './questions.ts'

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
    assert.deepEqual(codes(spread({ quantity: '2', serialNo: 'S1 S2' }, { answers: split })), [
      [undefined, 'S1'],
      [undefined, 'S2'],
    ])
    assert.equal(spread({ quantity: '3', serialNo: 'S1 S2' }, { answers: split }).pieces[0]!['serialNo'], 'S1 S2')
    assert.equal(spread({ quantity: '2', serialNo: 'a,b,c' }, { answers: split }).wrong.length, 1)
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
