import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'

/** A sheet's cells as text, row by row from the first; the empty rows too, so that positions are the sheet's own. */
export type Sheet = readonly (readonly string[])[]

/** The most rows that one sheet may have, headers included. */
export const sheetRowsAtMost = 20_001
const columnsAtMost = 200
const cellCharactersAtMost = 5000

/** Reads the first sheet of an .xlsx file, or a .csv file in whatever encoding and with whatever separator it has. Throws where it cannot. */
export const readSheet = async (bytes: Uint8Array): Promise<Sheet> => {
  const rows: string[][] = []
  const put = (at: number, values: readonly unknown[]) => {
    while (rows.length < at) rows.push([])
    rows.push(values.slice(0, columnsAtMost).map(textOf))
  }
  if (isArchive(bytes)) {
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows: sheetRowsAtMost + 1 })) {
      if (index > sheetRowsAtMost) break
      put(index, values)
    }
  } else {
    let at = 0
    for (const values of streamCsvRows(decode(bytes), { maxRows: sheetRowsAtMost + 1 })) put(at++, values.map(unguarded))
  }
  return rows
}

/** Office files are zip archives. */
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const decode = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const textOf = (value: unknown): string => {
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? value.slice(0, cellCharactersAtMost).trim() : ''
}

const dateText = (value: Date): string => (Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T00:00:00.000Z$/, ''))

/** Without an exponent, and without the noise of a binary fraction. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? (Math.abs(value) < 1e21 ? BigInt(value).toString() : '') : String(Number(value.toPrecision(15)))

/** Our own files put an apostrophe before what a spreadsheet would run as a formula. */
const unguarded = (value: unknown): unknown => (typeof value === 'string' && /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value)
