import { readFile, writeFile } from 'node:fs/promises'
import { refuse } from '../../../kernel/refusal.ts'
import { refuseTooLarge, requireUnpackable } from './archive.ts'
import type { Encoding } from '../../../domain/records/encodings.ts'
import { isWide, textOf } from './encoding.ts'
import { isArchive, readSheet, type Rows, type Sheet, sheetOfText, sheetRowsAtMost } from './sheet.ts'

/** A file that lies at `path`, which of its sheets, and how its letters are written; where it is text, it is written to `plain` as UTF-8. */
export type Wish = {
  readonly path: string
  readonly name?: string | undefined
  readonly plain?: string | undefined
  readonly encoding?: Encoding | undefined
}
export type Read = Omit<Sheet, 'rows'> & { readonly isText: boolean }

/** Reads a sheet; its rows are told in parts, so that nobody takes them all in one go. Refuses in words what cannot be read. */
export const run = async ({ path, name, plain, encoding }: Wish, part: (rows: Rows) => void): Promise<Read> => {
  const bytes = await readFile(path)
  const other = otherFormat(bytes)
  if (other) refuse('import.unreadable', other)
  const text = isArchive(bytes) ? undefined : textOf(bytes, encoding)
  if (text !== undefined && plain !== undefined) await writeFile(plain, text.replace(/^\ufeff?/, '\ufeff'))
  if (text === undefined) await requireUnpackable(bytes)
  const { rows, ...sheet } = await understood(() => (text === undefined ? readSheet(bytes, name) : sheetOfText(text)))
  if (rows.length > sheetRowsAtMost) refuse('import.tooManyRows', '表格最多{count}行，请分几次导入', { count: 50_000 })
  const characters = rows.reduce((sum, row) => row.reduce((length, cell) => length + cell.length, sum), 0)
  if (characters > charactersAtMost) refuseTooLarge()
  for (let at = 0; at < rows.length; at += rowsInPart) part(rows.slice(at, at + rowsInPart))
  return { ...sheet, isText: text !== undefined }
}

/** What a reader throws where it cannot read is a sentence for whoever sent the file; want of memory is not. */
const understood = async (read: () => Sheet | Promise<Sheet>): Promise<Sheet> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error) || /memory|allocation/i.test(error.message)) throw error
    return refuse('import.unreadable', '无法识别这个文件，请上传 .xlsx 或 .csv 表格')
  }
}

/** What a file is that is certainly no .xlsx and no text, by its first bytes, and what to do about it. */
const otherFormat = (bytes: Uint8Array): string | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begins = (...hex: string[]) => hex.some((each) => file.subarray(0, each.length / 2).toString('hex') === each)
  if (file.length === 0) return '文件是空的'
  if (begins('d0cf11e0a1b11ae1'))
    return file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? '这个表格设了打开密码，请去掉密码另存后再上传'
      : '这是旧版 Excel 的 .xls 文件，请在 Excel 或 WPS 中另存为 .xlsx 后再上传'
  if (begins('504b')) {
    if (file.includes('opendocument.spreadsheet')) return '这是 .ods 表格，请另存为 .xlsx 后再上传'
    if (file.includes('xl/workbook.bin')) return '这是 .xlsb 表格，请另存为 .xlsx 后再上传'
    if (file.includes('word/document.xml') || file.includes('ppt/presentation.xml')) return '这是文档，不是表格，请上传 .xlsx 或 .csv 表格'
    return file.includes('xl/') ? undefined : '这是压缩包，请解压后上传里面的表格'
  }
  if (begins('89504e47', 'ffd8ff', '47494638', '424d', '49492a00', '4d4d002a', '52494646'))
    return '这是图片，不是表格，请上传 .xlsx 或 .csv 表格'
  if (begins('25504446')) return '这是 PDF，不是表格，请上传 .xlsx 或 .csv 表格'
  if (isWide(bytes)) return undefined
  if (/^(\ufeff)?\s*<(!doctype|html|\?xml|table|meta)/i.test(file.subarray(0, 200).toString('utf8')))
    return '这是网页格式的表格，请在 Excel 或 WPS 中打开，另存为 .xlsx 后再上传'
  return file.includes(0) ? '无法识别这个文件，请上传 .xlsx 或 .csv 表格' : undefined
}

/** What the server takes into its own memory: six hundred characters in each row of the largest sheet. */
const charactersAtMost = 30_000_000
const rowsInPart = 250
