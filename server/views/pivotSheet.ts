import { inWords } from '../../domain/english/all.ts'
import type { Table, TableColumn } from '../../domain/tables/define.ts'
import type { Figure, GroupKey } from '../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../domain/tables/groupOperations.ts'
import { figureWords, groupKeyWords, groupWords } from '../../domain/tables/groupWords.ts'
import { type CellFigure, groupWith, type Pivot, pivotOf, type PivotTotals, totalOfCells } from '../../domain/tables/pivot.ts'
import { firstOf } from '../../kernel/assert.ts'
import type { Params } from '../../kernel/refusal.ts'
import type { OneByOne } from '../call.ts'
import { type ListColumn, lookOfField } from '../records/export/lists.ts'

export type GroupsLayout = { readonly table: Table; readonly by: readonly GroupKey[]; readonly figures: readonly Figure[] }

/** A row of a file of groups: what it is called, and its figures. */
export type GroupLine = { readonly titles: readonly string[]; readonly cells: readonly (string | null)[] }
export type GroupSheet = { readonly columns: readonly ListColumn<GroupLine>[]; readonly lines: readonly GroupLine[] }

type Say = (text: string, params?: Params) => string
type PivotFigure = { readonly title: string; readonly of: CellFigure; readonly isAdded: boolean; readonly column: TableColumn | undefined }

/** The figures that stand in the cells of a pivot: those that were chosen, else the count. */
const pivotFigures = ({ table, figures }: GroupsLayout, say: Say): readonly PivotFigure[] =>
  figures.length === 0
    ? [{ title: say('条数'), of: ({ count }) => String(count), isAdded: true, column: undefined }]
    : figures.map((figure, at) => ({
        title: figureWords(table, figure, say),
        of: (group) => group.figures[at] ?? null,
        isAdded: figure.of === 'sum',
        column: table.columns[figure.key],
      }))

type PivotAnswer = { readonly groups: Groups; readonly totals: PivotTotals | undefined }

/** A pivot as a file: a column for each figure below each value of the last group, and for what all of them come to. */
export const pivotSheet = ({ language }: Pick<OneByOne, 'language'>, layout: GroupsLayout, answer: PivotAnswer): GroupSheet => {
  const say: Say = (text, params) => inWords(language, text, params)
  const { table, by } = layout
  const { groups } = answer
  const speaker = { say, nameOf: (id: string) => groups.names[id] ?? '' }
  const figures = pivotFigures(layout, say)
  const first = firstOf(figures)
  const pivot = pivotOf(table, { by, groups: groups.list, figure: first.of, isAdded: first.isAdded })
  const keys = by.slice(0, -1)
  const lastKey = by[by.length - 1] ?? { key: '' }
  const rowTitles = (values: readonly (string | null)[]) => keys.map((key, at) => groupWords(table, key, values[at] ?? null, speaker))
  const labelOf = (side: string, { title }: PivotFigure) => (figures.length > 1 ? `${side} · ${title}` : side)
  const figureColumns = [
    ...pivot.columns.flatMap((value) =>
      figures.map((figure) => ({ figure, label: labelOf(groupWords(table, lastKey, value, speaker), figure) })),
    ),
    ...figures.map((figure) => ({ figure, label: `${say('合计')} · ${figure.title}` })),
  ]
  return {
    columns: [
      ...keys.map((key, at): ListColumn<GroupLine> => ({
        label: groupKeyWords(table, key, say),
        cell: ({ titles }) => titles[at] ?? null,
      })),
      ...figureColumns.map(({ figure: { column }, label }, at): ListColumn<GroupLine> => ({
        label,
        cell: ({ cells }) => cells[at] ?? null,
        ...(column ? lookOfField(column) : { amount: true }),
      })),
    ],
    lines: pivotLines(pivot, figures, answer, { say, rowTitles }),
  }
}

type LineWords = { readonly say: Say; readonly rowTitles: (values: readonly (string | null)[]) => readonly string[] }

/** The rows of a pivot, one for the groups that stand in no cell, and one for what the columns come to. */
const pivotLines = (
  { columns, rows }: Pivot,
  figures: readonly PivotFigure[],
  { groups: { others: remainder, total }, totals }: PivotAnswer,
  { say, rowTitles }: LineWords,
): GroupLine[] => {
  const totalCells = (cells: readonly Group[], totalGroup: Group | undefined) =>
    figures.map((figure) => totalOfCells(figure, cells, { totalGroup, hasOthers: remainder !== null }) ?? null)
  const allCells = (group: Omit<Group, 'keys'>) => figures.map(({ of }) => of({ keys: [], ...group }))
  const noCells = columns.flatMap(() => figures.map(() => null))
  const sideTotals = columns.flatMap((value, at) =>
    totalCells(
      rows.flatMap(({ cells }) => cells[at] ?? []),
      groupWith(totals?.columns, [value]),
    ),
  )
  return [
    ...rows.map((row) => ({
      titles: rowTitles(row.keys),
      cells: [
        ...row.cells.flatMap((cell) => figures.map(({ of }) => (cell ? of(cell) : null))),
        ...totalCells(row.groups, groupWith(totals?.rows, row.keys)),
      ],
    })),
    ...(remainder ? [{ titles: [say('其他{count}组', { count: remainder.groups })], cells: [...noCells, ...allCells(remainder)] }] : []),
    { titles: [say('合计')], cells: [...sideTotals, ...allCells(total)] },
  ]
}
