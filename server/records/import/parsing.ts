import { Worker } from 'node:worker_threads'
import { refuse } from '../../../kernel/refusal.ts'
import { type Sheet, sheetRowsAtMost } from './sheet.ts'

/**
 * Reads a sheet in a thread of its own, with a limit of memory and of time, so that neither a large file nor a hostile one holds up
 * anybody else. Refuses in words what cannot be read.
 */
export const parseSheet = async (bytes: Uint8Array): Promise<Sheet> => {
  const sheet = await inThread(bytes)
  if (!sheet) return refuse('import.unreadable', '无法识别这个文件，请上传 .xlsx 或 .csv 表格')
  if (sheet.length > sheetRowsAtMost) refuse('import.tooManyRows', '表格最多{count}行，请分几次导入', { count: sheetRowsAtMost - 1 })
  return sheet
}

const secondsAtMost = 30
const megabytesAtMost = 512

const inThread = (bytes: Uint8Array): Promise<Sheet | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: megabytesAtMost },
    })
    const end = (sheet: Sheet | undefined) => {
      clearTimeout(timer)
      resolve(sheet)
      void worker.terminate()
    }
    const timer = setTimeout(() => end(undefined), secondsAtMost * 1000)
    worker.once('message', end)
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end(undefined))
  })
