import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { flows, foundOffice, stateOf, stock } from '../approval/testing/office.ts'
import { testDatabase } from '../db/testing.ts'
import type { SignedIn } from '../call.ts'
import { callOf, insert } from '../testing/company.ts'
import { saveDraft, submit, updateDraft } from './engine.ts'
import { readDocument } from './store.ts'

const { database, newOrganisation } = await testDatabase()
const kind = documentKind('CsOutstockOrder')!
const refusedFor = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

/** An employee of two departments, and what he may write. */
const opened = async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  const [main, other] = [office.department, newId()]
  await database.inTransaction(office.orgId, async (tx) => {
    await insert(tx, 'department', [{ id: other, dept_code: 'O', dept_name: '财务部', manager_uid: office.second }])
    await insert(tx, 'person_department', [{ uid: office.staff, dept_id: other }])
  })
  const body = {
    header: { from: office.storeA, recipient: office.staff, reason: '月底' },
    lines: [{ item: office.paper, quantity: '1' }],
  }
  const calling = <T>(act: (call: SignedIn) => Promise<T>, departmentIds = [main, other]): Promise<T> =>
    database.inTransaction(office.orgId, (tx) => act(callOf(tx, office.staff, ['csoutstockorder:submit'], { departmentIds })))
  const stored = async (id: Id) => (await database.reading(office.orgId, (tx) => readDocument(tx, id)))!
  /** The department of a submitted document, and that of its approval. */
  const departmentsOf = async (id: Id) => {
    const { deptId, processId } = await stored(id)
    return [deptId, (await stateOf(database, office, processId!)).dept]
  }
  return { main, other, body, calling, stored, departmentsOf }
}

test('a document is submitted for one of the departments that its author belongs to, the main one if none is named', async () => {
  const { main, other, body, calling, departmentsOf } = await opened()
  const submitted = async (deptId: Id | undefined) =>
    departmentsOf((await calling((call) => submit(call, flows, { kind, id: newId(), raw: body }, { deptId }))).id)
  assert.deepEqual(await submitted(undefined), [main, main])
  assert.deepEqual(await submitted(other), [other, other])
  await assert.rejects(submitted(newId()), refusedFor('approval.notYourDepartment'))
})

test('a draft keeps the department that its author chose until he chooses another, and is submitted for it', async () => {
  const { main, other, body, calling, stored, departmentsOf } = await opened()
  const id = newId()
  const so = async () => {
    const { deptId, version } = await stored(id)
    return [deptId, version]
  }
  const save = async (deptId?: Id) => calling((call) => saveDraft(call, { kind, id, raw: body }, deptId)).then(so)
  const update = async (deptId?: Id) => calling((call) => updateDraft(call, flows, { kind, id, raw: body }, { deptId })).then(so)
  assert.deepEqual(await save(other), [other, 1])
  assert.deepEqual(await save(other), [other, 1], 'the same again changes nothing')
  await assert.rejects(save(main), refusedFor('id-used'))
  assert.deepEqual(await update(), [other, 1])
  assert.deepEqual(await update(main), [main, 2])
  assert.deepEqual(await update(other), [other, 3])
  for (const act of [save, update]) await assert.rejects(act(newId()), refusedFor('approval.notYourDepartment'))
  await calling((call) => submit(call, flows, { kind, id, raw: undefined }, {}))
  assert.deepEqual(await departmentsOf(id), [other, other])
})

test('a draft for a department that its author left is submitted for his main one', async () => {
  const { main, other, body, calling, departmentsOf } = await opened()
  const id = newId()
  await calling((call) => saveDraft(call, { kind, id, raw: body }, other))
  await calling((call) => submit(call, flows, { kind, id, raw: undefined }, {}), [main])
  assert.deepEqual(await departmentsOf(id), [main, main])
})

test('what was typed over a version that is no longer there is refused, and sent again is no change', async () => {
  const { body, calling, stored } = await opened()
  const id = newId()
  await calling((call) => saveDraft(call, { kind, id, raw: body }))
  const { version } = await stored(id)
  const more = { ...body, lines: [{ ...body.lines[0], quantity: '2' }] }
  await calling((call) => updateDraft(call, flows, { kind, id, raw: more }, { version }))
  const send = (raw: typeof body) => calling((call) => submit(call, flows, { kind, id, raw: raw as never }, { version }))
  await assert.rejects(send(body), refusedFor('changed-meanwhile'))
  // The same words on an older version take nothing away.
  const sent = await send(more as typeof body)
  assert.deepEqual(await send(more as typeof body), sent)
  await assert.rejects(send(body), refusedFor('already-submitted'))
})
