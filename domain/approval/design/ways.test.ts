import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choice, date, flag, type Field, money, person, text, integer } from '../../../kernel/field.ts'
import type { FormField } from '../form/filling.ts'
import { arm, flow, inc, par, step, type Sketch, xor } from '../testing/sketch.ts'
import { type Sample, sampleFor, waysOf } from './ways.ts'

const entered = (path: string, field: Field): [string, FormField] => [path, { path, field }]
const fields = new Map<string, FormField>([
  entered('amount', money('金额')),
  entered('note', text('说明', { required: 'never' })),
  entered('day', date('日期')),
  entered('urgent', flag('加急')),
  entered('size', integer('件数', { min: 1, max: 9 })),
  entered(
    'kind',
    choice('类型', [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ]),
  ),
  entered('who', person('人')),
  ['lines.price', { path: 'lines.price', field: money('单价'), table: '明细' }],
  ['total', { path: 'total', field: money('合计', { required: 'never' }), from: ['lines.price', 'size'] }],
])
const base: Sample = { form: {}, initiator: 'ann', dept: 'd1' }

const above = (f: string, v: string) => ({ f, op: 'gt', v })
const body = [step('s', 'bob')]
const ways = (...conditions: (object | undefined)[]): Sketch =>
  xor(
    'x',
    ...conditions.map((when, at) =>
      arm(
        `a${at}`,
        body.map((one) => ({ ...one, id: `s${at}` })),
        when as never,
      ),
    ),
  )

/** For each arm: the form that leads there, or why none does. */
const found = (branch: Sketch, compute?: (form: Sample['form']) => Sample['form']) => {
  const definition = flow([step('first', 'bob'), branch])
  return waysOf(definition).map(({ wants }) => {
    const sample = sampleFor(wants, base, { definition, fields, others: () => ['cat'], deptPath: (dept) => [dept], rolesOf: (user) => (user === 'cat' ? ['chief'] : []), ...(compute && { compute }) }) // prettier-ignore
    return typeof sample === 'string' ? sample : sample.initiator === 'ann' ? sample.form : sample.initiator
  })
}

for (const [title, branch, expected] of [
  ['above and not above', ways(above('amount', '100'), undefined), [{ amount: '101' }, { amount: '100' }]],
  [
    'a narrower arm behind a wider one',
    ways(above('amount', '100'), above('amount', '1000'), undefined),
    [{ amount: '101' }, 'never', { amount: '100' }],
  ],
  [
    'a wider one behind a narrower',
    ways(above('amount', '1000'), above('amount', '100'), undefined),
    [{ amount: '1001' }, { amount: '1000' }, { amount: '100' }],
  ],
  [
    'between two limits',
    ways({ all: [above('amount', '0'), { f: 'amount', op: 'lt', v: '1' }] }, undefined),
    [{ amount: '0.5' }, { amount: '0' }],
  ],
  ['what cannot hold', ways({ all: [above('amount', '5'), { f: 'amount', op: 'lt', v: '5' }] }, undefined), ['never', { amount: '5' }]],
  ['below what may be entered', ways({ f: 'size', op: 'lt', v: '1' }, undefined), ['never', { size: '1' }]],
  [
    'every choice has its arm',
    ways({ f: 'kind', op: 'eq', v: 'a' }, { f: 'kind', op: 'eq', v: 'b' }, undefined),
    [{ kind: 'a' }, { kind: 'b' }, 'never'],
  ],
  ['a choice that does not exist', ways({ f: 'kind', op: 'eq', v: 'z' }, undefined), ['never', { kind: 'a' }]],
  ['what may be left empty', ways({ f: 'note', op: 'empty' }, undefined), [{ note: null }, { note: '…' }]],
  ['what must be there', ways({ f: 'amount', op: 'empty' }, undefined), ['never', { amount: '1' }]],
  ['ticked or not', ways({ f: 'urgent', op: 'eq', v: true }, undefined), [{ urgent: true }, { urgent: false }]],
  ['before a day', ways({ f: 'day', op: 'lt', v: '2026-05-01' }, undefined), [{ day: '2026-04-30' }, { day: '2026-05-01' }]],
  ['a row of a table', ways(above('lines.price', '10'), undefined), [{ lines: [{ price: '11' }] }, { lines: [{ price: '10' }] }]],
  [
    'two prices in one table may be in two rows',
    ways({ all: [above('lines.price', '5'), { f: 'lines.price', op: 'lt', v: '5' }] }, undefined),
    ['unknown', { lines: [{ price: '5' }] }],
  ],
  ['whoever has a role', ways({ f: '$initiator', op: 'hasRole', v: 'chief' }, undefined), ['cat', {}]],
  ['somebody of whom nothing is known', ways({ f: 'who', op: 'eq', v: 'dan' }, undefined), [{ who: 'dan' }, 'unknown']],
  [
    'inside another',
    xor('x', arm('a0', [xor('y', arm('b0', body, above('amount', '5')), arm('b1', []))], { f: 'amount', op: 'lt', v: '5' }), arm('a1', [])),
    [{ amount: '4' }, { amount: '5' }, 'never', { amount: '4' }],
  ],
  [
    'several at once',
    inc('x', arm('a0', body, above('amount', '5')), arm('a1', [], above('size', '5')), arm('a2', [])),
    [{ amount: '6' }, { size: '6' }, { amount: '5', size: '5' }],
  ],
  ['all at once', par('x', arm('a0', body), arm('a1', [])), [{}, {}]],
] as [string, Sketch, unknown[]][])
  test(`ways: ${title}`, () => assert.deepEqual(found(branch), expected))

test('what is computed is reached by what it is computed from, formulas done', () => {
  const compute = (form: Sample['form']) => {
    const [row] = (form['lines'] ?? []) as { price?: string }[]
    return row?.price && form['size'] ? { ...form, total: String(Number(row.price) * Number(form['size'])) } : form
  }
  const [high, low] = found(ways(above('total', '100'), undefined), compute)
  assert.deepEqual(high, { lines: [{ price: '1' }], size: '101', total: '101' })
  assert.ok(Number((low as { total: string }).total) <= 100)
})

test('what nothing computes to is taken as it is wanted', () => {
  const [high] = found(ways(above('total', '100'), undefined), (form) => form)
  assert.deepEqual(high, { total: '101' })
})

test('many conditions are given up, not tried for ever', () => {
  const wants = Array.from({ length: 12 }, (_, n) => ({ f: `t${n}`, op: 'eq', v: 'x' }))
  const many = new Map([...fields, ...wants.map(({ f }) => entered(f, text(f)))])
  const definition = flow([ways({ all: [...wants, above('amount', '5'), { f: 'amount', op: 'lt', v: '5' }] }, undefined)])
  const [way] = waysOf(definition)
  assert.equal(
    sampleFor(way!.wants, base, { definition, fields: many, others: () => [], deptPath: () => [], rolesOf: () => [] }),
    'unknown',
  )
})
