import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardCalendar, workCalendar } from '../../calendar/workCalendar.ts'
import { holds } from './condition.ts'
import { dueAt } from '../../calendar/deadline.ts'
import { textsOf, forbiddenChange } from './change.ts'
import { designProblems } from './formProblems.ts'
import { type FormDesign, type FormField, type FormItem, parseFormDesign } from './formDesign.ts'
import { readForm } from './formReading.ts'
import type { FieldType } from '../../../kernel/field.ts'
import { fieldSorts, formFields } from './filling.ts'
import { formSamples } from '../design/formSamples.ts'
import { wordsOf } from '../../../kernel/fields/kinds.ts'
import { fill } from '../../../kernel/refusal.ts'

const kindsOf = (design: FormDesign) => fieldSorts(formFields({ kind: 'custom', formKey: 'f', formVersion: 1 }, design))

const field = (key: string, control: FieldType, rest: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label: key,
  required: true,
  control,
  ...rest,
})
const form = (...items: FormItem[]): FormDesign => {
  const parsed = parseFormDesign({ schema: 1, items })
  assert.ok('design' in parsed, JSON.stringify(parsed))
  return parsed.design
}
const leave = form(
  field('leave', { type: 'period', unit: 'halfDays' }),
  field('cost', { type: 'money' }, { required: false, formula: { op: '*', a: { f: 'leave' }, b: { n: '100' } } }),
  field('proof', { type: 'attachments', max: 3 }, { visible: { f: 'leave', op: 'gt', v: '2' } }),
)
const period = (from: string, to: string, length?: string) => ({ from, to, ...(length && { length }) })

test('the length of a period is worked out, whatever was sent, and formulas and conditions read it', () => {
  const { values, problems } = readForm(leave, { leave: period('2026-11-22 PM', '2026-11-24 AM', '99') }, 'submitting')
  assert.deepEqual(values, { leave: { from: '2026-11-22 PM', to: '2026-11-24 AM', length: '2' }, cost: '200' })
  assert.deepEqual(problems, [])
  const longer = readForm(leave, { leave: period('2026-11-22 AM', '2026-11-24 AM') }, 'submitting')
  assert.deepEqual(
    longer.problems.map(({ path }) => path),
    ['proof'],
  )
  const scope = {
    form: longer.values,
    initiator: '',
    dept: '',
    deptPath: () => undefined,
    rolesOf: () => undefined,
    ownValues: () => undefined,
  }
  for (const [op, v, expected] of [
    ['gt', '2', true],
    ['le', '2.5', true],
    ['eq', '2.5', true],
    ['lt', '2.5', false],
    ['in', ['2.5'], true],
  ] as const)
    // prettier-ignore
    assert.equal(holds({ f: 'leave', op, v: v as string }, scope), expected, op)
  assert.equal(kindsOf(leave).get('leave'), 'period')
})

test('a period whose end lies before its beginning, or that lacks an end, is refused in words', () => {
  const table: [unknown, string][] = [
    [period('2026-11-24 AM', '2026-11-22 AM'), '{label}的结束不能早于开始'],
    [period('2026-11-24 AM', ''), '请填写{label}的开始和结束'],
    [period('2026-11-24', '2026-11-25'), '请填写{label}的开始和结束'],
    ['2026-11-24', '{label}应为时间段'],
    [{ ...period('2026-11-24 AM', '2026-11-25 AM'), more: 1 }, '{label}应为时间段'],
  ]
  for (const [value, words] of table) assert.equal(readForm(leave, { leave: value }, 'submitting').problems[0]?.words, words, words)
})

test('periods in the rows of a table are summed up, and one that may not be written stays', () => {
  const trips = form(
    { t: 'table', key: 'trips', label: '行程', columns: [field('when', { type: 'period', unit: 'days' })], min: 0, max: 9 },
    field('days', { type: 'quantity', places: 1 }, { required: false, formula: { sum: 'trips.when' } }),
  )
  const rows = [{ when: period('2026-11-22', '2026-11-23') }, { when: period('2026-12-01', '2026-12-01') }]
  const { values } = readForm(trips, { trips: rows }, 'submitting')
  assert.equal(values['days'], '3')
  const changed = readForm(trips, { trips: [rows[0]!, { when: period('2026-12-01', '2026-12-02') }] }, 'submitting').values
  assert.equal(
    forbiddenChange(trips, { before: values, after: changed }, () => 'read'),
    'trips.when',
  )
})

test('what lists, paper and changes say of the new kinds', () => {
  const items = form(
    field('leave', { type: 'period', unit: 'halfDays' }),
    field('meet', { type: 'datetime' }),
    field('after', { type: 'applications', max: 2 }),
  )
  const values = { leave: { from: '2026-11-22 PM', to: '2026-11-24 AM', length: '2' }, meet: '2026-11-22 09:30', after: ['7'] }
  const names = { 7: 'SQ202611220001' }
  const words = ['2026-11-22 下午 至 2026-11-24 上午（2天）', '2026-11-22 09:30', 'SQ202611220001']
  assert.deepEqual(Object.values(textsOf(items, values, names)), words)
  const speaker = { say: (text: string, params = {}) => fill(text, params), nameOf: (id: string) => names[id as unknown as 7] ?? '' }
  assert.deepEqual(
    items.items.map((item) => wordsOf((item as FormField).control, values[item.key as keyof typeof values], speaker)),
    words,
  )
})

test('a minute and links to applications are checked', () => {
  const items = form(field('meet', { type: 'datetime' }), field('after', { type: 'applications', max: 2 }))
  const wrong = (value: object) =>
    readForm(items, { meet: '2026-11-22 09:30', after: ['7'], ...value }, 'submitting').problems.map(({ words }) => words)
  assert.deepEqual(wrong({}), [])
  assert.deepEqual(wrong({ meet: '2026-11-22 25:30' }), ['{label}不是有效的时间'])
  assert.deepEqual(wrong({ after: ['7', '8', '9'] }), ['{label}最多{max}项'])
  assert.deepEqual(wrong({ after: ['7', '7'] }), ['{label}有重复'])
  assert.deepEqual(wrong({ after: ['x'] }), ['{label}编号有误'])
})

test('a text fulfils the rule that its form chose, and a rule that cannot be used forbids publishing', () => {
  const design = form(
    field('plate', { type: 'text', max: 20, lines: 1, rule: 'carPlate' }),
    field('contract', { type: 'text', max: 20, lines: 1, rule: 'pattern', pattern: '^HT-\\d+$', message: '合同号以HT-开头' }),
  )
  const wordsOf = (raw: Record<string, string>) => readForm(design, raw, 'submitting').problems.map(({ words }) => words)
  assert.deepEqual(wordsOf({ plate: '粤BD12345', contract: 'HT-7' }), [])
  assert.deepEqual(wordsOf({ plate: 'abc', contract: '7' }), ['{label}车牌号码格式有误', '合同号以HT-开头'])
  assert.deepEqual(designProblems(design), [])
  for (const pattern of [undefined, '(', '(a)\\1'])
    assert.deepEqual(
      designProblems(form(field('a', { type: 'text', max: 20, lines: 1, rule: 'pattern', pattern }))).map(({ words }) => words),
      ['“{label}”的校验规则不能使用：{words}'],
    )
})

test('a note has no value, needs a text, and nothing can ask for it', () => {
  const note = (text: string): FormItem => ({ t: 'note', key: 'note', label: '', text })
  const good = form(note('请先阅读制度'), field('a', { type: 'text', max: 10, lines: 1 }))
  assert.deepEqual(designProblems(good), [])
  assert.deepEqual(
    readForm(good, { a: 'x', note: 'y' }, 'submitting').problems.map(({ words }) => words),
    ['未知的字段{key}'],
  )
  assert.equal(kindsOf(good).has('note'), false)
  const bad = form(note(''), field('a', { type: 'text', max: 10, lines: 1 }, { visible: { f: 'note', op: 'eq', v: 'x' } }))
  assert.deepEqual(
    designProblems(bad).map(({ key, words }) => [key, words]),
    [
      ['note', '“{label}”还没有文字'],
      ['a', '“{label}”的显示条件用到的“{field}”不在表单中'],
    ],
  )
  const grouped = form({
    t: 'group',
    key: 'g',
    label: '组',
    items: [note('看这里') as Extract<FormItem, { t: 'note' }>, field('a', { type: 'flag' })],
  })
  assert.deepEqual(designProblems(grouped), [])
})

test('a wait until a minute of a field ends then, where the organisation is', () => {
  assert.equal(dueAt('2026-11-20T00:00:00.000Z', { until: '2026-11-22 09:30' }, workCalendar(standardCalendar)), '2026-11-22T01:30:00.000Z')
})

test('the sample of a leave is whole', () => {
  const sample = formSamples.find(({ key }) => key === 'leave')!
  assert.deepEqual(designProblems(sample.design), [])
})

test('durations are added up and compared, times are compared, and a place is kept whole', () => {
  const work = form(
    { t: 'table', key: 'rows', label: '工时', columns: [field('took', { type: 'duration' })], min: 0, max: 9 },
    field('total', { type: 'duration' }, { required: false, formula: { sum: 'rows.took' } }),
    field(
      'cost',
      { type: 'money' },
      { required: false, formula: { op: '*', a: { op: '/', a: { f: 'total' }, b: { n: '60' } }, b: { n: '80' } } },
    ),
    field('began', { type: 'time' }),
    field('why', { type: 'text', max: 9, lines: 1 }, { visible: { all: [{ f: 'total', op: 'gt', v: '120' }, { f: 'began', op: 'ge', v: '18:00' }] } }), // prettier-ignore
    field('where', { type: 'place' }),
  )
  assert.deepEqual(designProblems(work), [])
  const where = { longitude: '116.3971284', latitude: 39.9, system: 'WGS-84' }
  const { values, problems } = readForm(work, { rows: [{ took: 90 }, { took: '45' }], began: '18:30', where }, 'submitting')
  assert.deepEqual(values, {
    rows: [{ took: 90 }, { took: 45 }],
    total: 135,
    cost: '180',
    began: '18:30',
    where: { longitude: 116.397128, latitude: 39.9, system: 'WGS-84', name: '', address: '' },
  })
  assert.deepEqual(
    problems.map(({ path }) => path),
    ['why'],
  )
  assert.equal(readForm(work, { rows: [{ took: 90 }, { took: 45 }], began: '08:30', where }, 'submitting').problems.length, 0)
})
