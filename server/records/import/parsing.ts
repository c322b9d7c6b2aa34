import { Worker } from 'node:worker_threads'
import { refuse } from '../../../kernel/refusal.ts'
import { type Sheet, sheetRowsAtMost } from './sheet.ts'

/**
 * Reads a sheet in a thread of its own, with a limit of memory and of time, so that neither a large file nor a hostile one holds up
 * anybody else. Refuses in words what cannot be read.
 */
export const parseSheet = async (bytes: Uint8Array, name?: string): Promise<Sheet> => {
  const other = otherFormat(bytes)
  if (other) refuse('import.unreadable', other)
  const sheet = await inThread(bytes, name)
  if (sheet === 'tooLarge') return refuse('import.tooLarge', '表格太大，读不下来；请删去用不到的格式和工作表，或分成几个文件导入')
  if (!sheet) return refuse('import.unreadable', '无法识别这个文件，请上传 .xlsx 或 .csv 表格')
  if (sheet.rows.length > sheetRowsAtMost) refuse('import.tooManyRows', '表格最多{count}行，请分几次导入', { count: 50_000 })
  return sheet
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
  if (begins('fffe', 'feff')) return undefined
  if (/^(\ufeff)?\s*<(!doctype|html|\?xml|table|meta)/i.test(file.subarray(0, 200).toString('utf8')))
    return '这是网页格式的表格，请在 Excel 或 WPS 中打开，另存为 .xlsx 后再上传'
  return file.includes(0) ? '无法识别这个文件，请上传 .xlsx 或 .csv 表格' : undefined
}

const secondsAtMost = 60
const megabytesAtMost = 768

const inThread = (bytes: Uint8Array, name: string | undefined): Promise<Sheet | 'tooLarge' | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), {
      workerData: { bytes, name },
      resourceLimits: { maxOldGenerationSizeMb: megabytesAtMost },
    })
    const end = (sheet: Sheet | 'tooLarge' | undefined) => {
      clearTimeout(timer)
      resolve(sheet)
      void worker.terminate()
    }
    const timer = setTimeout(() => end('tooLarge'), secondsAtMost * 1000)
    worker.once('message', end)
    worker.once('error', (error) => end('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : undefined))
    worker.once('exit', () => end(undefined))
  })
