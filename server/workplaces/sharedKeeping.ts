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
  const secondsAhead = (seconds: number) => new Date(database.now() + seconds * 1000).toISOString()
  const read = async (key: string): Promise<string | undefined> => {
    const [row] = await database.gate<{ value: string }>(
      'select value from workplace_kept where key = $1 and value is not null and (until is null or until > $2)',
      [full(key), secondsAhead(0)],
    )
    return row?.value
  }
  const takeTurn = async (key: string, me: string): Promise<boolean> => {
    const leaseRows = await database.gate(
      `insert into workplace_kept as k (key, making, making_until) values ($1, $2, $3)
       on conflict (key) do update set making = excluded.making, making_until = excluded.making_until
       where (k.making_until is null or k.making_until <= $4) and (k.value is null or k.until <= $4)
       returning 1`,
      [full(key), me, secondsAhead(turnSeconds), secondsAhead(0)],
    )
    return leaseRows.length > 0
  }
  const make: HostStore['readOrMake'] = async (key, makeValue) => {
    const me = randomUUID()
    for (const end = database.now() + patienceSeconds * 1000; database.now() < end; await sleep(waitMs)) {
      const storedValue = await read(key)
      if (storedValue !== undefined) return storedValue
      if (!(await takeTurn(key, me))) continue
      try {
        const { value, seconds } = await makeValue()
        await database.gate(
          'update workplace_kept set value = $3, until = $4, making = null, making_until = null where key = $1 and making = $2',
          [full(key), me, value, secondsAhead(seconds)],
        )
        return value
      } catch (error) {
        // Nothing was brought: the next one begins at once.
        await database.gate('delete from workplace_kept where key = $1 and making = $2', [full(key), me])
        throw error
      }
    }
    throw new Error(`Nobody brought ${full(key)} within ${patienceSeconds} seconds.`)
  }
  // Those of this process that want the same wait for the same.
  const underWay = new Map<string, Promise<string>>()
  return {
    read,
    write: async (key, value, seconds) => {
      await database.gate(
        `insert into workplace_kept (key, value, until) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, until = excluded.until`,
        [full(key), value, seconds === undefined ? null : secondsAhead(seconds)],
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
      const creation = underWay.get(key) ?? make(key, makeValue).finally(() => underWay.delete(key))
      underWay.set(key, creation)
      return creation
    },
  }
}

/** Longer than a chat is waited for; the person who has the turn no longer is taken for dead. */
const turnSeconds = 30
const patienceSeconds = 60
const waitMs = 100
