import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKinds } from './all.ts'
import { stageTitle } from './define.ts'
import { type CardAction, codeOfAction, wordsOfAction } from './cardAction.ts'

test('what wrote on a card is kept as a code and told in the words that it has today', () => {
  const actions: CardAction[] = [
    'entered',
    'changed',
    'takenOver',
    'reversed',
    ...documentKinds.flatMap((kind) => [0, ...(kind.stages ?? []).keys()].map((stage) => ({ kind, stage }))),
  ]
  for (const action of actions) {
    const code = codeOfAction(action)
    assert.match(code, /^[A-Za-z]+(\/\d)?$/)
    const words = typeof action === 'string' ? wordsOfAction(code) : (stageTitle(action.kind, action.stage) ?? action.kind.title)
    assert.equal(wordsOfAction(code), words)
    assert.match(words, /[一-鿿]/, code)
  }
  assert.equal(new Set(documentKinds.map((kind) => codeOfAction({ kind, stage: 0 }))).size, documentKinds.length)
})

test('who only applies for a kind is told what they applied for', () => {
  assert.equal(
    wordsOfAction('GsOutstockOrder', () => false),
    '资产领用',
  )
  assert.equal(
    wordsOfAction('GsOutstockOrder', () => true),
    '资产发放',
  )
})

test('histories that were kept in words are told as they are', () => {
  assert.equal(wordsOfAction('资产发放'), '资产发放')
  assert.equal(wordsOfAction('GsGoneOrder/1'), 'GsGoneOrder/1')
})
