import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { isPassword } from '../access/passwords.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { testDatabase } from '../db/testing.ts'
import { readSettings } from '../settings.ts'
import { remindOf, tellingOn } from '../reminders/daily.ts'
import { keepingIn } from '../testing/app.ts'
import { auditDatabase } from '../audit/audit.ts'
import { inNameOf } from '../access/sessions.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { reports, whereOf } from '../../domain/reports/reports.ts'
import { presentInputs } from '../views/presentInputs.ts'
import { groupsOf } from '../views/groups.ts'
import { lookedAt, rowsAsked } from '../views/tableRows.ts'
import { demoAccounts, demoPassword } from '../access/demoUsers.ts'
import { demoState, makeDemo } from './demo.ts'

const { database } = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'zaice-demo-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const keeping = { ...keepingIn(dir), settings: readSettings({ DATA_DIR: dir }) }

const said: string[] = []
assert.equal(await demoState(database), 'wanted')
// Two processes that start together: one makes them, the other waits, however long that takes.
await Promise.all([makeDemo({ database, ...keeping }, (progress) => said.push(progress)), makeDemo({ database, ...keeping })])

const login = async (username: string) =>
  (await database.gate<{ org_id: Id; uid: Id }>('select * from gate_organisations_of_login($1)', [username]))[0]!
const { org_id: orgId } = await login('admin')
const ask = <R extends object>(sql: string, of = orgId, ...values: unknown[]) =>
  database.reading(of, (tx) => tx.query<R>(sql, [of, ...values]))
const count = async (sql: string, of = orgId): Promise<number> =>
  Number((await ask<{ n: string }>(`select count(*) as n from ${sql}`, of))[0]!.n)

test('every account of the list can sign in with the password, each in its organisation', async () => {
  for (const { login: username } of demoAccounts) {
    const { org_id: of, uid } = await login(username)
    const [row] = await ask<{ password_hash: string }>('select password_hash from person where org_id = $1 and id = $2', of, uid)
    assert.ok(await isPassword(demoPassword, row!.password_hash), username)
  }
  assert.equal(new Set(await Promise.all(['admin', 'other', 'trial'].map(async (username) => (await login(username)).org_id))).size, 3)
})

test('organisation one is a company of 60 people, 12 places, 40 models, 600 assets and 80 supplies', async () => {
  assert.deepEqual(
    {
      people: await count('person where org_id = $1'),
      departments: await count('department where org_id = $1'),
      places: await count('location where org_id = $1'),
      models: await count('model where org_id = $1'),
      assets: await count('asset where org_id = $1'),
      supplies: await count('consumable where org_id = $1'),
      suppliers: await count('supplier where org_id = $1'),
      flows: await count('wf_flow where org_id = $1 and state = 2'),
      news: await count('news where org_id = $1 and state = 2'),
    },
    { people: 60, departments: 12, places: 12, models: 40, assets: 600, supplies: 80, suppliers: 10, flows: 12, news: 4 },
  )
  const states = Object.fromEntries(
    (await ask<{ state: string; n: number }>('select state, count(*)::int as n from asset where org_id = $1 group by 1', orgId)).map(
      ({ state, n }) => [state, n],
    ),
  )
  for (const [state, atLeast] of Object.entries({ idle: 60, inUse: 350, lent: 9, inRepair: 3, inTransit: 3, disposed: 8 }))
    assert.ok((states[state] ?? 0) >= atLeast, `${state}: ${states[state]}`)
})

test('people are reminded of what is so, messages stand in the order of their times, and the same morning reminds of nothing more', async () => {
  const messages = await ask<{ login: string; title: string; at: string }>(
    'select p.username as login, m.title, m.created_at as at from message m join person p on p.org_id = $1 and p.id = m.uid where m.org_id = $1 order by m.seq',
  )
  assert.deepEqual(
    messages.map(({ at }) => Date.parse(at)),
    messages.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b),
  )
  const told = (login: string, words: RegExp) => messages.some((message) => message.login === login && words.test(message.title))
  assert.ok(told('staff', /应在 3 天后归还$/) && told('keeper', /件借出的资产逾期未还$/) && told('stock', /种耗材低于最低库存$/))
  await database.inTransaction(orgId, async (tx) => remindOf(tx, tellingOn(await workCalendarOf(tx), dayAt(Date.now()))))
  assert.equal(await count('message where org_id = $1'), messages.length)
})

test('there is something late, something low, and every picture is there', async () => {
  assert.ok((await count(`asset where org_id = $1 and state = 'lent' and due_on < current_date`)) > 0)
  assert.ok(
    (await count(
      `consumable c where org_id = $1 and min_stock > (select sum(on_hand) from balance b where b.org_id = c.org_id and b.item_id = c.id and b.account in (select 'store:' || id from location where org_id = $1 and loc_code = 'HQ-S2'))`,
    )) >= 5,
  )
  const paths = await ask<{ path: string }>(
    `select goods_image as path from model where org_id = $1 union select goods_image from consumable where org_id = $1
     union select instance_image from asset where org_id = $1 union select pic -> 0 ->> 'url' from news where org_id = $1`,
    orgId,
  )
  assert.ok(paths.length > 40)
  for (const { path } of paths) assert.ok(path && (await keeping.storage.get(orgId, path)), path)
})

const duties: [username: string, toDo: number, own: number][] = [
  ['boss', 4, 1],
  ['keeper', 3, 0],
  ['stock', 1, 0],
  ['staff', 1, 4],
  ['staff2', 0, 5],
]
for (const [username, toDo, own] of duties)
  test(`${username} has ${toDo} to decide and ${own} of their own under way`, async () => {
    const { uid } = await login(username)
    const [row] = await ask<{ todo: number; own: number; unread: number }>(
      `select (select count(*)::int from wf_task where org_id = $1 and assignee_uid = $2 and status = 1) as todo,
              (select count(*)::int from wf_instance where org_id = $1 and initiator_uid = $2 and status = 'running') as own,
              (select count(*)::int from message where org_id = $1 and uid = $2 and read_at is null) as unread`,
      orgId,
      uid,
    )
    assert.deepEqual([row!.todo, row!.own], [toDo, own])
    assert.ok(row!.unread > 0)
  })

test('the administrator without a management location has none', async () => {
  const { uid } = await login('newadmin')
  assert.equal((await ask('select 1 from location where org_id = $1 and manager_uid = $2', orgId, uid)).length, 0)
  assert.equal((await ask('select 1 from location where org_id = $1 and manager_uid = $2', orgId, (await login('keeper')).uid)).length, 5)
})

test('every delivered report has rows and figures for the administrator, and somebody waited for a day', async () => {
  const { uid } = await login('admin')
  const emptyKeys = await database.reading(orgId, async (tx) => {
    const session = assertDefined(await inNameOf(tx, uid), 'the session of the administrator')
    const reader = { tx, session, language: 'zh' as const }
    const keys: string[] = []
    for (const report of reports) {
      const { name } = report.table
      const { by, figures } = report.groups
      const input = { ...(await presentInputs(tx, name)), where: whereOf(report, dayAt(tx.now())) }
      const question = { by, figures, limit: 1 }
      const { total } = await groupsOf(reader, await lookedAt(reader, name), await rowsAsked(reader, name, input), question)
      if (total.count === 0 || total.figures.every((figure) => Number(figure) === 0) !== (figures.length === 0)) keys.push(report.key)
      if (report.key === 'waiting') assert.ok(Number(total.figures[1]) >= 24, `nobody waited for a day: ${total.figures}`)
    }
    return keys
  })
  assert.deepEqual(emptyKeys, [])
})

test('the trial organisation is inside its licence', async () => {
  const { org_id: trial } = await login('trial')
  assert.ok((await count('asset where org_id = $1', trial)) <= 10)
  assert.equal(await count(`licence_order where org_id = $1 and price = 0 and asset_scope = 10 and period_name like '试用%'`, trial), 1)
})

test('the books of all of them add up', async () => {
  assert.deepEqual(
    (await auditDatabase(database)).filter((finding) => finding.count > 0),
    [],
  )
})

test('it is made once, taken up where it was killed, and never made on a database that is in use', async () => {
  assert.ok(said.length >= 3)
  assert.equal(await demoState(database), 'made')
  const organisations = async () => (await database.gate('select org_id from gate_organisations()')).length
  const before = await organisations()
  await makeDemo({ database, ...keeping }, (progress) => assert.fail(progress))
  assert.equal(await organisations(), before)

  await database.gate(`delete from installation where key = 'demo.trial'`)
  assert.equal(await demoState(database), 'wanted')
  const again: string[] = []
  await makeDemo({ database, ...keeping }, (progress) => again.push(progress))
  assert.deepEqual([again.length, await organisations(), await demoState(database)], [1, before + 1, 'made'])

  const used = await testDatabase()
  await used.newOrganisation()
  assert.equal(await demoState(used.database), 'none')
  await makeDemo({ database: used.database, ...keeping }, (progress) => assert.fail(progress))
})

test('closed months have a sale and a scrapping whose figures tie with their vouchers', async () => {
  const disposals = await ask<{ month: number; method: string; net: string; proceeds: string }>(
    `select e.month, d.header ->> 'method' as method, sum(e.depreciation + e.impairment - e.cost) as net, sum((l.data ->> 'proceeds')::numeric) as proceeds
     from value_entry e join document d on d.org_id = $1 and d.id = e.source_id
     join document_line l on l.org_id = $1 and l.document_id = d.id and l.item_id = e.asset_id
     where e.org_id = $1 and e.kind = 'disposal' group by 1, 2 order by 1`,
  )
  assert.deepEqual(
    disposals.map(({ method }) => method),
    ['scrap', 'sale'],
  )
  const lines = await ask<{ month: number; account: string; amount: string }>(
    `select v.month, l.account, sum(l.debit - l.credit) as amount from voucher v join voucher_line l on l.org_id = $1 and l.voucher_id = v.id
     where v.org_id = $1 and v.event = 'disposal' and l.account in ('6115', '6711', '6301') group by 1, 2 order by 1`,
  )
  assert.deepEqual(
    lines.map(({ month, account, amount }) => ({ month, account, amount: Number(amount).toFixed(2) })),
    disposals.map(({ month, method, net, proceeds }) => ({
      month,
      account: method === 'sale' ? '6115' : '6711',
      amount: (Number(net) - Number(proceeds)).toFixed(2),
    })),
  )
})
