import type { DBSchema } from 'idb'
import type { Id } from '../../../kernel/id.ts'
import { finishTransaction, onDevice } from '../../onDevice.ts'
import type { Fate, KeptFile, Owner } from '../../outbox/action.ts'

/** A message as this device keeps it until the server has it. `content` is what is sent, and `files` are put into it in their order. */
export type Pending<C = unknown> = Fate & {
  /** The message's id, named here: the same from the first sending to the last, so that it is one message. */
  readonly id: Id
  readonly author: Owner
  readonly chatId: Id
  readonly content: C
  readonly files: readonly KeptFile[]
  readonly atMs: number
}

interface Schema extends DBSchema {
  pending: { key: number; value: Pending; indexes: { id: string } }
  kept: { key: string; value: unknown }
}

/** What is to be sent, in the order in which it was put down, and what was read last. What is answered has reached the disk. */
export type Store = {
  readonly all: () => Promise<readonly Pending[]>
  /** Puts a message at the end. Rejects with NoRoom where the disk is full: nothing has changed then. */
  readonly keep: (message: Pending) => Promise<void>
  /** Writes what became of a message, or takes it away; nothing where it has gone meanwhile. */
  readonly settle: (id: Id, nextMessage: Pending | undefined) => Promise<void>
  /** What was read last under a name, by this person. */
  readonly recall: <T>(owner: Owner, name: string) => Promise<T | undefined>
  readonly remember: (owner: Owner, name: string, value: unknown) => Promise<void>
  /** Everything that anyone else has read here goes; what they wrote stays until they come back. */
  readonly forgetOthers: (owner: Owner | undefined) => Promise<void>
  readonly close: () => void
}

/** Opens the database; it is made where there is none. Rejects where the browser has none to give. */
export const openStore = async (name = 'zaice.chat'): Promise<Store> => {
  const { database, close } = onDevice<Schema>(name, (database) => {
    database.createObjectStore('pending', { autoIncrement: true }).createIndex('id', 'id', { unique: true })
    database.createObjectStore('kept')
  })
  const openWriting = async () => (await database()).transaction('pending', 'readwrite', { durability: 'strict' })
  await database()
  return {
    all: async () => (await database()).getAll('pending'),
    keep: async (message) => {
      const tx = await openWriting()
      await finishTransaction(tx, () => tx.store.add(message))
    },
    settle: async (id, nextMessage) => {
      const tx = await openWriting()
      const place = await tx.store.index('id').getKey(id)
      if (place !== undefined) await (nextMessage ? tx.store.put(nextMessage, place) : tx.store.delete(place))
      await tx.done
    },
    recall: async <T>(owner: Owner, ownerKey: string) => (await (await database()).get('kept', keyOf(owner, ownerKey))) as T | undefined,
    remember: async (owner, ownerKey, value) => void (await (await database()).put('kept', value, keyOf(owner, ownerKey))),
    forgetOthers: async (owner) => {
      const ownPrefix = owner && keyOf(owner, '')
      const tx = (await database()).transaction('kept', 'readwrite')
      for (const key of await tx.store.getAllKeys()) if (!ownPrefix || !key.startsWith(ownPrefix)) await tx.store.delete(key)
      await tx.done
    },
    close,
  }
}

const keyOf = ({ orgId, uid }: Owner, name: string): string => `${orgId} ${uid} ${name}`

/** The same for a browser that keeps nothing: it lasts as long as the page. */
export const memoryStore = (): Store => {
  let pending: readonly Pending[] = []
  const values = new Map<string, unknown>()
  return {
    all: async () => pending,
    keep: async (message) => {
      pending = [...pending, message]
    },
    settle: async (id, nextMessage) => {
      const settled = nextMessage ? [nextMessage] : []
      pending = pending.flatMap((message) => (message.id === id ? settled : [message]))
    },
    recall: async <T>(owner: Owner, ownerKey: string) => values.get(keyOf(owner, ownerKey)) as T | undefined,
    remember: async (owner, ownerKey, value) => void values.set(keyOf(owner, ownerKey), value),
    forgetOthers: async (owner) => {
      for (const key of values.keys()) if (!owner || !key.startsWith(keyOf(owner, ''))) values.delete(key)
    },
    close: () => undefined,
  }
}
