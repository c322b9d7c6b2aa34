import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Action } from './action.ts'

/** What waits on this device, in the order in which it was put down. What is answered has reached the disk. */
export type Store = {
  readonly all: () => Promise<readonly Action[]>
  /** Puts an action at the end, in place of what has its key. Rejects with NoRoom where the disk is full: nothing has changed then. */
  readonly keep: (action: Action) => Promise<void>
  /** Writes what became of an action, or takes it away; nothing where another command stands under its key by now. */
  readonly settle: (action: Action, became: Action | undefined) => Promise<void>
  readonly close: () => void
}

/** The device has no room for what was to be kept. */
export class NoRoom extends Error {
  override name = 'NoRoom'
}

interface Schema extends DBSchema {
  action: { key: number; value: Action; indexes: { key: string } }
}

/** Opens the database; it is made where there is none. Rejects where the browser has none to give. */
export const openStore = async (name = 'zaice.outbox'): Promise<Store> => {
  let open: Promise<IDBPDatabase<Schema>> | undefined
  const database = (): Promise<IDBPDatabase<Schema>> => {
    open ??= openDB<Schema>(name, 1, {
      upgrade: (made) => void made.createObjectStore('action', { autoIncrement: true }).createIndex('key', 'key', { unique: true }),
      // A newer version of the app in another tab wants to change it: this tab opens it anew.
      blocking: (_, __, event) => {
        ;(event.target as IDBDatabase).close()
        open = undefined
      },
      terminated: () => {
        open = undefined
      },
    })
    open.catch(() => {
      open = undefined
    })
    return open
  }
  const writing = async () => (await database()).transaction('action', 'readwrite', { durability: 'strict' })
  await database()
  return {
    all: async () => (await database()).getAll('action'),
    keep: async (action) => {
      const tx = await writing()
      try {
        const former = await tx.store.index('key').getKey(action.key)
        if (former !== undefined) await tx.store.delete(former)
        await tx.store.add(action)
        await tx.done
      } catch (error) {
        // What was there before stays: nothing is kept by halves.
        if (tx.error === null) tx.abort()
        await tx.done.catch(() => undefined)
        throw isFull(error) || isFull(tx.error) ? new NoRoom('the device is full') : error
      }
    },
    settle: async (action, became) => {
      const tx = await writing()
      const place = await tx.store.index('key').getKey(action.key)
      const known = place === undefined ? undefined : await tx.store.get(place)
      if (place !== undefined && known?.command === action.command) await (became ? tx.store.put(became, place) : tx.store.delete(place))
      await tx.done
    },
    close: () => void open?.then((opened) => opened.close()),
  }
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'
