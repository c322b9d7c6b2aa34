const failMissing = (what: string): never => {
  throw new Error(`${what} is missing`)
}

/** A value that is there; its absence is a defect and throws. */
export const assertDefined = <T>(value: T | null | undefined, what: string): T => value ?? failMissing(what)

/** The value of a map at a key that the map has. */
export const entryOf = <K, V>(map: ReadonlyMap<K, V>, key: K): V => map.get(key) ?? failMissing(`the entry ${String(key)}`)

/** The first of a list that is not empty. */
export const firstOf = <T>(list: readonly T[]): T => assertDefined(list[0], 'the first of the list')

/** The last of a list that is not empty. */
export const lastOf = <T>(list: readonly T[]): T => assertDefined(list.at(-1), 'the last of the list')
