/** The keys of a table that is closed: it was written with these and no others. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(table) as K[]
