import { plainReading, type ColumnFormat } from '../../../kernel/cell.ts'
import type { Day } from '../../../kernel/day.ts'
import { type Field, isAsked, isEmpty, type Noun } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { headedSheet, lineColumns } from '../../../domain/documents/lineSheet.ts'
import { Questions } from '../../../domain/records/import/questions.ts'
import { Evidence } from '../../../domain/records/import/readings.ts'
import type { Matrix } from './clipboard.ts'
import type { Range } from './cursor.ts'
import { type Content, contentOf, isBlank, type Lines, newLine, withContent } from './lines.ts'
import { type NameLookup, readCell, readNames, severalIn, wrong } from './readCell.ts'

/** A column of a grid: the field, and whether a person may write it. */
export type PasteColumn = { readonly key: string; readonly field: Field; readonly isWritable: boolean }

/** What a table on the clipboard says, and where it goes. */
export type Paste = {
  /** The first row that it is written into. */
  readonly row: number
  /** For each row what stands for each field: texts to try one after the other. */
  readonly rows: readonly ReadonlyMap<string, readonly string[]>[]
  readonly fields: ReadonlyMap<string, PastedField>
  /** Headings that are none of ours. */
  readonly unused: readonly string[]
  /** Columns at the right that had no place. */
  readonly beyondCount: number
  /** How many lines there would be. */
  readonly linesCount: number
}

/** A field that is pasted into, and how its column is read. */
type PastedField = { readonly field: Field; readonly reading: ColumnFormat; readonly unknownUnit?: string | undefined }

/** How many lines more than the form holds there would be. */
export const tooManyBy = ({ linesCount }: Pick<Paste, 'linesCount'>, atMost: number): number => Math.max(0, linesCount - atMost)

type PasteInput = {
  readonly columns: readonly PasteColumn[]
  readonly lines: Lines
  readonly range: Range
  readonly cells: Matrix
  readonly today: Day
}

/**
 * Where a table goes: by its headings below what is there, whatever the order of its columns; without headings from the first cell of the range
 * to the right and down. One cell alone goes into all of the range.
 */
export const pasteOf = (input: PasteInput): Paste => {
  const { columns, lines, cells, today } = input
  const writable = columns.filter(({ isWritable }) => isWritable)
  const sheet = headedSheet(Object.fromEntries(writable.map(({ key, field }) => [key, field])), cells)
  if (sheet) {
    const fields = new Map(
      writable.flatMap(({ key, field }) => {
        const columns = sheet.at.get(key)
        const first = columns?.[0]
        if (first === undefined) return []
        const texts = sheet.rows.map(({ cells: row }) => row[first] ?? '')
        return [[key, { field, ...readingOf(field, sheet.headers[first] ?? '', texts, today) }] as const]
      }),
    )
    const rows = sheet.rows.map(
      ({ cells: row }) => new Map([...fields.keys()].map((key) => [key, (sheet.at.get(key) ?? []).map((column) => row[column] ?? '')])),
    )
    const row = firstFree(lines)
    return { row, rows, fields, unused: sheet.unused, beyondCount: 0, linesCount: row + rows.length }
  }
  return pasteWithoutHeadings(input)
}

const pasteWithoutHeadings = ({ columns, lines, range, cells, today }: PasteInput): Paste => {
  const [[single, ...others] = [], ...below] = cells
  const isSingle = single !== undefined && others.length === 0 && below.length === 0
  const whole = isSingle ? repeated(single, range) : cells
  const width = Math.max(...whole.map((row) => row.length))
  const across = columns.slice(range.left, range.left + width)
  const fields = new Map(
    across.flatMap(
      ({ key, field, isWritable }, index) =>
      isWritable ? [[key, { field, ...readingOf(field, '', whole.map((row) => row[index] ?? ''), today) }] as const] : [], // prettier-ignore
    ),
  )
  const rows = whole.map(
    (row) => new Map(across.flatMap(({ key }, index) => (fields.has(key) ? [[key, [row[index] ?? '']] as const] : []))),
  )
  return {
    row: range.top,
    rows,
    fields,
    unused: [],
    beyondCount: width - across.length,
    linesCount: Math.max(lines.length, range.top + rows.length),
  }
}

/** The texts that name something, for each noun. */
export const namesIn = ({ rows, fields }: Paste): Map<Noun, Set<string>> => {
  const names = new Map<Noun, Set<string>>()
  for (const [key, { field }] of fields) {
    const reference = referenceOf(field.control)
    if (!reference) continue
    const wantedNames = names.get(reference.to) ?? new Set()
    names.set(reference.to, wantedNames)
    for (const row of rows) {
      const text = (row.get(key) ?? []).map((text) => text.trim()).find(Boolean)
      if (text) for (const name of reference.many ? severalIn(text) : [text]) wantedNames.add(name)
    }
  }
  return names
}

/** The lines with the table written into them; what could not be read stays where it was pasted, with the reason. */
export const pasted = (lines: Lines, paste: Paste, lookUpName: NameLookup, hasUniquePieces = true): Lines => {
  const keptLines = lines.length > paste.row ? lines : lines.slice(0, paste.row)
  const pieces = new Map<unknown, number>()
  const isNew = (row: number) => row < paste.row || row >= paste.row + paste.rows.length
  keptLines.forEach((line, row) => {
    if (isNew(row)) for (const { id } of piecesIn(paste, line.values)) pieces.set(id, row)
  })
  const next = [...keptLines]
  paste.rows.forEach((texts, index) => {
    const row = paste.row + index
    let line = next[row] ?? newLine()
    for (const [key, column] of paste.fields) line = withContent(line, key, contentFrom(column, texts.get(key) ?? [], lookUpName))
    for (const { key, id } of hasUniquePieces ? piecesIn(paste, line.values) : []) {
      const first = pieces.get(id)
      if (first === undefined) pieces.set(id, row)
      else line = withContent(line, key, wrong(texts.get(key)?.find(Boolean) ?? '', '这件资产在第{line}行已经有了', { line: first + 1 }))
    }
    for (const [key, { field }] of paste.fields) {
      const content = contentOf(line, key)
      const isMissing = field.required === 'always' && isAsked(field, line.values) && 'value' in content && isEmpty(content.value)
      if (isMissing) line = withContent(line, key, wrong('', '请填写{label}', { label: field.label }))
    }
    next[row] = line
  })
  return next
}

const contentFrom = ({ field, reading, unknownUnit }: PastedField, texts: readonly string[], lookUpName: NameLookup): Content => {
  if (referenceOf(field.control)) return readNames(field, texts, lookUpName)
  const text = texts[0] ?? ''
  if (unknownUnit === undefined || text.trim() === '') return readCell(field, text, reading)
  return wrong(text, '列名里的单位“{value}”无法换算，{label}请改用元、千元、万元等常用单位', { value: unknownUnit, label: field.label })
}

/** Below the last line in which something stands. */
const firstFree = (lines: Lines): number => lines.findLastIndex((line) => !isBlank(line)) + 1

const repeated = (text: string, { top, bottom, left, right }: Range): Matrix =>
  Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => text))

/** How a column is read as far as its heading and its cells say it. What only a person knows stays unread. */
const readingOf = (field: Field, header: string, texts: readonly string[], today: Day): Pick<PastedField, 'reading' | 'unknownUnit'> => {
  const [column] = lineColumns({ value: field })
  if (!column) return { reading: plainReading }
  const evidence = new Evidence(column, { header, above: [], hasNumbers: false, today })
  for (const text of texts) if (text.trim() !== '') evidence.add(text.trim())
  return evidence.read(new Questions({}))
}

/** The assets that a line names. */
const piecesIn = ({ fields }: Paste, values: Readonly<Record<string, unknown>>) =>
  [...fields].flatMap(([key, { field }]) => {
    const value = values[key]
    return referenceOf(field.control)?.to === 'asset' && !isEmpty(value) ? [value].flat().map((id) => ({ key, id })) : []
  })
