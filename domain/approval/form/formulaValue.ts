import { addDays, type Day, daysBetween } from '../../../kernel/day.ts'
import { add, compare, type Decimal, divide, multiply, roundTo, subtract } from '../../../kernel/decimal.ts'
import type { FormCalendar } from './formFacts.ts'

/** What a formula reads or comes to. */
export type FormulaValue =
  | { readonly sort: 'number'; readonly value: Decimal }
  | { readonly sort: 'text'; readonly value: string }
  | { readonly sort: 'day'; readonly value: Day }
  | { readonly sort: 'truth'; readonly value: boolean }
export const formulaSorts = ['number', 'text', 'day', 'truth'] as const
export type FormulaSort = (typeof formulaSorts)[number]

export const formulaOperators = ['+', '-', '*', '/', '&', '=', '<>', '<', '<=', '>', '>='] as const
export type FormulaOperator = (typeof formulaOperators)[number]

/** Takes steps from the budget of rules. */
export type Spend = (steps: number) => void

/** What every function may ask for besides its arguments: the day of the application, the days on which the organisation works. */
export type FormulaSurroundings = {
  readonly today: Day | undefined
  readonly calendar: FormCalendar | undefined
  readonly spend: Spend
}

export const number = (value: Decimal): FormulaValue => ({ sort: 'number', value })
export const text = (value: string): FormulaValue => ({ sort: 'text', value })
export const truth = (value: boolean): FormulaValue => ({ sort: 'truth', value })

/** The day where the calendar of forms has it. */
export const calendarDay = (value: Day): FormulaValue | undefined =>
  value > '0001-01-01' && value <= '9999-12-31' && value.length === 10 ? { sort: 'day', value } : undefined

/** The day so many whole days later; undefined where the calendar of forms ends. */
export const dayAfter = (day: Day, days: Decimal): FormulaValue | undefined => {
  const count = Number(roundTo(days, 0))
  return Math.abs(count) > daysMost ? undefined : calendarDay(addDays(day, count))
}
const daysMost = 400_000

/** What an operator makes of two values; undefined where they do not go together. */
export const operation = (op: FormulaOperator, a: FormulaValue, b: FormulaValue, spend: Spend): FormulaValue | undefined => {
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
export const isBounded = (value: Decimal): boolean => value.length <= 200

const onNumbers: Record<'+' | '-' | '*' | '/', (a: Decimal, b: Decimal) => Decimal> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': (a, b) => divide(a, b, 4),
}

/** Below zero where `a` comes first, zero where both are the same; undefined for two sorts. */
export const orderOf = (a: FormulaValue, b: FormulaValue, spend: Spend): number | undefined => {
  if (a.sort === 'number' && b.sort === 'number') return compare(a.value, b.value)
  if (a.sort === 'truth' || b.sort === 'truth') return a.sort === b.sort ? Number(a.value) - Number(b.value) : undefined
  if (a.sort !== b.sort) return undefined
  spend(Math.min(a.value.length, b.value.length))
  if (a.value === b.value) return 0
  return a.value < b.value ? -1 : 1
}

export const joined = (values: readonly FormulaValue[], spend: Spend): FormulaValue | undefined => {
  if (values.some(({ sort }) => sort === 'truth')) return undefined
  const value = values.map((otherValue) => otherValue.value).join('')
  spend(value.length)
  return text(value)
}

/** The value that stands highest (1) or lowest (-1). */
export const extremeOf = (values: readonly FormulaValue[], spend: Spend, sign: 1 | -1): FormulaValue | undefined =>
  values.reduce<FormulaValue | undefined>(
    (best, value) => (best === undefined || (orderOf(value, best, spend) ?? 0) * sign > 0 ? value : best),
    undefined,
  )
