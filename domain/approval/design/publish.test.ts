import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../../kernel/refusal.ts'
import { type Definition, draftNodesMax, nodesMax, parseDefinition } from '../flow/definition.ts'
import { unset } from './edit.ts'
import { canPublish, publishFindings } from './publish.ts'
import { type Setting, type Sketch, arm, flow, handle, node, par, step, users, xor } from '../testing/sketch.ts'

const fields = new Map<string, string>([
  ['amount', 'number'],
  ['who', 'person'],
  ['place', 'location'],
  ['note', 'text'],
])

const reasons = (definition: Definition, previous?: Definition): string[] =>
  publishFindings(definition, { fields, ...(previous ? { previous } : {}) }).map(({ reason }) =>
    reason.reason.replace('approval.publish.', ''),
  )

const ok = step('ok', 'bob')
const when = { f: 'amount', op: 'gt', v: '1' }
const late = (act: string, rest = {}) => ({ timeouts: [{ after: { value: 1, unit: 'days' }, act, ...rest }] })
const deep = (depth: number): Sketch => (depth === 0 ? step('leaf', 'bob') : par(`p${depth}`, arm('a', [deep(depth - 1)]), arm('b', [])))

for (const [title, body, setting, expected] of [
  ['a plain flow', [ok, xor('x', arm('a', [step('a', 'cat')], when), arm('b', []))], {}, []],
  ['the same id twice', [ok, par('x', arm('a', [step('ok', 'cat')]), arm('b', []))], {}, ['duplicateId']],
  ['nobody decides', [node('service', 's', { service: 'x', wait: false })], {}, ['nobodyDecides']],
  ['nobody decides, as said', [node('service', 's', { service: 'x', wait: false })], { policy: { automatic: true } }, []],
  ['a service that may be waited for without end', [ok, node('service', 's', { service: 'x' })], {}, ['noDeadline']],
  ['a service with its deadline', [ok, node('service', 's', { service: 'x', deadline: { after: { value: 1, unit: 'days' } } })], {}, []],
  ['a service that is not chosen', [ok, node('service', 's', { service: unset, wait: false })], {}, ['chooseService']],
  ['a sub-flow that is not chosen', [ok, node('subFlow', 's', { flowKey: unset })], {}, ['chooseChild']],
  ['no admins', [ok], { policy: { admins: [] } }, ['noAdmins']],
  ['too many nodes', Array.from({ length: 201 }, (_, i) => step(`s${i}`, 'bob')), {}, ['tooManyNodes']],
  ['too deep', [deep(8)], {}, ['tooDeep']],
  ['reserved id', [step('START', 'bob')], {}, ['reservedId']],
  ['no people', [step('a', [])], {}, ['noAssignees']],
  ['empty named people', [step('a', [users('')])], {}, ['noUsers']],
  ['or-vote that waits for all', [step('a', 'bob', { settle: 'waitAll' })], {}, ['settle']],
  ['fraction above one', [step('a', 'bob', { vote: { mode: 'fraction', num: 3, den: 2 } })], {}, ['fraction']],
  ['fewer people than votes', [step('a', 'bob', { vote: { mode: 'atLeast', n: 2 } })], {}, ['tooFewVoters']],
  ['rejection to a later step', [step('a', 'bob', { onReject: { node: 'b' } }), step('b', 'cat')], {}, ['rejectTarget']],
  ['rejection to an earlier one', [ok, par('p', arm('x', [step('a', 'bob', { onReject: { node: 'ok' } })]), arm('y', []))], {}, []],
  [
    'rejection to a step beside',
    [par('p', arm('x', [ok]), arm('y', [step('a', 'bob', { onReject: { node: 'ok' } })]))],
    {},
    ['rejectTarget'],
  ],
  ['rollback to a later step', [step('a', 'bob', { ops: { rollback: ['START', 'b'] } }), step('b', 'cat')], {}, ['rollbackTarget']],
  ['no choice before the first step', [step('a', [{ k: 'chosenByPrevious', range: 'any', multi: true }])], {}, ['noPrevious']],
  ['timeout passes what must be filled', [step('a', 'bob', { fields: { note: 'required' }, ...late('pass') })], {}, ['timeoutPass']],
  ['timeout rejects handling', [handle('a', 'bob', late('reject'))], {}, ['timeoutReject']],
  ['only reminders repeat', [step('a', 'bob', late('pass', { repeat: { every: { value: 1, unit: 'days' }, max: 2 } }))], {}, ['repeat']],
  ['nobody found skips what must be filled', [step('a', 'bob', { onEmpty: 'pass', fields: { note: 'required' } })], {}, ['emptyPass']],
  ['one arm', [ok, par('p', arm('a', []))], {}, ['arms']],
  ['arms with the same id', [ok, par('p', arm('a', []), arm('a', []))], {}, ['armIds']],
  ['a parallel condition', [ok, par('p', arm('a', [], when), arm('b', []))], {}, ['parallelCondition']],
  ['no default arm', [ok, xor('x', arm('a', [], when), arm('b', [], when))], {}, ['noDefault']],
  ['no condition', [ok, xor('x', arm('a', []), arm('b', []))], {}, ['noCondition']],
  ['route backwards', [ok, node('route', 'r', { to: 'ok' })], {}, ['routeTarget']],
  ['its own child', [ok, node('subFlow', 's', { flowKey: 'f' })], {}, ['ownChild']],
  ['unknown field in a condition', [ok, xor('x', arm('a', [], { f: 'lost', op: 'eq', v: '1' }), arm('b', []))], {}, ['noField']],
  ['unknown field in a rule', [step('a', [{ k: 'field', path: 'lost' }])], {}, ['noField']],
  ['a rule on a field of another kind', [step('a', [{ k: 'field', path: 'amount' }])], {}, ['wrongKind']],
  [
    'a field written after it named people',
    [step('a', [{ k: 'field', path: 'who' }]), step('b', 'bob', { fields: { who: 'write' } })],
    {},
    ['writtenAfterUse'],
  ],
  ['a title of what is told', [step('a', 'bob', { fields: { amount: 'hide' } })], { policy: { title: '{flow}：{note}' } }, []],
  [
    'a title of what a step hides',
    [step('a', 'bob', { fields: { note: 'hide' } })],
    { policy: { title: '{flow}：{note}' } },
    ['hiddenInTitle'],
  ],
  [
    'a line below it of what the start hides',
    [ok],
    { policy: { summaryFields: ['note'] }, flow: { startFields: { note: 'hide' } } },
    ['hiddenInTitle'],
  ],
] as [string, Sketch[], Setting, string[]][])
  test(`publish: ${title}`, () => assert.deepEqual(reasons(flow(body, setting)), expected))

test('an id must not become another kind of node', () => {
  assert.deepEqual(reasons(flow([handle('ok', 'bob')]), flow([ok])), ['idReused'])
})

test('findings name the node; warnings do not forbid', () => {
  const [finding] = publishFindings(flow([step('a', [])]))
  assert.deepEqual([finding?.node, finding && fill(finding.reason.words, finding.reason.params)], ['a', '请设置“Na”的处理人'])
  assert.equal(canPublish(publishFindings(flow([step('a', 'bob', { vote: { mode: 'atLeast', n: 2 } })]))), true)
  assert.equal(canPublish(publishFindings(flow([step('a', [])]))), false)
})

test('what does not fit the schema is refused with its place', () => {
  const bad = parseDefinition({
    schema: 1,
    key: 'f',
    version: 1,
    name: 'x',
    form: { kind: 'document', docType: 'd' },
    body: [{ t: 'approve', id: 'a', name: 'A' }],
  })
  assert.ok('refusal' in bad)
  assert.equal(bad.refusal.reason, 'approval.definition.malformed')
  assert.match(String(bad.refusal.params['path']), /^body\.0/)
  assert.ok('refusal' in parseDefinition({ ...flow([ok]), scripts: 'x' }))
})

test('a definition with more nodes than a draft may have is refused in words, and none of its nodes is checked', () => {
  let checks = 0
  const countingNode = (id: string) => ({
    ...step(id, 'bob'),
    get name() {
      checks++
      return id
    },
  })
  const input = (count: number) => ({ ...flow([]), body: Array.from({ length: count }, (_, i) => countingNode(`s${i}`)) })
  const parseResult = parseDefinition(input(draftNodesMax))
  assert.ok('definition' in parseResult)
  assert.deepEqual(
    [checks > 0, publishFindings(parseResult.definition).some(({ reason }) => reason.reason.endsWith('tooManyNodes'))],
    [true, true],
  )
  checks = 0
  const excessResult = parseDefinition(input(draftNodesMax + 1))
  assert.ok('refusal' in excessResult)
  assert.deepEqual(
    [excessResult.refusal.reason, excessResult.refusal.params, checks],
    ['approval.definition.tooManyNodes', { max: nodesMax }, 0],
  )
})

test('nodes count wherever they stand, and arms with them', () => {
  const arms = Array.from({ length: draftNodesMax }, (_, i) => ({ id: `a${i}`, name: 'A', body: [] }))
  const parseResult = parseDefinition({ ...flow([]), body: [{ t: 'branch', id: 'b', name: 'B', kind: 'par', arms }] })
  assert.ok('refusal' in parseResult && parseResult.refusal.reason === 'approval.definition.tooManyNodes')
})

test('what names too many people or rules is refused as a whole', () => {
  const ids = Array.from({ length: 40_000 }, (_, i) => String(i))
  const parseResult = parseDefinition({ ...flow([]), body: [step('a', [{ k: 'users', ids }] as never)] })
  assert.ok('refusal' in parseResult && parseResult.refusal.reason === 'approval.definition.tooLarge')
})

test('the checks read each node so many times, however many there are', () => {
  const readsPerNode = (count: number): number => {
    let reads = 0
    const sketches = Array.from({ length: count }, (_, i) => handle(`s${i}`, 'bob', { fields: { note: 'write', amount: 'write' } }))
    const definition = flow(sketches)
    const body = definition.body.map((each) => new Proxy(each, { get: (target, key) => (reads++, Reflect.get(target, key)) }))
    publishFindings({ ...definition, body }, { fields })
    return reads / count
  }
  assert.equal(readsPerNode(300), readsPerNode(20))
})
