import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from './command.ts'
import { rowMark, type Form } from '../form/form.ts'
import { raisedPaths } from './raisedAmounts.ts'
import { give, pending, type Rehearsal, taskOf } from '../testing/rehearsal.ts'
import { accepted, act, all, arm, begun, flow, handle, par, refused, step, yes, back } from '../testing/sketch.ts'
import { parseDefinition } from './definition.ts'

const measures = ['amount', 'lines', 'lines.quantity']
const lines = (...quantities: unknown[]): Form => ({ lines: quantities.map((quantity) => ({ item: '7', quantity })) as Form[] })

// what counts as raised

for (const [title, before, after, expected] of [
  ['a greater amount', { amount: '10' }, { amount: '10.01' }, ['amount']],
  ['a longer number is not a greater text', { amount: '9' }, { amount: '10' }, ['amount']],
  ['a smaller amount', { amount: '10' }, { amount: '9.99' }, []],
  ['the same amount written otherwise', { amount: '10' }, { amount: '10.00' }, []],
  ['an amount that was empty', { amount: '' }, { amount: '10' }, []],
  ['an amount that was nothing', { amount: '0.00' }, { amount: '10' }, []],
  ['a plain number', { amount: 1 }, { amount: 2 }, ['amount']],
  ['an amount that is not touched', { amount: '10' }, { note: 'x' }, []],
  ['a field that is no number', { from: '5' }, { from: '9' }, []],
  ['a quantity in a row', lines('1', '2'), lines('1', '3'), ['lines.quantity']],
  ['a row that was added', lines('1'), lines('1', '1'), ['lines']],
  ['a row that was taken out', lines('1', '2'), lines('2'), []],
  ['rows that changed places', lines('1', '2'), { lines: [{ item: '7', quantity: '2', [rowMark]: 1 }, { item: '7', quantity: '1', [rowMark]: 0 }] }, []], // prettier-ignore
  ['a row that is new in place of another', lines('1'), { lines: [{ item: '8', quantity: '1', [rowMark]: null }] }, ['lines']],
  ['the first rows of all', {}, lines('1'), ['lines']],
] as [string, Form, Form, string[]][])
  test(`raised: ${title}`, () => assert.deepEqual(raisedPaths(before, after, measures), expected))

// what follows

const company = { measures }
const form = { amount: '1' }
const fields = { amount: 'write' }
const up = { patch: { amount: '60' } }
const two = (rest: object = {}) => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { fields, ...rest })], { form, company })
  yes(r, 'bob')
  return r
}
const nodesPassed = (r: Rehearsal) => r.state!.passed.map(({ node }) => node)

test('whoever approved less is asked again, and then the one who raised it', () => {
  const r = two()
  accepted(act(r, 'cat', { t: 'approve', ...up }))
  assert.deepEqual(pending(r), ['a:bob'])
  assert.deepEqual(nodesPassed(r), [])
  yes(r, 'bob')
  assert.deepEqual(pending(r), ['b:cat'])
  yes(r, 'cat')
  assert.equal(r.state!.status, 'approved')
  assert.deepEqual(r.state!.form, { amount: '60' })
})

test('it is refused, or let be, where the step says so', () => {
  refused(act(two({ raise: 'refuse' }), 'cat', { t: 'approve', ...up }), 'raised')
  const free = two({ raise: 'allow' })
  yes(free, 'cat', up)
  assert.equal(free.state!.status, 'approved')
})

test('less is decided at once', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { fields })], { form: { amount: '60' }, company })
  yes(r, 'bob')
  yes(r, 'cat', { patch: { amount: '1' } })
  assert.equal(r.state!.status, 'approved')
})

test('a change without a decision is asked again as well', () => {
  const r = two()
  accepted(give(r, 'cat', { t: 'updateForm', formRev: 1, ...up }))
  assert.deepEqual(pending(r), ['a:bob'])
  refused(give(two({ raise: 'refuse' }), 'cat', { t: 'updateForm', formRev: 1, ...up }), 'raised')
})

test('nobody is asked again about what he raised himself, or what nobody approved', () => {
  const own = begun([step('a', 'bob'), step('b', 'bob', { fields })], { form, company })
  yes(own, 'bob')
  yes(own, 'bob', up)
  assert.equal(own.state!.status, 'approved')
  const first = begun([step('a', 'bob', { fields })], { form, company })
  yes(first, 'bob', up)
  assert.equal(first.state!.status, 'approved')
  const done = begun([handle('a', 'bob'), step('b', 'cat', { fields })], { form, company })
  yes(done, 'bob')
  yes(done, 'cat', up)
  assert.equal(done.state!.status, 'approved')
})

test('those who voted in the same step are asked again', () => {
  const r = begun([all('a', 'bob cat', { fields })], { form, company })
  yes(r, 'bob')
  yes(r, 'cat', up)
  assert.deepEqual(pending(r), ['a:bob', 'a:cat'])
})

const beside = () =>
  begun(
    [
      step('z', 'zed'),
      par('p', arm('l', [step('a', 'bob'), step('b', 'cat', { fields })]), arm('r', [step('c', 'dan'), step('d', 'eve')])),
      step('e', 'fay', { fields }),
    ],
    { form, company },
  )

test('in an arm only the arm begins again, where nobody before or beside it has approved', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob'), step('b', 'cat', { fields })]), arm('r', [step('c', 'dan')]))], { form, company })
  yes(r, 'bob')
  accepted(act(r, 'cat', { t: 'approve', ...up }))
  assert.deepEqual(pending(r), ['a:bob', 'c:dan'])
})

test('an approval in the arm beside makes the block begin again, one before it everything', () => {
  const inBlock = begun([par('p', arm('l', [step('b', 'cat', { fields })]), arm('r', [step('c', 'dan'), step('d', 'eve')])), step('e', 'fay')], { form, company }) // prettier-ignore
  yes(inBlock, 'dan')
  accepted(act(inBlock, 'cat', { t: 'approve', ...up }))
  assert.deepEqual(pending(inBlock), ['b:cat', 'c:dan'])
  const whole = beside()
  yes(whole, 'zed')
  yes(whole, 'dan')
  yes(whole, 'bob')
  accepted(act(whole, 'cat', { t: 'approve', ...up }))
  assert.deepEqual(pending(whole), ['z:zed'])
})

test('after a joined block all who approved in it are asked again', () => {
  const r = begun([par('p', arm('l', [step('a', 'bob')]), arm('r', [step('c', 'dan')])), step('e', 'fay', { fields })], { form, company })
  yes(r, 'bob')
  yes(r, 'dan')
  accepted(act(r, 'fay', { t: 'approve', ...up }))
  assert.deepEqual(pending(r), ['a:bob', 'c:dan'])
})

// the initiator and administrators

const returned = (rest: object = {}) => {
  const r = begun([step('a', 'bob'), step('b', 'cat', { resubmit: 'direct', ...rest })], {
    form,
    company,
    policy: { keepApprovals: { unlessChanged: [] } },
  })
  yes(r, 'bob')
  back(r, 'cat', 'START')
  return r
}

test('what comes back with more goes the whole way, what comes back with less directly on', () => {
  for (const [amount, expected] of [
    ['60', 'a:bob'],
    ['1', 'b:cat'],
    ['0.5', 'b:cat'],
  ] as const) {
    for (const rest of [{}, { resubmit: 'restart' }]) {
      if (amount === '0.5' && 'resubmit' in rest) continue
      const r = returned(rest)
      accepted(give(r, 'ann', { t: 'resubmit', formRev: 1, patch: { amount } }))
      assert.deepEqual(pending(r), [expected], `${amount} ${JSON.stringify(rest)}`)
    }
  }
})

test('what an administrator raises is asked again; with nobody to ask it is refused', () => {
  const edit: Action = { t: 'updateForm', formRev: 1, patch: { amount: '60' }, reason: 'x' }
  const r = two({ raise: 'allow' })
  accepted(give(r, 'admin', edit))
  assert.deepEqual(pending(r), ['a:bob'])
  refused(give(returned(), 'admin', edit), 'raised')
  const booked = begun([step('a', 'bob')], { form, company, start: { docRef: { type: 'x', id: '1' } } })
  yes(booked, 'bob')
  refused(give(booked, 'admin', edit), 'raised')
  accepted(give(booked, 'admin', { ...edit, patch: { amount: '0.5' } }))
})

test('a definition that says nothing about raising is read as it was written', () => {
  const plain = flow([step('a', 'bob')])
  assert.equal('raise' in plain.body[0]!, false)
  const parsed = parseDefinition({ ...plain, body: [{ ...plain.body[0], raise: 'refuse' }] })
  assert.ok('definition' in parsed)
  const [asked] = parsed.definition.body
  assert.equal(asked?.t === 'approve' && asked.raise, 'refuse')
})

test('what was kept from before a return is asked again where it is raised on the way', () => {
  const r = begun([step('a', 'bob', { fields }), step('b', 'cat'), step('c', 'dan')], {
    form,
    company,
    policy: { keepApprovals: { unlessChanged: [] } },
  })
  yes(r, 'bob')
  yes(r, 'cat')
  back(r, 'dan', 'START')
  accepted(give(r, 'ann', { t: 'resubmit', formRev: 1 }))
  assert.deepEqual(pending(r), ['c:dan'])
  const raising = begun([handle('z', 'zed', { fields }), step('b', 'cat'), step('c', 'dan')], {
    form,
    company,
    policy: { keepApprovals: { unlessChanged: [] } },
  })
  yes(raising, 'zed')
  yes(raising, 'cat')
  back(raising, 'dan', 'START')
  accepted(give(raising, 'ann', { t: 'resubmit', formRev: 1 }))
  yes(raising, 'zed', up)
  assert.deepEqual(pending(raising), ['b:cat'])
})

// agreeing and asking for one more in one go

test('whoever agrees names who signs after him', () => {
  const r = begun([step('a', 'bob'), step('b', 'cat')])
  const taskId = taskOf(r, 'bob')
  yes(r, 'bob', { sign: ['dan', 'eve'] })
  assert.deepEqual(
    r.entries.at(-1)!.events.map(({ t }) => t),
    ['SignAdded', 'TaskDecided', 'TaskOpened', 'TaskOpened'],
  )
  assert.deepEqual(pending(r), ['a:dan', 'a:eve'])
  assert.equal(r.state!.steps[0]!.tasks.find(({ id }) => id === taskId)!.status, 'approved')
  yes(r, 'dan')
  yes(r, 'eve')
  assert.deepEqual(pending(r), ['b:cat'])
  refused(act(begun([step('a', 'bob', { ops: { addSign: false } })]), 'bob', { t: 'approve', sign: ['dan'] }), 'addSignNotAllowed')
})
