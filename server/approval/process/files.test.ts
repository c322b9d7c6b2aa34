import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import { openedFile } from '../../files/scope.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { callOf, insert, uploadedFile } from '../../testing/company.ts'
import { processesShowing } from './files.ts'

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
const control = { type: 'attachments', max: 3 }
const design = {
  schema: 1,
  items: [
    { t: 'field', key: 'note', label: '病假条', required: false, control },
    { t: 'field', key: 'secret', label: '仅本人', required: false, control },
  ],
}
const { formKey, revision } = (await call(admin, 'workflow/form/save', { formName: '病假', revision: 0, design })).result
await call(admin, 'workflow/form/publish', { formKey, revision })
const { flowKey } = (await call(admin, 'workflow/createFlow', { flowName: '病假', flowIcon: 'camera', color: '#0081ff', formKey })).result
const drawn = (await call(admin, 'workflow/definition', { flowKey, version: 'draft' })).result
const body = [{ ...headOfDepartment(), fields: { secret: 'hide' } }]
const saved = (await call(admin, 'workflow/saveDefinition', { flowKey, revision: 1, body: { ...drawn.body, body } })).result
await call(admin, 'workflow/publishDefinition', { flowKey, revision: saved.revision })

const uploadOf = (uid: Id) => database.inTransaction(orgId, (tx) => uploadedFile(tx, uid, 'application/pdf'))
const named = (path: string) => [{ path, name: '文件', sizeBytes: 1 }]
const [note, secret, attachment, typed] = [await uploadOf(staff), await uploadOf(staff), await uploadOf(staff), await uploadOf(admin)]
const { processId } = (await call(staff, 'workflow/startProcess', { flowKey, form: { note: named(note), secret: named(secret) } })).result
await call(staff, 'workflow/comment', { processId, body: `看 ${typed}`, attachments: [attachment] })

const canOpen = (uid: Id, path: string) =>
  database.reading(orgId, async (tx) => {
    const { session } = callOf(tx, uid, [])
    return (await openedFile(tx, session, { process: processesShowing }, path)) !== undefined
  })

const rows: [title: string, uid: Id, path: string, opens: boolean][] = [
  ['its author opens a file of the form', staff, note, true],
  ['the approver opens it', boss, note, true],
  ['a colleague with its path does not', colleague, note, false],
  ['the approver does not open what the step hides', boss, secret, false],
  ['the author opens it', staff, secret, true],
  ['the approver opens the file of a comment', boss, attachment, true],
  ['a colleague does not', colleague, attachment, false],
  ['a path in a text closes nothing', colleague, typed, true],
]
suite('files of an application are for its readers', () => {
  for (const [title, uid, path, opens] of rows) test(title, async () => assert.equal(await canOpen(uid, path), opens))

  test('the file of a deleted comment is closed to its readers', async () => {
    const [comment] = await database.reading(orgId, (tx) =>
      tx.query<{ id: Id }>('select id from wf_comment where org_id = $1 and instance_id = $2', [orgId, processId]),
    )
    await call(staff, 'workflow/deleteComment', { processId, commentId: comment?.id })
    assert.equal(await canOpen(boss, attachment), false)
  })
})
