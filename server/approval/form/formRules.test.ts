import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../../../kernel/id.ts'
import { dayAt } from '../../../kernel/day.ts'
import { factsKey, type FieldPermissions, type Form } from '../../../domain/approval/form/form.ts'
import { factsIn } from '../../../domain/approval/form/formFacts.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { formFactsOperations } from '../../../domain/approval/operations/formFacts.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { testDatabase } from '../../db/testing.ts'
import { insert } from '../../testing/company.ts'
import { flowHandlers } from '../design/handlers.ts'
import { formHandlers } from '../design/formHandlers.ts'
import { processHandlers } from '../process/handlers.ts'
import { officeCalls, refusedIn } from '../testing/calls.ts'
import { field } from '../testing/formField.ts'
import { documents, foundOffice, stateOf } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const handlers = [...processHandlers(documents), ...flowHandlers(documents), ...formHandlers]
const calls = { ...processOperations, ...taskOperations, ...formFactsOperations, ...flowOperations, ...formOperations }

const ask = officeCalls(database, handlers)

/** Pieces of models, priced by the register; by when they are needed, and how. */
const order: FormDesign = {
  schema: 1,
  items: [
    field(
      'due',
      { type: 'date' },
      {
        checks: [{ holds: { op: '>=', a: { f: 'due' }, b: { call: 'today', args: [] } }, words: '不能早于今天' }],
      },
    ),
    field('days', { type: 'whole', min: 0, max: 9999 }, { formula: { call: 'days', args: [{ f: 'due' }, { call: 'today', args: [] }] } }),
    field(
      'work',
      { type: 'whole', min: 0, max: 9999 },
      {
        formula: { call: 'workdays', args: [{ call: 'today', args: [] }, { f: 'due' }] },
      },
    ),
    field('urgent', { type: 'flag' }, { formula: { op: '<', a: { f: 'days' }, b: { n: '3' } } }),
    field(
      'way',
      {
        type: 'choice',
        many: false,
        options: [
          { value: 'post', label: '邮寄' },
          { value: 'courier', label: '专送' },
        ],
      },
      { offers: [{ option: 'courier', when: { f: 'urgent', op: 'eq', v: true } }] },
    ),
    {
      t: 'table',
      key: 'lines',
      label: 'lines',
      min: 0,
      max: 20,
      columns: [
        field('model', { type: 'reference', to: 'model', many: false }),
        field('count', { type: 'whole', min: 0, max: 99 }),
        field('cost', { type: 'money' }, { formula: { op: '*', a: { record: 'model', column: 'price' }, b: { f: 'count' } } }),
      ],
    },
    field('amount', { type: 'money' }, { formula: { sum: 'lines.cost' } }),
  ],
}

/** A company whose form is in use, and two models with a price. */
const openOffice = async (fields: FieldPermissions = {}) => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const models = [newId(), newId()] as const
  await database.inTransaction(office.orgId, (tx) =>
    insert(
      tx,
      'model',
      models.map((id, place) => ({ id, goods_code: `PRICED${place}`, goods_name: `型号${place}`, price: place === 0 ? '19.90' : '5' })),
    ),
  )
  const { formKey, revision } = await ask(office, office.admin, calls.saveForm, { formName: '订购', revision: 0, design: order })
  await ask(office, office.admin, calls.publishForm, { formKey, revision })
  const look = { flowName: '订购', flowIcon: 'shopping-cart', color: '#0081ff' }
  const { flowKey } = await ask(office, office.admin, calls.createFlow, { ...look, formKey })
  const flowDraft = await ask(office, office.admin, calls.definition, { flowKey, version: 'draft' })
  const body = { ...flowDraft.body, body: [approval('one', '审批', [{ k: 'users', ids: [office.boss] }], { fields })] }
  const draft = await ask(office, office.admin, calls.saveDefinition, { flowKey, revision: 1, body })
  await ask(office, office.admin, calls.publishDefinition, { flowKey, revision: draft.revision })
  const start = (form: Form) => ask(office, office.staff, calls.start, { flowKey, form })
  const formOf = async (processId: string | null) => (await stateOf(database, office, processId ?? '')).form
  const decide = async (processId: string | null, patch: Form) => {
    const state = await stateOf(database, office, processId ?? '')
    const taskId = openTasks(state)[0]?.task.id
    return ask(office, office.boss, calls.approve, { taskId, formRev: state.formRev, patch })
  }
  return { office, models, flowKey, start, formOf, decide }
}

const today = dayAt(Date.now())
const inDays = (days: number) => dayAt(Date.now() + days * 86_400_000)

suite('formulas that read more than the form', () => {
  test('the server works out the day, the working days and the price of what was chosen, whatever was sent', async () => {
    const { models, start, formOf } = await openOffice()
    const { processId } = await start({
      due: inDays(10),
      lines: [
        { model: models[0], count: 3, cost: '1' },
        { model: models[1], count: 1 },
      ],
      [factsKey]: { today: '2000-01-01', records: { [`model/${models[0]}`]: { price: '0.01' } } },
    })
    const form = await formOf(processId)
    assert.equal(form['amount'], '64.7')
    assert.equal(form['days'], 10)
    assert.equal(form['urgent'], false)
    assert.ok(Number(form['work']) >= 1 && Number(form['work']) <= 11, String(form['work']))
    assert.equal(factsIn(form).today, today)
  })

  test('a price stays what it was when it was chosen; what an approver chooses has its price of that moment', async () => {
    const { office, models, start, formOf, decide } = await openOffice({ 'lines.model': 'write', 'lines.count': 'write', lines: 'write' })
    const { processId } = await start({ due: inDays(1), lines: [{ model: models[0], count: 1 }] })
    await database.inTransaction(office.orgId, (tx) => tx.query('update model set price = 100 where org_id = $1', [office.orgId]))
    const { form } = await ask(office, office.boss, calls.process, { id: processId })
    const lines = (form.values as { lines: Form[] }).lines
    await decide(processId, { lines: [...lines.map((row) => ({ ...row, count: 2 })), { model: models[1], count: 1, '#row': null }] })
    assert.equal((await formOf(processId))['amount'], '139.8')
  })

  test('what is asked for what is filled in so far is answered, for who may start the flow', async () => {
    const { office, models, flowKey } = await openOffice()
    const { facts } = await ask(office, office.staff, calls.formFacts, {
      flowKey,
      form: { lines: [{ model: models[0] }, { model: newId() }] },
    })
    assert.equal(facts.today, today)
    assert.deepEqual(facts.records, { [`model/${models[0]}`]: { price: '19.9' } })
    assert.deepEqual(factsIn({ [factsKey]: facts }).calendar?.weekdays, [1, 2, 3, 4, 5])
  })

  test('a reader from whom a field is hidden gets no facts', async () => {
    const { office, models, start } = await openOffice({ 'lines.model': 'hide' })
    const { processId } = await start({ due: inDays(1), lines: [{ model: models[0], count: 1 }] })
    const { form } = await ask(office, office.boss, calls.process, { id: processId })
    assert.equal(Object.hasOwn(form.values as Form, factsKey), false)
    const own = await ask(office, office.staff, calls.process, { id: processId })
    assert.equal(factsIn(own.form.values as Form).today, today)
  })
})

suite('rules across fields', () => {
  test('a check refuses in its own words', async () => {
    const { start } = await openOffice()
    await assert.rejects(start({ due: inDays(-1) }), refusedIn('不能早于今天'))
  })

  test('an option that is not offered is refused, and taken where its condition holds', async () => {
    const { start, formOf } = await openOffice()
    await assert.rejects(start({ due: inDays(9), way: 'courier' }), refusedIn('way请选择列表中的一项'))
    const { processId } = await start({ due: inDays(1), way: 'courier' })
    assert.equal((await formOf(processId))['way'], 'courier')
  })

  test('an approver who changes a field is held to its check', async () => {
    const { start, decide } = await openOffice({ due: 'write' })
    const { processId } = await start({ due: inDays(9) })
    await assert.rejects(decide(processId, { due: inDays(-2) }), refusedIn('不能早于今天'))
    await decide(processId, { due: inDays(8) })
  })
})
