import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../kernel/id.ts'
import { assetFields } from '../../../domain/records/asset.ts'
import { counted } from '../../testing/counted.ts'
import { insert } from '../../testing/company.ts'

const { database, found, done, openTask, device } = await counted({ breaks: 'everything' })
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

test('assets that no count saw for long, and those of leavers, can be asked for; a closed count says how right the books were', async () => {
  const house = await found()
  const [old, older, lost, held, worn] = [newId(), newId(), newId(), newId(), newId()]
  const [leaver, user] = [await house.company.hire('leaver'), await house.company.hire('user')]
  const common = { goods_id: house.model, instance_name: '旧电脑', condition: assetFields.condition.initial }
  const stored = (id: string, days: number) => ({
    ...common,
    ...{ id, instance_code: `OLD${id}`, loc_id: house.a, account: `store:${house.a}`, state: 'idle', created_at: daysAgo(days) },
  })
  await database.inTransaction(house.company.orgId, async (tx) => {
    await insert(tx, 'asset', [
      stored(old, 100),
      stored(older, 200),
      stored(lost, 200),
      { ...stored(held, 1), account: `person:${leaver}`, state: 'inUse', holder_uid: leaver },
    ])
    await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [tx.orgId, leaver])
  })
  const listed = async (key: string, value: string): Promise<string[]> => {
    const page = await done(house.admin, 'goods/gsgoodsinstance/list', { where: [{ key, is: 'in', value: [value] }] })
    return page.list.map((row: { instanceId: string }) => row.instanceId).toSorted()
  }
  assert.deepEqual(await listed('unseenFor', 'days180'), [older, lost].toSorted())
  assert.deepEqual(await listed('unseenFor', 'days90'), [old, older, lost].toSorted())
  assert.deepEqual(await listed('holderState', 'left'), [held])
  assert.deepEqual(await listed('holderState', 'active'), [])

  const { id: taskId } = await openTask(house, { scope: { kinds: ['asset'], places: [house.a] } })
  const mistaken = device(house.admin, taskId)
  await mistaken.push({ kind: 'seen', itemKind: 'asset', item: lost, place: house.a })
  await mistaken.push({ kind: 'void', voids: 1 })
  assert.deepEqual(await listed('unseenFor', 'days180'), [older, lost].toSorted(), 'what was taken back was not seen')
  await device(house.admin, taskId).push(
    ...[old, older].map((item) => ({ kind: 'seen', itemKind: 'asset', item, place: house.a }) as const),
  )
  assert.deepEqual(await listed('unseenFor', 'days180'), [lost])

  const accuracies = async (): Promise<unknown[]> =>
    (await done(house.admin, 'goods/gsinventorytask/list')).list.map(({ accuracy }: { accuracy: unknown }) => accuracy)
  assert.deepEqual(await accuracies(), [null])
  await done(house.admin, 'goods/gsinventorytask/review', { taskId })
  await done(house.admin, 'goods/gsinventorytask/decide', {
    taskId,
    filter: {},
    decision: 'ignore',
  })
  await done(house.admin, 'goods/gsinventorytask/close', { taskId })
  assert.deepEqual(await accuracies(), ['50'])
  const verdictsOf = async (instanceId: string, token = house.admin): Promise<unknown[]> =>
    (await done(token, 'goods/gsgoodsinstance/counts', { instanceId })).list.map((row: { id: string; verdict: string }) => [
      row.id,
      row.verdict,
    ])
  assert.deepEqual(await verdictsOf(old), [[taskId, 'found']])
  assert.deepEqual(await verdictsOf(lost), [[taskId, 'missing']])

  const actionsOf = async (instanceId: string): Promise<string[]> =>
    (await done(house.admin, 'goods/gsgoodsinstance/history', { instanceId })).list.map(({ action }: { action: string }) => action)
  assert.match((await actionsOf(old)).join(), /^盘点“.+”：已盘到$/)
  assert.match((await actionsOf(lost)).join(), /^盘点“.+”：盘亏$/)

  await database.inTransaction(house.company.orgId, (tx) =>
    insert(tx, 'asset', [{ ...stored(worn, 1), account: `person:${user}`, state: 'inUse', holder_uid: user }]),
  )
  const { id: openId } = await openTask(house, { scope: { kinds: ['asset'], places: [house.a] }, blind: true })
  const holder = await house.company.tokenOf(user)
  assert.deepEqual(
    (await verdictsOf(worn)).map((row) => (row as string[])[0]),
    [openId],
  )
  assert.deepEqual(await verdictsOf(worn, holder), [], 'an open count is told to those alone who read counts')
  assert.deepEqual(await actionsOf(worn), [], 'and stands in no history')
})
