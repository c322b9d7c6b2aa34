/** Keeps a value as the newest of a map, which forgets its oldest where there would be more than so many. */
export const keepRecent = <K, V>(map: Map<K, V>, key: K, value: V, atMost: number): void => {
  map.delete(key)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size >= atMost) map.delete(oldest)
  map.set(key, value)
}

type RecentOptions<O, V> = {
  /** How old an answer may be. */
  readonly ageMs: number
  readonly atMost: number
  /** False of an answer that has to be read again at the next question. */
  readonly isLasting: (value: V, owner: O) => boolean
}

/** What was read lately of an owner, by keys: those who ask at the same moment share one reading, and a reading that fails is forgotten. */
export const openRecentReads = <O extends object, V>({ ageMs, atMost, isLasting }: RecentOptions<O, V>) => {
  const caches = new WeakMap<O, Map<string, { readonly reading: Promise<V>; readonly until: number }>>()
  const cacheOf = (owner: O) => {
    const cache = caches.get(owner) ?? new Map()
    caches.set(owner, cache)
    return cache
  }
  return {
    read: async (owner: O, key: string, read: () => Promise<V>): Promise<V> => {
      const cache = cacheOf(owner)
      const now = performance.now()
      const recentRead = cache.get(key)
      if (recentRead && recentRead.until > now) return recentRead.reading
      const reading = read()
      keepRecent(cache, key, { reading, until: now + ageMs }, atMost)
      try {
        const value = await reading
        if (!isLasting(value, owner)) cache.delete(key)
        return value
      } catch (error) {
        cache.delete(key)
        throw error
      }
    },
    /** Answers whether something was forgotten. */
    forget: (owner: O, key: string): boolean => cacheOf(owner).delete(key),
  }
}
