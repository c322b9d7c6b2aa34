import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDefined } from '../../../kernel/assert.ts'
import { testDatabase } from '../../db/testing.ts'
import { act, askForPaper, foundOffice, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 1 })

test('no statement of an application, its decisions and its posting is planned anew each time', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  const rounds = 14
  for (let round = 0; round < rounds; round++) {
    const { processId } = await askForPaper(database, office, '1')
    const id = assertDefined(processId, 'the process of a request')
    await act(database, office, id, office.boss, { t: 'approve', comment: '同意' })
    await act(database, office, id, office.keeper, { t: 'approve' })
  }
  const rows = await database.reading(office.orgId, (tx) =>
    tx.query<{ statement: string }>(
      // PostgreSQL plans a statement for its values five times before it compares.
      'select statement from pg_prepared_statements where custom_plans > 6 and generic_plans + custom_plans >= $1 order by 1',
      [rounds],
    ),
  )
  assert.deepEqual(
    rows.map(({ statement }) => statement.replaceAll(/\s+/g, ' ').trim()),
    [],
  )
})
