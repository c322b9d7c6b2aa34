import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, date, department, flag, money, person, quantity, text, integer } from '../../../kernel/field.ts'
import type { SubFlow } from '../flow/definition.ts'
import type { FieldPermissions } from '../form/form.ts'
import type { FormDesign } from '../form/formDesign.ts'
import { demandsOf, fits, mappingFindings, type MappedFields } from './mapping.ts'

const form = (fields: Record<string, Field>): MappedFields =>
  new Map(Object.entries(fields).map(([path, field]) => [path, { field, column: path.includes('.') }]))
const own = form({ reason: text('事由', { required: 'never' }), cost: money('金额'), who: person('用人'), 'lines.note': text('备注') })
const child = form({
  what: text('内容', { required: 'always' }),
  price: money('报价', { required: 'never' }),
  boss: person('负责人', { required: 'never' }),
})
const demands = [{ path: 'what', label: '内容', kind: 'field', always: true }] as const
const node = (more: Partial<SubFlow>): SubFlow => ({
  t: 'subFlow',
  id: 'k',
  name: '询价',
  flowKey: 'buying',
  initiator: 'initiator',
  input: { what: 'reason' },
  output: {},
  wait: true,
  onReject: 'end',
  ...more,
})

for (const [title, more, found] of [
  ['what fits', { output: { cost: 'price' } }, []],
  ['a number into a text', { input: { what: 'cost' } }, []],
  ['a field that the called form lacks', { input: { what: 'reason', gone: 'cost' } }, ['error 询价 gone']],
  ['one that is to be brought back', { output: { cost: 'gone' } }, ['error 询价 gone']],
  ['one that nobody waits for', { output: { cost: 'gone' }, wait: false }, []],
  ['a field that this form lacks is not told twice', { output: { gone: 'price' } }, []],
  ['a person into a sum', { input: { what: 'reason', price: 'who' } }, ['error 询价 用人 报价']],
  ['a text into a person', { output: { who: 'what' } }, ['error 询价 内容 用人']],
  ['into every row of a table', { output: { 'lines.note': 'what' } }, ['error 询价 备注']],
  ['without what the called form requires', { input: {} }, ['error 询价 内容']],
] as [string, Partial<SubFlow>, string[]][])
  test(`mapping: ${title}`, () => {
    const findings = mappingFindings(node(more), own, child, demands)
    assert.deepEqual(
      findings.map(({ level, reason: { params } }) => [level, ...Object.values(params)].join(' ')),
      found,
    )
    assert.ok(findings.every((one) => one.node === 'k'))
  })

for (const [from, to, expected] of [
  [money('a'), integer('b', { min: 0, max: 9 }), true],
  [quantity('a'), money('b'), true],
  [date('a'), text('b'), true],
  [text('a'), money('b'), false],
  [text('a'), date('b'), false],
  [person('a'), text('b'), false],
  [person('a'), department('b'), false],
  [flag('a'), text('b'), false],
] as [Field, Field, boolean][])
  test(`fits: ${from.control.type} into ${to.control.type}: ${expected}`, () => assert.equal(fits(from, to), expected))

const line = (key: string, more: object = {}) =>
  ({ t: 'field', key, label: key, required: true, control: { type: 'text', max: 60, lines: 1 }, ...more }) as const
const rows = (key: string, min: number, more: object = {}) =>
  ({ t: 'table', key, label: key, columns: [line('a')], min, max: 9, ...more }) as const
const seldom = { visible: { f: 'a', op: 'filled' } } as const
for (const [title, item, startFields, expected] of [
  ['a field', line('a'), {}, ['a field always']],
  ['a field that nobody may write', line('a'), { a: 'hide' }, []],
  ['a computed field', line('a', { formula: { n: '1' } }), {}, []],
  ['a field that the start requires', line('a', { required: false }), { a: 'required' }, ['a field always']],
  ['a field that is seldom shown', line('b', seldom), {}, ['b field']],
  ['a field in a group that is seldom shown', { t: 'group', key: 'g', label: 'g', items: [line('b')], ...seldom }, {}, ['b field']],
  ['a table without rows', rows('t', 0), {}, []],
  ['a table with rows', rows('t', 1), {}, ['t table always']],
  ['a table that the start requires', rows('t', 0), { t: 'required' }, ['t table always']],
] as [string, FormDesign['items'][number], FieldPermissions, string[]][])
  test(`demands: ${title}`, () => {
    const found = demandsOf({ schema: 1, items: [item] }, startFields)
    assert.deepEqual(
      found.map(({ path, kind, always }) => [path, kind, ...(always ? ['always'] : [])].join(' ')),
      expected,
    )
  })

test('a table that the called form demands forbids publishing', () => {
  const findings = mappingFindings(node({}), own, child, [{ path: 'lines', label: '明细', kind: 'table', always: true }])
  assert.deepEqual(
    findings.map(({ level, reason }) => [level, reason.reason]),
    [['error', 'approval.publish.childRequiredTable']],
  )
})
