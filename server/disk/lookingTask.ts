import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { parseCsv } from 'hucre/csv'
import sharp from 'sharp'
import { refuse } from '../../kernel/refusal.ts'
import { bytesAt, deflatedMethod, packedOf, unpackedLength, zipEntries } from '../files/zip.ts'

/** A file that is looked at in a process of its own: a small picture of it is drawn beside it, or its tables are read. */
export type Wish = { readonly path: string; readonly as: 'small' } | { readonly path: string; readonly as: 'table'; readonly csv: boolean }
export type Sheets = { readonly name: string; readonly rows: string[][]; readonly more: boolean }[]
export type Drawn = { readonly small?: string | undefined; readonly sheets?: Sheets | undefined }

export const run = async (wish: Wish): Promise<Drawn> => {
  const bytes = await readFile(wish.path)
  if (wish.as === 'small') return { small: await drawSmall(bytes, join(dirname(wish.path), 'small')) }
  return { sheets: wish.csv ? [sheetOf('', parseCsv(textOf(bytes)))] : await sheetsOf(bytes) }
}

sharp.concurrency(1)

/** Undefined where it is no picture after all. */
const drawSmall = async (bytes: Buffer, to: string): Promise<string | undefined> => {
  try {
    await sharp(bytes, { limitInputPixels: 60_000_000, failOn: 'error' })
      .rotate()
      .resize({ width: 320, height: 320, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toFile(to)
    return to
  } catch {
    return undefined
  }
}

const rowsAtMost = 500
const columnsAtMost = 50
const sheetsAtMost = 10
const entriesAtMost = 10_000
const unpackedBytesAtMost = 200 * 1024 * 1024
const ratioAtMost = 100

const sheetsOf = async (bytes: Buffer): Promise<Sheets> => {
  await requireHarmless(bytes)
  const sheets: Sheets = []
  const book = await readXlsx(bytes, { maxRows: rowsAtMost + 1 })
  for (const { name, rows } of book.sheets.slice(0, sheetsAtMost)) sheets.push(sheetOf(name, rows))
  return sheets
}

const sheetOf = (name: string, rows: readonly (readonly unknown[])[]): Sheets[number] => ({
  name,
  rows: rows.slice(0, rowsAtMost).map((row) => row.slice(0, columnsAtMost).map(cellText)),
  more: rows.length > rowsAtMost,
})

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ')
  return (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).slice(0, 500)
}

/** Refuses an archive that unpacks to much more than it is, by what it says and by what really comes out. */
const requireHarmless = async (bytes: Buffer): Promise<void> => {
  const readAt = bytesAt(bytes)
  const entries = await zipEntries(readAt, bytes.length, entriesAtMost)
  let room = Math.min(unpackedBytesAtMost, bytes.length * ratioAtMost)
  if (entries.length > entriesAtMost) refuse('disk.preview', '文件太大，不能预览，请下载后查看')
  for (const entry of entries) {
    const packedBytes = await packedOf(readAt, entry)
    room -= entry.method === deflatedMethod ? await unpackedLength(packedBytes, room) : packedBytes.length
    if (room < 0) refuse('disk.preview', '文件太大，不能预览，请下载后查看')
  }
}

/** UTF-8, or else GB18030, as Chinese systems write. */
const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
