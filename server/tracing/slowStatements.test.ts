import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameWork } from './currentWork.ts'
import { noteStatement, slowStatements } from './slowStatements.ts'

test('a slow statement is counted, and logged with the request that it was sent for', async (t) => {
  const lines: unknown[] = []
  const { count, log } = slowStatements
  t.after(() => Object.assign(slowStatements, { count, log }))
  slowStatements.log = { warn: (line: unknown) => void lines.push(line) }
  await nameWork({ requestId: 'proxy-17', operation: 'gsgoodsinstance.list' }, async () => {
    await Promise.resolve()
    noteStatement('select  1', 2345.6)
    noteStatement('select 2', 999)
  })
  noteStatement('select 3', 1000)
  assert.deepEqual(lines, [
    { statement: 'select 1', ms: 2346, requestId: 'proxy-17', operation: 'gsgoodsinstance.list' },
    { statement: 'select 3', ms: 1000 },
  ])
  assert.equal(slowStatements.count, count + 2)
})
