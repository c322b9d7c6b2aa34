import { Worker } from 'node:worker_threads'
import type { Paper } from '../../domain/approval/paper.ts'

/** What the thread is asked, and what it answers. */
export type Asked = {
  readonly id: number
  readonly paper: Paper
  readonly link: string
  readonly pictures: ReadonlyMap<string, Uint8Array>
}
export type Answered = { readonly id: number; readonly bytes: Uint8Array } | { readonly id: number; readonly failure: string }

/**
 * The paper as a PDF, drawn in a thread of its own: finding the letters in use in a Chinese font takes half a second, in which nobody
 * else should wait. The thread begins with the first paper and ends when none was wanted for a while.
 */
export const drawnAside = (paper: Paper, link: string, pictures: ReadonlyMap<string, Buffer>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    clearTimeout(idle)
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    thread ??= begun()
    thread.ref()
    thread.postMessage({ id, paper, link, pictures } satisfies Asked)
  })

const idleMs = 60_000

let thread: Worker | undefined
let idle: ReturnType<typeof setTimeout> | undefined
let lastId = 0
const waiting = new Map<number, { resolve: (pdf: Buffer) => void; reject: (error: unknown) => void }>()

const begun = (): Worker => {
  const worker = new Worker(new URL('./pdfThread.ts', import.meta.url))
  worker.on('message', (answer: Answered) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('bytes' in answer) one?.resolve(Buffer.from(answer.bytes))
    else one?.reject(new Error(answer.failure))
    if (waiting.size > 0) return
    worker.unref()
    idle = setTimeout(() => end(worker), idleMs).unref()
  })
  let fault: unknown = new Error('The thread that draws PDFs ended before its answer.')
  worker.on('error', (error) => {
    fault = error
  })
  worker.on('exit', () => {
    if (thread !== worker) return
    thread = undefined
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
  })
  return worker
}

const end = (worker: Worker): void => {
  if (thread === worker) thread = undefined
  void worker.terminate()
}
