import { streamCsvRows } from 'hucre/csv'
import { type Cell, readOds, readXls, readXlsb, readXlsx, type Sheet as BookSheet } from 'hucre'
import { withoutInvisible } from '../../../kernel/cell.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { JoinedParts } from '../../../domain/records/import/sideBySide.ts'
import { withoutMark } from '../formulaMark.ts'

/** A sheet's cells as text, row by row from the first; the empty rows too, so that positions are the sheet's own. */
export type Rows = readonly (readonly string[])[]

/** One sheet of a file, as it was read. */
export type Sheet = {
  readonly rows: Rows
  /** The names of all sheets that can be seen in a workbook; none in a file that is text. */
  readonly names: readonly string[]
  /** The one that was read. */
  readonly name: string
  /** How many rows with something in them are hidden, by hand or by a filter. They are read all the same. */
  readonly hiddenCount: number
  /** The columns in which a spreadsheet kept numbers as numbers. */
  readonly numberColumns: readonly number[]
  /** The cells that are merged over several rows. */
  readonly mergedCells: readonly MergedCell[]
  /** How the rows stood in the file, where the list went on beside itself. */
  readonly parts?: JoinedParts
}

/** A cell that is merged downwards, by its column and by its first and last row. */
export type MergedCell = { readonly column: number; readonly from: number; readonly to: number }

/** The most rows that one sheet may have, headers included. */
export const sheetRowsAtMost = 50_021
export const refuseTooManyRows = (): never => refuse('import.tooManyRows', '表格最多{count}行，请分几次导入', { count: 50_000 })
const columnsAtMost = 200
const cellCharactersAtMost = 5000

/** The rows of a text with whatever separator it has. */
export const sheetOfText = (text: string): Sheet => ({
  rows: textRows(text),
  names: [],
  name: '',
  hiddenCount: 0,
  numberColumns: [],
  mergedCells: [],
})

/** The formats of workbooks that are read. */
export type BookFormat = 'xlsx' | 'xlsb' | 'xls' | 'ods'

/** Reads a sheet of a workbook, the first that can be seen and holds something unless `name` says which. Throws where it cannot. */
export const readSheet = async (bytes: Uint8Array, name?: string, format: BookFormat = 'xlsx'): Promise<Sheet> => {
  const { names, sheetOf } = format === 'xlsx' ? await openXlsx(bytes) : await openWhole(bytes, format)
  const wantedNames = name !== undefined && names.includes(name) ? [name] : names
  let sheet: Sheet = { rows: [], names, name: wantedNames[0] ?? '', hiddenCount: 0, numberColumns: [], mergedCells: [] }
  for (const sheetName of wantedNames) {
    const candidate = await sheetOf(sheetName)
    if (candidate) sheet = { ...rowsOf(candidate), names, name: sheetName }
    if (sheet.rows.length > 0) break
  }
  return sheet
}

type Book = { readonly names: readonly string[]; readonly sheetOf: (name: string) => Promise<BookSheet | undefined> }

/** Only the sheet that is wanted is unpacked. */
const openXlsx = async (bytes: Uint8Array): Promise<Book> => {
  const names: string[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name)
      return false
    },
  })
  const sheetOf = async (name: string) => {
    const book = await readXlsx(bytes, { sheets: [name], readStyles: true, maxRows: sheetRowsAtMost + 1 })
    return book.sheets[0]
  }
  return { names, sheetOf }
}

const openWhole = async (bytes: Uint8Array, format: Exclude<BookFormat, 'xlsx'>): Promise<Book> => {
  const read = { xlsb: readXlsb, xls: readXls, ods: readOds }[format]
  const { sheets } = await read(bytes)
  const visibleSheets = sheets.filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
  return { names: visibleSheets.map(({ name }) => name), sheetOf: async (name) => visibleSheets.find((sheet) => sheet.name === name) }
}

/** Office files are zip archives. */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const textRows = (text: string): string[][] => {
  const rows: string[][] = []
  // Some programs say the separator in a line above the table.
  const [line, delimiter] = /^\ufeff?"?sep=([,;\t|])"?[ \t,;|]*(?:\r\n|\n|\r)/i.exec(text) ?? []
  const table = line === undefined ? text : text.slice(line.length)
  for (const values of streamCsvRows(table, { maxRows: sheetRowsAtMost + 1, ...(delimiter && { delimiter }) }))
    rows.push(values.slice(0, columnsAtMost).map((value) => cellText(withoutGuard(value))))
  return withoutEnd(rows)
}

/**
 * Cells that are merged downwards hold the text of the first in each row; amounts do not, which would count them several times. A row with
 * nothing of its own is the record of the row that it is merged with, and stays empty.
 */
const rowsOf = ({ rows, cells, merges = [], rowDefs }: BookSheet): Omit<Sheet, 'names' | 'name'> => {
  const read = Array.from(rows, (row, index) =>
    Array.from(row ?? [], (value, column) => shownText(value, cells?.get(`${index},${column}`))).slice(0, columnsAtMost),
  )
  const isEmptyRow = read.map((row) => row.every((text) => text === ''))
  for (const { startRow, endRow, startCol } of merges) {
    const text = read[startRow]?.[startCol] ?? ''
    if (text === '' || typeof rows[startRow]?.[startCol] === 'number') continue
    for (let rowNumber = startRow + 1; rowNumber <= endRow && rowNumber < read.length; rowNumber++) {
      const row = read[rowNumber]
      if (!row || isEmptyRow[rowNumber]) continue
      while (row.length <= startCol) row.push('')
      row[startCol] ||= text
    }
  }
  const trimmedRows = withoutEnd(read)
  const hiddenCount = trimmedRows.filter((row, index) => rowDefs?.get(index)?.hidden && row.some((text) => text !== '')).length
  const numberColumns = new Set(
    Array.from(rows).flatMap((row) => Array.from(row ?? []).flatMap((value, index) => (typeof value === 'number' ? [index] : []))),
  )
  const mergedCells = merges
    .filter(({ startRow, endRow, startCol }) => endRow > startRow && startCol < columnsAtMost && startRow < trimmedRows.length)
    .map(({ startRow, endRow, startCol }) => ({ column: startCol, from: startRow, to: Math.min(endRow, trimmedRows.length - 1) }))
  return { rows: trimmedRows, hiddenCount, numberColumns: [...numberColumns], mergedCells }
}

/** Sheets often end with rows that only look like something. */
const withoutEnd = (rows: string[][]): string[][] => rows.slice(0, rows.findLastIndex((row) => row.some((text) => text !== '')) + 1)

/** What a person sees in a cell, where its value alone would lose something. */
const shownText = (value: unknown, cell: Cell | undefined): string => {
  const format = cell?.style?.numFmt ?? ''
  if (cell?.formula !== undefined && (value === null || value === undefined)) return noResult
  if (typeof value !== 'number') return cellText(value)
  if (/^[^"]*%/.test(format)) return numberText(value * 100) + '%'
  const [, prefix = '', zeros] = /^(?:"([^"]*)")?(0{2,})(?:;.*)?$/.exec(format) ?? []
  return zeros !== undefined && Number.isInteger(value) && value >= 0
    ? prefix + numberText(value).padStart(zeros.length, '0')
    : numberText(value)
}

/** A formula that was never calculated, as spreadsheets show one that cannot be. */
const noResult = '#CALC!'

const cellText = (value: unknown): string => {
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? withoutInvisible(value.slice(0, cellCharactersAtMost)).trim() : ''
}

const dateText = (value: Date): string => (Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T00:00:00.000Z$/, ''))

/** Without the noise of a binary fraction; with an exponent where a spreadsheet has kept 15 digits of more. */
const numberText = (value: number): string => {
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(15)))
  return Math.abs(value) < 1e15 ? String(value) : value.toExponential()
}

/** Our own files put an apostrophe before what a spreadsheet would run as a formula; others write `="0012"` to keep the zeros. */
const withoutGuard = (value: unknown): unknown =>
  typeof value === 'string' ? withoutMark(/^="([^"]*)"$/.exec(value.trim())?.[1] ?? value) : value
