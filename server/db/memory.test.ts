import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemories } from './memory.ts'

test('what was read is shared for a while, and apart for each organisation and key', async () => {
  const memoryOf = openMemories()
  let reads = 0
  const read = async () => ++reads
  assert.deepEqual([await memoryOf('1').recall('a', read), await memoryOf('1').recall('a', read)], [1, 1])
  assert.deepEqual([await memoryOf('2').recall('a', read), await memoryOf('1').recall('b', read)], [2, 3])
  memoryOf('1').forget('a')
  assert.equal(await memoryOf('1').recall('a', read), 4)
})

test('a read that waits or fails keeps nobody else waiting and fails for nobody else', async () => {
  const memory = openMemories()('1')
  const failing = Promise.withResolvers<string>()
  const first = memory.recall('a', () => failing.promise)
  assert.equal(await memory.recall('a', async () => 'read'), 'read')
  failing.reject(new Error('a lock was not given'))
  await assert.rejects(first, /a lock was not given/)
  assert.equal(await memory.recall('a', async () => 'not asked'), 'read')
})
