import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, date, department, flag, money, person, quantity, text, whole } from '../../../kernel/field.ts'
import type { SubFlow } from '../flow/definition.ts'
import { fits, mappingFindings, type MappedFields } from './mapping.ts'

const form = (fields: Record<string, Field>): MappedFields =>
  new Map(Object.entries(fields).map(([path, field]) => [path, { field, column: path.includes('.') }]))
const own = form({ reason: text('事由', { required: 'never' }), cost: money('金额'), who: person('用人'), 'lines.note': text('备注') })
const child = form({
  what: text('内容', { required: 'always' }),
  price: money('报价', { required: 'never' }),
  boss: person('负责人', { required: 'never' }),
})
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
  ['without what the called form requires', { input: {} }, ['warning 询价 内容']],
] as [string, Partial<SubFlow>, string[]][])
  test(`mapping: ${title}`, () => {
    const findings = mappingFindings(node(more), own, child)
    assert.deepEqual(
      findings.map(({ level, reason: { params } }) => [level, ...Object.values(params)].join(' ')),
      found,
    )
    assert.ok(findings.every((one) => one.node === 'k'))
  })

for (const [from, to, expected] of [
  [money('a'), whole('b', { min: 0, max: 9 }), true],
  [quantity('a'), money('b'), true],
  [date('a'), text('b'), true],
  [text('a'), money('b'), false],
  [text('a'), date('b'), false],
  [person('a'), text('b'), false],
  [person('a'), department('b'), false],
  [flag('a'), text('b'), false],
] as [Field, Field, boolean][])
  test(`fits: ${from.control.type} into ${to.control.type}: ${expected}`, () => assert.equal(fits(from, to), expected))
