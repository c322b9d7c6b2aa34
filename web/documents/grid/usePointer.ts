import { type PointerEvent, useRef } from 'react'
import type { GridColumn } from './columns.ts'
import { type Cell, cursorAt, type Range, rangeOf } from './cursor.ts'
import { filledDown } from './lines.ts'
import type { GridEditor } from './useEditing.ts'
import type { LineGridState } from './useLineGrid.ts'

type Props = {
  grid: LineGridState
  columns: readonly GridColumn[]
  editing: GridEditor
  focus: () => void
  reveal: (row: number, column: number) => void
}

/**
 * A mouse on the sheet: pressed it goes to a cell, drawn it chooses a range, at a row's number the row; twice it opens a cell. Drawn from the
 * handle of a range it fills down.
 */
export const usePointer = ({ grid, columns, editing, focus, reveal }: Props) => {
  const dragMode = useRef<'range' | 'rows' | Range | undefined>(undefined)
  const last = columns.length - 1
  const draw = (way: NonNullable<typeof dragMode.current>, end: () => void) => {
    dragMode.current = way
    const stop = () => {
      dragMode.current = undefined
      end()
    }
    addEventListener('pointerup', stop, { once: true })
  }
  const to = ({ row, column }: Cell) => {
    const way = dragMode.current
    if (typeof way === 'object') {
      reachedRow.current = Math.max(row, way.bottom)
      grid.setCursor({ at: { row: reachedRow.current, column: way.right }, from: { row: way.top, column: way.left } })
    } else if (way === 'rows') grid.setCursor(({ from }) => ({ at: { row, column: 0 }, from: { row: from.row, column: last } }))
    else grid.setCursor(({ from }) => ({ at: { row, column: Math.max(0, column) }, from }))
    reveal(row, Math.max(0, column))
  }
  const reachedRow = useRef(0)
  return {
    onHandle: (event: PointerEvent) => {
      event.preventDefault()
      event.stopPropagation()
      const start = rangeOf(grid.cursor)
      reachedRow.current = start.bottom
      draw(start, () => grid.apply((lines) => filledDown(lines, { ...start, bottom: reachedRow.current }, columns)))
    },
    events: {
      onPointerDown: (event: PointerEvent) => {
        const cell = cellOf(event.target)
        if (!cell || event.button !== 0) return
        event.preventDefault()
        editing.commit()
        const { row, column } = cell
        draw(column < 0 ? 'rows' : 'range', () => undefined)
        if (event.shiftKey) to(cell)
        else grid.setCursor(column < 0 ? { at: { row, column: 0 }, from: { row, column: last } } : cursorAt(row, column))
        focus()
      },
      onPointerMove: (event: PointerEvent) => {
        const cell = dragMode.current !== undefined && event.buttons === 1 ? cellOf(event.target) : undefined
        if (cell) to(cell)
      },
      onDoubleClick: () => editing.open(),
    },
  }
}

const cellOf = (target: EventTarget): Cell | undefined => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : undefined
  return element ? { row: Number(element.dataset['row']), column: Number(element.dataset['column']) } : undefined
}
