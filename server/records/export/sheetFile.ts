import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import type { SheetFormat } from '../../../domain/bulk/transferOperations.ts'
import type { CellLook } from '../../../domain/paper/paper.ts'
import { type Cell, columnLooks, isNumber, xlsxValue } from '../../paper/workbookCell.ts'
import { withMark } from '../formulaMark.ts'

export const csvType = 'text/csv; charset=utf-8'

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
  const columns = headers.map((_, index) => columnLooks[looks[index] ?? 'text'])
  return Readable.fromWeb(writeXlsxStream(xlsxRows(sheet), { name, columns, freezePane: { rows: 1 } }) as never)
}

/** One line of a CSV file. What a spreadsheet would take for a formula gets an apostrophe in front, which our own reader takes off again. */
export const csvLine = (cells: readonly string[]): string => cells.map(quoteCell).join(',') + '\r\n'

const quoteCell = (text: string): string => {
  const markedText = withMark(text)
  return /[",\r\n']|^\s|\s$/.test(markedText) ? `"${markedText.replaceAll('"', '""')}"` : markedText
}

/** With a mark of its encoding, without which spreadsheets read Chinese wrong. */
async function* csvLines(headers: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let lines = '\ufeff' + csvLine(headers)
  for await (const row of rows) {
    // An amount that is a number cannot be a formula.
    lines += row.map(({ text, amount }) => (amount && isNumber(text) ? text : quoteCell(text))).join(',') + '\r\n'
    if (lines.length > 32_768) {
      yield lines
      lines = ''
    }
  }
  yield lines
}

async function* xlsxRows({ headers, rows, looks = [] }: Sheet): AsyncGenerator<(string | number | Date | null)[]> {
  yield [...headers]
  for await (const row of rows) yield row.map((cell, index) => xlsxValue(cell, looks[index]))
}
