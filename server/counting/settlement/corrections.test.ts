import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../kernel/id.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { counted } from '../../testing/counted.ts'

const { found, done, ask, stockAssets, openTask, device, database, lines } = await counted()

test('who counts is shown chosen own fields and says what is otherwise; an adjustment takes it over', async () => {
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

test('a plan chooses own fields; the lines tell them, are narrowed by them, and the report has them', async () => {
  const house = await found()
  const { admin, company } = house
  const save = (label: string, more: object = {}) =>
    done(admin, 'records/ownfield/save', { noun: 'asset', label, control: { type: 'text', max: 60, lines: 1 }, ...more })
  const shownField = await save('网段', { isCounted: true })
  const mac = await save('MAC地址')
  const keeper = await done(admin, 'records/ownfield/save', {
    noun: 'asset',
    label: '保管人',
    control: { type: 'reference', to: 'person', many: false },
  })
  const [first, second] = await stockAssets(house, house.a, 2)
  await done(admin, 'goods/gsgoodsinstance/update', {
    id: first,
    ownValues: { [shownField.key]: '生产', [mac.key]: 'AA', [keeper.key]: company.admin },
  })
  await done(admin, 'goods/gsgoodsinstance/update', { id: second, ownValues: { [mac.key]: 'BB' } })
  const task = await openTask(house, { methods: ['scan'], confirms: ['ownFields'], ownFields: [mac.key, keeper.key] })
  const pack = await done(admin, 'goods/gsinventorytask/pack', { taskId: task.id })
  assert.deepEqual(JSON.parse(pack.columns[11][pack.columns[1].indexOf(first)]), { [mac.key]: 'AA', [keeper.key]: company.admin })

  await device(admin, task.id).push({
    kind: 'seen',
    source: 'camera',
    itemKind: 'asset',
    place: house.a,
    item: second!,
    ownValues: { [mac.key]: 'BX' },
  })
  const lineRows = await lines(admin, task.id)
  const ownWordsOf = (id: string | undefined) => lineRows.find(({ itemId }) => itemId === id).ownWords
  assert.deepEqual(ownWordsOf(first)[mac.key], { cardText: 'AA', countText: null })
  assert.notEqual(ownWordsOf(first)[keeper.key].cardText, company.admin, 'a person by name')
  assert.deepEqual(ownWordsOf(second), {
    [mac.key]: { cardText: 'BB', countText: 'BX' },
    [keeper.key]: { cardText: '', countText: null },
  })
  const idsOf = async (more: object) => (await lines(admin, task.id, more)).map(({ itemId }) => itemId)
  assert.deepEqual(await idsOf({ where: [{ key: mac.key, is: 'contains', value: 'bb' }] }), [second])
  assert.deepEqual(await idsOf({ where: [{ key: keeper.key, is: 'in', value: [company.admin] }] }), [first])
  assert.deepEqual(await idsOf({ where: [{ key: keeper.key, is: 'empty' }] }), [second])
  assert.deepEqual(await idsOf({ corrected: true }), [second])
  const refusal = await ask({
    path: '/api/goods/gsinventorytask/lines',
    body: { taskId: task.id, where: [{ key: shownField.key, is: 'filled' }] },
    token: admin,
  })
  assert.notEqual(refusal.json.code, 0, 'a field that the plan has not chosen')
  await done(admin, 'goods/gsinventorytask/review', { taskId: task.id })
  const report = await ask({ path: `/api/goods/gsinventorytask/export/${task.id}`, method: 'GET', token: admin })
  assert.equal(report.bytes.subarray(0, 2).toString(), 'PK')
})

test('a device learns which of the chosen fields a piece does not have, as its category says, in a blind count too', async () => {
  const house = await found()
  const { admin } = house
  const category = await done(admin, 'goods/gscat/save', { catName: '车辆', catCode: 'CL', catKind: 'asset' })
  const field = { noun: 'asset', control: { type: 'text', max: 60, lines: 1 } }
  const plate = await done(admin, 'records/ownfield/save', { ...field, label: '车牌号', categoryIds: [category.id] })
  const colour = await done(admin, 'records/ownfield/save', { ...field, label: '颜色' })
  const [car, chair] = await stockAssets(house, house.a, 2)
  await done(admin, 'goods/gsgoodsinstance/update', { id: car, catId: category.id })
  for (const blind of [false, true]) {
    const task = await openTask(house, { methods: ['scan'], confirms: ['ownFields'], ownFields: [plate.key, colour.key], blind })
    const { columns } = await done(admin, 'goods/gsinventorytask/pack', { taskId: task.id })
    const notAppliedTo = (id: string | undefined) => columns[12][columns[1].indexOf(id)]
    assert.deepEqual([notAppliedTo(car), notAppliedTo(chair)], [null, plate.key])
  }
})

test('in a blind count own fields are told to nobody who only counts, nor found by', async () => {
  const house = await found()
  const { admin, company } = house
  const { key } = await done(admin, 'records/ownfield/save', {
    noun: 'asset',
    label: 'MAC地址',
    control: { type: 'text', max: 60, lines: 1 },
    isCounted: true,
  })
  const [first] = await stockAssets(house, house.a, 1)
  await done(admin, 'goods/gsgoodsinstance/update', { id: first, ownValues: { [key]: 'AA' } })
  const task = await openTask(house, { methods: ['scan'], confirms: ['ownFields'], blind: true })
  const uid = await company.hire('counter')
  await done(admin, 'goods/gsinventorytask/share', { taskId: task.id, shares: [{ kind: 'place', personId: uid, refId: house.a }] })
  const counter = await company.tokenOf(uid)
  assert.deepEqual(
    (await lines(counter, task.id)).map(({ ownWords }) => ownWords),
    [{}],
  )
  const answer = await ask({
    path: '/api/goods/gsinventorytask/lines',
    body: { taskId: task.id, where: [{ key, is: 'eq', value: 'AA' }] },
    token: counter,
  })
  assert.notEqual(answer.json.code, 0)
  assert.deepEqual((await lines(admin, task.id))[0].ownWords, { [key]: { cardText: 'AA', countText: null } })
})
