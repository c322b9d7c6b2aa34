import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fill } from '../../../kernel/refusal.ts'
import type { Condition } from './condition.ts'
import type { FieldType } from '../../../kernel/field.ts'
import { parseDefinition } from '../flow/definition.ts'
import { fieldSorts, formFields } from './filling.ts'
import { amountOf, fieldOf, type FormDesign, type FormField, type FormItem, type FormTable, parseFormDesign } from './formDesign.ts'
import { computed, readForm } from './formReading.ts'
import { designProblems } from './formProblems.ts'
import type { Formula } from './formula.ts'

const field = (key: string, control: FieldType, more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label: key.toUpperCase(),
  required: false,
  control,
  ...more,
})
const table = (key: string, columns: FormField[], more: Partial<FormTable> = {}): FormTable => ({
  t: 'table',
  key,
  label: key.toUpperCase(),
  columns,
  min: 0,
  max: 3,
  ...more,
})
const design = (...items: FormItem[]): FormDesign => ({ schema: 1, items })
const money: FieldType = { type: 'money' }
const whole: FieldType = { type: 'whole', min: -9, max: 9 }
const flag: FieldType = { type: 'flag' }
const text: FieldType = { type: 'text', max: 10, lines: 1 }
const quantity: FieldType = { type: 'quantity', places: 2 }
const colour: FieldType = {
  type: 'choice',
  many: false,
  options: [
    { value: 'r', label: 'Red' },
    { value: 'b', label: 'Blue' },
  ],
}
const op = (sign: '+' | '-' | '*' | '/', a: Formula | string, b: Formula | string): Formula => ({
  op: sign,
  a: typeof a === 'string' ? { f: a } : a,
  b: typeof b === 'string' ? { f: b } : b,
})
const lines = table('lines', [
  field('price', money, { required: true }),
  field('count', quantity, { required: true }),
  field('sum', money, { formula: op('*', 'price', 'count') }),
])
const order = design(
  field('reason', text, { required: true }),
  { t: 'group', key: 'part', label: 'Part', items: [lines, field('total', money, { formula: { sum: 'lines.sum' } })] },
  field('urgent', flag),
  field('until', { type: 'date' }, { required: true, visible: { f: 'urgent', op: 'eq', v: true } }),
)

test('a form and a flow have so many comparisons and no more, wherever they stand', () => {
  const comparisons = (count: number): Condition => ({
    any: Array.from({ length: count }, (_, n): Condition => ({ all: [{ f: 'a', op: 'eq', v: String(n) }] })),
  })
  const formOf = (count: number) =>
    parseFormDesign(
      design(field('a', money), field('b', money, { visible: comparisons(500) }), field('c', money, { visible: comparisons(count) })),
    )
  assert.ok('design' in formOf(500))
  const refused = formOf(501)
  assert.equal('refusal' in refused && refused.refusal.reason, 'form.manyConditions')
  const flow = parseDefinition({ body: [{ arms: [{ when: comparisons(1001) }] }] })
  assert.equal('refusal' in flow && flow.refusal.reason, 'approval.definition.manyConditions')
})

test('what does not fit is refused and named', () => {
  for (const [input, path] of [
    [{ schema: 2, items: [] }, 'schema'],
    [{ schema: 1, items: [{ ...field('a', money), more: 1 }] }, 'items.0.more'],
    [design(field('A', money)), 'items.0.key'],
    [design(field('constructor', money)), 'items.0.key'],
    [design(field('a', { type: 'money', min: '1' })), 'items.0.control.min'],
    [design(field('a', money, { formula: { n: '1e9' } })), 'items.0.formula.n'],
    [
      design({
        t: 'group',
        key: 'g',
        label: 'G',
        items: [{ t: 'group', key: 'h', label: 'H', items: [] } as unknown as FormField],
      }),
      'items.0.items.0.t',
    ],
    [
      design(
        table(
          't',
          Array.from({ length: 31 }, (_, i) => field(`c${i}`, money)),
        ),
      ),
      'items.0.columns',
    ],
    [design(...Array.from({ length: 101 }, (_, i) => field(`c${i}`, money))), ''],
    [design({ t: 'group', key: 'g', label: 'G', items: Array.from({ length: 100 }, (_, i) => field(`c${i}`, money)) }), ''],
  ] as const) {
    const read = parseFormDesign(input)
    assert.equal('refusal' in read && read.refusal.params['path'], path, JSON.stringify(input).slice(0, 80))
  }
  let deep: unknown = { f: 'a' }
  for (let i = 0; i < 10_000; i++) deep = { round: deep, places: 2 }
  const read = parseFormDesign(design(field('a', money, { formula: deep as Formula })))
  assert.equal('refusal' in read && read.refusal.reason, 'form.tooDeep')
})

const of = (formula: Formula, ...beside: FormItem[]) => design(field('x', money, { formula }), ...beside)
const problemCases: [title: string, FormDesign, key: string | null, words: RegExp][] = [
  ['nothing in it', design(), null, /还没有字段/],
  ['a group only', design({ t: 'group', key: 'g', label: 'G', items: [] }), null, /还没有字段/],
  ['an empty group', design(field('a', text), { t: 'group', key: 'g', label: 'G', items: [] }), 'g', /“G”中还没有字段/],
  ['an empty table', design(field('a', text), table('t', [])), 't', /“T”还没有列/],
  ['a key twice', design(field('a', text), { t: 'group', key: 'g', label: 'G', items: [field('a', money)] }), 'a', /“A”的编号“a”重复/],
  ['a column twice', design(table('t', [field('a', text), field('a', money)])), 't.a', /“T·A”的编号/],
  ['no name', design(field('a', text, { label: '' })), 'a', /“a”还没有名称/],
  ['no options', design(field('a', { type: 'choice', options: [], many: false })), 'a', /还没有选项/],
  [
    'an option twice',
    design(
      field('a', {
        type: 'choice',
        options: [
          { value: '1', label: 'One' },
          { value: '1', label: 'Uno' },
        ],
        many: true,
      }),
    ),
    'a',
    /选项“Uno”重复/,
  ],
  ['limits the wrong way round', design(field('a', { type: 'whole', min: 2, max: 1 })), 'a', /最小值大于最大值/],
  ['rows the wrong way round', design(table('t', [field('a', text)], { min: 4 })), 't', /最少行数/],
  ['a condition on nothing', design(field('a', text, { visible: { f: 'b', op: 'empty' } })), 'a', /显示条件用到的“b”/],
  ['a condition on a column elsewhere', design(field('a', text, { visible: { f: 'price', op: 'empty' } }), lines), 'a', /用到的“price”/],
  ['a condition on the initiator', design(field('a', text, { visible: { f: '$dept', op: 'isDeptIn', v: '1' } })), 'a', /“\$dept”不在/],
  ['a formula on nothing', of({ f: 'b' }), 'x', /“X”的公式用到的“b”不在表单中/],
  ['a formula on text', of({ f: 'b' }, field('b', text)), 'x', /算出的不是它能放的/],
  ['a formula on pictures', of({ f: 'b' }, field('b', { type: 'pictures', max: 3 })), 'x', /不能使用“B”/],
  ['the sum of texts', of({ sum: 'lines.note' }, table('lines', [field('note', text)])), 'x', /“LINES·NOTE”不是数字/],
  ['a formula of pictures', design(field('a', { type: 'pictures', max: 3 }, { formula: { n: '1' } })), 'a', /不能用公式/],
  ['days and numbers compared', of({ op: '>', a: { f: 'd' }, b: { n: '1' } }, field('d', { type: 'date' })), 'x', /“>”两边的类型不合/],
  ['a function without its parts', of({ call: 'if', args: [{ n: '1' }] }), 'x', /IF应写作IF/],
  ['a column without its sum', of({ f: 'lines.price' }, lines), 'x', /“LINES·PRICE”有多行，请用合计、最大或最小/],
  ['the highest of a field', of({ most: 'b' }, field('b', money)), 'x', /只能对明细表的列取最大或最小/],
  ['the sum of a field', of({ sum: 'b' }, field('b', money)), 'x', /只能对明细表的列求和/],
  ['the count of a field', of({ count: 'b' }, field('b', money)), 'x', /只能对明细表计数/],
  ['division by zero', of(op('/', { n: '1' }, { n: '0.00' })), 'x', /“X”的公式除以了零/],
  ['a formula of itself', of({ f: 'x' }), 'x', /绕回了自己/],
  ['a circle of formulas', of({ f: 'y' }, field('y', money, { formula: { f: 'x' } })), 'y', /“Y”的公式或显示条件绕回了自己/],
  ['a circle through a condition', of({ f: 'y' }, field('y', money, { visible: { f: 'x', op: 'gt', v: '1' } })), 'x', /绕回/],
  ['a group that hides what decides on it', design({ t: 'group', key: 'g', label: 'G', visible: { f: 'a', op: 'empty' }, items: [field('a', text)] }), 'g', /绕回/], // prettier-ignore
  ['a column of its own sum', design(table('t', [field('a', money, { formula: { sum: 't.a' } })])), 't.a', /“T·A”.*绕回/],
]
for (const [title, given, key, words] of problemCases)
  test(`a problem: ${title}`, () => {
    const problem = designProblems(given).find((one) => one.key === key && words.test(fill(one.words, one.params)))
    assert.ok(problem, JSON.stringify(designProblems(given)))
  })

test('a sound design has no problems', () => {
  assert.deepEqual(designProblems(order), [])
  assert.deepEqual(designProblems(of(op('/', { sum: 'lines.price' }, { count: 'lines' }), lines)), [])
  assert.deepEqual(designProblems(design(field('price', text), table('t', [field('price', money), field('b', money, { formula: { f: 'price' } })]))), []) // prettier-ignore
})

test('formulas are done in order of what they need; a missing operand leaves the result out', () => {
  for (const [formula, values, x] of [
    [op('+', 'a', 'b'), { a: '1.5', b: 2 }, '3.5'],
    [op('+', 'a', 'b'), { a: '1.5' }, undefined],
    [op('-', 'a', 'b'), { a: '1', b: 3 }, '-2'],
    [op('/', 'a', 'b'), { a: '2', b: 3 }, '0.67'],
    [op('*', op('/', 'a', 'b'), { n: '1000' }), { a: '2', b: 3 }, '666.7'],
    [op('/', 'a', 'b'), { a: '2', b: 0 }, undefined],
    [{ round: { f: 'a' }, places: 0 }, { a: '2.5' }, '3'],
    [{ sum: 'lines.price' }, { lines: [{ price: '1' }, {}, { price: '2.5' }] }, '3.5'],
    [{ sum: 'lines.price' }, {}, '0'],
    [{ most: 'lines.price' }, { lines: [{ price: '1' }, {}, { price: '12.5' }, { price: '3' }] }, '12.5'],
    [{ least: 'lines.price' }, { lines: [{ price: '4' }, {}, { price: '2.5' }] }, '2.5'],
    [{ sum: 'lines.sum' }, { lines: [{ price: '1', count: '3' }, { price: '2' }], a: 'x' }, '3'],
    [{ count: 'lines' }, { lines: [{}, {}] }, '2'],
    [{ count: 'lines.price' }, { lines: [{ price: '1' }, {}] }, '1'],
    [{ f: 'x' }, { x: '7' }, undefined],
  ] as [Formula, Record<string, unknown>, string | undefined][])
    assert.equal(computed(of(formula, field('a', money), field('b', whole), lines), values)['x'], x, JSON.stringify(formula))
})

test('a column reads its own row first, even where the row has nothing', () => {
  const columns = [field('rate', quantity), field('cost', money, { formula: op('*', 'rate', 'base') })]
  const given = design(field('rate', quantity), field('base', money), table('t', columns))
  assert.deepEqual(computed(given, { rate: '9', base: '10', t: [{ rate: '2' }, {}] }), {
    rate: '9',
    base: '10',
    t: [{ rate: '2', cost: '20' }, {}],
  })
})

test('what is not visible is neither kept nor counted, in groups and rows too', () => {
  const red: Condition = { f: 'c', op: 'eq', v: 'r' }
  const given = design(
    field('c', colour),
    { t: 'group', key: 'g', label: 'G', visible: red, items: [field('a', money), table('t', [field('p', money)])] },
    table('u', [field('c', colour), field('p', money, { visible: red })]),
    field('x', money, { formula: op('+', { sum: 'u.p' }, { sum: 't.p' }) }),
  )
  const values = { a: '1', t: [{ p: '2' }], u: [{ c: 'r', p: '3' }, { c: 'b', p: '4' }, { p: '5' }] }
  const rows = [{ c: 'r', p: '3' }, { c: 'b' }, {}]
  assert.deepEqual(computed(given, { c: 'r', ...values }), { c: 'r', a: '1', t: [{ p: '2' }], u: rows, x: '5' })
  assert.deepEqual(computed(given, { c: 'b', ...values }), { c: 'b', u: rows, x: '3' })
})

test('values are checked by stage, in words that name the field', () => {
  const row = { price: '1', count: '2' }
  for (const [raw, stage, problems] of [
    [{ reason: 'r' }, 'submitting', []],
    [{}, 'draft', []],
    [{}, 'submitting', ['reason: 请填写REASON']],
    [{ reason: '12345678901' }, 'draft', ['reason: REASON不能超过10个字']],
    [{ reason: 'r', urgent: true }, 'submitting', ['until: 请填写UNTIL']],
    [{ reason: 'r', urgent: true, until: 'x' }, 'submitting', ['until: UNTIL不是有效的日期']],
    [{ reason: 'r', until: 'x' }, 'submitting', []],
    [{ reason: 'r', other: 1 }, 'submitting', ['other: 未知的字段other']],
    [{ reason: 'r', part: 1 }, 'submitting', ['part: 未知的字段part']],
    [{ reason: 'r', lines: [row, { price: '1' }] }, 'submitting', ['lines.1.count: 请填写COUNT']],
    [
      { reason: 'r', lines: [{ ...row, price: 'x', who: 1 }] },
      'submitting',
      ['lines.0.who: 未知的字段who', 'lines.0.price: PRICE应为金额'],
    ],
    [{ reason: 'r', lines: [row, row, row, row] }, 'submitting', ['lines: LINES最多3行']],
    [{ reason: 'r', lines: { price: '1' } }, 'draft', ['lines: LINES应为列表']],
    [{ reason: 'r', lines: [{ price: '999999999999', count: '99' }] }, 'draft', ['lines.0.sum: SUM的计算结果过大']],
  ] as [Record<string, unknown>, 'draft' | 'submitting', string[]][]) {
    const read = readForm(order, raw, stage).problems.map(({ path, words, params }) => `${path}: ${fill(words, params)}`)
    assert.deepEqual(read, problems, JSON.stringify(raw))
  }
  const least = design(table('t', [field('a', text)], { min: 2 }), field('ok', flag, { required: true }))
  const said = readForm(least, { t: [{}], ok: false }, 'submitting').problems.map(({ words, params }) => fill(words, params))
  assert.deepEqual(said, ['T至少填写2行', '请勾选OK'])
})

test('a step may require what the form does not, but not where it is not visible', () => {
  const said = (raw: Record<string, unknown>, required: string) =>
    readForm(order, raw, 'submitting', (path) => (path === required ? 'required' : 'read')).problems.map(({ path }) => path)
  assert.deepEqual(said({}, 'urgent'), ['urgent'])
  assert.deepEqual(said({ urgent: true }, 'until'), ['until'])
  assert.deepEqual(said({}, 'until'), [])
  assert.deepEqual(said({}, 'lines'), ['lines'])
  assert.deepEqual(said({ lines: [{ price: '1' }, {}] }, 'lines.price'), ['lines.1.price'])
})

test('a computed field is never taken from what was sent, and one that is not writable need not be there', () => {
  const { values, problems } = readForm(
    order,
    { total: '999', lines: [{ price: ' 1,000.50 ', count: 2, sum: '1' }] },
    'submitting',
    (path) => (path === 'reason' ? 'read' : 'write'),
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(values, { lines: [{ price: '1000.5', count: '2', sum: '2001' }], total: '2001' })
})

test('the amount is the field of that name, else the last money formula outside tables', () => {
  for (const [given, values, amount] of [
    [order, { total: '5' }, '5'],
    [order, {}, null],
    [design(field('amount', money), field('b', money, { formula: { n: '2' } })), { amount: '1', b: '2' }, '1'],
    [design(field('amount', text), field('b', money, { formula: { n: '2' } })), { amount: '1', b: '2' }, '2'],
    [design(field('a', money)), { a: '1' }, null],
  ] as const)
    assert.equal(amountOf(given, values), amount, JSON.stringify(given))
})

test('the kinds of all paths, and fields as other forms have them', () => {
  const given = design(
    field('who', { type: 'reference', to: 'person', many: true }),
    field('day', { type: 'date' }),
    table('t', [field('place', { type: 'reference', to: 'location', many: false }), field('c', { ...colour, many: true } as FieldType)]),
  )
  const kinds = fieldSorts(formFields({ kind: 'custom', formKey: 'f', formVersion: 1 }, given))
  assert.deepEqual(Object.fromEntries(kinds), { who: 'person', day: 'date', t: 'table', 't.place': 'location', 't.c': 'choices' })
  for (const [control, raw, value] of [
    [{ type: 'reference', to: 'supplier', many: true }, [1, '2'], ['1', '2']],
    [{ ...colour, many: true }, ['b', 'r'], ['b', 'r']],
    [{ ...colour, many: true }, ['b', 'b'], undefined],
    [{ ...colour, many: true }, 'b', undefined],
    [{ ...colour, many: true }, ['x'], undefined],
    [{ type: 'reference', to: 'person', many: false }, '1', '1'],
    [{ type: 'pictures', max: 1 }, ['a/b.png', 'c/d.png'], undefined],
  ] as [FieldType, unknown, unknown][])
    assert.deepEqual(readForm(design(field('a', control)), { a: raw }, 'draft').values['a'], value, JSON.stringify(control))
  assert.equal(fieldOf(field('a', money, { required: true, formula: { n: '1' } })).required, 'never')
  assert.equal(fieldOf(field('a', flag, { required: true, hint: 'h' })).required, 'always')
})

/** Designs in which formulas and conditions read earlier fields only, and values that fit some of them. */
const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const numbers = fc.constantFrom<FieldType>(money, quantity, whole)
const controls = fc.oneof(numbers, fc.constantFrom<FieldType>(flag, text, colour, { type: 'date' }))
const formulaOver = (paths: string[]): fc.Arbitrary<Formula> =>
  fc.letrec<{ formula: Formula }>((tie) => ({
    formula: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Formula>({ n: '2' }, { n: '-0.5' }, { sum: 'rows.a' }, { count: 'rows' }, ...paths.map((f) => ({ f }))),
      fc.record({ op: fc.constantFrom('+', '-', '*', '/'), a: tie('formula'), b: tie('formula') }),
      fc.record({ round: tie('formula'), places: fc.nat({ max: 4 }) }),
    ),
  })).formula
const conditionOver = (paths: string[]): fc.Arbitrary<Condition> =>
  fc.record({ f: fc.constantFrom(...paths), op: fc.constantFrom('eq', 'gt', 'empty'), v: fc.constantFrom('1', 'r', true) })
const fieldsIn = (before: string[]): fc.Arbitrary<FormField[]> =>
  fc.tuple(
    ...keys.map((one, i) => {
      const paths = [...before, ...keys.slice(0, i)]
      const computedField = fc.record({ control: numbers, formula: formulaOver(keys.slice(0, i)) })
      const kind = fc.oneof(
        { weight: 3, arbitrary: fc.record({ control: controls }) },
        { weight: before.length === 0 ? 0 : 2, arbitrary: computedField },
      )
      const condition = paths.length === 0 ? fc.constant(undefined) : fc.option(conditionOver(paths), { nil: undefined })
      return fc
        .tuple(kind, condition, fc.boolean())
        .map(([made, visible, required]) => field(one, made.control, { required, ...made, ...(visible ? { visible } : {}) }))
    }),
  )
const designs = fc
  .tuple(fieldsIn([]), fieldsIn(['rows']), fc.boolean())
  .map(([columns, fields, grouped]) =>
    design(table('rows', columns), ...(grouped ? [{ t: 'group' as const, key: 'g', label: 'G', items: fields }] : fields)),
  )
const given = fc.constantFrom<unknown>('1', '2.5', '-3', 'r', 'x', '2024-02-29', '', null, true, 7, 1.25, '1,000')
const row = fc.dictionary(fc.constantFrom(...keys), given)
const raws = fc.tuple(row, fc.array(row, { maxLength: 3 })).map(([values, rows]) => ({ ...values, rows }))

test('reading a design back from JSON changes nothing', () => {
  fc.assert(
    fc.property(designs, (one) => {
      const json = JSON.parse(JSON.stringify(one))
      assert.deepEqual(parseFormDesign(json), { design: json })
    }),
  )
})

test('designs made so have no circles', () => {
  fc.assert(
    fc.property(designs, (one) =>
      assert.deepEqual(
        designProblems(one).filter(({ words }) => words.includes('绕回')),
        [],
      ),
    ),
  )
})

test('computing again changes nothing', () => {
  fc.assert(
    fc.property(designs, raws, (one, raw) => {
      const once = computed(one, raw)
      assert.deepEqual(computed(one, once), once)
    }),
  )
})

test('what was read reads the same, at every stage', () => {
  fc.assert(
    fc.property(designs, raws, fc.constantFrom('draft', 'submitting'), (one, raw, stage) => {
      const { values } = readForm(one, raw, stage)
      assert.deepEqual(readForm(one, values, stage).values, values)
      assert.deepEqual(computed(one, values), values)
    }),
  )
})

test('any JSON is read or refused, and computed without end or fault', () => {
  fc.assert(
    fc.property(fc.jsonValue(), designs, fc.dictionary(fc.constantFrom('rows', ...keys), fc.jsonValue()), (json, one, raw) => {
      assert.ok(parseFormDesign(json))
      const { values } = readForm(one, raw, 'submitting')
      assert.deepEqual(computed(one, values), values)
    }),
  )
})
