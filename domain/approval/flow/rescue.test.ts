import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, systemActor } from './command.ts'
import { planOf } from './plan.ts'
import { give, pending, type Rehearsal, taskOf } from '../testing/rehearsal.ts'
import { jumpTargets } from './rescue.ts'
import { accepted, all, arm, begun, handle, no, node, par, refused, step, yes } from '../testing/sketch.ts'

const reason = '卡住了'
const admin = (r: Rehearsal, action: object) => give(r, 'admin', { reason, ...action } as Action)
const at = (r: Rehearsal, id: string) => r.state!.steps.find((one) => one.node === id)!.id
const kindsOf = (r: Rehearsal) => r.entries.at(-1)!.events.map(({ t }) => t)
const outside = (t: 'service' | 'subFlow') => node(t, 's', t === 'service' ? { service: 'x' } : { flowKey: 'child' })
const arms = () =>
  begun([
    step('a', 'bob'),
    par('p', arm('l', [step('b', 'cat'), step('d', 'dan')]), arm('r', [step('c', 'eve')])),
    step('e', 'fay'),
    step('f', 'gil'),
  ])

// skipping

test('a step that is skipped is passed without a verdict, and what was agreed before it cannot be taken back', () => {
  const r = begun([step('a', 'bob'), all('b', 'cat dan'), step('c', 'eve')])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  const cats = taskOf(r, 'cat')
  yes(r, 'cat')
  accepted(admin(r, { t: 'skip', step: at(r, 'b') }))
  assert.deepEqual(kindsOf(r), ['Rescued', 'TaskCancelled', 'StepLeft', 'StepEntered'])
  assert.deepEqual(pending(r), ['c:eve'])
  refused(give(r, 'bob', { t: 'takeBack', taskId: bobs }), 'decidedAfter')
  refused(give(r, 'cat', { t: 'takeBack', taskId: cats }), 'notYourApproval')
})

for (const [t, cancelled] of [
  ['service', 'ServiceCancelled'],
  ['subFlow', 'ChildCancelled'],
] as const) {
  test(`whatever works outside for a ${t} that is skipped is told to stop`, () => {
    const r = begun([outside(t), step('b', 'bob')])
    accepted(admin(r, { t: 'skip', step: 's#1' }))
    assert.deepEqual(kindsOf(r), ['Rescued', cancelled, 'StepLeft', 'StepEntered'])
    assert.deepEqual(pending(r), ['b:bob'])
  })

  test(`a ${t} is asked anew, passed by a jump, or sent back to where it was`, () => {
    const stuck = () => {
      const r = begun([step('a', 'ann', { onSelf: 'allow' }), outside(t), step('b', 'bob'), step('c', 'cat')], { by: 'zoe' })
      yes(r, 'ann')
      if (t === 'service') accepted(give(r, systemActor, { t: 'serviceFailed', step: 's#1', error: 'x' }))
      return r
    }
    const again = stuck()
    accepted(admin(again, { t: 'jump', step: 's#1', to: 's' }))
    assert.deepEqual(
      again.state!.steps.map(({ id }) => id),
      ['s#2'],
    )
    refused(give(again, systemActor, t === 'service' ? { t: 'serviceDone', step: 's#1' } : { t: 'childEnded', step: 's#1', outcome: 'approved', form: {} }), 'stepGone') // prettier-ignore
    const past = stuck()
    accepted(admin(past, { t: 'jump', step: 's#1', to: 'c' }))
    assert.deepEqual(pending(past), ['c:cat'])
    const back = stuck()
    accepted(admin(back, { t: 'sendBack', step: 's#1', to: 'a' }))
    assert.deepEqual(pending(back), ['a:ann'])
    const begin = stuck()
    accepted(admin(begin, { t: 'sendBack', to: 'START' }))
    assert.equal(begin.state!.status, 'returned')
  })
}

// jumping

test('one jumps within the arm and around the block, never into another arm', () => {
  const r = arms()
  yes(r, 'bob')
  const targets = (from: string) => jumpTargets(planOf(r.definition), from).map((target) => target.node.id)
  assert.deepEqual(targets('b'), ['a', 'e', 'f', 'b', 'd'])
  assert.deepEqual(targets('c'), ['a', 'e', 'f', 'c'])
  refused(admin(r, { t: 'jump', step: at(r, 'b'), to: 'c' }), 'notAround')
  refused(admin(r, { t: 'jump', step: at(r, 'b'), to: 'p' }), 'notAround')
  refused(admin(r, { t: 'jump', step: 'b#9', to: 'd' }), 'stepGone')
})

for (const [title, to, expected, passed] of [
  ['within the arm leaves the other arm alone', 'd', ['c:eve', 'd:dan'], ['a']],
  ['to itself asks anew', 'b', ['b:cat', 'c:eve'], ['a']],
  ['out of the block closes the arms beside it', 'f', ['f:gil'], ['a']],
  ['back voids what was approved from there on', 'a', ['a:bob'], []],
] as const)
  test(`a jump ${title}`, () => {
    const r = arms()
    yes(r, 'bob')
    accepted(admin(r, { t: 'jump', step: at(r, 'b'), to }))
    assert.deepEqual(pending(r), expected)
    assert.deepEqual(
      r.state!.passed.map((one) => one.node),
      passed,
    )
    assert.deepEqual(Object.keys(r.state!.blocks), to === 'b' || to === 'd' ? ['p'] : [])
  })

test('whoever is jumped to is asked although he has agreed before, and never passed for lack of people', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat'), step('c', 'bob'), step('d', [{ k: 'field', path: 'none' }], { onEmpty: 'pass' })], {
    policy: { dedupe: 'once' },
  })
  yes(r, 'bob')
  accepted(admin(r, { t: 'jump', step: at(r, 'b'), to: 'c' }))
  assert.deepEqual(pending(r), ['c:bob'])
  accepted(admin(r, { t: 'jump', step: at(r, 'c'), to: 'd' }))
  assert.deepEqual(pending(r), ['d:admin'])
})

// sending back

test('it goes back to a step it went through, or from the books to the initiator', () => {
  const r = arms()
  yes(r, 'bob')
  yes(r, 'cat')
  refused(admin(r, { t: 'sendBack', step: at(r, 'd'), to: 'e' }), 'notBefore')
  accepted(admin(r, { t: 'sendBack', step: at(r, 'd'), to: 'b' }))
  assert.deepEqual(pending(r), ['b:cat', 'c:eve'])
  const booked = begun([step('a', 'bob')], { start: { docRef: { type: 'x', id: '1' } } })
  yes(booked, 'bob')
  accepted(give(booked, systemActor, { t: 'postingFailed', error: { reason: 'x', words: 'x', params: {} } }))
  accepted(admin(booked, { t: 'sendBack', to: 'START' }))
  assert.equal(booked.state!.status, 'returned')
  accepted(give(booked, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(booked), ['a:bob'])
})

// acting for a person who left

test('an administrator decides for somebody who has left, in his name', () => {
  const r = begun([all('a', 'bob cat')], { company: { users: {} } })
  r.company.users['bob'] = { active: false }
  const taskId = taskOf(r, 'bob')
  const formRev = 1
  refused(admin(r, { t: 'actFor', taskId: taskOf(r, 'cat'), formRev, verdict: 'approve' }), 'notLeft')
  refused(admin(r, { t: 'actFor', taskId, formRev: 0, verdict: 'approve' }), 'staleForm')
  accepted(admin(r, { t: 'actFor', taskId, formRev, verdict: 'approve' }))
  const decided = r.entries.at(-1)!.events[0]
  assert.ok(decided?.t === 'TaskDecided')
  assert.deepEqual([decided.by, decided.onBehalfOf, decided.comment], ['admin', 'bob', reason])
  assert.deepEqual(pending(r), ['a:cat'])
})

test('his no counts as his, and at a step where something is done there is none', () => {
  const r = begun([handle('h', 'hal'), step('a', 'bob')], { company: { users: {} } })
  r.company.users['hal'] = r.company.users['bob'] = { active: false }
  refused(admin(r, { t: 'actFor', taskId: taskOf(r, 'hal'), formRev: 1, verdict: 'reject' }), 'cannotReject')
  accepted(admin(r, { t: 'actFor', taskId: taskOf(r, 'hal'), formRev: 1, verdict: 'approve' }))
  assert.deepEqual(pending(r), ['a:admin'])
})

// who may, and why

const rescues = (r: Rehearsal): Action[] => [
  { t: 'skip', step: r.state!.steps[0]!.id, reason },
  { t: 'jump', step: r.state!.steps[0]!.id, to: 'b', reason },
  { t: 'sendBack', step: r.state!.steps[0]!.id, to: 'START', reason },
  { t: 'actFor', taskId: r.state!.steps[0]!.tasks[0]!.id, formRev: 1, verdict: 'approve', reason },
]

test('only administrators rescue, and they say why', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')])
  for (const action of rescues(r)) {
    refused(give(r, 'bob', action), 'adminOnly')
    refused(give(r, 'admin', { ...action, reason: ' ' } as Action), 'reasonRequired')
  }
})

test('nobody passes over the steps of his own request; he may send it back', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')], { by: 'admin', company: { users: {} } })
  r.company.users['bob'] = { active: false }
  const [skipping, forward, sending, acting] = rescues(r) as [Action, Action, Action, Action]
  refused(give(r, 'admin', skipping), 'ownRescue')
  refused(give(r, 'admin', forward), 'ownRescue')
  refused(give(r, 'admin', acting), 'ownRequest')
  refused(give(r, 'admin', { t: 'reassign', tasks: { user: 'bob' }, to: 'admin', reason }), 'ownRequest')
  accepted(give(r, 'admin', sending))
})

test('what was suspended goes on with it, timers and all', () => {
  const timeouts = [{ after: { value: 1, unit: 'days' }, act: 'remind' }]
  const r = begun([par('p', arm('l', [step('a', 'bob')]), arm('r', [step('c', 'cat', { timeouts })])), step('b', 'dan')])
  accepted(give(r, 'admin', { t: 'suspend', reason }))
  accepted(admin(r, { t: 'skip', step: 'a#1' }))
  assert.equal(r.state!.suspended, false)
  assert.equal(r.state!.timers.length, 1)
  assert.deepEqual(r.state!.held, [])
  assert.deepEqual(pending(r), ['c:cat'])
})

test('a no after a rescue goes where it always goes', () => {
  const r = arms()
  yes(r, 'bob')
  accepted(admin(r, { t: 'jump', step: at(r, 'b'), to: 'e' }))
  no(r, 'fay')
  assert.equal(r.state!.status, 'rejected')
})
