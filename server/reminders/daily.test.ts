import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt, defaultTimeZone, type Day } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { standardCalendar } from '../../domain/calendar/workCalendar.ts'
import type { ReminderKind } from '../../domain/reminders/reminders.ts'
import { openDatabase } from '../db/pool.ts'
import { startJobs } from '../jobs/jobs.ts'
import { type CardRow, lockCards, writeCards } from '../ledger/cards.ts'
import { openLog } from '../log.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { planReminders, reminderWorker, remindOf } from './daily.ts'
import { reminderJob } from '../calendar/calendar.ts'
import { until } from '../testing/until.ts'

const { ask, database, newCompany, url } = await testApp(handlers, { poolSize: 12 })
const today = dayAt(Date.now())

/** An organisation with a store below a building, each with a manager, and two people; nothing needs an approval. */
const company = async () => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const [house, store, model] = [newId(), newId(), newId()]
  const keeper = await hire(`k${newId()}`, ['goodsmanager'])
  const li = await hire(`li${newId()}`, [], { userName: '李明' })
  const wu = await hire(`wu${newId()}`, [], { userName: '吴刚' })
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [
      { id: house, loc_code: 'A', loc_name: '总部', manager_uid: keeper },
      { id: store, loc_code: 'B', loc_name: '一号库', parent_id: house, manager_uid: null },
    ])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '投影仪' }])
  })
  const token = await tokenOf(admin)
  const post = async (path: string, header: unknown, lines: unknown): Promise<Id> => {
    const id = newId()
    const { json } = await ask({ path: `/api/goods/${path}/submit`, body: { id, header, lines }, token })
    assert.equal(json.success, true, json.msg)
    return id
  }
  const pieces = async (count: number, line: object = {}): Promise<Id[]> => {
    const id = await post('gsinstockorder', { to: store }, [{ model, quantity: String(count), ...line }])
    const rows = await database.reading(orgId, (tx) =>
      tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2 order by item_id', [orgId, id]),
    )
    return rows.map(({ item_id }) => item_id)
  }
  return {
    orgId,
    admin,
    keeper,
    li,
    wu,
    store,
    post,
    pieces,
    token,
    tokenOf,
    lend: async (borrower: Id, count: number, dueOn: Day) => {
      const assets = await pieces(count)
      await post('gsborroworder', { borrower, dueOn, reason: '开会' }, [{ model, quantity: String(count), assets }])
      return assets
    },
    /** What the morning of a day tells each of these people. */
    morning: async (day: Day, people: readonly Id[], daysOff = 0): Promise<string[][]> => {
      await database.inTransaction(orgId, (tx) => tx.query('delete from message where org_id = $1', [orgId]))
      await database.inTransaction(orgId, (tx) => remindOf(tx, { today: day, daysOff }))
      return titlesOf(orgId, people)
    },
  }
}

const titlesOf = async (orgId: Id, people: readonly Id[]): Promise<string[][]> => {
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ uid: Id; title: string }>('select uid, title from message where org_id = $1 order by seq', [orgId]),
  )
  return people.map((uid) => rows.filter((row) => row.uid === uid).map(({ title }) => title.replace(/（.*?）/g, '')))
}

test('a borrower is told before, on and after the day, each step once; the keeper of the place when it is late', async () => {
  const { li, wu, keeper, admin, lend, morning } = await company()
  await lend(li, 1, addDays(today, 10))
  const told: string[] = []
  for (let day = 0; day <= 32; day++) {
    const [own, keepers, ...others] = await morning(addDays(today, day), [li, keeper, wu, admin])
    assert.deepEqual(others, [[], []])
    told.push(...own!.map((title) => `${day - 10} 李明 ${title}`), ...keepers!.map((title) => `${day - 10} 库管 ${title}`))
  }
  assert.deepEqual(told, [
    '-3 李明 投影仪应在 3 天后归还',
    '-1 李明 投影仪明天应归还',
    '0 李明 投影仪今天应归还',
    ...[1, 3, 7, 14, 21].flatMap((late) => [
      `${late} 李明 投影仪已逾期 ${late} 天，请尽快归还`,
      `${late} 库管 投影仪借给李明已逾期 ${late} 天`,
    ]),
  ])
})

test('after a week of silence one is told what is due now, and several things in one message', async () => {
  const { li, wu, lend, morning } = await company()
  await lend(li, 2, addDays(today, 1))
  await lend(li, 1, addDays(today, 12))
  await lend(wu, 3, addDays(today, 10))
  assert.deepEqual(await morning(addDays(today, 9), [li, wu]), [
    ['2 件借用的资产已逾期，请尽快归还', '投影仪应在 3 天后归还'].toReversed(),
    ['3 件借用的资产明天应归还'],
  ])
  assert.deepEqual(await morning(addDays(today, 9), [li, wu]), [[], []])
})

test('before days off one is told what comes up during them', async () => {
  const { li, lend, morning } = await company()
  await lend(li, 1, addDays(today, 5))
  assert.deepEqual(await morning(addDays(today, 3), [li], 2), [['投影仪应在 2 天后归还']])
  assert.deepEqual(await morning(addDays(today, 6), [li]), [['投影仪已逾期 1 天，请尽快归还']])
})

test('what was given back, or lent for longer, is not told of; whoever left hears nothing, their keeper does', async () => {
  const { orgId, li, wu, keeper, store, lend, post, morning } = await company()
  const back = await lend(li, 1, addDays(today, 2))
  await post('gsrevertorder', { to: store }, [{ asset: back[0] }])
  await lend(wu, 1, addDays(today, 2))
  await database.inTransaction(orgId, (tx) => tx.query("update person set state = 'disabled' where org_id = $1 and id = $2", [orgId, wu]))
  assert.deepEqual(await morning(addDays(today, 3), [li, wu, keeper]), [[], [], ['投影仪借给吴刚已逾期 1 天']])
})

test('a loan with another day is told of anew', async () => {
  const { orgId, li, lend, morning } = await company()
  const [asset] = await lend(li, 1, addDays(today, 2))
  assert.deepEqual(await morning(addDays(today, 1), [li]), [['投影仪明天应归还']])
  await database.inTransaction(orgId, async (tx) => {
    const [{ id, label: _, goodsId: __, ...before }] = (await lockCards(tx, [asset!])) as [CardRow]
    const after = { ...before, dueOn: addDays(today, 9) }
    await writeCards(tx, [{ id, before, after }], { documentId: undefined, action: 'changed', actor: li, at: tx.now() })
  })
  assert.deepEqual(await morning(addDays(today, 3), [li]), [[]])
  assert.deepEqual(await morning(addDays(today, 8), [li]), [['投影仪明天应归还']])
})

test('maintenance and warranties are for the keeper of the nearest place that has one, else for the administrators', async () => {
  const { orgId, admin, keeper, li, post, pieces, morning } = await company()
  const [asset] = await pieces(1, { warrantyUntil: addDays(today, 40) })
  await post('gshealthorder', { doneOn: today, content: '除尘' }, [{ asset, nextOn: addDays(today, 8) }])
  const everybody = [keeper, admin, li]
  assert.deepEqual(await morning(addDays(today, 1), everybody), [['投影仪应在 7 天后保养'], [], []])
  assert.deepEqual(await morning(addDays(today, 9), everybody), [['投影仪的保养已逾期 1 天'], [], []])
  assert.deepEqual(await morning(addDays(today, 12), everybody), [['投影仪的保修还有 28 天到期'], [], []])
  await database.inTransaction(orgId, (tx) => tx.query('update location set manager_uid = null where org_id = $1', [orgId]))
  assert.deepEqual(await morning(addDays(today, 33), everybody), [[], ['投影仪的保养已逾期 25 天', '投影仪的保修还有 7 天到期'], []])
})

test('the end of the membership is for the administrators, and not while another one follows', async () => {
  const { orgId, admin, keeper, morning } = await company()
  const order = { purchase_type: 'new', order_state: 1, period_name: '企业版一年', price: '9800', asset_scope: 100 }
  const bought = (from: number, to: number) =>
    database.inTransaction(orgId, (tx) =>
      insert(tx, 'licence_order', [{ id: newId(), ...order, start_date: addDays(today, from), end_date: addDays(today, to) }]),
    )
  await database.inTransaction(orgId, (tx) => tx.query('delete from licence_order where org_id = $1', [orgId]))
  await bought(-300, 31)
  assert.deepEqual(await morning(today, [admin, keeper]), [['企业版一年还有 30 天到期'], []])
  assert.deepEqual(await morning(addDays(today, 31), [admin, keeper]), [['企业版一年已到期 1 天'], []])
  await bought(31, 396)
  assert.deepEqual(await morning(addDays(today, 37), [admin, keeper]), [[], []])
})

test('what somebody has switched off they do not hear of, and when it is on again what holds then', async () => {
  const { li, tokenOf, lend, morning, keeper } = await company()
  const token = await tokenOf(li)
  const set = async (kind: ReminderKind, on: boolean) =>
    assert.equal((await ask({ path: '/api/msg/reminder/saveSetting', body: { kind, on }, token })).json.success, true)
  const settings = async (of: Id): Promise<Record<string, boolean>> => {
    const { json } = await ask({ path: '/api/msg/reminder/settings', body: {}, token: await tokenOf(of) })
    return Object.fromEntries((json.data as { kind: string; on: boolean }[]).map(({ kind, on }) => [kind, on]))
  }
  await lend(li, 1, addDays(today, 3))
  await set('loanDue', false)
  await set('loanDue', false)
  const { loanDue, loanOverdue, handedOver, handoverWaiting, repairDone, ...others } = await settings(li)
  assert.deepEqual([loanDue, loanOverdue, handedOver, handoverWaiting, repairDone], [false, true, true, true, true])
  assert.ok(
    Object.values(others).every((on) => on),
    'the others as they were',
  )
  assert.deepEqual(Object.keys(await settings(keeper)).includes('maintenanceDue'), true)
  assert.deepEqual(await morning(addDays(today, 2), [li]), [[]])
  const always = await ask({ path: '/api/msg/reminder/saveSetting', body: { kind: 'licenceEnding', on: false }, token })
  assert.equal(always.json.success, false)
  await set('loanDue', true)
  assert.deepEqual(await morning(addDays(today, 2), [li]), [['投影仪明天应归还']])
})

test('two processes over one database tell everybody once, plan the next morning, and nothing of another organisation', async (t) => {
  const first = await company()
  const second = await company()
  const minute =
    Number(new Intl.DateTimeFormat('en', { timeZone: defaultTimeZone, hour: 'numeric', hour12: false }).format(Date.now())) * 60
  // People may be told at any hour that this test runs at.
  const settings = {
    ...standardCalendar,
    opensMinutes: 0,
    closesMinutes: minute < 420 ? 420 : 1440,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    national: false,
  }
  for (const { orgId, admin, li, lend } of [first, second]) {
    await lend(li, 1, addDays(today, 1))
    await database.inTransaction(orgId, async (tx) => {
      await tx.query('delete from message where org_id = $1', [orgId])
      await insert(tx, 'work_calendar', [{ settings, updated_by: admin }])
    })
  }
  const other = openDatabase({ url, poolSize: 6 })
  const log = openLog('silent')
  const processes = [database, other].map((each) => startJobs(each, log, [reminderWorker]))
  t.after(async () => {
    await Promise.all(processes.map((jobs) => jobs.stop()))
    await other.close()
  })
  const planned = async (orgId: Id): Promise<boolean> => {
    const rows = await database.reading(orgId, (tx) =>
      tx.query('select from job where org_id = $1 and kind = $2 and done_at is null and due_at > now()', [orgId, reminderJob]),
    )
    return rows.length === 1
  }
  for (let round = 0; round < 3; round++) {
    // A job that rests after failures, or is lost, comes again.
    for (const { orgId } of [first, second])
      await database.inTransaction(orgId, (tx) =>
        tx.query(round === 1 ? "update job set lease_until = 'infinity' where org_id = $1" : 'delete from job where org_id = $1', [orgId]),
      )
    await Promise.all([planReminders(database), planReminders(other)])
    for (const jobs of processes) jobs.wake()
    await until('the next morning is planned', async () => (await planned(first.orgId)) && (await planned(second.orgId)))
  }
  for (const { orgId, li, keeper, admin, wu } of [first, second])
    assert.deepEqual(await titlesOf(orgId, [li, keeper, admin, wu]), [['投影仪明天应归还'], [], [], []])
})

test('where the end of the licence is not planned, the next morning plans it', async () => {
  const { orgId } = await company()
  const ends = await database.inTransaction(orgId, async (tx) => {
    await tx.query(`delete from job where org_id = $1 and kind = 'licence.end'`, [orgId])
    await reminderWorker.run(tx, { orgId, id: newId(), kind: reminderJob, key: '', body: {}, attempts: 1 })
    return tx.query(`select from job where org_id = $1 and kind = 'licence.end' and due_at > now()`, [orgId])
  })
  assert.equal(ends.length, 1)
})

test('an organisation that is closed reminds nobody and plans nothing', async () => {
  const { orgId, li, lend } = await company()
  await lend(li, 1, addDays(today, 1))
  await database.inTransaction(orgId, async (tx) => {
    await tx.query('delete from message where org_id = $1', [orgId])
    await tx.query("update organisation set state = 'disabled' where org_id = $1", [orgId])
    await reminderWorker.run(tx, { orgId, id: newId(), kind: reminderJob, key: '', body: {}, attempts: 1 })
  })
  await planReminders(database)
  const jobs = await database.reading(orgId, (tx) => tx.query('select from job where org_id = $1 and kind = $2', [orgId, reminderJob]))
  assert.deepEqual([jobs, await titlesOf(orgId, [li])], [[], [[]]])
})
