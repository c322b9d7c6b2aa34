import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostStore, WorkplaceName } from '../../hosts/workplace.ts'
import type { Database } from '../db/pool.ts'

export type SharedKeeping = HostStore & {
  /** What the chat itself said at a moment of its own clock: what is older than what is kept changes nothing. */
  readonly writeSaid: (key: string, value: string, saidMs: number) => Promise<void>
}

/** What a chat keeps, shared by all processes. What is made is made by one of them; where it dies over it, another one takes its turn. */
export const keepingOn = (database: Database, name: WorkplaceName): SharedKeeping => {
  const full = (key: string) => `${name}/${key}`
  // Those of this process that want the same wait for the same.
  const underWay = new Map<string, Promise<string>>()
  return {
    read: (key) => readValue(database, full(key)),
    write: async (key, value, seconds) => {
      await database.gate(
        `insert into workplace_kept (key, value, until) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, until = excluded.until`,
        [full(key), value, seconds === undefined ? null : secondsAhead(database, seconds)],
      )
    },
    writeSaid: async (key, value, saidMs) => {
      await database.gate(
        `insert into workplace_kept as k (key, value, said_ms) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, said_ms = excluded.said_ms, until = null
         where k.value is null or k.said_ms is null or k.said_ms <= excluded.said_ms`,
        [full(key), value, Math.trunc(saidMs)],
      )
    },
    forget: async (key) => {
      await database.gate('delete from workplace_kept where key = $1', [full(key)])
    },
    readOrMake: (key, makeValue) => {
      const creation = underWay.get(key) ?? makeInTurn(database, full(key), makeValue).finally(() => underWay.delete(key))
      underWay.set(key, creation)
      return creation
    },
  }
}

const secondsAhead = (database: Database, seconds: number): string => new Date(database.now() + seconds * 1000).toISOString()

/** The value under a key as all chats have it; undefined where there is none, or it is over. */
const readValue = async (database: Database, fullKey: string): Promise<string | undefined> => {
  const [row] = await database.gate<{ value: string }>(
    'select value from workplace_kept where key = $1 and value is not null and (until is null or until > $2)',
    [fullKey, secondsAhead(database, 0)],
  )
  return row?.value
}

const takeTurn = async (database: Database, fullKey: string, me: string): Promise<boolean> => {
  const leaseRows = await database.gate(
    `insert into workplace_kept as k (key, making, making_until) values ($1, $2, $3)
     on conflict (key) do update set making = excluded.making, making_until = excluded.making_until
     where (k.making_until is null or k.making_until <= $4) and (k.value is null or k.until <= $4)
     returning 1`,
    [fullKey, me, secondsAhead(database, turnSeconds), secondsAhead(database, 0)],
  )
  return leaseRows.length > 0
}

/** Makes a value when its turn comes, unless another process made it meanwhile. */
const makeInTurn = async (database: Database, fullKey: string, makeValue: Parameters<HostStore['readOrMake']>[1]): Promise<string> => {
  const me = randomUUID()
  for (const end = database.now() + patienceSeconds * 1000; database.now() < end; await sleep(waitMs)) {
    const storedValue = await readValue(database, fullKey)
    if (storedValue !== undefined) return storedValue
    if (!(await takeTurn(database, fullKey, me))) continue
    try {
      const { value, seconds } = await makeValue()
      await database.gate(
        'update workplace_kept set value = $3, until = $4, making = null, making_until = null where key = $1 and making = $2',
        [fullKey, me, value, secondsAhead(database, seconds)],
      )
      return value
    } catch (error) {
      // Nothing was brought: the next one begins at once.
      await database.gate('delete from workplace_kept where key = $1 and making = $2', [fullKey, me])
      throw error
    }
  }
  throw new Error(`Nobody brought ${fullKey} within ${patienceSeconds} seconds.`)
}

/** Longer than a chat is waited for; the person who has the turn no longer is taken for dead. */
const turnSeconds = 30
const patienceSeconds = 60
const waitMs = 100
