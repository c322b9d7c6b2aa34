import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from '../testing/counted.ts'

const { found, done, askAs, stockAssets, stockSupply, openTask, device, lines, verdicts } = await counted()

test('what is opened, counted and looked at', async () => {
  const house = await found()
  const [one, two, three] = await stockAssets(house, house.a, 3)
  await stockSupply(house, house.a, house.paper, '10')
  const { id: taskId, code, expected } = await openTask(house)
  assert.match(code, /^PD\d{22}$/)
  assert.equal(expected, 4)
  const phone = device(house.admin, taskId)
  await done(house.admin, 'goods/gsinventorytask/join', { taskId, device: phone.name })
  const pushed = await phone.push(
    { kind: 'seen', itemKind: 'asset', item: one!, place: house.a },
    { kind: 'seen', itemKind: 'asset', item: two!, place: house.b },
    { kind: 'quantity', itemKind: 'consumable', item: house.paper, place: house.a, quantity: '2', factor: '4' },
    { kind: 'unknown', code: 'NOBODY', place: house.a },
  )
  assert.deepEqual(pushed.dispositions, [
    [1, 'ok'],
    [2, 'ok'],
    [3, 'ok'],
    [4, 'unknown'],
  ])
  assert.equal(pushed.acked, 4)
  const said = await verdicts(house.admin, taskId)
  assert.deepEqual(
    [one, two, three, house.paper].map((id) => said[id!]),
    ['found', 'elsewhere', 'pending', 'recount'],
  )
  const progress = await done(house.admin, 'goods/gsinventorytask/progress', { taskId })
  assert.deepEqual(progress.numbers, { expected: 4, done: 3, unknown: 1, byVerdict: { found: 1, elsewhere: 1, recount: 1, pending: 1 } })
  const line = await done(house.admin, 'goods/gsinventorytask/line', { taskId, itemId: two })
  assert.equal(line.evidence.length, 1)
  const pack = await done(house.admin, 'goods/gsinventorytask/pack', { taskId })
  assert.equal(pack.rows.length, 4)
  assert.equal((await lines(house.admin, taskId, { differing: true })).length, 2)
  const info = (await askAs(house.admin, `goods/gsinventorytask/list`)).page.list
  assert.equal(info.length, 1)
  await phone.push({ kind: 'void', voids: 2 })
  assert.equal((await verdicts(house.admin, taskId))[two!], 'pending')
})
