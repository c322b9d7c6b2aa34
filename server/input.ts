import * as v from 'valibot'
import { isWithinBounds } from '../kernel/jsonBounds.ts'
import { lastOf } from '../kernel/assert.ts'
import { inWords } from '../domain/english/all.ts'
import type { Operation } from '../domain/operations/define.ts'
import type { Params } from '../kernel/refusal.ts'
import { malformed } from './httpError.ts'

/** What a request carries: the places of its path, its query, and its body as it was parsed. */
export type RequestInput = { readonly params: object; readonly query: object; readonly body: unknown }

/** The checked input, and the fields of a question that no schema knows. */
export type ReadInput = { readonly input: unknown; readonly ignored: readonly string[] }

/**
 * The path's, the query's and the body's values in one object, checked. The path wins over the body, the body over the query; a body
 * that is a list arrives as `ids`. A value that the schema refuses only for how it is written is read as the clients of the contract
 * write it. A question leaves out fields that it does not know, and names them in `ignored`; a write refuses them. Throws malformed with the
 * fields named.
 */
export const readInput = (operation: Operation, { params, query, body }: RequestInput, language: 'zh' | 'en'): ReadInput => {
  if (body !== undefined && body !== null && typeof body !== 'object') throw malformed('请求的格式有误')
  const inputGiven = { ...query, ...(Array.isArray(body) ? { ids: body } : body), ...params }
  if (!isKeepable(inputGiven)) throw malformed('请求的格式有误')
  if (!isStorable(inputGiven)) throw malformed('文字中有无法保存的字符')
  const ignoredFields: string[] = []
  const result = understand(operation, inputGiven, operation.reads ? ignoredFields : undefined)
  if (result.success) return { input: result.output, ignored: ignoredFields }
  const fields = result.issues.slice(0, issuesAtMost).map((issue) => ({
    path: v.getDotPath(issue) ?? '',
    words: inWords(language, issue.message, limitsOf(issue)),
  }))
  const namedProblems = fields
    .slice(0, 5)
    .map(({ path, words }) => (path === '' ? words : inWords(language, '{field}{problem}', { field: path, problem: words })))
  throw malformed('请求有误：{fields}', { fields: namedProblems.join(inWords(language, '；')) }, fields)
}

/**
 * What the schema makes of these values, where it refuses some with each of those read in the one other way that it allows. Where that
 * does not help either, the issues are about the values as they came. Unknown fields go into `ignored` where it is given.
 */
export const understand = (operation: Operation, inputGiven: object, ignoredFields?: string[]): v.SafeParseResult<v.GenericSchema> => {
  const asSent = parse(operation, inputGiven)
  if (asSent.success) return asSent
  const meant = structuredClone(inputGiven)
  let result: v.SafeParseResult<v.GenericSchema> = asSent
  // What was text may turn out to be a list, whose members are text again.
  const rounds = isMoreThan(valuesWithAllIssues, inputGiven) ? 2 : 12
  for (let round = 0; !result.success && round < rounds; round++) {
    if (
      !result.issues.every(
        (issue) =>
          reread(operation, meant, issue) ||
          ignoreFields(operation, meant, issue, ignoredFields) ||
          ignoreColumn(inputGiven, meant, issue, ignoredFields),
      ) ||
      !isKeepable(meant) ||
      !isStorable(meant)
    )
      return ignoredFields?.length ? result : asSent
    result = parse(operation, meant)
  }
  return result.success || ignoredFields?.length ? result : asSent
}

/** Leaves out all unknown fields of a question, of which a schema names one; false where the issue is about anything else. */
const ignoreFields = (
  { input }: Operation,
  inputGiven: object,
  { kind, expected, path }: Issue,
  ignoredFields: string[] | undefined,
): boolean => {
  if (!ignoredFields || kind !== 'schema' || expected !== 'never' || path?.length !== 1) return false
  const entries = 'entries' in input && typeof input.entries === 'object' ? input.entries : undefined
  const isUnknown = (key: string) => !Object.hasOwn(entries ?? {}, key) && !Object.hasOwn(otherNames, key)
  const unknown = entries ? Object.keys(inputGiven).filter(isUnknown) : [String(lastOf(path).key)]
  ignoredFields.push(...unknown)
  for (const key of unknown) Reflect.deleteProperty(inputGiven, key)
  return unknown.length > 0
}

/** Leaves out the order of a question that came as `column` and that its list does not know: older clients name columns of theirs there. */
const ignoreColumn = (inputGiven: object, meant: object, { path }: Issue, ignoredFields: string[] | undefined): boolean => {
  const isOrder = path?.length === 1 && path[0].key === 'sidx'
  if (!ignoredFields || !isOrder || !('column' in inputGiven) || 'sidx' in inputGiven) return false
  ignoredFields.push('column')
  return Reflect.deleteProperty(meant, 'sidx')
}

type Issue = v.BaseIssue<unknown>

/** Where much was sent the first issue is looked for alone: an issue takes longer to say than a value to check. */
const parse = (operation: Operation, value: unknown) =>
  v.safeParse(operation.input, value, { message: issueWords, abortEarly: isMoreThan(valuesWithAllIssues, value) })

const valuesWithAllIssues = 5_000
/** More problems than are read by people, or by programs that send again. */
const issuesAtMost = 200

/** True where objects and arrays have more than so many members, all together. */
const isMoreThan = (maximum: number, value: unknown): boolean => {
  let count = 0
  const open: unknown[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next)
    count += members.length
    if (count > maximum) return true
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member)
  }
  return false
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the last part of a path stands in. */
const holderOf = (path: readonly v.IssuePathItem[], inputGiven: unknown): Record<string, unknown> => {
  let holder = inputGiven
  for (const { key } of path.slice(0, -1)) holder = isHolder(holder) ? holder[String(key)] : undefined
  if (!isHolder(holder)) throw new Error('An issue is about nothing that was sent.')
  return holder
}

/** Replaces the value that the issue is about by its other reading; false where there is none. */
const reread = ({ reads }: Operation, inputGiven: object, { kind, type, expected, path }: Issue): boolean => {
  if (!path) return false
  const key = String(lastOf(path).key)
  const holder = holderOf(path, inputGiven)
  const input = holder[key]
  // Nothing chosen, in a question.
  if (reads && expected !== 'never' && (kind === 'schema' || path.length === 1) && (input === null || input === ''))
    return delete holder[key]
  if (kind !== 'schema') return false
  if (expected === 'never') {
    if (path.length > 1 || !Object.hasOwn(otherNames, key)) return false
    const name = otherNames[key]
    if (name !== undefined && input !== '') holder[name] ??= input
    return delete holder[key]
  }
  const [read] = readings[type]?.(input) ?? []
  if (read === undefined) return false
  holder[key] = read
  return true
}

/** What clients of the contract call what we call otherwise; undefined for the number that keeps an answer from being cached. */
const otherNames: Readonly<Record<string, string | undefined>> = {
  key: 'likeQuery',
  column: 'sidx',
  _t: undefined,
  _: undefined,
  t: undefined,
}

const readNumber = (input: unknown): readonly number[] =>
  typeof input === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(input) ? [Number(input)] : []
const readObject = (input: unknown): readonly unknown[] => (typeof input === 'string' && input.startsWith('{') ? [parseJson(input)] : [])

/** By what the schema wants: the value as it was meant, where it was written in another type. Nothing that can be read in two ways. */
const readings: Readonly<Record<string, (input: unknown) => readonly unknown[]>> = {
  number: readNumber,
  string: (input) => (typeof input === 'number' ? [String(input)] : []),
  boolean: (input) => truths.filter(([written]) => written === input).map(([, truth]) => truth),
  picklist: (input) => (typeof input === 'number' ? [String(input)] : readNumber(input)),
  array: (input) => (typeof input === 'string' && input !== '' ? [input.startsWith('[') ? parseJson(input) : listedIn(input)] : []),
  object: readObject,
  strict_object: readObject,
  loose_object: readObject,
  record: readObject,
}

const truths: readonly (readonly [unknown, boolean])[] = [
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]

const listedIn = (text: string): readonly string[] | undefined => (isWithinBounds(text) ? text.split(',') : undefined)

const parseJson = (text: string): unknown => {
  if (!isWithinBounds(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** False where an object names its prototype, or things stand inside each other further than anything of ours. */
export const isKeepable = (value: unknown, levels: number = levelsAtMost): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && !Object.hasOwn(value, '__proto__') && Object.values(value).every((item) => isKeepable(item, levels - 1))
}

/** How deep a request's content may be nested: flows nest deepest, a few levels for each branch in a branch. */
const levelsAtMost = 64

/** False where a text holds what no text of the database may: a NUL, or half of a character. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, each]) => isStorable(key) && isStorable(each))
}

/** What `{min}` or `{max}` stands for in the words of an issue. */
const limitsOf = ({ requirement }: Issue): Params => (typeof requirement === 'number' ? { min: requirement, max: requirement } : {})

/** For what a schema has no words of its own. */
const issueWords = (issue: Issue): string => {
  if (issue.received === 'undefined') return '必填'
  return issue.expected === 'never' ? '不是已知的字段' : '格式有误'
}
