import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, type RefObject, useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { isNumber } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { t } from '../words.ts'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { isChosen, withRows } from './choosing.ts'
import { type LaidOut, moveColumn, tracksOf, widenColumn } from './layout.ts'
import type { TableLook } from './looking.ts'
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

/** So far a pointer moves before a press counts as dragging. */
const draggedPx = 6
const stepPx = 24

/** The titles of the columns: a press sorts, the edge widens, dragging moves. Left and right go from one to the next. */
export const TableHead = memo(({ table, looking, states, ids, selectable, scroller }: Props) => {
  const { columns } = looking
  const sort = looking.view.sort ?? []
  const [focused, setFocused] = useState(0)
  const [drag, setDrag] = useState<{ key: string; to: number }>()

  const lay = (next: readonly LaidOut[]) => looking.look({ columns: next })
  const heads = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]

  const startWidening = (event: PointerEvent<HTMLElement>, { key, widthPx }: LaidOut) => {
    event.preventDefault()
    event.stopPropagation()
    const edge = event.currentTarget
    const from = event.clientX
    edge.setPointerCapture(event.pointerId)
    const beganPx = edge.parentElement?.offsetWidth ?? widthPx
    let next = columns
    const move = (to: globalThis.PointerEvent) => {
      next = widenColumn(columns, key, beganPx + to.clientX - from)
      const style = scroller.current?.style
      style?.setProperty('--tracks', tracksOf(next))
      style?.setProperty('--width', `${next.reduce((sum, column) => sum + column.widthPx, 0)}px`)
    }
    const up = () => {
      edge.removeEventListener('pointermove', move)
      if (next !== columns) lay(next)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', up, { once: true })
  }
  const fit = (key: string) => {
    const cells = [...(scroller.current?.querySelectorAll<HTMLElement>(`[data-key="${key}"]`) ?? [])]
    const widest = Math.max(0, ...cells.map(contentWidth))
    if (widest > 0) lay(widenColumn(columns, key, widest))
  }
  const grab = (event: PointerEvent<HTMLElement>, index: number) => {
    if (index === 0 || event.button !== 0) return
    const { key } = columns[index]!
    const title = event.currentTarget
    const from = event.clientX
    let to: number | undefined
    const move = ({ clientX, pointerId }: globalThis.PointerEvent) => {
      if (to === undefined && Math.abs(clientX - from) < draggedPx) return
      if (to === undefined) title.setPointerCapture(pointerId)
      const passedHeads = heads().filter((head) => {
        const { left, width } = head.getBoundingClientRect()
        return clientX > left + width / 2
      }).length
      to = Math.max(1, passedHeads > index ? passedHeads - 1 : passedHeads)
      setDrag({ key, to })
    }
    const stop = () => {
      title.removeEventListener('pointermove', move)
      setDrag(undefined)
      if (to === undefined) return
      title.addEventListener('click', (click) => click.stopPropagation(), { once: true, capture: true })
      if (to !== index) lay(moveColumn(columns, key, to))
    }
    title.addEventListener('pointermove', move)
    title.addEventListener('pointerup', stop, { once: true })
    title.addEventListener('pointercancel', stop, { once: true })
  }
  const handleKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const { key, widthPx } = columns[index]!
    if (step === 0) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return scroller.current?.focus({ preventScroll: true })
    }
    event.preventDefault()
    if (event.altKey) {
      lay(moveColumn(columns, key, index + step))
      setFocused(index === 0 ? 0 : Math.min(columns.length - 1, Math.max(1, index + step)))
    } else if (event.shiftKey) lay(widenColumn(columns, key, widthPx + step * stepPx))
    else {
      const next = Math.min(columns.length - 1, Math.max(0, index + step))
      setFocused(next)
      heads()[next]?.querySelector('button')?.focus()
    }
  }

  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-heads">
        {columns.map((column, index) => {
          const { key } = column
          const tableColumn = table.columns[key]!
          const order = sort.findIndex((sortOrder) => sortOrder.key === key)
          const isDescending = sort[order]?.descending
          const direction = order === -1 ? undefined : isDescending ? 'descending' : 'ascending'
          const draggedIndex = columns.findIndex((column) => column.key === drag?.key)
          const dropSide = drag && drag.key !== key && drag.to === index ? (draggedIndex < index ? 'after' : 'before') : undefined
          return (
            <div
              key={key}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={direction ?? (tableColumn.sorted ? 'none' : undefined)}
              data-head
              data-drop={dropSide}
              data-dragged={drag?.key === key || undefined}
              className={`table-title ${index === 0 ? 'table-first' : ''} ${isNumber(tableColumn.control) ? 'table-number' : ''}`}
            >
              {index === 0 && selectable && <CheckAll states={states} ids={ids} />}
              <button
                type="button"
                tabIndex={focused === index ? 0 : -1}
                className="table-sort"
                data-key={key}
                disabled={false}
                onPointerDown={(event) => grab(event, index)}
                onKeyDown={(event) => handleKey(event, index)}
                onFocus={() => setFocused(index)}
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
                onFit={() => fit(key)}
                trigger={<ChevronDown size={14} aria-hidden />}
              />
              {/* Widening by keys is Shift with left and right on the title. */}
              <span
                className="table-edge"
                aria-hidden
                onPointerDown={(event) => startWidening(event, column)}
                onDoubleClick={() => fit(key)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
})

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

/** How wide a cell would be with all it says. */
const contentWidth = (cell: HTMLElement): number => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return range.getBoundingClientRect().width + 40
}
