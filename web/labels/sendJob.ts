import type { Printer } from '../../devices/printer.ts'
import { type PrintEnd, printLabels } from '../../devices/printer/printLabels.ts'
import { labelOperations } from '../../domain/labels/operations.ts'
import { newUuid, type Id } from '../../kernel/id.ts'
import { call } from '../call.ts'
import { doubtWords } from './pairedPrinter.ts'

/** Names this page to the server as long as it is open: it alone may ask for the same labels again. */
export const sendKey = newUuid()

/** So many labels are asked for at once: what a cut connection leaves in doubt stays few. */
const chunkLabels = 5

/**
 * What this page has handed to a printer and not been able to tell the server, by job: how far all of it was taken, or why no one knows. The
 * server would hand out the same labels again.
 */
const untold = new Map<Id, { readonly doneTo: number } | { readonly failure: string }>()

/**
 * Takes the labels of a job from the server to a printer beside this window. Where no one knows what came out the job is told so. Rejects with
 * CallError where the server cannot be asked: then nothing more is sent, and the next time begins with what is still to be told.
 */
export const sendJob = async (id: Id, printer: Printer, isStopped: () => boolean): Promise<PrintEnd> => {
  await tell(id)
  const end = await printLabels(printer, {
    next: async () => {
      const { chunk } = await call(labelOperations.nextChunk, { id, sendKey, labels: chunkLabels }, { background: true })
      return chunk ? { from: chunk.from, to: chunk.to, bytes: bytesOf(chunk.base64) } : undefined
    },
    leaving: () => untold.set(id, { failure: doubtWords('lost') }),
    out: (doneTo) => {
      untold.set(id, { doneTo })
      return tell(id)
    },
    stopped: isStopped,
  })
  if (end.t === 'doubt') {
    untold.set(id, { failure: doubtWords(end.why) })
    await tell(id)
  }
  return end
}

const tell = async (id: Id): Promise<void> => {
  const what = untold.get(id)
  if (!what) return
  if ('doneTo' in what) await call(labelOperations.confirm, { id, doneTo: what.doneTo }, { background: true })
  else await call(labelOperations.fail, { id, failure: what.failure }, { background: true })
  untold.delete(id)
}

export const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
