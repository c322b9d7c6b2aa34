import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule } from './definition.ts'
import { openTasks } from './state.ts'
import { systemActor } from './command.ts'
import { give, pending, rehearse } from '../testing/rehearsal.ts'
import {
  type Setting,
  type Sketch,
  accepted,
  act,
  all,
  back,
  begun,
  cc,
  flow,
  handle,
  no,
  refused,
  seq,
  start,
  step,
  users,
  yes,
} from '../testing/sketch.ts'

const company = {
  roles: { keeper: ['kim', 'kay'], 'keeper@d1': ['kim'] },
  heads: { d1: ['hal', 'hel'], d2: ['hugo'] },
  supervisors: { ann: ['sam', 'sue', 'sid'] },
  locations: { l1: ['lou', 'lea'], l2: ['lea', 'lin'] },
  warehouses: { w1: ['wes'] },
  positions: { 会计: ['pam', 'pim'], '会计@d1': ['pim'] },
  members: { d1: ['mia', 'ann'], d2: ['moe'] },
  assets: { a1: 'cus', a2: 'cy' },
}

/** Who is asked at the first step. */
const asked = (body: Sketch[], setting: Setting = {}): string[] => {
  const { state } = begun(body, { ...setting, company: { ...company, ...setting.company } })
  return state!.steps.flatMap(({ tasks }) => tasks.filter(({ status }) => status !== 'approved').map(({ user }) => user))
}

const form = {
  dept: 'd2',
  person: 'pat',
  people: ['pat', 'pia'],
  place: 'l1',
  lines: [
    { asset: 'a1', place: 'l1' },
    { asset: 'a2', place: 'l2' },
  ],
  store: 'w1',
}

for (const [title, rule, expected] of [
  ['named users, in order', users('bob cat'), ['bob', 'cat']],
  ['role of the organisation', { k: 'role', id: 'keeper', scope: 'org' }, ['kim', 'kay']],
  ["role in the initiator's department", { k: 'role', id: 'keeper', scope: 'initiatorDept' }, ['kim']],
  ['who has a position', { k: 'position', name: '会计', scope: 'org' }, ['pam', 'pim']],
  ["who has it in the initiator's department", { k: 'position', name: '会计', scope: 'initiatorDept' }, ['pim']],
  ["everybody of the initiator's department", { k: 'members', of: 'initiator', below: false }, ['mia', 'ann']],
  ['everybody of a department that is named', { k: 'members', of: { dept: 'd2' }, below: true }, ['moe']],
  ['everybody of a department in the form', { k: 'members', of: { field: 'dept' }, below: false }, ['moe']],
  ['department head', { k: 'deptHead', of: 'initiator', level: 1 }, ['hal']],
  ['head one level up', { k: 'deptHead', of: 'initiator', level: 2 }, ['hel']],
  ['head of a department in the form', { k: 'deptHead', of: { field: 'dept' }, level: 1 }, ['hugo']],
  ['direct supervisor', { k: 'supervisors', from: 'initiator', upTo: 1, dir: 'up' }, ['sam']],
  ['supervisors upwards', { k: 'supervisors', from: 'initiator', upTo: 2, dir: 'up' }, ['sam', 'sue']],
  ['supervisors from the top', { k: 'supervisors', from: 'initiator', upTo: 'top', dir: 'down' }, ['sid', 'sue', 'sam']],
  ['user in the form', { k: 'field', path: 'person' }, ['pat']],
  ['users in the form', { k: 'field', path: 'people' }, ['pat', 'pia']],
  ['initiator', { k: 'initiator' }, ['ann']],
  ['location manager', { k: 'locationManager', field: 'place' }, ['lou', 'lea']],
  ['location managers of all rows, each once', { k: 'locationManager', field: 'lines.place' }, ['lou', 'lea', 'lin']],
  ['asset custodians of all rows', { k: 'assetCustodian', field: 'lines.asset' }, ['cus', 'cy']],
  ['warehouse keeper', { k: 'warehouseKeeper', field: 'store' }, ['wes']],
  ['a field that is not there: admins', { k: 'field', path: 'missing' }, ['admin']],
] as [string, Rule, string[]][])
  test(`rule: ${title}`, () => assert.deepEqual(asked([all('a', [rule])], { form }), expected))

test('rules are a union in order, each person once, with the first reason', () => {
  const { state } = begun([all('a', [{ k: 'deptHead', of: 'initiator', level: 1 }, users('bob hal')])], { company })
  assert.deepEqual(
    state!.steps[0]!.tasks.map(({ user, why }) => [user, why.rule]),
    [
      ['hal', 'deptHead'],
      ['bob', 'users'],
    ],
  )
})

test('chosen by the initiator: asked for at start, kept by node', () => {
  const choose: Rule = { k: 'chosenByInitiator', range: 'any', multi: true }
  const r = rehearse(flow([step('a', 'bob'), all('b', [choose])]))
  refused(start(r), 'chooseApprovers')
  refused(start(r, { start: { chosen: { a: ['cat'] } } }), 'cannotChoose')
  accepted(start(r, { start: { chosen: { b: ['cat', 'dan'] } } }))
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['b:cat', 'b:dan'])
})

test('chosen by the initiator: a choice is not asked for on an arm that will not be taken', () => {
  const choose = step('b', [{ k: 'chosenByInitiator', range: 'any', multi: true }])
  const body = [
    step('a', 'bob'),
    {
      t: 'branch' as const,
      id: 'x',
      name: 'x',
      kind: 'xor',
      arms: [
        { id: 'big', name: 'big', when: { f: 'amount', op: 'gt', v: '100' }, body: [choose] },
        { id: 'small', name: 'small', body: [] },
      ],
    },
  ]
  accepted(start(rehearse(flow(body)), { form: { amount: '99.5' } }))
  refused(start(rehearse(flow(body)), { form: { amount: '100.5' } }), 'chooseApprovers')
})

for (const [title, range, multi, chosen, reason] of [
  ['outside the named users', { users: ['bob'] }, true, ['cat'], 'outOfRange'],
  ['outside the role', { role: 'keeper' }, true, ['cat'], 'outOfRange'],
  ['two where one is asked for', 'any', false, ['bob', 'cat'], 'chooseOne'],
  ['someone who left', 'any', true, ['gone'], 'inactive'],
] as [string, never, boolean, string[], string][])
  test(`chosen by the initiator: ${title} is refused`, () => {
    const r = rehearse(flow([step('a', [{ k: 'chosenByInitiator', range, multi }])]), { ...company, users: { gone: { active: false } } })
    refused(start(r, { start: { chosen: { a: chosen } } }), reason)
  })

test('chosen by the previous approver: asked for with the approval that leads there', () => {
  const r = begun([all('a', 'bob cat'), step('b', [{ k: 'chosenByPrevious', range: 'any', multi: false }])])
  yes(r, 'bob')
  refused(act(r, 'cat', { t: 'approve' }), 'chooseNext')
  refused(act(r, 'cat', { t: 'approve', chosenNext: { a: ['dan'] } }), 'cannotChoose')
  yes(r, 'cat', { chosenNext: { b: ['dan'] } })
  assert.deepEqual(pending(r), ['b:dan'])
})

for (const [title, people, expected] of [
  ['someone who left is replaced by the successor', { bob: { active: false, successor: 'cat' } }, ['cat']],
  ['a successor who left too', { bob: { active: false, successor: 'cat' }, cat: { active: false, successor: 'dan' } }, ['dan']],
  ['a circle of successors is nobody', { bob: { active: false, successor: 'cat' }, cat: { active: false, successor: 'bob' } }, ['admin']],
  ['someone who left without a successor', { bob: { active: false } }, ['admin']],
  ['an agent acts for someone away', { bob: { active: true, agent: 'cat' } }, ['cat']],
  ['an agent of an agent is not asked', { bob: { active: true, agent: 'cat' }, cat: { active: true, agent: 'dan' } }, ['cat']],
  ['an agent who left is none', { bob: { active: true, agent: 'cat' }, cat: { active: false } }, ['bob']],
  ['the initiator is nobody’s agent', { bob: { active: true, agent: 'ann' } }, ['bob']],
  ['the agent of a successor', { bob: { active: false, successor: 'cat' }, cat: { active: true, agent: 'dan' } }, ['dan']],
] as [string, Record<string, { active: boolean }>, string[]][])
  test(`at entry: ${title}`, () => assert.deepEqual(asked([step('a', 'bob')], { company: { users: people } }), expected))

test('at entry: the agent keeps for whom, and each person is asked once', () => {
  const { state } = begun([all('a', 'bob cat')], { company: { users: { bob: { active: true, agent: 'cat' } } } })
  assert.deepEqual(
    state!.steps[0]!.tasks.map(({ user, onBehalfOf }) => [user, onBehalfOf]),
    [['cat', 'bob']],
  )
})

for (const [title, people, onSelf, expected] of [
  ['may approve himself', 'ann', 'allow', ['ann']],
  ['is skipped among others', 'ann bob', 'skip', ['bob']],
  ['is replaced by his manager', 'ann bob', 'manager', ['sam', 'bob']],
  ['is replaced by the head of the department', 'ann', 'deptHead', ['hal']],
  ['is replaced, and the manager is asked once', 'sam ann', 'manager', ['sam']],
] as [string, string, string, string[]][])
  test(`the initiator ${title}`, () => assert.deepEqual(asked([all('a', people, { onSelf })]), expected))

test('the initiator alone is skipped: the step passes and says why', () => {
  const r = begun([step('a', 'ann', { onSelf: 'skip' }), step('b', 'bob')])
  assert.deepEqual(pending(r), ['b:bob'])
  const left = r.entries[0]!.events.find((event) => event.t === 'StepLeft')
  assert.equal(left?.t === 'StepLeft' && left.why, 'self')
})

test('a head who asks for himself goes to the head above', () => {
  assert.deepEqual(asked([step('a', 'ann', { onSelf: 'deptHead' })], { company: { heads: { d1: ['ann', 'hel'] } } }), ['hel'])
})

test('the initiator is not asked through an agent of his own', () => {
  const people = { ann: { active: true, agent: 'bob' } }
  assert.deepEqual(asked([all('a', 'ann cat', { onSelf: 'skip' })], { company: { users: people } }), ['cat'])
})

for (const [title, rest, expected, status] of [
  ['pass', { onEmpty: 'pass' }, ['z:zed'], 'running'],
  ['reject ends', { onEmpty: 'reject' }, [], 'rejected'],
  ['reject goes back to the initiator', { onEmpty: 'reject', onReject: 'initiator' }, [], 'returned'],
  ['reject never rolls back to a step in between', { onEmpty: 'reject', onReject: 'previous' }, [], 'returned'],
  ['admins', { onEmpty: 'admins' }, ['a:admin'], 'running'],
  ['named users', { onEmpty: { users: ['eve'] } }, ['a:eve'], 'running'],
  ['named users who left: admins', { onEmpty: { users: ['gone'] } }, ['a:admin'], 'running'],
] as [string, object, string[], string][])
  test(`nobody found: ${title}`, () => {
    const r = begun([step('a', [{ k: 'field', path: 'none' }], { ...rest }), step('z', 'zed')], {
      company: { users: { gone: { active: false } } },
    })
    assert.deepEqual(pending(r), expected)
    assert.equal(r.state!.status, status)
  })

test('nobody found: admins who all left are asked nevertheless, so that one can hand it on', () => {
  assert.deepEqual(asked([step('a', [{ k: 'field', path: 'none' }])], { company: { users: { admin: { active: false } } } }), ['admin'])
})

test('nobody found: where the admins of the flow left, those of the organisation are asked', () => {
  const gone = { admin: { active: false } }
  const nobody = step('a', [{ k: 'field', path: 'none' }])
  assert.deepEqual(asked([nobody], { company: { users: gone, administrators: ['olga', 'otto'] } }), ['olga', 'otto'])
  const own = { ...nobody, onSelf: 'deptHead' }
  assert.deepEqual(asked([own], { company: { users: gone, administrators: ['ann', 'otto'], heads: {} } }), ['otto'])
  assert.deepEqual(asked([own], { company: { users: gone, administrators: ['ann'], heads: {} } }), ['ann'], 'the only one there')
})

/** Lines whose pieces no one named yet, and a step that may name them; the books ask for them. */
const naming = { fields: { 'lines.piece': 'write', remark: 'write' } }
const named: Setting = { form: { lines: [{ piece: null }], remark: null }, company: { bookedFields: ['lines.piece'] } }

for (const [title, rest, setting] of [
  ['approved before', { assignees: [users('bob')], ...naming }, named],
  ['the initiator skipped', { assignees: [users('ann')], onSelf: 'skip', ...naming }, named],
  ['nobody found', { assignees: [{ k: 'field', path: 'none' }], onEmpty: 'pass', ...naming }, named],
  ['the initiator skipped, required', { assignees: [users('ann')], onSelf: 'skip', fields: { note: 'required' } }, {}],
  ['nobody found, required', { assignees: [{ k: 'field', path: 'none' }], onEmpty: 'pass', fields: { note: 'required' } }, {}],
] as [string, object, Setting][])
  test(`a step that has something to fill in never passes by itself: ${title}`, () => {
    const r = begun([step('a', 'bob'), step('b', '', { ...rest })], { policy: { dedupe: 'consecutive' }, ...setting })
    yes(r, 'bob')
    assert.deepEqual(pending(r), [title === 'approved before' ? 'b:bob' : 'b:admin'])
  })

test('a step whose fields the books do not ask for passes by itself, and one where they are there', () => {
  for (const setting of [
    { ...named, company: {} },
    { ...named, form: { lines: [{ piece: 'p1' }] } },
  ]) {
    const r = begun([step('a', 'bob'), step('b', 'bob', naming)], { policy: { dedupe: 'consecutive' }, ...setting })
    yes(r, 'bob')
    assert.equal(r.state!.status, 'approved')
  }
})

test('the clock passes no step that has something to fill in; it reminds', () => {
  const timeouts = [{ after: { value: 1, unit: 'days' }, act: 'pass' }]
  const r = begun([step('a', 'bob', { ...naming, timeouts })], named)
  const timer = r.state!.timers[0]!.id
  const events = accepted(give(r, systemActor, { t: 'timerFired', timer }))
  assert.deepEqual([pending(r), events.some(({ t }) => t === 'Reminded')], [['a:bob'], true])
})

for (const [dedupe, people, expected] of [
  ['none', ['bob', 'cat', 'bob'], ['c:bob']],
  ['once', ['bob', 'cat', 'bob'], []],
  ['consecutive', ['bob', 'cat', 'bob'], ['c:bob']],
  ['consecutive', ['bob', 'bob', 'bob'], []],
] as [string, string[], string[]][])
  test(`approved before, policy ${dedupe}: ${people.join(' ')}`, () => {
    const r = begun(
      ['a', 'b', 'c'].map((id, i) => step(id, people[i]!)),
      { policy: { dedupe } },
    )
    yes(r, 'bob')
    if (people[1] === 'cat') yes(r, 'cat')
    assert.deepEqual(pending(r), expected)
    assert.equal(r.state!.status, expected.length > 0 ? 'running' : 'approved')
  })

test('approved before: the vote is kept with its reason, the others still vote', () => {
  const r = begun([step('a', 'bob'), all('b', 'bob cat')], { policy: { dedupe: 'once' } })
  yes(r, 'bob')
  const { tasks } = r.state!.steps[0]!
  assert.deepEqual(
    tasks.map(({ user, status, auto }) => [user, status, auto]),
    [
      ['bob', 'approved', 'duplicate'],
      ['cat', 'open', undefined],
    ],
  )
})

test('approved before: consecutive looks through copies and into the arms of a joined block', () => {
  const arms = [
    { id: 'l', name: 'l', body: [step('b', 'bob')] },
    { id: 'r', name: 'r', body: [step('c', 'cat')] },
  ]
  const r = begun([{ t: 'branch', id: 'p', name: 'p', kind: 'par', arms }, cc('n', 'eve'), all('d', 'bob cat dan')], {
    policy: { dedupe: 'consecutive' },
  })
  yes(r, 'bob')
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['d:dan'])
})

test('approved before: asked again once the form has changed', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { fields: { note: 'write' } }), step('c', 'bob')], { policy: { dedupe: 'once' } })
  yes(r, 'bob')
  yes(r, 'cat', { patch: { note: 'x' } })
  assert.deepEqual(pending(r), ['c:bob'])
})

for (const [title, rest] of [
  ['a signature', { require: { signature: true } }],
  ['a comment', { require: { comment: 'always' } }],
  ['an empty required field', { fields: { note: 'required' } }],
] as [string, object][])
  test(`approved before: never skipped where the step wants ${title}`, () => {
    const r = begun([step('a', 'bob'), step('b', 'bob', { ...rest })], { policy: { dedupe: 'once' } })
    yes(r, 'bob')
    assert.deepEqual(pending(r), ['b:bob'])
  })

test('approved before: the node overrides the flow, and handling never counts', () => {
  const r = begun([handle('h', 'bob'), step('a', 'bob'), step('b', 'bob', { dedupe: 'none' }), step('c', 'bob')], {
    policy: { dedupe: 'once' },
  })
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['a:bob'])
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['b:bob'])
  yes(r, 'bob')
  assert.equal(r.state!.status, 'approved')
})

test('a forced entry skips nobody: empty, self and duplicate are all asked', () => {
  const forced = begun([step('a', 'ann', { onSelf: 'allow' }), step('b', 'bob')], { policy: { dedupe: 'once' } })
  yes(forced, 'ann')
  back(forced, 'bob', 'a')
  assert.deepEqual(pending(forced), ['a:ann'])

  const empty = begun([step('a', [{ k: 'field', path: 'none' }], { onEmpty: 'pass' }), step('b', 'bob')])
  back(empty, 'bob', 'a')
  assert.deepEqual(pending(empty), ['a:admin'])

  const self = begun([step('a', 'ann', { onSelf: 'skip' }), step('b', 'bob')])
  back(self, 'bob', 'a')
  assert.deepEqual(pending(self), ['a:ann'])

  const twice = begun([step('a', 'bob'), step('b', 'bob'), step('c', 'cat')], { policy: { dedupe: 'once' } })
  yes(twice, 'bob')
  back(twice, 'cat', 'b')
  assert.deepEqual(pending(twice), ['b:bob'])
})

test('copies go to the rules’ people and their successors, agents are not asked', () => {
  const r = begun([cc('n', 'bob cat'), step('a', 'dan')], {
    company: { users: { bob: { active: false, successor: 'eve' }, cat: { active: true, agent: 'fay' } } },
  })
  assert.deepEqual(r.state!.unread, ['eve', 'cat'])
})

test('a pool has one task per person; a sequence opens one at a time', () => {
  const pool = begun([step('a', [{ k: 'role', id: 'keeper', scope: 'org' }])], { company })
  assert.deepEqual(pending(pool), ['a:kay', 'a:kim'])
  const line = begun([seq('a', 'bob cat dan')])
  assert.deepEqual(pending(line), ['a:bob'])
  yes(line, 'bob')
  assert.deepEqual(pending(line), ['a:cat'])
  no(line, 'cat')
  assert.equal(line.state!.status, 'rejected')
})

test('at most 200 people are asked', () => {
  const many = Array.from({ length: 250 }, (_, i) => `u${i}`)
  const r = begun([step('a', [{ k: 'role', id: 'all', scope: 'org' }])], { company: { roles: { all: many } } })
  assert.equal(openTasks(r.state!).length, 200)
})

for (const [title, loads, expected] of [
  ['the one with the fewest tasks', { bob: 3, cat: 1, dan: 2 }, ['cat']],
  ['the first of those with as few', { bob: 1, cat: 1, dan: 2 }, ['bob']],
  ['who has none', { bob: 1, cat: 1 }, ['dan']],
] as const)
  test(`only one is picked: ${title}`, () => {
    assert.deepEqual(asked([step('a', 'bob cat dan', { pick: 'leastLoaded' })], { company: { loads } }), expected)
  })

test('the one is picked after leavers are replaced and the initiator steps back', () => {
  const users = { bob: { active: false, successor: 'eve' } }
  const loads = { ann: 0, cat: 5, eve: 2 }
  assert.deepEqual(asked([step('a', 'ann bob cat', { pick: 'leastLoaded', onSelf: 'skip' })], { company: { users, loads } }), ['eve'])
})

/** How a step stands after some votes: "+bob" agrees, "-cat" does not. */
const after = (vote: object, votes: string, rest: object = {}): string => {
  const rehearsal = begun([step('a', 'bob cat dan', { vote, ...rest })], { company })
  for (const one of votes.split(' ')) {
    const user = one.slice(1)
    if (one.startsWith('+')) yes(rehearsal, user)
    else no(rehearsal, user)
  }
  return rehearsal.state!.status
}

const weights = [{ user: 'bob', weight: 3 }]
for (const [title, vote, votes, status] of [
  ['without a veto one no decides nothing', { mode: 'fraction', num: 1, den: 3 }, '-bob +cat', 'approved'],
  ['with a veto one no rejects', { mode: 'fraction', num: 1, den: 3, veto: true }, '-bob', 'rejected'],
  ['with a veto of a count too', { mode: 'atLeast', n: 1, veto: true }, '-bob', 'rejected'],
  ['enough have agreed before anybody says no', { mode: 'atLeast', n: 2, veto: true }, '+bob +cat', 'approved'],
  ['a heavy vote is enough', { mode: 'weight', weights, num: 1, den: 2 }, '+bob', 'approved'],
  ['light votes are not', { mode: 'weight', weights, num: 1, den: 2 }, '+cat +dan', 'running'],
  ['a heavy no leaves too few', { mode: 'weight', weights, num: 1, den: 2 }, '-bob', 'rejected'],
  ['nobody weighs more', { mode: 'weight', weights: [], num: 1, den: 2 }, '+cat +dan', 'approved'],
  ['weights with a veto', { mode: 'weight', weights, num: 1, den: 2, veto: true }, '-dan', 'rejected'],
] as const)
  test(`votes: ${title}`, () => assert.equal(after(vote, votes), status))

test('a vote that waits for all hears all before a veto counts', () => {
  assert.equal(after({ mode: 'fraction', num: 1, den: 3, veto: true }, '-bob +cat', { settle: 'waitAll' }), 'running')
  assert.equal(after({ mode: 'fraction', num: 1, den: 3, veto: true }, '-bob +cat +dan', { settle: 'waitAll' }), 'rejected')
})

test('an agent votes with the weight of the person who is away', () => {
  const rehearsal = begun([step('a', 'bob cat dan', { vote: { mode: 'weight', weights, num: 1, den: 2 } })], {
    company: { ...company, users: { bob: { active: true, agent: 'zoe' } } },
  })
  yes(rehearsal, 'zoe')
  assert.equal(rehearsal.state!.status, 'approved')
})
