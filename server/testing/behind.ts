import { parentPort, Worker, workerData } from 'node:worker_threads'
import { after } from 'node:test'
import type { Answered, Ask } from './app.ts'

/**
 * A second server on the same database whose clock, and with it whatever it makes ids of, is a day behind: a thread with modules and a
 * `Date` of its own. Answers requests one after the other; closed when the tests of the file are done.
 */
export const serverBehind = async (url: string): Promise<(asked: Ask) => Promise<Pick<Answered, 'status' | 'json'>>> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } })
  after(() => worker.terminate())
  const next = () =>
    new Promise<never>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  await next()
  return (asked) => {
    const answer = next()
    worker.postMessage(asked)
    return answer
  }
}

const dayMs = 86_400_000

if (parentPort) {
  const port = parentPort
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given: []) {
      super(...((given.length === 0 ? [RealDate.now() - dayMs] : given) as []))
    }
    static override now(): number {
      return RealDate.now() - dayMs
    }
  } as DateConstructor
  const { openHouse } = await import('./behindHouse.ts')
  const ask = await openHouse((workerData as { url: string }).url)
  port.on('message', async (asked: Ask) => port.postMessage(await ask(asked)))
  port.postMessage('open')
}
