import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { counted } from '../testing/counted.ts'

const { found, done, askAs, ask, stockAssets, stockSupply, openTask, verdicts, lines } = await counted()

test('a sheet goes to paper and comes back as events, which may be corrected', async () => {
  const house = await found()
  const { company, admin } = house
  const [here, gone] = await stockAssets(house, house.a, 2)
  await stockSupply(house, house.a, house.paper, '10')
  const { id: taskId } = await openTask(house, { methods: ['sheet'], slackMinutes: 0 })
  const paper = await ask({ path: `/api/goods/gsinventorysheet/pdf/${taskId}?placeId=${house.a}`, method: 'GET', token: admin })
  assert.equal(paper.bytes.subarray(0, 5).toString(), '%PDF-')
  const account = `store:${house.a}`
  const take = (said: readonly object[], token = admin) =>
    askAs(token, 'goods/gsinventorysheet/take', { taskId, lines: said.map((each) => ({ account, ...each })) })
  const mark = (itemId: Id, what: string) => ({ itemId, mark: what })
  assert.deepEqual((await take([mark(here!, 'present'), mark(gone!, 'present'), { itemId: house.paper, quantity: '7' }])).result, {
    uncounted: [],
  })
  const now = async () => {
    const said = await verdicts(admin, taskId)
    return [here!, gone!, house.paper].map((item) => said[item])
  }
  assert.deepEqual(await now(), ['found', 'found', 'less'])
  await take([mark(gone!, 'missing'), { itemId: house.paper, quantity: '10' }])
  assert.deepEqual(await now(), ['found', 'pending', 'found'])
  const [line] = await lines(admin, taskId, { verdicts: ['pending'] })
  assert.equal(line.causes.at(-1).words, '找过，不在')
  assert.notEqual((await take([{ itemId: here! }])).code, 0, 'nothing was marked')
  assert.equal((await take([{ itemId: newId(), mark: 'present' }])).reason, 'count.notOpenLines')
  const stranger = await company.tokenOf(await company.hire(`stranger${newId()}`))
  assert.notEqual((await take([mark(here!, 'present')], stranger)).code, 0)
  const sheet = { taskId, lines: [{ account, ...mark(here!, 'present') }] }
  assert.equal(
    (await askAs(admin, 'goods/gsinventorysheet/take', { ...sheet, countedAt: '2020-01-01T00:00:00Z' })).reason,
    'count.sheetTime',
  )
  const other = await openTask(house, { methods: ['scan'] })
  assert.equal((await askAs(admin, 'goods/gsinventorysheet/take', { ...sheet, taskId: other.id })).reason, 'count.noSheet')
  await done(admin, 'goods/gsinventorytask/review', { taskId })
  assert.equal((await take([mark(here!, 'present')])).reason, 'count.notOpen')
})
