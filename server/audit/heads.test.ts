import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeads, writtenHead } from './heads.ts'

test('heads that were written down are read again; what is none is told', () => {
  const heads = [1, 2].map((no) => ({ orgId: '382797508772305379', no, head: String(no).repeat(64) }))
  assert.deepEqual(readHeads(`\n${heads.map(writtenHead).join('\n')}\n`), heads)
  for (const wrong of ['x', '1:1:zz', `1:1:${'a'.repeat(64)}:b`, `:1:${'a'.repeat(64)}`])
    assert.throws(() => readHeads(wrong), /No head of a seal/)
})
