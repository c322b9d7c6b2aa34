import { Worker } from 'node:worker_threads'

/** What argon2id is computed from; `memory` in KiB. */
export type Derivation = {
  readonly message: string
  readonly nonce: Uint8Array
  readonly tagLength: number
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Computes argon2id in a thread of its own; one is begun for each that is wanted at the same time, and kept. */
export const derivedAside = (derivation: Derivation): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = idle.pop() ?? newWorker()
    const settle = () => {
      worker.off('message', hear).off('error', fail)
      worker.unref()
    }
    const hear = (hash: Uint8Array) => {
      settle()
      idle.push(worker)
      resolve(Buffer.from(hash))
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    worker.ref()
    worker.once('message', hear).once('error', fail)
    worker.postMessage(derivation)
  })

const idle: Worker[] = []
const newWorker = (): Worker => new Worker(new URL('./passwordThread.ts', import.meta.url))
