import type { Group } from './groupOperations.ts'
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

/** Columns stand in the order of time where they are periods, else as their groups come: the largest first. */
export const pivotOf = (groups: readonly Group[], { isTimed }: { readonly isTimed: boolean }): Pivot => {
  const values = [...new Set(groups.map(({ keys }) => keys.at(-1) ?? null))]
  const columns = isTimed ? values.toSorted(byTime) : values
  const rows = [...Map.groupBy(groups, ({ keys }) => keyText(keys.slice(0, -1))).values()].map((rowGroups) => {
    const cellByColumn = new Map(rowGroups.map((group) => [group.keys.at(-1) ?? null, group]))
    return { keys: rowGroups[0]?.keys.slice(0, -1) ?? [], cells: columns.map((column) => cellByColumn.get(column)), groups: rowGroups }
  })
  return { columns, rows }
}

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

/** How long the bar behind a figure is, of 1; nothing where it is below nought. */
export const shareOf = (value: string | null, largest: number): number =>
  value === null || largest <= 0 ? 0 : Math.max(0, Math.min(1, Number(value) / largest))

export const largestOf = (values: readonly (string | null)[]): number =>
  values.reduce((largest, value) => Math.max(largest, value === null ? 0 : Number(value)), 0)

/** Parts of a whole can be a pie where they are few and none is below nought. */
export const isPie = (values: readonly (string | null)[]): boolean =>
  values.length > 0 && values.length <= piePartsAtMost && values.every((value) => value !== null && compare(value, '0') >= 0)
export const piePartsAtMost = 7
