import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertMention, mentionsAfter, trimMessage } from './mentions.ts'

const at = (text: string, name: string, uid = '1') => {
  const from = text.indexOf(`@${name}`)
  return { from, to: from + name.length + 1, uid }
}

for (const [before, after, kept] of [
  ['请 @小雨 看', '请您 @小雨 看', true],
  ['请 @小雨 看', '请 @小雨 看一下', true],
  ['请 @小雨 看', '@小雨 看', true],
  ['请 @小雨 看', '请 @小 看', false],
  ['请 @小雨 看', '请 @小x雨 看', false],
  ['请 @小雨 看', '', false],
] as const)
  test(`${before} → ${after}: the mention ${kept ? 'moves' : 'goes'}`, () =>
    assert.deepEqual(mentionsAfter(before, after, [at(before, '小雨')]), kept ? [at(after, '小雨')] : []))

test('a name takes the place of the sign before the caret', () => {
  const next = insertMention('请@看', 2, [], { uid: '7', name: '小雨' })
  assert.deepEqual(next, { text: '请@小雨 看', mentions: [{ from: 1, to: 4, uid: '7' }], caret: 5 })
  const second = insertMention(next.text, 0, next.mentions, { uid: 'all', name: '所有人' })
  assert.deepEqual(second.mentions, [at(second.text, '所有人', 'all'), at(second.text, '小雨', '7')])
})

test('space around a text goes, and its mentions with it', () =>
  assert.deepEqual(trimMessage('  @小雨 好 \n', [{ from: 2, to: 5, uid: '7' }]), {
    text: '@小雨 好',
    mentions: [{ from: 0, to: 3, uid: '7' }],
  }))
