import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  begin,
  done,
  filled,
  type FillingState,
  isChanged,
  isSame,
  type StoredFilling,
  keptOf,
  overtaken,
  refused,
  saved,
  sent,
  shownProblems,
  told,
  typed,
  unanswered,
  valuesIn,
  valuesShape,
} from './filling.ts'

type Form = Readonly<Record<string, unknown>>
type Way = 'approval' | 'hand'
type State = FillingState<Form, Way>

const shape = valuesShape
const meant = 'both'
const given = { form: { reason: '', count: '1' }, version: 0 }
const fresh: State = begin({ shape, id: '1', source: given, meant })
const type = (values: Form) => (now: State) => typed(now, (form) => ({ ...form, ...values }))
const find = (...paths: string[]) => new Map(paths.map((path) => [path, '!']))
const after = (...steps: ((now: State) => State)[]): State => steps.reduce((now, step) => step(now), fresh)
const wrongIn = (state: State) => [...shownProblems(shape, state).keys()]

const changes: [title: string, state: State, changed: boolean, kept: boolean][] = [
  ['nothing', fresh, false, false],
  ['typing', after(type({ reason: 'x' })), true, true],
  ['what goes without saying', after((now) => filled(now, (form) => ({ ...form, to: '7' }))), false, false],
  [
    'what goes without saying after typing',
    after(type({ reason: 'x' }), (now) => filled(now, (form) => ({ ...form, to: '7' }))),
    true,
    true,
  ],
  ['what changes nothing', after((now) => typed(now, (form) => form)), false, false],
  ['being saved', after(type({ reason: 'x' }), (now) => saved(sent(now, 'save', 'a'), now.form, 1)), false, false],
  [
    'typing while it is saved',
    after(type({ reason: 'x' }), (now) => saved(type({ reason: 'y' })(sent(now, 'save', 'a')), now.form, 1)),
    true,
    true,
  ],
  ['being on its way untouched', after((now) => sent(now, 'submit', 'a')), false, true],
  ['no answer to what nobody touched', after((now) => unanswered(sent(now, 'submit', 'a'), 'hand')), true, true],
  ['arriving', after(type({ reason: 'x' }), (now) => done(sent(now, 'submit', 'a'))), false, false],
]
for (const [title, state, changed, kept] of changes)
  test(`a form after ${title}: ${changed ? 'changed' : 'unchanged'}, ${kept ? 'kept' : 'not kept'}`, () => {
    assert.equal(isChanged(state), changed)
    assert.equal(keptOf(state) !== undefined, kept)
  })

const submit = (command: string) => (now: State) => sent(now, 'submit', command)
const commands: [title: string, steps: ((now: State) => State)[], command: string | undefined][] = [
  ['sent', [submit('a')], 'a'],
  ['sent again after no answer', [submit('a'), (now) => unanswered(now, 'hand'), submit('b')], 'a'],
  ['changed and sent again after no answer', [submit('a'), (now) => unanswered(now, 'hand'), type({ reason: 'x' }), submit('b')], 'a'],
  ['sent again after a refusal', [submit('a'), (now) => refused(now, find('reason')), submit('b')], 'b'],
  ['sent again where it had arrived before', [submit('a'), (now) => refused(now, new Map(), true), submit('b')], 'a'],
  [
    'sent after a check that found something',
    [submit('a'), (now) => unanswered(now, 'hand'), (now) => refused(now, find('reason')), submit('b')],
    'a',
  ],
  ['saved between', [submit('a'), (now) => unanswered(now, 'hand'), (now) => saved(sent(now, 'save', 'c'), now.form, 1), submit('b')], 'a'],
  [
    'sent again after somebody else changed it',
    [submit('a'), (now) => overtaken(shape, now, { form: now.form, version: 2 }, meant).filling, submit('b')],
    'b',
  ],
]
for (const [title, steps, command] of commands)
  test(`one submission is one command: ${title}`, () => assert.equal(after(...steps).command, command))

test('what was not answered is known by how it was to be sent, until it is sent again', () => {
  const state = after(submit('a'), (now) => unanswered(now, 'hand'))
  assert.deepEqual([state.step, state.unsent], [undefined, { choice: 'hand' }])
  assert.equal(submit('b')(state).unsent, undefined)
  assert.equal(
    unanswered(
      after((now) => sent(now, 'save', 'a')),
      'hand',
    ).unsent,
    undefined,
  )
})

const refusal = (now: State) => refused(now, find('', 'reason', 'count'))
const words: [title: string, steps: ((now: State) => State)[], left: string[]][] = [
  ['stay while nothing changes', [refusal], ['', 'reason', 'count']],
  ['go from a field that is changed, and from the whole', [refusal, type({ reason: 'x' })], ['count']],
  ['come back where the change is taken back', [refusal, type({ reason: 'x' }), type({ reason: '' })], ['reason', 'count']],
  ['go when it is sent again', [refusal, submit('a')], []],
  ['come one by one as well', [refusal, type({ reason: 'x' }), (now) => told(shape, now, 'reason', 'taken')], ['count', 'reason']],
]
for (const [title, steps, left] of words) test(`words about what is wrong ${title}`, () => assert.deepEqual(wrongIn(after(...steps)), left))

const merges: [title: string, base: Form, theirs: Form, ours: Form, values: Form, contested: string[]][] = [
  ['takes what only they changed', { a: '1', b: '1' }, { a: '2', b: '1' }, { a: '1', b: '1' }, { a: '2', b: '1' }, []],
  ['keeps what was typed here', { a: '1', b: '1' }, { a: '1', b: '1' }, { a: '1', b: '3' }, { a: '1', b: '3' }, []],
  ['does both', { a: '1', b: '1' }, { a: '2', b: '1' }, { a: '1', b: '3' }, { a: '2', b: '3' }, []],
  ['marks what both changed', { a: '1' }, { a: '2' }, { a: '3' }, { a: '3' }, ['a']],
  ['marks nothing where both mean the same', { a: '1' }, { a: '3' }, { a: '3' }, { a: '3' }, []],
  ['takes empty for empty', { a: undefined }, { a: null }, { a: '' }, { a: null }, []],
  ['knows lists by what is in them', { a: ['1'] }, { a: ['1', '2'] }, { a: ['1'] }, { a: ['1', '2'] }, []],
]
for (const [title, base, theirs, ours, values, contested] of merges)
  test(`meeting somebody else’s change ${title}`, () => assert.deepEqual(shape.merge(base, theirs, ours), { form: values, contested }))

test('what somebody else made of it comes in with its version; what both changed is marked, and news only where there is any', () => {
  const mine = after(type({ reason: 'mine' }), submit('a'))
  const met = overtaken(shape, mine, { form: { reason: 'theirs', count: '2' }, version: 4 }, meant)
  assert.deepEqual(
    [met.filling.form, met.filling.version, met.filling.step, met.news],
    [{ reason: 'mine', count: '2' }, 4, undefined, true],
  )
  assert.deepEqual([...shownProblems(shape, met.filling)], [['reason', meant]])
  const own = overtaken(shape, mine, { form: mine.form, version: 4 }, meant)
  assert.deepEqual([own.filling.version, own.news, isChanged(own.filling)], [4, false, true])
})

const kept = (version: number): StoredFilling<Form> => ({
  id: '5',
  form: { reason: 'x', count: '1' },
  base: given.form,
  version,
  command: 'a',
})
const beginnings: [
  title: string,
  version: number,
  kept: StoredFilling<Form> | undefined,
  form: Form,
  id: string,
  restored: boolean,
  wrong: string[],
][] = [
  ['with what is given', 0, undefined, given.form, '1', false, []],
  ['with what this device kept, under its id', 0, kept(0), { reason: 'x', count: '1' }, '5', true, []],
  ['with both, where it was changed elsewhere', 3, kept(2), { reason: 'x', count: '9' }, '5', true, []],
  ['with what is given, where the draft that was kept is another', 0, kept(2), given.form, '1', false, []],
]
for (const [title, version, found, form, id, restored, wrong] of beginnings)
  test(`it begins ${title}`, () => {
    const state: State = begin({
      shape,
      id: '1',
      source: { form: version > 0 ? { reason: '', count: '9' } : given.form, version },
      storedFilling: found,
      meant,
    })
    assert.deepEqual([state.form, state.id, state.restored, wrongIn(state)], [form, id, restored, wrong])
    assert.equal(state.command, restored && version === 0 ? 'a' : undefined)
  })

test('what is empty is the same in any way', () => {
  assert.ok(isSame(undefined, null) && isSame('', undefined) && isSame([], undefined))
  assert.ok(!isSame('0', '') && !isSame(false, ''))
})

test('values in a form are merged and judged as values; the rest stays as it is here', () => {
  type Draft = { readonly values: Form; readonly deptId: string }
  const within = valuesIn<Draft>(
    ({ values }) => values,
    (draft, values) => ({ ...draft, values }),
  )
  const draft = (values: Form, deptId: string): Draft => ({ values, deptId })
  assert.deepEqual(within.merge(draft({ a: '1', b: '1' }, '5'), draft({ a: '2', b: '1' }, '6'), draft({ a: '1', b: '3' }, '7')), {
    form: draft({ a: '2', b: '3' }, '7'),
    contested: [],
  })
  assert.deepEqual([...within.stillWrong(find('a', 'b'), draft({ a: '1', b: '1' }, '5'), draft({ a: '1', b: '2' }, '5')).keys()], ['a'])
})
