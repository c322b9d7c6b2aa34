/** Keeps a value as the newest of a map, which forgets its oldest where there would be more than so many. */
export const keepRecent = <K, V>(map: Map<K, V>, key: K, value: V, atMost: number): void => {
  map.delete(key)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size >= atMost) map.delete(oldest)
  map.set(key, value)
}
