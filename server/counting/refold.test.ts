import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../../kernel/id.ts'
import { auditDatabase } from '../audit/audit.ts'
import { counted, type House } from '../testing/counted.ts'
import { refoldStep } from './refold.ts'
import { pieceSize } from './results.ts'

const { found, done, askAs, stockAssets, openTask, device, database, moveAsset } = await counted()
const task = 'goods/gsinventorytask'
const many = 2 * pieceSize + 100

const step = ({ company }: House, taskId: Id): Promise<boolean> => database.inTransaction(company.orgId, (tx) => refoldStep(tx, taskId))
const rowOf = async (house: House, taskId: Id) =>
  (await askAs(house.admin, `${task}/list`)).page.list.find((each: { id: Id }) => each.id === taskId)

test('a large count ends a piece at a time, and may be cut off and ended again', async () => {
  const house = await found()
  await database.inTransaction(house.company.orgId, (tx) =>
    tx.query('update location set manager_uid = $2 where org_id = $1', [house.company.orgId, house.company.admin]),
  )
  const pieces: Id[] = []
  while (pieces.length < many) pieces.push(...(await stockAssets(house, house.a, Math.min(700, many - pieces.length))))
  const { id: taskId } = await openTask(house, { slackMinutes: 0 })
  const phone = device(house.admin, taskId)
  await done(house.admin, `${task}/join`, { taskId, device: phone.name })
  const seen = [pieces[0]!, pieces[pieceSize + 1]!, pieces.at(-1)!]
  await phone.push(...seen.map((item) => ({ kind: 'seen', itemKind: 'asset', item, place: house.a }) as const))

  const first = await done(house.admin, `${task}/review`, { taskId })
  assert.deepEqual(first.numbers.byVerdict, { found: seen.length, missing: pieceSize, pending: many - seen.length - pieceSize })
  assert.deepEqual(await done(house.admin, `${task}/review`, { taskId }), first, 'sent twice')
  const row = await rowOf(house, taskId)
  assert.deepEqual([row.state, row.workingOut], ['review', Math.floor(((seen.length + pieceSize) / many) * 100)])
  assert.deepEqual(row.may, ['share', 'cancel'])
  for (const [path, body] of [
    ['decide', { decision: 'post', filter: {} }],
    ['recount', {}],
    ['settle', {}],
    ['close', {}],
    ['report', {}],
    ['sign', { role: 'counter', hash: '' }],
  ] as const)
    assert.equal((await askAs(house.admin, `${task}/${path}`, { taskId, ...body })).reason, 'count.workingOut', path)

  await assert.rejects(
    database.inTransaction(house.company.orgId, async (tx) => {
      await refoldStep(tx, taskId)
      throw new Error('killed')
    }),
    /killed/,
  )
  assert.equal((await rowOf(house, taskId)).numbers.byVerdict.missing, pieceSize, 'nothing of a piece that was cut off')
  // What moves meanwhile is folded like everything else: by the person who looks, or with its piece.
  await moveAsset(house, pieces.at(-2)!, house.b)
  assert.equal(await step(house, taskId), true)
  assert.equal(await step(house, taskId), false)
  assert.equal(await step(house, taskId), false, 'once more does nothing')
  const ended = await rowOf(house, taskId)
  assert.deepEqual([ended.workingOut, ended.numbers.byVerdict], [null, { found: 3, missing: many - 4, movedOut: 1 }])
  assert.deepEqual(await done(house.admin, `${task}/decide`, { taskId, decision: 'ignore', filter: {} }), { decided: many - 4 })
  assert.deepEqual(
    (await auditDatabase(database)).filter(({ count }) => count > 0),
    [],
  )
})
