import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../kernel/id.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { counted } from '../../testing/counted.ts'

const { found, done, ask, stockAssets, openTask, device, database } = await counted()

test('who counts is valuesById chosen own fields and says what is otherwise; an adjustment takes it over', async () => {
  const house = await found()
  const { admin } = house
  const save = (label: string, more: object) =>
    done(admin, 'records/ownfield/save', { noun: 'asset', label, control: { type: 'text', max: 60, lines: 1 }, ...more })
  const mac = await save('MAC地址', { isCounted: true })
  const memo = await save('备查', {})
  const [first, second] = await stockAssets(house, house.a, 2)
  for (const [id, value] of [
    [first, 'AA'],
    [second, 'BB'],
  ])
    await done(admin, 'goods/gsgoodsinstance/update', { id, ownValues: { [mac.key]: value, [memo.key]: '不显示' } })
  const task = await openTask(house, { methods: ['scan', 'sheet'], confirms: ['ownFields'] })
  const plain = await openTask(house, { methods: ['scan'] })

  const pack = await done(admin, 'goods/gsinventorytask/pack', { taskId: task.id })
  const ids: string[] = pack.columns[1]
  const valuesById = Object.fromEntries(ids.map((id, at) => [id, JSON.parse(pack.columns[11][at] ?? 'null')]))
  assert.deepEqual([valuesById[first!], valuesById[second!]], [{ [mac.key]: 'AA' }, { [mac.key]: 'BB' }])
  const otherPack = await done(admin, 'goods/gsinventorytask/pack', { taskId: plain.id })
  assert.ok(otherPack.columns[11].every((cell: unknown) => cell === null))
  const paper = await ask({ path: `/api/goods/gsinventorysheet/pdf/${task.id}?placeId=${house.a}`, method: 'GET', token: admin })
  assert.equal(paper.bytes.subarray(0, 5).toString(), '%PDF-')

  const sighting = { kind: 'seen', source: 'camera', itemKind: 'asset', place: house.a } as const
  await device(admin, task.id).push(
    { ...sighting, item: first!, ownValues: { [mac.key]: 'AX' } },
    { ...sighting, item: first!, ownValues: { [mac.key]: 'AZ' } },
    { ...sighting, item: second!, ownValues: { [mac.key]: 'BB' } },
  )
  const { evidence } = await done(admin, 'goods/gsinventorytask/line', { taskId: task.id, itemId: first! })
  assert.deepEqual(
    evidence.map(({ ownValues }: { ownValues: unknown }) => ownValues),
    [{ [mac.key]: 'AX' }, { [mac.key]: 'AZ' }],
  )
  const corrections = () => done(admin, 'goods/gsinventorytask/corrections', { taskId: task.id })
  const { list } = await corrections()
  assert.deepEqual([...list], [{ itemId: first, ownValues: { [mac.key]: 'AZ' } }])
  await done(admin, 'goods/gsajustorder/submit', {
    id: newId(),
    header: { reason: '盘点更正' },
    lines: list.map(({ itemId, ownValues }: { itemId: string; ownValues: object }) => ({ asset: itemId, ...ownValues })),
  })
  assert.deepEqual((await corrections()).list, [])
  const employee = await house.company.tokenOf(await house.company.hire('li'))
  assert.equal((await ask({ path: '/api/goods/gsinventorytask/corrections', body: { taskId: task.id }, token: employee })).status, 403)
  assert.deepEqual(
    (await auditDatabase(database)).filter(({ count }) => count > 0),
    [],
  )
})
