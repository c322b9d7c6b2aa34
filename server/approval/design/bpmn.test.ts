import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { RefusalError } from '../../../kernel/refusal.ts'
import { toBpmn } from '../../../domain/approval/design/bpmn.ts'
import { drawingOf } from '../../../domain/approval/design/bpmnDrawing.ts'
import { fromBpmn } from '../../../domain/approval/design/bpmnReading.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { canPublish } from '../../../domain/approval/design/publish.ts'
import { definitions } from '../../../domain/approval/testing/randomFlows.ts'
import { definitionFrom } from '../../../domain/approval/testing/rehearsal.ts'
import { flowTemplate } from '../../../domain/approval/flow/templates/all.ts'
import { definitionOf } from '../../../domain/approval/flow/templates/define.ts'
import { flowOperations as calls } from '../../../domain/approval/operations/flows.ts'
import { testDatabase } from '../../db/testing.ts'
import { openHeavy } from '../../heavy/heavy.ts'
import { callOf } from '../../testing/company.ts'
import { charactersMax, readBpmn, writeBpmn } from './bpmn.ts'
import { exportFlow, importFlow } from './bpmnFiles.ts'
import { publishDraft } from './install.ts'
import { documents, foundOffice } from '../testing/office.ts'
import { flowHandlers } from './handlers.ts'

const { database, newOrganisation } = await testDatabase()

const own = definitionOf(flowTemplate('csoutstock')!, 1)

const xmlOf = async (definition: Definition): Promise<string> => {
  const made = toBpmn(definition)
  assert.ok('process' in made)
  return writeBpmn(made.process, drawingOf(definition, made.process))
}
const read = async (xml: string) => {
  const file = await readBpmn(xml)
  return 'refusal' in file ? file : fromBpmn(file.process, own)
}

/** The same flow with other names. */
const renamed = (definition: Definition, names: readonly string[]): Definition => {
  let n = 0
  const text = JSON.stringify(definition, (key, value: unknown) => (key === 'name' ? names[n++ % names.length] : value))
  return definitionFrom(JSON.parse(text))
}
const anyName = fc
  .string({ minLength: 1, maxLength: 20, unit: 'binary' })
  .map((text) => text.trim())
  .filter((text) => text !== '')
const names = fc.array(fc.oneof(anyName, fc.constantFrom('<b>&amp;"\'', ']]>', '<!DOCTYPE x>', '两\n行', '\u0001\ufffe')), {
  minLength: 1,
  maxLength: 4,
})

test('invariant 42: a definition written as a file and read again is the same, whatever things are called', () =>
  fc.assert(
    fc.asyncProperty(definitions, names, async (shape, called) => {
      const definition = renamed(shape, called)
      assert.deepEqual(await read(await xmlOf(definition)), { definition, findings: [] })
    }),
    process.env.ZAICE_RACES ? { numRuns: Number(process.env.ZAICE_RACES) } : { numRuns: 100, seed: 1 },
  ))

const model = 'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"'
const file = (body: string, head = ''): string =>
  `<?xml version="1.0"?>${head}<bpmn:definitions ${model} id="d" targetNamespace="x">${body}</bpmn:definitions>`
const process1 = `<bpmn:process id="p" name="请假">
  <bpmn:startEvent id="s"/><bpmn:userTask id="a" name="经理"/><bpmn:endEvent id="e"/>
  <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="a"/><bpmn:sequenceFlow id="f2" sourceRef="a" targetRef="e"/></bpmn:process>`

const foreign: [title: string, xml: string, ids: string[]][] = [
  ['a plain process', file(process1), ['a']],
  ['another prefix', file(process1).replaceAll('bpmn:', 'semantic:').replace('xmlns:bpmn', 'xmlns:semantic'), ['a']],
  ['no prefix', file(process1).replaceAll('bpmn:', '').replace('xmlns:bpmn', 'xmlns'), ['a']],
  ['a comment and CDATA', file(`<!-- <x> --><bpmn:documentation><![CDATA[<y>]]></bpmn:documentation>${process1}`), ['a']],
  [
    'pools, lanes, notes and data beside the way',
    file(`<bpmn:collaboration id="c"><bpmn:participant id="pool" processRef="p"/></bpmn:collaboration>
      ${process1.replace('</bpmn:process>', '<bpmn:laneSet id="l"><bpmn:lane id="l1"><bpmn:flowNodeRef>a</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet><bpmn:dataObjectReference id="o"/><bpmn:textAnnotation id="t"/></bpmn:process>')}`),
    ['a'],
  ],
  [
    "another tool's extensions",
    file(
      process1.replace(
        '<bpmn:userTask id="a"',
        '<bpmn:userTask xmlns:camunda="http://camunda.org/schema/1.0/bpmn" camunda:assignee="${boss}" id="a"',
      ),
    ),
    ['a'],
  ],
]
for (const [title, xml, ids] of foreign)
  test(`a foreign file is read: ${title}`, async () => {
    const made = await read(xml)
    assert.ok('definition' in made, JSON.stringify(made))
    assert.deepEqual(
      made.definition.body.map(({ id }) => id),
      ids,
    )
  })

const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`
const refused: [title: string, reason: string, xml: string][] = [
  ['nothing', 'malformed', ''],
  ['no XML', 'malformed', 'PK\u0003\u0004'],
  ['a page', 'malformed', '<html><body>x</body></html>'],
  ['XML that is cut off', 'malformed', file(process1).slice(0, 200)],
  ['no process', 'noProcess', file('')],
  [
    'two processes',
    'severalProcesses',
    file(process1 + process1.replaceAll(/id="(\w+)"/g, 'id="$12"').replaceAll(/Ref="(\w+)"/g, 'Ref="$12"')),
  ],
  ['an empty process', 'noStart', file('<bpmn:process id="p"/>')],
  ['a document type', 'entities', file(process1, '<!DOCTYPE x>')],
  ['entities that grow', 'entities', file(process1, bomb)],
  ['an entity from elsewhere', 'entities', file(process1, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')],
  ['too long', 'tooLong', file(process1 + ' '.repeat(charactersMax))],
  ['very deep', 'malformed', file('<bpmn:process id="p">' + '<bpmn:subProcess>'.repeat(20_000))],
  ['a flow to something that is not there', 'looseFlow', file(process1.replace('targetRef="e"', 'targetRef="nobody"'))],
  ['a process inside', 'unknownElement', file(process1.replace('userTask', 'subProcess'))],
  [
    'something repeated',
    'loopMarker',
    file(process1.replace('name="经理"/>', 'name="经理"><bpmn:standardLoopCharacteristics/></bpmn:userTask>')),
  ],
]
for (const [title, reason, xml] of refused)
  test(`a file is refused: ${title}`, async () => {
    const made = await read(xml)
    assert.ok('refusal' in made, 'it was read')
    assert.equal(made.refusal.reason, `approval.bpmn.${reason}`)
  })

test('a flow is exported, and imported by another organisation as its draft, which it publishes', async () => {
  const [from, to] = [await foundOffice(database, await newOrganisation()), await foundOffice(database, await newOrganisation())]
  const { xml, fileName } = await database.reading(from.orgId, (tx) => exportFlow(tx, 'csoutstock'))
  assert.match(fileName, /^.+\.bpmn$/)
  const asked = { flowKey: 'csoutstock', file: await readBpmn(xml), revision: 0, by: to.admin }
  const imported = await database.inTransaction(to.orgId, (tx) => importFlow(tx, asked))
  assert.equal(imported.revision, 1)
  assert.ok(canPublish(imported.findings))
  const version = await database.inTransaction(to.orgId, (tx) =>
    publishDraft(tx, { flowKey: 'csoutstock', revision: 1, note: '', byUid: to.admin }),
  )
  assert.equal(version, 2)
  const again = await database.reading(to.orgId, (tx) => exportFlow(tx, 'csoutstock', 2))
  assert.equal(again.xml, xml.replace('"version":1', '"version":2').replace('&#34;version&#34;:1', '&#34;version&#34;:2'))
  await assert.rejects(
    database.inTransaction(to.orgId, (tx) => importFlow(tx, { ...asked, revision: 7 })),
    (error) => error instanceof RefusalError && error.refusal.reason === 'changed-meanwhile',
  )
})

test('the calls answer as declared: a foreign file is a draft whose problems name the step', async () => {
  const office = await foundOffice(database, await newOrganisation())
  const handlers = flowHandlers(documents)
  const heavy = openHeavy({ atOnce: 2, megabytes: 1024 })
  after(heavy.stop)
  const ask = (name: string, input: unknown): Promise<unknown> =>
    database.inTransaction(office.orgId, async (tx) => {
      const handler = handlers.find(({ operation }) => operation.name === name)
      assert.ok(handler)
      const call = callOf(tx, office.admin, ['workflow:design'])
      const given = v.parse(handler.operation.input, input) as never
      const run = handler.signedIn ? handler.run(call, given) : handler.run({ ...call, app: { ...call.app, database, heavy } }, given)
      return v.parse(handler.operation.output, await run)
    })
  const answer = await ask(calls.importBpmn.name, { flowKey: 'csoutstock', xml: file(process1), revision: 0 })
  assert.deepEqual(answer, { revision: 1, problems: [{ level: 'error', nodeId: 'a', words: '请设置“经理”的处理人' }] })
  const { xml } = (await ask(calls.exportBpmn.name, { flowKey: 'csoutstock', version: 'draft' })) as { xml: string }
  assert.match(xml, /userTask id="a" name="经理"/)
  assert.deepEqual(await ask(calls.importBpmn.name, { flowKey: 'csoutstock', xml, revision: 1 }), {
    revision: 2,
    problems: [{ level: 'error', nodeId: 'a', words: '请设置“经理”的处理人' }],
  })
})
