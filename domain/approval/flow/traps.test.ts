import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemActor } from './command.ts'
import { give, pending, taskOf } from '../testing/rehearsal.ts'
import { accepted, act, all, arm, back, begun, flow, no, node, par, refused, seq, step, xor, yes } from '../testing/sketch.ts'

/** Defects that other engines have or had, each as it would show here. */

const passedBy = (r: ReturnType<typeof begun>) => r.state!.passed.map((one) => one.node)

test('flowable#3944: a rollback to a step of several people asks all of them again', () => {
  const r = begun([all('a', 'bob cat dan'), step('b', 'eve')])
  for (const user of ['bob', 'cat', 'dan']) yes(r, user)
  back(r, 'eve', 'a')
  assert.deepEqual(pending(r), ['a:bob', 'a:cat', 'a:dan'])
})

test('flowable#4046, flowable#2259: two arms of several people rolled back to one step leave no doubled tasks', () => {
  const r = begun([step('a', 'bob'), par('p', arm('l', [all('b', 'cat dan')]), arm('r', [all('c', 'eve fay')]))])
  yes(r, 'bob')
  const eves = taskOf(r, 'eve')
  back(r, 'cat', 'a')
  assert.deepEqual(pending(r), ['a:bob'])
  refused(give(r, 'eve', { t: 'rollBack', taskId: eves, to: 'a', comment: 'x' }), 'taskGone')
})

test('flowable#2669: after a jump back the votes are counted from nothing', () => {
  const r = begun([step('a', 'bob cat dan', { vote: { mode: 'atLeast', n: 2 } }), step('b', 'eve')])
  yes(r, 'bob')
  yes(r, 'cat')
  back(r, 'eve', 'a')
  yes(r, 'dan')
  assert.deepEqual(pending(r), ['a:bob', 'a:cat'])
})

test('ruoyi#867: a task in a parallel arm can be rolled back', () => {
  const r = begun([step('z', 'zed'), par('p', arm('l', [step('a', 'bob'), step('b', 'cat')]), arm('r', [step('c', 'dan')]))])
  yes(r, 'zed')
  yes(r, 'bob')
  back(r, 'cat', 'a')
  assert.deepEqual(pending(r), ['a:bob', 'c:dan'])
  back(r, 'bob', 'z')
  assert.deepEqual(pending(r), ['z:zed'])
})

test('ruoyi#982: nobody is sent back to a step that was never visited', () => {
  const r = begun([
    xor('x', arm('big', [step('a', 'bob')], { f: 'amount', op: 'gt', v: '1' }), arm('low', [step('b', 'cat')])),
    step('c', 'dan'),
  ])
  yes(r, 'cat')
  refused(act(r, 'dan', { t: 'rollBack', to: 'a' }), 'notBefore')
})

test('ruoyi#1128: a step that passes by itself is asked when something is sent back to it', () => {
  const r = begun([step('a', [{ k: 'field', path: 'none' }], { onEmpty: 'pass' }), step('b', 'bob')])
  back(r, 'bob', 'a')
  assert.deepEqual(pending(r), ['a:admin'])
})

test('ruoyi#1128, general form: empty passes and empty rejects to the step before do not run in a circle', () => {
  const nobody = [{ k: 'field', path: 'none' } as const]
  const r = begun([step('a', nobody, { onEmpty: 'pass' }), step('b', nobody, { onEmpty: 'reject', onReject: 'previous' })])
  assert.equal(r.state!.status, 'returned')
})

test('ruoyi#1018: reminders are set again after a rollback', () => {
  const r = begun([step('a', 'bob', { timeouts: [{ after: { value: 1, unit: 'hours' }, act: 'remind' }] }), step('b', 'cat')])
  yes(r, 'bob')
  back(r, 'cat', 'a')
  assert.deepEqual(
    r.state!.timers.map(({ id }) => id),
    ['a#2:0:0'],
  )
})

test('yudao RATIO: one no is no veto in a 60 % countersign', () => {
  const r = begun([step('a', 'b c d e f', { vote: { mode: 'fraction', num: 3, den: 5 } })])
  no(r, 'b')
  no(r, 'c')
  for (const user of ['d', 'e', 'f']) yes(r, user)
  assert.equal(r.state!.status, 'approved')
})

test('warm-flow rounding: two thirds of three is two', () => {
  const r = begun([step('a', 'b c d', { vote: { mode: 'fraction', num: 2, den: 3 } })])
  yes(r, 'b')
  yes(r, 'c')
  assert.equal(r.state!.status, 'approved')
})

test('warm-flow last voter: he does not decide alone against the votes before', () => {
  const r = begun([step('a', 'b c d', { vote: { mode: 'atLeast', n: 2 }, settle: 'waitAll' })])
  no(r, 'b')
  no(r, 'c')
  yes(r, 'd')
  assert.equal(r.state!.status, 'rejected')
})

test('flowlong vote: a count in one arm neither reads nor closes the other arm', () => {
  const count = { vote: { mode: 'atLeast', n: 2 } }
  const r = begun([par('p', arm('l', [step('a', 'b c', count)]), arm('r', [step('d', 'e f', count)]))])
  yes(r, 'b')
  yes(r, 'e')
  assert.deepEqual(pending(r), ['a:c', 'd:f'])
  yes(r, 'c')
  assert.deepEqual(pending(r), ['d:f'])
})

test('flowlong join: a block inside an arm joins while the other arm is still busy', () => {
  const inner = par('q', arm('x', [step('a', 'bob')]), arm('y', [step('b', 'cat')]))
  const r = begun([par('p', arm('l', [inner, step('c', 'dan')]), arm('r', [step('d', 'eve')])), step('e', 'fay')])
  yes(r, 'bob')
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['c:dan', 'd:eve'])
})

test('yudao 14d8c2bb40: a missing variable decides nothing and is no fault, in preview neither', () => {
  const r = begun([xor('x', arm('big', [step('a', 'bob')], { not: { f: 'lost', op: 'lt', v: '5' } }), arm('low', [step('b', 'cat')]))])
  assert.deepEqual(pending(r), ['b:cat'])
})

test('yudao ee5cb23730: people chosen for several parallel steps do not overwrite each other', () => {
  const chosen = { k: 'chosenByInitiator', range: 'any', multi: true } as const
  const start = { chosen: { a: ['bob'], b: ['cat'] } }
  const r = begun([par('p', arm('l', [step('a', [chosen])]), arm('r', [step('b', [chosen])]))], { start })
  assert.deepEqual(pending(r), ['a:bob', 'b:cat'])
})

test('yudao ba6cdabe62: sequential people keep their order', () => {
  const r = begun([seq('a', 'zed bob mia')])
  assert.deepEqual(
    r.state!.steps[0]!.tasks.map(({ user }) => user),
    ['zed', 'bob', 'mia'],
  )
})

test('yudao afterCompletion: what follows automatically belongs to the same decision', () => {
  const nobody = [{ k: 'field', path: 'none' } as const]
  const r = begun([step('a', 'bob'), step('b', nobody, { onEmpty: 'pass' }), step('c', 'ann', { onSelf: 'skip' }), step('d', 'bob')], {
    policy: { dedupe: 'once' },
  })
  const events = yes(r, 'bob')
  assert.equal(r.state!.status, 'approved')
  assert.deepEqual(
    events.flatMap((event) => (event.t === 'StepLeft' ? [event.why ?? 'decided'] : [])),
    ['decided', 'empty', 'self', 'duplicate'],
  )
})

test('zeebe#14907: a migration keeps the ids of tasks', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')])
  const id = taskOf(r, 'bob')
  accepted(give(r, 'admin', { t: 'migrate', to: flow([step('n', 'bob')], { flow: { version: 2 } }), mapping: { a: 'n' } }))
  assert.equal(taskOf(r, 'bob', 'n'), id)
})

test('zeebe#22129: a migration in the middle of a sequential vote keeps what is done, open and to come', () => {
  const r = begun([seq('a', 'bob cat dan')])
  yes(r, 'bob')
  accepted(give(r, 'admin', { t: 'migrate', to: flow([seq('a', 'eve')], { flow: { version: 2 } }), mapping: {} }))
  assert.deepEqual(
    r.state!.steps[0]!.tasks.map(({ user, status }) => `${user} ${status}`),
    ['bob approved', 'cat open', 'dan waiting'],
  )
})

test('Feishu withdrawal after approval: what is approved stays approved', () => {
  const r = begun([step('a', 'bob')])
  yes(r, 'bob')
  refused(give(r, 'ann', { t: 'withdraw' }), 'ended')
})

test('Huawei batch approval: required fields are not ignored on the way', () => {
  const r = begun([step('a', 'bob', { fields: { note: 'required' } })])
  refused(act(r, 'bob', { t: 'approve' }), 'fieldRequired')
})

test('a service in another arm is asked again after a direct resubmission', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob', { resubmit: 'direct' })]), arm('r', [node('service', 's', { service: 'erp' })]))])
  back(r, 'bob', 'START')
  const events = accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.ok(events.some((event) => event.t === 'ServiceRequested' && event.step === 's#2'))
  assert.deepEqual(passedBy(r), [])
})

test('flowable#2559: a migration inside parallel arms keeps the tasks of each arm', () => {
  const arms = (): ReturnType<typeof par> => par('p', arm('l', [all('a', 'bob cat')]), arm('r', [step('b', 'dan')]))
  const r = begun([arms(), step('c', 'eve')])
  yes(r, 'bob')
  accepted(give(r, 'admin', { t: 'migrate', to: flow([arms(), step('n', 'fay')], { flow: { version: 2 } }), mapping: {} }))
  assert.deepEqual(pending(r), ['a:cat', 'b:dan'])
  yes(r, 'dan')
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['n:fay'])
})

test('flowable#2636: a migration of a step of several people keeps the votes that were given', () => {
  const r = begun([all('a', 'bob cat')])
  yes(r, 'bob')
  accepted(give(r, 'admin', { t: 'migrate', to: flow([all('a', 'bob cat'), step('b', 'dan')], { flow: { version: 2 } }), mapping: {} }))
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['b:dan'])
})

test('yudao 575e7a38f3: a step that sends no fields leaves the form as it was for later conditions', () => {
  const way = xor('x', arm('big', [step('b', 'cat')], { f: 'amount', op: 'gt', v: '1' }), arm('low', []))
  for (const rest of [{}, { patch: {} }]) {
    const r = begun([step('a', 'bob'), way], { form: { amount: '5' } })
    yes(r, 'bob', rest)
    assert.deepEqual(pending(r), ['b:cat'])
  }
})

test('yudao 1cf079fec3: after a restart the next step has its people, for nothing is kept but the state', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')])
  r.state = JSON.parse(JSON.stringify(r.state)) as typeof r.state
  r.definition = JSON.parse(JSON.stringify(r.definition)) as typeof r.definition
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['b:cat'])
})

test('warm-flow oneVoteVeto: a veto takes nothing away without a word about it', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob', { vote: { mode: 'all' } })]), arm('r', [step('b', 'cat dan')]))])
  const open = r.state!.steps.flatMap(({ tasks }) => tasks.map(({ id }) => id))
  const told = no(r, 'bob').flatMap((event) => (event.t === 'TaskDecided' || event.t === 'TaskCancelled' ? [event.task] : []))
  assert.deepEqual(told.toSorted(), open.toSorted())
})

test('warm-flow 33f57580: a condition is data: an expression in it is refused, one in the form is a text', () => {
  const script = { f: 'T(java.lang.Runtime).getRuntime()', op: 'eq', v: '1' }
  for (const when of [script, { spel: '#{1 == 1}' }, '${true}'])
    assert.throws(
      () => flow([xor('x', arm('big', [step('a', 'bob')], when as Record<string, unknown>), arm('low', [step('b', 'cat')]))]),
      /malformed/,
    )
  const r = begun([xor('x', arm('big', [step('a', 'bob')], { f: 'amount', op: 'gt', v: '1' }), arm('low', [step('b', 'cat')]))], {
    form: { amount: '${9 * 9}' },
  })
  assert.deepEqual(pending(r), ['b:cat'])
})

test('flowlong 1.2.4: nothing is sent back into another flow that has ended', () => {
  const r = begun([node('subFlow', 's', { flowKey: 'child' }), step('a', 'bob')])
  accepted(give(r, systemActor, { t: 'childEnded', step: 's#1', outcome: 'approved', form: {} }))
  refused(act(r, 'bob', { t: 'rollBack', to: 's' }), 'notBefore')
})
