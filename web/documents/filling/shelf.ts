import { storagePrefix } from '../../../domain/rules/constants.ts'
import { session, storeAside, stored } from '../../session/session.ts'
import type { StoredFilling } from './filling.ts'

/** What is being filled in on this device, until it is sent. */
export type Shelf<F> = {
  readonly found: () => StoredFilling<F> | undefined
  /** Written once typing pauses. Nothing is kept of undefined, and what was kept goes. */
  readonly keep: (kept: StoredFilling<F> | undefined) => void
  /** Writes what waits to be written. */
  readonly flush: () => void
}

const pauseMs = 400
const keptSeconds = 30 * 24 * 3600
const namePrefix = '_filling_'

/** What is being filled in on this device, by every person. */
export const allFillings = (): readonly unknown[] =>
  Object.keys(globalThis.localStorage ?? {}).flatMap((key) =>
    key.startsWith(storagePrefix + namePrefix) ? (stored<unknown>(key.slice(storagePrefix.length)) ?? []) : [],
  )

/** Under a name of its own for each person: what a person began stays theirs, no matter who is signed in by the time it is written. */
export const shelfOf = <F>(name: string): Shelf<F> => {
  const key = `${namePrefix}${session().uid}_${name}`
  let waiting: StoredFilling<F> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    if (waiting) storeAside(key, waiting, keptSeconds)
    waiting = undefined
  }
  return {
    found: () => stored<StoredFilling<F>>(key),
    keep: (keptFilling) => {
      clearTimeout(timer)
      waiting = keptFilling
      if (keptFilling) timer = setTimeout(flush, pauseMs)
      else storeAside(key, undefined)
    },
    flush,
  }
}
