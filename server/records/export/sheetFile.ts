import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import type { SheetFormat } from '../../../domain/operations/transfer.ts'
import { withMark } from '../formulaMark.ts'
import type { CellLook } from '../../../domain/paper/paper.ts'

export const csvType = 'text/csv; charset=utf-8'

/** A cell: text stays text whatever it looks like, an amount is a number. */
export type Cell = { readonly text: string; readonly amount: boolean }

export type Sheet = {
  readonly name: string
  readonly headers: readonly string[]
  readonly rows: AsyncIterable<readonly Cell[]>
  /** By the places of the headers. */
  readonly looks?: readonly (CellLook | undefined)[]
}

/** A sheet as a stream of bytes, made while it is read: nothing of it is kept. */
export const sheetFile = (sheet: Sheet, format: SheetFormat): Readable => {
  const { name, headers, rows, looks = [] } = sheet
  if (format === 'csv') return Readable.from(csvLines(headers, rows), { objectMode: false })
  const columns = headers.map((_, at) => columnLooks[looks[at] ?? 'text'])
  return Readable.fromWeb(writeXlsxStream(xlsxRows(sheet), { name, columns, freezePane: { rows: 1 } }) as never)
}

/** How a workbook shows a column. */
export const columnLooks: Readonly<Record<CellLook | 'text', { readonly numFmt?: string; readonly width?: number }>> = {
  text: {},
  money: { numFmt: '#,##0.00', width: 14 },
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  moment: { numFmt: 'yyyy-mm-dd hh:mm', width: 18 },
}

/** One line of a CSV file. What a spreadsheet would take for a formula gets an apostrophe in front, which our own reader takes off again. */
export const csvLine = (cells: readonly string[]): string => cells.map(quoted).join(',') + '\r\n'

const quoted = (text: string): string => {
  const guarded = withMark(text)
  return /[",\r\n']|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** With a mark of its encoding, without which spreadsheets read Chinese wrong. */
async function* csvLines(headers: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let lines = '\ufeff' + csvLine(headers)
  for await (const row of rows) {
    // An amount that is a number cannot be a formula.
    lines += row.map(({ text, amount }) => (amount && isNumber(text) ? text : quoted(text))).join(',') + '\r\n'
    if (lines.length > 32_768) {
      yield lines
      lines = ''
    }
  }
  yield lines
}

async function* xlsxRows({ headers, rows, looks = [] }: Sheet): AsyncGenerator<(string | number | Date | null)[]> {
  yield [...headers]
  for await (const row of rows) yield row.map((cell, at) => xlsxValue(cell, looks[at]))
}

/** A cell as a workbook keeps it: null where it is empty. */
export const xlsxValue = ({ text, amount }: Cell, look: CellLook | undefined): string | number | Date | null => {
  if (text === '') return null
  if (amount && isNumber(text)) return Number(text)
  return (look === 'day' || look === 'moment' ? dateIn(text) : undefined) ?? withoutControls(text)
}

/** A day or a moment as a workbook keeps it, which knows no time zones; undefined for what it cannot keep. */
const dateIn = (text: string): Date | undefined => {
  const [, year = '', time] = /^(\d{4})-\d\d-\d\d(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  const date = new Date(`${text.slice(0, 10)}T${time ?? '00:00'}Z`)
  return Number(year) >= 1900 && !Number.isNaN(date.getTime()) ? date : undefined
}

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)

/** XML has no place for them. */
export const withoutControls = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
