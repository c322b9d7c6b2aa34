import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { Refused } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, foundCompany, insert } from '../testing/company.ts'
import { submit } from './engine.ts'
import type { Flows } from './flows.ts'
import { readDocument } from './store.ts'

const { database, newOrganisation } = await testDatabase()

test('a document is submitted for one of the departments that its author belongs to, the main one if none is named', async () => {
  const company = await foundCompany(database, await newOrganisation())
  const [main, other] = [newId(), newId()]
  await database.inTransaction(company.orgId, (tx) =>
    insert(tx, 'department', [
      { id: main, dept_code: 'M', dept_name: '研发部' },
      { id: other, dept_code: 'O', dept_name: '财务部' },
    ]),
  )
  const asked: (Id | undefined)[] = []
  const flows: Flows = {
    installed: () => Promise.resolve(true),
    start: (_, { deptId }) => {
      asked.push(deptId)
      return Promise.resolve(newId())
    },
    withdraw: () => Promise.reject(new Error('nothing is withdrawn here')),
    takesPart: () => Promise.resolve(false),
  }
  const submitted = (deptId: Id | undefined) =>
    database.inTransaction(company.orgId, async (tx) => {
      const body = { header: { reason: '月底采购' }, lines: [{ item: company.paper, quantity: '1', price: '2' }] }
      const call = callOf(tx, company.staff, [], { departmentIds: [main, other] })
      const { id } = await submit(call, flows, documentKind('CsPurchaseOrder')!, newId(), body, { deptId })
      return (await readDocument(tx, id))!.deptId
    })
  assert.deepEqual([await submitted(undefined), await submitted(other)], [main, other])
  assert.deepEqual(asked, [main, other])
  await assert.rejects(submitted(newId()), (error) => error instanceof Refused && error.refusal.reason === 'approval.notYourDepartment')
})
