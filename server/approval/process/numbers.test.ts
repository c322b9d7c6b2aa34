import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import pg from 'pg'
import { dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { migrate, readMigrations } from '../../db/migrate.ts'
import { testDatabase } from '../../db/testing.ts'
import { gramsOf } from '../../search/searchText.ts'
import { listProcesses, listTasks } from './lists.ts'
import { askForPaper, foundOffice, type Office, stock } from '../testing/office.ts'

const { database, newOrganisation, url } = await testDatabase({
  poolSize: 8,
  breaks: ['ledger: what is reserved is the sum of the reservations'],
})
const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  return office
}
const numbersOf = async (office: Office): Promise<string[]> =>
  (await database.reading(office.orgId, (tx) => listProcesses(tx, { initiatorUid: undefined, pageSize: 100 }))).list.map(
    ({ number }) => number,
  )
const today = (): string => `SQ${dayAt(Date.now()).replaceAll('-', '')}`

suite('the number of an application', () => {
  test('counts the day of the organisation, stands in every list and finds the application', async () => {
    const [office, other] = [await opened(), await opened()]
    for (const one of [office, office, other]) await askForPaper(database, one, '1')
    const day = today()
    assert.deepEqual([await numbersOf(office), await numbersOf(other)], [[`${day}0002`, `${day}0001`], [`${day}0001`]])
    await database.reading(office.orgId, async (tx) => {
      const mine = { uid: office.boss, done: false, likeQuery: `${day}0002`.toLowerCase() }
      assert.deepEqual(
        (await listTasks(tx, mine)).list.map(({ number }) => number),
        [`${day}0002`],
      )
      const found = await listProcesses(tx, { initiatorUid: undefined, likeQuery: '0001' })
      assert.deepEqual(
        found.list.map(({ number }) => number),
        [`${day}0001`],
      )
      const messages = await tx.query<{ content: string }>('select content from message where org_id = $1 and uid = $2', [
        office.orgId,
        office.boss,
      ])
      assert.ok(messages.some(({ content }) => content.startsWith(`${day}0002 · `)))
    })
  })

  test('who starts while somebody else has not finished waits for nobody; what comes to nothing gives its number back', async () => {
    const office = await opened()
    const draw = async (during: () => Promise<void>): Promise<string> =>
      database.inTransaction(office.orgId, async (tx) => {
        const [row] = await tx.query<{ n: string }>("select next_application_number($1, '2026-01-02') as n", [office.orgId])
        await during()
        return row!.n
      })
    let inside = ''
    const outside = await draw(async () => {
      inside = await draw(async () => {})
    })
    assert.deepEqual([outside, inside], ['SQ202601020001', 'SQ2026010210001'])
    await assert.rejects(
      draw(() => Promise.reject(new Error('came to nothing'))),
      /nothing/,
    )
    assert.equal(await draw(async () => {}), 'SQ202601020002')
  })

  test('a lane that is full is passed over', async () => {
    const office = await opened()
    const draw = () =>
      database.inTransaction(office.orgId, async (tx) => {
        const [row] = await tx.query<{ n: string }>("select next_application_number($1, '2026-01-03') as n", [office.orgId])
        return row!.n
      })
    await database.inTransaction(office.orgId, (tx) =>
      tx.query("insert into number_sequence (org_id, name, last) values ($1, 'application:20260103:0', 9998)", [office.orgId]),
    )
    assert.deepEqual([await draw(), await draw(), await draw()], ['SQ202601039999', 'SQ2026010310001', 'SQ2026010310002'])
  })

  test('many at once have numbers of their own', async () => {
    const office = await opened()
    await Promise.all(Array.from({ length: 30 }, () => askForPaper(database, office, '1')))
    assert.equal(new Set(await numbersOf(office)).size, 30)
  })

  test('a database from before is numbered in the order things came, and found by it', async () => {
    const name = `numbers_${Date.now()}`
    const at = url.replace(/\/[^/]*$/, `/${name}`)
    const made = new pg.Client({ connectionString: url })
    await made.connect()
    await made.query(`create database ${name}`)
    const migrations = readMigrations(join(import.meta.dirname, '../../db/migrations'))
    await migrate(
      at,
      migrations.filter((one) => one.name < '033'),
    )
    const client = new pg.Client({ connectionString: at })
    await client.connect()
    try {
      await client.query("select set_config('app.org', '7', false)")
      await client.query("insert into organisation (org_id, name) values (7, '甲')")
      await client.query("insert into person (org_id, id, username, user_name) values (7, 1, 'a', '甲')")
      await client.query(
        "insert into wf_flow (org_id, flow_key, name, module_code, icon, color, sort_order, document_kind) values (7, 'f', 'f', 'oa', '', '', 1, 'X')",
      )
      await client.query("insert into wf_definition (org_id, flow_key, version, body) values (7, 'f', 1, '{}')")
      await client.query(`insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, title, form_rev, rev, state, created_at, updated_at, search, grams)
        select 7, n, 'f', 1, 'approved', 1, 't', 1, 1, '{}', moment, moment, 'ab', '{ab}'
        from (values (1, timestamptz '2026-03-01 15:59:59Z'), (2, '2026-03-01 16:00:00Z'), (3, '2026-03-01 17:00:00Z')) as v (n, moment)`)
      await migrate(at, migrations)
      const { rows } = await client.query(
        'select i.id, i.number, i.search, s.grams from wf_instance i join wf_instance_search s on s.org_id = 7 and s.instance_id = i.id order by i.id',
      )
      assert.deepEqual(
        rows.map(({ id, number }): [Id, string] => [id, number]),
        [
          ['1', 'SQ202603010001'],
          ['2', 'SQ202603020001'],
          ['3', 'SQ202603020002'],
        ],
      )
      for (const { number, search, grams } of rows) {
        assert.equal(search, `ab\n${number.toLowerCase()}`)
        assert.deepEqual(grams.split('\t').toSorted(), gramsOf(search).toSorted())
      }
      const { rows: next } = await client.query("select next_application_number(7, '2026-03-02') as n")
      assert.deepEqual(next, [{ n: 'SQ202603020003' }])
    } finally {
      await client.end()
      await made.query(`drop database ${name} with (force)`)
      await made.end()
    }
  })
})
