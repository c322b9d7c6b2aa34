import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { remindOf } from '../reminders/daily.ts'
import { uploadedFile } from '../testing/company.ts'
import { counted, type House } from '../testing/counted.ts'
import { openingWorker } from './openingWorker.ts'

const { ask, database, found, done, askAs, stockAssets, openTask, device, verdicts } = await counted()

type Json = ReturnType<typeof JSON.parse>

/** A house where an employee of a department holds pieces. */
const held = async (pieces: number) => {
  const house = await found()
  const { company, admin } = house
  const uid = await company.hire(`holder-${newId()}`)
  const token = await company.tokenOf(uid)
  const assets = await stockAssets(house, house.a, pieces)
  await database.inTransaction(company.orgId, (tx) =>
    tx.query('update location set manager_uid = $3 where org_id = $1 and id = $2', [tx.orgId, house.a, company.admin]),
  )
  await done(admin, 'goods/gsoutstockorder/submit', {
    id: newId(),
    header: { recipient: uid, reason: '办公' },
    lines: [{ model: house.model, quantity: String(pieces), assets }],
  })
  return { ...house, uid, token, assets }
}

const mine = (token: string): Promise<Json[]> => done(token, 'goods/gsinventoryself/mine')
const answer = (token: string, taskId: Id, answers: readonly object[]): Promise<Json> =>
  askAs(token, 'goods/gsinventoryself/answer', { taskId, answers })
const messages = (house: Pick<House, 'company'>, uid: Id): Promise<{ title: string }[]> =>
  database.reading(house.company.orgId, (tx) =>
    tx.query<{ title: string }>('select title from message where org_id = $1 and uid = $2 order by id', [tx.orgId, uid]),
  )

test('Whoever holds something of a task that asks for it hears of it, sees it, and answers piece by piece', async () => {
  const house = await held(4)
  const { token, assets, admin, uid } = house
  const task = await openTask(house, { methods: ['scan', 'self'] })
  assert.ok((await messages(house, uid)).some(({ title }) => title === '年终盘点：请盘点您名下的 4 件资产'))
  const [own] = await mine(token)
  assert.deepEqual(own.lines.map((line: Json) => line.itemId).toSorted(), assets.toSorted())
  assert.ok(own.lines.every((line: Json) => line.answer === null && !line.photoWanted))
  assert.deepEqual(await mine(admin), [], 'who holds nothing is asked nothing')

  const code = own.lines.find((line: Json) => line.itemId === assets[0]).code
  const said = await answer(token, task.id, [
    { itemId: assets[0], answer: 'here', scanned: code },
    { itemId: assets[1], answer: 'here' },
    { itemId: assets[2], answer: 'absent', note: '已经归还' },
  ])
  assert.equal(said.code, 0, said.msg)
  assert.equal(said.result.left, 1)
  const seen = await verdicts(admin, task.id)
  assert.equal(seen[assets[0]!], 'found', 'a scan confirms')
  assert.equal(seen[assets[1]!], 'selfOnly', 'a word alone is looked at again')
  assert.equal(seen[assets[2]!], 'pending', 'nobody saw it, and it may still turn up')
  const { departments } = await done(admin, 'goods/gsinventoryself/unanswered', { taskId: task.id })
  assert.equal(departments[0].people[0].left, 1, 'who says that he has it not has answered')

  await answer(token, task.id, [{ itemId: assets[2], answer: 'wrong', note: '型号是 14 寸' }])
  const answered = Object.fromEntries((await mine(token))[0].lines.map((line: Json) => [line.itemId, line]))
  assert.equal(answered[assets[2]!].answer, 'wrong', 'the last answer holds')
  assert.equal(answered[assets[2]!].note, '型号是 14 寸')
  assert.equal(answered[assets[0]!].proof, 'scan')
  assert.equal(answered[assets[3]!].answer, null)
})

test('An answer is refused in words where it is about somebody else’s piece, another label, or lacks its photo or its reason', async () => {
  const house = await held(2)
  const other = await held(1)
  const { token, assets, admin, company } = house
  const task = await openTask(house, { methods: ['self'], photo: 'always' })
  const stranger = await company.tokenOf(await company.hire(`stranger-${newId()}`))
  for (const [who, said, words] of [
    [stranger, { itemId: assets[0], answer: 'absent', note: '没有' }, '这不是您名下要盘点的资产'],
    [token, { itemId: other.assets[0], answer: 'absent', note: '没有' }, '这不是您名下要盘点的资产'],
    [token, { itemId: assets[0], answer: 'here' }, '需要拍照'],
    [token, { itemId: assets[0], answer: 'here', scanned: 'NOBODYS-1' }, '扫到的标签不是'],
    [token, { itemId: assets[0], answer: 'absent' }, '请说明'],
  ] as const) {
    const refused = await answer(who, task.id, [said])
    assert.notEqual(refused.code, 0)
    assert.ok(refused.msg.includes(words), refused.msg)
  }
  const events = await database.reading(company.orgId, (tx) =>
    tx.query('select 1 from count_event where org_id = $1 and task_id = $2', [tx.orgId, task.id]),
  )
  assert.equal(events.length, 0, 'what was refused has left nothing')
  assert.notEqual(
    (await answer(other.token, task.id, [{ itemId: assets[0], answer: 'absent', note: 'x' }])).code,
    0,
    'another organisation',
  )
  assert.equal((await mine(token))[0].lines[0].photoWanted, true)
  assert.notEqual(
    (await askAs(token, 'goods/gsinventoryself/unanswered', { taskId: task.id })).code,
    0,
    'progress is for who arranges counts',
  )
  assert.equal((await done(admin, 'goods/gsinventoryself/unanswered', { taskId: task.id })).people, 1)
})

test('The office sees by department who has not answered, reminds them, and has a part looked at again that an auditor can draw again', async () => {
  const house = await held(20)
  const { token, assets, admin, uid, company } = house
  const task = await openTask(house, { methods: ['scan', 'self'] })
  const before = await done(admin, 'goods/gsinventoryself/unanswered', { taskId: task.id })
  assert.deepEqual([before.people, before.finished], [1, 0])
  assert.deepEqual(
    before.departments[0].people.map(({ id, pieces, left }: Json) => [id, pieces, left]),
    [[uid, 20, 20]],
  )
  const told = await done(admin, 'goods/gsinventoryself/remind', { taskId: task.id })
  assert.equal(told.told, 1)
  assert.notEqual((await askAs(admin, 'goods/gsinventoryself/check', { taskId: task.id, percent: 20 })).code, 0, 'nothing to look at yet')

  await answer(
    token,
    task.id,
    assets.map((itemId) => ({ itemId, answer: 'here' })),
  )
  assert.deepEqual((await done(admin, 'goods/gsinventoryself/unanswered', { taskId: task.id })).departments, [])
  assert.equal((await done(admin, 'goods/gsinventoryself/remind', { taskId: task.id })).told, 0)
  const keeper = await company.hire(`keeper-${newId()}`)
  const nobody = await askAs(admin, 'goods/gsinventoryself/check', { taskId: task.id, percent: 20, personId: newId() })
  assert.notEqual(nobody.code, 0, 'nobody of ours')
  const first = await done(admin, 'goods/gsinventoryself/check', { taskId: task.id, percent: 20, personId: keeper })
  const again = await done(admin, 'goods/gsinventoryself/check', { taskId: task.id, percent: 20, personId: keeper })
  assert.equal(first.lines, 4)
  assert.equal(first.seed, task.code)
  const drawn = await database.reading(company.orgId, (tx) =>
    tx.query<{ items: Id[] }>(`select items from count_share where org_id = $1 and task_id = $2 and kind = 'lines' order by id`, [
      tx.orgId,
      task.id,
    ]),
  )
  assert.deepEqual(drawn[0]!.items, drawn[1]!.items, 'the same pieces each time')
  assert.equal(again.lines, 4)

  const handedOut = async (): Promise<number[]> => {
    const { json } = await ask({ method: 'GET', path: `/api/goods/gsinventorytask/info/${task.id}`, token: admin })
    return json.result.shares.filter(({ kind }: Json) => kind === 'lines').map((share: Json) => share.done)
  }
  assert.deepEqual(await handedOut(), [0, 0], 'a word of the holder is not what whoever looks again has done')
  const phone = device(await company.tokenOf(keeper), task.id)
  await phone.push({ kind: 'seen', itemKind: 'asset', item: drawn[0]!.items[0]! })
  assert.equal((await verdicts(admin, task.id))[drawn[0]!.items[0]!], 'found', 'a scan by the keeper confirms the word')
  assert.deepEqual(await handedOut(), [1, 1])
})

test('Whoever has not answered is reminded before the day, on it and after it, once for each step, and nobody once he has', async () => {
  const house = await held(2)
  const { token, assets, uid, company } = house
  const task = await openTask(house, { methods: ['self'], dueDays: 7 })
  const dueOn = addDays(dayAt(Date.now()), 7)
  const titles = async () => (await messages(house, uid)).map(({ title }) => title).filter((title) => title.includes('没有盘点'))
  const on = (day: string) => database.inTransaction(company.orgId, (tx) => remindOf(tx, { today: day, daysOff: 0 }))
  await on(addDays(dueOn, -3))
  await on(addDays(dueOn, -3))
  assert.deepEqual(await titles(), ['年终盘点：您还有 2 件资产没有盘点，还有 3 天'])
  await answer(token, task.id, [{ itemId: assets[0], answer: 'here' }])
  await on(dueOn)
  assert.deepEqual(await titles(), ['年终盘点：您还有 1 件资产没有盘点，今天截止'], 'the newer notice takes the place of the unread one')
  await answer(token, task.id, [{ itemId: assets[1], answer: 'absent', note: '已经归还' }])
  await on(addDays(dueOn, 1))
  assert.deepEqual(await titles(), ['年终盘点：您还有 1 件资产没有盘点，今天截止'], 'nothing new: also one that he has not is answered for')
})

test('A plan opens its task on its day, in its author’s name; what cannot be opened is told, and the next day is waited for', async () => {
  const house = await found()
  const { admin, company } = house
  await stockAssets(house, house.a, 2)
  const plan = { name: '每日抽盘', methods: ['scan'], scope: { kinds: ['asset'] }, schedule: { every: 'day', workdays: false } }
  const { id } = await done(admin, 'goods/gsinventoryplan/save', { plan })
  const tomorrow = addDays(dayAt(Date.now()), 1)
  const stored = async () =>
    (
      await database.reading(company.orgId, (tx) =>
        tx.query<{ next_on: string; n: number }>(
          `select p.next_on::text, (select count(*)::int from count_task t where t.org_id = $1 and t.plan_id = p.id) as n
           from count_plan p where p.org_id = $1 and p.id = $2`,
          [tx.orgId, id],
        ),
      )
    )[0]!
  const run = () =>
    database.inTransaction(company.orgId, (tx) =>
      openingWorker.run(tx, { orgId: company.orgId, id: newId(), kind: 'count.opening', key: id, body: {}, attempts: 1 }),
    )
  assert.deepEqual(await stored(), { next_on: tomorrow, n: 0 })
  await run()
  assert.equal((await stored()).n, 0, 'not before its day')
  const due = () =>
    database.inTransaction(company.orgId, (tx) =>
      tx.query('update count_plan set next_on = current_date - 1 where org_id = $1 and id = $2', [tx.orgId, id]),
    )
  await due()
  await run()
  assert.deepEqual(await stored(), { next_on: tomorrow, n: 1 })
  await due()
  await run()
  assert.deepEqual(await stored(), { next_on: tomorrow, n: 1 }, 'the open one is not opened twice')
  const told = (await messages(house, company.admin)).map(({ title }) => title)
  assert.ok(told.some((title) => title.startsWith('盘点计划每日抽盘已按周期开始盘点：PD')))
  assert.ok(told.some((title) => title.startsWith('盘点计划每日抽盘到期没有开始：这个计划的盘点任务PD')))
  const later = await done(admin, 'goods/gsinventoryplan/save', { plan: { ...plan, name: '每周', schedule: { every: 'week' } } })
  await done(admin, 'goods/gsinventoryplan/delete', { id: later.id })
  const jobs = await database.reading(company.orgId, (tx) =>
    tx.query<{ key: string }>(`select key from job where org_id = $1 and kind = 'count.opening' and done_at is null`, [tx.orgId]),
  )
  assert.deepEqual(
    jobs.map(({ key }) => key),
    [id],
    'a plan that is gone opens nothing',
  )
})

test('Lines that are given to nobody by name are for whoever takes part in the count by another share, and for nobody else', async () => {
  const house = await found()
  const { admin, company } = house
  const [piece] = await stockAssets(house, house.a, 2)
  const task = await openTask(house, { methods: ['scan'] })
  const counter = await company.hire(`counter-${newId()}`)
  const stranger = await company.hire(`stranger-${newId()}`)
  await done(admin, 'goods/gsinventorytask/share', {
    taskId: task.id,
    shares: [
      { kind: 'place', refId: house.room, personId: counter },
      { kind: 'lines', items: [piece] },
    ],
  })
  const seenBy = async (uid: Id) => device(await company.tokenOf(uid), task.id).push({ kind: 'seen', itemKind: 'asset', item: piece! })
  assert.deepEqual((await seenBy(stranger)).dispositions, [[1, 'foreign']])
  assert.deepEqual((await seenBy(counter)).dispositions, [[1, 'ok']])
})

test('A photo proves a piece where its holder uploaded it, and nowhere else', async () => {
  const house = await held(2)
  const { token, assets, admin, company, uid } = house
  const task = await openTask(house, { methods: ['self'], photo: 'always' })
  const [own, others] = await database.inTransaction(company.orgId, async (tx) => [
    await uploadedFile(tx, uid),
    await uploadedFile(tx, company.admin),
  ])
  for (const file of [others, `${company.orgId}/2026/11/22/nothing.jpg`])
    assert.notEqual((await answer(token, task.id, [{ itemId: assets[0], answer: 'here', file }])).code, 0)
  assert.equal((await verdicts(admin, task.id))[assets[0]!], 'pending')
  assert.equal((await answer(token, task.id, [{ itemId: assets[0], answer: 'here', file: own }])).code, 0)
  assert.equal((await verdicts(admin, task.id))[assets[0]!], 'found')
})

test('What somebody else sends in the name of a holder’s device is not his answer', async () => {
  const house = await held(1)
  const { token, assets, admin, company, uid } = house
  const task = await openTask(house, { methods: ['scan', 'self'] })
  await answer(token, task.id, [{ itemId: assets[0], answer: 'here' }])
  const [{ device: name } = { device: '' }] = await database.reading(company.orgId, (tx) =>
    tx.query<{ device: string }>('select device from count_device where org_id = $1 and task_id = $2 and uid = $3', [
      tx.orgId,
      task.id,
      uid,
    ]),
  )
  const events = [{ id: randomUUID(), seq: 2, round: 1, kind: 'absent', source: 'hand', item: assets[0], at: new Date().toISOString() }]
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
  const pushed = await done(admin, 'goods/gsinventorytask/push', {
    taskId: task.id,
    device: name,
    from: 2,
    events,
    digest,
    clientAt: new Date().toISOString(),
  })
  assert.equal(pushed.acked, 2)
  assert.equal((await mine(token))[0].lines[0].answer, 'here')
})
