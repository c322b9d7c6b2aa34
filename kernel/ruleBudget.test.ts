import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linearTest } from './linearPattern.ts'
import { RefusalError } from './refusal.ts'
import { bindRequestBudget, isTooExpensive, RuleBudget, searchWithinBudget, spendSteps, withinBudget } from './ruleBudget.ts'
import { text } from './field.ts'
import * as v from 'valibot'

const isOutOfSteps = (thrown: unknown): boolean => isTooExpensive(thrown)

test('a budget that is used up refuses with the name of the field, and takes nothing', () => {
  const budget = new RuleBudget(10)
  budget.spend(4, '甲')
  assert.throws(
    () => budget.spend(7, '单价'),
    (thrown) => thrown instanceof RefusalError && thrown.refusal.params['field'] === '单价',
  )
  assert.equal(budget.steps, 6)
})

test('an evaluation has one budget, however deep it goes, and the next one a new one', () => {
  const spent = () =>
    withinBudget(() => {
      spendSteps(6, 'a')
      withinBudget(() => spendSteps(5, 'b'))
    }, 10)
  assert.throws(spent, isOutOfSteps)
  withinBudget(() => spendSteps(10, 'a'), 10)
})

test('a search gives up where its steps are used up', () => {
  const sought = searchWithinBudget(() => {
    for (;;) spendSteps(100_000, '')
  }, 'unknown')
  assert.equal(sought, 'unknown')
  assert.throws(
    () =>
      searchWithinBudget(() => {
        throw new Error('other')
      }, 'unknown'),
    /other/,
  )
})

test('an expression that enters many steps at each character is refused, with the name of its field', () => {
  const { schema } = text('编码', { max: 2000 })
  assert.ok(v.safeParse(schema, 'x').success)
  const matches = linearTest('^(?:a?){640}b$')
  const values = Array.from({ length: 950 }, () => 'a'.repeat(999))
  assert.throws(
    () => withinBudget(() => values.map((value) => matches(value, '编码'))),
    (thrown) => thrown instanceof RefusalError && isTooExpensive(thrown) && thrown.refusal.params['field'] === '编码',
  )
})

const piece = fc.constantFrom('a', 'b', '.', '[ab]', '\\w', '(a|b)', '(?:a?)', '((a*)*)')
const times = fc.constantFrom('', '', '*', '+', '?', '{2,9}', '{0,60}')
const source = fc
  .array(fc.tuple(piece, times), { minLength: 1, maxLength: 6 })
  .map((parts) => `^${parts.map(([one, many]) => one + many).join('')}$`)

test('whatever the expression and the text, a request takes no more steps than its budget has, and the answer does not change', () => {
  let budget: RuleBudget | undefined
  bindRequestBudget(() => budget)
  fc.assert(
    fc.property(source, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 300 }), fc.nat(50_000), (pattern, value, steps) => {
      const matches = linearTest(pattern)
      const whole = matches(value)
      budget = new RuleBudget(steps)
      try {
        assert.equal(matches(value), whole)
      } catch (error) {
        if (!isTooExpensive(error)) throw error
      }
      assert.ok(budget.steps >= 0)
      budget = undefined
    }),
  )
  bindRequestBudget(() => undefined)
})
