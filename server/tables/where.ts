import * as v from 'valibot'
import { addDays, type Day, isDay } from '../../kernel/day.ts'
import { isDecimal } from '../../kernel/decimal.ts'
import { limitsOf } from '../../kernel/field.ts'
import { isNumber, kindOf } from '../../kernel/fields/kinds.ts'
import { known } from '../../kernel/known.ts'
import type { Params } from '../../kernel/refusal.ts'
import { type ColumnQuestion, askingsOf, type Table, type TableColumn } from '../../domain/tables/define.ts'
import { type Condition, isEither, type Where } from '../../domain/tables/view.ts'
import { belowNodes, type Conditions } from '../db/conditions.ts'
import { dayEnd, dayStart } from '../db/days.ts'
import { likeAnywhere, spelled } from '../search/searchText.ts'
import { malformed } from '../unanswered.ts'
import { sqlTypeOf, type ColumnStanding, type Standings } from './standing.ts'

/**
 * What conditions say of a row, one text each that all hold; `$1` is the organisation, `today` what days count from. Unknown columns, what a
 * column does not let ask, and what its field does not read are malformed.
 */
export const conditionsOf = (c: Conditions, table: Table, standings: Standings, where: Where, today: Day): string[] => {
  const one = (condition: Condition): string => {
    const column = Object.hasOwn(table.columns, condition.key) && table.columns[condition.key]
    if (!column) throw malformed('没有“{key}”这一列', { key: condition.key }, [{ path: 'where' }])
    const { key, is } = condition
    if (!askingsOf(column).includes(is)) throw malformed('{label}不能这样筛选', { label: column.label }, [{ path: key }])
    return texts[is]({ c, column, condition, today, standing: known(standings[key], `where ${key} stands`) })
  }
  return where.map((term) => (isEither(term) ? `(${term.any.map(one).join(' or ')})` : one(term)))
}

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
const read = (asked: ConditionInput, value: string): unknown => {
  const { schema, control } = asked.column
  const { success, output, issues } = v.safeParse(schema, value, { message: '{label}格式有误' })
  if (!success) throw wrong(asked, issues[0].message, limitsOf(control))
  return output
}

const listed = (asked: ConditionInput): unknown[] => {
  const { value } = asked.condition
  if (!Array.isArray(value) || value.length === 0) throw wrong(asked, '请选择要筛选的{label}')
  return value.map((each: string) => read(asked, each))
}

const worded = (asked: ConditionInput): string => {
  const { value } = asked.condition
  const words = typeof value === 'string' ? value.trim() : ''
  if (words === '') throw wrong(asked, '请填写{label}')
  return words
}

/** An end of a range: a day, or a number whatever its field takes. */
const endOf = (asked: ConditionInput, value: string): string => {
  if (isNumber(asked.column.control) ? isDecimal(value) && value.length <= 24 : isDay(value)) return value
  throw wrong(asked, isNumber(asked.column.control) ? '{label}应为数字' : '{label}不是有效的日期')
}

const daysIn = (asked: ConditionInput): number => {
  const { value } = asked.condition
  if (typeof value !== 'string' || !/^\d{1,4}$/.test(value)) throw wrong(asked, '{label}的天数应为0到9999的整数')
  return Number(value)
}

/** From one day or number to another, both among it; one of them may be open. */
const between = (asked: ConditionInput, from: string, to: string): string => {
  const { from: begins, to: ends } = bounds[isNumber(asked.column.control) ? 'numeric' : sqlTypeOf(asked.column)]!
  const { sql } = asked.standing
  const texts = [...(from === '' ? [] : [begins(sql, asked.c.place(from))]), ...(to === '' ? [] : [ends(sql, asked.c.place(to))])]
  return `(${texts.join(' and ')})`
}

type Bound = (sql: string, place: string) => string

/** How a range is bounded by days or numbers in columns of each type. */
const bounds: Readonly<Record<string, { readonly from: Bound; readonly to: Bound }>> = {
  numeric: { from: (sql, place) => `${sql} >= ${place}::numeric`, to: (sql, place) => `${sql} <= ${place}::numeric` },
  date: { from: (sql, place) => `${sql} >= ${place}::date`, to: (sql, place) => `${sql} <= ${place}::date` },
  text: { from: (sql, place) => `left(${sql}, 10) >= ${place}::text`, to: (sql, place) => `left(${sql}, 10) <= ${place}::text` },
  timestamptz: {
    from: (sql, place) => `${sql} >= ${dayStart(place)}`,
    to: (sql, place) => `${sql} < ${dayEnd(place)}`,
  },
}

const among = (asked: ConditionInput): string => {
  const { c, column, standing } = asked
  const { sql, tree, holds, stored } = standing
  const values = listed(asked).map((value) => stored?.(String(value)) ?? value)
  if (holds) return `(${[...new Set(values)].map((value) => holds(String(value))).join(' or ')})`
  const places = c.place(values)
  return tree ? `${sql} in ${belowNodes(tree, '$1', places)}` : `${sql} = any (${places}::${kindOf(column.control).column}[])`
}

const texts: Readonly<Record<ColumnQuestion, (asked: ConditionInput) => string>> = {
  in: among,
  /** What has none is none of them. */
  notIn: (asked) => `not coalesce(${among(asked)}, false)`,
  /** Words of full width stand so in the text, or plainly. */
  contains: (asked) => {
    const words = worded(asked).toLowerCase()
    const patterns = [...new Set([words, spelled(words) || words])].map(likeAnywhere)
    return `lower(${asked.standing.sql}) like ${patterns.length === 1 ? asked.c.place(patterns[0]) : `any (${asked.c.place(patterns)}::text[])`}`
  },
  eq: (asked) =>
    isNumber(asked.column.control)
      ? `${asked.standing.sql} = ${asked.c.place(endOf(asked, worded(asked)))}::numeric`
      : `${asked.standing.sql} = ${asked.c.place(read(asked, worded(asked)))}`,
  between: (asked) => {
    const { value } = asked.condition
    if (!Array.isArray(value) || value.length !== 2 || value.every((end) => end === '')) throw wrong(asked, '请填写{label}的范围')
    const [from, to] = value.map((end: string) => (end === '' ? '' : endOf(asked, end))) as [string, string]
    return between(asked, from, to)
  },
  last: (asked) => between(asked, addDays(asked.today, -daysIn(asked)), asked.today),
  next: (asked) => between(asked, asked.today, addDays(asked.today, daysIn(asked))),
  yes: ({ standing: { sql } }) => `coalesce(${sql}, false)`,
  no: ({ standing: { sql } }) => `not coalesce(${sql}, false)`,
  empty: ({ standing: { sql } }) => `${sql} is null`,
  filled: ({ standing: { sql } }) => `${sql} is not null`,
}
