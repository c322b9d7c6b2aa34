import { request as requestPlain } from 'node:http'
import { request as requestSafe } from 'node:https'
import { inOutgoingSpan } from '../tracing/outgoing.ts'
import { lookupWithin, TargetRefused, urlRefusal, type Reach } from '../approval/flow/services/servicesPost.ts'

/** What a library asks with: as much of `fetch` as they use. */
export type FetchFunction = (
  url: string,
  options: { method?: string; headers?: unknown; body?: unknown; signal?: AbortSignal | null },
) => Promise<Response>

/**
 * A `fetch` that goes where services may stand and nowhere else: the connection goes to the very address that was looked at. Redirections are
 * not followed. Throws TargetRefused for an address that is none, and where nothing came in time or too much.
 */
export const fetchWithin =
  (reach: Reach): FetchFunction =>
  async (url, { method = 'GET', headers, body, signal }) => {
    if (urlRefusal(url, reach)) throw new TargetRefused('The address is none that a provider may have.')
    const requestBody = body instanceof URLSearchParams ? body.toString() : (body as string | null | undefined)
    const text = requestBody ?? undefined
    const headerEntries = Object.fromEntries(new Headers((headers ?? {}) as ConstructorParameters<typeof Headers>[0]))
    const ask = () =>
      new Promise<Response>((resolve, fail) => {
        const request = (new URL(url).protocol === 'https:' ? requestSafe : requestPlain)(
          url,
          {
            method,
            headers: { ...headerEntries, ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }) },
            lookup: lookupWithin(reach),
            agent: false,
            signal: AbortSignal.any([AbortSignal.timeout(secondsAtMost * 1000), ...(signal ? [signal] : [])]),
          },
          (response) => {
            const parts: Buffer[] = []
            let bytes = 0
            response.on('data', (part: Buffer) => {
              bytes += part.length
              if (bytes > answerBytesAtMost) response.destroy(new Error('The answer is too large.'))
              else parts.push(part)
            })
            response.on('error', fail)
            response.on('end', () => {
              const status = response.statusCode ?? 502
              const got = new Headers()
              for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) got.set(name, String(value))
              const isEmpty = [101, 204, 205, 304].includes(status)
              resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status: status < 200 ? 502 : status, headers: got }))
            })
          },
        )
        request.on('error', fail)
        request.on('close', () => fail(new Error('The line broke.')))
        request.end(text)
      })
    return inOutgoingSpan('sign-on', url, ask)
  }

const secondsAtMost = 10
const answerBytesAtMost = 512 * 1024
