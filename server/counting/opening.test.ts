import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { counted, type House } from '../testing/counted.ts'

const { database, found, done, stockAssets, stockSupply, openTask, device, lines } = await counted({ poolSize: 12 })

/** For a longer look: OPENING_ROUNDS=100. */
const rounds = Number(process.env['OPENING_ROUNDS'] ?? 5)

/** Takes pieces into a store without waiting for anything. */
const takeIn = async (house: House, quantity: number): Promise<Id[]> => {
  const id = newId()
  const line = { model: house.model, quantity: String(quantity) }
  await done(house.admin, 'goods/gsinstockorder/submit', { id, header: { to: house.a }, lines: [line] })
  const rows = await database.reading(house.company.orgId, (tx) =>
    tx.query<{ id: Id }>('select item_id as id from move where org_id = $1 and document_id = $2', [house.company.orgId, id]),
  )
  return rows.map((row) => row.id)
}

test('what arrives while a count opens is expected or outside it, and nothing of both', async () => {
  for (let round = 0; round < rounds; round++) {
    const house = await found()
    const before = await stockAssets(house, house.a, 2)
    await stockSupply(house, house.a, house.paper, '5')
    const [task, ...arrivals] = await Promise.all([
      openTask(house, { slackMinutes: 0 }),
      ...[1, 2, 3].map((quantity) => takeIn(house, quantity)),
      ...[1, 2].map(async () => (await stockSupply(house, house.a, house.paper, '10'), [])),
    ])
    const taskId: Id = task.id
    const pieces = [...before, ...arrivals.flat()]
    const expected = await database.reading(house.company.orgId, (tx) =>
      tx.query<{ id: Id }>('select item_id as id from count_line where org_id = $1 and task_id = $2', [house.company.orgId, taskId]),
    )
    const isExpected = new Set(expected.map(({ id }) => id))
    const phone = device(house.admin, taskId)
    for (const item of pieces) await phone.push({ kind: 'seen', item, place: house.a })
    await phone.push({ kind: 'quantity', itemKind: 'consumable', item: house.paper, place: house.a, quantity: '25' })
    const shownLines = await lines(house.admin, taskId)
    for (const item of pieces) {
      const rows = shownLines.filter(({ itemId }) => itemId === item)
      const what = `${round}: ${JSON.stringify(rows)}`
      assert.equal(rows.length, 1, what)
      if (isExpected.has(item)) assert.deepEqual([rows[0].verdict, rows[0].causes], ['found', []], what)
      else assert.notDeepEqual([rows[0].verdict, rows[0].causes], ['found', []], what)
    }
    const [paper] = shownLines.filter(({ itemId }) => itemId === house.paper)
    assert.equal(Number(paper.difference ?? 0), 0, JSON.stringify(paper))
  }
})
