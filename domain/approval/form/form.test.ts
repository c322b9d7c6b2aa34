import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changedPaths,
  idsAt,
  marked,
  missingFields,
  overlay,
  permissionOf,
  rowMark,
  unmarked,
  valuesAt,
  visibleForm,
  withValue,
  type FieldPermissions,
  type Form,
} from './form.ts'

const form: Form = {
  a: '1',
  blank: '',
  list: ['x', 'y', 'x'],
  inner: { b: '2' },
  lines: [
    { p: '1', q: null },
    { p: '2', q: '3' },
  ],
}

test('values at a path, through objects and tables, blanks left out', () => {
  for (const [path, values] of [
    ['a', ['1']],
    ['blank', []],
    ['inner.b', ['2']],
    ['list', ['x', 'y', 'x']],
    ['lines.q', ['3']],
    ['toString', []],
    ['a.b', []],
  ] as const)
    assert.deepEqual(valuesAt(form, path), values, path)
  assert.deepEqual(idsAt(form, 'list'), ['x', 'y'])
})

test('changed paths name columns where a table keeps its rows, the table otherwise', () => {
  for (const [patch, paths] of [
    [{ a: '1' }, []],
    [{ a: '2' }, ['a']],
    [{ blank: null }, []],
    [{ fresh: '' }, []],
    [{ fresh: '1' }, ['fresh']],
    [{ inner: { b: '3' } }, ['inner.b']],
    [
      {
        lines: [
          { p: '1', q: '9' },
          { p: '2', q: '3' },
        ],
      },
      ['lines.q'],
    ],
    [{ lines: [{ p: '1', q: null }] }, ['lines']],
    [{ list: ['x', 'y', 'z'] }, ['list']],
    [{ list: ['x', 'y', 'x'] }, []],
    [{ a: null }, ['a']],
  ] as [Form, string[]][])
    assert.deepEqual(changedPaths(form, patch), paths, JSON.stringify(patch))
})

test('an overlay keeps what it does not name, in objects and in rows', () => {
  assert.deepEqual(overlay(form, { lines: [{ q: '8' }, {}] }), {
    lines: [
      { p: '1', q: '8' },
      { p: '2', q: '3' },
    ],
  })
  assert.deepEqual(overlay(form, { inner: { c: '1' } }), { inner: { b: '2', c: '1' } })
  assert.deepEqual(overlay(form, { list: ['z'] }), { list: ['z'] })
  assert.deepEqual(overlay(form, { fresh: '1' }), { fresh: '1' })
})

const kept: Form = {
  lines: [
    { p: 'a', cost: '1' },
    { p: 'b', cost: '2' },
    { p: 'c', cost: '3' },
  ],
}
const row = (mark: number | null, p: string): Form => ({ p, [rowMark]: mark })
const plain = (p: string): Form => ({ p })
for (const [title, rows, costs, paths] of [
  ['as they were', [row(0, 'a'), row(1, 'b'), row(2, 'c')], ['1', '2', '3'], []],
  ['one is changed', [row(0, 'a'), row(1, 'x'), row(2, 'c')], ['1', '2', '3'], ['lines.p']],
  ['the first is gone', [row(1, 'b'), row(2, 'c')], ['2', '3'], ['lines']],
  ['the first is gone and the next changed', [row(1, 'x'), row(2, 'c')], ['2', '3'], ['lines', 'lines.p']],
  ['one is new in between', [row(0, 'a'), row(null, 'x'), row(1, 'b'), row(2, 'c')], ['1', undefined, '2', '3'], ['lines', 'lines.p']],
  ['one is gone and one new', [row(1, 'b'), row(2, 'c'), row(null, 'x')], ['2', '3', undefined], ['lines', 'lines.p']],
  ['in another order', [row(2, 'c'), row(0, 'a'), row(1, 'b')], ['3', '1', '2'], ['lines']],
  ['all are new', [row(null, 'a')], [undefined], ['lines', 'lines.p']],
  ['one comes twice', [row(0, 'a'), row(0, 'a')], ['1', undefined], ['lines', 'lines.p']],
  ['one that never was', [row(7, 'a')], [undefined], ['lines', 'lines.p']],
  ['none is left', [], [], ['lines']],
  ['unmarked, in their places', [plain('a'), plain('x'), plain('c')], ['1', '2', '3'], ['lines.p']],
  ['unmarked, the first gone', [plain('b'), plain('c')], ['2', '3'], ['lines']],
  ['unmarked, a blank one more', [plain('a'), plain('b'), plain('c'), {}], ['1', '2', '3', undefined], ['lines']],
] as [string, Form[], (string | undefined)[], string[]][])
  test(`rows keep what their reader was not shown: ${title}`, () => {
    const laid = overlay(kept, { lines: rows })
    assert.deepEqual(changedPaths(kept, laid), paths)
    const now = unmarked(laid)['lines'] as Form[]
    assert.deepEqual(
      now.map(({ cost }) => cost),
      costs,
    )
    assert.deepEqual(
      now.map(({ p }) => p),
      rows.map(({ p }) => p),
    )
    assert.ok(now.every((one) => !Object.hasOwn(one, rowMark)))
  })

test('only the rows of tables are marked', () => {
  assert.deepEqual(marked({ a: '1', files: [{ path: 'x' }], lines: [{ p: '1' }, { p: '2' }] }, ['lines']), {
    a: '1',
    files: [{ path: 'x' }],
    lines: [
      { p: '1', [rowMark]: 0 },
      { p: '2', [rowMark]: 1 },
    ],
  })
})

test('permissions: a column follows its table, the rest follows the default', () => {
  const fields: FieldPermissions = { lines: 'write', 'lines.p': 'read', secret: 'hide' }
  for (const [path, permission] of [
    ['lines.q', 'write'],
    ['lines.p', 'read'],
    ['secret', 'hide'],
    ['other', 'read'],
  ] as const)
    assert.equal(permissionOf(fields, path, 'read'), permission)
})

test('required fields must be filled, columns in every row', () => {
  for (const [path, missing] of [
    ['a', false],
    ['blank', true],
    ['lines.p', false],
    ['lines.q', true],
    ['nothing', true],
    ['inner.b', false],
  ] as const)
    assert.equal(missingFields({ [path]: 'required' }, form).length > 0, missing, path)
})

test('hidden fields are not shown, columns neither', () => {
  assert.deepEqual(visibleForm({ a: 'hide', 'lines.p': 'hide', inner: 'read' }, form), {
    blank: '',
    list: ['x', 'y', 'x'],
    inner: { b: '2' },
    lines: [{ q: null }, { q: '3' }],
  })
})

test('a value is put at a path, making what is missing on the way', () => {
  assert.deepEqual(withValue({ a: '1' }, 'b.c', '2'), { a: '1', b: { c: '2' } })
})
