import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide } from './decide.ts'
import type { Action } from './command.ts'
import type { Event } from './event.ts'
import { fold } from './evolve.ts'
import { answerFact, commandOf, emptyCompany, give, pending, rehearse, taskOf, type Rehearsal } from '../testing/rehearsal.ts'
import {
  type Sketch,
  accepted,
  act,
  all,
  arm,
  back,
  begun,
  cc,
  flow,
  handle,
  inc,
  no,
  node,
  par,
  refused,
  seq,
  start,
  step,
  users,
  xor,
  yes,
} from '../testing/sketch.ts'

const kinds = (events: Event[]): string[] => events.map(({ t }) => t)
const last = <T extends Event['t']>(r: Rehearsal, t: T): Extract<Event, { t: T }> | undefined =>
  r.entries.flatMap(({ events }) => events).findLast((event): event is Extract<Event, { t: T }> => event.t === t)

// votes

for (const [title, rest, script, status] of [
  ['or: the first yes passes', { vote: { mode: 'or' } }, 'b+', 'approved'],
  ['or: the first no rejects', { vote: { mode: 'or' } }, 'b-', 'rejected'],
  ['all: everyone is needed', { vote: { mode: 'all' } }, 'b+ c+', 'running'],
  ['all: passed', { vote: { mode: 'all' } }, 'b+ c+ d+', 'approved'],
  ['all: one no rejects at once', { vote: { mode: 'all' } }, 'b+ c-', 'rejected'],
  ['all, everyone heard: a no does not end it', { vote: { mode: 'all' }, settle: 'waitAll' }, 'b- c+', 'running'],
  ['all, everyone heard: rejected in the end', { vote: { mode: 'all' }, settle: 'waitAll' }, 'b- c+ d+', 'rejected'],
  ['seq: in order', { vote: { mode: 'seq' } }, 'b+ c+ d+', 'approved'],
  ['seq: a no ends it', { vote: { mode: 'seq' } }, 'b+ c-', 'rejected'],
  ['at least 2: passes early', { vote: { mode: 'atLeast', n: 2 } }, 'b+ c+', 'approved'],
  ['at least 2: one no is no veto', { vote: { mode: 'atLeast', n: 2 } }, 'b- c+', 'running'],
  ['at least 2: passes after a no', { vote: { mode: 'atLeast', n: 2 } }, 'b- c+ d+', 'approved'],
  ['at least 2: rejected once out of reach', { vote: { mode: 'atLeast', n: 2 } }, 'b- c-', 'rejected'],
  ['at least 9 of 3 means all', { vote: { mode: 'atLeast', n: 9 } }, 'b+ c+ d+', 'approved'],
  ['2/3 of 3 is 2', { vote: { mode: 'fraction', num: 2, den: 3 } }, 'b+ c+', 'approved'],
  ['2/3: one no is no veto', { vote: { mode: 'fraction', num: 2, den: 3 } }, 'b- c+ d+', 'approved'],
  ['6667/10000 of 3 is 3', { vote: { mode: 'fraction', num: 667, den: 1000 } }, 'b+ c+', 'running'],
  ['1/1000 is at least one', { vote: { mode: 'fraction', num: 1, den: 1000 } }, 'b+', 'approved'],
  ['2/3, everyone heard', { vote: { mode: 'fraction', num: 2, den: 3 }, settle: 'waitAll' }, 'b+ c+', 'running'],
  ['2/3, everyone heard, passed with a no', { vote: { mode: 'fraction', num: 2, den: 3 }, settle: 'waitAll' }, 'b+ c+ d-', 'approved'],
] as [string, object, string, string][])
  test(`vote: ${title}`, () => {
    const r = begun([step('a', 'b c d', { ...rest })])
    for (const move of script.split(' ')) (move[1] === '+' ? yes : no)(r, move[0]!)
    assert.equal(r.state!.status, status)
  })

test('a settled vote cancels what is open, late votes are refused', () => {
  const r = begun([step('a', 'bob cat'), step('b', 'dan')])
  const late = taskOf(r, 'cat')
  yes(r, 'bob')
  assert.deepEqual(last(r, 'TaskCancelled'), { t: 'TaskCancelled', task: late, why: 'settled' })
  refused(give(r, 'cat', { t: 'approve', taskId: late, formRev: 1 }), 'taskGone')
})

// branches

const amount = (op: string, v: string) => ({ f: 'amount', op, v })

for (const [kind, value, expected] of [
  ['xor', '1500', ['b:bob']],
  ['xor', '150.5', ['c:cat']],
  ['xor', '5', ['d:dan']],
  ['inc', '1500', ['b:bob', 'c:cat']],
  ['inc', '5', ['d:dan']],
] as [string, string, string[]][])
  test(`branch ${kind} with ${value}`, () => {
    const arms = [
      arm('big', [step('b', 'bob')], amount('gt', '1000')),
      arm('mid', [step('c', 'cat')], amount('gt', '100')),
      arm('low', [step('d', 'dan')]),
    ]
    const r = begun([(kind === 'xor' ? xor : inc)('x', ...arms)], { form: { amount: value } })
    assert.deepEqual(pending(r), expected)
    assert.deepEqual(last(r, 'BlockEntered')?.values, { amount: [value] })
  })

test('a parallel block joins when all arms are done, empty arms at once', () => {
  const r = begun([
    par('p', arm('l', [step('a', 'bob')]), arm('m', []), arm('r', [par('q', arm('x', [step('b', 'cat')]), arm('y', [step('c', 'dan')]))])),
    step('z', 'zed'),
  ])
  assert.deepEqual(pending(r), ['a:bob', 'b:cat', 'c:dan'])
  for (const user of ['bob', 'dan']) yes(r, user)
  assert.deepEqual(pending(r), ['b:cat'])
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['z:zed'])
  assert.deepEqual(r.state!.blocks, {})
})

test('a rejection in one arm that ends the flow closes the others', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob')]), arm('r', [step('b', 'cat')]))])
  const events = no(r, 'bob')
  assert.equal(r.state!.status, 'rejected')
  assert.ok(kinds(events).filter((t) => t === 'TaskCancelled').length === 1)
  assert.deepEqual(r.state!.steps, [])
})

test('a system rejection while the arms are entered stops the rest', () => {
  const nobody = [{ k: 'field', path: 'none' } as const]
  const r = begun([par('p', arm('l', [step('a', nobody, { onEmpty: 'reject' })]), arm('r', [step('b', 'cat')]))])
  assert.equal(r.state!.status, 'rejected')
  assert.equal(r.state!.visits['b'], undefined)
})

test('a route jumps forward when its condition holds', () => {
  const body = [node('route', 'j', { to: 'c', when: amount('lt', '100') }), step('b', 'bob'), step('c', 'cat')]
  assert.deepEqual(pending(begun(body, { form: { amount: '5' } })), ['c:cat'])
  assert.deepEqual(pending(begun(body, { form: { amount: '500' } })), ['b:bob'])
  assert.deepEqual(pending(begun(body)), ['b:bob'])
})

// copies, handling

test('a copy node copies and goes on; copies are read once', () => {
  const r = begun([cc('n', 'eve fay'), step('a', 'bob')])
  assert.deepEqual(pending(r), ['a:bob'])
  accepted(give(r, 'eve', { t: 'markRead' }))
  refused(give(r, 'eve', { t: 'markRead' }), 'nothingUnread')
  assert.deepEqual(r.state!.unread, ['fay'])
})

test('a person may copy from his own step if it allows, the initiator always', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { ops: { cc: false } })])
  accepted(give(r, 'bob', { t: 'copy', users: ['eve', 'eve'] }))
  assert.deepEqual(r.state!.unread, ['eve'])
  yes(r, 'bob')
  refused(give(r, 'cat', { t: 'copy', users: ['fay'] }), 'copyNotAllowed')
  refused(give(r, 'zoe', { t: 'copy', users: ['fay'] }), 'copyNotAllowed')
  refused(give(r, 'ann', { t: 'copy', users: [] }), 'nobodyChosen')
  accepted(give(r, 'ann', { t: 'copy', users: ['fay'] }))
})

test('handling is reported done, never rejected', () => {
  const r = begun([handle('h', 'bob')])
  refused(act(r, 'bob', { t: 'reject' }), 'cannotReject')
  yes(r, 'bob')
  assert.equal(r.state!.status, 'approved')
})

// claim

test('claim cancels the siblings, unclaim brings them back with new ids', () => {
  const r = begun([step('a', 'bob cat dan')])
  const cats = taskOf(r, 'cat')
  refused(give(r, 'bob', { t: 'claim', taskId: cats }), 'notYours')
  accepted(act(r, 'bob', { t: 'claim' }))
  assert.deepEqual(pending(r), ['a:bob'])
  refused(act(r, 'bob', { t: 'claim' }), 'alreadyClaimed')
  refused(give(r, 'cat', { t: 'approve', taskId: cats, formRev: 1 }), 'taskGone')
  accepted(act(r, 'bob', { t: 'unclaim' }))
  assert.deepEqual(pending(r), ['a:bob', 'a:cat', 'a:dan'])
  assert.notEqual(taskOf(r, 'cat'), cats)
  refused(act(r, 'bob', { t: 'unclaim' }), 'notClaimed')
  yes(r, 'cat')
  assert.equal(r.state!.status, 'approved')
})

test('who is asked alone has nothing to claim', () => {
  refused(act(begun([step('a', 'bob')]), 'bob', { t: 'claim' }), 'notClaimable')
})
test('only an or-vote is claimed', () => refused(act(begun([all('a', 'bob cat')]), 'bob', { t: 'claim' }), 'notClaimable'))

// the form

test('you approve what you saw: a stale form is refused, a double click too', () => {
  const r = begun([all('a', 'bob cat', { fields: { note: 'write' } })])
  const tap = { t: 'approve', taskId: taskOf(r, 'cat'), formRev: 1 } as const
  yes(r, 'bob', { patch: { note: 'x' } })
  refused(give(r, 'cat', tap), 'staleForm')
  accepted(give(r, 'cat', { ...tap, formRev: 2 }))
  refused(give(r, 'cat', { ...tap, formRev: 2 }), 'ended')
})

test('a patch writes what the node allows, columns of a table included', () => {
  const form = { note: 'a', price: '5', lines: [{ item: 'i', asset: null, secret: 's' }] }
  const r = begun([step('a', 'bob', { fields: { note: 'write', 'lines.asset': 'required', 'lines.secret': 'hide' } })], { form })
  refused(act(r, 'bob', { t: 'approve', patch: { price: '6' } }), 'fieldNotWritable')
  refused(act(r, 'bob', { t: 'approve', patch: { lines: [{ item: 'j' }] } }), 'fieldNotWritable')
  refused(act(r, 'bob', { t: 'approve', patch: { lines: [{ secret: 't' }] } }), 'fieldNotWritable')
  refused(act(r, 'bob', { t: 'approve', patch: { lines: [] } }), 'fieldNotWritable')
  refused(act(r, 'bob', { t: 'approve', patch: { note: 'b' } }), 'fieldRequired')
  yes(r, 'bob', { patch: { note: 'b', price: '5', lines: [{ item: 'i', asset: 'a1' }] } })
  assert.deepEqual(r.state!.form, { note: 'b', price: '5', lines: [{ item: 'i', asset: 'a1', secret: 's' }] })
  assert.deepEqual(last(r, 'FormPatched')?.before, { note: 'a', lines: form.lines })
})

test('what changed in a table says which row each one was, where the rows came marked', () => {
  const rows = begun([step('a', 'bob', { fields: { lines: 'write' } })], { form: { lines: [{ p: '1' }, { p: '2' }] } })
  yes(rows, 'bob', {
    patch: {
      lines: [
        { p: '3', '#row': 1 },
        { p: '4', '#row': null },
      ],
    },
  })
  assert.deepEqual(last(rows, 'FormPatched')?.patch, { lines: [{ p: '3' }, { p: '4' }] })
  assert.deepEqual(last(rows, 'FormPatched')?.rows, { lines: [1, null] })
})

test('the start form must be filled as asked', () => {
  const r = rehearse(flow([step('a', 'bob')], { flow: { startFields: { reason: 'required' } } }))
  refused(start(r), 'fieldRequired')
  accepted(start(r, { form: { reason: 'x' } }))
})

test('updateForm: an approver within his fields, an admin everywhere, nobody else', () => {
  const r = begun([step('a', 'bob', { fields: { note: 'write' } })], { form: { note: '', price: '5' } })
  refused(give(r, 'ann', { t: 'updateForm', formRev: 1, patch: { note: 'x' } }), 'notYours')
  refused(give(r, 'bob', { t: 'updateForm', formRev: 1, patch: { price: '6' } }), 'fieldNotWritable')
  accepted(give(r, 'bob', { t: 'updateForm', formRev: 1, patch: { note: 'x' } }))
  refused(give(r, 'admin', { t: 'updateForm', formRev: 1, patch: { price: '6' } }), 'staleForm')
  accepted(give(r, 'admin', { t: 'updateForm', formRev: 2, patch: { price: '6' } }))
  refused(give(r, 'admin', { t: 'updateForm', formRev: 3, patch: { price: '6' } }), 'nothingChanged')
})

for (const [title, require, opinion, reason] of [
  ['a comment for a rejection', {}, { t: 'reject', comment: ' ' }, 'commentRequired'],
  ['a comment always', { comment: 'always' }, { t: 'approve', comment: '' }, 'commentRequired'],
  ['a signature', { signature: true }, { t: 'approve' }, 'signatureRequired'],
  ['an attachment', { attachment: true }, { t: 'approve', attachments: [] }, 'attachmentRequired'],
] as [string, object, { t: string }, string][])
  test(`required: ${title}`, () => {
    const r = begun([step('a', 'bob', { require })])
    refused(act(r, 'bob', opinion), reason)
    accepted(act(r, 'bob', { ...opinion, comment: 'c', signature: 's', attachments: ['f'] }))
  })

// rejection, return, rollback, resubmission

for (const [onReject, expected, status] of [
  ['end', [], 'rejected'],
  ['initiator', [], 'returned'],
  ['previous', ['b:cat'], 'running'],
  [{ node: 'a' }, ['a:bob'], 'running'],
] as [unknown, string[], string][])
  test(`rejection policy ${JSON.stringify(onReject)}`, () => {
    const r = begun([step('a', 'bob'), step('b', 'cat'), step('c', 'dan', { onReject })])
    for (const user of ['bob', 'cat']) yes(r, user)
    no(r, 'dan')
    assert.deepEqual(pending(r), expected)
    assert.equal(r.state!.status, status)
  })

test('rejection back to a step that this pass never saw goes to the initiator', () => {
  const r = begun([node('route', 'j', { to: 'b' }), step('a', 'bob'), step('b', 'cat', { onReject: { node: 'a' } })])
  no(r, 'cat')
  assert.equal(r.state!.status, 'returned')
})

test('rollback inside a parallel arm leaves the other arm alone', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob'), step('b', 'cat')]), arm('r', [step('c', 'dan')])), step('d', 'eve')])
  yes(r, 'bob')
  const dans = taskOf(r, 'dan')
  back(r, 'cat', 'a')
  assert.deepEqual(pending(r), ['a:bob', 'c:dan'])
  assert.equal(taskOf(r, 'dan'), dans)
})

test('rollback to before a parallel block closes all of it', () => {
  const r = begun([step('z', 'zed'), par('p', arm('l', [step('a', 'bob')]), arm('r', [step('c', 'dan')]))])
  yes(r, 'zed')
  yes(r, 'bob')
  back(r, 'dan', 'z')
  assert.deepEqual(pending(r), ['z:zed'])
  assert.deepEqual(r.state!.blocks, {})
  assert.deepEqual(r.state!.passed, [])
})

test('rollback into an arm of a joined block opens that arm only', () => {
  const r = begun([
    par('p', arm('l', [step('a', 'bob'), step('b', 'cat')]), arm('r', [step('c', 'dan')])),
    step('d', 'eve'),
    step('e', 'fay'),
  ])
  for (const user of ['bob', 'cat', 'dan', 'eve']) yes(r, user)
  back(r, 'fay', 'a')
  assert.deepEqual(pending(r), ['a:bob'])
  assert.deepEqual(r.state!.blocks, { p: { l: 'active', r: 'done' } })
  assert.deepEqual(
    r.state!.passed.map(({ node }) => node),
    ['c'],
  )
  for (const user of ['bob', 'cat']) yes(r, user)
  assert.deepEqual(pending(r), ['d:eve'])
})

test('rollback targets: not beside, not later, not unvisited, not where the node forbids it', () => {
  const r = begun([
    step('z', 'zed'),
    par('p', arm('l', [step('a', 'bob'), step('b', 'cat')]), arm('r', [step('c', 'dan', { ops: { rollback: ['z'] } })])),
    step('d', 'eve', { ops: { rollback: false } }),
  ])
  yes(r, 'zed')
  yes(r, 'bob')
  for (const to of ['c', 'b', 'd', 'nowhere', 'p']) refused(act(r, 'cat', { t: 'rollBack', to }), 'notBefore')
  refused(act(r, 'dan', { t: 'rollBack', to: 'a' }), 'rollBackNotAllowed')
  refused(act(r, 'cat', { t: 'rollBack', to: 'z', comment: '' }), 'commentRequired')
  yes(r, 'cat')
  refused(act(r, 'dan', { t: 'rollBack', to: 'START' }), 'rollBackNotAllowed')
  yes(r, 'dan')
  refused(act(r, 'eve', { t: 'rollBack', to: 'z' }), 'rollBackNotAllowed')
})

test('a step that says how the initiator comes back is not told otherwise', () => {
  const restart = begun([step('a', 'bob')])
  refused(act(restart, 'bob', { t: 'rollBack', to: 'START', resubmit: 'direct' }), 'restartsAlways')
  const direct = begun([step('a', 'bob', { resubmit: 'direct', onReject: 'initiator' })])
  refused(act(direct, 'bob', { t: 'reject', resubmit: 'restart' }), 'comesBackAlways')
  back(direct, 'bob', 'START', { resubmit: 'direct' })
  assert.equal(direct.state!.status, 'returned')
})

test('resubmit restart goes through everything again, with what the initiator changed', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')], { form: { why: 'x', amount: '1' }, flow: { startFields: { amount: 'read' } } })
  yes(r, 'bob')
  back(r, 'cat', 'START')
  assert.deepEqual(pending(r), [])
  refused(give(r, 'bob', { t: 'resubmit', formRev: 1 }), 'initiatorOnly')
  refused(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { amount: '2' } }), 'fieldNotWritable')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { why: 'y' } }))
  assert.deepEqual(pending(r), ['a:bob'])
  assert.deepEqual(last(r, 'Resubmitted')?.mode, 'restart')
})

for (const [title, keepApprovals, patch, expected] of [
  ['never', undefined, {}, ['a:bob']],
  ['kept', { unlessChanged: [] }, {}, ['b:dan', 'b:eve']],
  ['kept, as another field changed', { unlessChanged: ['amount'] }, { note: 'x' }, ['b:dan', 'b:eve']],
  ['void, as a field that matters changed', { unlessChanged: ['amount'] }, { amount: '2' }, ['a:bob']],
] as [string, object | undefined, object, string[]][])
  test(`approvals of the pass before, after a restart: ${title}`, () => {
    const r = begun([step('a', 'bob'), all('b', 'cat dan eve')], { policy: { keepApprovals }, form: { amount: '1', note: '' } })
    yes(r, 'bob')
    yes(r, 'cat')
    back(r, 'dan', 'START')
    accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { ...patch } }))
    assert.deepEqual(pending(r), expected)
  })

test('approvals of an older form are not kept, nor those that an administrator changed the form after', () => {
  const keep = { policy: { keepApprovals: { unlessChanged: [] } } }
  const older = begun([step('a', 'bob'), step('b', 'cat', { fields: { note: 'write' } }), step('c', 'dan')], keep)
  yes(older, 'bob')
  yes(older, 'cat', { patch: { note: 'x' } })
  back(older, 'dan', 'START')
  accepted(give(older, 'ann', { t: 'resubmit', formRev: 2 }))
  assert.deepEqual(pending(older), ['a:bob'])
  yes(older, 'bob')
  assert.deepEqual(pending(older), ['c:dan'])

  const changed = begun([step('a', 'bob'), step('b', 'cat')], keep)
  yes(changed, 'bob')
  back(changed, 'cat', 'START')
  accepted(give(changed, 'admin', { t: 'updateForm', formRev: 1, patch: { note: 'x' } }))
  accepted(give(changed, 'ann', { t: 'resubmit', formRev: 2 }))
  assert.deepEqual(pending(changed), ['a:bob'])
})

test('resubmit direct asks only who is still to decide; votes given stand', () => {
  const direct = { resubmit: 'direct', onReject: 'initiator' }
  const r = begun([
    step('z', 'zed'),
    par('p', arm('l', [all('a', 'bob cat dan', direct)]), arm('r', [step('c', 'eve', direct)])),
    step('y', 'yan'),
  ])
  yes(r, 'zed')
  yes(r, 'bob')
  no(r, 'cat')
  assert.equal(r.state!.status, 'returned')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:cat', 'a:dan', 'c:eve'])
  for (const user of ['cat', 'dan', 'eve']) yes(r, user)
  assert.deepEqual(pending(r), ['y:yan'])
  assert.deepEqual(
    r.state!.passed.map(({ node }) => node),
    ['z', 'a', 'c'],
  )
})

test('resubmit direct falls back to the top when the form leads another way, and says so', () => {
  const body = [xor('x', arm('big', [step('a', 'bob', { resubmit: 'direct' })], amount('gt', '100')), arm('low', [step('b', 'cat')]))]
  const r = begun(body, { form: { amount: '500' } })
  back(r, 'bob', 'START')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { amount: '5' } }))
  assert.deepEqual(pending(r), ['b:cat'])
  assert.deepEqual([last(r, 'Resubmitted')?.mode, last(r, 'Resubmitted')?.fellBack], ['restart', true])
})

test('resubmit: the approver chooses where the node says so', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { resubmit: 'approverChooses' })])
  yes(r, 'bob')
  back(r, 'cat', 'START', { resubmit: 'direct' })
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['b:cat'])
})

test('resubmit direct replaces someone who left meanwhile', () => {
  const r = begun([step('a', 'bob', { resubmit: 'direct' })])
  back(r, 'bob', 'START')
  r.company.users = { bob: { active: false, successor: 'cat' } }
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:cat'])
})

test('resubmit direct: where the successor is the initiator, who may not decide himself, an admin stands in', () => {
  const r = begun([step('a', 'bob', { resubmit: 'direct', onSelf: 'skip' })])
  back(r, 'bob', 'START')
  r.company.users = { bob: { active: false, successor: 'ann' } }
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:admin'])
})

test('resubmit direct: where the only administrator of the flow left too, those of the organisation are asked', () => {
  for (const [administrators, expected] of [
    [['olga', 'otto'], 'a:olga'],
    [['ann', 'otto'], 'a:otto'],
    [['ann'], 'a:ann'],
    [[], 'a:admin'],
  ] as const) {
    const r = begun([step('a', 'bob', { resubmit: 'direct', onSelf: 'deptHead' })], { company: { administrators: [...administrators] } })
    back(r, 'bob', 'START')
    r.company.users = { bob: { active: false }, admin: { active: false } }
    accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
    assert.deepEqual(pending(r), [expected])
  }
})

test('resubmit direct: who replaces an agent that left acts for nobody else', () => {
  const r = begun([step('a', 'bob', { resubmit: 'direct' })], { company: { users: { bob: { active: true, agent: 'cat' } } } })
  back(r, 'cat', 'START')
  r.company.users = { cat: { active: false, successor: 'dan' } }
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(
    r.state!.steps[0]!.tasks.map(({ user, onBehalfOf }) => [user, onBehalfOf]),
    [['dan', undefined]],
  )
})

// withdraw, take back

for (const [withdraw, decided, reason] of [
  ['never', false, 'withdrawNotAllowed'],
  ['beforeFirstDecision', false, null],
  ['beforeFirstDecision', true, 'alreadyDecided'],
  ['anyTime', true, null],
] as [string, boolean, string | null][])
  test(`withdraw ${withdraw}${decided ? ' after a decision' : ''}`, () => {
    const r = begun([step('a', 'bob'), step('b', 'cat')], { policy: { withdraw } })
    if (decided) yes(r, 'bob')
    refused(give(r, 'bob', { t: 'withdraw' }), 'initiatorOnly')
    const decision = give(r, 'ann', { t: 'withdraw' })
    if (reason) return refused(decision, reason)
    accepted(decision)
    assert.equal(r.state!.status, 'withdrawn')
    refused(give(r, 'ann', { t: 'withdraw' }), 'ended')
  })

test('take back: the step is asked again while nobody decided after it', () => {
  const r = begun([all('a', 'bob cat'), step('b', 'dan')])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  accepted(give(r, 'bob', { t: 'takeBack', taskId: bobs }))
  assert.deepEqual(pending(r), ['a:bob', 'a:cat'])
  const again = taskOf(r, 'bob')
  assert.notEqual(again, bobs)
  yes(r, 'bob')
  yes(r, 'cat')
  refused(give(r, 'cat', { t: 'takeBack', taskId: again }), 'notYourApproval')
  accepted(give(r, 'bob', { t: 'takeBack', taskId: again }))
  assert.deepEqual(pending(r), ['a:bob'])
  yes(r, 'bob')
  const third = r.state!.passed[0]!.tasks!.find(({ user }) => user === 'bob')!.id
  yes(r, 'dan')
  refused(give(r, 'bob', { t: 'takeBack', taskId: third }), 'ended')
})

test('take back: refused once someone decided after it, or the policy forbids it', () => {
  const r = begun([step('a', 'bob'), all('b', 'cat dan')])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  yes(r, 'cat')
  refused(give(r, 'bob', { t: 'takeBack', taskId: bobs }), 'decidedAfter')
  const strict = begun([all('a', 'bob cat')], { policy: { takeBack: false } })
  const task = taskOf(strict, 'bob')
  yes(strict, 'bob')
  refused(give(strict, 'bob', { t: 'takeBack', taskId: task }), 'takeBackNotAllowed')
})

test('take back: an or-vote asks everyone again, as before', () => {
  const r = begun([step('a', 'bob cat dan'), step('b', 'eve')])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  accepted(give(r, 'bob', { t: 'takeBack', taskId: bobs }))
  assert.deepEqual(pending(r), ['a:bob', 'a:cat', 'a:dan'])
})

test('take back: added signers stand as they stood, who lost to a claim stays out', () => {
  const r = begun([step('a', 'bob cat dan'), step('b', 'eve')])
  accepted(act(r, 'bob', { t: 'claim' }))
  accepted(act(r, 'bob', { t: 'addSign', users: ['fay'], where: 'with' }))
  const fays = taskOf(r, 'fay')
  yes(r, 'fay')
  accepted(give(r, 'fay', { t: 'takeBack', taskId: fays }))
  assert.deepEqual(pending(r), ['a:bob', 'a:fay'])

  for (const [where, expected] of [
    ['before', ['a:cat', 'a:fay']],
    ['after', ['a:bob', 'a:cat']],
  ] as const) {
    const signed = begun([step('a', 'bob cat'), step('b', 'eve')])
    accepted(act(signed, 'bob', { t: 'addSign', users: ['fay'], where }))
    const cats = taskOf(signed, 'cat')
    yes(signed, 'cat')
    accepted(give(signed, 'cat', { t: 'takeBack', taskId: cats }))
    assert.deepEqual(pending(signed), expected)
  }
})

test('take back: in a sequence whoever was next waits again', () => {
  const r = begun([seq('a', 'bob cat dan')])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  accepted(give(r, 'bob', { t: 'takeBack', taskId: bobs }))
  assert.deepEqual(pending(r), ['a:bob'])
  for (const user of ['bob', 'cat', 'dan']) yes(r, user)
  assert.equal(r.state!.status, 'approved')
})

test('take back: out of a joined block opens its arm again', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob')]), arm('r', [step('b', 'cat')])), step('c', 'dan')])
  yes(r, 'bob')
  const cats = taskOf(r, 'cat')
  yes(r, 'cat')
  accepted(give(r, 'cat', { t: 'takeBack', taskId: cats }))
  assert.deepEqual(pending(r), ['b:cat'])
  assert.deepEqual(r.state!.blocks, { p: { l: 'done', r: 'active' } })
})

test('take back: out of a finished arm, while its block still runs', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob')]), arm('r', [step('b', 'cat')]))])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  assert.deepEqual(r.state!.blocks, { p: { l: 'done', r: 'active' } })
  accepted(give(r, 'bob', { t: 'takeBack', taskId: bobs }))
  assert.deepEqual(pending(r), ['a:bob', 'b:cat'])
  assert.deepEqual(r.state!.blocks, { p: { l: 'active', r: 'active' } })
})

test('take back: nothing that left the house is taken back', () => {
  const r = begun([step('a', 'bob'), node('service', 's', { service: 'erp' })])
  const bobs = taskOf(r, 'bob')
  yes(r, 'bob')
  refused(give(r, 'bob', { t: 'takeBack', taskId: bobs }), 'decidedAfter')
})

// transfer, delegate, signs, reassign

test('transfer moves the vote, keeps the task and its id', () => {
  const r = begun([all('a', 'bob cat')], { company: { users: { gone: { active: false } } } })
  const id = taskOf(r, 'bob')
  refused(act(r, 'bob', { t: 'transfer', to: 'cat' }), 'alreadyThere')
  refused(act(r, 'bob', { t: 'transfer', to: 'gone' }), 'inactive')
  accepted(act(r, 'bob', { t: 'transfer', to: 'dan' }))
  assert.equal(taskOf(r, 'dan'), id)
  refused(give(r, 'bob', { t: 'approve', taskId: id, formRev: 1 }), 'notYours')
  accepted(act(r, 'dan', { t: 'transfer', to: 'bob' }))
  for (const user of ['bob', 'cat']) yes(r, user)
  assert.equal(r.state!.status, 'approved')
})

test('transfer: not where the node forbids it, not to the initiator who may not decide himself', () => {
  refused(act(begun([step('a', 'bob', { ops: { transfer: false } })]), 'bob', { t: 'transfer', to: 'dan' }), 'moveNotAllowed')
  refused(act(begun([step('a', 'bob', { onSelf: 'skip' })]), 'bob', { t: 'transfer', to: 'ann' }), 'ownRequest')
})

test('delegate: the helper returns it, the owner decides', () => {
  const r = begun([step('a', 'bob')])
  accepted(act(r, 'bob', { t: 'delegate', to: 'cat' }))
  assert.deepEqual(pending(r), ['a:cat'])
  refused(act(r, 'cat', { t: 'approve' }), 'delegated')
  refused(act(r, 'cat', { t: 'transfer', to: 'dan' }), 'delegated')
  refused(give(r, 'eve', { t: 'returnDelegation', taskId: taskOf(r, 'cat') }), 'notYours')
  accepted(act(r, 'cat', { t: 'returnDelegation' }))
  refused(act(r, 'bob', { t: 'returnDelegation' }), 'notDelegated')
  accepted(act(r, 'bob', { t: 'delegate', to: 'cat' }))
  accepted(give(r, 'bob', { t: 'returnDelegation', taskId: taskOf(r, 'cat') }))
  yes(r, 'bob')
  assert.equal(r.state!.status, 'approved')
})

test('delegate: the helper neither decides nor sends back, and nobody but the two returns it', () => {
  const r = begun([step('a', 'bob dan')], { policy: { admins: ['eve'] } })
  accepted(act(r, 'bob', { t: 'delegate', to: 'cat' }))
  const taskId = taskOf(r, 'cat')
  refused(act(r, 'cat', { t: 'reject' }), 'delegated')
  refused(act(r, 'cat', { t: 'rollBack', to: 'START' }), 'delegated')
  refused(act(r, 'cat', { t: 'claim' }), 'delegated')
  for (const other of ['ann', 'dan', 'eve', 'zoe']) refused(give(r, other, { t: 'returnDelegation', taskId }), 'notYours')
  accepted(give(r, 'cat', { t: 'returnDelegation', taskId }))
})

test('add-sign before: the asker waits, then decides', () => {
  const r = begun([step('a', 'bob')])
  const bobs = taskOf(r, 'bob')
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat', 'dan'], where: 'before' }))
  assert.deepEqual(pending(r), ['a:cat', 'a:dan'])
  refused(give(r, 'bob', { t: 'approve', taskId: bobs, formRev: 1 }), 'notYetYourTurn')
  refused(act(r, 'cat', { t: 'addSign', users: ['eve'], where: 'with' }), 'signedCannotAdd')
  yes(r, 'cat')
  yes(r, 'dan')
  assert.deepEqual(pending(r), ['a:bob'])
  yes(r, 'bob')
  assert.equal(r.state!.status, 'approved')
})

test('add-sign before: a no of the added signer is the no of the asker', () => {
  const r = begun([step('a', 'bob', { vote: { mode: 'atLeast', n: 1 } }), step('b', 'eve')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat', 'dan'], where: 'before' }))
  no(r, 'cat')
  assert.equal(r.state!.status, 'rejected')
  const mixed = begun([step('a', 'bob zed', { vote: { mode: 'atLeast', n: 1 } })])
  accepted(act(mixed, 'bob', { t: 'addSign', users: ['cat', 'dan'], where: 'before' }))
  no(mixed, 'cat')
  assert.deepEqual(pending(mixed), ['a:zed'])
  yes(mixed, 'zed')
  assert.equal(mixed.state!.status, 'approved')
})

test('add-sign after: the vote counts when the signers after it agreed', () => {
  const r = begun([step('a', 'bob')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat'], where: 'after' }))
  assert.deepEqual(pending(r), ['a:bob'])
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['a:cat'])
  yes(r, 'cat')
  assert.equal(r.state!.status, 'approved')
  const refusedLater = begun([step('a', 'bob')])
  accepted(act(refusedLater, 'bob', { t: 'addSign', users: ['cat'], where: 'after' }))
  yes(refusedLater, 'bob')
  no(refusedLater, 'cat')
  assert.equal(refusedLater.state!.status, 'rejected')
})

test('add-sign after in a sequence: the next waits for the added signer', () => {
  const r = begun([seq('a', 'bob zed')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat'], where: 'after' }))
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['a:cat'])
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['a:zed'])
})

test('add-sign with: another vote that changes the total; in a sequence right after the asker', () => {
  const r = begun([all('a', 'bob')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat'], where: 'with' }))
  yes(r, 'bob')
  assert.equal(r.state!.status, 'running')
  yes(r, 'cat')
  assert.equal(r.state!.status, 'approved')
  const line = begun([seq('a', 'bob zed')])
  accepted(act(line, 'bob', { t: 'addSign', users: ['cat'], where: 'with' }))
  for (const user of ['bob', 'cat', 'zed']) yes(line, user)
  assert.equal(line.state!.status, 'approved')
})

test('add-sign: one kind at a time, nobody twice, only where allowed', () => {
  const r = begun([all('a', 'bob zed')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat'], where: 'after' }))
  refused(act(r, 'bob', { t: 'addSign', users: ['dan'], where: 'with' }), 'oneKindOfSign')
  refused(act(r, 'bob', { t: 'addSign', users: ['zed'], where: 'after' }), 'alreadyThere')
  refused(act(r, 'bob', { t: 'addSign', users: [], where: 'after' }), 'nobodyChosen')
  refused(
    act(begun([step('a', 'bob', { ops: { addSign: false } })]), 'bob', { t: 'addSign', users: ['x'], where: 'with' }),
    'addSignNotAllowed',
  )
})

test('remove a sign: by whom added it; the vote moves on if that was all it waited for', () => {
  const r = begun([step('a', 'bob')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['cat'], where: 'before' }))
  const cats = taskOf(r, 'cat')
  refused(give(r, 'eve', { t: 'removeSign', taskIds: [cats] }), 'notYourSign')
  accepted(give(r, 'bob', { t: 'removeSign', taskIds: [cats] }))
  assert.deepEqual(pending(r), ['a:bob'])
  refused(give(r, 'bob', { t: 'removeSign', taskIds: [taskOf(r, 'bob')] }), 'taskGone')

  const after = begun([step('a', 'bob')])
  accepted(act(after, 'bob', { t: 'addSign', users: ['cat'], where: 'after' }))
  yes(after, 'bob')
  accepted(give(after, 'bob', { t: 'removeSign', taskIds: [taskOf(after, 'cat')] }))
  assert.equal(after.state!.status, 'approved')

  const beside = begun([all('a', 'bob')])
  accepted(act(beside, 'bob', { t: 'addSign', users: ['cat'], where: 'with' }))
  yes(beside, 'bob')
  accepted(give(beside, 'bob', { t: 'removeSign', taskIds: [taskOf(beside, 'cat')] }))
  assert.equal(beside.state!.status, 'approved')
})

test('reassign: by an admin, one task or all of someone who left, owners of delegations included', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob')]), arm('m', [seq('b', 'zed bob')]), arm('r', [step('c', 'bob')]))])
  accepted(act(r, 'bob', { t: 'delegate', to: 'dan', at: 'c' }))
  refused(give(r, 'eve', { t: 'reassign', tasks: { user: 'bob' }, to: 'cat', reason: 'left' }), 'adminOnly')
  refused(give(r, 'admin', { t: 'reassign', tasks: { user: 'bob' }, to: 'zed', reason: 'left' }), 'alreadyThere')
  accepted(give(r, 'eve', { t: 'reassign', tasks: { user: 'bob' }, to: 'cat', reason: 'left' }, { admin: true }))
  assert.deepEqual(pending(r), ['a:cat', 'b:zed', 'c:dan'])
  accepted(act(r, 'dan', { t: 'returnDelegation' }))
  yes(r, 'zed')
  assert.deepEqual(pending(r), ['a:cat', 'b:cat', 'c:cat'])
  refused(give(r, 'admin', { t: 'reassign', tasks: { user: 'bob' }, to: 'dan', reason: 'left' }), 'nothingToReassign')
})

test('an agent decides for someone who went away later, never his own request', () => {
  const r = begun([all('a', 'bob cat')])
  r.company.users = { bob: { active: true, agent: 'eve' }, cat: { active: true, agent: 'ann' } }
  accepted(give(r, 'eve', { t: 'approve', taskId: taskOf(r, 'bob'), formRev: 1 }))
  assert.deepEqual([last(r, 'TaskDecided')?.by, last(r, 'TaskDecided')?.onBehalfOf], ['eve', 'bob'])
  refused(give(r, 'ann', { t: 'approve', taskId: taskOf(r, 'cat'), formRev: 1 }), 'notYours')
})

// urge, comment, read, suspend, terminate

test('urge: at most once in 30 minutes per task', () => {
  const r = begun([all('a', 'bob cat')])
  refused(give(r, 'eve', { t: 'urge' }), 'urgeNotAllowed')
  accepted(give(r, 'ann', { t: 'urge', taskIds: [taskOf(r, 'bob')] }))
  accepted(give(r, 'ann', { t: 'urge' }))
  assert.deepEqual(last(r, 'Urged')?.tasks, [taskOf(r, 'cat')])
  refused(give(r, 'ann', { t: 'urge' }), 'urgedAlready')
  r.now += 30 * 60_000
  accepted(give(r, 'ann', { t: 'urge' }))
  assert.equal(last(r, 'Urged')?.tasks.length, 2)
})

test('comments: by those who take part, also after the end; deleted by their author', () => {
  const r = begun([step('a', 'bob')], { company: { participants: ['pat'], authors: { '7': 'pat' } } })
  refused(give(r, 'zoe', { t: 'comment', body: 'x' }), 'notParticipant')
  refused(give(r, 'ann', { t: 'comment', body: ' ' }), 'commentEmpty')
  yes(r, 'bob')
  accepted(give(r, 'pat', { t: 'comment', body: 'x', mentions: ['bob', 'bob'] }))
  assert.deepEqual(last(r, 'Commented')?.mentions, ['bob'])
  refused(give(r, 'ann', { t: 'deleteComment', comment: '7' }), 'notYourComment')
  refused(give(r, 'pat', { t: 'deleteComment', comment: '8' }), 'commentGone')
  accepted(give(r, 'pat', { t: 'deleteComment', comment: '7' }))
})

test('a task is read once, by its own person', () => {
  const r = begun([step('a', 'bob')])
  const taskId = taskOf(r, 'bob')
  refused(give(r, 'ann', { t: 'markRead', taskId }), 'notYours')
  accepted(give(r, 'bob', { t: 'markRead', taskId }))
  refused(give(r, 'bob', { t: 'markRead', taskId }), 'alreadyRead')
})

const reminded = {
  timeouts: [{ after: { value: 4, unit: 'hours' }, act: 'remind', repeat: { every: { value: 1, unit: 'days' }, max: 2 } }],
}

test('suspended: nobody decides, clocks stop; resumed: they start anew', () => {
  const r = begun([step('a', 'bob', reminded)])
  refused(give(r, 'bob', { t: 'suspend', reason: 'x' }), 'adminOnly')
  accepted(give(r, 'admin', { t: 'suspend', reason: 'x' }))
  refused(act(r, 'bob', { t: 'approve' }), 'suspended')
  refused(give(r, 'system', { t: 'timerFired', timer: 'a#1:0:0' }), 'suspended')
  assert.deepEqual(r.state!.timers, [])
  accepted(give(r, 'admin', { t: 'resume' }))
  refused(give(r, 'admin', { t: 'resume' }), 'notSuspended')
  assert.deepEqual(
    r.state!.timers.map(({ id }) => id),
    ['a#1:0:0'],
  )
  assert.deepEqual(r.state!.held, [])
  yes(r, 'bob')
})

test('terminate: by an admin with a reason, from everywhere but the end', () => {
  const r = begun([step('a', 'bob')], { start: { docRef: { type: 'x', id: '1' } } })
  refused(give(r, 'admin', { t: 'terminate', reason: ' ' }), 'reasonRequired')
  yes(r, 'bob')
  assert.equal(r.state!.status, 'posting')
  accepted(give(r, 'admin', { t: 'terminate', reason: 'void' }))
  assert.equal(r.state!.status, 'terminated')
  refused(give(r, 'admin', { t: 'terminate', reason: 'void' }), 'ended')
})

// timers, services, children, posting

test('timers: reminders repeat up to the limit, each fires once', () => {
  const r = begun([step('a', 'bob', reminded)])
  const fire = (n: number) => give(r, 'system', { t: 'timerFired', timer: `a#1:0:${n}` }, { via: 'timer' })
  assert.deepEqual(last(r, 'TimerSet')?.wait, { after: { value: 4, unit: 'hours' }, calendar: 'workdays' })
  refused(give(r, 'bob', { t: 'timerFired', timer: 'a#1:0:0' }), 'systemOnly')
  for (const n of [0, 1, 2]) accepted(fire(n))
  refused(fire(2), 'timerGone')
  refused(fire(3), 'timerGone')
  assert.deepEqual(last(r, 'Reminded')?.tasks, [taskOf(r, 'bob')])
})

const late = (what: string, rest = {}) => ({ timeouts: [{ after: { value: 1, unit: 'days' }, act: what }], ...rest })

for (const [what, rest, expected, status] of [
  ['pass', {}, ['b:eve'], 'running'],
  ['pass', { vote: { mode: 'all' } }, ['b:eve'], 'running'],
  ['pass', { vote: { mode: 'seq' } }, ['a:cat'], 'running'],
  ['reject', {}, [], 'rejected'],
  ['reject', { onReject: 'initiator' }, [], 'returned'],
  ['reject', { onReject: 'previous' }, [], 'returned'],
  ['transferToManager', { vote: { mode: 'all' } }, ['a:bea', 'a:cat'], 'running'],
] as [string, object, string[], string][])
  test(`deadline: ${what} ${JSON.stringify(rest)}`, () => {
    const r = begun([step('z', 'zed'), step('a', 'bob cat', late(what, rest)), step('b', 'eve')], {
      company: { supervisors: { bob: ['cat', 'bea'] } },
    })
    yes(r, 'zed')
    accepted(give(r, 'system', { t: 'timerFired', timer: 'a#1:0:0' }))
    assert.deepEqual(pending(r), expected)
    assert.equal(r.state!.status, status)
  })

test('timers belong to one visit: gone with the step, new with the next', () => {
  const r = begun([step('a', 'bob', reminded), step('b', 'cat')])
  yes(r, 'bob')
  assert.deepEqual(r.state!.timers, [])
  back(r, 'cat', 'a')
  assert.deepEqual(
    r.state!.timers.map(({ id }) => id),
    ['a#2:0:0'],
  )
})

test('a delay waits for its timer, or for the day in a field', () => {
  const wait = node('delay', 'w', { wait: { after: { value: 2, unit: 'days' }, calendar: '24x7' } })
  const r = begun([wait, step('a', 'bob')])
  assert.deepEqual(pending(r), [])
  accepted(give(r, 'system', { t: 'timerFired', timer: 'w#1:0:0' }))
  assert.deepEqual(pending(r), ['a:bob'])
  const until = begun([node('delay', 'w', { wait: { until: 'day' } }), step('a', 'bob')], { form: { day: '2026-05-01' } })
  assert.deepEqual(last(until, 'TimerSet')?.wait, { until: '2026-05-01' })
  assert.deepEqual(pending(begun([node('delay', 'w', { wait: { until: 'day' } }), step('a', 'bob')])), ['a:bob'])
})

test('a service waits for its answer, which writes what it may', () => {
  const r = begun([node('service', 's', { service: 'erp', fields: { no: 'write' } }), step('a', 'bob')])
  assert.equal(last(r, 'ServiceRequested')?.step, 's#1')
  refused(give(r, 'system', { t: 'serviceDone', step: 's#1', patch: { amount: '1' } }), 'fieldNotWritable')
  accepted(give(r, 'system', { t: 'serviceDone', step: 's#1', patch: { no: '42' } }))
  refused(give(r, 'system', { t: 'serviceDone', step: 's#1' }), 'stepGone')
  assert.deepEqual(pending(r), ['a:bob'])
  assert.deepEqual(pending(begun([node('service', 's', { service: 'erp', wait: false }), step('a', 'bob')])), ['a:bob'])
})

for (const [onFail, expected, status] of [
  ['incident', [], 'running'],
  ['continue', ['a:bob'], 'running'],
  ['reject', [], 'returned'],
] as [string, string[], string][])
  test(`a failed service: ${onFail}`, () => {
    const r = begun([node('service', 's', { service: 'erp', onFail }), step('a', 'bob')])
    accepted(give(r, 'system', { t: 'serviceFailed', step: 's#1', error: 'down' }))
    assert.deepEqual(pending(r), expected)
    assert.equal(r.state!.status, status)
    if (onFail !== 'incident') return
    refused(give(r, 'bob', { t: 'retryService', step: 's#1' }), 'adminOnly')
    accepted(give(r, 'admin', { t: 'retryService', step: 's#1' }))
    accepted(give(r, 'system', { t: 'serviceDone', step: 's#1' }))
    assert.deepEqual(pending(r), ['a:bob'])
  })

for (const [title, then, expected, status] of [
  ['incident', 'incident', [], 'running'],
  ['continue', 'continue', ['a:bob'], 'running'],
  ['reject', 'reject', [], 'returned'],
] as [string, string, string[], string][])
  test(`a service that says nothing until its deadline: ${title}`, () => {
    const deadline = { after: { value: 3, unit: 'days' }, act: then }
    const r = begun([node('service', 's', { service: 'erp', onFail: 'continue', deadline }), step('a', 'bob')])
    const set = last(r, 'TimerSet')!
    assert.deepEqual([set.act, set.wait], ['expire', { after: { value: 3, unit: 'days' }, calendar: 'workdays' }])
    accepted(give(r, 'system', { t: 'timerFired', timer: set.timer }))
    assert.equal(last(r, 'ServiceFailed')?.error, '没有在时限内答复')
    assert.deepEqual(pending(r), expected)
    assert.equal(r.state!.status, status)
    assert.deepEqual(r.state!.timers, [])
  })

test('a service that is asked again has its time anew, and its late answer counts', () => {
  const deadline = { after: { value: 1, unit: 'hours' }, act: 'incident' }
  const r = begun([node('service', 's', { service: 'erp', onFail: 'incident', deadline }), step('a', 'bob')])
  const first = r.state!.timers[0]!.id
  accepted(give(r, 'system', { t: 'serviceFailed', step: 's#1', error: 'down' }))
  assert.equal(r.state!.timers.length, 0, 'the clock stands while somebody of authority decides')
  accepted(give(r, 'admin', { t: 'retryService', step: 's#1' }))
  const [second] = r.state!.timers
  assert.ok(second && second.id !== first, 'a late wake-up for the first asking does not end the second')
  refused(give(r, 'system', { t: 'timerFired', timer: first }), 'timerGone')
  accepted(give(r, 'admin', { t: 'suspend', reason: '盘点' }))
  accepted(give(r, 'admin', { t: 'resume' }))
  assert.deepEqual(
    r.state!.timers.map(({ id }) => id),
    [second.id],
  )
  accepted(give(r, 'system', { t: 'timerFired', timer: second.id }))
  accepted(give(r, 'system', { t: 'serviceDone', step: 's#1' }))
  assert.deepEqual(pending(r), ['a:bob'])
})

const child = (rest: object = {}): Sketch =>
  node('subFlow', 'k', { flowKey: 'child', input: { 'request.total': 'amount' }, output: { result: 'answer' }, ...rest })

test('a sub-flow gets its form and gives back its result', () => {
  const r = begun([child(), step('a', 'bob')], { form: { amount: '7' } })
  assert.deepEqual(last(r, 'ChildStarted')?.form, { request: { total: '7' } })
  accepted(give(r, 'system', { t: 'childEnded', step: 'k#1', outcome: 'approved', form: { answer: 'yes' } }))
  assert.deepEqual(r.state!.form, { amount: '7', result: 'yes' })
  assert.deepEqual(pending(r), ['a:bob'])
})

for (const [onReject, status] of [
  ['end', 'rejected'],
  ['initiator', 'returned'],
  ['continue', 'running'],
] as [string, string][])
  test(`a rejected sub-flow: ${onReject}`, () => {
    const r = begun([child({ onReject }), step('a', 'bob')])
    accepted(give(r, 'system', { t: 'childEnded', step: 'k#1', outcome: 'rejected', form: {} }))
    assert.equal(r.state!.status, status)
  })

test('closing a step tells the outside', () => {
  const r = begun([par('p', arm('l', [child()]), arm('m', [node('service', 's', { service: 'erp' })]), arm('r', [step('a', 'bob')]))])
  assert.deepEqual(
    kinds(accepted(give(r, 'ann', { t: 'withdraw' }))).filter((t) => /^(Child|Service)/.test(t)),
    ['ChildCancelled', 'ServiceCancelled'],
  )
})

test('a document is posted exactly once: a refusal of the books keeps the approval', () => {
  const r = begun([all('a', 'bob cat')], { start: { docRef: { type: 'x', id: '1' } } })
  yes(r, 'bob')
  assert.deepEqual(kinds(yes(r, 'cat')).slice(-2), ['StepLeft', 'PostingRequested'])
  const error = { reason: 'ledger.short', words: '库存不足', params: {} }
  accepted(give(r, 'system', { t: 'postingFailed', error }))
  assert.equal(r.state!.status, 'posting')
  refused(give(r, 'ann', { t: 'withdraw' }), 'posting')
  accepted(give(r, 'admin', { t: 'updateForm', formRev: 1, patch: { store: 'w2' } }))
  assert.deepEqual(kinds(accepted(give(r, 'system', { t: 'postingDone', receipt: '9' }))), ['Posted', 'Ended'])
  refused(give(r, 'system', { t: 'postingDone', receipt: '9' }), 'ended')
  assert.equal(r.state!.status, 'approved')
})

// the whole

test('a flow where nobody is asked ends in the start', () => {
  const r = begun([cc('n', 'eve')], { policy: { automatic: true } })
  assert.equal(r.state!.status, 'approved')
})

test('start and every other command are refused in the wrong place', () => {
  const r = rehearse(flow([step('a', 'bob')]))
  refused(give(r, 'ann', { t: 'withdraw' }), 'notStarted')
  accepted(start(r))
  refused(start(r), 'alreadyStarted')
  refused(give(r, 'ann', { t: 'resubmit', formRev: 1 }), 'running')
  refused(give(r, 'system', { t: 'withdraw' }), 'personOnly')
  back(r, 'bob', 'START')
  refused(give(r, 'ann', { t: 'urge' }), 'returned')
})

test('deciding with a definition of another version is a fault', () => {
  const r = begun([step('a', 'bob')])
  r.definition = { ...r.definition, version: 2 }
  assert.throws(() => give(r, 'ann', { t: 'withdraw' }))
})

test('facts that are not loaded are asked for together, ids too', () => {
  const definition = flow([all('a', [{ k: 'role', id: 'x', scope: 'org' }, { k: 'deptHead', of: 'initiator', level: 1 }, users('bob')])])
  const r = rehearse(definition, { roles: { x: ['cat'] } })
  const command = commandOf(r, 'ann', { t: 'start', dept: 'd', form: {}, title: 't' })
  const rounds: string[][] = []
  let directory = {}
  let ids: string[] = []
  for (;;) {
    const decision = decide(definition, undefined, { ...command, ids }, directory)
    if (!('need' in decision)) break
    rounds.push(decision.need.map(({ k }) => k))
    for (const fact of decision.need)
      if (fact.k === 'ids') ids = Array.from({ length: fact.count }, (_, i) => String(i + 1))
      else directory = { ...directory, [Object.values(fact).join('|')]: answerFact({ ...emptyCompany, roles: { x: ['cat'] } }, fact) }
  }
  assert.deepEqual(rounds, [['role', 'deptHead'], ['user', 'user'], ['ids']])
})

test('the log folds to the state, through JSON too', () => {
  const r = begun([all('a', 'bob cat'), step('b', 'dan')])
  accepted(act(r, 'bob', { t: 'addSign', users: ['eve'], where: 'after' }))
  for (const user of ['bob', 'eve', 'cat']) yes(r, user)
  back(r, 'dan', 'a')
  const log = JSON.parse(JSON.stringify(r.entries.flatMap(({ events }) => events))) as Event[]
  assert.deepEqual(fold(log), r.state)
  assert.equal(r.state!.rev, log.length)
})

test('a refused command of any kind changes nothing', () => {
  const r = begun([step('a', 'bob')])
  const before = structuredClone(r.state)
  for (const action of [{ t: 'withdraw' }, { t: 'resume' }, { t: 'markRead' }, { t: 'urge' }] as Action[])
    assert.ok('refusal' in give(r, 'zoe', action))
  assert.deepEqual(r.state, before)
})
