import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval } from '../flow/templates/define.ts'
import type { Definition } from '../flow/definition.ts'
import { permissionOf, type FieldPermissions, type Form } from './form.ts'
import { forbiddenChange, summaryOf, textsOf, unaskedPaths } from './change.ts'
import { amountToldOf, toldToAll } from '../flow/audience.ts'
import { withFreed } from '../flow/freed.ts'
import type { FormDesign, FormField } from './formDesign.ts'

const field = (key: string, control: FormField['control'], more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label: key.toUpperCase(),
  required: false,
  control,
  ...more,
})
const design: FormDesign = {
  schema: 1,
  items: [
    field('reason', { type: 'text', max: 100, lines: 1 }),
    field('notes', { type: 'text', max: 1000, lines: 3 }),
    field('kind', { type: 'choice', many: false, options: [{ value: 'new', label: 'New one' }] }),
    field('files', { type: 'attachments', max: 2 }),
    field('price', { type: 'money' }, { visible: { f: 'kind', op: 'eq', v: 'new' } }),
    field('who', { type: 'reference', to: 'person', many: true }),
    {
      t: 'table',
      key: 'lines',
      label: 'Lines',
      min: 0,
      max: 9,
      columns: [
        field('item', { type: 'text', max: 20, lines: 1 }),
        field('given', { type: 'money' }),
        field('twice', { type: 'money' }, { formula: { op: '*', a: { f: 'given' }, b: { n: '2' } } }),
        field('why', { type: 'text', max: 20, lines: 1 }, { visible: { f: 'given', op: 'gt', v: '9' } }),
      ],
    },
  ],
}
const file = { path: 'a/b.pdf', name: 'b', sizeBytes: 1 }
const before: Form = {
  reason: 'r',
  kind: 'new',
  price: '1',
  files: [{ ...file }],
  lines: [
    { item: 'a', given: '1', twice: '2' },
    { item: 'b', given: '10', twice: '20', why: 'w' },
  ],
}
const lines = (...rows: Form[]): Form => ({ ...before, lines: rows })
const [a, b] = before['lines'] as [Form, Form]

for (const [title, after, fields, path] of [
  ['nothing', before, {}, undefined],
  ['the order of keys in a file', { ...before, files: [{ sizeBytes: 1, name: 'b', path: 'a/b.pdf' }] }, {}, undefined],
  ['a field that is read', { ...before, reason: 'x' }, {}, 'reason'],
  ['a field that may be written', { ...before, reason: 'x' }, { reason: 'write' }, undefined],
  ['a field that is required', { ...before, reason: 'x' }, { reason: 'required' }, undefined],
  ['a field cleared', { ...before, reason: null }, {}, 'reason'],
  ['what goes with what is written', { ...before, kind: null, price: null }, { kind: 'write' }, undefined],
  ['what would go, kept', { ...before, kind: null, price: null, reason: 'x' }, { kind: 'write' }, 'reason'],
  ['a cell that is read', lines({ ...a, given: '2' }, b), { 'lines.item': 'write' }, 'lines.given'],
  ['a cell that is written, with its formula', lines({ ...a, given: '2', twice: '4' }, b), { 'lines.given': 'write' }, undefined],
  ['a cell that is read in the row where it is visible', lines(a, { ...b, why: 'x' }), { 'lines.given': 'write' }, 'lines.why'],
  ['a cell that goes with another', lines(a, { item: 'b', given: '3', twice: '6' }), { 'lines.given': 'write' }, undefined],
  ['a row more where only cells are written', lines(a, b, {}), { 'lines.item': 'write' }, 'lines'],
  ['a row more', lines(a, b, { item: 'c' }), { lines: 'write', 'lines.given': 'read', 'lines.why': 'read' }, undefined],
  ['a row more with what is read', lines(a, b, { given: '5' }), { lines: 'write', 'lines.given': 'read' }, 'lines.given'],
  ['a row twice', lines(a, b, b), { lines: 'write', 'lines.given': 'read' }, 'lines.given'],
  ['a row less', lines(b), { lines: 'write', 'lines.given': 'read', 'lines.why': 'read' }, undefined],
  ['the whole table', { ...before, lines: null }, { lines: 'write' }, undefined],
  ['the whole table, read', { ...before, lines: null }, {}, 'lines'],
] as [string, Form, FieldPermissions, string | undefined][])
  test(`a change of ${title}: ${path === undefined ? 'fine' : 'forbidden'}`, () => {
    assert.equal(
      forbiddenChange(design, { before, after }, (one) => permissionOf(fields, one, 'read')),
      path,
    )
  })

test('what is computed or not visible is not asked for', () => {
  assert.deepEqual(unaskedPaths(design, before), ['lines.twice', 'lines.why'])
  assert.deepEqual(unaskedPaths(design, { kind: 'old' }), ['price', 'lines.twice'])
})

test('freed paths may be written at every step, in branches too', () => {
  const step = approval('one', 'One', [{ k: 'initiator' }], { fields: { a: 'hide', b: 'required', c: 'required' } })
  const definition = {
    startFields: { b: 'required' },
    body: [{ t: 'branch', id: 'x', name: 'X', kind: 'par', arms: [{ id: 'p', name: 'P', body: [step] }] }],
  } as unknown as Definition
  const freed = withFreed(definition, ['b'])
  assert.deepEqual(freed.startFields, { b: 'write' })
  assert.match(JSON.stringify(freed.body), /"fields":\{"a":"hide","b":"write","c":"required"\}/)
  assert.equal(withFreed(definition, []), definition)
})

test('texts say labels and names; a summary says what was chosen, else the first short ones', () => {
  const texts = textsOf(design, { ...before, notes: 'long\n one', who: ['1', '2'] }, { 1: 'Ann', 2: 'Bob' })
  assert.deepEqual(texts, { reason: 'r', notes: 'long one', kind: 'New one', price: '¥1.00', who: 'Ann、Bob' })
  assert.equal(summaryOf(design, texts, []), 'REASON：r，KIND：New one，PRICE：¥1.00')
  const priced: FormDesign = { schema: 1, items: [...design.items, field('amount', { type: 'money' })] }
  assert.equal(summaryOf(priced, { ...texts, amount: '5.00' }, []), 'REASON：r，KIND：New one，PRICE：¥1.00')
  assert.equal(summaryOf(priced, { ...texts, amount: '5.00' }, ['amount']), 'AMOUNT：5.00')
  assert.equal(summaryOf(design, texts, ['who', 'gone', 'notes']), 'WHO：Ann、Bob，NOTES：long one')
})

test('what the start or a step hides is told to nobody in lists and titles', () => {
  const step = approval('one', 'One', [{ k: 'initiator' }], { fields: { kind: 'hide' } })
  const definition = {
    startFields: { reason: 'hide' },
    body: [{ t: 'branch', id: 'x', name: 'X', kind: 'par', arms: [{ id: 'p', name: 'P', body: [step] }] }],
  } as unknown as Definition
  assert.deepEqual(toldToAll(definition, { reason: 'r', kind: 'New one', price: '1.00' }), { price: '1.00' })
  const priced: FormDesign = { schema: 1, items: [...design.items, field('amount', { type: 'money' })] }
  assert.equal(amountToldOf(definition, priced, { amount: '5' }), '5')
  assert.equal(amountToldOf({ ...definition, startFields: { amount: 'hide' } }, priced, { amount: '5' }), null)
})
