import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, flag, money, person, text } from '../../../kernel/field.ts'
import { type Directory, type Fact, factKey } from '../flow/directory.ts'
import type { FormField } from '../form/filling.ts'
import { absentees } from './absentees.ts'
import { hazardsOf } from './hazards.ts'
import { answerFact, type Company, emptyCompany } from '../testing/rehearsal.ts'
import { all, arm, flow, handle, type Setting, type Sketch, step, users, xor } from '../testing/sketch.ts'

const entered = (path: string, field: Field): FormField => ({ path, field })
const form = [
  entered('who', person('验收人', { required: 'never' })),
  entered('boss', person('主管')),
  entered('note', text('说明', { required: 'never' })),
  entered('urgent', flag('加急')),
]
const paid = [
  ...form,
  entered('amount', money('金额', { required: 'never' })),
  { path: 'total', field: money('合计', { required: 'never' }), from: ['amount'] },
]

const head = [{ k: 'deptHead', of: 'initiator', level: 1 } as const]
const named = (path: string) => [{ k: 'field', path } as const]
const late = (act: string) => ({ timeouts: [{ after: { value: 1, unit: 'days' }, act }] })
const high = { f: 'amount', op: 'gt', v: '100' }

for (const [title, body, setting, expected] of [
  ['a plain flow', [step('a', 'bob'), step('b', head)], {}, []],
  ['the same people twice', [step('a', head), step('b', head)], {}, ['warning b repeatsApprover']],
  ['nobody found ends it', [step('a', head, { onEmpty: 'reject' })], {}, ['warning a rejectEmpty']],
  ['nobody found passes', [step('a', head, { onEmpty: 'pass' })], {}, ['warning a passEmpty']],
  ['somebody is named beside', [step('a', [...head, users('bob')], { onEmpty: 'reject' })], {}, []],
  ['a field that may be left empty, and then it ends', [step('a', named('who'), { onEmpty: 'reject' })], {}, ['warning a rejectUnfilled']],
  ['a field that must be filled', [step('a', named('boss'), { onEmpty: 'reject' })], {}, []],
  ['a field that this flow demands', [step('a', named('who'), { onEmpty: 'reject' })], { flow: { startFields: { who: 'required' } } }, []],
  [
    'a field that nobody may fill',
    [step('a', named('who'), { onEmpty: 'reject' })],
    { flow: { startFields: { who: 'read' } } },
    ['error a nobodyFills'],
  ],
  ['the same, to the administrators', [step('a', named('who'))], { flow: { startFields: { who: 'hide' } } }, ['warning a nobodyFills']],
  [
    'a field that an earlier step fills',
    [handle('h', 'bob', { fields: { who: 'required' } }), step('a', named('who'), { onEmpty: 'pass' })],
    { flow: { startFields: { who: 'read' } } },
    ['warning a passUnfilled'],
  ],
  ['his own step that he skips', [step('a', [{ k: 'initiator' }], { onSelf: 'skip' })], {}, ['warning a alwaysSkipped']],
  ['his own step', [step('a', [{ k: 'initiator' }])], {}, []],
  ['time passes money', [step('a', 'bob', late('pass'))], {}, ['warning a passesLate']],
  ['time ends it', [step('a', 'bob', late('reject'))], {}, ['warning a rejectsLate']],
  ['time gives it back', [step('a', 'bob', { ...late('reject'), onReject: 'initiator' })], {}, []],
  [
    'an empty amount goes where nobody is asked',
    [xor('x', arm('a', [step('s', 'bob')], high), arm('b', []))],
    {},
    ['warning x unfilledPasses'],
  ],
  ['an empty amount is asked for later', [xor('x', arm('a', [step('s', 'bob')], high), arm('b', [])), step('t', 'bob')], {}, []],
  [
    'a computed amount is never left empty by hand',
    [xor('x', arm('a', [step('s', 'bob')], { ...high, f: 'total' }), arm('b', []))],
    {},
    [],
  ],
  [
    'an arm behind a wider one',
    [
      step('s', 'bob'),
      xor('x', arm('a', [], high), arm('b', [xor('y', arm('c', [], high), arm('d', []))], { ...high, v: '200' }), arm('z', [])),
    ],
    {},
    ['warning x neverReached'],
  ],
] as [string, Sketch[], Setting, string[]][])
  test(`hazards: ${title}`, () =>
    assert.deepEqual(
      hazardsOf(flow(body, setting), paid).map(
        ({ level, node, reason }) => `${level} ${node} ${reason.reason.replace('approval.publish.', '')}`,
      ),
      expected,
    ))

test('hazards: time may pass what costs nothing', () => assert.deepEqual(hazardsOf(flow([step('a', 'bob', late('pass'))]), form), []))

/** Asks until nothing is missing. */
const asked = (definition: ReturnType<typeof flow>, company: Partial<Company>) => {
  let directory: Directory = {}
  for (let round = 0; round < 9; round++) {
    const answer = absentees(definition, directory)
    if ('findings' in answer) return answer.findings.map(({ node, reason }) => `${node} ${reason.reason.replace('approval.publish.', '')}`)
    const facts = answer.need as Exclude<Fact, { k: 'ids' }>[]
    directory = {
      ...directory,
      ...Object.fromEntries(facts.map((one) => [factKey(one), answerFact({ ...emptyCompany, ...company }, one)])),
    }
  }
  throw new Error('asks for ever')
}
const gone = { active: false }
const role = [{ k: 'role', id: 'chief', scope: 'org' } as const]

for (const [title, body, company, expected] of [
  ['everybody is here', [step('a', 'bob'), step('b', role)], { roles: { chief: ['cat'] } }, []],
  ['the only one has left', [step('a', 'bob')], { users: { bob: gone } }, ['a allGone']],
  ['his successor is here', [step('a', 'bob')], { users: { bob: { ...gone, successor: 'cat' } } }, []],
  ['his successor has left as well', [step('a', 'bob')], { users: { bob: { ...gone, successor: 'cat' }, cat: gone } }, ['a allGone']],
  ['one of two has left', [all('a', 'bob cat')], { users: { bob: gone } }, ['a someGone']],
  ['a role of nobody', [step('a', role)], {}, ['a allGone']],
  ['a role of one who left', [step('a', role)], { roles: { chief: ['bob'] }, users: { bob: gone } }, ['a allGone']],
  ['a role of nobody beside somebody', [step('a', [...role, users('bob')])], {}, ['a roleEmpty']],
  ['no administrator is left', [step('a', 'bob')], { users: { admin: gone } }, ['null adminsGone']],
] as [string, Sketch[], Partial<Company>, string[]][])
  test(`absentees: ${title}`, () => assert.deepEqual(asked(flow(body), company), expected))
