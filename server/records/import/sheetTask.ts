import { readFile, writeFile } from 'node:fs/promises'
import { refuse } from '../../../kernel/refusal.ts'
import { refuseTooLarge, requireUnpackable } from './archive.ts'
import type { Encoding } from '../../../domain/records/import/encodings.ts'
import { isWide, textOf } from './encoding.ts'
import { type BookFormat, isArchive, readSheet, refuseTooManyRows, type Rows, type Sheet, sheetOfText, sheetRowsAtMost } from './sheet.ts'

/** A file that lies at `path`, which of its sheets, and how its letters are written; where it is text, it is written to `plain` as UTF-8. */
export type Wish = {
  readonly path: string
  readonly name?: string | undefined
  readonly plain?: string | undefined
  readonly encoding?: Encoding | undefined
}
export type Read = Omit<Sheet, 'rows'> & { readonly isText: boolean }

/** Reads a sheet; its rows are told in parts, so that no one takes them all in one go. Refuses in words what cannot be read. */
export const run = async ({ path, name, plain, encoding }: Wish, part: (rows: Rows) => void): Promise<Read> => {
  const bytes = await readFile(path)
  const format = formatOf(bytes)
  if ('words' in format) refuse('import.unreadable', format.words)
  const text = 'book' in format ? undefined : textOf(bytes, encoding)
  if (text !== undefined && plain !== undefined) await writeFile(plain, text.replace(/^\ufeff?/, '\ufeff'))
  if (isArchive(bytes)) await requireUnpackable(bytes)
  const { rows, ...sheet } = await understood(() => ('book' in format ? readSheet(bytes, name, format.book) : sheetOfText(text ?? '')))
  if (name !== undefined && sheet.names.length > 0 && sheet.name !== name)
    refuse('import.sheet', '文件里没有名为“{name}”的工作表，或它是隐藏的', { name })
  if (rows.length > sheetRowsAtMost) refuseTooManyRows()
  const characters = rows.reduce((sum, row) => row.reduce((length, cell) => length + cell.length, sum), 0)
  if (characters > charactersAtMost) refuseTooLarge()
  for (let offset = 0; offset < rows.length; offset += rowsInPart) part(rows.slice(offset, offset + rowsInPart))
  return { ...sheet, isText: text !== undefined }
}

/** What a reader throws where it cannot read is a sentence for the person who sent the file; want of memory is not. */
const understood = async (read: () => Sheet | Promise<Sheet>): Promise<Sheet> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error) || /memory|allocation/i.test(error.message)) throw error
    return refuse('import.unreadable', '无法识别这个文件，请上传 .xlsx 或 .csv 表格')
  }
}

type Format = { readonly book: BookFormat } | { readonly text: true } | { readonly words: string }

/** What a file is by its first bytes: a workbook, text, or something else, with what to do about it. */
const formatOf = (bytes: Uint8Array): Format => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begins = (...hex: string[]) => hex.some((signature) => file.subarray(0, signature.length / 2).toString('hex') === signature)
  if (file.length === 0) return { words: '文件是空的' }
  if (begins('d0cf11e0a1b11ae1')) {
    const has = (name: string) => file.includes(Buffer.from(name, 'utf16le'))
    if (has('EncryptedPackage')) return { words: '这个表格设了打开密码，请去掉密码另存后再上传' }
    return has('WordDocument') || has('PowerPoint Document') ? { words: notASheet } : { book: 'xls' }
  }
  if (begins('504b')) return formatOfArchive(file)
  if (begins('89504e47', 'ffd8ff', '47494638', '424d', '49492a00', '4d4d002a', '52494646'))
    return { words: '这是图片，不是表格，请上传 .xlsx 或 .csv 表格' }
  if (begins('25504446')) return { words: '这是 PDF，不是表格，请上传 .xlsx 或 .csv 表格' }
  if (isWide(bytes)) return { text: true }
  if (/^(\ufeff)?\s*<(!doctype|html|\?xml|table|meta)/i.test(file.subarray(0, 200).toString('utf8')))
    return { words: '这是网页格式的表格，请在 Excel 或 WPS 中打开，另存为 .xlsx 后再上传' }
  return file.includes(0) ? { words: '无法识别这个文件，请上传 .xlsx 或 .csv 表格' } : { text: true }
}

const notASheet = '这是文档，不是表格，请上传 .xlsx 或 .csv 表格'

const formatOfArchive = (file: Buffer): Format => {
  if (file.includes('opendocument.spreadsheet')) return { book: 'ods' }
  if (file.includes('Index/Document.iwa') || file.includes('Index.zip'))
    return { words: '这是苹果 Numbers 表格，请在 Numbers 里选“文件 → 导出为 → Excel”，再上传导出的 .xlsx' }
  if (file.includes('xl/workbook.bin')) return { book: 'xlsb' }
  if (file.includes('word/document.xml') || file.includes('ppt/presentation.xml')) return { words: notASheet }
  return file.includes('xl/') ? { book: 'xlsx' } : { words: '这是压缩包，请解压后上传里面的表格' }
}

/** What the server takes into its own memory: six hundred characters in each row of the largest sheet. */
const charactersAtMost = 30_000_000
const rowsInPart = 250
