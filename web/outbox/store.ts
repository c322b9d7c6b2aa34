import type { DBSchema } from 'idb'
import { finishTransaction, onDevice } from '../onDevice.ts'
import type { Action } from './action.ts'

/** What waits on this device, in the order in which it was put down. What is answered has reached the disk. */
export type Store = {
  readonly all: () => Promise<readonly Action[]>
  /** Puts an action at the end, in place of what has its key. Rejects with NoRoom where the disk is full: nothing has changed then. */
  readonly keep: (action: Action) => Promise<void>
  /** Writes what became of an action, or takes it away; nothing where another command stands under its key by now. */
  readonly settle: (action: Action, nextAction: Action | undefined) => Promise<void>
  readonly close: () => void
}

interface Schema extends DBSchema {
  action: { key: number; value: Action; indexes: { key: string } }
}

/** Opens the database; it is made where there is none. Rejects where the browser has none to give. */
export const openStore = async (name = 'zaice.outbox'): Promise<Store> => {
  const { database, close } = onDevice<Schema>(
    name,
    (database) => void database.createObjectStore('action', { autoIncrement: true }).createIndex('key', 'key', { unique: true }),
  )
  const openWriting = async () => (await database()).transaction('action', 'readwrite', { durability: 'strict' })
  await database()
  return {
    all: async () => (await database()).getAll('action'),
    keep: async (action) => {
      const tx = await openWriting()
      // What was there before stays where it cannot be written: nothing is kept by halves.
      await finishTransaction(tx, async () => {
        const former = await tx.store.index('key').getKey(action.key)
        if (former !== undefined) await tx.store.delete(former)
        await tx.store.add(action)
      })
    },
    settle: async (action, nextAction) => {
      const tx = await openWriting()
      const place = await tx.store.index('key').getKey(action.key)
      const storedAction = place === undefined ? undefined : await tx.store.get(place)
      if (place !== undefined && storedAction?.command === action.command)
        await (nextAction ? tx.store.put(nextAction, place) : tx.store.delete(place))
      await tx.done
    },
    close,
  }
}
