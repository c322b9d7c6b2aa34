import { createHash } from 'node:crypto'

/** The migrations of version 0.3.0, which the files of the baseline stand for: their schema is the same. */
export const formerMigrations = {
  version: '0.3.0',
  count: 125,
  last: '340_newest_by_one_plan.sql',
  /** Of a line for each migration with its name and the SHA-256 of its text, in the order of the names. */
  sha256: '9ab1fa94ca709651f0ea00dff99f7ba605dc975da20f1d586e676a6dc26c654e',
} as const

export const isFormer = (name: string): boolean => name < '400'

/** The files that make the schema on an empty database; what is numbered higher changes it. */
export const isBaseline = (name: string): boolean => name >= '400' && name < '410'

/** Whether a schema that went through these migrations went through all former ones. */
export const hasFormerSchema = (names: readonly string[]): boolean =>
  names.includes(formerMigrations.last) && names.filter(isFormer).length === formerMigrations.count

/** Whether these are the former migrations with the texts that they were released with. */
export const isFormerRelease = (hashes: ReadonlyMap<string, string>): boolean => {
  const lines = [...hashes].map(([name, sha256]) => `${name} ${sha256}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex') === formerMigrations.sha256
}

/** The statements among these texts that write into the catalogue what a row of each table is. */
export const tableComments = (texts: readonly string[]): string =>
  texts.flatMap((text) => text.match(/^comment on table \w+ is\s+'(?:[^']|'')*';$/gm) ?? []).join('\n')
