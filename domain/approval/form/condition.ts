import * as v from 'valibot'
import { compare, isDecimal } from '../../../kernel/decimal.ts'
import { weighsMoreThan } from '../../../kernel/jsonBounds.ts'
import { objectByKey } from '../../../kernel/objectByKey.ts'
import { spendSteps } from '../../../kernel/ruleBudget.ts'
import { type Operator, operators } from '../../../kernel/fields/kind.ts'
import { pathSchema, isBlank, scalarOf, valuesAt, type DeptId, type Form, type Json, type Path, type UserId } from './form.ts'

/** Besides form paths, "$initiator" and "$dept" name the initiator and the department the request is for; `hasRole` asks what a person was granted. */
export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | { f: Path; op: Operator; v?: Literal }
export type Literal = string | boolean | string[]

/** What conditions read. `deptPath` and `rolesOf` (words or codes) answer undefined while that fact is not loaded. */
export type Scope = {
  form: Form
  initiator: UserId
  dept: DeptId
  deptPath: (dept: DeptId) => DeptId[] | undefined
  rolesOf: (user: UserId) => string[] | undefined
  /** Whose condition it is, where its steps are more than the budget of rules has; the path that it asks about without it. */
  rule?: string
}

/** What the JSON of a condition must be. */
export const conditionSchema: v.GenericSchema<unknown, Condition> = objectByKey<Condition>(() => ({
  all: v.strictObject({ all: v.array(conditionSchema) }),
  any: v.strictObject({ any: v.array(conditionSchema) }),
  not: v.strictObject({ not: conditionSchema }),
  f: v.strictObject({
    f: pathSchema,
    op: v.picklist(operators),
    v: v.optional(v.union([v.string(), v.boolean(), v.array(v.string())])),
  }),
}))

/** The comparisons of one form, or of one flow, together: far more than people read, few enough to be checked while others wait. */
export const comparisonsMax = 1000

/** True where JSON, not checked yet, has more comparisons than that. */
export const hasTooManyComparisons = (json: unknown): boolean =>
  weighsMoreThan(json, comparisonsMax, (value) => ('f' in value && 'op' in value ? 1 : 0))

/**
 * Whether a condition holds. A missing field makes a comparison unknown; `not` of unknown stays unknown, and unknown does not
 * hold, so nothing is ever decided by a field that is not there. Over a table, a comparison holds when it does for some row.
 */
export const holds = (condition: Condition, scope: Scope): boolean => truth(condition, scope) === true

/** The form paths a condition reads. */
export const pathsOf = (condition: Condition): Path[] => {
  if ('all' in condition) return condition.all.flatMap(pathsOf)
  if ('any' in condition) return condition.any.flatMap(pathsOf)
  if ('not' in condition) return pathsOf(condition.not)
  return [condition.f]
}

/** The values at the path of a condition, "$initiator" and "$dept" included. */
export const readPath = (path: Path, scope: Scope): Json[] => {
  if (path === '$initiator') return [scope.initiator]
  return path === '$dept' ? [scope.dept] : valuesAt(scope.form, path)
}

type Truth = boolean | undefined

const truth = (condition: Condition, scope: Scope): Truth => {
  if ('all' in condition) return every(condition.all.map((part) => truth(part, scope)))
  if ('any' in condition) return negate(every(condition.any.map((part) => negate(truth(part, scope)))))
  if ('not' in condition) return negate(truth(condition.not, scope))
  const values = readPath(condition.f, scope)
  spendSteps(readingSteps + values.length, scope.rule ?? condition.f)
  if (condition.op === 'empty') return values.length === 0
  if (values.length === 0 || condition.v === undefined) return undefined
  spendSteps(values.length * comparingSteps(condition.v) + textSteps(values), scope.rule ?? condition.f)
  const { op, v: literal } = condition
  const answers = values.map((value) => answer[op](value, literal, scope))
  if (answers.includes(true)) return true
  return answers.includes(undefined) ? undefined : false
}

/** What a condition takes of the budget of rules at most, but for long texts; `countAt` says how many values there are at a path. */
export const stepsOfCondition = (condition: Condition, countAt: (path: Path) => number): number => {
  if ('all' in condition) return condition.all.reduce((steps, part) => steps + stepsOfCondition(part, countAt), 0)
  if ('any' in condition) return condition.any.reduce((steps, part) => steps + stepsOfCondition(part, countAt), 0)
  if ('not' in condition) return stepsOfCondition(condition.not, countAt)
  const count = countAt(condition.f)
  return readingSteps + count + (condition.v === undefined ? 0 : count * comparingSteps(condition.v))
}

/** What it takes to look a comparison up, and to compare a value with each thing that is named. */
const readingSteps = 20
const comparingSteps = (literal: Literal): number =>
  Array.isArray(literal) ? literal.reduce((steps, one) => steps + 20 + one.length / 8, 20) : 20 + String(literal).length / 8

/** Long texts are looked through. */
const textSteps = (values: readonly Json[]): number =>
  values.reduce<number>((steps, value) => steps + (typeof value === 'string' ? value.length / 8 : 0), 0)

const every = (truths: Truth[]): Truth => {
  if (truths.includes(false)) return false
  return truths.includes(undefined) ? undefined : true
}
const negate = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)

const answer: Record<Operator, (value: Json, literal: Literal, scope: Scope) => Truth> = {
  eq: (value, literal) => same(value, literal),
  ne: (value, literal) => negate(same(value, literal)),
  lt: (value, literal) => ordered(value, literal, (order) => order < 0),
  le: (value, literal) => ordered(value, literal, (order) => order <= 0),
  gt: (value, literal) => ordered(value, literal, (order) => order > 0),
  ge: (value, literal) => ordered(value, literal, (order) => order >= 0),
  in: (value, literal) => (Array.isArray(literal) ? literal.some((one) => same(value, one)) : undefined),
  contains: (value, literal) => {
    if (typeof literal !== 'string') return undefined
    return typeof value === 'string' ? value.includes(literal) : same(value, literal)
  },
  isDeptIn: (value, literal, scope) => {
    if (typeof value !== 'string' || typeof literal === 'boolean') return undefined
    const path = scope.deptPath(value)
    return path && [literal].flat().some((dept) => path.includes(dept))
  },
  hasRole: (value, literal, scope) => {
    if (typeof value !== 'string' || typeof literal === 'boolean') return undefined
    const roles = scope.rolesOf(value)
    return roles && [literal].flat().some((role) => roles.includes(role))
  },
  empty: (value) => isBlank(value),
}

const same = (value: Json, literal: Literal): Truth => {
  if (typeof value === 'boolean' || typeof literal === 'boolean') return value === literal
  if (Array.isArray(literal)) return undefined
  const plain = plainText(value)
  if (plain === undefined) return undefined
  return isDecimal(plain) && isDecimal(literal) ? compare(plain, literal) === 0 : plain === literal
}

/** Decimals by size; other text (days, moments) by character, never a number against a word. */
const ordered = (value: Json, literal: Literal, accepts: (order: number) => boolean): Truth => {
  const plain = plainText(value)
  if (plain === undefined || typeof literal !== 'string') return undefined
  if (isDecimal(plain) && isDecimal(literal)) return accepts(compare(plain, literal))
  if (isDecimal(plain) || isDecimal(literal)) return undefined
  return accepts(Number(plain > literal) - Number(plain < literal))
}

const plainText = (value: Json): string | undefined => {
  const plain = scalarOf(value)
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : undefined
}
