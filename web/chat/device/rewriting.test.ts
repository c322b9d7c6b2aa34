import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewriteMinutes } from '../../../domain/chat/limits.ts'
import { recalledText, rememberRecalled } from './rewriting.ts'

const body = { text: '明天十点开会', mentions: [] }
const atMs = Date.UTC(2026, 10, 28)

test('a text that was taken back is there for its author, for a while', () => {
  rememberRecalled('1', { uid: '7', body }, atMs)
  assert.deepEqual(recalledText('1', '7', atMs + 1000), body)
  assert.equal(recalledText('1', '8', atMs + 1000), undefined, 'another person on the same device')
  assert.equal(recalledText('2', '7', atMs), undefined)
  assert.equal(recalledText('1', '7', atMs + rewriteMinutes * 60_000), undefined)
  assert.equal(recalledText('1', '7', atMs), undefined, 'and it is gone then')
})
