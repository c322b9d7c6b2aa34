import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDefinition } from '../../domain/approval/definition.ts'
import { publishFindings } from '../../domain/approval/publish.ts'
import { flowTemplates } from '../../domain/approval/templates/all.ts'
import { definitionOf } from '../../domain/approval/templates/define.ts'
import { documentKind, documentKinds } from '../../domain/documents/all.ts'
import { formFields } from './formFields.ts'

for (const template of flowTemplates) {
  test(`${template.key} is a whole definition that may be published for its document`, () => {
    const definition = definitionOf(template, 1)
    assert.deepEqual(parseDefinition(JSON.parse(JSON.stringify(definition))), { definition })
    const fields = formFields(template.documentKind)
    assert.ok(fields)
    const staffed = { ...definition, policy: { ...definition.policy, admins: ['1'] } }
    const errors = publishFindings(staffed, { fields }).filter(({ level }) => level === 'error')
    assert.deepEqual(errors, [])
  })
  test(`${template.key} is the flow that its document kind names`, () => {
    const kind = documentKind(template.documentKind)
    assert.equal(kind?.flowKey, template.key)
    assert.equal(template.moduleCode, kind?.kind.startsWith('Cs') ? 'cs_consum' : 'gs_goods')
  })
}

test('every kind that employees may apply for has a flow to install', () => {
  const missing = documentKinds.filter((kind) => kind.forEmployees && !flowTemplates.some(({ key }) => key === kind.flowKey))
  assert.deepEqual(
    missing.map(({ kind }) => kind),
    [],
  )
})
