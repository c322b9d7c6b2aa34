import * as v from 'valibot'
import { compare, isDecimal } from '../../../kernel/decimal.ts'
import { weighsMoreThan } from '../../../kernel/jsonBounds.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import { objectByKey } from '../../../kernel/objectByKey.ts'
import { spendSteps } from '../../../kernel/ruleBudget.ts'
import { type Operator, operators } from '../../../kernel/fields/kind.ts'
import { pathSchema, isBlank, scalarOf, valuesAt, type DeptId, type Form, type Json, type Path, type UserId } from './form.ts'
import { type OwnPath, ownPathIn } from '../../records/ownFields/ownPath.ts'

/**
 * Besides form paths, "$initiator" and "$dept" name the initiator and the department the request is for, and `pathOfOwn` an own field of what the form
 * refers to; `hasRole` asks what a person was granted. `quantifier` says of how many things at the path a comparison must hold: of any, or of all. What
 * it leaves out is any; what is empty is empty of all.
 */
export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Comparison
type Comparison = { f: Path; op: Operator; v?: Literal; quantifier?: Quantifier }
export type Literal = string | boolean | string[]
export const quantifiers = ['any', 'all'] as const
export type Quantifier = (typeof quantifiers)[number]

/** What conditions read. `deptPath`, `rolesOf` (words or codes) and `ownValues` answer undefined while that fact is not loaded. */
export type Scope = {
  form: Form
  initiator: UserId
  dept: DeptId
  deptPath: (dept: DeptId) => DeptId[] | undefined
  rolesOf: (user: UserId) => string[] | undefined
  /** What the things at a path of an own field have there, one value for each thing. */
  ownValues: (path: OwnPath, ids: readonly string[]) => readonly Json[] | undefined
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
    quantifier: v.optional(v.picklist(quantifiers)),
  }),
}))

/** The comparisons of one form, or of one flow, together: far more than people read, few enough to be checked while others wait. */
export const comparisonsMax = 1000

/** True where JSON, not checked yet, has more comparisons than that. */
export const hasTooManyComparisons = (json: unknown): boolean =>
  weighsMoreThan(json, comparisonsMax, (value) => ('f' in value && 'op' in value ? 1 : 0))

/**
 * Whether a condition holds. A missing field makes a comparison unknown; `not` of unknown stays unknown, and unknown does not
 * hold, so nothing is ever decided by a field that is not there. Over a table, a comparison holds when it does for some row, or for each one
 * where its quantifier says so.
 */
export const holds = (condition: Condition, scope: Scope): boolean => truth(condition, scope) === true

/** The form paths a condition reads. */
export const pathsOf = (condition: Condition): Path[] => {
  if ('all' in condition) return condition.all.flatMap(pathsOf)
  if ('any' in condition) return condition.any.flatMap(pathsOf)
  if ('not' in condition) return pathsOf(condition.not)
  return [condition.f]
}

/** The same of the form itself: of an own field where the form refers to what has it. */
export const formPathsOf = (condition: Condition): Path[] => pathsOf(condition).map((path) => ownPathIn(path)?.of ?? path)

/** The values at the path of a condition, "$initiator", "$dept" and own fields included; undefined while they are not known. */
export const readPath = (path: Path, scope: Scope): Json[] | undefined => {
  if (path === '$initiator') return [scope.initiator]
  if (path === '$dept') return [scope.dept]
  return ownPathIn(path) ? thingsAt(path, scope)?.flat() : valuesAt(scope.form, path)
}

/** The values of each thing at a path: of each row of a table, of each record of which an own field is asked. */
const thingsAt = (path: Path, scope: Scope): Json[][] | undefined => {
  const ownPath = ownPathIn(path)
  if (ownPath) {
    const ids = (readPath(ownPath.of, scope) ?? []).filter((id) => typeof id === 'string')
    return scope.ownValues(ownPath, ids)?.map((value) => [value].flat().filter((part) => !isBlank(part)))
  }
  const dot = path.lastIndexOf('.')
  if (dot < 0) return readPath(path, scope)?.map((value) => [value])
  return valuesAt(scope.form, path.slice(0, dot)).map((row) => (isRecord(row) ? valuesAt(row, path.slice(dot + 1)) : []))
}

type Truth = boolean | undefined

const truth = (condition: Condition, scope: Scope): Truth => {
  if ('all' in condition) return every(condition.all.map((part) => truth(part, scope)))
  if ('any' in condition) return negate(every(condition.any.map((part) => negate(truth(part, scope)))))
  if ('not' in condition) return negate(truth(condition.not, scope))
  return condition.quantifier === undefined ? truthOfAny(condition, readPath(condition.f, scope), scope) : truthOfThings(condition, scope)
}

/** Whether a comparison holds for one of some values; that nothing is there holds where there are none. */
const truthOfAny = ({ f, op, v: literal }: Comparison, values: readonly Json[] | undefined, scope: Scope): Truth => {
  spendSteps(readingSteps + (values?.length ?? 0), scope.rule ?? f)
  if (values === undefined) return undefined
  if (op === 'empty') return values.length === 0
  if (values.length === 0 || literal === undefined) return undefined
  spendSteps(values.length * comparingSteps(literal) + textSteps(values), scope.rule ?? f)
  return some(values.map((value) => answer[op](value, literal, scope)))
}

/** The same of things that may have several values each. Without a thing nothing holds of all. */
const truthOfThings = (comparison: Comparison, scope: Scope): Truth => {
  const truths = thingsAt(comparison.f, scope)?.map((values) => truthOfAny(comparison, values, scope))
  if (truths === undefined || truths.length === 0) return undefined
  return comparison.quantifier === 'all' ? every(truths) : some(truths)
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
  Array.isArray(literal) ? literal.reduce((steps, word) => steps + 20 + word.length / 8, 20) : 20 + String(literal).length / 8

/** Long texts are looked through. */
const textSteps = (values: readonly Json[]): number =>
  values.reduce<number>((steps, value) => steps + (typeof value === 'string' ? value.length / 8 : 0), 0)

const every = (truths: Truth[]): Truth => {
  if (truths.includes(false)) return false
  return truths.includes(undefined) ? undefined : true
}
const some = (truths: Truth[]): Truth => {
  if (truths.includes(true)) return true
  return truths.includes(undefined) ? undefined : false
}
const negate = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)

const answer: Record<Operator, (value: Json, literal: Literal, scope: Scope) => Truth> = {
  eq: (value, literal) => same(value, literal),
  ne: (value, literal) => negate(same(value, literal)),
  lt: (value, literal) => ordered(value, literal, (order) => order < 0),
  le: (value, literal) => ordered(value, literal, (order) => order <= 0),
  gt: (value, literal) => ordered(value, literal, (order) => order > 0),
  ge: (value, literal) => ordered(value, literal, (order) => order >= 0),
  in: (value, literal) => (Array.isArray(literal) ? literal.some((item) => same(value, item)) : undefined),
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
