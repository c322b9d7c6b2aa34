import type { InputOf } from '../../../domain/operations/define.ts'
import { type Group, type Groups, tableGroups } from '../../../domain/tables/groupOperations.ts'
import { groupWith, needsTotals, type Pivot, totalOfCells } from '../../../domain/tables/pivot.ts'
import { useAsk } from '../../ask.ts'
import type { FigureColumn } from './figures.ts'
import type { GroupsProps } from './GroupRows.tsx'

/** The question that the groups answer. */
export type GroupsQuestion = InputOf<typeof tableGroups>

type Key = string | null

/** A pivot with its figures; `totalOf` says what a row or a column of the cells comes to in words, empty where that is not known. */
export type PivotProps = GroupsProps & {
  pivot: Pivot
  columns: readonly FigureColumn[]
  totalOf: PivotTotal
}
export type PivotTotal = (
  column: FigureColumn,
  cells: readonly Group[],
  of: { readonly row: readonly Key[] } | { readonly column: Key },
) => string

/** What rows and columns come to. Averages and extremes of cells cannot be put together, so their rows and columns are asked for as groups. */
export const usePivotTotals = ({ others: remainder }: Groups, question: GroupsQuestion, columns: readonly FigureColumn[]): PivotTotal => {
  const hasOthers = remainder !== null
  const options = { enabled: needsTotals(columns, hasOthers), keep: true }
  const rows = useAsk(tableGroups, { ...question, by: question.by.slice(0, -1) }, options).data
  const sides = useAsk(tableGroups, { ...question, by: question.by.slice(-1) }, options).data
  return (column, cells, of) => {
    const totalGroup = 'row' in of ? groupWith(rows?.list, of.row) : groupWith(sides?.list, [of.column])
    const value = totalOfCells(column, cells, { totalGroup, hasOthers })
    return value === undefined ? '' : column.words(value)
  }
}
