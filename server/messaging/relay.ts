import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { Id } from '../../kernel/id.ts'
import { lastOf } from '../../kernel/assert.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import { type AnnouncementBundle, togetherTopic } from './outbox.ts'

/** Something that was announced and committed. */
export type Event = {
  readonly orgId: Id
  readonly id: string
  readonly topic: string
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

export type Relay = {
  /** Something was committed: reads at once and tells the other processes, at most every few milliseconds. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** Hears of what was announced; must not throw. */
export type Hearer = (events: readonly Event[]) => void

/**
 * Hands every announcement committed from now on to each of `hearers`, once in this process. Each server process has a relay of its own with
 * its own place in the one order: by transaction, then by row, and never past a transaction that is still open, because its rows would
 * appear behind the place. What a restored database brings along is settled first. What younger transactions have committed meanwhile is told
 * ahead and remembered, so that one long import does not hold up everyone. It is woken by NOTIFY, and looks every second where
 * a notification was lost.
 */
export const startRelay = async (database: Database, log: Logger, hearers: readonly Hearer[]): Promise<Relay> => {
  await database.gate('select gate_settle_outbox()')
  let place = await presentEnd(database)
  const ahead = new Set<string>()
  let isStopping = false
  let channel: pg.Client | undefined
  let wakeReader = (): void => undefined
  let isWanted = false
  const wake = () => {
    isWanted = true
    wakeReader()
  }
  const listener = listen(
    database,
    wake,
    (client) => (channel = client),
    () => isStopping,
  )

  const reader = (async () => {
    while (!isStopping) {
      isWanted = false
      try {
        place = await tellAfter(database, place, ahead, hearers)
      } catch (error) {
        log.warn({ error }, 'Announcements could not be read; trying again')
      }
      if (isWanted) await sleep(coalesceMs)
      else await untilWoken((wakeUp) => (wakeReader = wakeUp))
    }
  })()

  // One notification at a time; what is announced while it travels is told by the next one.
  let notification: Promise<void> | undefined
  let untold = false
  const tell = async () => {
    while (untold && !isStopping) {
      await sleep(coalesceMs)
      untold = false
      await channel?.query(`notify ${channelName}`).catch(() => undefined)
    }
    notification = undefined
  }
  return {
    wake: () => {
      wake()
      untold = true
      notification ??= tell()
    },
    stop: async () => {
      isStopping = true
      wake()
      await Promise.all([reader, notification])
      await channel?.end().catch(() => undefined)
      await listener
    },
  }
}

const channelName = 'zaice_outbox'
const coalesceMs = 5
const pollMs = 1000
const batchRows = 500
const aheadAtMost = 20_000

type Place = { readonly xid: string; readonly id: string }
type Row = { org_id: Id; id: string; xid: string; topic: string; key: string; body: Record<string, unknown>; settled: boolean }

/** Everything committed is before this place, and whatever is still open or yet to come is after it. */
const presentEnd = async (database: Database): Promise<Place> => {
  const row = await onlyRow(
    database.gate<{ xid: string }>('select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid'),
  )
  return { xid: row.xid, id: '9223372036854775807' }
}

/** Tells everything that can be seen after the place and was not told ahead; the place up to which nothing can appear any more. */
const tellAfter = async (database: Database, from: Place, ahead: Set<string>, hearers: readonly Hearer[]): Promise<Place> => {
  let settledPlace = from
  let read = from
  for (;;) {
    const rows = await database.gate<Row>('select org_id, id, xid, topic, key, body, settled from gate_outbox_since($1, $2, $3)', [
      read.xid,
      read.id,
      batchRows,
    ])
    const fresh = rows.filter((row) => !ahead.has(row.id))
    for (const row of rows) {
      if (row.settled) {
        settledPlace = { xid: row.xid, id: row.id }
        ahead.delete(row.id)
      } else ahead.add(row.id)
    }
    const events = fresh.flatMap(eventsIn)
    if (events.length > 0) for (const hear of hearers) hear(events)
    // What is too much to remember waits until the old transaction ends.
    if (rows.length < batchRows || ahead.size > aheadAtMost) return settledPlace
    read = { xid: lastOf(rows).xid, id: lastOf(rows).id }
  }
}

/** What a row announces: itself, or everything that its transaction did. */
const eventsIn = (row: Row): Event[] => {
  const { org_id: orgId, id } = row
  if (holdsSeveral(row)) return row.body.all.map(({ topic, key = '', body }) => ({ orgId, id, topic, key, body }))
  return [{ orgId, id, topic: row.topic, key: row.key, body: row.body }]
}

const holdsSeveral = (row: Row): row is Row & { readonly body: AnnouncementBundle } => row.topic === togetherTopic

const untilWoken = (offer: (wakeUp: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pollMs)
    offer(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Keeps one connection open that hears the other processes; while it is broken the poll does its work. */
const listen = async (
  database: Database,
  wake: () => void,
  onOpen: (client: pg.Client) => void,
  isStopping: () => boolean,
): Promise<void> => {
  while (!isStopping()) {
    await database
      .withPlainClient(undefined, async (client) => {
        const connectionEnd = new Promise<void>((resolve) => client.once('end', () => resolve()).once('error', () => resolve()))
        // What this process tells the others it has read already.
        const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        client.on('notification', ({ processId }) => {
          if (processId !== backend.rows[0]?.pid) wake()
        })
        await client.query(`listen ${channelName}`)
        onOpen(client)
        if (isStopping()) return
        await connectionEnd
      })
      .catch(() => undefined)
    if (!isStopping()) await sleep(pollMs)
  }
}
