import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import type { FormDesign, FormField } from '../../../domain/approval/form/formDesign.ts'
import { factsIn } from '../../../domain/approval/form/formFacts.ts'
import type { OwnOperand } from '../../../domain/approval/form/formula.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { formFactsOperations } from '../../../domain/approval/operations/formFacts.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { ownFieldSave } from '../../../domain/records/ownFields/ownFieldOperations.ts'
import { pathOfOwn } from '../../../domain/records/ownFields/ownPath.ts'
import type { Noun } from '../../../kernel/field.ts'
import { newId } from '../../../kernel/id.ts'
import { testDatabase } from '../../db/testing.ts'
import { ownFieldHandlers } from '../../records/ownFields/ownFields.ts'
import { insert } from '../../testing/company.ts'
import { flowHandlers } from '../design/handlers.ts'
import { formHandlers } from '../design/formHandlers.ts'
import { processHandlers } from '../process/handlers.ts'
import { officeCalls, refusedIn } from '../testing/calls.ts'
import { field } from '../testing/formField.ts'
import { documents, foundOffice, stateOf } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const handlers = [...processHandlers(documents), ...flowHandlers(documents), ...formHandlers, ...ownFieldHandlers]
const calls = { ...processOperations, ...formFactsOperations, ...flowOperations, ...formOperations, ownFieldSave }
const ask = officeCalls(database, handlers)

type OwnRead = { readonly key: string; readonly own: OwnOperand }

/** So many of a thing at its rated power, and in which class. */
const powerForm = (noun: Noun, power: OwnRead, grade: OwnRead): FormDesign => ({
  schema: 1,
  items: [
    field('thing', { type: 'reference', to: noun, many: false }),
    field('count', { type: 'whole', min: 0, max: 99 }),
    field(
      'watts',
      { type: 'quantity', places: 2 },
      { formula: { op: '*', a: { record: 'thing', column: power.key, own: power.own }, b: { f: 'count' } } },
    ),
    field('grade', { type: 'text', max: 40, lines: 1 }, { formula: { record: 'thing', column: grade.key, own: grade.own } }),
  ],
})

/** A field that is shown for a thing of one class alone. */
const guardedForm: typeof powerForm = (noun, _power, grade) => ({
  schema: 1,
  items: [
    field('thing', { type: 'reference', to: noun, many: false }),
    field(
      'clearance',
      { type: 'text', max: 40, lines: 1 },
      { visible: { f: pathOfOwn({ of: 'thing', key: grade.key }), op: 'eq', v: 'a' } },
    ),
  ],
})

/** A company with a model that has own fields, or with own fields of assets. */
const openOffice = async (noun: 'model' | 'asset' = 'model', isOpen = true, designOf = powerForm) => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const save = (label: string, control: FormField['control']) =>
    ask(office, office.admin, calls.ownFieldSave, { noun, label, control, isOpen })
  const { key: power } = await save('额定功率', { type: 'quantity', places: 2 })
  const { key: grade } = await save('密级', { type: 'choice', many: false, options: [{ value: 'a', label: '机密' }] })
  const thing = newId()
  const ownValues = JSON.stringify({ [power]: '12.5', [grade]: 'a' })
  await database.inTransaction(office.orgId, (tx) =>
    insert(tx, 'model', [{ id: thing, goods_code: 'OWN-1', goods_name: '机柜', ...(noun === 'model' && { own_values: ownValues }) }]),
  )
  const design = designOf(
    noun,
    { key: power, own: { label: '额定功率', sort: 'number' } },
    { key: grade, own: { label: '密级', sort: 'text' } },
  )
  const { formKey, revision } = await ask(office, office.admin, calls.saveForm, { formName: '用电', revision: 0, design })
  const publish = () => ask(office, office.admin, calls.publishForm, { formKey, revision })
  const openFlow = async (): Promise<string> => {
    await publish()
    const { flowKey } = await ask(office, office.admin, calls.createFlow, { flowName: '用电', flowIcon: 'plug', color: '#0081ff', formKey })
    const draft = await ask(office, office.admin, calls.definition, { flowKey, version: 'draft' })
    const body = { ...draft.body, body: [approval('one', '审批', [{ k: 'users', ids: [office.boss] }])] }
    const { revision: flowRevision } = await ask(office, office.admin, calls.saveDefinition, { flowKey, revision: 1, body })
    await ask(office, office.admin, calls.publishDefinition, { flowKey, revision: flowRevision })
    return flowKey
  }
  return { office, thing, power, grade, publish, openFlow }
}

test('formulas read own fields of a chosen record, numbers and the words of a choice, as they stood when it was chosen', async () => {
  const { office, thing, power, grade, openFlow } = await openOffice()
  const flowKey = await openFlow()
  const { facts } = await ask(office, office.staff, calls.formFacts, { flowKey, form: { thing } })
  assert.deepEqual(facts.records, { [`model/${thing}`]: { [power]: '12.5', [grade]: '机密' } })
  const { processId } = await ask(office, office.staff, calls.start, { flowKey, form: { thing, count: 4 } })
  const form: Form = (await stateOf(database, office, processId ?? '')).form
  assert.deepEqual([form['watts'], form['grade']], ['50', '机密'])
  assert.ok(factsIn(form).records)
})

test('a field that not everybody sees, or that a role hides, is read by no form that is published', async () => {
  const closedOffice = await openOffice('asset', false)
  await assert.rejects(closedOffice.publish(), refusedIn('“watts”的公式读取的“额定功率”已停用，或不是所有人都能看到'))
  const { office, power, publish } = await openOffice('asset')
  await hideByRole(office.orgId, power)
  await assert.rejects(publish(), refusedIn('“watts”的公式读取的“额定功率”已停用，或不是所有人都能看到'))
})

test('what a role hides later is worked out no more', async () => {
  const { office, thing, power, grade, openFlow } = await openOffice()
  const flowKey = await openFlow()
  await hideByRole(office.orgId, power)
  const { facts } = await ask(office, office.staff, calls.formFacts, { flowKey, form: { thing } })
  assert.deepEqual(facts.records, { [`model/${thing}`]: { [power]: null, [grade]: '机密' } })
  const { processId } = await ask(office, office.staff, calls.start, { flowKey, form: { thing, count: 4 } })
  assert.equal((await stateOf(database, office, processId ?? '')).form['watts'] ?? null, null)
})

test('conditions ask own fields of a chosen record by their values, as far as everybody sees them', async () => {
  const { office, thing, grade, openFlow } = await openOffice('model', true, guardedForm)
  const flowKey = await openFlow()
  const { facts } = await ask(office, office.staff, calls.formFacts, { flowKey, form: { thing } })
  assert.deepEqual(facts.records, { [`model/${thing}`]: { [`#${grade}`]: 'a' } })
  const plain = newId()
  await database.inTransaction(office.orgId, (tx) => insert(tx, 'model', [{ id: plain, goods_code: 'OWN-2', goods_name: '办公桌' }]))
  const clearanceFor = async (modelId: string) => {
    const { processId } = await ask(office, office.staff, calls.start, { flowKey, form: { thing: modelId, clearance: '密-01' } })
    return (await stateOf(database, office, processId ?? '')).form['clearance'] ?? null
  }
  assert.deepEqual([await clearanceFor(thing), await clearanceFor(plain)], ['密-01', null])
  await hideByRole(office.orgId, grade)
  assert.equal(await clearanceFor(thing), null, 'what a role hides later shows nothing more')
  const closedOffice = await openOffice('asset', false, guardedForm)
  await assert.rejects(closedOffice.publish(), refusedIn('“clearance”的显示条件读取的“密级”已停用，或不是所有人都能看到'))
})

const hideByRole = (orgId: string, key: string): Promise<unknown> =>
  database.inTransaction(orgId, (tx) =>
    tx.query(
      `insert into role (org_id, id, role_code, role_name, role_type, hidden_fields) values ($1, $2, $3, '外包', 9, array[$4::text])`,
      [orgId, newId(), `ro_${newId()}`, key],
    ),
  )
