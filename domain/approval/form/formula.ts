import * as v from 'valibot'
import { type Decimal, divide, isDecimal, roundTo } from '../../../kernel/decimal.ts'
import { type FieldFault, integer } from '../../../kernel/fields/kind.ts'
import { objectByKey } from '../../../kernel/objectByKey.ts'
import type { Path } from './form.ts'
import { type FormulaFunction, formulaFunctionNames, formulaFunctions } from './formulaFunctions.ts'
import {
  extremeOf,
  type FormulaOperator,
  formulaOperators,
  formulaSorts,
  type FormulaSort,
  type FormulaSurroundings,
  type FormulaValue,
  number,
  operation,
  text,
} from './formulaValue.ts'

/**
 * In a table, a path without a dot is first a column of the same row. `sum` adds a column over the rows that have it, `average` is
 * its mean, `most` and `least` are what stands highest and lowest in it, `count` counts the rows of a table, or those that have the column.
 * `record` is a field that chooses a record, `column` a field of that record.
 */
export type Formula =
  | { n: string }
  | { text: string }
  | { f: Path }
  | { sum: Path }
  | { average: Path }
  | { most: Path }
  | { least: Path }
  | { count: Path }
  | { record: Path; column: string; own?: OwnOperand | undefined }
  | { op: FormulaOperator; a: Formula; b: Formula }
  | { call: FormulaFunction; args: Formula[] }
  | { round: Formula; places: number }

/** What an own field of a record is called and comes to, as it was when the formula was written; its sort never changes. */
export type OwnOperand = { label: string; sort: FormulaSort }

/** What a formula is worked out with; `at` answers undefined where a value is missing, `spend` takes steps from the budget of rules. */
export type Operands = FormulaSurroundings & {
  readonly at: (path: Path) => FormulaValue | undefined
  readonly sum: (path: Path) => Decimal
  /** What stands in the rows of a column. */
  readonly column: (path: Path) => readonly FormulaValue[]
  readonly count: (path: Path) => number
  /** A field of the record that is chosen at a path. */
  readonly columnOf: (record: Path, column: string, ownOperand?: OwnOperand) => FormulaValue | undefined
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
  average: v.strictObject({ average: path }),
  most: v.strictObject({ most: path }),
  least: v.strictObject({ least: path }),
  count: v.strictObject({ count: path }),
  record: v.strictObject({
    record: path,
    column: v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,39}$/)),
    own: v.optional(v.strictObject({ label: v.pipe(v.string(), v.maxLength(60)), sort: v.picklist(formulaSorts) })),
  }),
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
  if ('average' in formula) return formula.average
  if ('record' in formula) return formula.record
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
  if ('record' in formula) return { ...formula, record: near(formula.record) }
  if ('average' in formula) return { average: full(formula.average) }
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
 * where a path has no sort. `sortAt` gets the column as well where a field of a chosen record is read.
 */
export const sortOfFormula = (
  formula: Formula,
  sortAt: (path: Path, column?: string) => FormulaSort | undefined,
  report: (finding: FieldFault) => void,
): FormulaSort | undefined => {
  const inside = (part: Formula) => sortOfFormula(part, sortAt, report)
  if ('f' in formula) return sortAt(formula.f)
  if ('record' in formula) return formula.own?.sort ?? sortAt(formula.record, formula.column)
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
    const { name, usage, sort: sortOf } = formulaFunctions[formula.call]
    const sort = sortOf(args)
    if (sort === undefined) report(['“{label}”的公式中{name}应写作{usage}', { name, usage }])
    return sort
  }
  if ('round' in formula && (inside(formula.round) ?? 'number') !== 'number') {
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

/** What a formula comes to; undefined where what it needs is missing, or does not go together. */
export const valueOf = (formula: Formula, operands: Operands): FormulaValue | undefined => {
  operands.spend(partSteps)
  if ('n' in formula) return number(formula.n)
  if ('text' in formula) return text(formula.text)
  if ('f' in formula) return operands.at(formula.f)
  if ('sum' in formula) return number(operands.sum(formula.sum))
  if ('average' in formula) return meanOf(operands.column(formula.average), operands.sum(formula.average))
  if ('record' in formula) return operands.columnOf(formula.record, formula.column, formula.own)
  if ('most' in formula) return extremeOf(operands.column(formula.most), operands.spend, 1)
  if ('least' in formula) return extremeOf(operands.column(formula.least), operands.spend, -1)
  if ('count' in formula) return number(String(operands.count(formula.count)))
  if ('call' in formula) {
    const args = formula.args.map((part) => () => valueOf(part, operands))
    return formulaFunctions[formula.call].run(args, operands)
  }
  if ('round' in formula) {
    const value = valueOf(formula.round, operands)
    return value?.sort === 'number' ? number(roundTo(value.value, formula.places)) : undefined
  }
  const [a, b] = [valueOf(formula.a, operands), valueOf(formula.b, operands)]
  return a === undefined || b === undefined ? undefined : operation(formula.op, a, b, operands.spend)
}

/** The mean of what is a number in a column. */
const meanOf = (values: readonly FormulaValue[], total: Decimal): FormulaValue | undefined => {
  const count = values.filter(({ sort }) => sort === 'number').length
  return count === 0 ? undefined : number(divide(total, String(count), 4))
}

const innerOf = (formula: Formula): readonly Formula[] => {
  if ('op' in formula) return [formula.a, formula.b]
  if ('call' in formula) return formula.args
  return 'round' in formula ? [formula.round] : []
}
