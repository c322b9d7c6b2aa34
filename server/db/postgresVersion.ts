import { assertDefined } from '../../kernel/assert.ts'
import type { Database } from './pool.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The PostgreSQL that the packages bring, with the day on which its project released it (postgresql.org/support/versioning). */
export const packagedPostgres = { version: '18.4', releasedOn: '2026-05-14' } as const

/** PostgreSQL releases security fixes every three months; an older one lacks at least one round of them. */
const maintainedDays = 120

export type PostgresVersion = {
  /** As the server says it, for instance `15.20 (Debian 15.20-0+deb12u1)`. */
  readonly version: string
  /** Day of release and age on `today`; absent for a version that the packages do not bring. */
  readonly releasedOn?: string
  readonly ageDays?: number
}

/** Version that the server names. */
export const readVersion = async ({ gate }: Pick<Database, 'gate'>): Promise<string> => {
  const [row] = await gate<{ version: string }>("select current_setting('server_version') as version")
  return assertDefined(row, 'the version of the server').version
}

/** The version with its age where the packages bring it. */
export const describePostgres = (version: string, today: Date): PostgresVersion => {
  if (version !== packagedPostgres.version) return { version }
  const { releasedOn } = packagedPostgres
  return { version, releasedOn, ageDays: Math.floor((today.getTime() - Date.parse(releasedOn)) / dayMs) }
}

/** False of a version that the packages bring and that lacks security fixes by now. */
export const isMaintained = ({ ageDays }: PostgresVersion): boolean => ageDays === undefined || ageDays <= maintainedDays

/** One line for the operator at the start, and a second one where the version lacks security fixes. */
export const postgresLines = (postgres: PostgresVersion): string[] => {
  const { version, releasedOn, ageDays } = postgres
  if (releasedOn === undefined || ageDays === undefined) return [`PostgreSQL ${version}`]
  const line = `PostgreSQL ${version}, released on ${releasedOn}, ${ageDays} days ago`
  return isMaintained(postgres)
    ? [line]
    : [line, 'It lacks the security fixes since then. POSTGRES_BIN or DATABASE_URL name a newer one (docs/operating.md, Database)']
}
