import { inWords } from '../../domain/english/all.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { Figure, GroupKey } from '../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../domain/tables/groupOperations.ts'
import { figureWords, groupKeyWords, groupWords } from '../../domain/tables/groupWords.ts'
import { pivotOf, togetherOf } from '../../domain/tables/pivot.ts'
import type { Params } from '../../kernel/refusal.ts'
import type { OneByOne } from '../call.ts'
import { type ListColumn, lookOfField } from '../records/export/lists.ts'

export type GroupsLayout = { readonly table: Table; readonly by: readonly GroupKey[]; readonly figures: readonly Figure[] }

/** A row of a file of groups: what it is called, and its figures. */
export type GroupLine = { readonly titles: readonly string[]; readonly cells: readonly (string | null)[] }
export type GroupSheet = { readonly columns: readonly ListColumn<GroupLine>[]; readonly lines: readonly GroupLine[] }

/** A pivot as a file, with the first figure in its cells. Where small groups stand in no cell, only all of them have a total. */
export const pivotSheet = (
  { language }: Pick<OneByOne, 'language'>,
  { table, by, figures: [figure] }: GroupsLayout,
  groups: Groups,
): GroupSheet => {
  const say = (text: string, params?: Params) => inWords(language, text, params)
  const speaker = { say, nameOf: (id: string) => groups.names[id] ?? '' }
  const keys = by.slice(0, -1)
  const lastKey = by[by.length - 1] ?? { key: '' }
  const { others: remainder, total } = groups
  const isAdded = figure === undefined || figure.of === 'sum'
  const figureOf = ({ count, figures: values }: Pick<Group, 'count' | 'figures'>) => (figure ? (values[0] ?? null) : String(count))
  const { columns, rows } = pivotOf(table, { by, groups: groups.list, figure: figureOf, isAdded })
  const totalOf = (parts: readonly Group[]) => (remainder ? null : (togetherOf(parts, figureOf, isAdded) ?? null))
  const lines: GroupLine[] = [
    ...rows.map((row) => ({
      titles: keys.map((key, at) => groupWords(table, key, row.keys[at] ?? null, speaker)),
      cells: [...row.cells.map((cell) => (cell ? figureOf(cell) : null)), totalOf(row.groups)],
    })),
    ...(remainder
      ? [{ titles: [say('其他{count}组', { count: remainder.groups })], cells: [...columns.map(() => null), figureOf(remainder)] }]
      : []),
    { titles: [say('合计')], cells: [...columns.map((_, at) => totalOf(rows.flatMap(({ cells }) => cells[at] ?? []))), figureOf(total)] },
  ]
  const figureColumn = figure && table.columns[figure.key]
  const look = figureColumn ? lookOfField(figureColumn) : { amount: true }
  const totalTitle = `${say('合计')} · ${figure ? figureWords(table, figure, say) : say('条数')}`
  const columnTitles = [...columns.map((value) => groupWords(table, lastKey, value, speaker)), totalTitle]
  return {
    columns: [
      ...keys.map((key, at): ListColumn<GroupLine> => ({
        label: groupKeyWords(table, key, say),
        cell: ({ titles }) => titles[at] ?? null,
      })),
      ...columnTitles.map((label, at): ListColumn<GroupLine> => ({ label, cell: ({ cells }) => cells[at] ?? null, ...look })),
    ],
    lines,
  }
}
