import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Id } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { bindTransaction } from './citus/session.ts'
import { Clock } from './clock.ts'
import {
  ask,
  type Connection,
  Connections,
  giveUp,
  isFromServer,
  sessionOf,
  type ConnectionLease,
  statementSecondsByDefault,
} from './connections.ts'
import { type LogPosition, positionStatement, Replica, type ReplicaState } from './replica/replica.ts'
import { onlyRow } from './rows.ts'
import { openSession, type SessionSettings } from './session.ts'
import { tooSlow } from '../httpError.ts'
import { type Memory, openMemories } from './memory.ts'
import type { RecallingTx, AtCommit, PlanMode, Tx } from './tx.ts'

/**
 * The one way to the database. Every piece of work names the organisation it is for; no connection ever leaves this file unbound. Where
 * there are too few, organisations take turns, and none takes them all.
 */
export type Database = {
  /**
   * Runs `run` in one READ COMMITTED transaction of the organisation and answers after COMMIT. A deadlock or serialization
   * failure runs the whole again, up to 5 times, a unique value or a lock of another transaction once, so `run` must act on nothing but `tx`. Throws what `run` threw, after ROLLBACK.
   */
  readonly inTransaction: <R>(orgId: Id, run: (tx: Tx) => Promise<R>, limits?: Limits) => Promise<R>
  /** Runs `run` without a transaction: each statement stands alone. */
  readonly reading: <R>(orgId: Id, run: (tx: Tx) => Promise<R>) => Promise<R>
  /**
   * The same for what may take long. A read replica answers, where there is one that has replayed everything committed until then; where it
   * fails on the way, `run` runs again at the primary. With limits in one transaction.
   */
  readonly readingReplica: <R>(orgId: Id, run: (tx: Tx) => Promise<R>, limits?: Limits) => Promise<R>
  /** A statement of no organisation: only the functions that `zaice_gate` owns answer it, every table is an error. */
  readonly gate: <R extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<R[]>
  /** For who computes between statements: each takes a connection of its own and puts it back. */
  readonly severally: (orgId: Id) => RecallingTx
  /** A connection of its own without pipelining or time limit, for COPY, cursors and LISTEN; bound to the organisation if one is given. */
  readonly withPlainClient: <R>(orgId: Id | undefined, run: (client: pg.Client) => Promise<R>) => Promise<R>
  /** The moment by the database's clock, which all processes share; milliseconds since 1970, within a round trip of the truth. */
  readonly now: () => number
  readonly state: () => { readonly open: number; readonly idle: number; readonly waiting: number }
  /** How the read replica stands; undefined where none is set. */
  readonly replicaState: () => ReplicaState | undefined
  /** Waits for the work under way, then closes every connection. */
  readonly close: () => Promise<void>
}

/** Longer limits than usual, for imports and other long work. */
export type Limits = { readonly statementSeconds?: number; readonly lockSeconds?: number }

/** COMMIT was answered with ROLLBACK: a statement had failed and its error was swallowed on the way. Nothing was written. */
export class NotCommitted extends Error {}

export type DatabaseOptions = {
  readonly url: string
  /** Past a pooler that lends connections for a transaction, for what needs a session; not given: `url`. */
  readonly directUrl?: string | undefined
  readonly poolSize: number
  /** Address of a read replica. */
  readonly readUrl?: string | undefined
  /** Hears why the read replica is not asked any more, and that it is again. */
  readonly onReplicaChange?: (words: string) => void
  /** Hears of every transaction after its COMMIT was answered. */
  readonly onCommit?: (tx: Tx) => void
}

export const openDatabase = ({ url, directUrl = url, poolSize, readUrl, onReplicaChange, onCommit }: DatabaseOptions): Database => {
  const clock = new Clock()
  const connections = new Connections({ url, poolSize, clock })
  const memoryOf = openMemories()

  /** Gives `work` a handle that takes a connection at its first statement and dies with the work; then puts the connection back or away. */
  const withLease = async <R>(orgId: Id | '', work: (lease: Lease) => Promise<R>): Promise<R> => {
    let lease: ConnectionLease | undefined
    const current = new Lease(orgId, async () => (lease = await connections.lease(orgId)).connection, {
      now: clock.now,
      memory: memoryOf(orgId),
    })
    try {
      return await work(current)
    } catch (error) {
      throw (isAftermath(error) && current.failure) || error
    } finally {
      await current.end()
      if (lease) void connections.putBack(lease)
    }
  }

  const runOnce = <R>(orgId: Id, run: (tx: Tx) => Promise<R>, limits: Limits): Promise<R> =>
    withLease(orgId, async (current) => {
      const result = await runTransaction(current, run, limits)
      onCommit?.(current)
      return result
    })

  const inTransaction: Database['inTransaction'] = (orgId, run, limits = {}) =>
    retryTransaction(async () => runOnce(checkedOrganisation(orgId), run, limits))

  const gate: Database['gate'] = <R extends object>(text: string, values?: readonly unknown[]) =>
    withLease('', (current) => runReading(current, (tx) => tx.query<R>(text, values)))

  const readPrimary: Database['reading'] = async (orgId, run) =>
    withLease(checkedOrganisation(orgId), (current) => runReading(current, run))

  const leaseOn = (orgId: Id, connection: Connection) =>
    new Lease(orgId, () => Promise.resolve(connection), { now: clock.now, memory: memoryOf(orgId) })
  const askPosition = () => onlyRow(gate<LogPosition>(positionStatement))
  const replica = readUrl === undefined ? undefined : new Replica({ url: readUrl, poolSize, askPosition, onChange: onReplicaChange })

  return {
    inTransaction,
    reading: readPrimary,
    readingReplica: (orgId, run, limits) => readReplica({ replica, leaseOn, readPrimary, inTransaction }, { orgId, run, limits }),
    severally: (orgId) => ({
      orgId: checkedOrganisation(orgId),
      memory: memoryOf(orgId),
      query: (text, values, planMode) => withLease(orgId, (current) => runReading(current, (tx) => tx.query(text, values, planMode))),
    }),
    gate,
    withPlainClient: (orgId, run) => runPlain(directUrl, orgId, run),
    now: clock.now,
    state: () => connections.state(),
    replicaState: () => replica?.state(),
    close: () => closeAll([connections, ...(replica ? [replica] : [])]),
  }
}

const closeAll = async (parts: readonly { readonly close: () => Promise<void> }[]): Promise<void> => {
  await Promise.all(parts.map((part) => part.close()))
}

type ReplicaAndPrimary = Pick<Database, 'inTransaction'> & {
  readonly readPrimary: Database['reading']
  readonly replica: Replica | undefined
  readonly leaseOn: (orgId: Id, connection: Connection) => Lease
}

type ReadInput<R> = { readonly orgId: Id; readonly run: (tx: Tx) => Promise<R>; readonly limits: Limits | undefined }

const readReplica = async <R>(
  { replica, leaseOn, readPrimary, inTransaction }: ReplicaAndPrimary,
  { orgId, run, limits }: ReadInput<R>,
): Promise<R> => {
  const readHere = async (connection: Connection) => {
    const lease = leaseOn(orgId, connection)
    return (limits ? runTransaction(lease, run, limits) : runReading(lease, run)).finally(() => lease.end())
  }
  const readAtPrimary = () => (limits ? inTransaction(orgId, run, limits) : readPrimary(orgId, run))
  return replica ? replica.read(checkedOrganisation(orgId), readHere, readAtPrimary) : readAtPrimary()
}

/** Runs `run` without a transaction, or within the one that its connection needs. */
const runReading = async <R>(lease: Lease, run: (tx: Tx) => Promise<R>): Promise<R> => {
  const result = await run(lease)
  await lease.bound()
  if ((await lease.finishWrapping()) !== 'COMMIT') throw new NotCommitted('A statement failed, so nothing was written.')
  return result
}

/** Runs `run` between BEGIN and COMMIT. Throws what `run` threw, after ROLLBACK. */
const runTransaction = async <R>(lease: Lease, run: (tx: Tx) => Promise<R>, limits: Limits): Promise<R> => {
  lease.beginsWith = beginStatements(limits)
  lease.patienceSeconds = (limits.statementSeconds ?? statementSecondsByDefault) + silenceSeconds
  let result: R
  try {
    result = await run(lease)
    await lease.bound()
  } catch (error) {
    await lease.finish('ROLLBACK').catch(() => lease.destroy())
    throw error
  }
  const lastWrite = lease.writeLast()
  // Its failure makes of the COMMIT a ROLLBACK, which is waited for first.
  lastWrite.catch(() => undefined)
  const answer = await lease.finish('COMMIT')
  await lastWrite
  if (answer !== 'COMMIT') throw new NotCommitted('A statement of the transaction failed, so nothing was written.')
  return result
}

/** Runs a whole transaction again where it met an error that another run may not meet. */
const retryTransaction = async <R>(runOnce: () => Promise<R>): Promise<R> => {
  for (let failures = 0; ; failures++) {
    try {
      return await runOnce()
    } catch (error) {
      if (failures >= triesAfter(error)) throw error
      await sleep(randomInt(5, 20) * 2 ** failures)
    }
  }
}

const runPlain = async <R>(url: string, orgId: Id | undefined, run: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = await openSession({ ...sessionOf(url, 0), make: (config) => new pg.Client({ ...config, pipeline: false }) })
  try {
    if (orgId !== undefined) await client.query("select set_config('app.org', $1, false)", [checkedOrganisation(orgId)])
    return await run(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A statement that is not even stopped by the server after this long beyond its limit met a dead server or line. */
const silenceSeconds = 10

/** A part of a transaction, and the part that it stands in. */
type Attempt = { isTakenBack: boolean; readonly outer: Attempt | undefined }

/** The attempt that the code at hand belongs to. */
const attempts = new AsyncLocalStorage<Attempt>()

/** Refuses what is still under way of an attempt that was taken back: the rest of the transaction would keep it. */
const requireStanding = (text: string): void => {
  for (let attempt = attempts.getStore(); attempt; attempt = attempt.outer)
    if (attempt.isTakenBack) throw new Error(`A statement came after its attempt was taken back: ${text.slice(0, 80)}`)
}

/** One piece of work on one connection. After its end it refuses statements, so that nothing forgotten runs in the next one's place. */
class Lease implements Tx {
  readonly orgId: Id
  readonly now: () => number
  readonly memory: Memory
  /** What opens the transaction; empty where each statement stands alone. */
  beginsWith: readonly string[] = []
  patienceSeconds = statementSecondsByDefault + silenceSeconds
  /** The latest error that was a statement's own. */
  failure: unknown
  #take: () => Promise<Connection>
  #taken: Promise<Connection> | undefined
  #opened: Promise<unknown> | undefined
  #last: { readonly write: AtCommit<never>; readonly item: unknown }[] = []
  #ended = false
  #isWrapped = false

  constructor(orgId: Id | '', take: () => Promise<Connection>, { now, memory }: Pick<Tx, 'now' | 'memory'>) {
    this.orgId = orgId
    this.now = now
    this.memory = memory
    this.#take = take
  }

  /** Sends a statement; before the first one, in the same batch, what binds the session and opens the transaction. */
  async query<R extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
    planMode: PlanMode = 'once',
  ): Promise<R[]> {
    const connection = await (this.#taken ??= this.#open())
    if (this.#ended) throw new Error(`A statement came after its request was answered: ${text.slice(0, 80)}`)
    requireStanding(text)
    try {
      return (await ask<R>(connection, text, values, { patienceSeconds: this.patienceSeconds, planMode })).rows
    } catch (error) {
      if (!isAftermath(error)) this.failure = error
      throw planMode === 'anew' && isOverTime(error) ? tooSlow() : error
    }
  }

  /** Neither end of the savepoint is waited for: what comes next is sent in the same flight, and fails where they do. */
  async attempt<R>(run: () => Promise<R>): Promise<R | RefusalError> {
    const writeCount = this.#last.length
    const unheard = (text: string) => void this.query(text).catch(() => undefined)
    unheard('savepoint attempt')
    const attempt: Attempt = { isTakenBack: false, outer: attempts.getStore() }
    try {
      const result = await attempts.run(attempt, run)
      unheard('release savepoint attempt')
      return result
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      attempt.isTakenBack = true
      this.#last.length = writeCount
      unheard('rollback to savepoint attempt')
      unheard('release savepoint attempt')
      return error
    }
  }

  async atCommit<T>(write: AtCommit<T>, item: T): Promise<void> {
    requireStanding('what is written last')
    if (this.beginsWith.length === 0) await write(this, [item])
    else this.#last.push({ write, item })
  }

  async writeLast(): Promise<void> {
    const itemsByWrite = Map.groupBy(this.#last, ({ write }) => write)
    await Promise.all([...itemsByWrite].map(([write, items]) => write(this, items.map(({ item }) => item) as never)))
  }

  /** Settles when the session surely stood on this organisation; what was read before that is not to be believed. */
  async bound(): Promise<void> {
    await this.#opened
  }

  /**
   * Ends the transaction, if one was opened; the command tag of the answer. What is still under way may ask nothing from here on: behind the end
   * of the transaction a statement would stand alone, and stay.
   */
  async finish(command: 'COMMIT' | 'ROLLBACK'): Promise<string> {
    const connection = await this.#taken
    this.#ended = true
    return connection ? (await ask(connection, command, [], { patienceSeconds: this.patienceSeconds })).command : command
  }

  /** Ends the transaction that stands around statements which would stand alone, where there is one; the command tag of the answer. */
  async finishWrapping(): Promise<string> {
    if (!this.#isWrapped || this.#ended) return 'COMMIT'
    return this.finish('COMMIT')
  }

  async destroy(): Promise<void> {
    const connection = await this.#taken?.catch(() => undefined)
    if (connection) giveUp(connection)
  }

  /** The connection that was taken, for the next one. */
  async end(): Promise<Connection | undefined> {
    if (this.#isWrapped && !this.#ended) await this.finish('ROLLBACK').catch(() => this.destroy())
    this.#ended = true
    this.#take = () => Promise.reject(new Error('A statement came after its request was answered.'))
    return this.#taken?.catch(() => undefined)
  }

  async #open(): Promise<Connection> {
    const connection = await this.#take()
    if (connection.transactionSettings || (connection.isDistributed && this.orgId !== '')) return this.#openForTransaction(connection)
    const beginnings: Promise<unknown>[] = []
    if (connection.orgId !== this.orgId) {
      connection.orgId = this.orgId
      const binding = ask(connection, "select set_config('app.org', $1, false)", [this.orgId], { patienceSeconds: this.patienceSeconds })
      binding.catch(() => giveUp(connection))
      beginnings.push(binding)
    }
    for (const statement of this.beginsWith) beginnings.push(ask(connection, statement, [], { patienceSeconds: this.patienceSeconds }))
    this.#opened = Promise.all(beginnings)
    this.#opened.catch(() => undefined)
    return connection
  }

  /**
   * Several machines, and a pooler that lends connections for a transaction, know the organisation of a transaction only, so statements that
   * would stand alone have one around them.
   */
  #openForTransaction(connection: Connection): Connection {
    this.#isWrapped = this.beginsWith.length === 0
    const [begin = 'BEGIN', ...limits] = this.#isWrapped ? readingBeginning : this.beginsWith
    const settings = settingStatements(connection.transactionSettings ?? {})
    const beginnings = [begin, ...settings, bindTransaction(this.orgId), ...limits].map((statement) =>
      ask(connection, statement, [], { patienceSeconds: this.patienceSeconds }),
    )
    this.#opened = Promise.all(beginnings)
    this.#opened.catch(() => giveUp(connection))
    return connection
  }
}

/** Readings may work on what they have read before they ask for more, as they may without a transaction. */
const readingBeginning = ['BEGIN', "set local idle_in_transaction_session_timeout = '60s'"] as const

/** Settings of a session, for one transaction. */
const settingStatements = (settings: SessionSettings): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)

const beginStatements = ({ statementSeconds, lockSeconds }: Limits): string[] => [
  'BEGIN',
  ...(statementSeconds === undefined ? [] : [`set local statement_timeout = ${Math.ceil(statementSeconds * 1000)}`]),
  ...(lockSeconds === undefined ? [] : [`set local lock_timeout = ${Math.ceil(lockSeconds * 1000)}`]),
]

/**
 * How often a transaction that met this error is run again. A deadlock, a serialization failure, an id that another transaction stored
 * meanwhile: the client names what it creates, so the other was a copy of the same request, and another run will find what it stored.
 * Another unique value may have been stored between a check and a write: another run finds it and says so in its own words, or leaves it.
 * A lock that did not come free in time may be free now.
 */
const triesAfter = (error: unknown): number => {
  if (!isFromServer(error)) return 0
  const { code = '', constraint = '' } = error
  if (code === '40001' || code === '40P01' || (code === '23505' && constraint.endsWith('_pkey'))) return 5
  return code === '23505' || code === lockTimedOut ? 1 : 0
}
const lockTimedOut = '55P03'

/**
 * What the server says to everything after the statement that failed: also that it does not know a statement which stands twice in the same
 * flight, because the first time, which names it, came too late.
 */
const isAftermath = (error: unknown): boolean => isFromServer(error) && (error.code === '25P02' || error.code === '26000')

/** True of a statement that was stopped because it took too long. */
const isOverTime = (error: unknown): boolean => isFromServer(error) && error.code === '57014'

const checkedOrganisation = (orgId: Id): Id => {
  if (!/^[1-9]\d{0,18}$/.test(orgId)) throw new Error(`Not an organisation: ${JSON.stringify(orgId)}`)
  return orgId
}
