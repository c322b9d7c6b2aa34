import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Id } from '../../kernel/id.ts'
import { entryOf } from '../../kernel/assert.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { administrators } from '../access/people.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type Job, type PieceWorker, startJobs, type WholeWorker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import type { Event } from '../messaging/relay.ts'
import type { Deliverer, Outcome, Source, Unread, DeliveryTarget } from './deliverer.ts'
import { notices, undeliveredPrefix } from './notices.ts'
import { ringingMessages } from './ringing.ts'

export type Deliveries = {
  /** Hears what the relay has read: new messages are handed out at once. */
  readonly hear: (events: readonly Event[]) => void
  readonly stop: () => Promise<void>
}

/**
 * Takes new messages to people by every way in the list. Three steps, each repeated where a process dies in it: announcements after a place
 * that all processes share become one job each; that job asks each way where the messages are wanted and makes a job for each address
 * (where a way rings, some seconds later, when the person who looks has read); that one delivers, in a lane of its way, so that a way that
 * hangs holds up no other. All messages of an organisation that are due together are asked for together. The person who announces waits for none
 * of them. Messages come from `notices` and from `others`.
 */
export const startDeliveries = async (
  database: Database,
  log: Logger,
  deliverers: readonly Deliverer[],
  otherSources: readonly Source[] = [],
): Promise<Deliveries> => {
  if (deliverers.length === 0) return { hear: () => undefined, stop: async () => undefined }
  await beginPlace(database)
  const sources = new Map([notices, ...otherSources].map((source) => [source.name, source]))
  const readingSeconds = deliverers.some(({ rings }) => rings) ? readSeconds : 0
  const offeringJobs = startJobs(database, log, offeringWorkers(deliverers, sources))
  const lanes = deliverers.map((deliverer) => startJobs(database, log, [deliveringWorker(deliverer, sources)], deliverer.atOnce))
  let isStopping = false
  let isWanted = false
  let handover: Promise<void> | undefined
  const handOutAll = async () => {
    while (isWanted && !isStopping) {
      isWanted = false
      await handOut(database, readingSeconds).then(readingSeconds === 0 ? offeringJobs.wake : undefined, async (error) => {
        log.warn({ error }, 'Messages could not be handed out; trying again')
        isWanted = true
        await sleep(retryMs)
      })
      // What is said meanwhile goes together.
      if (!isStopping) await sleep(gatherMs)
    }
    handover = undefined
  }
  const wake = () => {
    isWanted = true
    handover ??= handOutAll()
  }
  // What was announced while no one was there.
  wake()
  return {
    hear: (events) => {
      if (events.some(({ topic, body }) => topic === 'chat' || (topic === 'message' && body['ids'] !== undefined))) wake()
    },
    stop: async () => {
      isStopping = true
      await Promise.all([handover, ...[offeringJobs, ...lanes].map((lane) => lane.stop())])
    },
  }
}

const retryMs = 1000
const gatherMs = 100
const placeKey = 'messages.handed'
const batchRows = 1000

/** Begins at the present where there is no place, or only one of another life of the database. */
const beginPlace = (database: Database): Promise<unknown> =>
  database.gate(
    `insert into installation as i (key, value)
     select $1, (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text || ' 9223372036854775807'
     on conflict (key) do update set value = excluded.value
     where split_part(i.value, ' ', 1)::numeric > split_part(excluded.value, ' ', 1)::numeric`,
    [placeKey],
  )

/**
 * Any number of processes may do this at once: a job that is there is not made again, and what lies after a place that fell back is only read
 * again. The jobs of notices are due after so many seconds.
 */
const handOut = async (database: Database, dueSeconds: number): Promise<void> => {
  let from: { readonly xid: string; readonly id: string } | undefined
  for (;;) {
    const [reached] = await database.gate<{ xid: string; id: string; full_page: boolean }>(
      'select xid, id, full_page from gate_hand_out_from($1, $2, $3, $4, $5, $6)',
      [placeKey, from?.xid ?? null, from?.id ?? null, batchRows, offeringKind, dueSeconds],
    )
    if (!reached?.full_page) return
    from = reached
  }
}

/** How long the person who looks at a screen has to read before anything rings. */
const readSeconds = 3
/** The kind of the jobs that the database makes of announcements. */
const offeringKind = 'message.offer'
/** The kinds of older versions, whose processes leave such jobs behind where they end during an upgrade. */
const formerKinds = ['message', 'ring'] as const
type NewMessages = { readonly source: string; readonly ids: readonly Id[] }

/**
 * Asks the ways where new messages are wanted. Notices are wanted by every way that does not ring; the ways that ring are asked one after the
 * other, and what one has wanted the next is not asked for.
 */
const offeringWorkers = (deliverers: readonly Deliverer[], sources: ReadonlyMap<string, Source>): readonly WholeWorker[] => {
  const silentWays = deliverers.filter(({ rings }) => !rings)
  const ringingWays = deliverers.filter(({ rings }) => rings)
  const askWays = async (tx: Tx, { source, ids }: NewMessages) => {
    const unread = await entryOf(sources, source).unread(tx, ids)
    if (unread.length === 0) return
    if (source === notices.name) for (const deliverer of silentWays) await wish(tx, deliverer, source, await deliverer.wants(tx, unread))
    await askRingingWays(tx, ringingWays, source, unread)
  }
  return [offeringKind, ...formerKinds].map((kind) => ({
    kind,
    run: (tx, { body }: Job<NewMessages>) => askWays(tx, body),
    runTogether: async (tx, jobs: readonly Job<NewMessages>[]) => {
      const bySource = Map.groupBy(jobs, ({ body }) => body.source)
      for (const [source, sourceJobs] of bySource) await askWays(tx, { source, ids: sourceJobs.flatMap(({ body }) => body.ids) })
    },
  }))
}

const askRingingWays = async (tx: Tx, ways: readonly Deliverer[], source: string, unread: readonly Unread[]): Promise<void> => {
  if (ways.length === 0) return
  let unclaimed = await ringingMessages(tx, unread)
  for (const deliverer of ways) {
    if (unclaimed.length === 0) return
    const targets = await deliverer.wants(tx, unclaimed)
    await wish(tx, deliverer, source, targets)
    const targetKeys = new Set(targets.map(({ id, uid }) => `${id}/${uid}`))
    unclaimed = unclaimed.filter(({ id, uid }) => !targetKeys.has(`${id}/${uid}`))
  }
}

type Wish = DeliveryTarget & { readonly source: string; readonly tries: number }

const wish = (tx: Tx, { name }: Deliverer, source: string, targets: readonly DeliveryTarget[]): Promise<void> =>
  requestDelivery(tx, { way: name, source }, targets)

/** Asks a way to deliver something of a source, in the transaction that causes it. */
export const requestDelivery = async (
  tx: Tx,
  { way, source }: { readonly way: string; readonly source: string },
  targets: readonly DeliveryTarget[],
): Promise<void> => {
  await Promise.all(
    targets.map((target) =>
      enqueue(tx, {
        kind: kindOf(way),
        key: `${target.id}/${target.uid}/${target.address}`,
        body: { ...target, source, tries: 0 } satisfies Wish,
      }),
    ),
  )
}

const kindOf = (way: string): string => `deliver.${way}`

/**
 * Delivers what is still unread. A try that is cut off is made again under the same key; one that may have rung is not, because the message
 * itself is there.
 */
const deliveringWorker = (deliverer: Deliverer, sources: ReadonlyMap<string, Source>): PieceWorker => ({
  kind: kindOf(deliverer.name),
  piece: async (database, job: Job<Wish>, log) => {
    if (deliverer.rings && job.attempts > 1) return false
    const wish = job.body
    const [message] = await database.reading(job.orgId, (tx) => entryOf(sources, wish.source).unread(tx, [wish.id], wish.uid))
    if (!message) return false
    const outcome = await outcomeOf(deliverer, job, wish, message)
    if (outcome.t === 'delivered' || outcome.t === 'gone') return false
    const seconds = outcome.t === 'again' ? retrySeconds[outcome.isUntried ? 0 : wish.tries] : undefined
    if (outcome.t === 'again' && seconds !== undefined) {
      const dueAt = new Date(database.now() + waitSeconds(outcome.afterSeconds, seconds) * 1000).toISOString()
      const next: Wish = { ...wish, tries: wish.tries + (outcome.isUntried ? 0 : 1) }
      await database.inTransaction(job.orgId, (tx) => enqueue(tx, { kind: job.kind, key: job.key, body: next, dueAt }))
      return false
    }
    log.warn({ delivery: { way: deliverer.name, orgId: job.orgId, key: job.key }, why: outcome.why }, 'A message was not delivered')
    // What rings only says that a message is there: the person who was not rung at finds it.
    if (!deliverer.rings) await database.inTransaction(job.orgId, (tx) => tellUndelivered(tx, deliverer, message, outcome.why))
    return false
  },
})

/** How long it waits after each try that came to nothing; after the last there is one more try. */
export const retrySeconds = [15, 60, 300, 1800, 7200] as const

/** Receivers ask for anything; no one wants a message of the day before yesterday. */
const waitSeconds = (requestedSeconds: number | undefined, byDefaultSeconds: number): number =>
  requestedSeconds !== undefined && Number.isFinite(requestedSeconds)
    ? Math.min(Math.max(0, requestedSeconds), Math.max(...retrySeconds))
    : byDefaultSeconds

const outcomeOf = async (deliverer: Deliverer, job: Job, { address }: Wish, message: Unread): Promise<Outcome> => {
  const signal = AbortSignal.timeout(deliverer.timeoutSeconds * 1000)
  const late = new Promise<Outcome>((resolve) => signal.addEventListener('abort', () => resolve({ t: 'again', why: 'no answer in time' })))
  const key = [job.orgId, deliverer.name, job.key].join('/')
  const delivery = deliverer.deliver({ key, orgId: job.orgId, address, message, signal }).catch((error: unknown): Outcome => ({
    t: 'again',
    why: error instanceof Error ? error.message : String(error),
  }))
  return Promise.race([delivery, late])
}

/** Administrators hear of it; many within an hour become one. */
const tellUndelivered = async (tx: Tx, { name, title: way }: Deliverer, { uid, shown }: Unread, reason: string): Promise<void> => {
  const person = await onlyRow(
    tx.query<{ user_name: string }>('select user_name from person where org_id = $1 and id = $2', [tx.orgId, uid]),
  )
  await notify(tx, {
    uids: await administrators(tx),
    msgType: messageTypes.system,
    category: 'system',
    title: '发给{person}的消息没有送达（{way}）',
    params: { person: person.user_name, way },
    content: `${shown('zh').title}: ${reason}`,
    link: '/pages/message/msglist',
    merge: {
      kind: undeliveredPrefix + name,
      about: uid,
      several: '发给{person}的 {n} 条消息没有送达（{way}）',
      crowd: { from: 3, title: '一小时内有 {n} 条消息没有送达（{way}）', link: '/pages/message/msglist' },
    },
  })
}
