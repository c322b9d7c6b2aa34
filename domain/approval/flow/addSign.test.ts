import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemActor } from './command.ts'
import { checkMigration } from './migrate.ts'
import { offersFor, removableSigns } from './offer.ts'
import { previewRest } from './preview.ts'
import { commandOf, give, pending, taskOf, type Rehearsal } from '../testing/rehearsal.ts'
import { type Sketch, accepted, act, all, arm, back, begun, flow, no, node, par, refused, seq, step, xor, yes } from '../testing/sketch.ts'

/** Who is asked when tasks change hands, signers are added, and people come and go; each as it went wrong once. */

const sign = (r: Rehearsal, user: string, where: 'before' | 'with' | 'after', ...users: string[]) =>
  accepted(act(r, user, { t: 'addSign', users, where }))
const move = (r: Rehearsal, user: string, t: 'transfer' | 'delegate', to: string) => accepted(act(r, user, { t, to }))
const statusOf = (r: Rehearsal) => r.state!.status
const holders = (r: Rehearsal) => r.state!.steps.flatMap(({ tasks }) => tasks.map(({ user, status, owner }) => [user, status, owner]))

// added signers

test('a task with a signer after it, whose new holder has somebody sign before: both are asked in their turn', () => {
  const r = begun([step('a', 'bob')])
  sign(r, 'bob', 'after', 'cat')
  move(r, 'bob', 'transfer', 'dan')
  sign(r, 'dan', 'before', 'eve')
  yes(r, 'eve')
  assert.deepEqual(pending(r), ['a:dan'])
  yes(r, 'dan')
  assert.deepEqual(pending(r), ['a:cat'])
  yes(r, 'cat')
  assert.equal(statusOf(r), 'approved')
})

test('whoever holds the vote now removes the signers it came with; whoever handed it on does not', () => {
  for (const where of ['before', 'with', 'after'] as const) {
    const r = begun([all('a', 'bob zed')])
    sign(r, 'bob', where, 'cat')
    const taskIds = r.state!.steps[0]!.tasks.filter(({ user }) => user === 'cat').map(({ id }) => id)
    if (where !== 'before') move(r, 'bob', 'transfer', 'dan')
    else accepted(give(r, 'admin', { t: 'reassign', tasks: { user: 'bob' }, to: 'dan', reason: 'moved' }))
    refused(give(r, 'bob', { t: 'removeSign', taskIds }), 'notYourSign')
    assert.deepEqual(removableSigns(r.definition, r.state!, commandOf(r, 'bob', { t: 'urge' })), [])
    accepted(give(r, 'dan', { t: 'removeSign', taskIds }))
    assert.deepEqual(pending(r), ['a:dan', 'a:zed'])
  }
})

test('what somebody agreed to while his signer is asked is not claimed away', () => {
  const r = begun([step('a', 'bob cat')])
  sign(r, 'bob', 'after', 'dan')
  yes(r, 'bob')
  refused(act(r, 'cat', { t: 'claim' }), 'signing')
  no(r, 'cat')
  assert.equal(statusOf(r), 'rejected')
})

test('when a claim is given up, whoever signs before a vote does so again, and has no vote of his own', () => {
  const r = begun([step('a', 'bob cat')])
  sign(r, 'bob', 'before', 'dan')
  accepted(act(r, 'cat', { t: 'claim' }))
  assert.deepEqual(pending(r), ['a:cat'])
  accepted(act(r, 'cat', { t: 'unclaim' }))
  assert.deepEqual(pending(r), ['a:cat', 'a:dan'])
  yes(r, 'dan')
  assert.equal(statusOf(r), 'running')
  assert.deepEqual(pending(r), ['a:bob', 'a:cat'])
})

test('when a claim is given up, what was delegated is again, and who left has his successor', () => {
  const r = begun([step('a', 'bob cat zed')])
  move(r, 'bob', 'delegate', 'dan')
  accepted(act(r, 'cat', { t: 'claim' }))
  r.company.users['zed'] = { active: false, successor: 'yan' }
  accepted(act(r, 'cat', { t: 'unclaim' }))
  assert.deepEqual(holders(r), [
    ['dan', 'open', 'bob'],
    ['cat', 'open', undefined],
    ['yan', 'open', undefined],
  ])
})

test('in a sequence nothing is taken back once the next has had somebody sign, whether before or after him', () => {
  for (const where of ['before', 'after'] as const) {
    const r = begun([seq('a', 'bob cat')])
    const bobs = taskOf(r, 'bob')
    yes(r, 'bob')
    sign(r, 'cat', where, 'dan')
    refused(give(r, 'bob', { t: 'takeBack', taskId: bobs }), 'decidedAfter')
  }
})

test('in a sequence a signer after a vote who takes back his word has the turn alone', () => {
  const r = begun([seq('a', 'bob cat')])
  sign(r, 'bob', 'after', 'dan')
  yes(r, 'bob')
  const dans = taskOf(r, 'dan')
  yes(r, 'dan')
  assert.deepEqual(pending(r), ['a:cat'])
  accepted(give(r, 'dan', { t: 'takeBack', taskId: dans }))
  assert.deepEqual(pending(r), ['a:dan'])
  yes(r, 'dan')
  yes(r, 'cat')
  assert.equal(statusOf(r), 'approved')
})

test('what the clock said for a vote is void when the signer before it takes back his word', () => {
  const timeouts = [{ after: { value: 1, unit: 'hours' }, act: 'pass' }]
  const r = begun([step('a', 'bob', { timeouts }), step('b', 'eve')])
  sign(r, 'bob', 'before', 'cat')
  const cats = taskOf(r, 'cat')
  yes(r, 'cat')
  accepted(give(r, systemActor, { t: 'timerFired', timer: r.state!.timers[0]!.id }))
  assert.deepEqual(pending(r), ['b:eve'])
  accepted(give(r, 'cat', { t: 'takeBack', taskId: cats }))
  assert.deepEqual(pending(r), ['a:cat'])
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['a:bob'])
})

test('in a sequence where all are heard, several noes come back one after the other', () => {
  const r = begun([seq('a', 'bob cat', { settle: 'waitAll', onReject: 'initiator', resubmit: 'direct' })])
  no(r, 'bob')
  no(r, 'cat')
  assert.equal(statusOf(r), 'returned')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:bob'])
})

test('everybody who was to sign before a vote is asked again when it comes back directly after the no of one', () => {
  for (const vote of [{ mode: 'all' }, { mode: 'atLeast', n: 1 }]) {
    const r = begun([step('a', 'bob zed', { vote, onReject: 'initiator', resubmit: 'direct' })])
    sign(r, 'bob', 'before', 'cat', 'dan')
    no(r, 'cat')
    if (statusOf(r) === 'running') back(r, 'zed', 'START')
    accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
    assert.deepEqual(pending(r), ['a:cat', 'a:dan', 'a:zed'])
  }
})

test('whoever was to sign before two votes that came to a no signs for one of them when both come back', () => {
  const r = begun([step('a', 'bob yan zed', { vote: { mode: 'atLeast', n: 1 }, resubmit: 'direct' })])
  sign(r, 'bob', 'before', 'cat', 'dan')
  no(r, 'cat')
  sign(r, 'zed', 'before', 'eve', 'dan')
  no(r, 'eve')
  back(r, 'yan', 'START')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:cat', 'a:dan', 'a:eve', 'a:yan'])
})

test('whoever has a vote by now does not sign through a helper besides when the step comes back', () => {
  const r = begun([step('a', 'bob zed', { vote: { mode: 'atLeast', n: 1 }, resubmit: 'direct' })])
  sign(r, 'bob', 'before', 'cat', 'dan')
  move(r, 'dan', 'delegate', 'fay')
  no(r, 'cat')
  move(r, 'zed', 'transfer', 'dan')
  back(r, 'dan', 'START')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:cat', 'a:dan'])
})

test('whoever gives up a claim that he was handed does not vote through a helper besides', () => {
  const r = begun([step('a', 'bob cat zed', { vote: { mode: 'or' } })])
  move(r, 'bob', 'delegate', 'dan')
  accepted(act(r, 'cat', { t: 'claim' }))
  move(r, 'cat', 'transfer', 'bob')
  accepted(act(r, 'bob', { t: 'unclaim' }))
  assert.deepEqual(pending(r), ['a:bob', 'a:zed'])
})

test('where nobody follows whoever left and the others decide without him, nobody signs for him either', () => {
  const r = begun([step('a', 'bob zed admin', { vote: { mode: 'atLeast', n: 1 }, resubmit: 'direct' })])
  sign(r, 'bob', 'before', 'cat')
  back(r, 'zed', 'START')
  r.company.users['bob'] = { active: false }
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(holders(r), [
    ['zed', 'open', undefined],
    ['admin', 'open', undefined],
  ])
})

// delegation

for (const [title, hand] of [
  ['an administrator', (r: Rehearsal) => give(r, 'admin', { t: 'reassign', tasks: { user: 'cat' }, to: 'dan', reason: 'left' })],
  ['the clock', (r: Rehearsal) => give(r, systemActor, { t: 'timerFired', timer: 'a#1:0:0' })],
] as const)
  test(`a delegated task that ${title} hands on still goes back to whose it is`, () => {
    const timeouts = [{ after: { value: 1, unit: 'days' }, act: 'transferToManager' }]
    const r = begun([step('a', 'bob', { timeouts })], { company: { supervisors: { cat: ['dan'] } } })
    move(r, 'bob', 'delegate', 'cat')
    accepted(hand(r))
    assert.deepEqual(holders(r), [['dan', 'open', 'bob']])
    refused(act(r, 'dan', { t: 'approve' }), 'delegated')
    accepted(act(r, 'dan', { t: 'returnDelegation' }))
    yes(r, 'bob')
    assert.equal(statusOf(r), 'approved')
  })

test('a delegated task that is handed to whose it is has been given back', () => {
  const r = begun([step('a', 'bob')], { company: {} })
  move(r, 'bob', 'delegate', 'cat')
  accepted(give(r, 'admin', { t: 'reassign', tasks: { user: 'cat' }, to: 'bob', reason: 'left' }))
  assert.deepEqual(holders(r), [['bob', 'open', undefined]])
})

test('whoever follows an owner who left is asked himself where he is the helper already', () => {
  const r = begun([step('a', 'bob')])
  move(r, 'bob', 'delegate', 'cat')
  accepted(give(r, 'admin', { t: 'reassign', tasks: { user: 'bob' }, to: 'cat', reason: 'left' }))
  assert.deepEqual(holders(r), [['cat', 'open', undefined]])
})

// the way back

const nobody = [{ k: 'field', path: 'who' } as const]

test('an arm that was not reached before a return is entered when it comes back directly', () => {
  const left = step('l1', nobody, { onEmpty: 'reject', onReject: 'initiator', resubmit: 'direct' })
  const r = begun([par('p', arm('l', [left]), arm('r', [step('r1', 'cat')])), step('z', 'zed')])
  assert.equal(statusOf(r), 'returned')
  assert.deepEqual(previewRest(r.definition, r.state!, {}).constructor, Object)
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { who: 'bob' } }))
  assert.deepEqual(pending(r), ['l1:bob', 'r1:cat'])
  for (const user of ['bob', 'cat', 'zed']) yes(r, user)
  assert.equal(statusOf(r), 'approved')
})

test('what comes back directly and goes back at once keeps the arms beside it, with the votes given there', () => {
  const direct = { onReject: 'initiator', resubmit: 'direct' }
  const right = [step('r1', 'cat'), all('r2', 'dan eve')]
  const left = [step('l1', 'bob', direct), step('l2', nobody, { onEmpty: 'reject', ...direct })]
  const r = begun([par('p', arm('l', left), arm('r', right))])
  yes(r, 'cat')
  yes(r, 'dan')
  yes(r, 'bob')
  assert.equal(statusOf(r), 'returned')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { note: 'x' } }))
  assert.equal(statusOf(r), 'returned')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 2, patch: { who: 'fay' } }))
  assert.deepEqual(pending(r), ['l2:fay', 'r2:eve'])
})

test('an arm whose outside work was not begun again goes on with it, not from its first step', () => {
  const direct = { onReject: 'initiator', resubmit: 'direct' }
  const left = [all('l1', 'bob zed', direct), step('l2', nobody, { onEmpty: 'reject', ...direct })]
  const right = [step('r1', 'cat'), node('service', 's', { service: 'x' })]
  const r = begun([par('p', arm('l', left), arm('r', right))], { policy: { admins: ['bob'] } })
  yes(r, 'cat')
  yes(r, 'bob')
  back(r, 'zed', 'START')
  r.company.users['zed'] = { active: false }
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.equal(statusOf(r), 'returned')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { who: 'fay' } }))
  assert.deepEqual([pending(r), r.state!.steps.map((one) => one.node)], [['l2:fay'], ['l2', 's']])
})

test('where nothing is under way nothing is to be expected, and the page says what can be done', () => {
  const r = begun([step('a', 'bob')])
  const stuck = { ...r.state!, steps: [] }
  assert.deepEqual(previewRest(r.definition, stuck, {}), { expected: [] })
  assert.doesNotThrow(() => offersFor({ definition: r.definition, state: stuck }, commandOf(r, 'ann', { t: 'urge' }), undefined, {}))
})

test('an approval that is taken back asks nobody who left meanwhile', () => {
  for (const [successor, expected] of [
    ['fay', ['a:bob', 'a:fay']],
    [undefined, ['a:admin', 'a:bob']],
  ] as const) {
    const r = begun([step('a', 'bob cat'), step('b', 'eve')])
    const bobs = taskOf(r, 'bob')
    yes(r, 'bob')
    r.company.users['cat'] = { active: false, ...(successor ? { successor } : {}) }
    accepted(give(r, 'bob', { t: 'takeBack', taskId: bobs }))
    assert.deepEqual(pending(r), expected)
  }
})

test('what came back to somebody who left is taken up by his successor or an administrator', () => {
  const returned = () => {
    const r = begun([step('a', 'bob')])
    back(r, 'bob', 'START')
    return r
  }
  const again = { t: 'resubmit', formRev: 1 } as const
  for (const actor of ['cat', 'admin']) {
    const r = returned()
    refused(give(r, actor, again), 'initiatorOnly')
    r.company.users['ann'] = { active: false, successor: 'cat' }
    refused(give(r, 'bob', again), 'initiatorOnly')
    accepted(give(r, actor, again))
    assert.deepEqual(pending(r), ['a:bob'])
  }
  const given = returned()
  given.company.users['ann'] = { active: false, successor: 'cat' }
  accepted(give(given, 'cat', { t: 'withdraw' }))
  assert.equal(statusOf(given), 'withdrawn')
})

// migration

const next = (body: Sketch[]) => flow(body, { flow: { version: 2 } })

for (const [title, to, mapping] of [
  ['of another kind', [node('service', 'a', { service: 'x' }), step('b', 'cat')], {}],
  ['that copies', [{ t: 'cc', id: 'a', name: 'a', assignees: [{ k: 'initiator' }] }, step('b', 'cat')], {}],
  ['on which it stands by another name', [step('b', 'cat')], { a: 'b' }],
] as [string, Sketch[], Record<string, string>][])
  test(`a step that was passed is not taken along to one ${title}`, () => {
    const r = begun([step('a', 'bob'), step('b', 'cat')])
    const bobs = taskOf(r, 'bob')
    yes(r, 'bob')
    const check = checkMigration({ from: r.definition, to: next(to) }, r.state!, mapping)
    assert.deepEqual([check.class, check.reasons[0]?.reason], ['warning', 'approval.migrate.passedGone'])
    accepted(give(r, 'admin', { t: 'migrate', to: next(to), mapping }))
    assert.deepEqual(r.state!.passed, [])
    refused(give(r, 'bob', { t: 'takeBack', taskId: bobs }), 'notYourApproval')
  })

// clocks

const timed = (what: string, repeat?: object) => ({
  timeouts: [{ after: { value: 1, unit: 'hours' }, act: what, ...(repeat ? { repeat } : {}) }],
})
const clocks = (r: Rehearsal) =>
  r.state!.timers.map(({ index, tasks }) => [
    index,
    ...tasks!.map((id) => r.state!.steps.flatMap((one) => one.tasks).find((task) => task.id === id)!.user),
  ])
const fire = (r: Rehearsal) => accepted(give(r, systemActor, { t: 'timerFired', timer: r.state!.timers[0]!.id }, { via: 'timer' }))

test('in a sequence each has a clock of his own, from when he is asked; the clock passes nobody who was not', () => {
  const r = begun([seq('a', 'bob cat dan', timed('pass')), step('b', 'eve')])
  assert.deepEqual(clocks(r), [[0, 'bob']])
  fire(r)
  assert.deepEqual([pending(r), clocks(r)], [['a:cat'], [[0, 'cat']]])
  yes(r, 'cat')
  assert.deepEqual([pending(r), clocks(r)], [['a:dan'], [[0, 'dan']]])
  fire(r)
  assert.deepEqual(pending(r), ['b:eve'])
})

test('whoever signs has his own clock, and whoever waits for him has a new one when he is asked again', () => {
  const r = begun([all('a', 'bob cat', timed('pass'))])
  assert.deepEqual(clocks(r), [[0, 'bob', 'cat']])
  sign(r, 'bob', 'before', 'dan')
  assert.deepEqual(clocks(r), [
    [0, 'cat'],
    [0, 'dan'],
  ])
  yes(r, 'dan')
  fire(r)
  assert.deepEqual([pending(r), clocks(r)], [['a:bob'], [[0, 'bob']]])
})

test('a repeated reminder goes on for whom it is still for; a clock for nobody is taken away', () => {
  const r = begun([all('a', 'bob cat', timed('remind', { every: { value: 1, unit: 'hours' }, max: 2 }))])
  fire(r)
  yes(r, 'bob')
  fire(r)
  assert.deepEqual(clocks(r), [[0, 'cat']])
  yes(r, 'cat')
  assert.deepEqual(r.state!.timers, [])
})

test('a clock of a step that began when it had one for all is for whoever has none of his own', () => {
  const r = begun([seq('a', 'bob cat', timed('pass')), step('b', 'eve')])
  r.state = { ...r.state!, timers: r.state!.timers.map(({ tasks: _tasks, ...timer }) => timer) }
  yes(r, 'bob')
  assert.deepEqual(clocks(r), [[0, 'cat']])
})

test('a clock that was set while the flow was suspended runs when it goes on', () => {
  const r = begun([step('a', 'bob', timed('remind'))])
  accepted(give(r, 'admin', { t: 'suspend', reason: 'x' }))
  accepted(give(r, 'admin', { t: 'migrate', to: next([step('a', 'bob', timed('pass'))]), mapping: {} }))
  const events = accepted(give(r, 'admin', { t: 'resume' }))
  assert.ok(events.some((event) => event.t === 'TimerSet' && event.act === 'pass'))
  assert.equal(r.state!.timers.length, 1)
})

// how a person named arrives

const company = { users: { bob: { active: true, agent: 'eve' }, old: { active: false, successor: 'dan' }, gone: { active: false } } }

for (const [title, hand, expected] of [
  ['a transfer', (r: Rehearsal, to: string) => act(r, 'cat', { t: 'transfer', to }), ['a:NEW']],
  ['a delegation', (r: Rehearsal, to: string) => act(r, 'cat', { t: 'delegate', to }), ['a:NEW']],
  ['an added signer', (r: Rehearsal, to: string) => act(r, 'cat', { t: 'addSign', users: [to], where: 'before' }), ['a:NEW']],
  ['a reassignment', (r: Rehearsal, to: string) => give(r, 'admin', { t: 'reassign', tasks: { user: 'cat' }, to, reason: 'x' }), ['a:NEW']],
] as [string, (r: Rehearsal, to: string) => ReturnType<typeof give>, string[]][])
  test(`${title} reaches the agent of who is away and the successor of who left, else it is refused`, () => {
    for (const [to, arrives] of [
      ['bob', 'eve'],
      ['old', 'dan'],
      ['fay', 'fay'],
    ] as const) {
      const r = begun([step('a', 'cat')], { company: structuredClone(company) })
      accepted(hand(r, to))
      assert.deepEqual(
        pending(r),
        expected.map((one) => one.replace('NEW', arrives)),
      )
      const task = r.state!.steps[0]!.tasks.find(({ user }) => user === arrives)
      assert.equal(task?.onBehalfOf, to === 'bob' && title !== 'a delegation' ? 'bob' : undefined)
    }
    const r = begun([all('a', 'cat eve')], { company: structuredClone(company) })
    refused(hand(r, 'gone'), 'inactive')
    refused(hand(r, 'bob'), 'alreadyThere')
  })

test('the clock hands a task to a superior who is there', () => {
  for (const [chain, expected] of [
    [['gone', 'old'], 'a:dan'],
    [['bob'], 'a:eve'],
    [['gone'], 'a:cat'],
  ] as const) {
    const r = begun([step('a', 'cat', timed('transferToManager'))], {
      company: { ...structuredClone(company), supervisors: { cat: [...chain] } },
    })
    fire(r)
    assert.deepEqual(pending(r), [expected])
  }
})

test('one human has one vote: nobody decides as an agent where he decides himself, or has for another', () => {
  const r = begun([all('a', 'bob cat eve zed')])
  r.company.users = { bob: { active: true, agent: 'eve' }, cat: { active: true, agent: 'fay' }, zed: { active: true, agent: 'fay' } }
  const give2 = (actor: string, user: string) => give(r, actor, { t: 'approve', taskId: taskOf(r, user), formRev: 1 })
  refused(give2('eve', 'bob'), 'secondVote')
  accepted(give2('fay', 'cat'))
  refused(give2('fay', 'zed'), 'secondVote')
  refused(give(r, 'bob', { t: 'transfer', taskId: taskOf(r, 'bob'), to: 'fay' }), 'alreadyThere')
  const alone = begun([step('a', 'bob')], { company: { users: { bob: { active: true } } } })
  alone.company.users['bob'] = { active: true, agent: 'eve' }
  refused(give(alone, 'eve', { t: 'approve', taskId: taskOf(alone, 'bob'), formRev: 1, sign: ['eve'] }), 'secondVote')
})

test('an agent is handed what waits where he is not asked himself, beside services too, and never his own request', () => {
  const body = [par('p', arm('l', [node('service', 's', { service: 'x' })]), arm('m', [all('a', 'bob eve')]), arm('r', [step('b', 'bob')]))]
  const r = begun(body)
  const hands = (agent: string) => give(r, systemActor, { t: 'standIn', principal: 'bob', agent, back: false })
  refused(hands('ann'), 'nothingChanged')
  accepted(hands('eve'))
  assert.deepEqual(pending(r), ['a:bob', 'a:eve', 'b:eve'])
  accepted(act(r, 'bob', { t: 'transfer', to: 'fay' }))
  accepted(give(r, systemActor, { t: 'standIn', principal: 'bob', agent: 'eve', back: true }))
  assert.deepEqual(pending(r), ['a:eve', 'a:fay', 'b:bob'])
})

test('whoever left while nobody could follow has somebody in his place when the flow goes on, or the others decide', () => {
  const r = begun([all('a', 'bob admin')])
  accepted(give(r, 'admin', { t: 'suspend', reason: 'left' }))
  r.company.users['bob'] = { active: false }
  accepted(give(r, 'admin', { t: 'resume' }))
  assert.deepEqual(pending(r), ['a:admin'])
  yes(r, 'admin')
  assert.equal(statusOf(r), 'approved')
})

// consecutive approvals

for (const [title, between, expected] of [
  ['an empty arm', [xor('x', arm('big', [step('b', 'cat')], { f: 'amount', op: 'gt', v: '10' }), arm('low', []))], ['z:zed']],
  ['a step that was jumped over', [node('route', 'j', { to: 'c' }), step('b', 'cat')], ['z:zed']],
  ['another step', [step('b', 'cat')], ['c:bob']],
] as [string, Sketch[], string[]][])
  test(`whoever approved last is not asked again past ${title}: ${expected.join()}`, () => {
    const r = begun([step('a', 'bob'), ...between, step('c', 'bob'), step('z', 'zed')], { policy: { dedupe: 'consecutive' } })
    yes(r, 'bob')
    if (pending(r)[0] === 'b:cat') yes(r, 'cat')
    assert.deepEqual(pending(r), expected)
  })

// what a child brings back

test('what a child leaves empty stays as it is', () => {
  const child = node('subFlow', 'k', { flowKey: 'child', output: { result: 'answer', note: 'remark' } })
  const r = begun([child, step('a', 'bob')], { form: { result: 'old', note: 'n' } })
  accepted(give(r, systemActor, { t: 'childEnded', step: 'k#1', outcome: 'approved', form: { answer: 'new', remark: null } }))
  assert.deepEqual(r.state!.form, { result: 'new', note: 'n' })
  const silent = begun([child, step('a', 'bob')], { form: { result: 'old' } })
  const events = accepted(give(silent, systemActor, { t: 'childEnded', step: 'k#1', outcome: 'approved', form: {} }))
  assert.ok(!events.some(({ t }) => t === 'FormPatched'))
  assert.deepEqual(pending(silent), ['a:bob'])
})
