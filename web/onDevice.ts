import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A database that the browser keeps on this device. */
export type OnDevice<S extends DBSchema> = {
  /** The opened database, made where there is none. Rejects where the browser has none to give, and tries again when it is asked for again. */
  readonly database: () => Promise<IDBPDatabase<S>>
  readonly close: () => void
}

/** The device has no room for what was to be kept. */
export class NoRoom extends Error {
  override name = 'NoRoom'
}

/** Opens a database when it is first asked for, and anew where it was closed under our hands. `make` lays out a fresh one. */
export const onDevice = <S extends DBSchema>(name: string, make: (database: IDBPDatabase<S>) => void): OnDevice<S> => {
  let open: Promise<IDBPDatabase<S>> | undefined
  const forget = () => {
    open = undefined
  }
  return {
    database: () => {
      if (open) return open
      open = openDB<S>(name, 1, {
        upgrade: (database) => make(database),
        // A newer version of the app in another tab wants to change it: this tab opens it anew.
        blocking: (_, __, event) => {
          ;(event.target as IDBDatabase).close()
          forget()
        },
        terminated: forget,
      })
      open.catch(forget)
      return open
    },
    close: () => void open?.then((database) => database.close()),
  }
}

/** Answers once the transaction has reached the disk; nothing is there where it did not. Rejects with NoRoom where the disk is full. */
export const finishTransaction = async <R>(
  tx: { readonly done: Promise<void>; readonly error: DOMException | null; abort: () => void },
  work: () => Promise<R>,
): Promise<R> => {
  try {
    const result = await work()
    await tx.done
    return result
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // It has ended already.
    }
    await tx.done.catch(() => undefined)
    throw isFull(error) || isFull(tx.error) ? new NoRoom('the device is full') : error
  }
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'
