/** A value that is there by all we know; that it is not is a fault of ours. */
export const assertDefined = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}

/** What a map holds for a key that it has by all we know. */
export const knownIn = <K, V>(map: ReadonlyMap<K, V>, key: K): V => assertDefined(map.get(key), `the entry ${String(key)}`)

/** The first of a list that is not empty by all we know. */
export const firstOf = <T>(list: readonly T[]): T => assertDefined(list[0], 'the first of the list')

/** The last of a list that is not empty by all we know. */
export const lastOf = <T>(list: readonly T[]): T => assertDefined(list.at(-1), 'the last of the list')

/** The keys of a record that has no others by all we know. */
export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[]
