import { connect, type Socket } from 'node:net'

export type Request = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly token?: string
  readonly commandId?: string
}
export type Answer = { readonly status: number; readonly body: string }

/** What was measured of one run: times in milliseconds, sorted. */
export type Run = { readonly seconds: number; readonly times: readonly number[]; readonly failures: readonly string[] }

/** Many clients that stay connected from one run to the next. */
export type Crowd<Item> = {
  /** Each client takes the next item as soon as its last one is done, until `next` has no more. */
  readonly run: (next: () => Item | undefined) => Promise<Run>
  readonly end: () => Promise<void>
}

/** What one client does with an item: '' when it went well, the trouble when not. */
type Client<Item> = { readonly once: (item: Item) => Promise<string>; readonly end: () => unknown }

/**
 * Clients over HTTP, each with one kept-alive connection; nothing but the request itself is done here, so the sender costs little.
 * `check` answers the trouble that an answer tells of.
 */
export const overHttp = (port: number, clients: number, check: (answer: Answer) => string | undefined): Promise<Crowd<Request>> =>
  crowd(clients, async () => {
    const socket = await opened(port)
    return {
      once: async (request) => check(await exchange(socket, request)) ?? '',
      end: () => socket.destroy(),
    }
  })

export const crowd = async <Item>(clients: number, open: () => Promise<Client<Item>>): Promise<Crowd<Item>> => {
  const all = await Promise.all(Array.from({ length: clients }, open))
  return {
    run: async (next) => {
      const times: number[] = []
      const failures: string[] = []
      const start = performance.now()
      await Promise.all(
        all.map(async ({ once }) => {
          for (let item = next(); item !== undefined; item = next()) {
            const before = performance.now()
            const failure = await once(item)
            times.push(performance.now() - before)
            if (failure) failures.push(failure)
          }
        }),
      )
      return { seconds: (performance.now() - start) / 1000, times: times.toSorted((a, b) => a - b), failures }
    },
    end: async () => void (await Promise.all(all.map((client) => client.end()))),
  }
}

/** Several runs of the same work as one. */
export const together = (runs: readonly Run[]): Run => ({
  seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
  times: runs.flatMap(({ times }) => times).toSorted((a, b) => a - b),
  failures: runs.flatMap(({ failures }) => failures),
})

/** Of times in rising order. */
export const percentile = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN

/** How long so many runs took, one after the other, in milliseconds and rising; the first tenth warms up and is left out. */
export const timesOf = async (count: number, run: (n: number) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await run(n)
    if (n >= count / 10) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)
}

export type Connection = { readonly ask: (request: Request) => Promise<Answer>; readonly end: () => void }

/** One kept-alive connection; it takes one request at a time. */
export const connection = async (port: number): Promise<Connection> => {
  const socket = await opened(port)
  return { ask: (request) => exchange(socket, request), end: () => socket.destroy() }
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

/** One request and its whole answer, which must have a content-length. */
const exchange = (socket: Socket, { method, path, body, token, commandId }: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const chunks: Buffer[] = []
    let size = 0
    let wanted = -1
    let head = ''
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (wanted < 0) {
        const whole = Buffer.concat(chunks)
        const end = whole.indexOf('\r\n\r\n')
        if (end < 0) return
        head = whole.subarray(0, end).toString('latin1')
        const length = /content-length: (\d+)/i.exec(head)
        if (!length) return finish(new Error(`no content-length: ${head}`))
        wanted = end + 4 + Number(length[1])
      }
      if (size >= wanted) finish()
    }
    const onError = (error: Error) => finish(error)
    const onClose = () => finish(new Error('the connection was closed'))
    const finish = (error?: Error) => {
      socket.off('data', onData).off('error', onError).off('close', onClose)
      if (error) return reject(error)
      const whole = Buffer.concat(chunks)
      resolve({ status: Number(head.slice(9, 12)), body: whole.subarray(head.length + 4, wanted).toString('utf8') })
    }
    socket.on('data', onData).on('error', onError).on('close', onClose)
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${token ? `authorization: bearer ${token}\r\n` : ''}${commandId ? `x-command-id: ${commandId}\r\n` : ''}${
        text ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : ''
      }\r\n${text}`,
    )
  })
