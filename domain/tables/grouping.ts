import * as v from 'valibot'
import { addDays, type Day } from '../../kernel/day.ts'
import { mondayOf } from '../../kernel/weekday.ts'
import { isNumber, kindOf, optionsOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Table, TableColumn } from './define.ts'

/** The spans of time that days and moments are grouped by. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof periods)[number]

/** What the numbers of a group come to. */
export const figureKinds = ['sum', 'average', 'min', 'max'] as const
export type FigureKind = (typeof figureKinds)[number]

export const chartKinds = ['bar', 'stacked', 'line', 'pie'] as const
export type ChartKind = (typeof chartKinds)[number]

/** A column whose equal values are one group; of days and moments those in one period. */
export type GroupKey = { readonly key: string; readonly period?: Period | undefined }
export type Figure = { readonly key: string; readonly of: FigureKind }

/** How a table is summarised. Where `isPivot` the groups of the last column stand side by side. */
export type GroupLayout = {
  readonly by: readonly GroupKey[]
  readonly figures: readonly Figure[]
  readonly isPivot?: boolean | undefined
  readonly chart?: ChartKind | undefined
}

/** So many columns group a table, so many figures stand beside the count, and so many groups stand by themselves. */
export const groupKeysAtMost = 3
export const figuresAtMost = 4
export const groupsAtMost = 2000
/** The value of the group whose rows have several values each in a column. */
export const mixedValue = '~mixed'
/** Longer texts tell no groups apart that people could read. */
const groupedTextLength = 200

/** True for a column whose values make groups: rows with one of them can be asked for by one condition. */
export const isGroupable = (column: TableColumn): boolean => {
  const { control, besides, flow, moment } = column
  if (!column.asked || flow || ('many' in control && control.many)) return false
  if (refersTo(control)) return true
  if (besides) return false
  if (control.type === 'text') return control.max <= groupedTextLength && control.lines === 1
  const { isMoment, isNeverOpen } = kindOf(control)
  return moment === true || isMoment === true || isNeverOpen === true || isNumber(control) || optionsOf(control) !== undefined
}

/** True for a column of days or moments, which is grouped by a period. */
export const hasPeriods = ({ control }: TableColumn): boolean => kindOf(control).isMoment === true

/** What the numbers of a column may come to, the most usual first; nothing of what is no number. */
export const figuresOf = (column: TableColumn): readonly FigureKind[] => {
  const isAdded = column.summed === true || column.summedInGroups === true
  if (!(column.asked || column.summedInGroups) || !isNumber(column.control)) return []
  return isAdded ? figureKinds : figureKinds.filter((kind) => kind !== 'sum')
}

export const groupableKeys = ({ columns }: Table): string[] =>
  Object.keys(columns).filter((key) => columns[key] && isGroupable(columns[key]))

/** True for the group of a column whose rows have several values each. */
export const isMixedGroup = ({ mayBeMixed }: TableColumn, value: string | null): boolean => mayBeMixed === true && value === mixedValue

/** Groups in the order that they are read in: of periods the earliest first, what is in none last, else as they come. */
export const inReadingOrder = <G extends { readonly keys: readonly (string | null)[] }>(
  { columns }: Table,
  by: readonly GroupKey[],
  groups: readonly G[],
): readonly G[] => {
  const column = by[0] && columns[by[0].key]
  if (!column || !hasPeriods(column)) return groups
  const orderOf = ({ keys }: G): string => keys[0] ?? '\uffff'
  return groups.toSorted((one, next) => {
    const [order, nextOrder] = [orderOf(one), orderOf(next)]
    if (order === nextOrder) return 0
    return order < nextOrder ? -1 : 1
  })
}

const lastMonthOf: Readonly<Partial<Record<Period, (month: number) => number>>> = {
  month: (month) => month,
  quarter: (month) => Math.ceil(month / 3) * 3,
  year: () => 12,
}

/** The first day of the period that a day is in. */
export const firstDayOf = (day: Day, period: Period): Day => {
  if (period === 'day') return day
  if (period === 'week') return mondayOf(day)
  const month = Number(day.slice(5, 7))
  const firstMonth = { month, quarter: month - ((month - 1) % 3), year: 1 }[period]
  return `${day.slice(0, 5)}${String(firstMonth).padStart(2, '0')}-01`
}

/** Every period from one to another by its first day; of more than `atMost` the latest. */
export const periodsBetween = (from: Day, to: Day, period: Period, atMost: number): Day[] => {
  const days: Day[] = []
  for (let day = to; day >= from && days.length < atMost; day = firstDayOf(addDays(day, -1), period)) days.push(day)
  return days.toReversed()
}

/** The last day of the period that begins on a day. */
export const lastDayOf = (first: Day, period: Period): Day => {
  if (period === 'day') return first
  if (period === 'week') return addDays(first, 6)
  const month = lastMonthOf[period]?.(Number(first.slice(5, 7))) ?? 12
  return new Date(Date.UTC(Number(first.slice(0, 4)), month, 0)).toISOString().slice(0, 10)
}

const key = v.pipe(v.string('应为文字'), v.maxLength(60))

/** What a table is grouped by and what of. */
export const groupedBy = v.pipe(
  v.array(v.strictObject({ key, period: v.optional(v.picklist(periods, '时间段有误')) }), '应为列表'),
  v.maxLength(groupKeysAtMost, '最多{max}项'),
)
export const groupFigures = v.pipe(
  v.array(v.strictObject({ key, of: v.picklist(figureKinds, '汇总方式有误') }), '应为列表'),
  v.maxLength(figuresAtMost, '最多{max}项'),
)

export const groupingInput = v.strictObject({
  by: groupedBy,
  figures: groupFigures,
  isPivot: v.optional(v.boolean()),
  chart: v.optional(v.picklist(chartKinds)),
})
