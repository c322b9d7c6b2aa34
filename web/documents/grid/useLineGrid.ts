import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { compare, isDecimal } from '../../../kernel/decimal.ts'
import { type Field, isAsked, isEmpty } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { CallError } from '../../call.ts'
import { assetFieldOf, type DocumentForm, fieldFor, type FormLine, linesFor, unreadOf, type Values } from '../documentForm.ts'
import type { Ahead } from '../filling/useFilling.ts'
import type { GridColumn } from './columns.ts'
import { type Cursor, cursorAt, keptWithin } from './cursor.ts'
import { continued, type History, noHistory, recorded, redone, undone } from './history.ts'
import { type Content, contentOf, type Lines, withCell, withContent } from './lines.ts'
import { askNames } from './naming.ts'
import { lookingFor, type NameLookup, readCell, readNames, severalIn, wrong } from './reading.ts'

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
  const history = useRef<History<Lines>>(noHistory)
  const latest = useCallback((): Lines => ahead.now().lines, [ahead])
  const write = useCallback((next: Lines) => ahead.change((now) => ({ ...now, lines: next })), [ahead])
  const extent = { rows: lines.length + 1, columns: columns.length }
  const at = keptWithin(cursor, extent)

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

  /** What a field offers in a line: pieces of its model, of the place in the header. */
  const fieldIn = (field: Field, line: FormLine | undefined): Field =>
    fieldFor(field, kind.line, line?.values ?? {}, { fields: kind.header, values: header })

  const afterwards = (before: Lines, row: number, key: string, chosen?: RecordRow): Lines => {
    const line = before[row]
    const next = line && settled(kind, line, key, chosen)
    return next === undefined || next === line ? before : before.with(row, next)
  }

  /** Puts something into a cell; a row that is not there yet begins with it. */
  const put = (row: number, key: string, content: Content, chosen?: RecordRow) =>
    apply((now) => afterwards(withCell(now, row, key, content), row, key, chosen))

  /** What names mean that were typed into cells and are looked for: it goes into those cells where they still say the same. */
  const find = useEffectEvent(async (places: readonly Place[]) => {
    const names = new Map<NonNullable<ReturnType<typeof referenceOf>>['to'], Set<string>>()
    for (const { field, text } of places) {
      const { to, many } = referenceOf(field.control)!
      const known = names.get(to) ?? new Set()
      names.set(to, known)
      for (const name of many ? severalIn(text) : [text.trim()]) known.add(name)
    }
    let named: NameLookup
    let failure: string | undefined
    try {
      named = await askNames(names)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      failure = error.message
    }
    apply(
      (now) =>
        places.reduce((lines, { line, key, field, text }) => {
          const row = lines.findIndex((each) => each.key === line)
          const there = lines[row]
          if (!there || there.unread?.[key]?.text !== text || !isEmpty(there.values[key])) return lines
          const content = failure === undefined ? readNames(field, [text], named) : wrong(text, failure, {})
          const reference = referenceOf(field.control)!
          const found = reference.many ? undefined : named?.(reference.to, text.trim())
          const chosen = typeof found === 'object' ? found.row : undefined
          return afterwards(withCell(lines, row, key, content), row, key, 'value' in content ? chosen : undefined)
        }, now),
      { goesOn: true },
    )
  })

  /** Takes what was typed into a cell. */
  const type = (row: number, { key, field }: GridColumn, text: string) => {
    const reference = referenceOf(field.control)
    if (!reference || text.trim() === '') return put(row, key, readCell(field, text))
    put(row, key, wrong(text, lookingFor, { value: text.trim() }))
    const line = latest()[row]
    if (line) void find([{ line: line.key, key, field, text }])
  }

  // What was still looked for when the page was left is looked for again.
  useEffect(() => {
    const places = latest().flatMap((line) =>
      unreadOf(line).flatMap(([key, { text, words }]) =>
        words === lookingFor && kind.line[key] ? [{ line: line.key, key, field: kind.line[key], text }] : [],
      ),
    )
    if (places.length > 0) void find(places)
  }, [kind, latest])

  /** True where a cell may be written. */
  const isOpen = (row: number, { key, field, isWritable }: GridColumn): boolean => {
    const line = lines[row]
    return isWritable && Object.hasOwn(kind.line, key) && (line === undefined || isAsked(field, line.values))
  }

  return {
    cursor: at,
    extent,
    setCursor,
    lines,
    latest,
    apply,
    put,
    type,
    isOpen,
    fieldIn,
    undo: () => turn(undone),
    redo: () => turn(redone),
    contentAt: (row: number, key: string): Content => {
      const line = lines[row]
      return line ? contentOf(line, key) : { value: undefined }
    },
  }
}

type Place = { readonly line: string; readonly key: string; readonly field: Field; readonly text: string }

/**
 * What follows from something that stands in a cell now: a thing that was chosen brings how many and its price as far as nothing is said of
 * them, and of several pieces there are at least as many.
 */
export const settled = (kind: DocumentKind, line: FormLine, key: string, chosen: RecordRow | undefined): FormLine => {
  const quantity = quantityFieldOf(kind)
  const pieces = assetFieldOf(kind)
  if (pieces?.many && key === pieces.key && quantity) {
    const named = ((line.values[key] ?? []) as unknown[]).length
    const wanted = line.values[quantity]
    return named > 0 && (!isDecimal(wanted) || compare(wanted, String(named)) < 0)
      ? withContent(line, quantity, { value: String(named) })
      : line
  }
  if (chosen === undefined || key !== itemFieldOf(kind)) return line
  return Object.entries(linesFor(kind, [chosen])[0]!.values).reduce((now, [name, value]) => {
    const content = contentOf(now, name)
    return name !== key && 'value' in content && isEmpty(content.value) ? withContent(now, name, { value }) : now
  }, line)
}
