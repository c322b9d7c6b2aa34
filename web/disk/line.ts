import { diskUploadFinish, diskUploadOpen, partAddress, type sameNames } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { session } from '../session/session.ts'
import { language, t } from '../words.ts'
import type { Means } from './transfer.ts'

export type UploadRequest = {
  readonly id: Id
  readonly parentId: Id
  readonly name: string
  readonly sizeBytes: number
  readonly same: (typeof sameNames)[number]
}

/** Asks our server. */
export const lineFor = (upload: UploadRequest): Means => ({
  open: () => call(diskUploadOpen, upload, { background: true }),
  put: (no, bytes, onProgress, signal) => putPart(partAddress(upload.id, no), bytes, onProgress, signal),
  finish: () => call(diskUploadFinish, { id: upload.id }, { background: true }),
  isPassing: (error) => error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 502),
  rest: (failures, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(done, Math.min(30_000, 500 * 2 ** failures))
      addEventListener('online', done, { once: true })
      signal.addEventListener('abort', gone, { once: true })
      function end() {
        clearTimeout(timer)
        removeEventListener('online', done)
        signal.removeEventListener('abort', gone)
      }
      function done() {
        end()
        resolve()
      }
      function gone() {
        end()
        reject(signal.reason)
      }
    }),
})

/** By the old way of asking: it alone tells how much has gone. */
const putPart = async (address: string, bytes: Blob, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> => {
  const sha256 = await sha256Of(bytes)
  await new Promise<void>((arrived, failed) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let still: ReturnType<typeof setTimeout>
    const moves = () => {
      clearTimeout(still)
      still = setTimeout(stop, silentMs)
    }
    request.open('PUT', address)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.setRequestHeader('Authorization', `Bearer ${session().token}`)
    request.setRequestHeader('Accept-Language', language() === 'en' ? 'en' : 'zh-CN')
    if (sha256) request.setRequestHeader('x-part-sha256', sha256)
    request.upload.onprogress = ({ loaded }) => {
      moves()
      onProgress(loaded)
    }
    request.onloadend = () => {
      clearTimeout(still)
      signal.removeEventListener('abort', stop)
      const { status, responseText } = request
      const body = bodyOf(responseText)
      if (status === 200 && body.code === 0) return arrived()
      const words = body.msg || (status === 0 ? t('网络连接失败，请检查网络') : t('服务暂时不可用，请稍后再试'))
      failed(new CallError({ status, code: body.code ?? status, reason: body.reason ?? '' }, words))
    }
    signal.addEventListener('abort', stop)
    moves()
    request.send(bytes)
  })
}

/** A line on which nothing moves for so long is dead. */
const silentMs = 60_000

const bodyOf = (text: string): { code?: number; msg?: string; reason?: string } => {
  try {
    const body: unknown = JSON.parse(text)
    return body !== null && typeof body === 'object' ? body : {}
  } catch {
    return {}
  }
}

/** In hex; undefined where the page was opened without https and the browser computes none: the server does then. */
const sha256Of = async (bytes: Blob): Promise<string | undefined> => {
  // What TypeScript takes for always there is absent on plain http.
  const { subtle }: Partial<Crypto> = globalThis.crypto
  if (!subtle) return undefined
  const hash = await subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
