import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '../../../kernel/id.ts'
import { messageOf } from '../../../kernel/caughtError.ts'
import { isBusy } from '../busy.ts'
import { ask, type Connection, Connections, DatabaseBusy, giveUp, isFromServer } from '../connections.ts'
import { Clock } from '../clock.ts'

/**
 * What became of a reading that a replica might have answered: it did; the primary did, because the replica lagged behind what was committed,
 * could not be reached, follows no primary any more, or broke the reading off; or because the reading wrote after all.
 */
export const replicaOutcomes = ['answered', 'behind', 'unreachable', 'promoted', 'brokenOff', 'writes'] as const
export type ReplicaOutcome = (typeof replicaOutcomes)[number]

export type ReplicaState = {
  readonly connections: number
  /** False while nothing is asked of the replica, because it did not answer as it should. */
  readonly isUsed: boolean
  readonly readings: Readonly<Record<ReplicaOutcome, number>>
}

/** Up to where the primary has written its log, and in which timeline; everything whose COMMIT was answered stands before it. */
export type LogPosition = { readonly lsn: string; readonly timeline: number }

/** Whether a server follows a primary, and has replayed up to a position. */
export type ReplicaStanding = { readonly isFollowing: boolean; readonly hasReplayed: boolean }

/** Where commits are answered before they are flushed, what is inserted counts. */
export const positionStatement = `select
    case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as lsn,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

type ReplicaOptions = {
  readonly url: string
  readonly poolSize: number
  readonly askPosition: () => Promise<LogPosition>
  /** Hears why the replica is not asked any more, and that it is again. */
  readonly onChange?: ((words: string) => void) | undefined
}

/** A reason to ask the primary. */
class NotFromReplica extends Error {
  readonly outcome: ReplicaOutcome

  constructor(outcome: ReplicaOutcome, words: string) {
    super(words)
    this.outcome = outcome
  }
}

/** How long a reading waits for the replica to replay what was committed before the reading came. */
const replayMsAtMost = 40
const replayPauseMs = 4
/** How long nothing is asked of a replica that lags, and of one that is no use at all. */
const restMs: Readonly<Partial<Record<ReplicaOutcome, number>>> = { behind: 1000, unreachable: 3000, promoted: 3000 }
const checkSeconds = 1

/**
 * Readings from a read replica. One is answered there only after the replica has replayed all that was committed when the reading came, by
 * anyone and through any process, so no reading is older than one of the primary. Where that is not so, or the replica fails on the way, the
 * primary answers.
 */
export class Replica {
  readonly #connections: Connections
  readonly #askPosition: () => Promise<LogPosition>
  readonly #onChange: (words: string) => void
  readonly #readings: Record<ReplicaOutcome, number> = { answered: 0, behind: 0, unreachable: 0, promoted: 0, brokenOff: 0, writes: 0 }
  #restsUntil = 0
  #lastWords = ''
  /** The newest timeline in which the server of a connection was seen: it goes back in none. */
  readonly #timelines = new WeakMap<Connection, number>()

  constructor({ url, poolSize, askPosition, onChange = () => undefined }: ReplicaOptions) {
    this.#connections = new Connections({ url, poolSize, clock: new Clock(), isReplica: true })
    this.#askPosition = shareNextAnswer(askPosition)
    this.#onChange = onChange
  }

  state(): ReplicaState {
    return {
      connections: this.#connections.state().open,
      isUsed: performance.now() >= this.#restsUntil,
      readings: { ...this.#readings },
    }
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  /** Runs `work` with a connection to the replica; `workAtPrimary` instead, or again, where the replica is not to be had. */
  async read<R>(orgId: Id, work: (connection: Connection) => Promise<R>, workAtPrimary: () => Promise<R>): Promise<R> {
    if (performance.now() < this.#restsUntil) return workAtPrimary()
    try {
      const result = await this.#readHere(orgId, work)
      this.#count('answered')
      return result
    } catch (error) {
      const reason = reasonOf(error)
      if (!reason) throw error
      this.#count(reason.outcome, reason.message)
      return workAtPrimary()
    }
  }

  async #readHere<R>(orgId: Id, work: (connection: Connection) => Promise<R>): Promise<R> {
    const position = await this.#askPosition().catch((error: unknown) => {
      throw new NotFromReplica('brokenOff', messageOf(error))
    })
    const lease = await this.#connections.lease(orgId).catch((error: unknown) => {
      throw new NotFromReplica(error instanceof DatabaseBusy ? 'brokenOff' : 'unreachable', messageOf(error))
    })
    try {
      await this.#requireReplayed(lease.connection, position)
      return await work(lease.connection)
    } finally {
      void this.#connections.putBack(lease)
    }
  }

  /** Waits until the replica has replayed the log up to there. */
  async #requireReplayed(connection: Connection, position: LogPosition): Promise<void> {
    const until = performance.now() + replayMsAtMost
    for (;;) {
      const replicaStanding = await this.#askStanding(connection, position)
      if (!replicaStanding.isFollowing) throw new NotFromReplica('promoted', 'It follows no primary: it was promoted, or is none.')
      if (replicaStanding.hasReplayed) return
      if (performance.now() >= until) throw new NotFromReplica('behind', 'It lags behind the primary.')
      await sleep(replayPauseMs)
    }
  }

  /** Positions of two timelines say nothing about each other: a replica is asked only in the timeline of the primary. */
  async #askStanding(connection: Connection, { lsn, timeline }: LogPosition): Promise<ReplicaStanding> {
    const isTimelineKnown = this.#timelines.get(connection) === timeline
    const text = isTimelineKnown ? replayedStatement : replayedInTimelineStatement
    try {
      const { rows } = await ask<ReplicaStanding>(connection, text, isTimelineKnown ? [lsn] : [lsn, timeline], {
        patienceSeconds: checkSeconds,
      })
      const [row = { isFollowing: false, hasReplayed: false }] = rows
      if (row.hasReplayed) this.#timelines.set(connection, timeline)
      return row
    } catch (error) {
      giveUp(connection)
      throw new NotFromReplica('unreachable', messageOf(error))
    }
  }

  #count(outcome: ReplicaOutcome, words = ''): void {
    this.#readings[outcome]++
    const pauseMs = restMs[outcome]
    if (pauseMs !== undefined) this.#restsUntil = performance.now() + pauseMs
    // A lag and a reading that was broken off are daily events; the metrics count them.
    const lastWords = outcome === 'unreachable' || outcome === 'promoted' ? words : ''
    if (lastWords === this.#lastWords || (outcome !== 'answered' && lastWords === '')) return
    this.#lastWords = lastWords
    this.#onChange(lastWords === '' ? 'The read replica answers again.' : `The read replica is not asked: ${lastWords}`)
  }
}

const standingStatement = (condition: string) => `select pg_is_in_recovery() as "isFollowing", ${condition} as "hasReplayed"`
const replayedStatement = standingStatement('coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)')
export const replayedInTimelineStatement = standingStatement(
  `coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) and $2::int = greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()))`,
)

/** A failed reading that the primary may answer; undefined where the failure is the reading's own. */
const reasonOf = (error: unknown): NotFromReplica | undefined => {
  if (error instanceof NotFromReplica) return error
  const code = isFromServer(error) ? error.code : undefined
  // Stopped because it took too long: the primary would take as long.
  if (code === '57014') return undefined
  if (code === '25006') return new NotFromReplica('writes', messageOf(error))
  return isFromServer(error) || isBusy(error) ? new NotFromReplica('brokenOff', messageOf(error)) : undefined
}

/** Those who ask while an answer is under way share the next one: the one under way may be older than their question. */
const shareNextAnswer = <A>(question: () => Promise<A>): (() => Promise<A>) => {
  let current: Promise<unknown> | undefined
  let next: Promise<A> | undefined
  const begin = (): Promise<A> => {
    const answer = question()
    const settledAnswer = answer
      .catch(() => undefined)
      .finally(() => {
        if (current === settledAnswer) current = undefined
      })
    current = settledAnswer
    return answer
  }
  return () => {
    if (current === undefined) return begin()
    return (next ??= current.then(() => {
      next = undefined
      return begin()
    }))
  }
}
