import { keysOf } from '../../../kernel/keysOf.ts'
import * as v from 'valibot'
import { addDays, type Day, daysBetween } from '../../../kernel/day.ts'
import { add, compare, type Decimal, divide, isDecimal, multiply, roundTo, subtract } from '../../../kernel/decimal.ts'
import { type FieldFault, integer } from '../../../kernel/fields/kind.ts'
import { objectByKey } from '../../../kernel/objectByKey.ts'
import type { Path } from './form.ts'

/**
 * In a table, a path without a dot is first a column of the same row. `sum` adds a column over the rows that have it, `most` and `least`
 * are what stands highest and lowest in it, `count` counts the rows of a table, or those that have the column.
 */
export type Formula =
  | { n: string }
  | { text: string }
  | { f: Path }
  | { sum: Path }
  | { most: Path }
  | { least: Path }
  | { count: Path }
  | { op: FormulaOperator; a: Formula; b: Formula }
  | { call: FormulaFunction; args: Formula[] }
  | { round: Formula; places: number }

export const formulaOperators = ['+', '-', '*', '/', '&', '=', '<>', '<', '<=', '>', '>='] as const
export type FormulaOperator = (typeof formulaOperators)[number]

/** The functions of formulas as spreadsheets name them, and how each is written. */
export const formulaFunctions = {
  if: { name: 'IF', usage: 'IF(条件, 成立时, 不成立时)' },
  and: { name: 'AND', usage: 'AND(条件1, 条件2…)' },
  or: { name: 'OR', usage: 'OR(条件1, 条件2…)' },
  not: { name: 'NOT', usage: 'NOT(条件)' },
  max: { name: 'MAX', usage: 'MAX(数字1, 数字2…)' },
  min: { name: 'MIN', usage: 'MIN(数字1, 数字2…)' },
  days: { name: 'DAYS', usage: 'DAYS(结束日期, 开始日期)' },
  addDays: { name: 'ADDDAYS', usage: 'ADDDAYS(日期, 天数)' },
  concat: { name: 'CONCAT', usage: 'CONCAT(文字1, 文字2…)' },
  len: { name: 'LEN', usage: 'LEN(文字)' },
} as const satisfies Readonly<Record<string, { name: string; usage: string }>>
export type FormulaFunction = keyof typeof formulaFunctions
export const formulaFunctionNames = keysOf(formulaFunctions)

/** What a formula reads or comes to. */
export type FormulaValue =
  | { readonly sort: 'number'; readonly value: Decimal }
  | { readonly sort: 'text'; readonly value: string }
  | { readonly sort: 'day'; readonly value: Day }
  | { readonly sort: 'truth'; readonly value: boolean }
export type FormulaSort = FormulaValue['sort']

/** What a formula is worked out with; `at` answers undefined where a value is missing, `spend` takes steps from the budget of rules. */
export type Operands = {
  readonly at: (path: Path) => FormulaValue | undefined
  readonly sum: (path: Path) => Decimal
  /** What stands in the rows of a column. */
  readonly column: (path: Path) => readonly FormulaValue[]
  readonly count: (path: Path) => number
  readonly spend: (steps: number) => void
}

/** What one part of a formula takes of the budget of rules. */
export const partSteps = 100

const path = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,39}(\.[a-z][A-Za-z0-9]{0,39})?$/))

/** What the JSON of a formula must be. */
export const formulaSchema: v.GenericSchema<unknown, Formula> = objectByKey<Formula>(() => ({
  n: v.strictObject({
    n: v.pipe(
      v.string(),
      v.check((number) => isDecimal(number)),
    ),
  }),
  text: v.strictObject({ text: v.pipe(v.string(), v.maxLength(200)) }),
  f: v.strictObject({ f: path }),
  sum: v.strictObject({ sum: path }),
  most: v.strictObject({ most: path }),
  least: v.strictObject({ least: path }),
  count: v.strictObject({ count: path }),
  op: v.strictObject({ op: v.picklist(formulaOperators), a: formulaSchema, b: formulaSchema }),
  call: v.strictObject({ call: v.picklist(formulaFunctionNames), args: v.pipe(v.array(formulaSchema), v.maxLength(30)) }),
  round: v.strictObject({ round: formulaSchema, places: integer(0, 4) }),
}))

/** A formula with all its parts. */
export const partsOf = (formula: Formula): Formula[] => [formula, ...innerOf(formula).flatMap(partsOf)]

/** The path that a part names. */
export const pathOf = (formula: Formula): Path | undefined => {
  if ('f' in formula) return formula.f
  if ('sum' in formula) return formula.sum
  if ('most' in formula) return formula.most
  if ('least' in formula) return formula.least
  return 'count' in formula ? formula.count : undefined
}

/** Every path that a formula reads. */
export const operandsOf = (formula: Formula): Path[] => partsOf(formula).flatMap((part) => pathOf(part) ?? [])

/** The formula with other paths: `near` changes those of fields, `full` those of sums and counts. */
export const withPaths = (formula: Formula, near: (path: Path) => Path, full: (path: Path) => Path): Formula => {
  const inside = (part: Formula): Formula => withPaths(part, near, full)
  if ('f' in formula) return { f: near(formula.f) }
  if ('sum' in formula) return { sum: full(formula.sum) }
  if ('most' in formula) return { most: full(formula.most) }
  if ('least' in formula) return { least: full(formula.least) }
  if ('count' in formula) return { count: full(formula.count) }
  if ('op' in formula) return { ...formula, a: inside(formula.a), b: inside(formula.b) }
  if ('call' in formula) return { ...formula, args: formula.args.map(inside) }
  return 'round' in formula ? { ...formula, round: inside(formula.round) } : formula
}

/**
 * The sort of what a formula comes to, by the sorts of what it reads; undefined where parts do not go together, which `report` gets, or
 * where a path has no sort.
 */
export const sortOfFormula = (
  formula: Formula,
  sortAt: (path: Path) => FormulaSort | undefined,
  report: (finding: FieldFault) => void,
): FormulaSort | undefined => {
  const inside = (part: Formula) => sortOfFormula(part, sortAt, report)
  if ('f' in formula) return sortAt(formula.f)
  if ('most' in formula) return sortAt(formula.most)
  if ('least' in formula) return sortAt(formula.least)
  if ('text' in formula) return 'text'
  if ('op' in formula) {
    const [a, b] = [inside(formula.a), inside(formula.b)]
    if (a === undefined || b === undefined) return undefined
    const sort = sortOfOperation(formula.op, a, b)
    if (sort === undefined) report(['“{label}”的公式中“{operator}”两边的类型不合', { operator: operatorSigns[formula.op] }])
    return sort
  }
  if ('call' in formula) {
    const args = formula.args.map(inside)
    if (!args.every((arg) => arg !== undefined)) return undefined
    const sort = sortOfCall[formula.call](args)
    if (sort === undefined) report(['“{label}”的公式中{name}应写作{usage}', formulaFunctions[formula.call]])
    return sort
  }
  if ('round' in formula && inside(formula.round) === 'day') {
    report(['“{label}”的公式只能对数字取小数位'])
    return undefined
  }
  return 'number'
}

export const operatorSigns = {
  '+': '+',
  '-': '−',
  '*': '×',
  '/': '÷',
  '&': '&',
  '=': '=',
  '<>': '≠',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
} as const satisfies Record<FormulaOperator, string>

/** What a day less another value is. */
const lessDay: Readonly<Record<FormulaSort, FormulaSort | undefined>> = { day: 'number', number: 'day', text: undefined, truth: undefined }

const sortOfOperation = (op: FormulaOperator, a: FormulaSort, b: FormulaSort): FormulaSort | undefined => {
  if (op === '&') return a !== 'truth' && b !== 'truth' ? 'text' : undefined
  if (op === '=' || op === '<>') return a === b ? 'truth' : undefined
  if (op === '<' || op === '<=' || op === '>' || op === '>=') return a === b && a !== 'truth' ? 'truth' : undefined
  if (a === 'number' && b === 'number') return 'number'
  if (op === '+' && [a, b].includes('day') && [a, b].includes('number')) return 'day'
  if (op !== '-' || a !== 'day') return undefined
  return lessDay[b]
}

const only = (sorts: readonly FormulaSort[], sort: FormulaSort): boolean => sorts.length > 0 && sorts.every((one) => one === sort)

const sortOfExtreme = (sorts: readonly FormulaSort[]): FormulaSort | undefined =>
  only(sorts, 'number') || only(sorts, 'day') ? sorts[0] : undefined

const sortOfCall: Record<FormulaFunction, (args: readonly FormulaSort[]) => FormulaSort | undefined> = {
  if: ([when, yes, no, ...more]) => (when === 'truth' && yes === no && more.length === 0 ? yes : undefined),
  and: (args) => (only(args, 'truth') ? 'truth' : undefined),
  or: (args) => (only(args, 'truth') ? 'truth' : undefined),
  not: (args) => (args.length === 1 && only(args, 'truth') ? 'truth' : undefined),
  max: sortOfExtreme,
  min: sortOfExtreme,
  days: (args) => (args.length === 2 && only(args, 'day') ? 'number' : undefined),
  addDays: ([day, days, ...more]) => (day === 'day' && days === 'number' && more.length === 0 ? 'day' : undefined),
  concat: (args) => (args.length > 0 && !args.includes('truth') ? 'text' : undefined),
  len: (args) => (args.length === 1 && args[0] !== 'truth' ? 'number' : undefined),
}

/** What a formula comes to; undefined where what it needs is missing, or does not go together. */
export const valueOf = (formula: Formula, operands: Operands): FormulaValue | undefined => {
  operands.spend(partSteps)
  if ('n' in formula) return number(formula.n)
  if ('text' in formula) return text(formula.text)
  if ('f' in formula) return operands.at(formula.f)
  if ('sum' in formula) return number(operands.sum(formula.sum))
  if ('most' in formula) return extremeOf(operands.column(formula.most), operands.spend, 1)
  if ('least' in formula) return extremeOf(operands.column(formula.least), operands.spend, -1)
  if ('count' in formula) return number(String(operands.count(formula.count)))
  if ('call' in formula) return calls[formula.call](formula.args, operands)
  if ('round' in formula) {
    const value = valueOf(formula.round, operands)
    return value?.sort === 'number' ? number(roundTo(value.value, formula.places)) : undefined
  }
  const [a, b] = [valueOf(formula.a, operands), valueOf(formula.b, operands)]
  return a === undefined || b === undefined ? undefined : operation(formula.op, a, b, operands)
}

const number = (value: Decimal): FormulaValue => ({ sort: 'number', value })
const text = (value: string): FormulaValue => ({ sort: 'text', value })
const truth = (value: boolean): FormulaValue => ({ sort: 'truth', value })

/** The day so many whole days later; undefined where the calendar of forms ends. */
const dayAfter = (day: Day, days: Decimal): FormulaValue | undefined => {
  const count = Number(roundTo(days, 0))
  if (Math.abs(count) > daysMost) return undefined
  const value = addDays(day, count)
  return value > '0001-01-01' && value <= '9999-12-31' && value.length === 10 ? { sort: 'day', value } : undefined
}
const daysMost = 400_000

const operation = (op: FormulaOperator, a: FormulaValue, b: FormulaValue, { spend }: Operands): FormulaValue | undefined => {
  if (op === '&') return joined([a, b], spend)
  if (op === '+' || op === '-' || op === '*' || op === '/') return arithmetic(op, a, b)
  const order = orderOf(a, b, spend)
  return order === undefined ? undefined : truth(isInOrder[op](order))
}

const isInOrder: Record<'=' | '<>' | '<' | '<=' | '>' | '>=', (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

const arithmetic = (op: '+' | '-' | '*' | '/', a: FormulaValue, b: FormulaValue): FormulaValue | undefined => {
  if (a.sort === 'number' && b.sort === 'number') {
    if (op === '/' && compare(b.value, '0') === 0) return undefined
    return isBounded(a.value) && isBounded(b.value) ? number(onNumbers[op](a.value, b.value)) : undefined
  }
  if (op === '-' && a.sort === 'day' && b.sort === 'day') return number(String(daysBetween(b.value, a.value)))
  if (op === '-') return a.sort === 'day' && b.sort === 'number' ? dayAfter(a.value, subtract('0', b.value)) : undefined
  if (op !== '+') return undefined
  if (a.sort === 'day' && b.sort === 'number') return dayAfter(a.value, b.value)
  return a.sort === 'number' && b.sort === 'day' ? dayAfter(b.value, a.value) : undefined
}

/** Products of products grow without end; further than this no field holds them, and working with them would take long. */
const isBounded = (value: Decimal): boolean => value.length <= 200

const onNumbers: Record<'+' | '-' | '*' | '/', (a: Decimal, b: Decimal) => Decimal> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': (a, b) => divide(a, b, 4),
}

/** Below zero where `a` comes first, zero where both are the same; undefined for two sorts. */
const orderOf = (a: FormulaValue, b: FormulaValue, spend: Operands['spend']): number | undefined => {
  if (a.sort === 'number' && b.sort === 'number') return compare(a.value, b.value)
  if (a.sort === 'truth' || b.sort === 'truth') return a.sort === b.sort ? Number(a.value) - Number(b.value) : undefined
  if (a.sort !== b.sort) return undefined
  spend(Math.min(a.value.length, b.value.length))
  if (a.value === b.value) return 0
  return a.value < b.value ? -1 : 1
}

const joined = (values: readonly FormulaValue[], spend: Operands['spend']): FormulaValue | undefined => {
  if (values.some(({ sort }) => sort === 'truth')) return undefined
  const value = values.map((one) => one.value).join('')
  spend(value.length)
  return text(value)
}

const allOf = (args: readonly Formula[], operands: Operands): FormulaValue[] | undefined => {
  const values = args.map((part) => valueOf(part, operands))
  return values.every((value) => value !== undefined) ? values : undefined
}

/** `decisive` settles the matter whatever is missing besides. */
const connected = (args: readonly Formula[], operands: Operands, decisive: boolean): FormulaValue | undefined => {
  const values = args.map((part) => valueOf(part, operands))
  if (values.some((one) => one?.sort === 'truth' && one.value === decisive)) return truth(decisive)
  return values.every((one) => one?.sort === 'truth') ? truth(!decisive) : undefined
}

/** As in spreadsheets, what is missing does not count. */
const extreme = (args: readonly Formula[], operands: Operands, sign: 1 | -1): FormulaValue | undefined =>
  extremeOf(
    args.flatMap((part) => valueOf(part, operands) ?? []),
    operands.spend,
    sign,
  )

const extremeOf = (values: readonly FormulaValue[], spend: Operands['spend'], sign: 1 | -1): FormulaValue | undefined =>
  values.reduce<FormulaValue | undefined>(
    (best, one) => (best === undefined || (orderOf(one, best, spend) ?? 0) * sign > 0 ? one : best),
    undefined,
  )

type FormulaCall = (args: readonly Formula[], operands: Operands) => FormulaValue | undefined

const calls: Record<FormulaFunction, FormulaCall> = {
  if: ([when, yes, no], operands) => {
    const decided = when && valueOf(when, operands)
    const chosen = decided?.value === true ? yes : no
    return decided?.sort === 'truth' && chosen ? valueOf(chosen, operands) : undefined
  },
  and: (args, operands) => connected(args, operands, false),
  or: (args, operands) => connected(args, operands, true),
  not: (args, operands) => {
    const [value] = allOf(args, operands) ?? []
    return value?.sort === 'truth' ? truth(!value.value) : undefined
  },
  max: (args, operands) => extreme(args, operands, 1),
  min: (args, operands) => extreme(args, operands, -1),
  days: (args, operands) => {
    const [end, start] = allOf(args, operands) ?? []
    return end && start && end.sort === 'day' && start.sort === 'day' ? arithmetic('-', end, start) : undefined
  },
  addDays: (args, operands) => {
    const [day, days] = allOf(args, operands) ?? []
    return day?.sort === 'day' && days?.sort === 'number' ? dayAfter(day.value, days.value) : undefined
  },
  concat: (args, operands) => {
    const values = allOf(args, operands)
    return values && joined(values, operands.spend)
  },
  len: (args, operands) => {
    const [value] = allOf(args, operands) ?? []
    if (value === undefined || value.sort === 'truth') return undefined
    operands.spend(value.value.length)
    return number(String([...value.value].length))
  },
}

const innerOf = (formula: Formula): readonly Formula[] => {
  if ('op' in formula) return [formula.a, formula.b]
  if ('call' in formula) return formula.args
  return 'round' in formula ? [formula.round] : []
}
