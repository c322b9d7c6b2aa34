import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deliverer, Outcome } from '../deliverer.ts'

/**
 * A receiver that is not ours, as such are: a word in the title of a message says how it treats it the first time (`limited`,
 * `dated`, `broken`, `cut`, `silent`, `held` until it is let go) or always (`gone`, `missing`, `never`); it takes everything else, and knows by its key what it
 * has taken already.
 */
export type Stranger = {
  readonly url: string
  /** Keys in the order in which they came, also those that came again. */
  readonly asked: readonly string[]
  /** Titles that were taken, by key and how often. */
  readonly taken: ReadonlyMap<string, { readonly title: string; readonly times: number }>
  readonly held: () => number
  readonly letGo: () => void
  readonly close: () => void
}

export const openStranger = async (): Promise<Stranger> => {
  const asked: string[] = []
  const taken = new Map<string, { title: string; times: number }>()
  let waiting: (() => void)[] = []
  let lets = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'])
      const isFirst = !asked.includes(key)
      asked.push(key)
      const { title } = JSON.parse(String(Buffer.concat(parts))) as { title: string }
      const take = () => {
        taken.set(key, { title, times: (taken.get(key)?.times ?? 0) + 1 })
        answer(response, 201)
      }
      if (title.startsWith('never')) return answer(response, 500)
      if (title.startsWith('gone')) return answer(response, 410)
      if (title.startsWith('missing')) return answer(response, 404)
      if (!isFirst) return take()
      if (title.startsWith('limited')) return answer(response, 429, { 'retry-after': '0' })
      if (title.startsWith('dated')) return answer(response, 429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })
      if (title.startsWith('broken')) return answer(response, 500)
      if (title.startsWith('cut')) return request.socket.destroy()
      if (title.startsWith('silent')) return
      if (title.startsWith('held') && !lets) return void waiting.push(take)
      take()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    taken,
    held: () => waiting.length,
    letGo: () => {
      lets = true
      for (const take of waiting) take()
      waiting = []
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const answer = (response: ServerResponse, status: number, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, headers).end()

/** The way to a stranger. Messages with `unwanted` in their title are not; those with `twice` are wanted at two addresses. */
export const wayTo = (url: string): Deliverer => ({
  name: 'stranger',
  title: '外部接收方',
  timeoutSeconds: 1,
  wants: async (_, unread) =>
    unread.flatMap(({ id, uid, shown }) => {
      const { title } = shown('zh')
      if (title.includes('unwanted')) return []
      return (title.includes('twice') ? ['phone', 'desk'] : ['desk']).map((address) => ({ id, uid, address }))
    }),
  deliver: async ({ key, message, signal }): Promise<Outcome> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ title: message.shown('zh').title }),
      signal,
    })
    if (response.ok) return { t: 'delivered' }
    if (response.status === 404 || response.status === 410) return { t: 'gone' }
    const after = response.headers.get('retry-after')
    return { t: 'again', why: `HTTP ${response.status}`, ...(after !== null && { afterSeconds: Number(after) }) }
  },
})
