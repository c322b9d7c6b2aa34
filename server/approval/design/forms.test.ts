import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type Id, newId } from '../../../kernel/id.ts'
import { systemActor } from '../../../domain/approval/flow/command.ts'
import { type Node, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import { rowMark, type FieldPermissions, type Form } from '../../../domain/approval/form/form.ts'
import type { FormDesign, FormField } from '../../../domain/approval/form/formDesign.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval, headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import { codesOf } from '../../../domain/access/codes.ts'
import { roleWords } from '../../../domain/access/roles.ts'
import type { Operation, OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { allFormOperations, formOperations } from '../../../domain/approval/operations/forms.ts'
import { delegationOperations } from '../../../domain/approval/operations/delegations.ts'
import { incidentOperations } from '../../../domain/approval/operations/incidents.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { flowTrial } from '../../../domain/approval/operations/trial.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, insert } from '../../testing/company.ts'
import { NotFound } from '../../httpError.ts'
import { flowHandlers } from './handlers.ts'
import { formHandlers } from './formHandlers.ts'
import { processHandlers } from '../process/handlers.ts'
import { prepareOnForm } from '../form/work.ts'
import { command } from '../flow/run.ts'
import { refusedIn } from '../testing/calls.ts'
import { assertSound, documents, foundOffice, type Office, stateOf } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const handlers = [...processHandlers(documents), ...flowHandlers(documents), ...formHandlers]
const calls = {
  ...processOperations,
  ...taskOperations,
  ...incidentOperations,
  ...delegationOperations,
  flowTrial,
  ...flowOperations,
  ...formOperations,
}
const everything = codesOf(roleWords)

const ask = async <O extends Operation>(
  office: Office,
  uid: Id,
  operation: O,
  input: unknown = {},
  commandId?: string,
): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation === operation)
  assert.ok(handler?.signedIn, `${operation.name} is answered`)
  const run = operation.reads ? database.reading : database.inTransaction
  const answer = await run(office.orgId, (tx) =>
    handler.run({ ...callOf(tx, uid, everything), ...(commandId ? { commandId } : {}) }, v.parse(operation.input, input) as never),
  )
  const read = v.safeParse(operation.output, answer)
  assert.ok(read.success, `${operation.name}: ${read.issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join('; ')}`)
  return read.output as OutputOf<O>
}
const field = (key: string, label: string, control: FormField['control'], more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label,
  required: false,
  control,
  ...more,
})
const times = (a: string, b: string) => ({ op: '*' as const, a: { f: a }, b: { f: b } })
const purchase: FormDesign = {
  schema: 1,
  items: [
    field('reason', '事由', { type: 'text', max: 50, lines: 1 }, { required: true }),
    field('way', '方式', {
      type: 'choice',
      many: false,
      options: [
        { value: 'shop', label: '商店' },
        { value: 'tender', label: '招标' },
      ],
    }),
    field('supplier', '供应商', { type: 'reference', to: 'supplier', many: false }, { visible: { f: 'way', op: 'eq', v: 'tender' } }),
    {
      t: 'table',
      key: 'lines',
      label: '明细',
      min: 1,
      max: 20,
      columns: [
        field('item', '物品', { type: 'text', max: 20, lines: 1 }, { required: true }),
        field('price', '单价', { type: 'money' }, { required: true }),
        field('quantity', '数量', { type: 'quantity', places: 0 }, { required: true }),
        field('sum', '金额', { type: 'money' }, { formula: times('price', 'quantity') }),
        field('account', '科目', { type: 'text', max: 20, lines: 1 }),
      ],
    },
    field('total', '合计', { type: 'money' }, { formula: { sum: 'lines.sum' } }),
    field('opinion', '财务意见', { type: 'text', max: 50, lines: 1 }, { required: true }),
  ],
}
const applicantFields: FieldPermissions = { opinion: 'hide', 'lines.account': 'read' }
const finance = approval('finance', '财务审核', [{ k: 'role', id: 'consummanager', scope: 'org' }], {
  fields: { opinion: 'write', 'lines.price': 'write', 'lines.account': 'required', supplier: 'required' },
})
const body: Node[] = [
  headOfDepartment(),
  {
    t: 'branch',
    id: 'size',
    name: '按金额',
    kind: 'xor',
    arms: [
      { id: 'large', name: '大额', when: { f: 'total', op: 'ge', v: '5000' }, body: [finance] },
      { id: 'small', name: '小额', body: [] },
    ],
  },
]
const look = { flowName: '采购申请', flowIcon: 'shopping-cart', color: '#0081ff' }
const filledIn = (price: string, more: object = {}) => ({
  reason: '办公',
  lines: [
    { item: '桌', price, quantity: '2' },
    { item: '椅', price: '100', quantity: '3' },
  ],
  ...more,
})

/** A flow in use whose form asks for a price. */
const pricedFlow = async (office: Office): Promise<{ flowKey: string }> => {
  const design: FormDesign = { schema: 1, items: [field('total', '报价', { type: 'money' })] }
  const { formKey, revision } = await ask(office, office.admin, calls.saveForm, { formName: '报价', revision: 0, design })
  await ask(office, office.admin, calls.publishForm, { formKey, revision })
  const { flowKey } = await ask(office, office.admin, calls.createFlow, { ...look, flowName: '报价', formKey })
  const drawn = await ask(office, office.admin, calls.definition, { flowKey, version: 'draft' })
  const next = { ...drawn.body, body: [approval('one', '审批', [{ k: 'users', ids: [office.boss] }])] }
  const saved = await ask(office, office.admin, calls.saveDefinition, { flowKey, revision: 1, body: next })
  await ask(office, office.admin, calls.publishDefinition, { flowKey, revision: saved.revision })
  return { flowKey }
}

/** A company with the form published and a flow of it in use. */
const opened = async (startFields: FieldPermissions = applicantFields) => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const { admin } = office
  const { formKey, revision } = await ask(office, admin, calls.saveForm, { formName: '采购单', revision: 0, design: purchase })
  await ask(office, admin, calls.publishForm, { formKey, revision })
  const { flowKey } = await ask(office, admin, calls.createFlow, { ...look, formKey })
  const drawn = await ask(office, admin, calls.definition, { flowKey, version: 'draft' })
  const saved = await ask(office, admin, calls.saveDefinition, { flowKey, revision: 1, body: { ...drawn.body, startFields, body } })
  assert.deepEqual(
    saved.problems.filter(({ level }) => level === 'error'),
    [],
  )
  await ask(office, admin, calls.publishDefinition, { flowKey, revision: saved.revision })
  const start = (form: object, more: object = {}, commandId?: string) =>
    ask(office, office.staff, calls.start, { flowKey, form, ...more }, commandId)
  const detail = (id: string, uid = office.staff) => ask(office, uid, calls.process, { id })
  const decide = async (processId: string, uid: Id, more: object = {}) => {
    const state = await stateOf(database, office, processId)
    const taskId = openTasks(state).find(({ task }) => task.user === uid)!.task.id
    return ask(office, uid, calls.approve, { taskId, formRev: state.formRev, ...more })
  }
  return { office, formKey, flowKey, start, detail, decide }
}

test('every call is answered', () => {
  assert.deepEqual(
    allFormOperations.filter((operation) => !handlers.some((handler) => handler.operation === operation)).map(({ name }) => name),
    [],
  )
})

suite('designs', () => {
  test('a faulty draft is kept, says what is wrong and is not published; versions do not change', async () => {
    const office = await foundOffice(database, await newOrganisation(), [])
    const { admin } = office
    const save = (more: object) => ask(office, admin, calls.saveForm, { formName: '表', ...more })
    const first = await save({ revision: 0, design: { schema: 1, items: [] } })
    assert.deepEqual(first.problems, [{ key: null, words: '表单还没有字段' }])
    const { formKey } = first
    await assert.rejects(ask(office, admin, calls.publishForm, { formKey, revision: 1 }), refusedIn('表单还没有字段'))
    const loose = await save({ formKey, revision: 1, design: { schema: 1, items: [{ t: 'field' }] } })
    assert.match(loose.problems[0]!.words, /不符合格式/)
    await assert.rejects(save({ formKey, revision: 1, design: purchase }), refusedIn('表单已被他人修改，请刷新后重试'))
    const sound = await save({ formKey, revision: 2, design: purchase })
    assert.deepEqual(sound, { formKey, revision: 3, problems: [] })
    assert.deepEqual(await ask(office, admin, calls.publishForm, { formKey, revision: 3, note: '初版' }), { version: 1 })
    await assert.rejects(ask(office, admin, calls.publishForm, { formKey, revision: 3 }), refusedIn('表单没有变化，不用再次发布'))
    await save({ formKey, revision: 3, design: { ...purchase, items: purchase.items.slice(0, 1) } })
    const info = await ask(office, admin, calls.form, { formKey })
    assert.deepEqual([info.form.version, info.form.changed, info.form.fieldCount], [1, true, 1])
    assert.deepEqual((await ask(office, admin, calls.form, { formKey, version: 1 })).design, purchase)
    assert.equal(info.versions[0]!.note, '初版')
    const copied = await ask(office, admin, calls.copyForm, { formKey })
    const list = await ask(office, admin, calls.forms, { likeQuery: '副本' })
    assert.deepEqual(
      list.list.map(({ formKey: key, formName }) => [key, formName]),
      [[copied.formKey, '表副本']],
    )
    await assert.rejects(ask(office, admin, calls.createFlow, { ...look, formKey: copied.formKey }), refusedIn('请先发布表单'))
    await ask(office, admin, calls.deleteForm, { formKey: copied.formKey })
    assert.equal((await ask(office, admin, calls.forms)).totalCount, 1)
    await assert.rejects(ask(office, admin, calls.form, { formKey: copied.formKey }), NotFound)
  })

  test('a flow is begun with the steps of another flow of the same form', async () => {
    const { office, formKey, flowKey } = await opened()
    const { admin } = office
    const copy = await ask(office, admin, calls.createFlow, { ...look, flowName: '采购（副本）', formKey, likeFlow: flowKey })
    assert.deepEqual([copy.version, copy.formEntity.formKey], [null, formKey])
    const [first, second] = await Promise.all([
      ask(office, admin, calls.definition, { flowKey }),
      ask(office, admin, calls.definition, { flowKey: copy.flowKey, version: 'draft' }),
    ])
    const { key, name, ...rest } = second.body
    const { key: firstKey, name: firstName, ...same } = first.body
    assert.deepEqual(rest, same)
    assert.notEqual(key, firstKey)
    assert.deepEqual([name, firstName], ['采购（副本）', look.flowName])
    const other = await opened()
    await assert.rejects(ask(other.office, other.office.admin, calls.createFlow, { ...look, formKey: other.formKey, likeFlow: flowKey }), NotFound) // prettier-ignore
  })

  test('a form in use is not deleted; a flow is renamed and stays so when published again', async () => {
    const { office, formKey, flowKey } = await opened()
    const { admin } = office
    await assert.rejects(ask(office, admin, calls.deleteForm, { formKey }), refusedIn('“采购申请”正在使用这个表单，不能删除'))
    const edited = await ask(office, admin, calls.editFlow, { flowKey, flowName: '买东西', color: '#ff0000', order: 5 })
    assert.deepEqual([edited.flowName, edited.color, edited.moduleCode, edited.formEntity.formKey], ['买东西', '#ff0000', 'oa', formKey])
    const { body: published } = await ask(office, admin, calls.definition, { flowKey })
    const { revision } = await ask(office, admin, calls.saveDefinition, { flowKey, revision: 0, body: published })
    await ask(office, admin, calls.publishDefinition, { flowKey, revision })
    const [flow] = (await ask(office, office.staff, calls.installedFlows, { state: 2, moduleCode: 'oa' })).list
    assert.deepEqual([flow!.flowName, flow!.version], ['买东西', 2])
    const categories = await ask(office, office.staff, calls.categories)
    assert.deepEqual(categories.list.find(({ catCode }) => catCode === 'oa'), { id: 'oa', catCode: 'oa', catName: '业务流程', flowCount: 1 }) // prettier-ignore
  })

  test('a flow that nobody has used is deleted, then its form; one that was used stays', async () => {
    const { office, formKey, flowKey, start } = await opened()
    const { admin, staff } = office
    await ask(office, staff, calls.saveDraft, { flowKey, revision: 0, form: {} })
    await ask(office, admin, calls.deleteFlow, { flowKey })
    await assert.rejects(start(filledIn('1')), NotFound)
    await ask(office, admin, calls.deleteForm, { formKey })
    const used = await opened()
    await used.start(filledIn('1'))
    const again = ask(used.office, used.office.admin, calls.deleteFlow, { flowKey: used.flowKey })
    await assert.rejects(again, refusedIn('“采购申请”已经使用过，只能停用'))
  })

  test('a flow that names a field which its form has not is not published', async () => {
    const { office, flowKey } = await opened()
    const { admin } = office
    const { body: published } = await ask(office, admin, calls.definition, { flowKey })
    const wrong = { ...published, body: [approval('a', '审批', [{ k: 'field', path: 'reason' }], { fields: { gone: 'write' } })] }
    const { problems } = await ask(office, admin, calls.saveDefinition, { flowKey, revision: 0, body: wrong })
    assert.deepEqual(
      problems.map(({ words }) => words),
      ['“审批”用到的字段“gone”不在表单中', '“审批”用到的字段“事由”类型不对'],
    )
  })
})

suite('applications', () => {
  test('what is asked for shows the design and what the applicant may fill in', async () => {
    const { office, flowKey, formKey } = await opened()
    const { form } = await ask(office, office.staff, calls.applyForm, { flowKey })
    assert.deepEqual(
      [form.kind, form.formKey, form.design, form.permissions, form.unnamed],
      ['custom', formKey, purchase, applicantFields, 'write'],
    )
    const { progress } = await ask(office, office.staff, calls.preview, { flowKey, form: filledIn('2300') })
    assert.equal(
      progress.some(({ nodeName }) => nodeName === '财务审核'),
      false,
    )
    const large = await ask(office, office.staff, calls.preview, { flowKey, form: filledIn('2,500') })
    assert.ok(large.progress.some(({ nodeName }) => nodeName === '财务审核'))
    const { body: drawn } = await ask(office, office.admin, calls.definition, { flowKey })
    const tried = await ask(office, office.admin, calls.flowTrial, {
      flowKey,
      body: drawn,
      form: filledIn('2500'),
      initiatorUid: office.staff,
    })
    assert.deepEqual(
      tried.progress.map(({ nodeName }) => nodeName),
      large.progress.map(({ nodeName }) => nodeName),
    )
    // What is typed for a formula decides nothing; a way of its own leads into the other arm, by what the formula is computed from.
    const typed = await ask(office, office.admin, calls.flowTrial, { flowKey, body: drawn, form: { ...filledIn('2300'), total: '9999' } })
    assert.ok(!typed.progress.some(({ nodeName }) => nodeName === '财务审核'))
    assert.deepEqual(
      typed.paths.map(({ arms, end }) => [arms.map(({ name }) => name), end]),
      [[['大额'], 'approved']],
    )
    assert.deepEqual(
      typed.paths[0]!.answers.map(({ label }) => label).filter((label) => label === '合计' || label === '单价'),
      ['单价', '合计'],
    )
    assert.ok(typed.paths[0]!.progress.some(({ nodeName }) => nodeName === '财务审核'))
    const { nodes } = await ask(office, office.staff, calls.diagram, { flowKey })
    assert.match(nodes.find(({ id }) => id === 'size')!.arms[0]!.when, /^合计.*5000/)
  })

  test('inputs are refused in words that name the field', async () => {
    const { start } = await opened()
    for (const [form, words] of [
      [{ ...filledIn('1'), reason: '' }, '请填写事由'],
      [{ ...filledIn('1'), reason: 'x'.repeat(51) }, '事由不能超过50个字'],
      [{ reason: '办公' }, '明细至少填写1行'],
      [filledIn('x'), '单价应为金额'],
      [{ ...filledIn('1'), other: 1 }, '未知的字段other'],
      [{ ...filledIn('1'), way: 'theft' }, '方式请选择列表中的一项'],
      [{ ...filledIn('1'), opinion: '同意' }, '“财务意见”在这个环节不能修改'],
      [{ ...filledIn('1'), lines: [{ item: '桌', price: '1', quantity: '1', account: '6601' }] }, '“科目”在这个环节不能修改'],
      [{ ...filledIn('1'), way: 'tender', supplier: newId() }, '“供应商”所选的内容不存在'],
      [{ ...filledIn('999999999999') }, '金额的计算结果过大'],
    ] as const)
      await assert.rejects(start(form), refusedIn(words), words)
  })

  test('formulas are computed here, decide the way, and follow what an approver changes', async () => {
    const { office, start, detail, decide } = await opened()
    const { processId } = await start({ ...filledIn('2500'), total: '1', supplier: newId() })
    const id = processId!
    const asked = await detail(id)
    assert.deepEqual([asked.process.amount, asked.process.summary, asked.process.title], ['5300', '事由：办公', '李明提交的采购申请'])
    assert.deepEqual(asked.form.values['total'], '5300')
    assert.equal('supplier' in asked.form.values, false, 'a field that is not visible is left out')
    assert.deepEqual(asked.form.design, purchase)
    await assert.rejects(decide(id, office.boss, { patch: { reason: '别的' } }), refusedIn('“事由”在这个环节不能修改'))
    await decide(id, office.boss, { patch: { total: '3' } })
    await assert.rejects(decide(id, office.keeper), refusedIn('请填写科目'))
    const lines = [
      { item: '桌', price: '2500', quantity: '2', account: '6601' },
      { item: '椅', price: '90', quantity: '3', account: '6602' },
    ]
    await assert.rejects(decide(id, office.keeper, { patch: { lines } }), refusedIn('请填写财务意见'))
    const opinion = '可以'
    await assert.rejects(
      decide(id, office.keeper, { patch: { lines: [{ ...lines[0], quantity: '1' }, lines[1]], opinion } }),
      refusedIn(/“数量”/),
    )
    await assert.rejects(decide(id, office.keeper, { patch: { lines: lines.slice(1), opinion } }), refusedIn(/“明细”/))
    const done = await decide(id, office.keeper, { patch: { lines, opinion, total: '1' } })
    assert.equal(done.status, 'approved')
    const ended = await detail(id, office.keeper)
    assert.deepEqual([ended.process.amount, ended.form.values['total']], ['5270', '5270'])
    assert.deepEqual(ended.form.values['lines'], [
      { ...lines[0], sum: '5000' },
      { ...lines[1], sum: '270' },
    ])
    assert.equal('opinion' in (await detail(id)).form.values, false, 'what the start hides stays hidden from the applicant')
    await assertSound(database, office)
  })

  test('what an agent changes is checked and computed on as what his principal changes', async () => {
    const { office, start, detail } = await opened()
    const { processId } = await start(filledIn('2500'))
    await ask(office, office.boss, calls.saveDelegation, { agentUid: office.second, from: '2020-01-01T00:00:00.000Z' })
    const state = await stateOf(database, office, processId!)
    const { task } = openTasks(state).find((each) => each.task.user === office.boss)!
    const approve = (uid: Id, patch: object) => ask(office, uid, calls.approve, { taskId: task.id, formRev: state.formRev, patch })
    await assert.rejects(approve(office.staff, { reason: '' }), refusedIn('这项任务不是您的'))
    await assert.rejects(approve(office.second, { reason: '别的' }), refusedIn('“事由”在这个环节不能修改'))
    await approve(office.second, { total: '3' })
    assert.equal((await detail(processId!)).form.values['total'], '5300')
    await assertSound(database, office)
  })

  test('names of what is referred to come along; what was deleted since holds nothing up', async () => {
    const { office, start, detail, decide } = await opened()
    const supplier = newId()
    await database.inTransaction(office.orgId, (tx) =>
      insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S1', supplier_name: '京东' }]),
    )
    const { processId } = await start({ ...filledIn('1'), way: 'tender', supplier })
    const asked = await detail(processId!, office.boss)
    assert.equal(asked.form.names[supplier], '京东')
    assert.equal(asked.process.summary, '事由：办公，方式：招标')
    await database.inTransaction(office.orgId, (tx) => tx.query('update supplier set deleted_at = now() where org_id = $1', [office.orgId]))
    assert.equal((await decide(processId!, office.boss)).status, 'approved')
  })

  test('an administrator changes anything but must not break what was whole', async () => {
    const { office, start, detail } = await opened()
    const { processId } = await start(filledIn('1'))
    const update = (patch: object) => ask(office, office.admin, calls.update, { processId: processId!, formRev: 1, patch })
    await assert.rejects(update({ reason: null }), refusedIn('请填写事由'))
    await assert.rejects(update({ lines: [] }), refusedIn('明细至少填写1行'))
    await assert.rejects(update({ total: '7' }), refusedIn('没有任何变化'))
    await update({ way: 'shop', lines: [{ item: '灯', price: '7', quantity: 3 }] })
    const { form, process } = await detail(processId!)
    assert.deepEqual([form.values['total'], process.summary], ['21', '事由：办公，方式：商店'])
    await assertSound(database, office)
  })

  test('a returned one is changed and sent again; its form stays as it began when a new version comes', async () => {
    const { office, formKey, flowKey, start, detail } = await opened()
    const { admin } = office
    const { processId } = await start(filledIn('2500', { way: 'shop' }))
    const state = await stateOf(database, office, processId!)
    const { task } = openTasks(state)[0]!
    await ask(office, office.boss, calls.rollBack, { taskId: task.id, nodeId: 'START', comment: '请说明' })
    const next = { ...purchase, items: [...purchase.items, field('needed', '需要日期', { type: 'date' }, { required: true })] }
    const { revision } = await ask(office, admin, calls.saveForm, { formKey, formName: '采购单', revision: 1, design: next })
    await ask(office, admin, calls.publishForm, { formKey, revision })
    await start(filledIn('1'))
    const { body: published } = await ask(office, admin, calls.definition, { flowKey })
    const draft = await ask(office, admin, calls.saveDefinition, { flowKey, revision: 0, body: published })
    await ask(office, admin, calls.publishDefinition, { flowKey, revision: draft.revision })
    assert.deepEqual(
      (await ask(office, admin, calls.form, { formKey })).form.flows.map(({ formVersion }) => formVersion),
      [2],
    )
    await assert.rejects(start(filledIn('1')), refusedIn('请填写需要日期'))
    const again = (patch: object) => ask(office, office.staff, calls.resubmit, { processId: processId!, formRev: 1, patch })
    await assert.rejects(again({ needed: '2026-01-01' }), refusedIn('未知的字段needed'))
    await assert.rejects(again({ reason: null }), refusedIn('请填写事由'))
    await assert.rejects(again({ opinion: '同意' }), refusedIn('“财务意见”在这个环节不能修改'))
    await again({ reason: '更清楚的事由', way: null, lines: [{ item: '桌', price: '20', quantity: '1' }] })
    const { form, process } = await detail(processId!)
    assert.deepEqual([form.design, form.values['total'], process.amount], [purchase, '20', '20'])
    assert.equal(process.summary, '事由：更清楚的事由')
    await assertSound(database, office)
  })

  test('what the start hides is not in the line below the title, nor found by searching', async () => {
    const { office, start } = await opened({ ...applicantFields, reason: 'hide' })
    const { processId } = await start({ ...filledIn('10'), reason: undefined })
    await ask(office, office.admin, calls.update, { processId: processId!, formRev: 1, patch: { reason: '保密的事由' } })
    const found = async (likeQuery?: string) => (await ask(office, office.boss, calls.tasks, { status: 1, likeQuery })).list
    const [row] = await found()
    assert.deepEqual([row!.processId, row!.summary.includes('保密')], [processId, false])
    assert.deepEqual(await found('保密的事由'), [])
  })

  test('what came back to somebody who left is opened and sent again by his successor, who changes it as he might', async () => {
    const { office, start, detail } = await opened()
    const { processId } = await start(filledIn('2500', { way: 'shop' }))
    const { task } = openTasks(await stateOf(database, office, processId!))[0]!
    await ask(office, office.boss, calls.rollBack, { taskId: task.id, nodeId: 'START', comment: '请说明' })
    const again = (uid: Id, patch: object) => ask(office, uid, calls.resubmit, { processId: processId!, formRev: 1, patch })
    await assert.rejects(again(office.second, { reason: '别的' }), refusedIn('只有发起人可以这样做'))
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [office.orgId, office.staff])
      await tx.query('insert into wf_handover (org_id, uid, successor_uid) values ($1, $2, $3)', [
        office.orgId,
        office.staff,
        office.second,
      ])
    })
    await assert.rejects(again(office.second, { opinion: '同意' }), refusedIn('“财务意见”在这个环节不能修改'))
    await again(office.second, { reason: '更清楚的事由', total: '3' })
    const { form } = await detail(processId!, office.second)
    assert.deepEqual([form.values['reason'], form.values['total']], ['更清楚的事由', '5300'])
    await assertSound(database, office)
  })

  test('rows that are taken out, moved and added at resubmission leave the others with what the applicant is not shown', async () => {
    const { office, flowKey, start, detail } = await opened({ opinion: 'hide', 'lines.account': 'hide' })
    const { processId } = await start(filledIn('2500'))
    const id = processId!
    const lines = (filledIn('2500').lines as Form[]).map((line, i) => ({ ...line, account: `660${i + 1}` }))
    await ask(office, office.admin, calls.update, { processId: id, formRev: 1, patch: { lines } })
    const { task } = openTasks(await stateOf(database, office, id))[0]!
    await ask(office, office.boss, calls.rollBack, { taskId: task.id, nodeId: 'START', comment: '请改' })
    const returned = (await detail(id)).form
    const [table, chair] = returned.values['lines'] as [Form, Form]
    assert.deepEqual([table[rowMark], chair[rowMark], 'account' in table], [0, 1, false])
    const ahead = async (form: object, uid = office.staff) =>
      (await ask(office, uid, calls.preview, { flowKey, processId: id, form })).progress.map(({ nodeName }) => nodeName)
    assert.ok((await ahead({})).includes('财务审核'), 'the way of what is stored')
    assert.ok(!(await ahead({ lines: [chair] })).includes('财务审核'), 'the way of what would be changed')
    await assert.rejects(ahead({}, office.boss), NotFound)
    const again = (rows: object[]) =>
      ask(office, office.staff, calls.resubmit, { processId: id, formRev: returned.formRev, patch: { lines: rows } })
    const lamp = { item: '灯', price: '7', quantity: '1', [rowMark]: null }
    await assert.rejects(again([{ ...chair, account: '9999' }]), refusedIn('“科目”在这个环节不能修改'))
    await assert.rejects(again([{ ...lamp, account: '6601' }]), refusedIn('“科目”在这个环节不能修改'))
    await again([{ ...chair, quantity: '4' }, lamp])
    await assert.rejects(ahead({}), refusedIn('流程正在审批中'), 'whoever is still shown its way hears that it went')
    const kept = (await stateOf(database, office, id)).form['lines']
    assert.deepEqual(kept, [
      { item: '椅', price: '100', quantity: '4', sum: '400', account: '6602' },
      { item: '灯', price: '7', quantity: '1', sum: '7' },
    ])
    await assertSound(database, office)
  })

  test('one that ended for nothing is begun again with what still fits the newest form, by its initiator only', async () => {
    const { office, formKey, flowKey, start } = await opened()
    const supplier = newId()
    await database.inTransaction(office.orgId, (tx) => insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S9', supplier_name: '丙' }]))
    const { processId } = await start(filledIn('10', { way: 'tender', supplier }))
    const again = (uid = office.staff, id = processId!) => ask(office, uid, calls.applyForm, { flowKey, processId: id })
    await assert.rejects(again(), NotFound, 'it still runs')
    await ask(office, office.staff, calls.withdraw, { processId: processId! })
    await assert.rejects(again(office.admin), NotFound)
    const same = await again()
    assert.deepEqual(same.form.values, filledIn('10', { way: 'tender', supplier }), 'without marks and formulas')
    assert.deepEqual([same.former?.dropped, same.form.names[supplier]], [[], '丙'])

    const items = purchase.items.flatMap((item) =>
      item.key === 'way' ? [] : item.key === 'supplier' ? [{ ...item, visible: undefined }] : [item],
    )
    const design = JSON.parse(JSON.stringify({ schema: 1, items })) as FormDesign
    const saved = await ask(office, office.admin, calls.saveForm, { formKey, formName: '采购单', revision: 1, design })
    await ask(office, office.admin, calls.publishForm, { formKey, revision: saved.revision })
    const { body: published } = await ask(office, office.admin, calls.definition, { flowKey })
    const kept = await ask(office, office.admin, calls.saveDefinition, { flowKey, revision: 0, body: published })
    await ask(office, office.admin, calls.publishDefinition, { flowKey, revision: kept.revision })
    await database.inTransaction(office.orgId, (tx) =>
      tx.query('update supplier set deleted_at = now() where org_id = $1 and id = $2', [tx.orgId, supplier]),
    )
    const later = await again()
    assert.deepEqual(later.form.values, filledIn('10'))
    assert.deepEqual(later.former?.dropped, ['方式', '供应商'])
    assert.ok((await start(later.form.values as object)).processId)
  })

  test('a flow that demands a table of its applicant cannot be asked by another one, and the trial says so', async () => {
    const { office, flowKey, formKey } = await opened({ ...applicantFields, reason: 'write' })
    const { admin } = office
    const parent = await ask(office, admin, calls.createFlow, { ...look, flowName: '询价', formKey })
    const asks = { t: 'subFlow', id: 'child', name: '采购', flowKey, initiator: 'initiator', input: { reason: 'reason' }, output: {}, wait: true, onReject: 'end' } // prettier-ignore
    const drawn = await ask(office, admin, calls.definition, { flowKey: parent.flowKey, version: 'draft' })
    const next = { ...drawn.body, body: [asks, approval('big', '审批', [{ k: 'users', ids: [office.boss] }])] }
    const saved = await ask(office, admin, calls.saveDefinition, { flowKey: parent.flowKey, revision: 1, body: next })
    const words = /^“采购”要发起的流程必须填写明细“/
    await assert.rejects(
      ask(office, admin, calls.publishDefinition, { flowKey: parent.flowKey, revision: saved.revision }),
      refusedIn(words),
    )
    const tried = await ask(office, admin, flowTrial, { flowKey: parent.flowKey, body: next })
    assert.ok(tried.problems.some((problem) => problem.nodeId === 'child' && words.test(problem.words)))
  })

  test('what another flow answers is computed on', async () => {
    const { office, start, detail } = await opened()
    const { admin } = office
    const priced = await pricedFlow(office)
    const simple: FormDesign = {
      schema: 1,
      items: [
        field('a', '甲', { type: 'money' }),
        field('b', '乙', { type: 'money' }),
        field('twice', '两倍', { type: 'money' }, { formula: { op: '*', a: { f: 'b' }, b: { n: '2' } } }),
      ],
    }
    const { formKey, revision } = await ask(office, admin, calls.saveForm, { formName: '询价', revision: 0, design: simple })
    await ask(office, admin, calls.publishForm, { formKey, revision })
    const parent = await ask(office, admin, calls.createFlow, { ...look, flowName: '询价', formKey })
    const asks: Node = {
      t: 'subFlow',
      id: 'child',
      name: '采购',
      flowKey: priced.flowKey,
      initiator: 'initiator',
      input: {},
      output: { b: 'total' },
      wait: true,
      onReject: 'continue',
    }
    const head = approval('big', '审批', [{ k: 'users', ids: [office.boss] }])
    const drawn = await ask(office, admin, calls.definition, { flowKey: parent.flowKey, version: 'draft' })
    const next = { ...drawn.body, body: [asks, head] }
    const saved = await ask(office, admin, calls.saveDefinition, { flowKey: parent.flowKey, revision: 1, body: next })
    await ask(office, admin, calls.publishDefinition, { flowKey: parent.flowKey, revision: saved.revision })
    const { processId } = await start({ a: '1' }, { flowKey: parent.flowKey })
    const { steps } = await stateOf(database, office, processId!)
    await database.inTransaction(office.orgId, (tx) =>
      command(
        { tx, documents, actor: systemActor },
        { processId: processId! },
        {
          t: 'childEnded',
          step: steps[0]!.id,
          outcome: 'approved',
          form: { total: '21.5' },
        },
      ),
    )
    const { form, process } = await detail(processId!)
    assert.deepEqual([form.values, process.amount], [{ a: '1', b: '21.5', twice: '43' }, '43'])
  })

  test('what a service answers is checked as a person’s change is, and computed on', async () => {
    const { office, start } = await opened()
    const { processId } = await start(filledIn('1'))
    const running = await stateOf(database, office, processId!)
    const state = { ...running, steps: [{ ...running.steps[0]!, id: 'ask#1', node: 'ask', tasks: [] }] }
    const parsed = parseDefinition({
      schema: 1,
      key: 'f',
      version: 1,
      name: '询价',
      form: { kind: 'custom', formKey: 'f', formVersion: 1 },
      body: [{ t: 'service', id: 'ask', name: '询价', service: 's', fields: { 'lines.price': 'write' } }],
    })
    assert.ok('definition' in parsed)
    const answered = (lines: Form[]) =>
      database.reading(office.orgId, (tx) =>
        prepareOnForm(tx, purchase, {
          definition: parsed.definition,
          state,
          actor: systemActor,
          action: { t: 'serviceDone', step: 'ask#1', patch: { lines } },
          mayFillIn: true,
        }),
      )
    const { action } = await answered([{ price: '5' }, { price: '6' }])
    assert.deepEqual(action.t === 'serviceDone' && action.patch, {
      lines: [
        { item: '桌', price: '5', quantity: '2', sum: '10' },
        { item: '椅', price: '6', quantity: '3', sum: '18' },
      ],
      total: '28',
    })
    await assert.rejects(answered([{ price: '5', quantity: '9' }, {}]), refusedIn('“数量”在这个环节不能修改'))
    await assert.rejects(answered([{ price: '-5' }, {}]), refusedIn(/^单价/))
  })

  test('the same start sent twice makes one application', async () => {
    const { start } = await opened()
    const commandId = randomUUID()
    const [one, two] = await Promise.all([start(filledIn('1'), {}, commandId), start(filledIn('1'), {}, commandId)])
    assert.equal(one.processId, two.processId)
  })

  test('a draft is its author’s only, may lack anything, and goes when it is sent', async () => {
    const { office, flowKey, start } = await opened()
    const { staff, second } = office
    const save = (more: object, uid = staff) => ask(office, uid, calls.saveDraft, { flowKey, revision: 0, form: {}, ...more })
    await assert.rejects(save({ form: { reason: 5 } }), refusedIn('事由应为文字'))
    const { id } = await save({ form: { reason: '以后' } })
    assert.deepEqual(await save({ id, revision: 1, form: { reason: '以后再说', lines: [{ price: '3' }] } }), { id, revision: 2 })
    await assert.rejects(save({ id, revision: 1 }), refusedIn('草稿已被他人修改，请刷新后重试'))
    await assert.rejects(save({ id, revision: 2 }, second), NotFound)
    const info = await ask(office, staff, calls.draft, { id })
    assert.deepEqual([info.form['reason'], info.draft.revision, info.draft.summary], ['以后再说', 2, '事由：以后再说'])
    await assert.rejects(ask(office, second, calls.draft, { id }), NotFound)
    await assert.rejects(ask(office, second, calls.deleteDraft, { id }), NotFound)
    assert.deepEqual(
      (await ask(office, staff, calls.drafts, { flowKey })).list.map((row) => [row.id, row.flowName]),
      [[id, '采购申请']],
    )
    assert.equal((await ask(office, second, calls.drafts)).totalCount, 0)
    await assert.rejects(start({}, { draftId: id }), refusedIn('请填写事由'))
    assert.equal((await ask(office, staff, calls.drafts)).totalCount, 1)
    await start(filledIn('1'), { draftId: id })
    assert.equal((await ask(office, staff, calls.drafts)).totalCount, 0)
    const other = await save({})
    assert.deepEqual(await ask(office, staff, calls.deleteDraft, { id: other.id }), { deleted: true })
  })
})
