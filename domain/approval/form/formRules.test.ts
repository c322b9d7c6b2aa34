import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBeginnings } from './beginning.ts'
import { type FormDesign, parseFormDesign } from './formDesign.ts'
import { carryFacts, type FormFacts } from './formFacts.ts'
import { designProblems } from './formProblems.ts'
import { computed, evaluateForm, readForm } from './formReading.ts'
import { lacksFacts, neededFacts, neededRecords } from './neededFacts.ts'
import { factsKey, type Json } from './form.ts'

const field = (key: string, control: object, more: object = {}) => ({ t: 'field', key, label: key, required: false, control, ...more })
const text = { type: 'text', max: 100, lines: 1 }
const date = { type: 'date' }
const money = { type: 'money' }
const integer = { type: 'whole', min: 0, max: 9999 }
const choice = { type: 'choice', many: false, options: ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() })) }
const model = { type: 'reference', to: 'model', many: false }
const flag = { type: 'flag' }

const designOf = (...items: object[]): FormDesign => {
  const result = parseFormDesign({ schema: 1, items })
  assert.ok('design' in result, JSON.stringify(result))
  return result.design
}
const table = (...columns: object[]) => ({ t: 'table', key: 'lines', label: 'lines', columns, min: 0, max: 10 })
const wrongIn = (design: FormDesign, values: Record<string, Json>, stage: 'draft' | 'submitting' = 'submitting') =>
  readForm(design, values, stage).problems.map(({ path, words }) => `${path}: ${words}`)
const wordsOf = (design: FormDesign) => designProblems(design).map(({ words }) => words)

const endCheck = { holds: { op: '>=', a: { f: 'end' }, b: { f: 'start' } }, words: '结束不能早于开始' }

test('a check refuses with its own words at its field, and not while the form is a draft', () => {
  const design = designOf(field('start', date), field('end', date, { checks: [endCheck] }))
  assert.deepEqual(wordsOf(design), [])
  const wrong = { start: '2026-03-02', end: '2026-03-01' }
  assert.deepEqual(wrongIn(design, wrong), ['end: 结束不能早于开始'])
  assert.deepEqual(wrongIn(design, wrong, 'draft'), [])
  assert.deepEqual(wrongIn(design, { start: '2026-03-02', end: '2026-03-02' }), [])
})

test('what is missing refuses nothing by a check', () => {
  const design = designOf(field('start', date), field('end', date, { checks: [endCheck] }))
  assert.deepEqual(wrongIn(design, { end: '2026-03-01' }), [])
})

test('a check of a column is held against each row', () => {
  const check = { holds: { op: '<=', a: { f: 'count' }, b: { f: 'most' } }, words: '超过上限' }
  const design = designOf(field('most', integer), table(field('count', integer, { checks: [check] })))
  assert.deepEqual(wrongIn(design, { most: 5, lines: [{ count: 4 }, { count: 6 }, { count: 5 }] }), ['lines.1.count: 超过上限'])
})

test('a check is not asked of what is not shown', () => {
  const visible = { f: 'start', op: 'empty' }
  const design = designOf(field('start', date), field('end', date, { checks: [endCheck], visible }))
  assert.deepEqual(wrongIn(design, { start: '2026-03-02', end: '2026-03-01' }), [])
})

for (const [title, item, words] of [
  ['a number', { checks: [{ holds: { n: '1' }, words: '错' }] }, /能判断是否成立/],
  ['no words', { checks: [{ holds: { op: '=', a: { n: '1' }, b: { n: '1' } }, words: '' }] }, /没有提示文字/],
  ['an absent field', { checks: [{ holds: { op: '=', a: { f: 'gone' }, b: { n: '1' } }, words: '错' }] }, /不在表单中/],
  ['a beginning of another kind', { begins: { as: 'value', value: 'x' } }, /默认值/],
  ['an applicant in a number', { begins: { as: 'applicant' } }, /默认值/],
  ['a text as a number', { begins: { as: 'formula', formula: { text: 'x' } } }, /不是它能放的内容/],
  ['an option that is not there', { offers: [{ option: 'a', when: { f: 'other', op: 'empty' } }] }, /选项联动/],
] as const)
  test(`a design does not go with ${title}`, () => {
    const problems = wordsOf(designOf(field('count', integer, item), field('other', text)))
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', words)
  })

test('a column has no beginning', () => {
  assert.match(wordsOf(designOf(table(field('count', integer, { begins: { as: 'value', value: 1 } }))))[0] ?? '', /不能设置默认值/)
})

test('fields begin as they say until somebody touches them', () => {
  const design = designOf(
    field('day', date, { begins: { as: 'today' } }),
    field('who', { type: 'reference', to: 'person', many: false }, { begins: { as: 'applicant' } }),
    field('whose', { type: 'reference', to: 'department', many: true }, { begins: { as: 'department' } }),
    field('kind', choice, { begins: { as: 'value', value: 'b' } }),
    field('until', date, { begins: { as: 'formula', formula: { op: '+', a: { f: 'day' }, b: { n: '7' } } } }),
  )
  assert.deepEqual(wordsOf(design), [])
  const beginForm = (values: Record<string, Json>) => {
    const { [factsKey]: _, ...entries } = withBeginnings(design, carryFacts(values, { today: '2026-02-27' }), { uid: '7', deptId: '8' })
    return entries
  }
  assert.deepEqual(beginForm({}), { day: '2026-02-27', who: '7', whose: ['8'], kind: 'b', until: '2026-03-06' })
  assert.deepEqual(beginForm({ day: '2026-05-01', kind: '' }), { day: '2026-05-01', who: '7', whose: ['8'], kind: '', until: '2026-05-08' })
})

test('options are offered by what other fields say, and refused otherwise', () => {
  const offers = [{ option: 'c', when: { f: 'urgent', op: 'eq', v: true } }]
  const design = designOf(
    field('urgent', flag),
    field('way', choice, { offers }),
    table(field('urgent', flag), field('way', choice, { offers })),
  )
  assert.deepEqual(wordsOf(design), [])
  const values = {
    urgent: false,
    way: 'c',
    lines: [
      { urgent: true, way: 'c' },
      { urgent: false, way: 'a' },
    ],
  }
  const withheld = evaluateForm(design, values).withheld
  assert.deepEqual([...(withheld.get('way') ?? [])], ['c'])
  assert.deepEqual([...(withheld.get('lines.1.way') ?? [])], ['c'])
  assert.equal(withheld.has('lines.0.way'), false)
  assert.deepEqual(wrongIn(design, values), ['way: {label}请选择列表中的一项'])
  assert.deepEqual(wrongIn(design, { ...values, urgent: true }), [])
})

test('what leads back to itself by an offered option is named', () => {
  const offers = (f: string) => ({ offers: [{ option: 'a', when: { f, op: 'eq', v: 'b' } }] })
  assert.match(wordsOf(designOf(field('x', choice, offers('y')), field('y', choice, offers('x'))))[0] ?? '', /绕回了自己/)
})

const pricedDesign = designOf(
  table(
    field('item', model),
    field('count', integer),
    field('cost', money, { formula: { op: '*', a: { record: 'item', column: 'price' }, b: { f: 'count' } } }),
  ),
  field('total', money, { formula: { sum: 'lines.cost' } }),
  field('left', integer, { formula: { call: 'days', args: [{ f: 'due' }, { call: 'today', args: [] }] } }),
  field('due', date),
  field('soon', flag, { formula: { op: '<', a: { f: 'left' }, b: { n: '3' } } }),
)
const facts: FormFacts = { today: '2026-02-27', records: { 'model/5': { price: '19.90' }, 'model/6': { price: null } } }

test('formulas read the day of the form and the records that were chosen, and the facts stay in it', () => {
  assert.deepEqual(wordsOf(pricedDesign), [])
  const values = {
    due: '2026-03-01',
    lines: [
      { item: '5', count: 3 },
      { item: '6', count: 2 },
      { item: '7', count: 1 },
    ],
  }
  const form = computed(pricedDesign, carryFacts(values, facts))
  assert.equal(form['total'], '59.7')
  assert.equal(form['left'], 2)
  assert.equal(form['soon'], true)
  assert.deepEqual(form[factsKey], facts)
  assert.deepEqual(readForm(pricedDesign, carryFacts(values, facts), 'submitting').values[factsKey], facts)
  assert.equal(computed(pricedDesign, values)['left'], undefined)
})

test('a form says which facts it asks for', () => {
  assert.deepEqual(neededFacts(pricedDesign), { today: true, calendar: false, records: new Map([['lines.item', new Set(['price'])]]) })
  const records = neededRecords(pricedDesign, { lines: [{ item: '5' }, { count: 1 }, { item: '6' }] })
  assert.deepEqual([...records], [['model', { ids: new Set(['5', '6']), columns: new Set(['price']) }]])
  assert.equal(lacksFacts(pricedDesign, {}), true)
  assert.equal(lacksFacts(pricedDesign, carryFacts({}, facts)), false)
})

for (const [title, control, column] of [
  ['what not everybody may read', { type: 'reference', to: 'person', many: false }, 'mobile'],
  ['a field that is none', model, 'colour'],
  ['several records', { ...model, many: true }, 'price'],
  ['a supplier, whose list is not open', { type: 'reference', to: 'supplier', many: false }, 'phone'],
] as const)
  test(`a formula does not read ${title}`, () => {
    const formula = { call: 'concat', args: [{ record: 'ref', column }] }
    assert.match(wordsOf(designOf(field('ref', control), field('said', text, { formula })))[0] ?? '', /不能读取/)
  })
