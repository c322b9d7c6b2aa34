import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubFlow } from './definition.ts'
import type { Form } from '../form/form.ts'
import { childrenFor, childrenMax, verdictOf } from './children.ts'
import { publishFindings } from '../design/publish.ts'
import { definitionFrom, give, pending, rehearse, type Rehearsal } from '../testing/rehearsal.ts'

const sub = (more: Partial<SubFlow> = {}): SubFlow => ({
  t: 'subFlow',
  id: 'k',
  name: '询价',
  flowKey: 'child',
  initiator: 'initiator',
  input: { what: 'lines.item', why: 'reason' },
  output: {},
  wait: true,
  onReject: 'end',
  each: { table: 'lines', settle: 'waitAll' },
  ...more,
})
const form: Form = { reason: '年度', lines: [{ item: '椅子', buyer: 'u1' }, { item: '桌子' }, { item: '灯', buyer: 'u2' }] }

test('one flow for each row, with what its row says, for the person in its row', () => {
  assert.deepEqual(childrenFor(sub({ initiator: { field: 'lines.buyer' } }), { form, initiator: 'me' }), [
    { initiator: 'u1', form: { what: '椅子', why: '年度' } },
    { initiator: 'me', form: { what: '桌子', why: '年度' } },
    { initiator: 'u2', form: { what: '灯', why: '年度' } },
  ])
  const { each: _, ...once } = sub()
  assert.equal(childrenFor(once, { form, initiator: 'me' }).length, 1)
  assert.deepEqual(childrenFor(sub(), { form: { reason: '空' }, initiator: 'me' }), [])
  const many = { lines: Array.from({ length: childrenMax + 1 }, () => ({ item: 'x' })) }
  assert.throws(() => childrenFor(sub(), { form: many, initiator: 'me' }))
})

test('what several children come to', () => {
  const early = { table: 'lines', settle: 'early' as const }
  const table: [Partial<SubFlow>, Parameters<typeof verdictOf>[1], ReturnType<typeof verdictOf>][] = [
    [{}, [null, 'approved'], undefined],
    [{}, ['approved', 'approved'], 'approved'],
    [{}, ['rejected', null], undefined],
    [{}, ['rejected', 'approved'], 'refused'],
    [{}, ['withdrawn', 'terminated'], 'refused'],
    [{ each: early }, ['rejected', null], 'refused'],
    [{ each: early }, ['approved', null], undefined],
    [{ each: early, onReject: 'continue' }, ['rejected', null], undefined],
    [{ each: early, onReject: 'continue' }, ['rejected', 'approved'], 'refused'],
  ]
  for (const [more, outcomes, verdict] of table) assert.equal(verdictOf(sub(more), outcomes), verdict, JSON.stringify([more, outcomes]))
})

const began = (more: Partial<SubFlow>, lines = form['lines']!): Rehearsal => {
  const after = { t: 'approve', id: 'a', name: '确认', assignees: [{ k: 'users', ids: ['bob'] }] }
  const definition = definitionFrom({
    schema: 1,
    key: 'k',
    version: 1,
    name: '采购',
    form: { kind: 'custom', formKey: 'f', formVersion: 1 },
    policy: { admins: ['admin'] },
    body: [sub(more), after],
  })
  const r = rehearse(definition)
  give(r, 'ann', { t: 'start', dept: 'd', form: { ...form, lines }, title: 't' })
  return r
}
const answer = (r: Rehearsal, item: number, outcome: 'approved' | 'rejected' = 'approved') =>
  give(r, 'system', { t: 'childEnded', step: 'k#1', outcome, form: {}, item })
const kinds = (r: Rehearsal) => r.entries.at(-1)!.events.map(({ t }) => t)

test('the step waits for all of them, takes each answer once, and goes on after the last', () => {
  const r = began({})
  assert.deepEqual(
    r.entries[0]!.events.flatMap((event) => (event.t === 'ChildStarted' ? [[event.item, event.of, event.form['what']]] : [])),
    [
      [0, 3, '椅子'],
      [1, 3, '桌子'],
      [2, 3, '灯'],
    ],
  )
  answer(r, 2)
  answer(r, 0)
  assert.deepEqual([r.state!.steps[0]!.children, pending(r)], [['approved', null, 'approved'], []])
  assert.ok('refusal' in answer(r, 0) && 'refusal' in give(r, 'system', { t: 'childEnded', step: 'k#1', outcome: 'approved', form: {} }))
  answer(r, 1)
  assert.deepEqual(pending(r), ['a:bob'])
})

test('one that is rejected: at the end or at once, as the step says', () => {
  const waits = began({})
  answer(waits, 0, 'rejected')
  assert.equal(waits.state!.status, 'running')
  answer(waits, 1)
  answer(waits, 2)
  assert.equal(waits.state!.status, 'rejected')
  const early = began({ each: { table: 'lines', settle: 'early' }, onReject: 'initiator' })
  answer(early, 0, 'rejected')
  assert.equal(early.state!.status, 'returned')
  assert.ok(kinds(early).includes('ChildCancelled'))
  const goesOn = began({ onReject: 'continue' })
  for (const item of [0, 1, 2]) answer(goesOn, item, item === 1 ? 'rejected' : 'approved')
  assert.deepEqual(pending(goesOn), ['a:bob'])
})

test('no row, no flow; without waiting it goes on at once', () => {
  assert.deepEqual(pending(began({}, [])), ['a:bob'])
  const r = began({ wait: false })
  assert.deepEqual([pending(r), r.entries[0]!.events.filter(({ t }) => t === 'ChildStarted').length], [['a:bob'], 3])
})

test('what comes back from several has no place in the form', () => {
  const definition = began({}).definition
  const found = (output: SubFlow['output']) =>
    publishFindings({ ...definition, body: [sub({ output }), ...definition.body.slice(1)] }).map(({ reason }) => reason.reason)
  assert.deepEqual(found({}), [])
  assert.deepEqual(found({ reason: 'what' }), ['approval.publish.childrenOutput'])
})
