import type { DBSchema } from 'idb'
import { finishTransaction, onDevice } from '../../onDevice.ts'
import type { KeptFile, Owner } from '../action.ts'

/** A file of a form, as this device keeps it until what it belongs to was taken by the server. */
export type DeviceFile = KeptFile & { readonly reference: string; readonly author: Owner; readonly atMs: number }

export type FileStore = {
  /** Rejects with NoRoom where the disk is full: nothing is kept then. */
  readonly keep: (file: DeviceFile) => Promise<void>
  readonly find: (reference: string) => Promise<DeviceFile | undefined>
  /** Writes under which path a file lies on the server; nothing where it has gone meanwhile. */
  readonly settle: (reference: string, path: string) => Promise<void>
  readonly remove: (references: readonly string[]) => Promise<void>
  readonly references: () => Promise<readonly string[]>
}

interface Schema extends DBSchema {
  file: { key: string; value: DeviceFile }
}

/** Opens the database; it is made where there is none. Rejects where the browser has none to give. */
export const openFileStore = async (name = 'zaice.files'): Promise<FileStore> => {
  const { database } = onDevice<Schema>(name, (database) => void database.createObjectStore('file', { keyPath: 'reference' }))
  const openWriting = async () => (await database()).transaction('file', 'readwrite', { durability: 'strict' })
  await database()
  return {
    keep: async (file) => {
      const tx = await openWriting()
      await finishTransaction(tx, () => tx.store.add(file))
    },
    find: async (reference) => (await database()).get('file', reference),
    settle: async (reference, path) => {
      const tx = await openWriting()
      const file = await tx.store.get(reference)
      if (file) await tx.store.put({ ...file, path })
      await tx.done
    },
    remove: async (references) => {
      const tx = await openWriting()
      await Promise.all(references.map((reference) => tx.store.delete(reference)))
      await tx.done
    },
    references: async () => (await database()).getAllKeys('file'),
  }
}
