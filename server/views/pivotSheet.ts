import { inWords } from '../../domain/english/all.ts'
import { hasPeriods, inReadingOrder } from '../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../domain/tables/groupOperations.ts'
import { figureWords, groupKeyWords, groupWords } from '../../domain/tables/groupWords.ts'
import { pivotOf, togetherOf } from '../../domain/tables/pivot.ts'
import type { Params } from '../../kernel/refusal.ts'
import type { OneByOne } from '../call.ts'
import { type ListColumn, lookOfField, wholeList } from '../records/export/lists.ts'
import type { FileLayout } from './groupsExport.ts'

/** A row of the file: what it is called, a figure for each value of the last column, and what they come to. */
type PivotLine = { readonly titles: readonly string[]; readonly cells: readonly (string | null)[]; readonly total: string | null }

/** A pivot as a file, with the first figure in its cells. Where small groups stand in no cell, only all of them have a total. */
export const pivotSheet = ({ language }: Pick<OneByOne, 'language'>, { table, by, figures: [figure] }: FileLayout, groups: Groups) => {
  const say = (text: string, params?: Params) => inWords(language, text, params)
  const speaker = { say, nameOf: (id: string) => groups.names[id] ?? '' }
  const keys = by.slice(0, -1)
  const lastKey = by[by.length - 1] ?? { key: '' }
  const lastColumn = table.columns[lastKey.key]
  const isTimed = lastColumn !== undefined && hasPeriods(lastColumn)
  const { columns, rows } = pivotOf(inReadingOrder(table, by, groups.list), { isTimed })
  const { others, total } = groups
  const isAdded = figure === undefined || figure.of === 'sum'
  const figureOf = ({ count, figures: values }: Pick<Group, 'count' | 'figures'>) => (figure ? (values[0] ?? null) : String(count))
  const totalOf = (parts: readonly Group[]) => (others ? null : (togetherOf(parts, figureOf, isAdded) ?? null))
  const noCells = columns.map(() => null)
  const lines: PivotLine[] = [
    ...rows.map((row) => ({
      titles: keys.map((key, at) => groupWords(table, key, row.keys[at] ?? null, speaker)),
      cells: row.cells.map((cell) => (cell ? figureOf(cell) : null)),
      total: totalOf(row.groups),
    })),
    ...(others ? [{ titles: [say('其他{count}组', { count: others.groups })], cells: noCells, total: figureOf(others) }] : []),
    {
      titles: [say('合计')],
      cells: columns.map((_, at) => totalOf(rows.flatMap(({ cells }) => cells[at] ?? []))),
      total: figureOf(total),
    },
  ]
  const figureColumn = figure && table.columns[figure.key]
  const look = figureColumn ? lookOfField(figureColumn) : { amount: true }
  const totalTitle = `${say('合计')} · ${figure ? figureWords(table, figure, say) : say('条数')}`
  return {
    columns: [
      ...keys.map((key, at): ListColumn<PivotLine> => ({
        label: groupKeyWords(table, key, say),
        cell: ({ titles }) => titles[at] ?? null,
      })),
      ...columns.map((value, at): ListColumn<PivotLine> => ({
        ...{ label: groupWords(table, lastKey, value, speaker), cell: ({ cells }) => cells[at] ?? null },
        ...look,
      })),
      { label: totalTitle, cell: ({ total: figureOfAll }: PivotLine) => figureOfAll, ...look },
    ] satisfies ListColumn<PivotLine>[],
    read: wholeList(lines),
  }
}
