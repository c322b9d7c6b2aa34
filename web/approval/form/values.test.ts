import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormDesign, FormField } from '../../../domain/approval/form/formDesign.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { blankForm, filledIn, shownForm } from './values.ts'

const money = (key: string, rest: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label: key,
  required: false,
  control: { type: 'money' },
  ...rest,
})
const lines = {
  t: 'table' as const,
  key: 'lines',
  label: 'lines',
  min: 1,
  max: 9,
  columns: [money('price'), money('fee', { formula: { op: '*', a: { f: 'price' }, b: { f: 'rate' } } })],
}
const design: FormDesign = {
  schema: 1,
  items: [
    money('rate'),
    { t: 'group', key: 'g', label: 'g', items: [lines], visible: { f: 'kind', op: 'eq', v: '1' } },
    money('kind'),
    money('total', { formula: { sum: 'lines.fee' } }),
    money('note', { visible: { f: 'rate', op: 'gt', v: '1' } }),
  ],
}
const values = { rate: '2', kind: '1', total: '99', lines: [{ price: '3', fee: '77' }, { price: '' }] }
const hiding =
  (...paths: string[]): FieldAccess =>
  (path) =>
    paths.includes(path) ? 'hide' : 'read'

for (const [title, hidden, total, fee, sees] of [
  ['nothing is hidden', [], '6', '6', true],
  ['an operand is hidden', ['rate'], '99', '77', true],
  ['an operand of an operand is hidden', ['lines.price'], '99', '77', true],
  ['something else is hidden', ['note'], '6', '6', true],
  ['what shows the table is hidden', ['kind'], '99', '77', true],
] as const)
  test(`formulas are worked out where all is there, else told: ${title}`, () => {
    const shown = shownForm(design, values, hiding(...hidden))
    assert.equal(shown.valueAt('total'), total)
    assert.equal(shown.cellAt(lines, 0, 'fee'), fee)
    assert.equal(shown.sees('lines.0.price'), sees)
  })

test('what is not visible is not seen, unless nobody here can know', () => {
  const low = { ...values, rate: '1' }
  assert.equal(shownForm(design, low, hiding()).sees('note'), false)
  assert.equal(shownForm(design, low, hiding('rate')).sees('note'), true)
})

test('only what is filled in is sent, rows keep their places', () =>
  assert.deepEqual(filledIn(design, { ...values, note: '', extra: [] }), {
    rate: '2',
    kind: '1',
    total: '99',
    lines: [{ price: '3', fee: '77' }, {}],
  }))

test('a table that needs rows begins with one', () => assert.deepEqual(blankForm(design), { lines: [{}] }))
