import { assertDefined } from '../../kernel/assert.ts'
import { defaultTimeZone } from '../../kernel/day.ts'
import type { Noun } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { isId } from '../../kernel/id.ts'
import type { Table, TableColumn } from '../../domain/tables/define.ts'
import {
  type Figure,
  type FigureKind,
  figuresOf,
  type GroupKey,
  hasPeriods,
  isGroupable,
  mixedValue,
  type Period,
} from '../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../domain/tables/groupOperations.ts'
import { lookUp } from '../documents/references.ts'
import { malformed } from '../httpError.ts'
import { type ColumnStanding, joinsOf, sqlTypeOf } from '../tables/columnStanding.ts'
import { readableColumns, type SumQuery, type SumReader } from './sums.ts'

export type GroupQuestion = { readonly by: readonly GroupKey[]; readonly figures: readonly Figure[]; readonly limit: number }

type PlacedColumn = { readonly column: TableColumn; readonly place: ColumnStanding }

/** A grouping as the database is asked for it: text and values say all that the answer follows from, the reader's rights among it. */
export type GroupStatement = { readonly text: string; readonly values: readonly unknown[]; readonly keys: readonly KeyStanding[] }

/** A column of a table by its key, with where it stands; refused where the reader may not see it or it does not fit. */
export const requireColumn = (
  reader: Pick<SumReader, 'session'>,
  { table, query }: { readonly table: Table; readonly query: SumQuery },
  key: string,
  isFit: (column: TableColumn) => boolean,
): PlacedColumn => {
  const column = Object.hasOwn(table.columns, key) ? table.columns[key] : undefined
  if (!column) throw malformed('没有“{key}”这一列', { key }, [{ path: 'by' }])
  const place = query.standings[key]
  if (!readableColumns(reader.session, table, query.openOnly)(key) || !isFit(column) || !place || place.holds || place.several)
    throw malformed('不能汇总{label}', { label: column.label }, [{ path: key }])
  return { column, place }
}

/** Refuses what the reader may not be told. */
export const groupStatement = (
  reader: Pick<SumReader, 'session'>,
  table: Table,
  query: SumQuery,
  question: GroupQuestion,
): GroupStatement => {
  const source = { table, query }
  const keys = question.by.map((by) => ({ ...by, ...requireColumn(reader, source, by.key, isGroupable) }))
  if (new Set(question.by.map(({ key, period }) => `${key} ${period ?? ''}`)).size < keys.length)
    throw malformed('同一列只能分组一次', {}, [{ path: 'by' }])
  const figures = question.figures.map((figure) => ({
    ...figure,
    ...requireColumn(reader, source, figure.key, (column) => figuresOf(column).includes(figure.of)),
  }))
  const text = statementOf(query, keys, figures, question.limit)
  return { text, values: query.conditions.values, keys }
}

/**
 * The rows that a person asks for by the values of some columns, with what their numbers come to. A column that a list hides from the reader
 * makes no groups and no figures.
 */
export const groupsOf = async (reader: SumReader, table: Table, query: SumQuery, question: GroupQuestion): Promise<Groups> => {
  const statement = groupStatement(reader, table, query, question)
  const figures = await runGroups(reader, statement)
  return { ...figures, names: await namesOf(reader, statement.keys, figures.list) }
}

/** What a grouping comes to, without the names of what its groups refer to. */
export const runGroups = async ({ tx }: Pick<SumReader, 'tx'>, { text, values }: GroupStatement): Promise<Omit<Groups, 'names'>> => {
  const rows = await tx.query<GroupRow>(text, values, 'anew')
  const list = rows.filter(({ part }) => part === 'group').map(({ keys, count, figures }) => ({ keys, count: Number(count), figures }))
  const restOf = (partName: GroupRow['part']) => {
    const row = assertDefined(
      rows.find(({ part }) => part === partName),
      partName,
    )
    return { groups: Number(row.groups), count: Number(row.count), figures: row.figures }
  }
  const [remainder, total] = [restOf('others'), restOf('total')]
  return { list, others: remainder.groups > 0 ? remainder : null, total }
}

type GroupRow = {
  readonly part: 'group' | 'others' | 'total'
  readonly keys: (string | null)[]
  readonly groups: string
  readonly count: string
  readonly figures: (string | null)[]
}

export type KeyStanding = PlacedColumn & GroupKey
type FigureStanding = PlacedColumn & Figure

/** What is held of each group for a figure, so that groups can be put together: columns of the statement, named by the number's place. */
type PartialSum = { readonly name: string; readonly sql: (number: string) => string; readonly together: string }
const sumOf = (at: number): PartialSum => ({ name: `s${at}`, sql: (number) => `sum(${number})`, together: `sum(s${at})` })
const figureParts: Readonly<
  Record<FigureKind, (at: number) => { readonly sums: readonly PartialSum[]; readonly of: (columns: readonly string[]) => string }>
> = {
  sum: (at) => ({ sums: [sumOf(at)], of: ([sum]) => String(sum) }),
  average: (at) => ({
    sums: [sumOf(at), { name: `c${at}`, sql: (number) => `count(${number})`, together: `sum(c${at})` }],
    of: ([sum, count]) => `round(${sum} / nullif(${count}, 0), 6)`,
  }),
  min: (at) => ({ sums: [{ name: `a${at}`, sql: (number) => `min(${number})`, together: `min(a${at})` }], of: ([min]) => String(min) }),
  max: (at) => ({ sums: [{ name: `z${at}`, sql: (number) => `max(${number})`, together: `max(z${at})` }], of: ([max]) => String(max) }),
}

/**
 * One statement: the groups are made once, then counted, put together and cut off. The largest by the first figure come first; what is the same
 * goes by its keys. The rows are grouped by values as they are stored; only groups are written as texts and follow mergers, as that costs as
 * much as the grouping itself where it is done for each row.
 */
const statementOf = (query: SumQuery, keys: readonly KeyStanding[], figures: readonly FigureStanding[], limit: number): string => {
  const { begins = '', from, conditions } = query
  const standings = [...keys, ...figures].map(({ place }) => place)
  const numbers = figures.map(({ place }) => `(${place.sumSql ?? place.sql})::numeric`)
  const parts = figures.map(({ of }, index) => figureParts[of](numbers.indexOf(numbers[index] ?? '')))
  const sums = new Map(
    parts.flatMap((part, index) => part.sums.map((sum) => [sum.name, { ...sum, storedSql: sum.sql(numbers[index] ?? '') }] as const)),
  )
  const keyNames = keys.map((_, index) => `k${index}`)
  const groupBy = keys.length > 0 ? `group by ${keys.map((_, index) => index + 1).join(', ')}` : 'having count(*) > 0'
  const storedColumns = [
    ...keys.map((key, index) => `${storedKeySql(key)} as k${index}`),
    'count(*) as n',
    ...[...sums.values()].map(({ name, storedSql }) => `${storedSql} as ${name}`),
  ]
  const isForwarded = keys.some(({ place }) => place.mergedNoun)
  const writtenColumns = [
    'row_number() over () as at',
    ...keys.map((key, index) => `${writtenKeySql(key, `k${index}`)} as k${index}`),
    ...(isForwarded ? ['sum(n) as n', ...[...sums.values()].map(({ name, together }) => `${together} as ${name}`)] : ['n', ...sums.keys()]),
  ]
  const figureTexts = parts.map((part) => `trim_scale(${part.of(part.sums.map(({ name }) => name))})::text`)
  const together = parts.map((part) => `trim_scale(${part.of(part.sums.map((column) => column.together))})::text`)
  const [first] = parts
  const rank = [first ? `${first.of(first.sums.map(({ name }) => name))} desc nulls last` : 'n desc', 'n desc', ...keyNames].join(', ')
  const arrayOf = (texts: readonly string[]) => `array[${texts.join(', ')}]::text[]`
  const cut = conditions.place(limit)
  const togetherSql = (part: string, of: string) =>
    `select '${part}', '{}'::text[], count(*)::text, coalesce(sum(n), 0)::text, ${arrayOf(together)}, null::bigint from grouped ${of}`
  return `${begins === '' ? 'with' : `${begins},`} stored as (
      select ${storedColumns.join(', ')} from ${from}${joinsOf(standings)} where ${conditions.texts.join(' and ')} ${groupBy}),
    grouped as materialized (select ${writtenColumns.join(', ')} from stored ${isForwarded ? `group by ${keys.map((_, index) => index + 2).join(', ')}` : ''}),
    largest as materialized (select g.*, row_number() over (order by ${rank}) as place from grouped g order by ${rank} limit ${cut})
    select part, keys, groups, count, figures from (
      select 'group' as part, ${arrayOf(keyNames)} as keys, '1' as groups, n::text as count, ${arrayOf(figureTexts)} as figures, place
        from largest
      union all ${togetherSql('others', 'where at not in (select at from largest)')}
      union all ${togetherSql('total', '')}) answer order by place nulls last`
}

/** The value that makes a group, as its rows have it; where rows may be mixed as a text. */
const storedKeySql = (key: KeyStanding): string => {
  const { mixedSql } = key.place
  const sql = valueKeySql(key)
  return mixedSql ? `case when ${mixedSql} then '${mixedValue}' else ${textKeySql(key, `(${sql})`)} end` : sql
}

/** The same, where a row has one value. */
const valueKeySql = ({ column, place: { sql, sumSql, groupSql }, period }: KeyStanding): string => {
  const type = sqlTypeOf(column)
  if (hasPeriods(column)) return periodSql(sql, type, period ?? 'day')
  if (type === 'numeric') return groupSql ?? sumSql ?? sql
  return type === 'boolean' ? `coalesce(${sql}, false)` : sql
}

/** The same as a text; of what was merged the record that took it over. */
const writtenKeySql = (key: KeyStanding, name: string): string => {
  const { mergedNoun, mixedSql } = key.place
  if (mixedSql) return name
  if (mergedNoun)
    return `coalesce((select f.into_id from record_forward f where f.org_id = $1 and f.noun = '${mergedNoun}' and f.from_id = ${name}), ${name})::text`
  return textKeySql(key, name)
}

const textKeySql = ({ column }: KeyStanding, name: string): string =>
  !hasPeriods(column) && sqlTypeOf(column) === 'numeric' ? `trim_scale(${name})::text` : `${name}::text`

/** A value of a row as a text, as a group by it would be written. */
export const keySql = (key: KeyStanding): string => writtenKeySql(key, `(${storedKeySql(key)})`)

/** The first day of the period that a day or a moment lies in, by the organisation's clock. */
const periodSql = (sql: string, type: string, period: Period): string => {
  const timestamps: Readonly<Record<string, string>> = {
    timestamptz: `(${sql}) at time zone '${defaultTimeZone}'`,
    date: `(${sql})::timestamp`,
    text: `left(${sql}, 10)::date::timestamp`,
  }
  return `date_trunc('${period}', ${assertDefined(timestamps[type], `days in ${type}`)})::date`
}

/** The names of what the groups refer to. */
export const namesOf = async (
  { tx }: Pick<SumReader, 'tx'>,
  keys: readonly KeyStanding[],
  list: readonly Pick<Group, 'keys'>[],
): Promise<Record<string, string>> => {
  const references = new Map<Noun, Set<string>>()
  for (const [at, { column }] of keys.entries()) {
    const noun = refersTo(column.control)
    if (noun === undefined) continue
    const ids = references.get(noun) ?? new Set<string>()
    for (const { keys: values } of list) if (isId(values[at])) ids.add(String(values[at]))
    references.set(noun, ids)
  }
  const names = await lookUp(tx, references)
  return Object.fromEntries(names.map(({ id, name }) => [id, name]))
}
