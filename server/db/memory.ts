import type { Id } from '../../kernel/id.ts'
import { keepRecent } from '../../kernel/recent.ts'

/** What this process read about an organisation within the last second, and so need not read for every request. */
export type Memory = {
  /**
   * What was read under a key, at most a second old; `read` reads it anew. Only what was read is shared: a read under way belongs to its transaction,
   * which may wait for a lock or fail for reasons of its own.
   */
  readonly recall: <T>(key: string, read: () => Promise<T>) => Promise<T>
  /** Called where what stands under the key changes. A reader beside the change may remember what stood there for a second. */
  readonly forget: (key: string) => void
}

type Entry = { readonly value: unknown; readonly untilMs: number }

const rememberedMs = 1000
const entriesAtMost = 10_000

/** Makes the memories of organisations that share one database. */
export const openMemories = (): ((orgId: Id | '') => Memory) => {
  const entries = new Map<string, Entry>()
  return (orgId) => ({
    recall: async <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const place = `${orgId} ${key}`
      const existingEntry = entries.get(place)
      if (existingEntry && existingEntry.untilMs > performance.now()) return existingEntry.value as T
      const value = await read()
      keepRecent(entries, place, { value, untilMs: performance.now() + rememberedMs }, entriesAtMost)
      return value
    },
    forget: (key) => void entries.delete(`${orgId} ${key}`),
  })
}
