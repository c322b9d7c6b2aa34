import type { Id } from '../../kernel/id.ts'
import { keepRecent } from '../../kernel/recent.ts'

/** What this process read about an organisation within the last second, and so need not read for every request. */
export type Memory = {
  /** What was read under a key, at most a second old; `read` reads it anew. What throws is not remembered. */
  readonly recall: <T>(key: string, read: () => Promise<T>) => Promise<T>
  /** Called after a commit that changed what stands under the key. */
  readonly forget: (key: string) => void
}

type Entry = { readonly value: Promise<unknown>; readonly untilMs: number }

const rememberedMs = 1000
const entriesAtMost = 10_000

/** Makes the memories of organisations that share one database. */
export const openMemories = (): ((orgId: Id | '') => Memory) => {
  const entries = new Map<string, Entry>()
  return (orgId) => ({
    recall: <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const place = `${orgId} ${key}`
      const existingEntry = entries.get(place)
      if (existingEntry && existingEntry.untilMs > performance.now()) return existingEntry.value as Promise<T>
      const value = read()
      keepRecent(entries, place, { value, untilMs: performance.now() + rememberedMs }, entriesAtMost)
      value.catch(() => entries.delete(place))
      return value
    },
    forget: (key) => void entries.delete(`${orgId} ${key}`),
  })
}
