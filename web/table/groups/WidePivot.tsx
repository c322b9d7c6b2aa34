import { largestOf, shareOf } from '../../../domain/tables/pivot.ts'
import { groupKeyWords } from '../../../domain/tables/groupWords.ts'
import { t } from '../../words.ts'
import { FigureCell } from './FigureCell.tsx'
import { titleIn } from './figures.ts'
import type { PivotProps } from './usePivotTotals.ts'

/** `shownRange`: the first of the pivot's columns that is drawn, and the one behind the last. */
type Props = PivotProps & { shownRange: readonly [from: number, to: number] }

/** Values of the last column side by side, below each of them its figures. */
export const WidePivot = (props: Props) => {
  const { table, layout, groups, onOpen, pivot, columns, totalOf, shownRange } = props
  const { by } = layout
  const keys = by.slice(0, -1)
  const titles = columnTitles(props)
  const largest = new Map(columns.map((column) => [column, largestOf(groups.list.map(column.of))]))
  return (
    <table className="groups-table groups-pivot">
      {columns.length === 1 && <caption className="groups-caption">{columns[0]?.title}</caption>}
      <PivotHead {...props} titles={titles} />
      <tbody>
        {pivot.rows.map(({ keys: values, cells, groups: rowGroups }) => {
          const names = keys.map((key, at) => titleIn(table, groups, key, values[at] ?? null))
          return (
            <tr key={JSON.stringify(values)}>
              {names.map((name, at) => (
                <th key={at} scope="row">
                  {name}
                </th>
              ))}
              {cells.slice(...shownRange).flatMap((cell, at) =>
                columns.map((column) => (
                  <td key={`${at} ${column.id}`} className="groups-number">
                    {cell && (
                      <FigureCell
                        column={column}
                        value={column.of(cell)}
                        share={shareOf(column.of(cell), largest.get(column) ?? 0)}
                        title={[...names, titles[at]].join(' · ')}
                        onPress={() => onOpen(by, cell.keys)}
                      />
                    )}
                  </td>
                )),
              )}
              {columns.map((column) => (
                <td key={column.id} className="groups-number groups-sum">
                  {totalOf(column, rowGroups, { row: values })}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
      <PivotFoot {...props} />
    </table>
  )
}

const columnTitles = ({ table, layout: { by }, groups, pivot, shownRange }: Props): string[] =>
  pivot.columns.slice(...shownRange).map((value) => by.slice(-1).map((key) => titleIn(table, groups, key, value))[0] ?? '')

/** The values of the last column; of several figures a second row names these below each of them. */
const PivotHead = ({ table, layout: { by }, columns, titles }: Props & { titles: readonly string[] }) => {
  const hasSeveral = columns.length > 1
  const sides = [...titles, t('合计')]
  return (
    <thead>
      <tr>
        {by.slice(0, -1).map((key) => (
          <th key={key.key} scope="col" rowSpan={hasSeveral ? 2 : 1}>
            {groupKeyWords(table, key, t)}
          </th>
        ))}
        {sides.map((title, at) => (
          <th key={at} scope={hasSeveral ? 'colgroup' : 'col'} colSpan={columns.length} className="groups-number">
            {title}
          </th>
        ))}
      </tr>
      {hasSeveral && (
        <tr>
          {sides.flatMap((_, at) =>
            columns.map(({ id, title }) => (
              <th key={`${at} ${id}`} scope="col" className="groups-number">
                {title}
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  )
}

const PivotFoot = ({ layout: { by }, groups, pivot, columns, totalOf, shownRange }: Props) => {
  const { others: remainder, total } = groups
  const shownColumns = pivot.columns.slice(...shownRange)
  const sideCells = shownColumns.map((value, at) => ({
    value,
    cells: pivot.rows.flatMap(({ cells }) => cells.slice(...shownRange)[at] ?? []),
  }))
  return (
    <tfoot>
      {remainder && (
        <tr>
          <th scope="row" colSpan={by.length - 1 + shownColumns.length * columns.length}>
            {t('其他{count}组', { count: remainder.groups })}
          </th>
          {columns.map((column) => (
            <td key={column.id} className="groups-number">
              {column.words(column.of({ keys: [], ...remainder }))}
            </td>
          ))}
        </tr>
      )}
      <tr>
        <th scope="row" colSpan={by.length - 1}>
          {t('合计')}
        </th>
        {sideCells.flatMap(({ value, cells }, at) =>
          columns.map((column) => (
            <td key={`${at} ${column.id}`} className="groups-number">
              {totalOf(column, cells, { column: value })}
            </td>
          )),
        )}
        {columns.map((column) => (
          <td key={column.id} className="groups-number">
            {column.words(column.of({ keys: [], ...total }))}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
