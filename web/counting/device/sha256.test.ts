import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sha256 } from './sha256.ts'

test('the digest is that of everybody else, whatever the length', () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 1000, 100_000]) {
    const text = `x${'盘'.repeat(length)}`.slice(1 - (length % 2))
    assert.equal(sha256(text), createHash('sha256').update(text).digest('hex'), `${length}`)
  }
})
