import { memo, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react'
import type { Table, TableColumn } from '../../domain/tables/define.ts'
import { columnNumberWords } from '../../domain/tables/groupWords.ts'
import { isEmpty } from '../../kernel/field.ts'
import { briefOf, filesIn, isNumber } from '../../kernel/fields/kinds.ts'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { Picture } from '../look/Picture.tsx'
import { drawText } from '../look/drawText.ts'
import { fullTime } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { type LaidOut, columnOf } from './layout.ts'
import { type RowStates, useIsChosen, useIsCursor } from './rowStates.ts'
import type { Row } from './row.ts'

/** Methods, so that a screen's own functions of its own rows fit. */
type Drawing = { cell?(row: Row, key: string): ReactNode; hrefOf?(row: Row): string }

type Props = {
  row: Row
  index: number
  table: Table
  columns: readonly LaidOut[]
  states: RowStates
  selectable: boolean
  isOpen: boolean
  /** How the screen draws a row: by the row alone, so that a row is drawn again only where it is another one. */
  drawing: RefObject<Drawing>
  scroller: RefObject<HTMLElement | null>
}

export const TableRow = memo(({ row, index, table, columns, states, selectable, isOpen, drawing, scroller }: Props) => {
  const id = useId()
  const isCursor = useIsCursor(states, row.id)
  useLayoutEffect(() => {
    const grid = scroller.current
    if (!isCursor || !grid) return
    grid.setAttribute('aria-activedescendant', id)
    return () => grid.removeAttribute('aria-activedescendant')
  }, [isCursor, id, scroller])
  return (
    <RowBox id={id} states={states} row={row} index={index} selectable={selectable} isCursor={isCursor} isOpen={isOpen}>
      <Cells row={row} table={table} columns={columns} states={states} selectable={selectable} drawing={drawing} />
    </RowBox>
  )
})

type BoxProps = Pick<Props, 'row' | 'index' | 'states' | 'selectable' | 'isOpen'> & { id: string; isCursor: boolean; children: ReactNode }

const RowBox = ({ id, states, row, index, selectable, isCursor, isOpen, children }: BoxProps) => {
  const isChosenRow = useIsChosen(states, row.id)
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selectable ? isChosenRow : undefined}
      data-index={index}
      data-cursor={isCursor || undefined}
      data-chosen={isChosenRow || undefined}
      data-open={isOpen || undefined}
      className="table-row"
    >
      {children}
    </div>
  )
}

type CellsProps = Pick<Props, 'row' | 'table' | 'columns' | 'states' | 'selectable' | 'drawing'>

const Cells = memo(({ row, table, columns, states, selectable, drawing }: CellsProps) =>
  columns.map(({ key }, index) => {
    const column = columnOf(table, key)
    const content = drawText(drawing.current.cell?.(row, key) ?? plainCell(row, key, column))
    const href = index === 0 ? drawing.current.hrefOf?.(row) : undefined
    return (
      <div key={key} role="gridcell" aria-colindex={index + 1} data-key={key} className={cellClass(column, index)}>
        {index === 0 && selectable && <Check row={row} states={states} name={plainCell(row, key, column)} />}
        {href === undefined ? (
          content
        ) : (
          <a data-name href={`#${href}`} tabIndex={-1} className="table-name">
            {content}
          </a>
        )}
        {index === 0 && row.why && (
          <span className="ml-2 truncate text-small text-accent-strong">{t('{label}：{value}', { ...row.why })}</span>
        )}
      </div>
    )
  }),
)

const cellClass = ({ control }: TableColumn, index: number): string =>
  `table-cell ${index === 0 ? 'table-first' : ''} ${isNumber(control) ? 'table-number' : ''}`

const Check = ({ row, states, name }: { row: Row; states: RowStates; name: ReactNode }) => {
  const isChosenRow = useIsChosen(states, row.id)
  return (
    <span data-check className="table-check">
      <CheckBox checked={isChosenRow} readOnly tabIndex={-1} aria-label={t('选择{name}', { name: String(name ?? '') })} />
    </span>
  )
}

/** A value in words; pictures as the first of them. */
const plainCell = (row: Row, key: string, column: TableColumn): ReactNode => {
  const { control, moment } = column
  const value = (row as unknown as Readonly<Record<string, unknown>>)[key]
  if (isEmpty(value)) return null
  if (moment) return fullTime(String(value))
  const [picture] = filesIn(control, value).filter(({ isPicture }) => isPicture)
  if (picture) return <Picture src={picture.path} alt="" className="size-7" />
  if (isNumber(control)) return columnNumberWords(column, value, t)
  return briefOf(control, value, { say: t, nameOf: (id) => row.names?.[id] ?? '' })
}
