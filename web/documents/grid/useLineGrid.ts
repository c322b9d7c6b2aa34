import { useCallback, useRef, useState } from 'react'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { compare, isDecimal } from '../../../kernel/decimal.ts'
import { type Field, isAsked, isEmpty } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { assetFieldOf, type DocumentForm, fieldFor, type FormLine, linesFor, type Values } from '../documentForm.ts'
import type { Ahead } from '../filling/useFilling.ts'
import type { GridColumn } from './columns.ts'
import { type Cursor, cursorAt, keptWithin } from './cursor.ts'
import { continued, type History, noHistory, recorded, redone, undone } from './history.ts'
import { type Content, contentOf, type Lines, withCell, withContent } from './lines.ts'
import { lookingFor, readCell, wrong } from './readCell.ts'
import { useCellNames } from './useCellNames.ts'

type Props = {
  kind: DocumentKind
  header: Values
  lines: Lines
  columns: readonly GridColumn[]
  ahead: Ahead<DocumentForm>
  /** Told where a document would have more lines than it can. */
  onFull: () => void
}

export type LineGridState = ReturnType<typeof useLineGrid>

/** The lines as a sheet under a person's hands: where they are, what they do to the lines, and how it is taken back. */
export const useLineGrid = ({ kind, header, lines, columns, ahead, onFull }: Props) => {
  const [cursor, setCursor] = useState<Cursor>(() => cursorAt(0, 0))
  const { latest, apply, undo, redo } = useLineHistory(ahead, onFull)
  const extent = { rows: lines.length + 1, columns: columns.length }

  /** What a field offers in a line: pieces of its model, of the place in the header. */
  const fieldIn = (field: Field, line: FormLine | undefined): Field =>
    fieldFor(field, kind.line, line?.values ?? {}, { fields: kind.header, values: header })

  const settle = (before: Lines, row: number, key: string, chosen?: RecordRow): Lines => {
    const line = before[row]
    const next = line && settled(kind, line, key, chosen)
    return next === undefined || next === line ? before : before.with(row, next)
  }

  /** Puts something into a cell; a row that is not there yet begins with it. */
  const put = (row: number, key: string, content: Content, chosen?: RecordRow) =>
    apply((now) => settle(withCell(now, row, key, content), row, key, chosen))

  const findName = useCellNames({ kind, latest, apply, settle })

  /** Takes what was typed into a cell. */
  const type = (row: number, { key, field }: GridColumn, text: string) => {
    if (!referenceOf(field.control) || text.trim() === '') return put(row, key, readCell(field, text))
    put(row, key, wrong(text, lookingFor, { value: text.trim() }))
    const line = latest()[row]
    if (line) findName({ line: line.key, key, field, text })
  }

  /** True where a cell may be written. */
  const isOpen = (row: number, { key, field, isWritable }: GridColumn): boolean => {
    const line = lines[row]
    return isWritable && Object.hasOwn(kind.line, key) && (line === undefined || isAsked(field, line.values))
  }

  return {
    cursor: keptWithin(cursor, extent),
    extent,
    setCursor,
    lines,
    latest,
    apply,
    put,
    type,
    isOpen,
    fieldIn,
    undo,
    redo,
    contentAt: (row: number, key: string): Content => {
      const line = lines[row]
      return line ? contentOf(line, key) : { value: undefined }
    },
  }
}

/** The lines as they are now, and changes to them that can be taken back. */
const useLineHistory = (ahead: Ahead<DocumentForm>, onFull: () => void) => {
  const history = useRef<History<Lines>>(noHistory)
  const latest = useCallback((): Lines => ahead.now().lines, [ahead])
  const write = useCallback((next: Lines) => ahead.change((now) => ({ ...now, lines: next })), [ahead])
  const apply = useCallback(
    (change: (lines: Lines) => Lines, { goesOn = false } = {}) => {
      const before = latest()
      const next = change(before)
      if (next === before) return
      if (next.length > linesAtMost && next.length > before.length) return void onFull()
      history.current = (goesOn ? continued : recorded)(history.current, before, next)
      write(next)
    },
    [latest, write, onFull],
  )
  const turn = (way: typeof undone<Lines>) => {
    const step = way(history.current, latest())
    if (!step) return
    history.current = step.history
    write(step.to)
  }
  return { latest, apply, undo: () => turn(undone), redo: () => turn(redone) }
}

/**
 * What follows from something that stands in a cell now: a thing that was chosen brings how many and its price as far as nothing is said of
 * them, and of several pieces there are at least as many.
 */
export const settled = (kind: DocumentKind, line: FormLine, key: string, chosen: RecordRow | undefined): FormLine => {
  const quantity = quantityFieldOf(kind)
  const pieces = assetFieldOf(kind)
  if (pieces?.many && key === pieces.key && quantity) {
    const names = line.values[key]
    const named = Array.isArray(names) ? names.length : 0
    const wanted = line.values[quantity]
    return named > 0 && (!isDecimal(wanted) || compare(wanted, String(named)) < 0)
      ? withContent(line, quantity, { value: String(named) })
      : line
  }
  if (chosen === undefined || key !== itemFieldOf(kind)) return line
  return Object.entries(firstOf(linesFor(kind, [chosen])).values).reduce((now, [name, value]) => {
    const content = contentOf(now, name)
    return name !== key && 'value' in content && isEmpty(content.value) ? withContent(now, name, { value }) : now
  }, line)
}
