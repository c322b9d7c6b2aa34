import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { Refused } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { flows, foundOffice, stateOf, stock } from '../approval/testing.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, insert } from '../testing/company.ts'
import { submit } from './engine.ts'
import { readDocument } from './store.ts'

const { database, newOrganisation } = await testDatabase()

test('a document is submitted for one of the departments that its author belongs to, the main one if none is named', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  const other = newId()
  await database.inTransaction(office.orgId, async (tx) => {
    await insert(tx, 'department', [{ id: other, dept_code: 'O', dept_name: '财务部', manager_uid: office.second }])
    await insert(tx, 'person_department', [{ uid: office.staff, dept_id: other }])
  })
  const submitted = async (deptId: Id | undefined): Promise<unknown[]> => {
    const body = {
      header: { from: office.storeA, recipient: office.staff, reason: '月底' },
      lines: [{ item: office.paper, quantity: '1' }],
    }
    const { id, instanceId } = await database.inTransaction(office.orgId, (tx) => {
      const call = callOf(tx, office.staff, ['csoutstockorder:submit'], { departmentIds: [office.department, other] })
      return submit(call, flows, documentKind('CsOutstockOrder')!, newId(), body, { deptId })
    })
    const document = await database.reading(office.orgId, (tx) => readDocument(tx, id))
    return [document!.deptId, (await stateOf(database, office, instanceId!)).dept]
  }
  assert.deepEqual(await submitted(undefined), [office.department, office.department])
  assert.deepEqual(await submitted(other), [other, other])
  await assert.rejects(submitted(newId()), (error) => error instanceof Refused && error.refusal.reason === 'approval.notYourDepartment')
})
