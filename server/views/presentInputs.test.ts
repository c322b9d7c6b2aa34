import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableNamed, tableNames } from '../../domain/tables/operations.ts'
import { sendableTable } from '../../domain/subscriptions/sendableTables.ts'
import { newId } from '../../kernel/id.ts'
import type { Row } from '../testing/desk.ts'
import { app, furnish, monthName, monthStart, ok } from '../books/testing/bookCompany.ts'
import { understand } from '../input.ts'
import { summables } from './sums.ts'
import { presentInputs } from './presentInputs.ts'

/** The tables of the books. */
const bookTables = tableNames.filter((name) => [tableNamed(name)?.access].flat().includes('gsvalue:list'))

test('each table is asked with all that its list needs, so that it fills tiles and is sent', async () => {
  const { desk, enter, start, close } = await furnish({ startsBefore: 2 })
  await enter({ value: '6999', boughtOn: monthStart(6) })
  await start()
  await close(2)
  const inputsOf = (name: string) => app.database.reading(desk.company.orgId, (tx) => presentInputs(tx, name))
  for (const [name, { list }] of summables) assert.ok(understand(list, (await inputsOf(name)) ?? {}).success, name)
  assert.deepEqual(
    bookTables.filter((name) => !sendableTable(name)),
    [],
  )
  assert.deepEqual(await inputsOf('gsallocation'), { ...(await inputsOf('gsvalueentry')), fromMonth: monthName(2), toMonth: monthName(2) })
  const { fromMonth, toMonth } = (await inputsOf('gsdisposal')) ?? {}
  const yearStart = `${monthName(0).slice(0, 4)}-01`
  assert.deepEqual([fromMonth, toMonth], [yearStart > monthName(2) ? yearStart : monthName(2), monthName(0)])
})

test('a tile of each table of the books is answered', async () => {
  const { desk, enter, start, close } = await furnish({ startsBefore: 2 })
  await enter({ value: '6999', boughtOn: monthStart(6) })
  await start()
  await close(2)
  const id = newId()
  for (const table of bookTables) {
    const tile = { id: newId(), title: table, table, shape: 'figure', width: 1, height: 1 }
    await ok(desk, 'dashboard/addTile', { id, title: '核算', tile })
  }
  const { tiles } = await ok(desk, 'dashboard/read', { id })
  assert.deepEqual(
    tiles.map(({ table, answer }: Row) => [table, answer.state]),
    bookTables.map((table) => [table, 'answered']),
  )
})
