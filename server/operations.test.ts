import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handlers } from './routes.ts'

const operations = handlers.map(({ operation }) => operation)

test('what a write changes are the beginnings of reads that there are', () => {
  const reads = operations.filter(({ reads }) => reads).map(({ name }) => name)
  const writers = operations.filter(({ reads }) => !reads)
  assert.ok(writers.length > 100)
  const unknown = writers.flatMap(({ name, changes }) =>
    changes
      .filter((change) => !name.startsWith(change) && !reads.some((read) => read.startsWith(change)))
      .map((change) => `${name}: ${change}`),
  )
  assert.deepEqual(unknown, [])
})

test('what only reads changes nothing', () => {
  assert.deepEqual(
    operations.filter(({ reads, changes }) => reads && changes.length > 0).map(({ name }) => name),
    [],
  )
})
