import type { InputOf } from '../../../domain/operations/define.ts'
import { type Group, type Groups, tableGroups } from '../../../domain/tables/groupOperations.ts'
import { arePeriods, groupWith, needsTotals, type Pivot, pivotOf, totalOfCells } from '../../../domain/tables/pivot.ts'
import { useAsk } from '../../ask.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { CardPivot } from './CardPivot.tsx'
import { type FigureColumn, figureColumns } from './figures.ts'
import type { GroupsProps } from './GroupRows.tsx'
import { WidePivot } from './WidePivot.tsx'

/** So many columns stand side by side; of more periods the latest, else the largest. */
const columnsAtMost = 60

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

/** The values of the last column side by side, each with its figures; on a phone a card for each row. */
export const PivotRows = ({ question, ...props }: GroupsProps & { question: GroupsQuestion }) => {
  const wide = useWide()
  const { table, layout, groups } = props
  const { by, figures } = layout
  const columns = figureColumns(table, layout).slice(0, Math.max(1, figures.length))
  const [column] = columns
  const last = by.at(-1)
  const totalOf = usePivotTotals(groups, question, columns)
  if (!column || !last) return null
  const pivot = pivotOf(table, { by, groups: groups.list, figure: column.of, isAdded: column.isAdded })
  const shownCount = Math.floor(columnsAtMost / columns.length)
  const hidden = Math.max(0, pivot.columns.length - shownCount)
  const firstColumn = arePeriods(table, last) ? hidden : 0
  const pivotProps = { ...props, pivot, columns, totalOf }
  return (
    <>
      {wide ? <WidePivot {...pivotProps} shown={[firstColumn, firstColumn + shownCount]} /> : <CardPivot {...pivotProps} />}
      {wide && hidden > 0 && <p className="groups-note">{t('还有{count}列未显示，请缩小范围', { count: hidden })}</p>}
    </>
  )
}

/** What rows and columns come to. Averages and extremes of cells cannot be put together, so their rows and columns are asked for as groups. */
const usePivotTotals = ({ others: remainder }: Groups, question: GroupsQuestion, columns: readonly FigureColumn[]): PivotTotal => {
  const hasOthers = remainder !== null
  const options = { enabled: needsTotals(columns, hasOthers), keep: true }
  const rows = useAsk(tableGroups, { ...question, by: question.by.slice(0, -1) }, options).data
  const sides = useAsk(tableGroups, { ...question, by: question.by.slice(-1) }, options).data
  return (column, cells, of) => {
    const whole = 'row' in of ? groupWith(rows?.list, of.row) : groupWith(sides?.list, [of.column])
    const value = totalOfCells(column, cells, { whole, hasOthers })
    return value === undefined ? '' : column.words(value)
  }
}
