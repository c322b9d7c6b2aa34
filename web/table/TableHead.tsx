import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, memo, type ReactNode, type RefObject, useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { isNumber } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { t } from '../words.ts'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { isChosen, withRows } from './choice.ts'
import { type ColumnDrag, fitColumn, type HeadColumns, headElements, startWidening, useColumnDrag } from './headPointers.ts'
import { columnOf, type LaidOut, moveColumn, widenColumn } from './layout.ts'
import type { TableLook } from './tableLook.ts'
import { type RowStates, useChoice } from './rowStates.ts'
import { turnSort } from './sorting.ts'

type Props = {
  table: Table
  looking: TableLook
  states: RowStates
  /** The rows that are loaded. */
  ids: readonly Id[]
  selectable: boolean
  scroller: RefObject<HTMLElement | null>
}

const stepPx = 24

/** The titles of the columns: a press sorts, the edge widens, dragging moves. Left and right go from one to the next. */
export const TableHead = memo(({ table, looking, states, ids, selectable, scroller }: Props) => {
  const { columns } = looking
  const [focusedIndex, setFocusedIndex] = useState(0)
  const head: HeadColumns = { columns, scroller, lay: (next) => looking.look({ columns: next }) }
  const { drag, grab } = useColumnDrag(head)

  const handleKey = (event: KeyboardEvent, { key, widthPx }: LaidOut, index: number) => {
    const step = arrowSteps[event.key]
    if (step === undefined) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return scroller.current?.focus({ preventScroll: true })
    }
    event.preventDefault()
    if (event.altKey) {
      head.lay(moveColumn(columns, key, index + step))
      setFocusedIndex(index === 0 ? 0 : Math.min(columns.length - 1, Math.max(1, index + step)))
    } else if (event.shiftKey) head.lay(widenColumn(columns, key, widthPx + step * stepPx))
    else {
      const next = Math.min(columns.length - 1, Math.max(0, index + step))
      setFocusedIndex(next)
      headElements(scroller)[next]?.querySelector('button')?.focus()
    }
  }

  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-heads">
        {columns.map((column, index) => (
          <ColumnHead
            key={column.key}
            table={table}
            looking={looking}
            head={head}
            column={column}
            index={index}
            drag={drag}
            check={index === 0 && selectable && <CheckAll states={states} ids={ids} />}
            sortButton={{
              tabIndex: focusedIndex === index ? 0 : -1,
              onPointerDown: (event) => grab(event, index),
              onKeyDown: (event) => handleKey(event, column, index),
              onFocus: () => setFocusedIndex(index),
            }}
          />
        ))}
      </div>
    </div>
  )
})

/** How far a key goes from title to title. */
const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

type ColumnHeadProps = Pick<Props, 'table' | 'looking'> & {
  head: HeadColumns
  column: LaidOut
  index: number
  drag: ColumnDrag | undefined
  check: ReactNode
  sortButton: ComponentProps<'button'>
}

const ColumnHead = ({ table, looking, head, column, index, drag, check, sortButton }: ColumnHeadProps) => {
  const { key } = column
  const tableColumn = columnOf(table, key)
  const sort = looking.view.sort ?? []
  const order = sort.findIndex((sortOrder) => sortOrder.key === key)
  const isDescending = sort[order]?.descending
  const orderWord = isDescending ? 'descending' : 'ascending'
  const direction = order === -1 ? undefined : orderWord
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={direction ?? (tableColumn.sorted ? 'none' : undefined)}
      data-head
      data-drop={dropSideOf(drag, head.columns, index)}
      data-dragged={drag?.key === key || undefined}
      className={`table-title ${index === 0 ? 'table-first' : ''} ${isNumber(tableColumn.control) ? 'table-number' : ''}`}
    >
      {check}
      <button
        type="button"
        className="table-sort"
        data-key={key}
        disabled={false}
        {...sortButton}
        onClick={(event) => tableColumn.sorted && looking.look({ sort: turnSort(sort, key, event.shiftKey) })}
      >
        <span className="truncate">{t(tableColumn.label)}</span>
        {direction && (isDescending ? <ArrowDown size={13} aria-hidden /> : <ArrowUp size={13} aria-hidden />)}
        {direction && sort.length > 1 && <span className="table-rank">{order + 1}</span>}
      </button>
      <ColumnMenu
        table={table}
        looking={looking}
        column={key}
        at={index}
        onFit={() => fitColumn(key, head)}
        trigger={<ChevronDown size={14} aria-hidden />}
      />
      {/* Widening by keys is Shift with left and right on the title. */}
      <span
        className="table-edge"
        aria-hidden
        onPointerDown={(event) => startWidening(event, column, head)}
        onDoubleClick={() => fitColumn(key, head)}
      />
    </div>
  )
}

/** On which side of a title the column that is dragged would come to stand. */
const dropSideOf = (drag: ColumnDrag | undefined, columns: readonly LaidOut[], index: number): 'after' | 'before' | undefined => {
  if (!drag || drag.to !== index || columns[index]?.key === drag.key) return undefined
  return columns.findIndex(({ key }) => key === drag.key) < index ? 'after' : 'before'
}

const CheckAll = ({ states, ids }: { states: RowStates; ids: readonly Id[] }) => {
  const choice = useChoice(states)
  const mayBeAll = choice.all || choice.ids.size >= ids.length
  const areAllChosen = mayBeAll && ids.length > 0 && ids.every((id) => isChosen(choice, id))
  const some = !areAllChosen && (choice.all || choice.ids.size > 0)
  return (
    <span className={`table-check ${ids.length === 0 ? 'invisible' : ''}`}>
      <CheckBox
        aria-label={t('选择已载入的行')}
        tabIndex={-1}
        checked={areAllChosen}
        isPartial={some}
        onChange={() => states.setChoice(withRows(choice, ids, !areAllChosen))}
      />
    </span>
  )
}
