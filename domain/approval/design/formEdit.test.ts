import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { presets } from '../../../kernel/fields/kinds.ts'
import {
  type FormDesign,
  type FormField,
  type FormGroup,
  type FormItem,
  type FormTable,
  fieldsOf,
  parseFormDesign,
} from '../form/formDesign.ts'
import { designProblems } from '../form/formProblems.ts'
import {
  accepts,
  besideRemoved,
  blankItem,
  changeItem,
  contentOf,
  copyItem,
  everyItem,
  insertItem,
  itemAt,
  type ItemKind,
  itemKindOf,
  moveItem,
  removeItem,
  renameKey,
  spotBehind,
  spotOf,
  stepItem,
} from './formEdit.ts'

const money = (key: string, rest: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label: key,
  required: false,
  control: { type: 'money' },
  ...rest,
})
const table = (key: string, ...columns: FormField[]): FormTable => ({ t: 'table', key, label: key, columns, min: 0, max: 10 })
const group = (key: string, ...items: FormGroup['items']): FormGroup => ({ t: 'group', key, label: key, items })
const design = (...items: FormItem[]): FormDesign => ({ schema: 1, items })

/** a, [g: b, c], (lines: price, count), total = sum(lines.price) */
const sample = design(
  money('a'),
  group('g', money('b'), money('c', { visible: { f: 'a', op: 'gt', v: '1' } })),
  table('lines', money('price'), money('cost', { formula: { op: '*', a: { f: 'price' }, b: { f: 'a' } } })),
  money('total', { formula: { sum: 'lines.price' } }),
)

/** A design in short: "a [g: b c] (lines: price)". */
const short = ({ items }: FormDesign): string => items.map(shortItem).join(' ')
const shortItem = (item: FormItem): string =>
  item.t === 'field'
    ? item.key
    : item.t === 'note'
      ? item.key
      : item.t === 'group'
        ? `[${[item.key + ':', ...item.items.map(shortItem)].join(' ')}]`
        : `(${[item.key + ':', ...item.columns.map(({ key }) => key)].join(' ')})`

const whole = 'a [g: b c] (lines: price cost) total'

for (const [path, spot] of [
  ['a', { within: null, index: 0 }],
  ['c', { within: 'g', index: 1 }],
  ['lines', { within: null, index: 2 }],
  ['lines.cost', { within: 'lines', index: 1 }],
  ['cost', undefined],
  ['lines.none', undefined],
  ['a.b', undefined],
] as const)
  test(`${path} stands at ${JSON.stringify(spot)}`, () => assert.deepEqual(spotOf(sample, path), spot))

for (const [title, chosen, t, expected] of [
  ['nothing chosen', undefined, 'field', { within: null, index: 4 }],
  ['behind a field', 'a', 'field', { within: null, index: 1 }],
  ['into a group', 'g', 'field', { within: 'g', index: 2 }],
  ['a group not into a group but behind it', 'g', 'group', { within: null, index: 2 }],
  ['behind what is in a group', 'b', 'field', { within: 'g', index: 1 }],
  ['a group not behind what is in a group but behind that', 'b', 'group', { within: null, index: 2 }],
  ['into a table', 'lines', 'field', { within: 'lines', index: 2 }],
  ['a note not among columns but behind the table', 'lines.price', 'note', { within: null, index: 3 }],
  ['what is chosen is gone', 'none', 'field', { within: null, index: 4 }],
] as const)
  test(`something new: ${title}`, () => assert.deepEqual(spotBehind(sample, chosen, t), expected))

for (const [path, expected] of [
  ['a', 'g'],
  ['total', 'lines'],
  ['b', 'c'],
  ['c', 'b'],
  ['lines.cost', 'lines.price'],
  ['none', undefined],
] as const)
  test(`${path} removed, ${expected ?? 'nothing'} is chosen`, () => assert.equal(besideRemoved(sample, path), expected))

test('the last in a group or a table leaves that chosen, the last of all nothing', () => {
  assert.equal(besideRemoved(design(group('g', money('b'))), 'b'), 'g')
  assert.equal(besideRemoved(design(table('lines', money('price'))), 'lines.price'), 'lines')
  assert.equal(besideRemoved(design(money('a')), 'a'), undefined)
})

for (const [title, within, t, expected] of [
  ['a group in the form', null, 'group', true],
  ['a group in a group', 'g', 'group', false],
  ['a table in a group', 'g', 'table', true],
  ['a field in a table', 'lines', 'field', true],
  ['a table in a table', 'lines', 'table', false],
  ['a field in a field', 'a', 'field', false],
  ['a field nowhere', 'none', 'field', false],
] as const)
  test(`${title}: ${expected ? 'fits' : 'does not fit'}`, () => assert.equal(accepts(sample, within, t), expected))

for (const [title, within, index, item, expected, path] of [
  ['in the form', null, 1, money('x'), 'a x [g: b c] (lines: price cost) total', 'x'],
  ['at the end of a group', 'g', 2, money('x'), 'a [g: b c x] (lines: price cost) total', 'x'],
  ['in a table', 'lines', 1, money('x'), 'a [g: b c] (lines: price x cost) total', 'lines.x'],
  ['with a key that the form has', 'g', 0, money('a'), 'a [g: a2 b c] (lines: price cost) total', 'a2'],
  ['with a key that only the form has', 'lines', 0, money('a'), 'a [g: b c] (lines: a price cost) total', 'lines.a'],
  ['where it does not fit', 'g', 0, group('h'), whole, 'g.h'],
] as const)
  test(`inserts ${title}`, () => {
    const edited = insertItem(sample, { within, index }, item)
    assert.equal(short(edited.design), expected)
    assert.equal(edited.path, path)
  })

for (const [path, expected] of [
  ['a', '[g: b c] (lines: price cost) total'],
  ['b', 'a [g: c] (lines: price cost) total'],
  ['g', 'a (lines: price cost) total'],
  ['lines.price', 'a [g: b c] (lines: cost) total'],
  ['none', whole],
] as const)
  test(`removes ${path}`, () => assert.equal(short(removeItem(sample, path)), expected))

for (const [title, path, within, index, expected, moved] of [
  ['down', 'a', null, 2, '[g: b c] a (lines: price cost) total', 'a'],
  ['to where it is', 'a', null, 1, whole, 'a'],
  ['up', 'total', null, 0, 'total a [g: b c] (lines: price cost)', 'total'],
  ['into a group', 'a', 'g', 1, '[g: b a c] (lines: price cost) total', 'a'],
  ['out of a group', 'c', null, 0, 'c a [g: b] (lines: price cost) total', 'c'],
  ['into a table', 'b', 'lines', 2, 'a [g: c] (lines: price cost b) total', 'lines.b'],
  ['out of a table', 'lines.price', null, 0, 'price a [g: b c] (lines: cost) total', 'price'],
  ['a table into a group', 'lines', 'g', 0, 'a [g: (lines: price cost) b c] total', 'lines'],
  ['a group into a group: no', 'g', 'g', 0, whole, 'g'],
  ['a table into a table: no', 'lines', 'lines', 0, whole, 'lines'],
] as const)
  test(`moves ${title}`, () => {
    const edited = moveItem(sample, path, { within, index })
    assert.equal(short(edited.design), expected)
    assert.equal(edited.path, moved)
  })

for (const [path, step, expected] of [
  ['a', -1, whole],
  ['a', 1, '[g: a b c] (lines: price cost) total'],
  ['b', -1, 'a b [g: c] (lines: price cost) total'],
  ['c', 1, 'a [g: b] c (lines: price cost) total'],
  ['lines', -1, 'a [g: b c (lines: price cost)] total'],
  ['g', 1, 'a (lines: price cost) [g: b c] total'],
  ['lines.cost', -1, 'a [g: b c] (lines: cost price) total'],
  ['lines.cost', 1, whole],
  ['total', 1, whole],
] as const)
  test(`steps ${path} by ${step}`, () => assert.equal(short(stepItem(sample, path, step).design), expected))

const formulaAt = (of: FormDesign, path: string) => (itemAt(of, path) as FormField).formula
const visibleAt = (of: FormDesign, path: string) => itemAt(of, path)?.visible

test('what refers to a column follows it out of its table and into another', () => {
  const out = moveItem(sample, 'lines.price', { within: null, index: 0 }).design
  assert.deepEqual(formulaAt(out, 'total'), { sum: 'price' })
  assert.deepEqual(formulaAt(out, 'lines.cost'), { op: '*', a: { f: 'price' }, b: { f: 'a' } })
  const into = moveItem(sample, 'a', { within: 'lines', index: 0 }).design
  assert.deepEqual(formulaAt(into, 'lines.cost'), { op: '*', a: { f: 'price' }, b: { f: 'a' } })
  assert.deepEqual(visibleAt(into, 'c'), { f: 'lines.a', op: 'gt', v: '1' })
})

test('conditions and formulas follow another key', () => {
  const column = renameKey(sample, 'lines.price', 'each')
  assert.equal(column.path, 'lines.each')
  assert.deepEqual(formulaAt(column.design, 'total'), { sum: 'lines.each' })
  assert.deepEqual(formulaAt(column.design, 'lines.cost'), { op: '*', a: { f: 'each' }, b: { f: 'a' } })
  const field = renameKey(sample, 'a', 'rate').design
  assert.deepEqual(formulaAt(field, 'lines.cost'), { op: '*', a: { f: 'price' }, b: { f: 'rate' } })
  assert.deepEqual(visibleAt(field, 'c'), { f: 'rate', op: 'gt', v: '1' })
  const lines = renameKey(sample, 'lines', 'items').design
  assert.deepEqual(formulaAt(lines, 'total'), { sum: 'items.price' })
  assert.deepEqual(formulaAt(lines, 'items.cost'), { op: '*', a: { f: 'price' }, b: { f: 'a' } })
})

test('a column hides the field of the same key from its table', () => {
  const both = design(money('a'), table('lines', money('a'), money('b', { formula: { f: 'a' } })), money('c', { formula: { f: 'a' } }))
  const field = renameKey(both, 'a', 'x').design
  assert.deepEqual([formulaAt(field, 'lines.b'), formulaAt(field, 'c')], [{ f: 'a' }, { f: 'x' }])
  const column = renameKey(both, 'lines.a', 'x').design
  assert.deepEqual([formulaAt(column, 'lines.b'), formulaAt(column, 'c')], [{ f: 'x' }, { f: 'a' }])
})

for (const [title, path, key] of [
  ['taken', 'a', 'b'],
  ['taken in the table', 'lines.price', 'cost'],
  ['no key', 'a', 'A b'],
  ['empty', 'a', ''],
  ['what every object has', 'a', 'constructor'],
] as const)
  test(`refuses a key that is ${title}`, () => assert.equal(renameKey(sample, path, key).design, sample))

test('a copy of a group has keys of its own and speaks about its own parts', () => {
  const self = design(
    group('g', money('x'), table('t', money('p')), money('y', { formula: { op: '+', a: { f: 'x' }, b: { sum: 't.p' } } })),
  )
  const { design: copied, path } = copyItem(self, 'g')
  assert.equal(short(copied), '[g: x (t: p) y] [g2: x2 (t2: p) y2]')
  assert.equal(path, 'g2')
  assert.deepEqual(formulaAt(copied, 'y2'), { op: '+', a: { f: 'x2' }, b: { sum: 't2.p' } })
  assert.deepEqual(formulaAt(copied, 'y'), { op: '+', a: { f: 'x' }, b: { sum: 't.p' } })
})

const itemKinds = [...Object.keys(presets), 'note', 'table', 'group'] as ItemKind[]

for (const kind of itemKinds)
  test(`a new ${kind} may be published`, () => {
    const item = blankItem(kind, { label: 'L', option: (n) => `O${n}`, column: 'C' })
    assert.equal(itemKindOf(item), kind)
    const parsed = parseFormDesign(design(item.t === 'group' ? { ...item, items: [money('in')] } : item, money('beside')))
    assert.ok('design' in parsed)
    assert.deepEqual(designProblems(parsed.design), [])
  })

/** Any order of changes, by number: what, where from, where to. */
const walks = fc.array(fc.tuple(fc.nat(4), fc.nat(50), fc.nat(50), fc.nat(6)), { maxLength: 30 })
const words = { label: 'L', option: (n: number) => `O${n}`, column: 'C' }

test('whatever is done, keys are unique and every design can be read', () => {
  fc.assert(
    fc.property(walks, (walk) => {
      let now = sample
      for (const [what, from, to, index] of walk) {
        const paths = [...everyItem(now).map(({ key }) => key), ...fieldsOf(now).flatMap(({ path, table: of }) => (of ? path : []))]
        const path = paths[from % Math.max(1, paths.length)] ?? 'none'
        const places = [null, ...everyItem(now).flatMap((item) => (item.t === 'field' ? [] : item.key))]
        const within = places[to % places.length]!
        const spot = { within, index: Math.min(index, contentOf(now, within).length) }
        if (what === 0) now = insertItem(now, spot, blankItem(itemKinds[from % itemKinds.length]!, words)).design
        if (what === 1) now = moveItem(now, path, spot).design
        if (what === 2) now = copyItem(now, path).design
        if (what === 3) now = removeItem(now, path)
        if (what === 4) now = renameKey(now, path, `k${to}`).design
      }
      const keys = everyItem(now).map(({ key }) => key)
      assert.equal(new Set(keys).size, keys.length)
      for (const item of everyItem(now))
        if (item.t === 'table') assert.equal(new Set(item.columns.map(({ key }) => key)).size, item.columns.length)
      if (keys.length <= 100) assert.ok('design' in parseFormDesign(now), JSON.stringify(parseFormDesign(now)))
    }),
  )
})

test('changing an item leaves the others the same', () => {
  const next = changeItem(sample, 'b', { ...(itemAt(sample, 'b') as FormField), label: 'new' })
  assert.equal(itemAt(next, 'b')?.label, 'new')
  assert.equal(itemAt(next, 'c'), itemAt(sample, 'c'))
  assert.equal(itemAt(next, 'a'), itemAt(sample, 'a'))
})
