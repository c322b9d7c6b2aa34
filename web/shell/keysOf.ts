/** The keys of a table that is closed by its declaration. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table).filter((key): key is K => Object.hasOwn(table, key))
