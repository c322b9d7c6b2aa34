import * as v from 'valibot'
import { addDays, type Day, isDay } from '../../kernel/day.ts'
import { isDecimal } from '../../kernel/decimal.ts'
import { limitsOf } from '../../kernel/field.ts'
import { isNumber, kindOf } from '../../kernel/fields/kinds.ts'
import { assertDefined } from '../../kernel/assert.ts'
import type { Params } from '../../kernel/refusal.ts'
import { type ColumnQuestion, askingsOf, type Table, type TableColumn } from '../../domain/tables/define.ts'
import { type Condition, isEither, type Where } from '../../domain/tables/view.ts'
import { belowNodes, type Conditions } from '../db/conditions.ts'
import { withMerged } from '../db/recordForwards.ts'
import { dayEnd, dayStart } from '../db/days.ts'
import { likeAnywhere, spellSearch } from '../search/searchText.ts'
import { foundTextLength } from '../../domain/records/ownFields/ownField.ts'
import { malformed } from '../httpError.ts'
import { sqlTypeOf, type ColumnStanding, type Standings } from './columnStanding.ts'

/**
 * What conditions say of a row, one text each that all hold; `$1` is the organisation, `today` what days count from. Unknown columns, what a
 * column does not let ask, and what its field does not read are malformed.
 */
export const conditionsOf = (
  c: Conditions,
  table: Table,
  standings: Standings,
  { where, today }: { readonly where: Where; readonly today: Day },
): string[] => {
  const conditionSql = (condition: Condition): string => {
    const column = Object.hasOwn(table.columns, condition.key) && table.columns[condition.key]
    if (!column) throw malformed('没有“{key}”这一列', { key: condition.key }, [{ path: 'where' }])
    const { key, is } = condition
    if (!askingsOf(column).includes(is)) throw malformed('{label}不能这样筛选', { label: column.label }, [{ path: key }])
    const input = { c, column, condition, today, standing: assertDefined(standings[key], `where ${key} stands`) }
    const { within, emptySql, otherStanding } = input.standing
    if (!within && !otherStanding) return texts[is](input)
    if (is === 'empty' && emptySql) return emptySql
    const opposite = opposites[is]
    const meets = meetsWhere(input, opposite ?? is)
    if (!opposite) return meets
    return otherStanding ? `not coalesce(${meets}, false)` : `not ${meets}`
  }
  return where.map((term) => (isEither(term) ? `(${term.any.map(conditionSql).join(' or ')})` : conditionSql(term)))
}

/** True of a row whose value meets a question, wherever the row has it. */
const meetsWhere = (input: ConditionInput, question: ColumnQuestion): string => {
  const { within, otherStanding } = input.standing
  const text = texts[question](input)
  const meets = within ? within(text) : text
  return otherStanding ? `(${meets} or ${meetsWhere({ ...input, standing: otherStanding }, question)})` : meets
}

/** What is asked where the opposite is true. */
const opposites: Readonly<Partial<Record<ColumnQuestion, ColumnQuestion>>> = { notIn: 'in', no: 'yes', empty: 'filled' }

type ConditionInput = {
  readonly c: Conditions
  readonly column: TableColumn
  readonly condition: Condition
  readonly standing: ColumnStanding
  readonly today: Day
}

const wrong = ({ column: { label }, condition: { key } }: ConditionInput, words: string, params: Params = {}) =>
  malformed(words, { ...params, label }, [{ path: key }])

/** One value as the field reads it. */
const read = (input: ConditionInput, value: string): unknown => {
  const { schema, control } = input.column
  const { success, output, issues } = v.safeParse(schema, input.standing.several ? [value] : value, { message: '{label}格式有误' })
  if (!success) throw wrong(input, issues[0].message, limitsOf(control))
  return output
}

const valuesIn = (input: ConditionInput): unknown[] => {
  const { value } = input.condition
  if (!Array.isArray(value) || value.length === 0) throw wrong(input, '请选择要筛选的{label}')
  return value.map((item: string) => read(input, item))
}

const wordIn = (input: ConditionInput): string => {
  const { value } = input.condition
  const words = typeof value === 'string' ? value.trim() : ''
  if (words === '') throw wrong(input, '请填写{label}')
  return words
}

/** An end of a range: a day, or a number whatever its field takes. */
const endOf = (input: ConditionInput, value: string): string => {
  if (isNumber(input.column.control) ? isDecimal(value) && value.length <= 24 : isDay(value)) return value
  throw wrong(input, isNumber(input.column.control) ? '{label}应为数字' : '{label}不是有效的日期')
}

const daysIn = (input: ConditionInput): number => {
  const { value } = input.condition
  if (typeof value !== 'string' || !/^\d{1,4}$/.test(value)) throw wrong(input, '{label}的天数应为0到9999的整数')
  return Number(value)
}

/** How a number stands to one that is asked for: to the machine, which an index finds, and exactly. */
const comparedNumber = ({ c, standing: { sql, sortKey } }: ConditionInput, operator: '=' | '>=' | '<=', number: string): string => {
  const place = `${c.place(number)}::numeric`
  const exact = `${sql} ${operator} ${place}`
  return sortKey ? `${sortKey.sql} ${operator} ${place}::${sortKey.type} and ${exact}` : exact
}

/** From one day or number to another, both among it; one of them may be open. */
const betweenSql = (input: ConditionInput, from: string, to: string): string => {
  const { sql } = input.standing
  const bound = (end: string, side: 'from' | 'to'): string[] => {
    if (end === '') return []
    if (isNumber(input.column.control)) return [comparedNumber(input, side === 'from' ? '>=' : '<=', end)]
    const type = sqlTypeOf(input.column)
    return [assertDefined(bounds[type], `the bounds of ${type}`)[side](sql, input.c.place(end))]
  }
  return `(${[...bound(from, 'from'), ...bound(to, 'to')].join(' and ')})`
}

type Bound = (sql: string, place: string) => string

/** How a range is bounded by days in columns of each type. */
const bounds: Readonly<Record<string, { readonly from: Bound; readonly to: Bound }>> = {
  date: { from: (sql, place) => `${sql} >= ${place}::date`, to: (sql, place) => `${sql} <= ${place}::date` },
  text: { from: (sql, place) => `left(${sql}, 10) >= ${place}::text`, to: (sql, place) => `left(${sql}, 10) <= ${place}::text` },
  timestamptz: {
    from: (sql, place) => `${sql} >= ${dayStart(place)}`,
    to: (sql, place) => `${sql} < ${dayEnd(place)}`,
  },
}

/** `isAlone`: of a node of a tree without what lies below it. */
const among = (input: ConditionInput, isAlone = false): string => {
  const { c, column, standing } = input
  const { sql, mergedNoun, holds, stored, several } = standing
  const tree = isAlone ? undefined : standing.tree
  const values = valuesIn(input).map((value) => stored?.(String(value)) ?? value)
  if (several) return `${sql} ?| ${c.place([...new Set(values.flat().map(String))])}::text[]`
  if (holds) return `(${[...new Set(values)].map((value) => holds(String(value))).join(' or ')})`
  const places = c.place(values)
  const nodes = tree ? belowNodes(tree, '$1', places) : `(select unnest(${places}::bigint[]))`
  if (mergedNoun) return `${sql} in ${withMerged(mergedNoun, nodes)}`
  return tree ? `${sql} in ${nodes}` : `${sql} = any (${places}::${kindOf(column.control).column}[])`
}

const texts: Readonly<Record<ColumnQuestion, (input: ConditionInput) => string>> = {
  in: (input) => among(input),
  only: (input) => among(input, true),
  /** What has none is none of them. */
  notIn: (input) => `not coalesce(${among(input)}, false)`,
  /** Words of full width stand so in the text, or plainly. */
  contains: (input) => {
    const words = wordIn(input).toLowerCase()
    const patterns = [...new Set([words, spellSearch(words) || words])].map(likeAnywhere)
    const like = patterns.length === 1 ? input.c.place(patterns[0]) : `any (${input.c.place(patterns)}::text[])`
    const { sql, wholeText } = input.standing
    return wholeText
      ? `(lower(${sql}) like ${like} or length(${sql}) = ${foundTextLength} and lower(${wholeText}) like ${like})`
      : `lower(${sql}) like ${like}`
  },
  eq: (input) => {
    const { sql, wholeText } = input.standing
    if (isNumber(input.column.control)) return comparedNumber(input, '=', endOf(input, wordIn(input)))
    const place = input.c.place(read(input, wordIn(input)))
    return wholeText ? `${sql} = left(${place}::text, ${foundTextLength}) and ${wholeText} = ${place}` : `${sql} = ${place}`
  },
  between: (input) => {
    const { value } = input.condition
    if (!Array.isArray(value) || value.length !== 2 || value.every((end) => end === '')) throw wrong(input, '请填写{label}的范围')
    const [from = '', to = ''] = value
    const endIn = (end: string) => (end === '' ? '' : endOf(input, end))
    return betweenSql(input, endIn(from), endIn(to))
  },
  last: (input) => betweenSql(input, addDays(input.today, -daysIn(input)), input.today),
  next: (input) => betweenSql(input, input.today, addDays(input.today, daysIn(input))),
  yes: ({ standing: { sql } }) => `coalesce(${sql}, false)`,
  no: ({ standing: { sql, mixedSql } }) => (mixedSql ? `not (coalesce(${sql}, false) or ${mixedSql})` : `not coalesce(${sql}, false)`),
  empty: ({ standing: { sql, mixedSql } }) => (mixedSql ? `(${sql} is null and not ${mixedSql})` : `${sql} is null`),
  filled: ({ standing: { sql, mixedSql } }) => (mixedSql ? `(${sql} is not null or ${mixedSql})` : `${sql} is not null`),
  mixed: ({ column, standing: { mixedSql } }) => assertDefined(mixedSql, `what is mixed in ${column.label}`),
}
