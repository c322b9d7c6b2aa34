import type { DBSchema } from 'idb'
import type { Id } from '../../kernel/id.ts'
import { onDevice } from '../onDevice.ts'

/**
 * What the browser gives to find a picked file again after a reload, where it gives such a thing; kept until the upload is over. Elsewhere
 * nothing is kept, and the person chooses the file once more.
 */
export type Handle = {
  readonly getFile: () => Promise<File>
  readonly queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
  readonly requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

interface Schema extends DBSchema {
  handle: { key: Id; value: Handle }
}
const { database } = onDevice<Schema>('zaice.uploads', (newDatabase) => void newDatabase.createObjectStore('handle'))

/** A browser without room, or one that keeps nothing in this window, forgets: that is no fault. */
const quietly = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

export const keepHandle = async (id: Id, handle: Handle): Promise<void> =>
  void (await quietly(async () => (await database()).put('handle', handle, id)))

export const dropHandle = async (id: Id): Promise<void> => void (await quietly(async () => (await database()).delete('handle', id)))

/** The file goes on under another upload. */
export const moveHandle = async (from: Id, to: Id): Promise<void> =>
  void (await quietly(async () => {
    const handle = await (await database()).get('handle', from)
    if (!handle) return
    await (await database()).put('handle', handle, to)
    await (await database()).delete('handle', from)
  }))

export const forgetHandles = async (): Promise<void> => void (await quietly(async () => (await database()).clear('handle')))

/** The file that was picked, if the browser still lets us; `ask` asks the person, in answer to a tap. */
export const fileAgain = (id: Id, ask: boolean): Promise<File | undefined> =>
  quietly(async () => {
    const handle = await (await database()).get('handle', id)
    if (!handle) return undefined
    const readAccess = { mode: 'read' } as const
    const permission = (await handle.queryPermission?.(readAccess)) ?? 'granted'
    if (permission === 'granted' || (ask && (await handle.requestPermission?.(readAccess)) === 'granted')) return handle.getFile()
    return undefined
  })
