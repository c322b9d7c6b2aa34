import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, money, person } from '../../../kernel/field.ts'
import type { Definition } from '../flow/definition.ts'
import { type Directory, type Fact, factKey } from '../flow/directory.ts'
import type { FormField } from '../form/filling.ts'
import { answerFact, type Company, emptyCompany } from '../testing/rehearsal.ts'
import { arm, cc, flow, inc, node, par, step, type Sketch, xor } from '../testing/sketch.ts'
import { type TrialInput, type Trial, tryOut, walksMax } from './trial.ts'

const entered = (path: string, field: Field): FormField => ({ path, field })
const fields = [entered('amount', money('金额', { required: 'never' })), entered('who', person('验收人', { required: 'never' }))]
const plain: TrialInput = { form: {}, initiator: 'ann', dept: 'd1', assumed: new Map(), compute: (form) => form }

const tried = (definition: Definition, company: Partial<Company> = {}, given: Partial<TrialInput> = {}): Trial & { rounds: number } => {
  let directory: Directory = {}
  for (let rounds = 1; rounds < 40; rounds++) {
    const answer = tryOut(definition, fields, { ...plain, ...given }, directory)
    if ('trial' in answer) return { ...answer.trial, rounds }
    const facts = answer.need as Exclude<Fact, { k: 'ids' }>[]
    directory = {
      ...directory,
      ...Object.fromEntries(facts.map((one) => [factKey(one), answerFact({ ...emptyCompany, ...company }, one)])),
    }
  }
  throw new Error('asks for ever')
}

const above = (v: string) => ({ f: 'amount', op: 'gt', v })
const head = [{ k: 'deptHead', of: 'initiator', level: 1 } as const]
const late = (act: string) => ({
  timeouts: [
    { after: { value: 3, unit: 'days' }, act: 'remind' },
    { after: { value: 5, unit: 'days' }, act },
  ],
})
const steps = ({ expected }: Trial['given']) => expected.flatMap((event) => (event.t === 'StepEntered' ? [event.node] : []))

test('every arm is walked, and no more often than needed', () => {
  const { given, walks, unreached } = tried(
    flow([
      xor('x', arm('high', [step('a', 'bob')], above('100')), arm('low', [])),
      par('p', arm('l', [step('l1', 'bob')]), arm('r', [cc('r1', 'cat')])),
      inc('i', arm('m', [step('m1', 'bob')], above('50')), arm('n', [step('n1', 'bob')], above('10')), arm('o', [])),
      node('route', 'go', { to: 'end', when: above('1000') }),
      step('skipped', 'bob'),
      step('end', 'bob'),
    ]),
  )
  assert.deepEqual(steps(given), ['l1', 'skipped', 'end'])
  assert.deepEqual(walks.map(steps), [['a', 'l1', 'm1', 'n1', 'skipped', 'end']])
  assert.deepEqual(
    walks.map(({ sample, answers, end }) => [sample.form, answers, end]),
    [[{ amount: '101' }, ['amount'], 'approved']],
  )
  assert.deepEqual(unreached, [])
})

test('an arm that cannot be reached is told from one that nobody found', () => {
  const { unreached } = tried(
    flow([
      step('s', 'bob'),
      xor('x', arm('a', [], above('5')), arm('b', [], above('9')), arm('c', [])),
      xor('y', arm('d', [], { f: 'who', op: 'isDeptIn', v: 'd7' }), arm('e', [])),
    ]),
    { deptPaths: { d7: ['root'] } },
  )
  assert.deepEqual(
    unreached.map(({ way: { arm: id }, why }) => [id, why]),
    [
      ['b', 'never'],
      ['d', 'unknown'],
    ],
  )
})

test('conditions that hold at once are named, those that exclude each other are not', () => {
  const between = (low: string, top: string) => ({ all: [above(low), { f: 'amount', op: 'le', v: top }] })
  const { overlaps } = tried(
    flow([
      step('s', 'bob'),
      xor('x', arm('a', [], between('0', '10')), arm('b', [], between('5', '20')), arm('c', [], between('20', '30')), arm('d', [])),
    ]),
  )
  assert.deepEqual(overlaps, [{ block: 'x', arm: 'a', other: 'b' }])
})

for (const [title, rest, company, expected] of [
  ['to the administrators', {}, {}, { follows: 'people', people: ['admin'], away: undefined }],
  [
    'to administrators who have left',
    {},
    { users: { admin: { active: false } } },
    { follows: 'nobody', people: ['admin'], away: undefined },
  ],
  ['to somebody named', { onEmpty: { users: ['dan'] } }, {}, { follows: 'people', people: ['dan'], away: undefined }],
  ['passes', { onEmpty: 'pass', ...late('pass') }, {}, { follows: 'pass', people: [], away: 'pass' }],
  ['ends', { onEmpty: 'reject', ...late('transferToManager') }, {}, { follows: 'rejected', people: [], away: 'transferToManager' }],
  ['goes back', { onEmpty: 'reject', onReject: 'initiator' }, {}, { follows: 'returned', people: [], away: undefined }],
] as [string, Record<string, unknown>, Partial<Company>, object][])
  test(`without the people of a step it ${title}`, () => {
    const { absences } = tried(flow([step('a', head, rest), step('b', 'bob')]), { heads: { d1: ['cat'] }, ...company })
    const [{ away, ...first }, second] = absences as [Trial['absences'][number], Trial['absences'][number]]
    assert.deepEqual({ ...first, away: away?.act }, { node: 'a', ...expected })
    assert.equal(second.node, 'b')
  })

for (const [title, body, company, given, expected] of [
  ['all is well', [step('a', head)], { heads: { d1: ['cat'] } }, {}, []],
  ['no head, and it ends', [step('a', head, { onEmpty: 'reject' })], {}, {}, ['a empty']],
  ['no head, and it passes with nobody asked', [step('a', head, { onEmpty: 'pass' })], {}, {}, ['a empty', 'null unasked']],
  ['he is the head himself', [step('a', head)], { heads: { d1: ['ann'] } }, {}, ['a himself']],
  ['everybody is gone', [step('a', head)], { users: { admin: { active: false } } }, {}, ['a gone']],
  ['a way on which nobody is asked', [xor('x', arm('high', [step('a', 'bob')], above('100')), arm('low', []))], {}, {}, ['x unasked']],
  ['nobody is meant to be asked', [xor('x', arm('high', [step('a', 'bob')], above('100')), arm('low', []))], {}, { automatic: true }, []],
  [
    'people who are assumed are asked',
    [step('a', [{ k: 'field', path: 'who' }], { onEmpty: 'reject' })],
    {},
    { assumed: new Map([['who', 'eve']]) },
    ['a empty'],
  ],
] as [string, Sketch[], Partial<Company>, Partial<TrialInput> & { automatic?: true }, string[]][])
  test(`met on the way: ${title}`, () => {
    const { automatic, ...rest } = given
    const { findings } = tried(flow(body, automatic ? { policy: { automatic } } : {}), company, rest)
    assert.deepEqual(
      findings.map(({ node: id, reason }) => `${id} ${reason.reason.replace('approval.trial.', '')}`),
      expected,
    )
  })

test('where nothing was filled in, a second walk assumes people', () => {
  const assumed = new Map([['who', 'eve']])
  const { given, walks } = tried(flow([step('a', [{ k: 'field', path: 'who' }])]), {}, { assumed })
  const people = (one: Trial['given']) =>
    one.expected.flatMap((event) => (event.t === 'StepEntered' ? event.tasks.map(({ user }) => user) : []))
  assert.deepEqual([people(given), walks.map(people)], [['admin'], [['eve']]])
})

test('a flow of many arms is walked arm by arm, with facts asked for together', () => {
  const arms = Array.from({ length: 39 }, (_, n) =>
    arm(`a${n}`, [step(`s${n}`, head, { onEmpty: 'reject' })], { f: 'amount', op: 'eq', v: String(n) }),
  )
  const { walks, unreached, absences, rounds } = tried(
    flow([
      ...[1, 2, 3].map((n) =>
        xor(
          `x${n}`,
          ...arms.map((one) => ({
            ...one,
            id: `${one['id']}_${n}`,
            body: (one['body'] as Sketch[]).map((inner) => ({ ...inner, id: `${inner.id}_${n}` })),
          })),
          arm(`rest${n}`, []),
        ),
      ),
    ]),
    { heads: { d1: ['cat'] } },
  )
  assert.equal(walks.length, 39)
  assert.ok(walks.length <= walksMax)
  assert.deepEqual([unreached.length, absences.length], [0, 117])
  assert.ok(rounds <= 4, `${rounds} rounds`)
})
