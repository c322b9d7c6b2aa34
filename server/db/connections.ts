import { SpanKind } from '@opentelemetry/api'
import pg from 'pg'
import { FairLine, type Place } from '../../kernel/fairLine.ts'
import type { Id } from '../../kernel/id.ts'
import { distributedSql, passedOn } from './citus/session.ts'
import type { Clock } from './clock.ts'
import { NamingClient } from './namingClient.ts'
import { inSpan } from '../tracing/spans.ts'
import { carriesNamedStatements } from './pooler/probePooler.ts'
import { openScoped, openSession, type ScopedClient, type SessionSettings } from './session.ts'
import { noteStatement } from '../tracing/slowStatements.ts'
import type { PlanMode } from './tx.ts'
import { typeParser } from './types.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** No connection came free in time: the server is busy, nothing was done. */
export class DatabaseBusy extends Error {}

/** How every session is set up; `statementSeconds` 0 means no limit. */
export const sessionOf = (url: string, statementSeconds = statementSecondsByDefault) => ({
  url,
  settings: {
    role: 'zaice_app',
    TimeZone: 'UTC',
    ...passedOn,
    statement_timeout: String(statementSeconds * 1000),
    lock_timeout: '3000',
    idle_in_transaction_session_timeout: '10000',
  },
  config: {
    application_name: 'zaice',
    connectionTimeoutMillis: connectionSeconds * 1000,
    types: { getTypeParser: typeParser as never },
    keepAlive: true,
  },
})

const connectionSeconds = 5
const replicaConnectionMs = 1000
export const statementSecondsByDefault = 5

/** A connection in a person's hands, with the place in the line that it goes by. */
export type ConnectionLease = { readonly connection: Connection; readonly place: Place }

/** `orgId` is what the session's setting stands on; `''` for none. */
export type Connection = {
  readonly client: NamingClient
  /** What begins each transaction where nothing that a session sets holds; undefined where it does. */
  readonly transactionSettings: SessionSettings | undefined
  isDistributed: boolean
  orgId: Id | ''
  broken: boolean
}

export type ConnectionsOptions = {
  readonly url: string
  readonly poolSize: number
  readonly clock: Clock
  /** True of connections to a read replica, which others stand in for: it is not waited for long. */
  readonly isReplica?: boolean
}

const connect = async (
  { url, isReplica = false }: Pick<ConnectionsOptions, 'url' | 'isReplica'>,
  onGone: (connection: Connection) => void,
): Promise<Connection> => {
  const { config, ...session } = sessionOf(url)
  const { client, scope } = isReplica ? await openOnReplica(url) : await openScoped({ ...session, config, make: makeNamingClient })
  const transactionSettings = scope === 'transaction' ? session.settings : undefined
  const connection: Connection = { client, transactionSettings, isDistributed: false, orgId: '', broken: false }
  const reportLoss = () => {
    connection.broken = true
    onGone(connection)
  }
  client.on('error', reportLoss)
  client.on('end', reportLoss)
  if (transactionSettings) client.areStatementsNamed = await carriesNamedStatements(client)
  const [row] = (await client.query(`select current_user as name, ${distributedSql} as "isDistributed"`)).rows
  connection.isDistributed = row.isDistributed
  // Nothing would hold row-level security.
  if (!transactionSettings && row.name !== 'zaice_app') {
    await client.end()
    throw new Error(`The database took the session as ${row.name} and not as zaice_app.`)
  }
  return connection
}

const makeNamingClient = (config: pg.ClientConfig) => new NamingClient({ ...config, pipeline: true })

/** Whether a standby has replayed enough is asked of the session that reads afterwards, so it has to stay the same one. */
const openOnReplica = async (url: string): Promise<ScopedClient<NamingClient>> => {
  const { config, ...session } = sessionOf(url)
  const client = await openSession({
    ...session,
    config: { ...config, connectionTimeoutMillis: replicaConnectionMs },
    make: makeNamingClient,
    wants: 'standby',
  })
  return { client, scope: 'connection' }
}

/** The connections that there are, at most `poolSize`. Where there are too few, organisations take turns, and none takes them all. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #clock: Clock
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #line: FairLine
  readonly #waiting = new Set<(error: DatabaseBusy) => void>()
  #closing: (() => void) | undefined

  constructor(options: ConnectionsOptions) {
    const { poolSize, clock } = options
    this.#options = options
    this.#clock = clock
    this.#line = new FairLine({ atOnce: poolSize, perGroup: ceilingOf(poolSize), waiting: Infinity, perGroupWaiting: Infinity })
  }

  state(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting.size }
  }

  /** A connection when it is the organisation's turn; throws DatabaseBusy where that takes too long, or all are being closed. */
  lease(orgId: Id | ''): Promise<ConnectionLease> {
    if (this.#closing) return Promise.reject(new DatabaseBusy('The database is being closed.'))
    return new Promise((resolve, reject) => {
      let isBegun = false
      const late: { timer?: NodeJS.Timeout } = {}
      const giveUpWaiting = (error: DatabaseBusy) => {
        clearTimeout(late.timer)
        this.#waiting.delete(giveUpWaiting)
        assertDefined(place, 'the place in the line').end()
        reject(error)
      }
      const place = this.#line.enter(orgId, '', (lineError) => {
        isBegun = true
        clearTimeout(late.timer)
        this.#waiting.delete(giveUpWaiting)
        this.#take(orgId).then(
          (connection) => resolve({ connection, place: lineError }),
          (error: Error) => {
            lineError.end()
            reject(error)
          },
        )
      })
      if (isBegun) return
      this.#waiting.add(giveUpWaiting)
      const words = `No connection came free within ${connectionSeconds} seconds.`
      late.timer = setTimeout(() => giveUpWaiting(new DatabaseBusy(words)), connectionSeconds * 1000)
    })
  }

  async putBack({ connection, place }: ConnectionLease): Promise<void> {
    if (!connection.broken && this.#clock.isStale()) await this.#clock.ask(connection.client).catch(() => giveUp(connection))
    if (connection.broken) this.#all.delete(connection)
    else this.#idle.push(connection)
    place.end()
    if (this.#closing && this.#idle.length === this.#all.size) this.#closing()
  }

  /** Waits for the work under way, then closes every connection. */
  async close(): Promise<void> {
    for (const giveUpWaiting of this.#waiting) giveUpWaiting(new DatabaseBusy('The database is being closed.'))
    await new Promise<void>((resolve) => {
      this.#closing = resolve
      if (this.#idle.length === this.#all.size) resolve()
    })
    await Promise.all([...this.#all].map((connection) => connection.client.end().catch(() => undefined)))
  }

  /** The person who has a place in the line finds a connection that is idle, or there is room for one more. */
  #take(orgId: Id | ''): Promise<Connection> {
    const matchIndex = this.#idle.findLastIndex((connection) => connection.orgId === orgId)
    const [free] = this.#idle.splice(matchIndex === -1 ? 0 : matchIndex, 1)
    return free ? Promise.resolve(free) : this.#open()
  }

  async #open(): Promise<Connection> {
    const connection = await connect(this.#options, (onLoss) => {
      this.#all.delete(onLoss)
      remove(this.#idle, onLoss)
    })
    await this.#clock.ask(connection.client)
    this.#all.add(connection)
    return connection
  }
}

/**
 * How many connections one organisation may hold. A quarter is left to the others, whatever one of them does; a pool too small to be
 * divided is anyone's.
 */
const ceilingOf = (poolSize: number): number => (poolSize < 4 ? poolSize : Math.floor(poolSize * 0.75))

/** A statement is constant: its values are apart, and stay here. */
const statementAttributes = (text: string) => ({ 'db.system.name': 'postgresql', 'db.query.text': text })

/** Asks on a connection; after an error that is not a statement's own it is never used again. */
export const ask = async <R extends object>(
  connection: Connection,
  text: string,
  values: readonly unknown[],
  { patienceSeconds, planMode }: { readonly patienceSeconds: number; readonly planMode?: PlanMode | undefined },
): Promise<pg.QueryResult<R>> => {
  const begunAt = performance.now()
  try {
    return await inSpan(
      () => ({
        name: text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? '',
        kind: SpanKind.CLIENT,
        attributes: statementAttributes(text),
      }),
      () => connection.client.ask<R>(text, values, patienceSeconds, planMode),
    )
  } catch (error) {
    if (!isFromServer(error) || error.severity !== 'ERROR') giveUp(connection)
    // Its own stack ends in the socket; this one leads to the code that sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  } finally {
    noteStatement(text, performance.now() - begunAt)
  }
}

/** A connection on which something went wrong that is not a statement's own error is never used again. */
export const giveUp = (connection: Connection): void => {
  if (connection.broken) return
  connection.broken = true
  connection.client.end().catch(() => undefined)
}

export const isFromServer = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

const remove = <T>(list: T[], item: T): void => {
  const index = list.indexOf(item)
  if (index !== -1) list.splice(index, 1)
}
