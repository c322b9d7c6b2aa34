import { parentPort } from 'node:worker_threads'
import type { Answered, Asked } from './pdfAside.ts'
import { drawn } from './pdfDrawing.ts'

/** Draws what it is sent; the other side is pdfAside.ts. */
parentPort!.on('message', ({ id, paper, link, pictures }: Asked) => {
  const buffers = new Map([...pictures].map(([path, bytes]) => [path, Buffer.from(bytes)]))
  drawn(paper, link, buffers).then(
    (pdf) => parentPort!.postMessage({ id, bytes: pdf } satisfies Answered),
    (error: unknown) =>
      parentPort!.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Answered),
  )
})
