import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind } from '../../../domain/documents/all.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { answeredBy, answeredWords, assign, piecesFieldOf, piecesMissing } from './pieces.ts'

const issue = documentKind('GsOutstockOrder')!
const line = (key: string, model: string, quantity: string, assets: readonly string[] = []) => ({
  key,
  values: { model, quantity, assets },
})
const piece = (id: string, goodsId: string) => ({ id, goodsId, version: 1, names: {} }) as unknown as RecordRow

test('only documents that ask by model and quantity are answered with pieces', () => {
  assert.equal(piecesFieldOf(issue), 'assets')
  assert.equal(piecesFieldOf(documentKind('GsReturnOrder')!), undefined)
  assert.equal(piecesFieldOf(documentKind('CsOutstockOrder')!), undefined)
})

for (const [title, of, missing] of [
  ['nothing named', line('a', '1', '2'), 2],
  ['one of two named', line('a', '1', '2', ['7']), 1],
  ['all named', line('a', '1', '2', ['7', '8']), 0],
  ['more named than asked for', line('a', '1', '1', ['7', '8']), 0],
] as const)
  test(`a line lacks pieces: ${title}`, () => assert.equal(piecesMissing(issue, of), missing))

const decided = (quantity: string, assets: readonly string[], rest: string) => {
  const { key, values } = line('r', '1', quantity, assets)
  return { key, values: { ...values, rest } }
}
for (const [title, lines, words] of [
  ['nothing named', [line('a', '1', '2')], ['请选择要交出的资产，还差{missing}件']],
  ['one of two named', [line('a', '1', '2', ['7'])], ['已选{named}件，还差{missing}件']],
  ['all named', [line('a', '1', '1', ['7'])], ['资产已选齐']],
  ['all named, although the rest was decided on', [decided('1', ['7'], 'wait')], ['资产已选齐']],
  ['one given, one waits', [decided('2', ['7'], 'wait')], ['这次交出{named}件', '{waiting}件登记等候']],
  ['nothing there, all wait', [decided('2', [], 'wait')], ['这次不交出资产', '{waiting}件登记等候']],
  [
    'one dropped, one waits',
    [decided('1', [], 'drop'), decided('2', ['7'], 'wait')],
    ['这次交出{named}件', '{waiting}件登记等候', '{dropped}件不再发放'],
  ],
  [
    'one waits, another line is still to be named',
    [decided('1', [], 'wait'), line('b', '2', '1')],
    ['请选择要交出的资产，还差{missing}件'],
  ],
] as const)
  test(`what is said where ${title}`, () => assert.deepEqual(answeredWords(answeredBy(issue, lines)), words))

for (const [title, lines, pieces, named, unwanted] of [
  ['to the line of its model', [line('a', '1', '1'), line('b', '2', '1')], [piece('7', '2')], [[], ['7']], 0],
  ['none to a line that has enough', [line('a', '1', '1', ['6'])], [piece('7', '1')], [['6']], 1],
  ['none where nobody asks for the model', [line('a', '1', '1')], [piece('7', '3')], [[]], 1],
  ['as many as fit', [line('a', '1', '2')], [piece('7', '1'), piece('8', '1'), piece('9', '1')], [['7', '8']], 1],
  ['the same one once', [line('a', '1', '2')], [piece('7', '1'), piece('7', '1')], [['7']], 0],
] as const)
  test(`scanned pieces go ${title}`, () => {
    const given = assign(issue, lines, pieces)
    assert.deepEqual(
      given.lines.map(({ values }) => values['assets']),
      named,
    )
    assert.equal(given.unwanted, unwanted)
  })
