import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostEvent, Workplace } from '../workplace.ts'

export type Ears = { readonly url: string; readonly told: HostEvent[]; readonly close: () => void }

/** The callback address of a chat without the server behind it: what it hears, as it comes. */
export const openEars = async (workplace: () => Workplace | undefined): Promise<Ears> => {
  const told: HostEvent[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const query = Object.fromEntries(new URL(request.url ?? '/', 'http://ears').searchParams)
      const method = request.method === 'GET' ? 'GET' : 'POST'
      const heard = workplace()?.hear({ method, query, headers: headersOf(request), body: Buffer.concat(parts).toString('utf8') })
      if (heard && 'told' in heard) told.push(...heard.told)
      if (heard && 'told' in heard) response.writeHead(200, { 'content-type': heard.answer.type }).end(heard.answer.body)
      else response.writeHead(heard ? 400 : 403).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told, close: () => server.close() }
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
