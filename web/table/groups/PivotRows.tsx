import { arePeriods, pivotOf } from '../../../domain/tables/pivot.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { CardPivot } from './CardPivot.tsx'
import { figureColumns } from './figures.ts'
import type { GroupsProps } from './GroupRows.tsx'
import { type GroupsQuestion, usePivotTotals } from './usePivotTotals.ts'
import { WidePivot } from './WidePivot.tsx'

/** So many columns stand side by side; of more periods the latest, else the largest. */
const columnsAtMost = 60

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
      {wide ? <WidePivot {...pivotProps} shownRange={[firstColumn, firstColumn + shownCount]} /> : <CardPivot {...pivotProps} />}
      {wide && hidden > 0 && <p className="groups-note">{t('还有{count}列未显示，请缩小范围', { count: hidden })}</p>}
    </>
  )
}
