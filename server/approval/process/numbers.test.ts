import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayAt } from '../../../kernel/day.ts'
import { testDatabase } from '../../db/testing.ts'
import { listProcesses, listTasks } from './lists.ts'
import { askForPaper, foundOffice, type Office, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({
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
})
