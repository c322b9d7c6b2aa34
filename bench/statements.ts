import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { crowd, type Crowd } from './load.ts'

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

const recording = new AsyncLocalStorage<Recording>()
type Recording = { readonly statements: Statement[]; flights: number; isAnswered: boolean }

/** Everything that `work` sends to the database, in order, from whichever part of our code. */
export const recorded = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const { statements } = await record(work)
  return statements.filter(({ text }) => !text.includes("set_config('app.org'"))
}

/**
 * How much `work` sends, and how often it waits: a flight is what is sent before the next answer comes. Returns when no one of this process has
 * sent anything for `quietMs`.
 */
export const counted = async (work: () => Promise<unknown>, quietMs: number): Promise<{ statements: number; flights: number }> => {
  const { statements, flights } = await record(work)
  for (let seen = -1; seen !== others; await sleep(quietMs)) seen = others
  return { statements: statements.length, flights }
}

const record = async (work: () => Promise<unknown>): Promise<Recording> => {
  watch()
  const own: Recording = { statements: [], flights: 0, isAnswered: true }
  await recording.run(own, work)
  return own
}

/** How many statements were no one's that is recorded. */
let others = 0

let watching = false
const watch = (): void => {
  if (watching) return
  watching = true
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const { text, values = [] } = statementIn(args)
    // A notification goes out after the answer, the owner’s commit it tells of.
    const own = text.startsWith('notify ') ? undefined : recording.getStore()
    if (!own) others++
    else {
      if (own.isAnswered) own.flights++
      own.statements.push({ text, values })
      own.isAnswered = false
    }
    const onAnswer = () => void (own && (own.isAnswered = true))
    const [first] = args
    if (first instanceof pg.Query) hearAnswer(first, onAnswer)
    const answer = (query as (...all: unknown[]) => unknown).apply(this, args)
    if (answer instanceof Promise) answer.then(onAnswer, onAnswer)
    return answer
  } as typeof query
}

const statementIn = ([first, second]: unknown[]): { text: string; values?: unknown[] } =>
  typeof first === 'string'
    ? { text: first, values: (second as unknown[] | undefined) ?? [] }
    : (first as { text: string; values?: unknown[] })

/** A query that is sent as such answers by its callback. */
const hearAnswer = (query: pg.Query, onAnswer: () => void): void => {
  const callbackQuery = query as unknown as { callback: (...answer: unknown[]) => void }
  const { callback } = callbackQuery
  callbackQuery.callback = (...answer) => {
    onAnswer()
    callback(...answer)
  }
}

/**
 * The same statements by the plain driver: a connection per client, prepared statements, one after the other, nothing of ours in between.
 * Each item is what one request sent.
 */
export const byPlainDriver = (url: string, orgId: string, clients: number): Promise<Crowd<readonly Statement[]>> =>
  crowd(clients, async () => {
    const client = new pg.Client({ connectionString: url, options: '-c role=zaice_app' })
    // What waits for an answer hears of a lost line as well; a client that waits for none has nothing to say about it.
    client.on('error', () => undefined)
    await client.connect()
    await client.query("select set_config('app.org', $1, false)", [orgId])
    const names = new Map<string, string>()
    const nameOf = (text: string) => names.get(text) ?? (names.set(text, `b${names.size}`), names.get(text)!)
    return {
      once: async (statements) => {
        try {
          for (const { text, values } of statements) await client.query({ name: nameOf(text), text, values: values as unknown[] })
          return ''
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined)
          return String(error)
        }
      },
      end: () => client.end(),
    }
  })
