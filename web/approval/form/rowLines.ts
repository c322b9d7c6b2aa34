import { rowMark } from '../../../domain/approval/form/form.ts'
import { type Fields, isEmpty, readValues } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { newId } from '../../../kernel/id.ts'
import { type FormLine, type Unread, unreadOf } from '../../documents/documentForm.ts'
import type { Lines } from '../../documents/grid/lines.ts'
import { lookingFor } from '../../documents/grid/readCell.ts'
import type { FormValues } from './values.ts'

/** The same rows give the same lines, so that what is drawn, marked and taken back in a sheet stays what it was. */
const linesByRows = new WeakMap<readonly FormValues[], Lines>()
const lineByRow = new WeakMap<FormValues, FormLine>()
const rowByLine = new WeakMap<FormLine, FormValues>()

/** The rows of a table as the lines of a sheet; a text that is no value of its column stands there as not read. */
export const linesOf = (rows: readonly FormValues[], fields: Fields): Lines => {
  const cachedLines = linesByRows.get(rows)
  if (cachedLines) return cachedLines
  const lines = rows.map((row) => lineByRow.get(row) ?? pair(lineOf(row, fields), row))
  linesByRows.set(rows, lines)
  return lines
}

/**
 * Lines as rows again, which replace `before`: a row keeps its mark, a new one says that it is new. What was emptied stays as nothing, so that
 * it is emptied where the form is stored as well. A text that was not read stays in its place.
 */
export const rowsOf = (lines: Lines, before: readonly FormValues[]): readonly FormValues[] => {
  const earlierRows = new Map(before.flatMap((row) => (lineByRow.has(row) ? [[lineByRow.get(row)?.key, row] as const] : [])))
  const rows = lines.map((line) => {
    const cachedRow = rowByLine.get(line)
    if (cachedRow) return cachedRow
    const row = rowOf(line, earlierRows.get(line.key))
    pair(line, row)
    return row
  })
  linesByRows.set(rows, lines)
  return rows
}

const pair = (line: FormLine, row: FormValues): FormLine => {
  lineByRow.set(row, line)
  rowByLine.set(line, row)
  return line
}

const lineOf = (row: FormValues, fields: Fields): FormLine => {
  const { [rowMark]: _, ...rest } = row
  const values: Record<string, unknown> = rest
  const unread: Record<string, Unread[string]> = {}
  for (const [key, field] of Object.entries(fields)) {
    const value = row[key]
    if (typeof value !== 'string' || isEmpty(value)) continue
    const [problem] = readValues({ [key]: field }, { [key]: value }, 'draft').problems
    if (!problem) continue
    delete values[key]
    unread[key] = referenceOf(field.control)
      ? { text: value, words: lookingFor, params: { value } }
      : { text: value, words: problem.words, params: problem.params }
  }
  return { key: newId(), values, unread: Object.keys(unread).length > 0 ? unread : undefined }
}

const rowOf = (line: FormLine, earlierRow: FormValues | undefined): FormValues => {
  const texts = unreadOf(line).flatMap(([key, { text }]) => (text === '' ? [] : [[key, text] as const]))
  if (!earlierRow) return { ...line.values, ...Object.fromEntries(texts), [rowMark]: null }
  const emptied = Object.keys(earlierRow).flatMap((key) => (key === rowMark ? [] : [[key, null] as const]))
  const mark = Object.hasOwn(earlierRow, rowMark) ? { [rowMark]: earlierRow[rowMark] } : {}
  return { ...Object.fromEntries(emptied), ...line.values, ...Object.fromEntries(texts), ...mark }
}
