import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from './form.ts'
import { type Scope, type Condition, holds, pathsOf } from './condition.ts'

const ownValues: Readonly<Record<string, Json>> = { 'a1 x1': 'secret', 'a1 x2': '500', 'a2 x1': ['open', 'lab'], 'ann x3': '教授' }

const scope: Scope = {
  form: {
    amount: '100.50',
    count: 3,
    day: '2026-05-01',
    kind: 'laptop',
    urgent: true,
    tags: ['a', 'b'],
    none: null,
    lines: [
      { price: '5', asset: 'a1' },
      { price: '50', asset: 'a2' },
    ],
    dept: 'd11',
  },
  initiator: 'ann',
  dept: 'd12',
  deptPath: (dept) => ({ d11: ['d11', 'd1'], d12: ['d12', 'd1'] })[dept],
  rolesOf: (user) => ({ ann: ['goodsmanager', 'ordinary_emp'] })[user],
  ownValues: ({ key }, ids) => (key === 'x9' ? undefined : ids.map((id) => ownValues[`${id} ${key}`] ?? null)),
}

const c = (f: string, op: string, v?: unknown): Condition => ({ f, op, ...(v === undefined ? {} : { v }) }) as Condition

const all = (f: string, op: string, v?: unknown): Condition => ({ ...c(f, op, v), quantifier: 'all' }) as Condition
const any = (f: string, op: string, v?: unknown): Condition => ({ ...c(f, op, v), quantifier: 'any' }) as Condition

for (const [condition, expected] of [
  [c('amount', 'eq', '100.5'), true],
  [c('amount', 'ne', '100.5'), false],
  [c('amount', 'gt', '99.999999'), true],
  [c('amount', 'gt', '100.5'), false],
  [c('amount', 'ge', '100.5'), true],
  [c('amount', 'lt', '1000'), true],
  [c('amount', 'le', '9'), false],
  [c('count', 'eq', '3.0'), true],
  [c('day', 'lt', '2026-05-02'), true],
  [c('day', 'gt', '2026-04-30'), true],
  [c('day', 'gt', '5'), false],
  [c('kind', 'gt', '5'), false],
  [c('kind', 'eq', 'laptop'), true],
  [c('kind', 'in', ['desk', 'laptop']), true],
  [c('amount', 'in', ['100.5']), true],
  [c('kind', 'in', 'laptop'), false],
  [c('kind', 'contains', 'top'), true],
  [c('tags', 'contains', 'b'), true],
  [c('tags', 'contains', 'c'), false],
  [c('urgent', 'eq', true), true],
  [c('urgent', 'ne', true), false],
  [c('urgent', 'eq', 'true'), false],
  [c('lines.price', 'gt', '40'), true],
  [c('lines.price', 'gt', '60'), false],
  [c('dept', 'isDeptIn', 'd1'), true],
  [c('dept', 'isDeptIn', ['d12', 'd11']), true],
  [c('$dept', 'isDeptIn', 'd11'), false],
  [c('$initiator', 'hasRole', ['tenant', 'goodsmanager']), true],
  [c('$initiator', 'hasRole', 'tenant'), false],
  [{ not: c('$initiator', 'hasRole', ['tenant']) }, true],
  [c('lines.asset$x1', 'eq', 'secret'), true],
  [c('lines.asset$x1', 'eq', 'lab'), true],
  [all('lines.asset$x1', 'in', ['secret', 'lab']), true],
  [all('lines.asset$x1', 'in', ['secret']), false],
  [c('lines.asset$x2', 'ge', '500'), true],
  [all('lines.asset$x2', 'ge', '500'), false],
  [{ not: all('lines.asset$x2', 'ge', '500') }, false],
  [c('lines.asset$x2', 'empty'), false],
  [any('lines.asset$x2', 'empty'), true],
  [any('lines.asset$x1', 'empty'), false],
  [{ not: any('lines.asset$x1', 'empty') }, true],
  [c('lines.asset$x9', 'empty'), false],
  [{ not: c('lines.asset$x9', 'empty') }, false],
  [c('$initiator$x3', 'eq', '教授'), true],
  [c('none$x1', 'eq', 'secret'), false],
  [all('lines.price', 'gt', '4'), true],
  [all('lines.price', 'gt', '5'), false],
  [all('tags', 'in', ['a', 'b', 'c']), true],
  [all('rows.price', 'gt', '5'), false],
  [c('dept', 'hasRole', ['tenant']), false],
  [c('$initiator', 'eq', 'ann'), true],
  [c('none', 'empty'), true],
  [c('missing', 'empty'), true],
  [c('kind', 'empty'), false],
  [{ not: c('kind', 'empty') }, true],
  // what is missing is unknown, and unknown never holds
  [c('missing', 'eq', 'x'), false],
  [c('missing', 'ne', 'x'), false],
  [{ not: c('missing', 'eq', 'x') }, false],
  [c('none', 'lt', '5'), false],
  [c('missing.deep.path', 'gt', '1'), false],
  [{ any: [c('missing', 'eq', 'x'), c('kind', 'eq', 'laptop')] }, true],
  [{ all: [c('missing', 'eq', 'x'), c('kind', 'eq', 'laptop')] }, false],
  [{ not: { all: [c('missing', 'eq', 'x'), c('kind', 'eq', 'desk')] } }, true],
  [{ not: { any: [c('missing', 'eq', 'x'), c('kind', 'eq', 'desk')] } }, false],
  [{ all: [] }, true],
  [{ any: [] }, false],
] as [Condition, boolean][])
  test(`${JSON.stringify(condition)} is ${expected}`, () => assert.equal(holds(condition, scope), expected))

test('the paths a condition reads', () => {
  assert.deepEqual(pathsOf({ all: [c('a', 'eq', '1'), { not: { any: [c('b.c', 'empty')] } }] }), ['a', 'b.c'])
})
