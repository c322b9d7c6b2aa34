import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { codesOf } from '../../../domain/access/codes.ts'
import { roleWords } from '../../../domain/access/roles.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { approval, headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import type { InputOf, Operation, OutputOf } from '../../../domain/operations/define.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import { linkOperations } from '../../../domain/approval/operations/links.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, insert } from '../../testing/company.ts'
import { processHandlers } from './handlers.ts'
import { linkHandlers } from './links.ts'
import { documents, foundOffice, type Office } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 4 })
const handlers = [...processHandlers(documents), ...linkHandlers]

const ask = async <O extends Operation>(
  office: Office,
  uid: Id,
  operation: O,
  input: InputOf<O>,
  codes: ReadonlySet<FunctionCode> = codesOf([]),
): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation.name === operation.name)!
  assert.ok(handler.signedIn)
  const answer = await database.inTransaction(office.orgId, (tx) =>
    handler.run(callOf(tx, uid, codes), v.parse(operation.input, input) as never),
  )
  return v.parse(operation.output, answer) as OutputOf<O>
}

const design: FormDesign = {
  schema: 1,
  items: [
    { t: 'field', key: 'what', label: '事由', required: true, control: { type: 'text', max: 60, lines: 1 } },
    { t: 'field', key: 'about', label: '相关申请', required: false, control: { type: 'applications', max: 3 } },
  ],
}

/** An office with a form of its own, whose flow asks the head of the department and then `second`. */
const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation(), [])
  await database.inTransaction(office.orgId, async (tx) => {
    const second = approval('second', '复核', [{ k: 'users', ids: [office.second] }], { fields: { about: 'write' } })
    const body = {
      schema: 1,
      key: 'own',
      version: 1,
      name: '报告',
      form: { kind: 'custom', formKey: 'own', formVersion: 1 },
      policy: {
        dedupe: 'none',
        withdraw: 'anyTime',
        takeBack: true,
        batchApprove: true,
        admins: [],
        title: '{initiator}：{what}',
        summaryFields: ['about'],
        automatic: false,
      },
      startFields: {},
      body: [headOfDepartment(), second],
    }
    await insert(tx, 'wf_form', [{ form_key: 'own', name: '报告', body: design, updated_by: office.admin }])
    await insert(tx, 'wf_form_version', [{ form_key: 'own', version: 1, name: '报告', body: design, published_by: office.admin }])
    await insert(tx, 'wf_flow', [
      { flow_key: 'own', form_key: 'own', name: '报告', module_code: 'oa', icon: '', color: '', state: 1, sort_order: 1 },
    ])
    await insert(tx, 'wf_definition', [{ flow_key: 'own', version: 1, body }])
    await tx.query('update wf_flow set state = 2, active_version = 1 where org_id = $1', [office.orgId])
  })
  return office
}
const report = async (office: Office, uid: Id, form: Form): Promise<Id> =>
  (await ask(office, uid, processOperations.start, { flowKey: 'own', form })).processId!
const gone = (error: unknown): boolean => error instanceof RefusalError && error.refusal.reason === 'form.referenceGone'

suite('links to other applications', () => {
  test('one chooses among what one takes part in, finds it by its number, and the server takes nothing else', async () => {
    const office = await opened()
    const [mine, hers] = [await report(office, office.staff, { what: '电梯' }), await report(office, office.second, { what: '薪资' })]
    const linkable = async (uid: Id, likeQuery?: string, codes?: ReadonlySet<FunctionCode>) =>
      (await ask(office, uid, linkOperations.linkable, { ...(likeQuery && { likeQuery }) }, codes)).list.map(({ id }) => id)
    assert.deepEqual([await linkable(office.staff), await linkable(office.boss)], [[mine], [hers, mine]])
    assert.deepEqual(await linkable(office.boss, '0001'), [mine])
    assert.deepEqual(await linkable(office.admin, undefined, codesOf(roleWords)), [hers, mine])
    await report(office, office.staff, { what: '续', about: [mine] })
    await assert.rejects(report(office, office.staff, { what: '续', about: [mine, hers] }), gone)
    await assert.rejects(report(office, office.staff, { what: '续', about: ['4711'] }), gone)
  })

  test('whoever may not read what a form links to is told its number alone', async () => {
    const office = await opened()
    const mine = await report(office, office.staff, { what: '薪资' })
    const next = await report(office, office.staff, { what: '续', about: [mine] })
    const [own, others, all] = [
      await ask(office, office.staff, linkOperations.links, { ids: [mine, '4711'] }),
      await ask(office, office.second, linkOperations.links, { ids: [mine] }),
      await ask(office, office.admin, linkOperations.links, { ids: [mine] }, codesOf(roleWords)),
    ]
    const { number } = own.list[0]!
    assert.deepEqual(own.list, [{ id: mine, number, open: true, title: '李明：薪资', own: true, status: 'running', isRevoked: false }])
    assert.deepEqual(others.list, [], 'an id alone tells nothing')
    assert.equal(all.list[0]!.title, '李明：薪资')
    const { form, process } = await ask(office, office.boss, processOperations.process, { id: next })
    assert.equal(form.names[mine], number)
    assert.equal(process.summary, `相关申请：${number}`)
  })

  test('a step that may write the field may keep what others chose, and adds only what is its own to read', async () => {
    const office = await opened()
    const mine = await report(office, office.staff, { what: '薪资' })
    const next = await report(office, office.staff, { what: '续', about: [mine] })
    const task = async (uid: Id) => (await ask(office, uid, processOperations.process, { id: next })).task!
    const first = await task(office.boss)
    await ask(office, office.boss, taskOperations.approve, { taskId: first.id, formRev: first.formRev })
    const { id: taskId, formRev } = await task(office.second)
    const hers = await report(office, office.second, { what: '附件' })
    const other = await report(office, office.staff, { what: '他事' })
    const patch = (about: Id[]) => ask(office, office.second, taskOperations.approve, { taskId, formRev, patch: { about } })
    await assert.rejects(patch([mine, other]), gone)
    await patch([mine, hers])
  })
})
