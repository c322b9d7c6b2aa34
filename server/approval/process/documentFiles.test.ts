import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { openedFile } from '../../files/scope.ts'
import { installFlow } from '../design/install.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { callOf, insert, uploadedFile } from '../../testing/company.ts'
import { documentsShowing } from './documentFiles.ts'

const { database, newCompany, ask } = await testApp(handlers)
const company = await newCompany()
const { orgId, admin } = company
const department = newId()
await database.inTransaction(orgId, (tx) => insert(tx, 'department', [{ id: department, dept_code: 'D', dept_name: '行政部' }]))
const boss = await company.hire(`boss${orgId}`, [], { deptId: department })
const staff = await company.hire(`staff${orgId}`, [], { deptId: department })
const colleague = await company.hire(`colleague${orgId}`, [], { deptId: department })
await database.inTransaction(orgId, (tx) => tx.query('update department set manager_uid = $2 where org_id = $1', [orgId, boss]))

const call = async (uid: Id, path: string, body: object) => {
  const { json } = await ask({ path: `/api/${path}`, body, token: await company.tokenOf(uid) })
  assert.equal(json.success, true, `${path}: ${JSON.stringify(json)}`)
  return json
}
const upload = (type: string) => database.inTransaction(orgId, (tx) => uploadedFile(tx, staff, type))
const canOpen = (uid: Id, path: string) =>
  database.reading(orgId, async (tx) => {
    const { session } = callOf(tx, uid, uid === colleague ? ['workflow:list'] : [])
    return (await openedFile(tx, session, { document: documentsShowing }, path)) !== undefined
  })
const opens = async (path: string) => {
  const answers: [string, boolean][] = []
  for (const [name, uid] of Object.entries({ staff, boss, colleague })) answers.push([name, await canOpen(uid, path)])
  return Object.fromEntries(answers)
}

test('the sick note of a leave opens to its author and to who decides, and to no colleague who has its path', async () => {
  await database.inTransaction(orgId, (tx) => installFlow(tx, 'oaleave', admin))
  const [note, photo] = [await upload('application/pdf'), await upload('image/png')]
  const header = { leaveKind: 'sick', reason: '发烧', files: [{ path: note, name: '病假条.pdf', sizeBytes: 1 }], pictures: [photo] }
  const body = { header, lines: [{ time: { from: '2026-12-01 09:00', to: '2026-12-01 18:00' } }] }
  const { result: draft } = await call(staff, 'office/oaleaveorder/save', body)
  for (const path of [note, photo]) assert.deepEqual(await opens(path), { staff: true, boss: false, colleague: false })
  await call(staff, 'office/oaleaveorder/submit', { id: draft.id })
  for (const path of [note, photo]) assert.deepEqual(await opens(path), { staff: true, boss: true, colleague: false })
})
