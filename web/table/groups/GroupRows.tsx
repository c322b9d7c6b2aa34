import type { Table } from '../../../domain/tables/define.ts'
import type { GroupLayout, GroupKey } from '../../../domain/tables/grouping.ts'
import { inReadingOrder } from '../../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../../domain/tables/groupOperations.ts'
import { groupKeyWords } from '../../../domain/tables/groupWords.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { type FigureColumn, figureColumns, titleIn } from './figures.ts'
import { FigureCell } from './FigureCell.tsx'
import { largestOf, shareOf } from '../../../domain/tables/pivot.ts'

export type GroupsProps = {
  table: Table
  layout: GroupLayout
  groups: Groups
  /** Opens the rows that have these values. */
  onOpen: (keys: readonly GroupKey[], values: readonly (string | null)[]) => void
}

/** The groups one below the other, each with its figures; on a phone a card for each. */
export const GroupRows = (props: GroupsProps) => {
  const wide = useWide()
  const { table, layout, groups } = props
  const columns = figureColumns(table, layout)
  const rows = inReadingOrder(table, layout.by, groups.list)
  const largest = largestOf(rows.map((row) => columns[0]?.of(row) ?? null))
  return wide ? (
    <WideRows {...props} columns={columns} rows={rows} largest={largest} />
  ) : (
    <CardRows {...props} columns={columns} rows={rows} largest={largest} />
  )
}

type RowsProps = GroupsProps & { columns: readonly FigureColumn[]; rows: readonly Group[]; largest: number }

const WideRows = ({ table, layout: { by }, groups, onOpen, columns, rows, largest }: RowsProps) => (
  <table className="groups-table">
    <thead>
      <tr>
        {by.map((key) => (
          <th key={key.key} scope="col">
            {groupKeyWords(table, key, t)}
          </th>
        ))}
        {columns.map(({ id, title }) => (
          <th key={id} scope="col" className="groups-number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={JSON.stringify(row.keys)}>
          {by.map((key, index) => (
            <th key={key.key} scope="row">
              {titleIn(table, groups, key, row.keys[index] ?? null)}
            </th>
          ))}
          {columns.map((column, index) => (
            <td key={column.id} className="groups-number">
              <FigureCell
                column={column}
                value={column.of(row)}
                share={index === 0 ? shareOf(column.of(row), largest) : 0}
                title={rowTitle(table, groups, by, row)}
                onPress={() => onOpen(by, row.keys)}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    <tfoot>
      {groups.others && (
        <SumRow span={by.length} title={othersTitle(groups.others.groups)} columns={columns} row={{ keys: [], ...groups.others }} />
      )}
      <SumRow span={by.length} title={t('合计')} columns={columns} row={{ keys: [], ...groups.total }} />
    </tfoot>
  </table>
)

const othersTitle = (count: number): string => t('其他{count}组', { count })
const rowTitle = (table: Table, groups: Groups, by: readonly GroupKey[], row: Group): string =>
  by.map((key, index) => titleIn(table, groups, key, row.keys[index] ?? null)).join(' · ')

const SumRow = ({ span, title, columns, row }: { span: number; title: string; columns: readonly FigureColumn[]; row: Group }) => (
  <tr>
    {span > 0 && (
      <th scope="row" colSpan={span}>
        {title}
      </th>
    )}
    {columns.map((column) => (
      <td key={column.id} className="groups-number">
        {column.words(column.of(row))}
      </td>
    ))}
  </tr>
)

const CardRows = ({ table, layout: { by }, groups, onOpen, columns, rows, largest }: RowsProps) => (
  <ul className="groups-cards">
    <CardRow title={t('合计')} columns={columns} row={{ keys: [], ...groups.total }} largest={0} />
    {rows.map((row) => (
      <CardRow
        key={JSON.stringify(row.keys)}
        title={rowTitle(table, groups, by, row)}
        columns={columns}
        row={row}
        largest={largest}
        onPress={() => onOpen(by, row.keys)}
      />
    ))}
    {groups.others && (
      <CardRow title={othersTitle(groups.others.groups)} columns={columns} row={{ keys: [], ...groups.others }} largest={0} />
    )}
  </ul>
)

type CardProps = { title: string; columns: readonly FigureColumn[]; row: Group; largest: number; onPress?: () => void }

const CardRow = ({ title, columns, row, largest, onPress }: CardProps) => {
  const [first] = columns
  if (!first) return null
  // Of several figures the one that stands large is named as well.
  const furtherColumns = columns.length > 2 ? columns : columns.slice(1)
  const content = (
    <>
      <span className="groups-card-line">
        <span className="groups-card-title">{title}</span>
        <span className="groups-card-figure">{first.words(first.of(row))}</span>
      </span>
      {largest > 0 && (
        <span className="groups-track" aria-hidden>
          <span className="groups-fill" style={{ width: `${shareOf(first.of(row), largest) * 100}%` }} />
        </span>
      )}
      {furtherColumns.length > 0 && (
        <span className="groups-card-others">
          {furtherColumns.map((column) => (
            <span key={column.id}>
              {column.title} {column.words(column.of(row))}
            </span>
          ))}
        </span>
      )}
    </>
  )
  return (
    <li className="groups-card">
      {onPress ? (
        <button type="button" className="groups-card-press" onClick={onPress}>
          {content}
        </button>
      ) : (
        <span className="groups-card-press">{content}</span>
      )}
    </li>
  )
}
