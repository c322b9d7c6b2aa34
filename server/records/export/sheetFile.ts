import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import type { SheetFormat } from '../../../domain/operations/transfer.ts'
import { withMark } from '../formulaMark.ts'

export const csvType = 'text/csv; charset=utf-8'

/** A cell: text stays text whatever it looks like, an amount is a number. */
export type Cell = { readonly text: string; readonly amount: boolean }

/** A sheet as a stream of bytes, made while it is read: nothing of it is kept. */
export const sheetFile = (name: string, headers: readonly string[], rows: AsyncIterable<readonly Cell[]>, format: SheetFormat): Readable =>
  format === 'csv'
    ? Readable.from(csvLines(headers, rows), { objectMode: false })
    : Readable.fromWeb(writeXlsxStream(xlsxRows(headers, rows), { name, freezePane: { rows: 1 } }) as never)

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

async function* xlsxRows(headers: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<(string | number | null)[]> {
  yield [...headers]
  for await (const row of rows)
    yield row.map(({ text, amount }) => (text === '' ? null : amount && isNumber(text) ? Number(text) : withoutControls(text)))
}

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)

/** XML has no place for them. */
const withoutControls = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
