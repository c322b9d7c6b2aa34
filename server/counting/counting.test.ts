import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { insert } from '../testing/company.ts'
import { counted } from '../testing/counted.ts'
import { csv, sheetSent } from '../testing/desk.ts'

const { ask, database, found, done, askAs, stockAssets, stockSupply, moveAsset, openTask, device, lines, verdicts } = await counted()

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
  assert.deepEqual(
    pack.columns.map((column: unknown[]) => column.length),
    Array(13).fill(4),
  )
  assert.equal((await lines(house.admin, taskId, { differing: true })).length, 2)
  const info = (await askAs(house.admin, `goods/gsinventorytask/list`)).page.list
  assert.equal(info.length, 1)
  await phone.push({ kind: 'void', voids: 2 })
  assert.equal((await verdicts(house.admin, taskId))[two!], 'pending')
})

const closed = (answer: { code: number }) => assert.ok([403, 404].includes(answer.code), JSON.stringify(answer).slice(0, 200))

test('K8 nobody reads or counts outside his share', async () => {
  const house = await found()
  const [mine, other] = await stockAssets(house, house.a, 2)
  const { id: taskId } = await openTask(house, { scope: { kinds: ['asset'] } })
  const counter = await house.company.hire(`counter-${taskId}`)
  const stranger = await house.company.hire(`stranger-${taskId}`)
  const [his, strangers] = [await house.company.tokenOf(counter), await house.company.tokenOf(stranger)]
  await done(house.admin, 'goods/gsinventorytask/share', { taskId, shares: [{ kind: 'lines', personId: counter, items: [mine] }] })
  const phone = device(his, taskId)
  const strange = device(strangers, taskId)
  await done(his, 'goods/gsinventorytask/join', { taskId, device: phone.name })
  const said = await phone.push({ kind: 'seen', item: mine!, place: house.a }, { kind: 'seen', item: other!, place: house.a })
  assert.deepEqual(said.dispositions, [
    [1, 'ok'],
    [2, 'foreign'],
  ])
  assert.deepEqual((await strange.push({ kind: 'seen', item: other!, place: house.a })).dispositions, [[1, 'foreign']])
  assert.deepEqual(
    (await lines(his, taskId)).map(({ itemId }) => itemId),
    [mine],
  )
  assert.equal((await done(his, 'goods/gsinventorytask/pack', { taskId })).columns[0].length, 1)
  closed(await askAs(his, 'goods/gsinventorytask/line', { taskId, itemId: other }))
  for (const path of ['pack', 'progress', 'lines']) closed(await askAs(strangers, `goods/gsinventorytask/${path}`, { taskId }))
  closed(await askAs(strangers, 'goods/gsinventorytask/join', { taskId, device: strange.name }))
  closed(await askAs(strangers, 'goods/gsinventorytask/line', { taskId, itemId: mine }))
  assert.equal((await verdicts(house.admin, taskId))[other!], 'pending', 'what came from outside a share decides nothing')
  const late = (await lines(house.admin, taskId)).find(({ itemId }) => itemId === other)
  assert.equal(late?.verdict, 'pending')
})

test('K6 whoever counts blind is told no quantity, and no place of what he has not found', async () => {
  const house = await found()
  const [one] = await stockAssets(house, house.a, 1)
  await stockSupply(house, house.a, house.paper, '4711')
  const { id: taskId } = await openTask(house, { blind: true, slackMinutes: 0 })
  const counter = await house.company.hire(`blind-${taskId}`)
  const his = await house.company.tokenOf(counter)
  await done(house.admin, 'goods/gsinventorytask/share', { taskId, shares: [{ kind: 'place', personId: counter, refId: house.a }] })
  const phone = device(his, taskId)
  await phone.push({ kind: 'quantity', itemKind: 'consumable', item: house.paper, place: house.a, quantity: '4709' })
  const answers = [
    await done(his, 'goods/gsinventorytask/pack', { taskId }),
    await done(his, 'goods/gsinventorytask/lines', { taskId }),
    await done(his, 'goods/gsinventorytask/line', { taskId, itemId: house.paper }),
  ]
  for (const answer of answers) assert.doesNotMatch(JSON.stringify(answer), /(?<!\d)4711(?!\d)|"less"|"-2"/)
  const line = (await lines(his, taskId)).find(({ itemId }) => itemId === one)
  assert.equal(line!.place, null)
  assert.equal((await lines(house.admin, taskId)).find(({ itemId }) => itemId === house.paper)!.difference, '-2')
})

test('a pack marks what other devices have counted, and takes the mark back with what they take back', async () => {
  const house = await found()
  const [one, two, three] = await stockAssets(house, house.a, 3)
  await stockSupply(house, house.a, house.paper, '10')
  const { id: taskId } = await openTask(house)
  const counter = await house.company.hire(`second-${taskId}`)
  const theirs = await house.company.tokenOf(counter)
  await done(house.admin, 'goods/gsinventorytask/share', { taskId, shares: [{ kind: 'place', personId: counter, refId: house.a }] })
  const [phone, tablet, other] = [device(house.admin, taskId), device(house.admin, taskId), device(theirs, taskId)]
  const marked = async (token: string, name: string | undefined, since?: string) => {
    const pack = await done(token, 'goods/gsinventorytask/pack', { taskId, ...(name && { device: name }), ...(since && { since }) })
    const [ids, flags] = [pack.columns[1] as string[], pack.columns[8] as number[]]
    return { version: pack.version as string, ids: ids.filter((_, line) => ((flags[line] ?? 0) & 8) !== 0).toSorted() }
  }
  const { version } = await marked(house.admin, tablet.name)
  await phone.push({ kind: 'seen', itemKind: 'asset', item: one!, place: house.a })
  await other.push(
    { kind: 'seen', itemKind: 'asset', item: two!, place: house.b },
    { kind: 'quantity', itemKind: 'consumable', item: house.paper, place: house.a, quantity: '9' },
    { kind: 'absent', itemKind: 'asset', item: three!, place: house.a },
  )
  const all = [one!, two!, house.paper].toSorted()
  assert.deepEqual((await marked(house.admin, tablet.name)).ids, all, 'the same person on another device, and somebody else')
  assert.deepEqual((await marked(house.admin, tablet.name, version)).ids, all, 'as what has changed')
  assert.deepEqual((await marked(house.admin, undefined)).ids, all)
  assert.deepEqual((await marked(house.admin, phone.name)).ids, [two!, house.paper].toSorted(), 'its own it knows itself')
  assert.deepEqual((await marked(theirs, other.name)).ids, [one])
  const { numbers } = await done(house.admin, 'goods/gsinventorytask/progress', { taskId })
  assert.equal(numbers.done, all.length)
  await other.push({ kind: 'void', voids: 1 })
  assert.deepEqual((await marked(house.admin, tablet.name, version)).ids, [one!, house.paper].toSorted())
})

test('what a department has without a person is expected where it or a department above it is counted, and is in its share', async () => {
  const house = await found()
  const [above, team, other] = [newId(), newId(), newId()]
  await database.inTransaction(house.company.orgId, (tx) =>
    insert(tx, 'department', [
      { id: above, dept_code: 'D1', dept_name: '研发部' },
      { id: team, dept_code: 'D2', dept_name: '平台组', parent_id: above },
      { id: other, dept_code: 'D3', dept_name: '市场部' },
    ]),
  )
  const sheet = csv([
    ['资产编码', '资产名称', '型号', '所在区域', '状态', '使用部门'],
    ['DEPT-1', '投影仪', '笔记本电脑', '301室', '在用', '平台组'],
    ['DEPT-2', '投影仪', '笔记本电脑', '301室', '在用', '市场部'],
  ])
  const assets = 'goods/gsgoodsinstance'
  const upload = await ask({ path: `/api/${assets}/import/upload`, token: house.admin, ...sheetSent('a.csv', Buffer.from(sheet)) })
  await done(house.admin, `${assets}/import/commit`, { id: upload.json.result.id })
  const { list } = await done(house.admin, `${assets}/list`, {})
  const idOf = (code: string) => list.find(({ instanceCode }: { instanceCode: string }) => instanceCode === code).id
  for (const departments of [[team], [above]]) {
    const { id: taskId, expected } = await openTask(house, { scope: { kinds: ['asset'], departments } })
    assert.equal(expected, 1)
    assert.deepEqual(await verdicts(house.admin, taskId), { [idOf('DEPT-1')]: 'pending' })
    const counter = await house.company.hire(`department-${taskId}`)
    const shares = [{ kind: 'department', personId: counter, refId: above }]
    const assignment = await done(house.admin, 'goods/gsinventorytask/share', { taskId, shares })
    assert.deepEqual(
      assignment.shares.filter(({ kind }: { kind: string }) => kind === 'department').map((share: { expected: number }) => share.expected),
      [1],
    )
    const phone = device(await house.company.tokenOf(counter), taskId)
    const pushed = await phone.push({ kind: 'seen', item: idOf('DEPT-1'), place: house.room })
    assert.deepEqual(pushed.dispositions, [[1, 'ok']])
    assert.deepEqual(await verdicts(house.admin, taskId), { [idOf('DEPT-1')]: 'found' })
  }
  const market = await openTask(house, { scope: { kinds: ['asset'], departments: [other] } })
  assert.deepEqual(await verdicts(house.admin, market.id), { [idOf('DEPT-2')]: 'pending' })
  const byHolder = await done(house.admin, 'goods/gsinventoryplan/preview', {
    plan: { name: '人', methods: ['scan'], scope: { kinds: ['asset'], holders: [house.company.admin] } },
  })
  assert.equal(byHolder.assets, 0, 'it is nobody’s')
})

test('a frozen store moves for nobody, a place that is counted stays, and one plan has one count', async () => {
  const house = await found()
  const [piece] = await stockAssets(house, house.a, 1)
  await stockAssets(house, house.b, 1)
  const { id: taskId } = await openTask(house, { freeze: 'hard', scope: { kinds: ['asset'], places: [house.a] } })
  const moving = await askAs(house.admin, 'goods/gsajustorder/submit', {
    id: newId(),
    header: { reason: '移库' },
    lines: [{ asset: piece, place: house.b }],
  })
  assert.match(moving.msg, /一号库正在盘点（年终盘点）/)
  const removing = await askAs(house.admin, 'goods/gsgoodsloc/delete', { ids: [house.a] })
  assert.match(JSON.stringify(removing), /盘点任务/)
  const { list } = await done(house.admin, 'goods/gsinventoryplan/list')
  const again = await askAs(house.admin, 'goods/gsinventorytask/open', { planId: list[0].id })
  assert.match(again.msg, /正在进行/)
  const empty = await askAs(house.admin, 'goods/gsinventoryplan/save', {
    plan: { name: '空', methods: ['scan'], scope: { kinds: ['consumable'], places: [house.room] } },
  })
  assert.match((await askAs(house.admin, 'goods/gsinventorytask/open', { planId: empty.result.id })).msg, /没有可以盘点/)
  await database.inTransaction(house.company.orgId, (tx) =>
    tx.query('delete from count_freeze where org_id = $1 and task_id = $2', [house.company.orgId, taskId]),
  )
  await moveAsset(house, piece!, house.b)
  const phone = device(house.admin, taskId)
  await phone.push({ kind: 'seen', item: piece!, place: house.b })
  const line = await done(house.admin, 'goods/gsinventorytask/line', { taskId, itemId: piece })
  assert.equal(line.line.verdict, 'found')
  assert.match(line.line.causes[0].words, /^期间转入 /)
})

test('what is moved after it was seen is explained when somebody looks', async () => {
  const house = await found()
  const [piece] = await stockAssets(house, house.a, 1)
  const { id: taskId } = await openTask(house, { slackMinutes: 0 })
  const phone = device(house.admin, taskId)
  const at = new Date(Date.now() - 60_000).toISOString()
  await phone.push({ kind: 'seen', item: piece!, place: house.b, at })
  assert.equal((await verdicts(house.admin, taskId))[piece!], 'elsewhere')
  await phone.push({ kind: 'seen', code: 'https://zaice.example/q/whatever', place: house.b })
  await moveAsset(house, piece!, house.b)
  assert.equal(
    (await verdicts(house.admin, taskId))[piece!],
    'recount',
    'it was there before the papers said so, and nobody knows whether it went along',
  )
  await phone.push({ kind: 'void', voids: 1 }, { kind: 'seen', item: piece!, place: house.b })
  assert.equal((await verdicts(house.admin, taskId))[piece!], 'found')
})

test('a code names what it stands on: asset code, tag, serial number, barcode', async () => {
  const house = await found()
  const [piece] = await stockAssets(house, house.a, 1, { serials: 'SN-77' })
  await stockSupply(house, house.a, house.paper, '1')
  const { id: taskId } = await openTask(house)
  const { code } = (await lines(house.admin, taskId)).find(({ itemId }) => itemId === piece)!
  const phone = device(house.admin, taskId)
  const { dispositions } = await phone.push(
    { kind: 'seen', code, place: house.a },
    { kind: 'seen', code: `https://elsewhere.example/q/${code}`, place: house.a },
    { kind: 'unknown', code: 'SN-77', place: house.a },
    { kind: 'quantity', code: '6901234567892', quantity: '1', place: house.shelf },
    { kind: 'seen', code: 'SN-78', place: house.a },
  )
  assert.deepEqual(
    dispositions.map(([, disposition]: [number, string]) => disposition),
    ['ok', 'ok', 'ok', 'ok', 'unknown'],
  )
  assert.equal((await done(house.admin, 'goods/gsinventorytask/line', { taskId, itemId: piece })).evidence.length, 3)
  const paper = await done(house.admin, 'goods/gsinventorytask/line', { taskId, itemId: house.paper })
  assert.equal(paper.line.counted, '1', 'what is counted on a shelf is counted in its store')
})

test('a batch that is not whole, or has a gap, is refused; a later one waits for what is before it', async () => {
  const house = await found()
  await stockAssets(house, house.a, 1)
  const { id: taskId } = await openTask(house)
  const phone = device(house.admin, taskId)
  phone.keep({ kind: 'unknown', code: 'A' }, { kind: 'unknown', code: 'B' }, { kind: 'unknown', code: 'C' })
  assert.equal((await phone.send(1, 3, { digest: '0'.repeat(64) })).code, 400)
  assert.equal((await phone.send(1, 3, { from: 2 })).code, 400)
  assert.deepEqual((await phone.send(3)).result.wants, 1)
  assert.deepEqual((await phone.send(1, 2)).result.acked, 2)
  assert.deepEqual((await phone.send(1)).result.acked, 3)
  // The same events by the journal of another device.
  const other = device(house.admin, taskId)
  other.kept.push(...phone.kept)
  assert.deepEqual((await other.send(1)).result.dispositions, [
    [1, 'duplicate'],
    [2, 'duplicate'],
    [3, 'duplicate'],
  ])
})
