import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDefinition } from '../../../domain/approval/flow/definition.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import { type Directory, factKey } from '../../../domain/approval/flow/directory.ts'
import { fieldSorts, formFields } from '../../../domain/approval/form/filling.ts'
import { previewStart } from '../../../domain/approval/flow/preview.ts'
import { hazardsOf } from '../../../domain/approval/design/hazards.ts'
import { canPublish, publishFindings } from '../../../domain/approval/design/publish.ts'
import { answerFact, type Company, emptyCompany } from '../../../domain/approval/testing/rehearsal.ts'
import { defaultFlows, flowTemplate, flowTemplates } from '../../../domain/approval/flow/templates/all.ts'
import { definitionOf, type FlowTemplate } from '../../../domain/approval/flow/templates/define.ts'
import { areaOf } from '../../../domain/documents/screens.ts'
import { documentKind, documentKinds } from '../../../domain/documents/all.ts'

for (const template of flowTemplates) {
  test(`${template.key} is a whole definition that may be published for its document`, () => {
    const definition = definitionOf(template, 1)
    assert.deepEqual(parseDefinition(JSON.parse(JSON.stringify(definition))), { definition })
    const form = formFields(definition.form, undefined)
    assert.ok(form.length > 0)
    const staffed = { ...definition, policy: { ...definition.policy, admins: ['1'] } }
    assert.ok(canPublish(publishFindings(staffed, { fields: fieldSorts(form) })))
    assert.deepEqual(hazardsOf(staffed, form), [])
  })
  test(`${template.key} is the flow that its document kind names`, () => {
    const kind = documentKind(template.documentKind)
    assert.equal(kind?.flowKey, template.key)
    assert.equal(template.moduleCode, kind && { consumables: 'cs_consum', goods: 'gs_goods', office: 'oa' }[areaOf(kind)])
  })
}

/** A company where everyone who may be asked is there; the initiator heads nothing. */
const company: Company = {
  ...emptyCompany,
  roles: { goodsmanager: ['asset'], consummanager: ['supply'], tenant: ['admin'] },
  heads: { d: ['head', 'chief'] },
  locations: { a: ['keeperA'], b: ['keeperB'] },
}

/** The people who a flow will ask, in order, and whether the books get the document in the end. */
const path = (template: FlowTemplate, form: Form): { asked: string[]; posts: boolean } => {
  const definition = definitionOf(template, 1)
  const ids = Array.from({ length: 200 }, (_, n) => String(n + 1))
  const docRef = { type: template.documentKind, id: '1' }
  const command = { t: 'start', commandId: '', actor: 'staff', at: '2026-11-20T08:00:00.000Z', via: 'web', ids, dept: 'd', docRef, form, title: '' } as const // prettier-ignore
  for (let directory: Directory = {}; ;) {
    const answer = previewStart(definition, command, directory)
    if ('expected' in answer) {
      const asked = answer.expected.flatMap((event) => (event.t === 'StepEntered' ? [event.node] : []))
      return { asked, posts: answer.expected.some(({ t }) => t === 'PostingRequested') }
    }
    const known = answer.need.flatMap((fact) => (fact.k === 'ids' ? [] : [[factKey(fact), answerFact(company, fact)] as const]))
    directory = { ...directory, ...Object.fromEntries(known) }
  }
}

const whole: Form = { from: 'a', to: 'b', place: 'a', receiver: 'eve', amount: '100', lines: [{ assets: ['1'], quantity: '1' }] }
for (const template of flowTemplates)
  test(`${template.key} asks somebody and reaches the books, whatever the amount`, () => {
    for (const amount of ['0', '1000000']) {
      const { asked, posts } = path(template, { ...whole, amount })
      assert.ok(asked.length > 0)
      assert.ok(posts)
    }
  })

test('what is dear is bought one level higher', () => {
  const purchase = flowTemplate('gspurchase')!
  assert.deepEqual(path(purchase, { ...whole, amount: '19999.99' }).asked, ['head', 'buyer'])
  assert.deepEqual(path(purchase, { ...whole, amount: '20000' }).asked, ['head', 'buyer', 'upper'])
})

test('every kind has a flow to install, and what employees apply for is installed from the start', () => {
  assert.deepEqual(flowTemplates.map(({ documentKind: kind }) => kind).toSorted(), documentKinds.map(({ kind }) => kind).toSorted())
  assert.equal(new Set(flowTemplates.map(({ order }) => order)).size, flowTemplates.length)
  assert.deepEqual(
    defaultFlows.map(({ key }) => key).toSorted(),
    documentKinds.flatMap(({ forEmployees, flowKey }) => (forEmployees ? [flowKey] : [])).toSorted(),
  )
})
