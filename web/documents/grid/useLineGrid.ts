import { useCallback, useMemo, useRef, useState } from 'react'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import type { GridColumn } from './columns.ts'
import { type Cursor, cursorAt, keptWithin } from './cursor.ts'
import { continued, type History, noHistory, recorded, redone, undone } from './history.ts'
import { type Content, contentOf, isBlank, type Lines, newLine, withCell } from './lines.ts'
import { lookingFor, readCell, wrong } from './readCell.ts'
import type { LineSheet, LineStore } from './sheet.ts'
import { useCellNames } from './useCellNames.ts'

type Props = {
  sheet: LineSheet
  lines: Lines
  columns: readonly GridColumn[]
  store: LineStore
  /** Hears that the form would have more lines than it can. */
  onFull: () => void
}

export type LineGridState = ReturnType<typeof useLineGrid>

/** The lines as a sheet under a person's hands: where they are, what they do to the lines, and how it is taken back. */
export const useLineGrid = ({ sheet, lines, columns, store, onFull }: Props) => {
  const [cursor, setCursor] = useState<Cursor>(() => cursorAt(0, 0))
  const { latest, apply, undo, redo } = useLineHistory(store, sheet.atMost, onFull)
  const extentOf = ({ length }: Lines) => ({ rows: length + (sheet.hasFreeRows ? 1 : 0), columns: columns.length })
  const extent = extentOf(lines)
  const drawn = useMemo(() => sheet.drawnLines(lines), [sheet, lines])

  const settle = (before: Lines, row: number, key: string, chosenRow?: RecordRow): Lines => {
    const line = before[row]
    const next = line && sheet.settle(line, key, chosenRow)
    return next === undefined || next === line ? before : before.with(row, next)
  }

  /** Puts something into a cell; a row that is not there yet begins with it. */
  const put = (row: number, key: string, content: Content, chosenRow?: RecordRow) =>
    apply((now) => settle(withCell(now, row, key, content), row, key, chosenRow))

  const findName = useCellNames({ fields: sheet.fields, latest, apply, settle })

  /** Takes what was typed into a cell. */
  const type = (row: number, { key, field }: GridColumn, text: string) => {
    if (!referenceOf(field.control) || text.trim() === '') return put(row, key, readCell(field, text))
    put(row, key, wrong(text, lookingFor, { value: text.trim() }))
    const line = latest()[row]
    if (line) findName({ line: line.key, key, field, text })
  }

  /** True where a cell may be written. */
  const isOpen = (row: number, { key, isWritable }: GridColumn): boolean => {
    const line = lines[row]
    return isWritable && Object.hasOwn(sheet.fields, key) && (line === undefined || sheet.isAskedIn(row, line, key))
  }

  /** Begins another row below the last in which something stands; answers which. */
  const addRow = (): number => {
    const rows = latest()
    const last = rows.at(-1)
    if (last && isBlank(last)) return rows.length - 1
    apply((now) => [...now, newLine()])
    return latest().length - 1
  }

  return {
    cursor: keptWithin(cursor, extent),
    extent,
    extentOf,
    setCursor,
    lines,
    drawn,
    latest,
    apply,
    put,
    type,
    isOpen,
    addRow,
    fieldIn: sheet.fieldIn,
    undo,
    redo,
    contentAt: (row: number, key: string): Content => {
      const line = lines[row]
      return line ? contentOf(line, key) : { value: undefined }
    },
  }
}

/** The lines as they are now, and changes to them that can be taken back. */
const useLineHistory = ({ now: latest, write }: LineStore, atMost: number, onFull: () => void) => {
  const history = useRef<History<Lines>>(noHistory)
  const apply = useCallback(
    (change: (lines: Lines) => Lines, { goesOn = false } = {}) => {
      const before = latest()
      const next = change(before)
      if (next === before) return
      if (next.length > atMost && next.length > before.length) return void onFull()
      history.current = (goesOn ? continued : recorded)(history.current, before, next)
      write(next)
    },
    [latest, write, atMost, onFull],
  )
  const turn = (way: typeof undone<Lines>) => {
    const step = way(history.current, latest())
    if (!step) return
    history.current = step.history
    write(step.to)
  }
  return { latest, apply, undo: () => turn(undone), redo: () => turn(redone) }
}
