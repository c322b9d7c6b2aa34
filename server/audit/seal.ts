import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Id } from '../../kernel/id.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { QueryTx } from '../db/tx.ts'

/** What is sealed: rows that never change once they are written, and the content of documents in the books. */
export const sealedNouns = ['move', 'document_event', 'asset_event', 'wf_event', 'file', 'watched_change', 'value_entry'] as const
/** `seal`: those that came along from another installation, sealed as rows where they arrived. */
export type SealedNoun = (typeof sealedNouns)[number] | 'document' | 'seal'

/** One row in a seal. `digest` is SHA-256 in hex. */
export type Leaf = { readonly noun: string; readonly key: string; readonly digest: string }

/** What a seal says, without its head. `upto` is the last number of each noun that is in it or in one before. */
export type Seal = {
  readonly orgId: Id
  readonly no: number
  /** Milliseconds since 1970. */
  readonly atMs: string
  readonly upto: Readonly<Record<string, string>>
  readonly leaves: readonly Leaf[]
}

/** The head of a seal, hex: over everything in it and the head before; with a key no one makes it who has the database alone. */
export const headOf = ({ orgId, no, atMs, upto, leaves }: Seal, before: string, key: string | undefined): string => {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key)
  const numbers = Object.entries(upto).toSorted(([a], [b]) => (a < b ? -1 : 1))
  hash.update(JSON.stringify([before, orgId, no, atMs, numbers, leaves.length]))
  for (const { noun, key: of, digest } of leaves) hash.update(`\n${noun} ${of} ${digest}`)
  return hash.digest('hex')
}

type Means = {
  readonly key: string | undefined
  readonly log: Logger
  readonly settleMs?: number
  readonly patienceMs?: number
  readonly signal?: AbortSignal
}

/**
 * Seals everything that was committed before now, of all organisations, in one chain for each. No one who writes waits for it. Rows are
 * found by their numbers, so it first waits until every transaction has ended that may have taken one of them, and where that takes longer
 * than `patienceMs` it leaves them for the next time, as it does with what is written meanwhile. It may be killed at any point and be done by several at once. Answers
 * how many seals were made.
 */
export const sealAll = async (database: Database, { key, log, settleMs = 1000, patienceMs = 30_000, signal }: Means): Promise<number> => {
  const last = await lastNumbers(database)
  // Several machines give out no numbers that a seal could follow.
  if (sealedNouns.some((noun) => last[noun] === unboundedNumber)) return 0
  const sealedUpTo = await sealedNumbers(database)
  if (sealedNouns.every((noun) => last[noun] === sealedUpTo[noun])) return 0
  await sleep(settleMs, undefined, { signal })
  if (!(await allEnded(database, patienceMs, signal))) {
    log.warn('Nothing was sealed: a transaction stays open')
    return 0
  }
  let sealCount = 0
  const waitingLeaves = new Map<Id, NumberedLeaf[]>()
  let count = 0
  const upto = { ...sealedUpTo }
  const flush = async () => {
    for (const [orgId, rows] of waitingLeaves) sealCount += await database.inTransaction(orgId, (tx) => sealRows(tx, rows, key))
    await remember(database, upto)
    waitingLeaves.clear()
    count = 0
  }
  for (const noun of sealedNouns) {
    let window = windowNumbers
    while (upto[noun] < last[noun]) {
      const to = upto[noun] + window < last[noun] ? upto[noun] + window : last[noun]
      const rows = await database.gate<NumberedLeaf & { org_id: Id }>(
        "select org_id, noun, number, key, encode(digest, 'hex') as digest from gate_digests($1, $2, $3) order by org_id, number",
        [noun, String(upto[noun]), String(to)],
      )
      for (const row of rows) {
        const ownLeaves = waitingLeaves.get(row.org_id) ?? []
        waitingLeaves.set(row.org_id, ownLeaves)
        ownLeaves.push(row)
      }
      count += rows.length
      upto[noun] = to
      // Where an organisation arrived with higher numbers than were given out here, there are long stretches of nothing.
      if (rows.length > 0) window = windowNumbers
      else if (window < windowNumbersAtMost) window *= 2n
      if (count >= rowsAtOnce) await flush()
    }
  }
  await flush()
  return sealCount
}

/** Where a key is new, the chains that stand already get a seal that is made with it, so that no one goes on, or begins anew, without. */
export const anchorAll = async (database: Database, key: string): Promise<void> => {
  const organisations = await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')
  for (const { org_id: orgId } of organisations) await database.inTransaction(orgId, (tx) => sealRows(tx, [], key))
}

/** Seals every few minutes; what was done since is the only part of history that no seal holds. */
export const startSealing = (database: Database, key: string | undefined, log: Logger): { readonly stop: () => Promise<void> } => {
  const aborter = new AbortController()
  let currentRun: Promise<unknown> | undefined
  let isAnchored = false
  const sealOnce = async () => {
    if (key !== undefined && !isAnchored) await anchorAll(database, key)
    isAnchored = true
    await sealAll(database, { key, log, signal: aborter.signal })
  }
  const work = () => {
    currentRun ??= sealOnce()
      .catch((error) => {
        if (!aborter.signal.aborted) log.warn({ error }, 'Not everything was sealed; trying again')
      })
      .finally(() => (currentRun = undefined))
  }
  const [firstTimer, timer] = [setTimeout(work, firstMs), setInterval(work, everyMs)]
  return {
    stop: async () => {
      clearTimeout(firstTimer)
      clearInterval(timer)
      aborter.abort()
      await currentRun
    },
  }
}

const firstMs = 20_000
const everyMs = 300_000
const windowNumbers = 2000n
const windowNumbersAtMost = 64_000n
const rowsAtOnce = 10_000
const leavesAtMost = 2000

export type NumberedLeaf = Leaf & { readonly number: string }
const unboundedNumber = 9223372036854775807n
type Numbers = Record<(typeof sealedNouns)[number], bigint>

const lastNumbers = async (database: Database): Promise<Numbers> => {
  const rows = await database.gate<{ noun: string; number: string }>('select noun, number from gate_last_numbers()')
  return numbersOf(new Map(rows.map(({ noun, number }) => [noun, number])))
}

/** Up to where everything of all organisations is sealed. */
export const sealedNumbers = async (database: Database): Promise<Numbers> => {
  const rows = await database.gate<{ key: string; value: string }>("select key, value from installation where key like 'sealed.%'")
  return numbersOf(new Map(rows.map(({ key, value }) => [key.slice('sealed.'.length), value])))
}

const numbersOf = (digests: ReadonlyMap<string, string>): Numbers =>
  Object.fromEntries(sealedNouns.map((noun) => [noun, BigInt(digests.get(noun) ?? 0)])) as Numbers

const remember = async (database: Database, upto: Numbers): Promise<void> => {
  for (const noun of sealedNouns)
    await database.gate(
      `insert into installation (key, value) values ($1, $2)
       on conflict (key) do update set value = excluded.value where installation.value::bigint < excluded.value::bigint`,
      [`sealed.${noun}`, String(upto[noun])],
    )
}

/**
 * Waits until every transaction that is open now has ended: those that began to write before this one, which it begins for its number. The
 * end of a snapshot says less: it is one past the last that has ended, so the newest that is open lies beyond it.
 */
const allEnded = async (database: Database, patienceMs: number, signal: AbortSignal | undefined): Promise<boolean> => {
  const now = await onlyRow(database.gate<{ xid: string }>('select pg_current_xact_id()::text as xid'))
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const row = await onlyRow(
      database.gate<{ ended: boolean }>('select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as ended', [now.xid]),
    )
    if (row.ended) return true
    if (waitedMs >= patienceMs) return false
    await sleep(pollMs, undefined, { signal })
  }
}

const pollMs = 100

/** Puts new rows of one organisation into seals; what a seal has already is left out. The person who else seals the same waits. */
export const sealRows = async (tx: QueryTx, rows: readonly NumberedLeaf[], key: string | undefined): Promise<number> => {
  const { atMs } = await onlyRow(
    tx.query<{ atMs: string }>(
      `select round(extract(epoch from clock_timestamp()) * 1000)::text as "atMs"
       from pg_advisory_xact_lock(hashtextextended('seal', $1::bigint))`,
      [tx.orgId],
    ),
  )
  const [last] = await tx.query<{ no: number; upto: Record<string, string>; head: string; keyed: boolean }>(
    'select no, upto, head, keyed from seal where org_id = $1 order by no desc limit 1',
    [tx.orgId],
  )
  let { no, upto, head }: { no: number; upto: Record<string, string>; head: string } = last ?? { no: 0, upto: {}, head: '' }
  const before = upto
  const fresh = rows.filter(({ noun, number }) => BigInt(number) > BigInt(before[noun] ?? 0))
  const pieces = Array.from({ length: Math.ceil(fresh.length / leavesAtMost) }, (_, index) =>
    fresh.slice(index * leavesAtMost, (index + 1) * leavesAtMost),
  )
  if (pieces.length === 0 && key !== undefined && last && !last.keyed) pieces.push([])
  for (const leaves of pieces) {
    no++
    upto = { ...upto }
    for (const { noun, number } of leaves) upto[noun] = number
    head = headOf({ orgId: tx.orgId, no, atMs, upto, leaves }, head, key)
    await tx.query(
      `insert into seal (org_id, no, at, upto, nouns, keys, digests, keyed, head)
       values ($1, $2, to_timestamp($3::numeric / 1000), $4, $5::text[], $6::text[], array(select decode(d, 'hex') from unnest($7::text[]) with ordinality as u (d, at) order by at), $8, $9)`,
      [
        tx.orgId,
        no,
        atMs,
        upto,
        leaves.map(({ noun }) => noun),
        leaves.map(({ key: of }) => of),
        leaves.map(({ digest }) => digest),
        key !== undefined,
        head,
      ],
    )
  }
  return pieces.length
}
