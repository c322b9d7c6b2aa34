import { firstOf } from '../../kernel/assert.ts'
import type { Table } from './define.ts'
import type { Group } from './groupOperations.ts'
import { type GroupKey, hasPeriods, inReadingOrder } from './grouping.ts'
import { compare, sum } from '../../kernel/decimal.ts'

/** A cell's value: the count, or a figure. */
export type CellFigure = (group: Group) => string | null

type Key = string | null
const keyText = (keys: readonly Key[]): string => JSON.stringify(keys)

/** Groups whose last column stands at the side: a row for the values of the others, a column for each value of the last. */
export type Pivot = {
  readonly columns: readonly Key[]
  readonly rows: readonly {
    readonly keys: readonly Key[]
    readonly cells: readonly (Group | undefined)[]
    readonly groups: readonly Group[]
  }[]
}

export type PivotQuestion = {
  readonly by: readonly GroupKey[]
  readonly groups: readonly Group[]
  readonly figure: CellFigure
  /** True where the figures of several groups may be added up. */
  readonly isAdded: boolean
}

/** Rows and columns stand in the order of time where they are periods; else those that come to most stand first, where figures add up. */
export const pivotOf = (table: Table, { by, groups, figure, isAdded }: PivotQuestion): Pivot => {
  const lastKeyOf = ({ keys }: Group): Key => keys.at(-1) ?? null
  const [areRowsTimed, areColumnsTimed] = [arePeriods(table, by[0]), arePeriods(table, by.at(-1))]
  const largestFirst = (parts: readonly (readonly Group[])[]) => (isAdded ? sortedByTotal(parts, figure) : parts)
  const groupsOfColumns = [...Map.groupBy(groups, lastKeyOf).values()]
  const columns = areColumnsTimed
    ? [...new Set(groups.map(lastKeyOf))].toSorted(byTime)
    : largestFirst(groupsOfColumns).map((columnGroups) => lastKeyOf(firstOf(columnGroups)))
  const groupsOfRows = [...Map.groupBy(inReadingOrder(table, by, groups), ({ keys }) => keyText(keys.slice(0, -1))).values()]
  const rows = (areRowsTimed ? groupsOfRows : largestFirst(groupsOfRows)).map((rowGroups) => {
    const cellByColumn = new Map(rowGroups.map((group) => [lastKeyOf(group), group]))
    return { keys: firstOf(rowGroups).keys.slice(0, -1), cells: columns.map((column) => cellByColumn.get(column)), groups: rowGroups }
  })
  return { columns, rows }
}

/** True where a column groups by periods. */
export const arePeriods = ({ columns }: Table, key: GroupKey | undefined): boolean => {
  const column = key && columns[key.key]
  return column !== undefined && hasPeriods(column)
}

const sortedByTotal = (parts: readonly (readonly Group[])[], figure: CellFigure): readonly (readonly Group[])[] =>
  parts
    .map((groups) => ({ groups, total: togetherOf(groups, figure, true) ?? '0' }))
    .toSorted((one, next) => compare(next.total, one.total))
    .map(({ groups }) => groups)

/** Nothing comes last. */
export const byTime = (one: Key, next: Key): number => {
  if (one === next) return 0
  if (one === null || next === null) return one === null ? 1 : -1
  return one < next ? -1 : 1
}

/** What several groups come to, where their figures may be added up; undefined of others. */
export const togetherOf = (groups: readonly Group[], figure: CellFigure, isAdded: boolean): string | null | undefined => {
  if (!isAdded) return undefined
  const values = groups.flatMap((group) => figure(group) ?? [])
  return values.length === 0 ? null : sum(values)
}

/** The rows and the columns of a pivot as groups of their own. */
export type PivotTotals = { readonly rows: readonly Group[]; readonly columns: readonly Group[] }

/** True where cells cannot be put together, so that their totals are asked for: of averages and extremes, and where groups stand in no cell. */
export const needsTotals = (figures: readonly { readonly isAdded: boolean }[], hasOthers: boolean): boolean =>
  hasOthers || figures.some(({ isAdded }) => !isAdded)

/** What a row or a column comes to: the group of all its rows where totals were asked for, else its cells together; undefined where that is not known. */
export const totalOfCells = (
  { of, isAdded }: { readonly of: CellFigure; readonly isAdded: boolean },
  cells: readonly Group[],
  totals: { readonly totalGroup: Group | undefined; readonly hasOthers: boolean },
): string | null | undefined => {
  if (totals.totalGroup) return of(totals.totalGroup)
  return totals.hasOthers ? undefined : togetherOf(cells, of, isAdded)
}

/** The group among several that has these values. */
export const groupWith = (groups: readonly Group[] | undefined, keys: readonly Key[]): Group | undefined => {
  const text = keyText(keys)
  return groups?.find((group) => keyText(group.keys) === text)
}

/** How long the bar behind a figure is, of 1; nothing where it is below nought. */
export const shareOf = (value: string | null, largest: number): number =>
  value === null || largest <= 0 ? 0 : Math.max(0, Math.min(1, Number(value) / largest))

export const largestOf = (values: readonly (string | null)[]): number =>
  values.reduce((largest, value) => Math.max(largest, value === null ? 0 : Number(value)), 0)

/** Parts of a whole can be a pie where they are few and none is below nought. */
export const isPie = (values: readonly (string | null)[]): boolean =>
  values.length > 0 && values.length <= piePartsAtMost && values.every((value) => value !== null && compare(value, '0') >= 0)
export const piePartsAtMost = 7
