import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { testDatabase } from '../db/testing.ts'
import { openLog } from '../log.ts'
import { insert, uploadedFile } from '../testing/company.ts'
import type { Query } from './check.ts'
import { sealAll } from './seal.ts'
import { sealChecks } from './seals.ts'

const { database, newOrganisation } = await testDatabase()

/** The node of a plan and those below it. */
type PlanNode = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly PlanNode[] }

/** True where the rows of a table are looked for once for each row of something else. */
const looksForEachRow = (node: PlanNode, table: string): boolean => {
  const reads = ({ 'Relation Name': name, Plans = [] }: PlanNode): boolean => name === table || Plans.some(reads)
  const below = node.Plans ?? []
  return (node['Node Type'] === 'Nested Loop' && below.slice(1).some(reads)) || below.some((next) => looksForEachRow(next, table))
}

for (const name of ['sealed: no value_entry was changed or taken away', 'sealed: no value_entry came in between'])
  test(`${name}: entries are not walked once for each that a seal names, before their rows were counted`, async () => {
    const orgId = await newOrganisation()
    const uid = newId()
    await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: uid, username: 'a', user_name: '甲', search: '' }]))
    await database.inTransaction(orgId, (tx) => uploadedFile(tx, uid))
    await sealAll(database, { key: undefined, log: openLog('silent'), settleMs: 0, patienceMs: 30_000 })
    const check = assertDefined(
      sealChecks.find((each) => each.name === name),
      'the check of entries',
    )
    const plans: PlanNode[] = []
    await database.inTransaction(orgId, (tx) => {
      const query: Query = async (text, values) => {
        if (/ join value_entry /.test(text)) {
          const [row] = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json) ${text}`, values, 'anew')
          plans.push(...assertDefined(row, 'the plan')['QUERY PLAN'].map(({ Plan }) => Plan))
        }
        return tx.query(text, values)
      }
      return check.faults(query, orgId, {})
    })
    assert.equal(plans.length, 1)
    assert.deepEqual(
      plans.filter((plan) => looksForEachRow(plan, 'value_entry')),
      [],
    )
  })
