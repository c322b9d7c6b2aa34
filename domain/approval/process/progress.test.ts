import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factKey, type Directory, type Fact } from '../flow/directory.ts'
import type { Action } from '../flow/command.ts'
import { previewRest, previewStart } from '../flow/preview.ts'
import { type ProgressRow, entryWords, progressOf, whyWords } from './progress.ts'
import { type Rehearsal, answerFact, commandOf, give, rehearse, taskOf } from '../testing/rehearsal.ts'
import { batchRefusal, offersFor, rollBackTargets } from '../flow/offer.ts'
import {
  type Setting,
  type Sketch,
  accepted,
  act,
  all,
  arm,
  back,
  begun,
  cc,
  flow,
  node,
  par,
  seq,
  step,
  xor,
  yes,
} from '../testing/sketch.ts'

/** Asks until no fact is missing. */
const withFacts = <T extends object>(r: Rehearsal, ask: (directory: Directory) => T | { need: Fact[] }): T => {
  let directory: Directory = {}
  for (;;) {
    const answer = ask(directory)
    if (!('need' in answer)) return answer
    directory = {
      ...directory,
      ...Object.fromEntries(answer.need.map((fact) => [factKey(fact), answerFact(r.company, fact as Exclude<Fact, { k: 'ids' }>)])),
    }
  }
}

const rowsOf = (r: Rehearsal): ProgressRow[] => {
  const { expected } = withFacts(r, (directory) => previewRest(r.definition, r.state!, directory))
  return progressOf(r.definition, r.entries, expected, new Date(r.now).toISOString())
}

const short = (rows: ProgressRow[]): string[] =>
  rows.map(({ kind, node, status, people }) =>
    `${node ?? kind} ${status} ${people.map(({ user, verdict }) => `${user}:${verdict}`).join(' ')}`.trim(),
  )

const before = (body: Sketch[], setting: Setting = {}): ProgressRow[] => {
  const r = rehearse(flow(body, setting), setting.company)
  const action = { t: 'start', dept: 'd1', form: setting.form ?? {}, title: 't', ...setting.start } as Extract<Action, { t: 'start' }>
  const { expected } = withFacts(r, (directory) => previewStart(r.definition, { ...commandOf(r, 'ann', action), ...action }, directory))
  return progressOf(r.definition, [], expected, '2026-01-01T00:00:00Z')
}

const when = { f: 'amount', op: 'gt', v: '100' }

test('the path before submitting, with the branch that the amount takes', () => {
  const body = [step('a', 'bob'), xor('x', arm('big', [step('b', 'cat')], when), arm('low', [step('c', 'dan')])), cc('n', 'eve')]
  assert.deepEqual(short(before(body, { form: { amount: '500' } })), [
    'start expected ann:expected',
    'a expected bob:expected',
    'b expected cat:expected',
    'n expected eve:expected',
    'end expected ann:expected',
  ])
  assert.deepEqual(short(before(body, { form: { amount: '5' } }))[2], 'c expected dan:expected')
})

test('the path before submitting names the choices still to be made', () => {
  const rows = before([
    step('a', [{ k: 'chosenByInitiator', range: { role: 'boss' }, multi: false }]),
    step('b', [{ k: 'chosenByPrevious', range: 'any', multi: true }]),
  ])
  assert.deepEqual(
    rows.slice(1, 3).map(({ choose, why }) => [choose, why]),
    [
      [{ by: 'initiator', range: { role: 'boss' }, multi: false }, 'unchosen'],
      [{ by: 'previous', range: 'any', multi: true }, 'unchosen'],
    ],
  )
})

test('what happened, what is open and what is expected, in one list', () => {
  const r = begun([all('a', 'bob cat'), seq('b', 'dan eve'), step('c', 'fay')])
  yes(r, 'bob', { comment: '好' })
  assert.deepEqual(short(rowsOf(r)), [
    'start done ann:did',
    'a active bob:approved cat:open',
    'b expected dan:expected eve:expected',
    'c expected fay:expected',
    'end expected',
  ])
  const [, row] = rowsOf(r)
  assert.deepEqual(
    [row!.people[0]!.comment, row!.people[0]!.waitedSeconds, row!.people[1]!.waitedSeconds, row!.tally?.need],
    ['好', 60, 60, 2],
  )
})

test('a step that is open in order: those who wait stay waiting', () => {
  const r = begun([seq('a', 'bob cat')])
  assert.deepEqual(short(rowsOf(r))[1], 'a active bob:open cat:waiting')
})

test('rollback, return, resubmission and withdrawal are lines of their own', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')])
  yes(r, 'bob')
  back(r, 'cat', 'a')
  back(r, 'bob', 'START')
  assert.deepEqual(short(rowsOf(r)), [
    'start done ann:did',
    'a done bob:approved',
    'b closed cat:returned',
    'rollBack done cat:did',
    'a closed bob:returned',
    'return done bob:did',
    'resubmit expected ann:expected',
    'a expected bob:expected',
    'b expected cat:expected',
    'end expected',
  ])
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  accepted(give(r, 'ann', { t: 'withdraw', comment: 'x' }))
  const rows = rowsOf(r)
  assert.deepEqual(short(rows).at(-1), 'withdraw done ann:did')
  assert.equal(rows.at(-1)!.outcome, 'withdrawn')
  assert.deepEqual(
    rows.filter(({ node }) => node === 'a').map(({ visit }) => visit),
    [1, 2, 3],
  )
})

test('only who sent it back is shown to have done so', () => {
  const r = begun([step('a', 'eve'), all('b', 'bob cat')])
  yes(r, 'eve')
  yes(r, 'bob')
  back(r, 'cat', 'a')
  yes(r, 'eve')
  back(r, 'bob', 'START')
  assert.deepEqual(
    short(rowsOf(r)).filter((row) => row.startsWith('b ') && !row.includes('expected')),
    ['b closed bob:approved cat:returned', 'b closed bob:returned cat:cancelled'],
  )
})

test('why this person, why a step passed alone, who acted for whom, arms around', () => {
  const people = { hal: { active: true, agent: 'gus' } }
  const r = begun(
    [
      step('z', 'ann', { onSelf: 'skip' }),
      par('p', arm('l', [step('a', [{ k: 'deptHead', of: 'initiator', level: 2 }])]), arm('r', [step('b', 'bob')])),
    ],
    { company: { heads: { d1: [null, 'hal'] }, users: people } },
  )
  const rows = rowsOf(r)
  const [, skipped, asked] = rows
  assert.deepEqual([skipped!.status, skipped!.why, entryWords[skipped!.why!]], ['done', 'self', '发起人本人，自动通过'])
  const person = asked!.people[0]!
  assert.deepEqual(
    [person.user, person.onBehalfOf, whyWords(person.why!)],
    ['gus', 'hal', { words: '第{level}级部门负责人', params: { level: 2 } }],
  )
  assert.deepEqual(asked!.arms, [{ block: 'p', arm: 'l' }])
})

test('claim, signs, transfer, reading and urging show', () => {
  const r = begun([step('a', 'bob cat'), all('b', 'dan')])
  accepted(act(r, 'bob', { t: 'claim' }))
  assert.equal(short(rowsOf(r))[1], 'a active bob:open cat:cancelled')
  accepted(act(r, 'bob', { t: 'unclaim' }))
  assert.equal(short(rowsOf(r))[1], 'a active bob:open cat:open')
  yes(r, 'bob')
  accepted(act(r, 'dan', { t: 'addSign', users: ['eve', 'fay'], where: 'before' }))
  accepted(give(r, 'dan', { t: 'removeSign', taskIds: [taskOf(r, 'fay')] }))
  accepted(act(r, 'eve', { t: 'transfer', to: 'gus' }))
  accepted(give(r, 'gus', { t: 'markRead', taskId: taskOf(r, 'gus') }))
  accepted(give(r, 'ann', { t: 'urge' }))
  const row = rowsOf(r)[2]!
  assert.deepEqual(
    row.people.map(({ user, verdict, read, urged }) => [user, verdict, read, urged]),
    [
      ['gus', 'open', true, 1],
      ['dan', 'waiting', undefined, undefined],
    ],
  )
})

test('who was delegated to has the task until it is given back, whatever is expected', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')])
  const holder = () => rowsOf(r)[1]!.people.map(({ user, verdict, moves = [] }) => [user, verdict, moves.map(({ kind }) => kind)])
  accepted(act(r, 'bob', { t: 'delegate', to: 'dan' }))
  assert.deepEqual(holder(), [['dan', 'open', ['delegate']]])
  accepted(act(r, 'dan', { t: 'returnDelegation' }))
  assert.deepEqual(holder(), [['bob', 'open', ['delegate', 'return']]])
})

test('a copy by hand is named by nobody’s step and says who copied; one of the flow bears its step’s name', () => {
  const r = begun([cc('told', 'cat'), step('a', 'bob')])
  accepted(give(r, 'bob', { t: 'copy', users: ['eve'] }))
  assert.deepEqual(
    rowsOf(r)
      .filter(({ kind }) => kind === 'cc')
      .map(({ name, people }) => [name, people.map(({ user, by }) => [user, by])]),
    [
      ['Ntold', [['cat', undefined]]],
      ['', [['eve', 'bob']]],
    ],
  )
})

test('a service that failed is an incident until it is asked again', () => {
  const r = begun([node('service', 's', { service: 'erp' })])
  accepted(give(r, 'system', { t: 'serviceFailed', step: 's#1', error: 'down' }))
  assert.deepEqual([rowsOf(r)[1]!.status, rowsOf(r)[1]!.comment], ['incident', 'down'])
  accepted(give(r, 'admin', { t: 'retryService', step: 's#1' }))
  assert.equal(rowsOf(r)[1]!.status, 'active')
})

test('posting that the books refused is an incident line', () => {
  const r = begun([step('a', 'bob')], { start: { docRef: { type: 'x', id: '1' } } })
  yes(r, 'bob')
  accepted(give(r, 'system', { t: 'postingFailed', error: { reason: 'x', words: '库存不足', params: {} } }))
  accepted(give(r, 'system', { t: 'postingDone', receipt: null }))
  assert.deepEqual(short(rowsOf(r)).slice(2), ['post incident', 'post done', 'end done'])
})

test('what one can do, and for what one cannot, why', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { ops: { transfer: false }, fields: { note: 'required' } })], {
    policy: { withdraw: 'beforeFirstDecision' },
  })
  yes(r, 'bob')
  const offers = (user: string, taskId?: string): Record<string, unknown> => {
    const head = { commandId: 'x', actor: user, at: new Date(r.now).toISOString(), via: 'web' as const, ids: ['1', '2'] }
    const { offers: found } = withFacts(r, (directory) => offersFor({ definition: r.definition, state: r.state! }, head, taskId, directory))
    return Object.fromEntries(
      Object.entries(found).map(([offer, answer]) => [offer, answer === true || answer.reason.replace('approval.', '')]),
    )
  }
  const cat = offers('cat', taskOf(r, 'cat'))
  assert.deepEqual(
    [cat['approve'], cat['rollBack'], cat['transfer'], cat['withdraw'], cat['unclaim']],
    [true, true, 'moveNotAllowed', 'initiatorOnly', 'notClaimed'],
  )
  const ann = offers('ann')
  assert.deepEqual([ann['approve'], ann['withdraw'], ann['urge'], ann['comment']], ['taskGone', 'alreadyDecided', true, true])
})

test('where a task can be sent back to, and whether it may be approved unseen', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat'), step('c', 'dan', { ops: { rollback: ['a'] }, require: { signature: true } })])
  assert.equal(batchRefusal({ definition: r.definition, state: r.state!, bookedFields: [] }, taskOf(r, 'bob')), undefined)
  yes(r, 'bob')
  assert.deepEqual(rollBackTargets(r.definition, r.state!, taskOf(r, 'cat')), ['START', 'a'])
  yes(r, 'cat')
  assert.deepEqual(rollBackTargets(r.definition, r.state!, taskOf(r, 'dan')), ['a'])
  assert.equal(
    batchRefusal({ definition: r.definition, state: r.state!, bookedFields: [] }, taskOf(r, 'dan'))?.reason,
    'approval.batchNeedsInput',
  )
  const never = begun([step('a', 'bob')], { policy: { batchApprove: false } })
  assert.equal(
    batchRefusal({ definition: never.definition, state: never.state!, bookedFields: [] }, taskOf(never, 'bob'))?.reason,
    'approval.batchNotAllowed',
  )
})

for (const [title, permission, piece, reason] of [
  ['what the books ask for and the step may write', 'write', null, 'approval.batchNeedsInput'],
  ['what the step requires', 'required', null, 'approval.batchNeedsInput'],
  ['what is filled in', 'write', 'a', undefined],
  ['what the step may only read', 'read', null, undefined],
] as const)
  test(`a task is approved unseen unless something is to be filled in: ${title}`, () => {
    const r = begun([step('a', 'bob', { fields: { 'lines.piece': permission } })], { form: { lines: [{ piece }] } })
    assert.equal(
      batchRefusal({ definition: r.definition, state: r.state!, bookedFields: ['lines.piece'] }, taskOf(r, 'bob'))?.reason,
      reason,
    )
  })
