import type { Group, Groups } from '../../../domain/tables/groupOperations.ts'
import { groupKeyWords } from '../../../domain/tables/groupWords.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { FigureCell } from './FigureCell.tsx'
import { type FigureColumn, figureColumns, titleIn } from './figures.ts'
import type { GroupsProps } from './GroupRows.tsx'
import { arePeriods, largestOf, type Pivot, pivotOf, shareOf, togetherOf } from '../../../domain/tables/pivot.ts'

/** So many values stand side by side; of more periods the latest, else the largest. */
const columnsAtMost = 60

/** The values of the last column side by side, the first figure in the cells; on a phone a card for each row. */
export const PivotRows = (props: GroupsProps) => {
  const wide = useWide()
  const { table, layout, groups } = props
  const { by } = layout
  const [column] = figureColumns(table, layout)
  const last = by.at(-1)
  if (!column || !last) return null
  const pivot = pivotOf(table, { by, groups: groups.list, figure: column.of, isAdded: column.isAdded })
  const hidden = Math.max(0, pivot.columns.length - columnsAtMost)
  return (
    <>
      {wide ? (
        <WidePivot {...props} pivot={pivot} column={column} firstColumn={arePeriods(table, last) ? hidden : 0} />
      ) : (
        <CardPivot {...props} pivot={pivot} column={column} />
      )}
      {hidden > 0 && <p className="groups-note">{t('还有{count}列未显示，请缩小范围', { count: hidden })}</p>}
    </>
  )
}

type PivotProps = GroupsProps & { pivot: Pivot; column: FigureColumn }

/** What the groups of a row or a column come to, where they add up and none of them is among the others. */
const totalWords = ({ others: remainder }: Groups, column: FigureColumn, groups: readonly Group[]): string => {
  const value = remainder ? undefined : togetherOf(groups, column.of, column.isAdded)
  return value === undefined ? '' : column.words(value)
}

const WidePivot = ({ table, layout: { by }, groups, onOpen, pivot, column, firstColumn }: PivotProps & { firstColumn: number }) => {
  const shownOf = <Part,>(parts: readonly Part[]) => parts.slice(firstColumn, firstColumn + columnsAtMost)
  const rows = pivot.rows.map((row) => ({ ...row, cells: shownOf(row.cells) }))
  const keys = by.slice(0, -1)
  const shownColumns = shownOf(pivot.columns)
  const titles = shownColumns.map((value) => by.slice(-1).map((key) => titleIn(table, groups, key, value))[0] ?? '')
  const largest = largestOf(groups.list.map(column.of))
  const nameOf = (values: readonly (string | null)[]) => keys.map((key, index) => titleIn(table, groups, key, values[index] ?? null))
  return (
    <table className="groups-table groups-pivot">
      <caption className="groups-caption">{column.title}</caption>
      <thead>
        <tr>
          {keys.map((key) => (
            <th key={key.key} scope="col">
              {groupKeyWords(table, key, t)}
            </th>
          ))}
          {titles.map((title, index) => (
            <th key={index} scope="col" className="groups-number">
              {title}
            </th>
          ))}
          <th scope="col" className="groups-number">
            {t('合计')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keys: values, cells, groups: rowGroups }) => (
          <tr key={JSON.stringify(values)}>
            {nameOf(values).map((title, index) => (
              <th key={index} scope="row">
                {title}
              </th>
            ))}
            {cells.map((cell, index) => (
              <td key={index} className="groups-number">
                {cell && (
                  <FigureCell
                    column={column}
                    value={column.of(cell)}
                    share={shareOf(column.of(cell), largest)}
                    title={[...nameOf(values), titles[index]].join(' · ')}
                    onPress={() => onOpen(by, cell.keys)}
                  />
                )}
              </td>
            ))}
            <td className="groups-number groups-sum">{totalWords(groups, column, rowGroups)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {groups.others && (
          <tr>
            <th scope="row" colSpan={keys.length + shownColumns.length}>
              {t('其他{count}组', { count: groups.others.groups })}
            </th>
            <td className="groups-number">{column.words(column.of({ keys: [], ...groups.others }))}</td>
          </tr>
        )}
        <tr>
          <th scope="row" colSpan={keys.length}>
            {t('合计')}
          </th>
          {shownColumns.map((_, index) => (
            <td key={index} className="groups-number">
              {totalWords(
                groups,
                column,
                rows.flatMap(({ cells }) => cells[index] ?? []),
              )}
            </td>
          ))}
          <td className="groups-number">{column.words(column.of({ keys: [], ...groups.total }))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const CardPivot = ({ table, layout: { by }, groups, onOpen, pivot: { rows }, column }: PivotProps) => {
  const [last] = by.slice(-1)
  const keys = by.slice(0, -1)
  const largest = largestOf(groups.list.map(column.of))
  return (
    <ul className="groups-cards">
      <li className="groups-card groups-card-press">
        <span className="groups-card-line">
          <span className="groups-card-title">{t('合计')}</span>
          <span className="groups-card-figure">{column.words(column.of({ keys: [], ...groups.total }))}</span>
        </span>
        <span className="groups-card-others">{column.title}</span>
      </li>
      {rows.map(({ keys: values, groups: rowGroups }) => (
        <li key={JSON.stringify(values)} className="groups-card">
          <span className="groups-card-line groups-card-head">
            <span className="groups-card-title">
              {keys.map((key, index) => titleIn(table, groups, key, values[index] ?? null)).join(' · ')}
            </span>
            <span className="groups-card-figure">{totalWords(groups, column, rowGroups)}</span>
          </span>
          {rowGroups.map((group) => (
            <button key={JSON.stringify(group.keys)} type="button" className="groups-card-part" onClick={() => onOpen(by, group.keys)}>
              <span className="groups-part-title">{last && titleIn(table, groups, last, group.keys.at(-1) ?? null)}</span>
              <span className="groups-track" aria-hidden>
                <span className="groups-fill" style={{ width: `${shareOf(column.of(group), largest) * 100}%` }} />
              </span>
              <span>{column.words(column.of(group))}</span>
            </button>
          ))}
        </li>
      ))}
    </ul>
  )
}
