import { type ChildProcess, fork } from 'node:child_process'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import type { Database } from '../server/db/pool.ts'
import { createServer } from '../server/main.ts'
import { readSettings } from '../server/settings.ts'
import type { Data } from './data.ts'
import { type Answer, type Connection, connection, type Request } from './load.ts'

/** Where measuring takes place: the database with its data, a folder to keep files in. */
export type Measuring = { readonly url: string; readonly dir: string; readonly data: Data; readonly say: (line: string) => void }

/** The same while its data are still being made. */
export type Preparing = { readonly database: Database; readonly url: string; readonly dir: string }

/** A server as people run it, in a process of its own. */
export type Serving = { readonly port: number; readonly process: ChildProcess; readonly stop: () => Promise<void> }

/** Starts one on a database; `dir` is where it keeps its files. */
export const serve = async (databaseUrl: string, dir: string, more: Readonly<Record<string, string>> = {}): Promise<Serving> => {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, ...settingsOf(databaseUrl, dir, 'error'), PORT: String(port), ...more },
  })
  await new Promise<void>((resolve, reject) =>
    child.once('message', () => resolve()).once('exit', () => reject(new Error('the server did not start'))),
  )
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.disconnect()
    await ended
  }
  return { port, process: child, stop }
}

/** The data of an answer in the envelope; throws where the request was refused. */
export type Ask = <D>(request: Request) => Promise<D>

/** Lets `work` ask a server in this process. */
export const answered = async <R>(databaseUrl: string, dir: string, work: (ask: Ask) => Promise<R>): Promise<R> => {
  const server = await createServer(readSettings({ ...process.env, ...settingsOf(databaseUrl, dir, 'silent') }), databaseUrl)
  try {
    return await work(async <D>({ method, path, body, token }: Request) => {
      const payload = body === undefined ? {} : { payload: body as object }
      const answer = await server.http.inject({ method, url: path, ...payload, headers: { authorization: `bearer ${token}` } })
      return dataIn<D>({ status: answer.statusCode, body: answer.body })
    })
  } finally {
    await server.close()
  }
}

/** Calls below an address by the person who has a token, over as many lines as are asked at once; each stays open for the next. */
export const callsTo = (port: number, below: string) => {
  const free: Connection[] = []
  return {
    ask: async <D>({ token }: { readonly token: string }, path: string, body: object): Promise<D> => {
      const line = free.pop() ?? (await connection(port))
      const answer = await line.ask({ method: 'POST', path: `${below}/${path}`, body, token })
      free.push(line)
      return dataIn<D>(answer)
    },
    end: (): void => free.forEach((line) => line.end()),
  }
}

/** The data of an answer; throws where the request was refused. */
export const dataIn = <D>({ status, body }: Pick<Answer, 'status' | 'body'>): D => {
  const { success, data, msg } = JSON.parse(body) as { success: boolean; data: D; msg: string }
  if (!success) throw new Error(`${status}: ${msg}`)
  return data
}

/** Does `one` with every item, `clients` at a time; the answers in the order of the items. */
export const severally = async <T, R>(items: readonly T[], clients: number, one: (item: T) => Promise<R>): Promise<R[]> => {
  const answers: R[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = next++; index < items.length; index = next++) answers[index] = await one(items[index]!)
    }),
  )
  return answers
}

const settingsOf = (databaseUrl: string, dir: string, logLevel: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dir,
  LOG_LEVEL: logLevel,
  DEMO: 'off',
  POOL_SIZE: '16',
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
