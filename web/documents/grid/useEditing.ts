import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { pressOnSheet, pressWhileTyping } from './cellKeys.ts'
import type { GridColumn } from './columns.ts'
import { cursorAt, type Move, moved, rangeOf } from './cursor.ts'
import type { Fault } from './faults.ts'
import { faultAfter } from './lines.ts'
import { rowActsOf } from './rowActs.ts'
import { useCellScans } from './useCellScans.ts'
import type { LineSheet } from './sheet.ts'
import type { LineGridState } from './useLineGrid.ts'
import { usePasting } from './usePasting.ts'
import { useTyping } from './useTyping.ts'

type Props = {
  sheet: LineSheet
  grid: LineGridState
  columns: readonly GridColumn[]
  faults: readonly Fault[]
  sink: RefObject<HTMLTextAreaElement | null>
  reveal: (row: number, column: number) => void
  say: (words: string) => void
  onFull: () => void
}

export type GridEditor = ReturnType<typeof useEditing>

/** What is typed, and what the keys of the sheet do. `text` is undefined while nothing is typed into a cell. */
export const useEditing = ({ sheet, grid, columns, faults, sink, reveal, say, onFull }: Props) => {
  const { at } = grid.cursor
  const column = assertDefined(columns[at.column], 'the column of the cursor')
  const cell = useTyping({ grid, column, sink })
  const { typing, offers, picked, dialog, choose, commit, open, openDialog, closeDialog } = cell
  const rowActs = rowActsOf(grid, columns, sheet)
  const goTo = (row: number, to: number) => {
    grid.setCursor(cursorAt(row, to))
    reveal(row, to)
  }
  const { take, scan, readKey } = useCellScans({ sheet, grid, column, say, goTo, onFull })
  const clipboard = useCellClipboard({ sheet, grid, columns, say, isTyping: typing !== undefined, clear: rowActs.clear, goTo, sink })
  const { hasFocus, isComposing, events } = useCellInput(cell)

  const move = (way: Move, extending = false) => {
    const next = moved(grid.cursor, way, grid.extentOf(grid.latest()), extending)
    grid.setCursor(next)
    reveal(next.at.row, next.at.column)
  }
  const toFault = (back: boolean) => {
    const next = faultAfter(faults, at, back)
    if (next) goTo(next.row, next.column)
    sink.current?.focus({ preventScroll: true })
  }
  /** Tab leads out of the sheet at its ends, as out of any other control. */
  const leadsOut = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const isFirst = at.row === 0 && at.column === 0
    const isLast = at.row === grid.extent.rows - 1 && at.column === columns.length - 1
    return key === 'Tab' && (shiftKey ? isFirst : isLast)
  }
  const press = (event: KeyboardEvent): boolean => {
    if (typing !== undefined) return pressWhileTyping(event, { typing: cell, move })
    if (leadsOut(event)) return false
    const toggle = kindOf(column.field.control).isNeverOpen ? cell.toggle : undefined
    const { undo, redo } = grid
    return pressOnSheet(event, { ...rowActs, undo, redo, open, offer: () => open(true), openDialog, toggle, toFault, move })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isComposing()) return
    const scanned = readKey(event)
    if (scanned !== undefined) {
      event.preventDefault()
      cell.stop()
      void scan(scanned)
    } else if (press(event)) event.preventDefault()
  }

  const addRow = () => {
    commit()
    goTo(grid.addRow(), 0)
    sink.current?.focus({ preventScroll: true })
  }

  const { fillDown, duplicate, removeRows } = rowActs
  return {
    text: typing?.text,
    isOffering: typing?.isOffering === true,
    offers,
    picked,
    hasFocus,
    dialog,
    commit,
    choose,
    open,
    openDialog,
    closeDialog,
    fillDown,
    duplicate,
    removeRows,
    addRow,
    toFault,
    take,
    events: { ...events, ...clipboard, onKeyDown },
  }
}

/** What happens to the input that always has the focus. */
const useCellInput = ({ commit, beginComposing, type }: ReturnType<typeof useTyping>) => {
  const [hasFocus, setFocus] = useState(false)
  const composing = useRef(false)
  return {
    hasFocus,
    isComposing: () => composing.current,
    events: {
      onFocus: () => setFocus(true),
      onBlur: () => {
        setFocus(false)
        commit()
      },
      onCompositionStart: () => {
        composing.current = true
        beginComposing()
      },
      onCompositionEnd: () => {
        composing.current = false
      },
      onChange: (event: { currentTarget: HTMLTextAreaElement }) => type(event.currentTarget.value),
    },
  }
}

type ClipboardInput = Pick<Props, 'sheet' | 'grid' | 'columns' | 'say' | 'sink'> & {
  isTyping: boolean
  clear: () => void
  goTo: (row: number, column: number) => void
}

/** Copying, cutting and pasting cells; while a cell is typed into, its text is meant. */
const useCellClipboard = ({ sheet, grid, columns, say, sink, isTyping, clear, goTo }: ClipboardInput) => {
  const { copy, paste, isBusy } = usePasting({ sheet, grid, columns, say })
  const copyRange = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData.setData('text/plain', copy(rangeOf(grid.cursor)))
  }
  const pasteText = async (text: string) => {
    if (isBusy) return
    const written = await paste(text, rangeOf(grid.cursor))
    if (!written) return
    goTo(written.row, 0)
    sink.current?.focus({ preventScroll: true })
  }
  return {
    onCopy: (event: ClipboardEvent) => {
      if (!isTyping) copyRange(event)
    },
    onCut: (event: ClipboardEvent) => {
      if (isTyping) return
      copyRange(event)
      clear()
    },
    onPaste: (event: ClipboardEvent) => {
      if (isTyping) return
      event.preventDefault()
      void pasteText(event.clipboardData.getData('text/plain'))
    },
  }
}
