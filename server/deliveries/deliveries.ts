import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Id } from '../../kernel/id.ts'
import { messageTypes } from '../../domain/operations/messages.ts'
import { administrators } from '../access/people.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type Job, type PieceWorker, startJobs, type WholeWorker } from '../jobs/jobs.ts'
import { messageColumns, messageIn, type StoredMessage } from '../messaging/messages.ts'
import { notify } from '../messaging/notify.ts'
import type { Event } from '../messaging/relay.ts'
import type { Deliverer, Outcome, Unread } from './deliverer.ts'

export type Deliveries = {
  /** Hears what the relay has read: new messages are handed out at once. */
  readonly hear: (events: readonly Event[]) => void
  readonly stop: () => Promise<void>
}

/**
 * Takes new messages to people by every way in the list. Three steps, each repeated where a process dies in it: announcements after a place
 * that all processes share become one job each; that job asks each way where the messages are wanted and makes a job for each address;
 * that one delivers, in a lane of its way, so that a way that hangs holds up no other. Whoever announces waits for none of them.
 */
export const startDeliveries = async (database: Database, log: Logger, deliverers: readonly Deliverer[]): Promise<Deliveries> => {
  if (deliverers.length === 0) return { hear: () => undefined, stop: async () => undefined }
  await beginPlace(database)
  const sorting = startJobs(database, log, [sortingWorker(deliverers)])
  const lanes = deliverers.map((deliverer) => startJobs(database, log, [deliveringWorker(deliverer)]))
  let stopping = false
  let wanted = false
  let handing: Promise<void> | undefined
  const handOutAll = async () => {
    while (wanted && !stopping) {
      wanted = false
      await handOut(database).then(sorting.wake, async (error) => {
        log.warn({ error }, 'Messages could not be handed out; trying again')
        wanted = true
        await sleep(retryMs)
      })
    }
    handing = undefined
  }
  const wake = () => {
    wanted = true
    handing ??= handOutAll()
  }
  // What was announced while nobody was there.
  wake()
  return {
    hear: (events) => {
      if (events.some(({ topic, body }) => topic === 'message' && body['ids'] !== undefined)) wake()
    },
    stop: async () => {
      stopping = true
      await Promise.all([handing, ...[sorting, ...lanes].map((lane) => lane.stop())])
    },
  }
}

const retryMs = 1000
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

/** Any number of processes may do this at once: a job that is there is not made again, and what lies after a place that fell back is only read again. */
const handOut = async (database: Database): Promise<void> => {
  const place = await onlyRow(database.gate<{ value: string }>('select value from installation where key = $1', [placeKey]))
  let [xid, id] = place.value.split(' ')
  for (;;) {
    const [reached] = await database.gate<{
      xid: string
      id: string
      settled_xid: string | null
      settled_id: string | null
      full_page: boolean
    }>('select xid, id, settled_xid, settled_id, full_page from gate_hand_out($1, $2, $3, $4)', [xid, id, batchRows, sortingKind])
    if (reached?.settled_xid)
      await database.gate('update installation set value = $2 where key = $1', [placeKey, `${reached.settled_xid} ${reached.settled_id}`])
    if (!reached?.full_page) return
    ;({ xid, id } = reached)
  }
}

const sortingKind = 'message'

/** Asks every way where messages that are new are wanted. */
const sortingWorker = (deliverers: readonly Deliverer[]): WholeWorker => ({
  kind: sortingKind,
  run: async (tx, { body }) => {
    const unread = await unreadAmong(tx, (body as { ids: readonly Id[] }).ids)
    if (unread.length === 0) return
    for (const deliverer of deliverers) {
      const wanted = await deliverer.wants(tx, unread)
      await Promise.all(
        wanted.map(({ id, address }) =>
          enqueue(tx, { kind: kindOf(deliverer), key: `${id}/${address}`, body: { id, address, tries: 0 } satisfies Wish }),
        ),
      )
    }
  },
})

type Wish = { readonly id: Id; readonly address: string; readonly tries: number }

const kindOf = ({ name }: Deliverer): string => `deliver.${name}`

/** Those that nobody has read, and whose people are there. That something did not arrive is told on the screen alone. */
const unreadAmong = async (tx: Tx, ids: readonly Id[]): Promise<Unread[]> => {
  const rows = await tx.query<StoredMessage & { uid: Id }>(
    `select ${messageColumns}, m.uid from message m
     where m.org_id = $1 and m.id = any ($2::bigint[]) and m.read_at is null and coalesce(m.notice, '') not like '${undelivered}%'
       and exists (select from person p where p.org_id = $1 and p.id = m.uid and p.state = 'active' and p.deleted_at is null)
     order by m.seq`,
    [tx.orgId, ids],
  )
  return rows.map(({ uid, ...row }) => ({ id: row.id, uid, shown: (language) => messageIn(language)(row) }))
}

const undelivered = 'undelivered.'

/** Delivers what is still unread. A try that is cut off is made again under the same key. */
const deliveringWorker = (deliverer: Deliverer): PieceWorker => ({
  kind: kindOf(deliverer),
  piece: async (database, job, log) => {
    const wish = job.body as Wish
    const [message] = await database.reading(job.orgId, (tx) => unreadAmong(tx, [wish.id]))
    if (!message) return false
    const outcome = await outcomeOf(deliverer, job, wish, message)
    if (outcome.t !== 'again') return false
    const seconds = retrySeconds[wish.tries]
    if (seconds !== undefined) {
      const dueAt = new Date(database.now() + waitSeconds(outcome.afterSeconds, seconds) * 1000).toISOString()
      const next: Wish = { ...wish, tries: wish.tries + 1 }
      await database.inTransaction(job.orgId, (tx) => enqueue(tx, { kind: job.kind, key: job.key, body: next, dueAt }))
      return false
    }
    log.error({ delivery: { way: deliverer.name, orgId: job.orgId, key: job.key }, why: outcome.why }, 'A message was not delivered')
    await database.inTransaction(job.orgId, (tx) => tellUndelivered(tx, deliverer, message, outcome.why))
    return false
  },
})

/** How long it waits after each try that came to nothing; after the last there is one more try. */
export const retrySeconds = [15, 60, 300, 1800, 7200] as const

/** Receivers ask for anything; nobody wants a message of the day before yesterday. */
const waitSeconds = (asked: number | undefined, own: number): number =>
  asked !== undefined && Number.isFinite(asked) ? Math.min(Math.max(0, asked), Math.max(...retrySeconds)) : own

const outcomeOf = async (deliverer: Deliverer, job: Job, { address }: Wish, message: Unread): Promise<Outcome> => {
  const signal = AbortSignal.timeout(deliverer.timeoutSeconds * 1000)
  const late = new Promise<Outcome>((done) => signal.addEventListener('abort', () => done({ t: 'again', why: 'no answer in time' })))
  const key = [job.orgId, deliverer.name, job.key].join('/')
  const told = deliverer.deliver({ key, orgId: job.orgId, address, message, signal }).catch((error: unknown): Outcome => ({
    t: 'again',
    why: error instanceof Error ? error.message : String(error),
  }))
  return Promise.race([told, late])
}

/** Administrators hear of it; many within an hour become one. */
const tellUndelivered = async (tx: Tx, { name, title: way }: Deliverer, { uid, shown }: Unread, why: string): Promise<void> => {
  const person = await onlyRow(
    tx.query<{ user_name: string }>('select user_name from person where org_id = $1 and id = $2', [tx.orgId, uid]),
  )
  await notify(tx, {
    uids: await administrators(tx),
    msgType: messageTypes.system,
    category: 'system',
    title: '发给{person}的消息没有送达（{way}）',
    params: { person: person.user_name, way },
    content: `${shown('zh').title}: ${why}`,
    link: '/pages/message/msglist',
    merge: {
      kind: undelivered + name,
      about: uid,
      several: '发给{person}的 {n} 条消息没有送达（{way}）',
      crowd: { from: 3, title: '一小时内有 {n} 条消息没有送达（{way}）', link: '/pages/message/msglist' },
    },
  })
}
