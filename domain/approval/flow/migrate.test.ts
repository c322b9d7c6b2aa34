import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MigrateOptions } from './command.ts'
import { checkMigration } from './migrate.ts'
import { upgradeState } from './upgradeState.ts'
import { type Rehearsal, give, pending, taskOf } from '../testing/rehearsal.ts'
import { type Sketch, accepted, all, arm, back, begun, flow, handle, par, refused, step, xor, yes } from '../testing/sketch.ts'

const next = (body: Sketch[], key = 'f') => flow(body, { flow: { version: 2, key } })
const move = (r: Rehearsal, body: Sketch[], mapping = {}, options: MigrateOptions = {}) =>
  give(r, 'admin', { t: 'migrate', to: next(body), mapping, options })

const body = [step('a', 'bob'), par('p', arm('l', [step('b', 'cat')]), arm('r', [step('c', 'dan')]))]
const there = (): Rehearsal => {
  const r = begun(body)
  yes(r, 'bob')
  return r
}
const inArms = (left: Sketch[], right: Sketch[]) => [step('a', 'bob'), par('p', arm('l', left), arm('r', right))]
const [b, c] = [step('b', 'cat'), step('c', 'dan')]

for (const [title, to, mapping, expected, reason] of [
  ['the same body', body, {}, 'ok', undefined],
  ['a step added later', [...body, step('z', 'zed')], {}, 'ok', undefined],
  ['a step added before the block around it', [step('y', 'yan'), ...body], {}, 'warning', 'skipped'],
  ['a step added before, in the same arm', inArms([step('y', 'yan'), b], [c]), {}, 'warning', 'skipped'],
  ['a step added beside it, later in an arm that still runs', inArms([b], [c, step('y', 'yan')]), {}, 'ok', undefined],
  ['a step that was passed is gone', body.slice(1), {}, 'warning', 'passedGone'],
  ['a new required field', inArms([step('b', 'cat', { fields: { note: 'required' } })], [c]), {}, 'warning', 'fieldRequired'],
  ['an active step is gone', inArms([step('x', 'cat')], [c]), {}, 'needsMapping', 'needsMapping'],
  ['an active step has another name', inArms([step('x', 'cat')], [c]), { b: 'x' }, 'ok', undefined],
  ['an active step is of another kind', inArms([handle('b', 'cat')], [c]), {}, 'impossible', 'otherKind'],
  ['an active step has moved to another arm', inArms([], [b, c]), {}, 'impossible', 'moved'],
  ['an active arm is gone', [step('a', 'bob'), par('p', arm('l', [b]), arm('s', [c]))], {}, 'impossible', 'moved'],
  [
    'a block has another kind',
    [step('a', 'bob'), xor('p', arm('l', [b], { f: 'x', op: 'empty' }), arm('r', [c]))],
    {},
    'impossible',
    'otherKind',
  ],
  ['two steps meet in one', inArms([step('x', 'cat')], []), { b: 'x', c: 'x' }, 'impossible', 'sameTarget'],
] as [string, Sketch[], Record<string, string>, string, string | undefined][])
  test(`dry run: ${title} is ${expected}`, () => {
    const r = there()
    const check = checkMigration({ from: r.definition, to: next(to) }, r.state!, mapping)
    assert.equal(check.class, expected)
    if (reason)
      assert.ok(
        check.reasons.some((one) => one.reason === `approval.migrate.${reason}`),
        JSON.stringify(check.reasons),
      )
    const decision = move(r, to, mapping)
    assert.equal('events' in decision, expected === 'ok' || expected === 'warning')
  })

/** Jumps over `y` to a step that the next version calls otherwise. */
const routed = (target: string) => [
  { t: 'route', id: 'j', name: 'j', to: target } as Sketch,
  step('y', 'yan'),
  step(target, 'bob'),
  step('z', 'zed', { resubmit: 'direct' }),
]
const returnedFromEnd = (r: Rehearsal): void => {
  back(r, 'zed', 'START')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: r.state!.formRev }))
}

test('a route whose target has another name was passed the same way: a direct resubmission goes on where it was', () => {
  const r = begun(routed('b'))
  yes(r, 'bob')
  accepted(move(r, routed('c'), { b: 'c' }))
  assert.deepEqual(r.state!.taken, { j: ['c'] })
  returnedFromEnd(r)
  assert.deepEqual(pending(r), ['z:zed'])
})

test('a state stored before that is read with the target that the route has now, and read again it stays', () => {
  const r = begun(routed('b'))
  yes(r, 'bob')
  accepted(move(r, routed('c'), { b: 'c' }))
  const stored = { ...r.state!, taken: { j: ['b'] } }
  r.state = upgradeState(r.definition, stored)
  assert.deepEqual(r.state.taken, { j: ['c'] })
  assert.equal(upgradeState(r.definition, r.state), r.state)
  back(r, 'zed', 'START')
  r.state = upgradeState(r.definition, { ...r.state, parked: { ...r.state.parked!, taken: { j: ['b'] } } })
  accepted(give(r, 'ann', { t: 'resubmit', formRev: r.state.formRev }))
  assert.deepEqual(pending(r), ['z:zed'])
})

test('tasks, votes and visits go on; the next entry follows the new version', () => {
  const r = begun([all('a', 'bob cat'), step('b', 'dan')])
  yes(r, 'bob')
  const cats = taskOf(r, 'cat')
  accepted(move(r, [step('n', 'bob cat eve', { vote: { mode: 'all' } }), step('b', 'fay')], { a: 'n' }))
  assert.equal(r.state!.version, 2)
  assert.equal(taskOf(r, 'cat', 'n'), cats)
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['b:fay'])
  back(r, 'fay', 'n')
  assert.deepEqual(pending(r), ['n:bob', 'n:cat', 'n:eve'])
  assert.equal(r.state!.steps[0]!.id, 'n#2')
})

test('a step entered anew asks the people of the new version, approvals given stand', () => {
  const r = begun([all('a', 'bob cat')])
  yes(r, 'bob')
  accepted(move(r, [all('a', 'bob dan')], {}, { reenter: ['a'] }))
  assert.deepEqual(pending(r), ['a:dan'])
  yes(r, 'dan')
  assert.equal(r.state!.status, 'approved')
})

test('presets: only where a node was not reached; everything back to the initiator', () => {
  const r = there()
  refused(move(r, body, {}, { notReached: 'b' }), 'migrate.reached')
  accepted(move(r, body, {}, { returnAll: true }))
  assert.equal(r.state!.status, 'returned')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:bob'])
})

test('a returned process loses its place and starts from the top', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { resubmit: 'direct' })])
  yes(r, 'bob')
  back(r, 'cat', 'START')
  accepted(move(r, [step('a', 'bob'), step('x', 'cat')]))
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['a:bob'])
})

test('timers are set anew where the deadlines changed, and only there', () => {
  const timed = (id: string, value: number) => step(id, 'bob', { timeouts: [{ after: { value, unit: 'days' }, act: 'remind' }] })
  const r = begun([par('p', arm('l', [timed('a', 1)]), arm('r', [timed('b', 1)]))])
  const events = accepted(move(r, [par('p', arm('l', [timed('a', 1)]), arm('r', [timed('b', 2)]))]))
  assert.deepEqual(
    events.flatMap((event) =>
      event.t === 'TimerSet' || event.t === 'TimerCleared' ? [`${event.t} ${event.timer.replace(/@.*/, '@')}`] : [],
    ),
    ['TimerCleared b#1:0:0', 'TimerSet b#1:0:0@'],
  )
})

test('what has ended, another flow and the same version are refused', () => {
  const r = begun([step('a', 'bob')])
  refused(give(r, 'bob', { t: 'migrate', to: next([step('a', 'bob')]), mapping: {} }), 'adminOnly')
  refused(give(r, 'admin', { t: 'migrate', to: next([step('a', 'bob')], 'g'), mapping: {} }), 'migrate.otherFlow')
  refused(give(r, 'admin', { t: 'migrate', to: r.definition, mapping: {} }), 'migrate.sameVersion')
  yes(r, 'bob')
  refused(move(r, [step('a', 'bob')]), 'ended')
  assert.equal(checkMigration({ from: r.definition, to: next([step('a', 'bob')]) }, r.state!, {}).class, 'impossible')
})
