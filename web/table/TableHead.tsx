import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, type RefObject, useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { isNumber } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { t } from '../words.ts'
import { CheckBox } from '../look/CheckBox.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { isChosen, withRows } from './choosing.ts'
import { type LaidOut, moved, tracksOf, widened } from './layout.ts'
import type { TableLook } from './looking.ts'
import { type RowStates, useChoice } from './rowStates.ts'
import { turned } from './sorting.ts'

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

  const widen = (event: PointerEvent<HTMLElement>, { key, widthPx }: LaidOut) => {
    event.preventDefault()
    event.stopPropagation()
    const edge = event.currentTarget
    const from = event.clientX
    edge.setPointerCapture(event.pointerId)
    const beganPx = edge.parentElement?.offsetWidth ?? widthPx
    let next = columns
    const move = (to: globalThis.PointerEvent) => {
      next = widened(columns, key, beganPx + to.clientX - from)
      const style = scroller.current?.style
      style?.setProperty('--tracks', tracksOf(next))
      style?.setProperty('--width', `${next.reduce((sum, each) => sum + each.widthPx, 0)}px`)
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
    if (widest > 0) lay(widened(columns, key, widest))
  }
  const grab = (event: PointerEvent<HTMLElement>, at: number) => {
    if (at === 0 || event.button !== 0) return
    const { key } = columns[at]!
    const title = event.currentTarget
    const from = event.clientX
    let to: number | undefined
    const move = ({ clientX, pointerId }: globalThis.PointerEvent) => {
      if (to === undefined && Math.abs(clientX - from) < draggedPx) return
      if (to === undefined) title.setPointerCapture(pointerId)
      const passed = heads().filter((head) => {
        const { left, width } = head.getBoundingClientRect()
        return clientX > left + width / 2
      }).length
      to = Math.max(1, passed > at ? passed - 1 : passed)
      setDrag({ key, to })
    }
    const stop = () => {
      title.removeEventListener('pointermove', move)
      setDrag(undefined)
      if (to === undefined) return
      title.addEventListener('click', (click) => click.stopPropagation(), { once: true, capture: true })
      if (to !== at) lay(moved(columns, key, to))
    }
    title.addEventListener('pointermove', move)
    title.addEventListener('pointerup', stop, { once: true })
    title.addEventListener('pointercancel', stop, { once: true })
  }
  const keyed = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const { key, widthPx } = columns[at]!
    if (step === 0) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return scroller.current?.focus({ preventScroll: true })
    }
    event.preventDefault()
    if (event.altKey) {
      lay(moved(columns, key, at + step))
      setFocused(at === 0 ? 0 : Math.min(columns.length - 1, Math.max(1, at + step)))
    } else if (event.shiftKey) lay(widened(columns, key, widthPx + step * stepPx))
    else {
      const next = Math.min(columns.length - 1, Math.max(0, at + step))
      setFocused(next)
      heads()[next]?.querySelector('button')?.focus()
    }
  }

  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-heads">
        {columns.map((column, at) => {
          const { key } = column
          const declared = table.columns[key]!
          const order = sort.findIndex((each) => each.key === key)
          const descending = sort[order]?.descending
          const direction = order === -1 ? undefined : descending ? 'descending' : 'ascending'
          const dragged = columns.findIndex((each) => each.key === drag?.key)
          const dropped = drag && drag.key !== key && drag.to === at ? (dragged < at ? 'after' : 'before') : undefined
          return (
            <div
              key={key}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={direction ?? (declared.sorted ? 'none' : undefined)}
              data-head
              data-drop={dropped}
              data-dragged={drag?.key === key || undefined}
              className={`table-title ${at === 0 ? 'table-first' : ''} ${isNumber(declared.control) ? 'table-number' : ''}`}
            >
              {at === 0 && selectable && <CheckAll states={states} ids={ids} />}
              <button
                type="button"
                tabIndex={focused === at ? 0 : -1}
                className="table-sort"
                data-key={key}
                disabled={false}
                onPointerDown={(event) => grab(event, at)}
                onKeyDown={(event) => keyed(event, at)}
                onFocus={() => setFocused(at)}
                onClick={(event) => declared.sorted && looking.look({ sort: turned(sort, key, event.shiftKey) })}
              >
                <span className="truncate">{t(declared.label)}</span>
                {direction && (descending ? <ArrowDown size={13} aria-hidden /> : <ArrowUp size={13} aria-hidden />)}
                {direction && sort.length > 1 && <span className="table-rank">{order + 1}</span>}
              </button>
              <ColumnMenu
                table={table}
                looking={looking}
                column={key}
                at={at}
                onFit={() => fit(key)}
                trigger={<ChevronDown size={14} aria-hidden />}
              />
              {/* Widening by keys is Shift with left and right on the title. */}
              <span className="table-edge" aria-hidden onPointerDown={(event) => widen(event, column)} onDoubleClick={() => fit(key)} />
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
  const chosen = mayBeAll && ids.length > 0 && ids.every((id) => isChosen(choice, id))
  const some = !chosen && (choice.all || choice.ids.size > 0)
  return (
    <span className={`table-check ${ids.length === 0 ? 'invisible' : ''}`}>
      <CheckBox
        aria-label={t('选择已载入的行')}
        tabIndex={-1}
        checked={chosen}
        isPartial={some}
        onChange={() => states.setChoice(withRows(choice, ids, !chosen))}
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
