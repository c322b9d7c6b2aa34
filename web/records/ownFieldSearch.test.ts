import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldHasWords } from './ownFieldSearch.ts'

test('a field is found by a part of its name in either language', () => {
  const field = { label: 'MAC地址', englishLabel: 'MAC address' }
  for (const words of ['', 'mac', '地址', 'Address ', 'AC地']) assert.ok(fieldHasWords(field, words), words)
  for (const words of ['ip', '地 址']) assert.ok(!fieldHasWords(field, words), words)
  assert.ok(!fieldHasWords({ label: '楼层', englishLabel: null }, 'floor'))
})
