import { isEmpty } from '../../../kernel/field.ts'
import { newId } from '../../../kernel/id.ts'
import type { FormLine, Unread, Values } from '../documentForm.ts'
import type { Range } from './cursor.ts'

export type Lines = readonly FormLine[]

/** What stands in a cell: a value, or what was typed and why it is none. */
export type Content = { readonly value: unknown } | { readonly unread: Unread[string] }

export const nothing: Content = { value: undefined }

export const contentOf = ({ values, unread }: FormLine, key: string): Content => {
  const unreadText = unread?.[key]
  return unreadText && isEmpty(values[key]) ? { unread: unreadText } : { value: values[key] }
}

/** A line with something else in a cell; the same line where it stands there already. */
export const withContent = (line: FormLine, key: string, content: Content): FormLine => {
  const { [key]: removedText, ...unread } = line.unread ?? {}
  const { [key]: before, ...values } = line.values
  if ('unread' in content)
    return removedText === content.unread && isEmpty(before) ? line : { ...line, values, unread: { ...unread, [key]: content.unread } }
  if (removedText === undefined && (before === content.value || (isEmpty(before) && isEmpty(content.value)))) return line
  return {
    ...line,
    values: isEmpty(content.value) ? values : { ...line.values, [key]: content.value },
    unread: Object.keys(unread).length > 0 ? unread : undefined,
  }
}

/** Lines with one cell changed; a row that is not there yet begins there. */
export const withCell = (lines: Lines, row: number, key: string, content: Content): Lines => {
  const line = lines[row]
  if (line === undefined) return 'value' in content && isEmpty(content.value) ? lines : [...lines, withContent(newLine(), key, content)]
  const next = withContent(line, key, content)
  return next === line ? lines : lines.with(row, next)
}

export const newLine = (values: Values = {}): FormLine => ({ key: newId(), values })

/** The fields of a grid, from the left, and which of them may be written. */
export type Columns = readonly { readonly key: string; readonly isWritable: boolean }[]

const writableIn = (columns: Columns, { left, right }: Range): string[] =>
  columns.slice(left, right + 1).flatMap(({ key, isWritable }) => (isWritable ? [key] : []))

/** Nothing stands in the cells of a range any more. */
export const withoutContents = (lines: Lines, range: Range, columns: Columns): Lines =>
  mapped(lines, range.top, range.bottom, (line) => writableIn(columns, range).reduce((now, key) => withContent(now, key, nothing), line))

/** The cells of the first row of a range stand in all its rows. */
export const filledDown = (lines: Lines, range: Range, columns: Columns): Lines => {
  const first = lines[range.top]
  if (!first) return lines
  return mapped(lines, range.top + 1, range.bottom, (line) =>
    writableIn(columns, range).reduce((now, key) => withContent(now, key, contentOf(first, key)), line),
  )
}

/** The rows once more, below them; what they take over from another document stays with the first. */
export const duplicated = (lines: Lines, { top, bottom }: Range, copyValues: (values: Values) => Values): Lines => [
  ...lines.slice(0, bottom + 1),
  ...lines.slice(top, bottom + 1).map(({ values, unread }) => ({ ...newLine(copyValues(values)), unread })),
  ...lines.slice(bottom + 1),
]

export const withoutRows = (lines: Lines, { top, bottom }: Range): Lines => lines.filter((_, row) => row < top || row > bottom)

/** True where nothing stands in a line. */
export const isBlank = (line: FormLine): boolean => Object.values(line.values).every(isEmpty) && Object.keys(line.unread ?? {}).length === 0

/** The fault after a cell in the order of reading, the first again after the last. */
export const faultAfter = <F extends { readonly row: number; readonly column: number }>(
  faults: readonly F[],
  at: { readonly row: number; readonly column: number },
  back = false,
): F | undefined => {
  const ordered = faults.toSorted((a, b) => a.row - b.row || a.column - b.column)
  const isAfter = (fault: F) => fault.row > at.row || (fault.row === at.row && fault.column > at.column)
  const isBefore = (fault: F) => fault.row < at.row || (fault.row === at.row && fault.column < at.column)
  return back ? (ordered.findLast(isBefore) ?? ordered.at(-1)) : (ordered.find(isAfter) ?? ordered[0])
}

const mapped = (lines: Lines, top: number, bottom: number, change: (line: FormLine) => FormLine): Lines => {
  let same = true
  const next = lines.map((line, row) => {
    if (row < top || row > bottom) return line
    const changedLine = change(line)
    if (changedLine !== line) same = false
    return changedLine
  })
  return same ? lines : next
}
