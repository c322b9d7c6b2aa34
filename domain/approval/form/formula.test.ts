import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../../kernel/day.ts'
import { weekdayOf } from '../../../kernel/weekday.ts'
import { RuleBudget } from '../../../kernel/ruleBudget.ts'
import { workdaysFrom } from './formFacts.ts'
import { type Formula, type Operands, partsOf, partSteps, sortOfFormula, valueOf } from './formula.ts'
import { type FormulaFunction, formulaFunctionNames, formulaFunctions } from './formulaFunctions.ts'
import type { FormulaOperator, FormulaValue } from './formulaValue.ts'

const values: Readonly<Record<string, FormulaValue>> = {
  a: { sort: 'number', value: '7' },
  b: { sort: 'number', value: '-2' },
  s: { sort: 'text', value: '办公' },
  d: { sort: 'day', value: '2026-02-27' },
  e: { sort: 'day', value: '2026-03-02' },
  t: { sort: 'truth', value: true },
}
const numbers = (...all: readonly string[]): FormulaValue[] => all.map((value) => ({ sort: 'number', value }))
const columns: Readonly<Record<string, readonly FormulaValue[]>> = {
  'lines.p': numbers('9', '10', '-1'),
  'lines.day': [
    { sort: 'day', value: '2026-03-02' },
    { sort: 'day', value: '2026-02-27' },
  ],
}
const reading = (spend: (steps: number) => void = () => undefined): Operands => ({
  at: (path) => (Object.hasOwn(values, path) ? values[path] : undefined),
  sum: () => '30',
  column: (path) => columns[path] ?? [],
  count: () => 3,
  columnOf: (record, column) => (record === 'm' && column === 'price' ? { sort: 'number', value: '1200' } : undefined),
  today: '2026-02-27',
  calendar: { weekdays: [1, 2, 3, 4, 5], days: { '2026-02-28': true, '2026-03-03': false } },
  spend,
})
const n = (value: string): Formula => ({ n: value })
const f = (path: string): Formula => ({ f: path })
const op = (sign: FormulaOperator, a: Formula, b: Formula): Formula => ({ op: sign, a, b })
const call = (name: FormulaFunction, ...args: Formula[]): Formula => ({ call: name, args })
const missing = f('nothing')

for (const [title, formula, expected] of [
  ['the chosen part of IF', call('if', op('>', f('a'), n('5')), n('1'), n('2')), '1'],
  ['the other part', call('if', op('<', f('a'), n('5')), n('1'), n('2')), '2'],
  ['IF of a text', call('if', op('=', f('s'), { text: '办公' }), { text: '是' }, { text: '否' }), '是'],
  ['the part that is not chosen may be missing', call('if', f('t'), n('1'), missing), '1'],
  ['IF without its condition', call('if', op('>', missing, n('5')), n('1'), n('2')), undefined],
  ['MAX', call('max', f('a'), f('b'), n('3')), '7'],
  ['MIN passes over what is missing', call('min', f('a'), missing, f('b')), '-2'],
  ['MAX of nothing', call('max', missing), undefined],
  ['the later day', call('max', f('d'), f('e')), '2026-03-02'],
  ['AND with one that fails', call('and', missing, op('>', f('b'), n('0'))), false],
  ['AND with one that is missing', call('and', f('t'), op('>', missing, n('0'))), undefined],
  ['OR', call('or', op('>', missing, n('0')), f('t')), true],
  ['NOT', call('not', f('t')), false],
  ['days between', call('days', f('e'), f('d')), '3'],
  ['days between by minus', op('-', f('d'), f('e')), '-3'],
  ['a day later', call('addDays', f('d'), n('2')), '2026-03-01'],
  ['a day earlier', op('-', f('e'), n('3')), '2026-02-27'],
  ['a day beyond the calendar', call('addDays', f('d'), n('99999999')), undefined],
  ['texts in a row', call('concat', f('s'), { text: '-' }, f('a')), '办公-7'],
  ['texts by &', op('&', f('s'), f('d')), '办公2026-02-27'],
  ['length in characters', call('len', { text: '办公👍' }), '3'],
  ['division by zero', op('/', f('a'), n('0')), undefined],
  ['two sorts', op('+', f('a'), f('s')), undefined],
  ['rounding', { round: op('/', n('10'), n('3')), places: 2 }, '3.33'],
  ['the highest of a column', { most: 'lines.p' }, '10'],
  ['the lowest of a column', { least: 'lines.p' }, '-1'],
  ['the last day of a column', { most: 'lines.day' }, '2026-03-02'],
  ['the highest of nothing', { most: 'lines.q' }, undefined],
  ['the mean of a column', { average: 'lines.p' }, '10'],
  ['the mean of nothing', { average: 'lines.q' }, undefined],
  ['a field of the chosen record', op('*', { record: 'm', column: 'price' }, n('3')), '3600'],
  ['a field that is not read', { record: 'm', column: 'brand' }, undefined],
  ['today', call('today'), '2026-02-27'],
  ['a week from today', call('addDays', call('today'), n('7')), '2026-03-06'],
  ['working days with a worked Saturday and a holiday', call('workdays', f('d'), { text: '' }), undefined],
  ['working days', call('workdays', f('d'), call('addDays', f('d'), n('6'))), '5'],
  ['working days backwards', call('workdays', call('addDays', f('d'), n('6')), f('d')), '-5'],
  ['three months later', call('addMonths', call('addDays', f('d'), n('4')), n('3')), '2026-06-03'],
  ['the last day of a short month', call('addMonths', call('addDays', f('d'), n('-27')), n('1')), '2026-02-28'],
  ['months beyond the calendar', call('addMonths', f('d'), n('999999')), undefined],
  ['the year', call('year', f('d')), '2026'],
  ['the month', call('month', f('d')), '2'],
  ['the day of the month', call('day', f('d')), '27'],
  ['the day of the week', call('weekday', f('d')), '5'],
  ['characters from the left', call('left', { text: '办公👍用品' }, n('3')), '办公👍'],
  ['characters from the right', call('right', { text: '办公用品' }, n('2')), '用品'],
  ['no characters from the right', call('right', { text: '办公用品' }, n('0')), ''],
  ['characters in the middle', call('mid', { text: 'AB-2026-1' }, n('4'), n('4')), '2026'],
  ['fewer than no characters', call('left', f('s'), n('-1')), undefined],
  ['capitals', call('upper', { text: 'ab-1' }), 'AB-1'],
  ['small letters', call('lower', { text: 'AB' }), 'ab'],
  ['spaces around', call('trim', { text: ' ab ' }), 'ab'],
  ['a text within another', call('contains', f('s'), { text: '公' }), true],
  ['a text that is not there', call('contains', f('s'), { text: '私' }), false],
  ['what is missing is blank', call('isBlank', missing), true],
  ['what is there is not', call('isBlank', f('a')), false],
  ['without its sign', call('abs', f('b')), '2'],
  ['rounded up', call('roundUp', op('/', n('7'), n('3')), n('1')), '2.4'],
  ['rounded up below zero', call('roundUp', op('/', n('-7'), n('3')), n('0')), '-3'],
  ['rounded down', call('roundDown', n('2.99'), n('1')), '2.9'],
  ['rounded down below zero', call('roundDown', n('-2.99'), n('0')), '-2'],
  ['nothing to round', call('roundUp', n('3'), n('0')), '3'],
  ['the rest of a division', call('mod', f('a'), n('3')), '1'],
  ['the rest has the sign of the divisor', call('mod', n('-7'), n('3')), '2'],
  ['the rest by zero', call('mod', f('a'), n('0')), undefined],
  ['a sum and a count', op('/', { sum: 'lines.p' }, { count: 'lines' }), '10'],
] as [string, Formula, string | boolean | undefined][])
  test(`formula: ${title}`, () => assert.equal(valueOf(formula, reading())?.value, expected))

const sortAt = (path: string) => values[path]?.sort
for (const [title, formula, sort] of [
  ['IF of two sorts', call('if', f('t'), n('1'), { text: 'x' }), undefined],
  ['IF without a condition', call('if', n('1'), n('1'), n('2')), undefined],
  ['a day and days', op('+', f('d'), n('1')), 'day'],
  ['two days added', op('+', f('d'), f('e')), undefined],
  ['two days', op('-', f('d'), f('e')), 'number'],
  ['text and number', op('&', f('s'), n('1')), 'text'],
  ['a day compared with a number', op('<', f('d'), n('1')), undefined],
  ['DAYS of numbers', call('days', n('1'), n('2')), undefined],
  ['a day rounded', { round: f('d'), places: 1 }, undefined],
  ['a text rounded', { round: f('s'), places: 1 }, undefined],
  ['TODAY with something in it', call('today', n('1')), undefined],
  ['TODAY', call('today'), 'day'],
  ['LEFT of a number', call('left', n('2026'), n('2')), 'text'],
  ['LEFT without its length', call('left', f('s')), undefined],
  ['UPPER of yes or no', call('upper', f('t')), undefined],
  ['ISBLANK', call('isBlank', f('d')), 'truth'],
  ['WORKDAYS of texts', call('workdays', f('s'), f('s')), undefined],
] as [string, Formula, string | undefined][])
  test(`sort: ${title}`, () => {
    const findings: unknown[] = []
    assert.equal(
      sortOfFormula(formula, sortAt, (finding) => findings.push(finding)),
      sort,
    )
    assert.equal(findings.length, sort === undefined ? 1 : 0)
  })

const small = fc.integer({ min: -9, max: 9 })
const { number } = fc.letrec<{ number: Formula; truth: Formula }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    small.map((value) => n(String(value))),
    fc.constantFrom(f('a'), f('b'), missing),
    fc.tuple(fc.constantFrom('+' as const, '-' as const, '*' as const), tie('number'), tie('number')).map(([sign, a, b]) => op(sign, a, b)),
    fc.tuple(tie('truth'), tie('number'), tie('number')).map(([when, a, b]) => call('if', when, a, b)),
    fc
      .tuple(fc.constantFrom('max' as const, 'min' as const), fc.array(tie('number'), { minLength: 1, maxLength: 3 }))
      .map(([name, args]) => call(name, ...args)),
  ),
  truth: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(
        fc.constantFrom('=' as const, '<>' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
        tie('number'),
        tie('number'),
      )
      .map(([sign, a, b]) => op(sign, a, b)),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('truth'), { minLength: 1, maxLength: 3 }))
      .map(([name, args]) => call(name, ...args)),
    tie('truth').map((inner) => call('not', inner)),
  ),
}))

/** The same worked out on whole numbers of the language, which small formulas stay within; undefined where something is missing. */
const naive = (formula: Formula): number | boolean | undefined => {
  if ('n' in formula) return Number(formula.n)
  if ('f' in formula) return { a: 7, b: -2 }[formula.f]
  if ('op' in formula) {
    const [a, b] = [naive(formula.a), naive(formula.b)]
    if (a === undefined || b === undefined) return undefined
    const [x, y] = [Number(a), Number(b)]
    const results: Readonly<Record<string, number | boolean>> = { '+': x + y, '-': x - y, '*': x * y, '=': x === y, '<>': x !== y, '<': x < y, '<=': x <= y, '>': x > y, '>=': x >= y } // prettier-ignore
    return results[formula.op]
  }
  if (!('call' in formula)) return undefined
  const { args } = formula
  const all = args.map(naive)
  const present = all.filter((one) => typeof one === 'number')
  switch (formula.call) {
    case 'if':
      return all[0] === undefined ? undefined : all[0] ? all[1] : all[2]
    case 'max':
      return present.length === 0 ? undefined : Math.max(...present)
    case 'min':
      return present.length === 0 ? undefined : Math.min(...present)
    case 'and':
      return all.includes(false) ? false : all.includes(undefined) ? undefined : true
    case 'or':
      return all.includes(true) ? true : all.includes(undefined) ? undefined : false
    default:
      return all[0] === undefined ? undefined : !all[0]
  }
}

test('whatever the formula, it comes to what a naive evaluation says', () => {
  fc.assert(
    fc.property(number, (formula) => {
      const expected = naive(formula)
      if (typeof expected === 'number' && !Number.isSafeInteger(expected)) return
      assert.equal(
        sortOfFormula(
          formula,
          (path) => (path === 'nothing' ? 'number' : sortAt(path)),
          () => undefined,
        ),
        'number',
      )
      const value = valueOf(formula, reading())
      assert.equal(value === undefined ? undefined : Number(value.value) + 0, expected === undefined ? undefined : Number(expected) + 0)
    }),
    { numRuns: 500 },
  )
})

test('whatever the formula, it takes no more than its parts, and stops where the budget does', () => {
  fc.assert(
    fc.property(number, fc.nat(3000), (formula, steps) => {
      let taken = 0
      valueOf(
        formula,
        reading((some) => (taken += some)),
      )
      assert.ok(taken <= partsOf(formula).length * partSteps)
      const budget = new RuleBudget(steps)
      const run = () =>
        valueOf(
          formula,
          reading((some) => budget.spend(some, 'x')),
        )
      if (taken > steps) assert.throws(run)
      else run()
      assert.ok(budget.steps >= 0)
    }),
  )
})

test('every function names itself once, gives an example, and its usage begins with its name', () => {
  assert.equal(new Set(formulaFunctionNames.map((call) => formulaFunctions[call].name)).size, formulaFunctionNames.length)
  for (const call of formulaFunctionNames) {
    const { name, usage, example } = formulaFunctions[call]
    assert.ok(usage.startsWith(`${name}(`), usage)
    assert.ok(example.includes(`${name}(`), example)
  }
})

const anyValue: fc.Arbitrary<Formula> = fc.oneof(
  fc.constantFrom(f('a'), f('b'), f('s'), f('d'), f('e'), f('t'), missing),
  fc.integer({ min: -100_000, max: 100_000 }).map((value) => n(String(value))),
  fc.string({ maxLength: 8 }).map((value) => ({ text: value })),
)

test('whatever a function is given, it comes to what its sort says or to nothing, and never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...formulaFunctionNames), fc.array(anyValue, { maxLength: 4 }), (name, args) => {
      const formula = call(name, ...args)
      const sort = sortOfFormula(
        formula,
        (path) => (path === 'nothing' ? 'number' : sortAt(path)),
        () => undefined,
      )
      const value = valueOf(formula, reading())
      if (sort !== undefined && value !== undefined) assert.equal(value.sort, sort)
    }),
    { numRuns: 1000 },
  )
})

test('workdays are those that counting day by day finds', () => {
  const calendar = { weekdays: [1, 2, 3, 4, 5] as const, days: { '2026-02-28': true, '2026-03-03': false, '2026-03-07': false } }
  fc.assert(
    fc.property(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 0, max: 60 }), (from, count) => {
      const first = addDays('2026-03-01', from)
      const all = Array.from({ length: count + 1 }, (_, n) => addDays(first, n))
      const workdays = all.filter((day) => (calendar.days as Record<string, boolean>)[day] ?? weekdayOf(day) < 6).length
      assert.equal(workdaysFrom(calendar, first, addDays(first, count)), workdays)
    }),
  )
})
