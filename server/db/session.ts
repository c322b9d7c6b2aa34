import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addressesIn } from '../settings.ts'

/** Settings of a session, by their names in PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string>>

/** What stands between keeps no session for a connection, so nothing would keep organisations apart. */
export class NoSession extends Error {}

type OpenSessionOptions<C extends pg.Client> = {
  readonly url: string
  readonly settings: SessionSettings
  readonly config?: pg.ClientConfig
  readonly make: (config: pg.ClientConfig) => C
  /** Of several hosts the first that takes writes, unless a standby is wanted. */
  readonly wants?: 'primary' | 'standby'
}

/**
 * A connection whose session has these settings. They travel with the start of the session; a pooler that refuses that (PgBouncer does) is
 * told afterwards, once it has shown that it keeps a session for each connection.
 */
export const openSession = async <C extends pg.Client>(options: OpenSessionOptions<C>): Promise<C> => {
  const { wants = 'primary' } = options
  const addresses = addressesIn(options.url)
  let last: unknown
  for (const url of addresses) {
    try {
      const client = await openAt({ ...options, url })
      if (addresses.length === 1 || (await isStandby(client)) === (wants === 'standby')) return client
      await client.end()
      last = new Error(
        wants === 'standby' ? 'None of the hosts of DATABASE_READ_URL is a standby.' : 'None of the hosts of DATABASE_URL takes writes.',
      )
    } catch (error) {
      if (error instanceof NoSession) throw error
      last = error
    }
  }
  throw last
}

const isStandby = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows[0]?.standby === true

const openAt = async <C extends pg.Client>({ url, settings, config = {}, make }: OpenSessionOptions<C>): Promise<C> => {
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  try {
    return await connectClient(make({ ...config, connectionString: url, options }))
  } catch (error) {
    if (!refusesOptions(error)) throw error
  }
  await requireOwnSession(url)
  const client = await connectClient(make({ ...config, connectionString: url }))
  for (const [name, value] of Object.entries(settings)) await client.query('select set_config($1, $2, false)', [name, value])
  return client
}

const connectClient = async <C extends pg.Client>(client: C): Promise<C> => {
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const refusesOptions = (error: unknown): boolean => error instanceof Error && /unsupported startup parameter.*options/i.test(error.message)

/**
 * Refuses a pooler that gives the connection of one client to another between two transactions: what the first one set is then seen by
 * the second, or not found again by the first while the second holds it.
 */
const requireOwnSession = async (url: string): Promise<void> => {
  const mark = randomBytes(8).toString('hex')
  const read = `select current_setting('app.probe', true) as mark`
  const [first, second] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  try {
    await Promise.all([connectClient(first), connectClient(second)])
    await first.query("select set_config('app.probe', $1, false)", [mark])
    await second.query('begin')
    const [seen] = (await second.query<{ mark: string | null }>(read)).rows
    const [found] = (await first.query<{ mark: string | null }>(read)).rows
    if (seen?.mark === mark || found?.mark !== mark)
      throw new NoSession(
        'The pooler in front of the database gives a connection to others between transactions. Set it to sessions (pool_mode = session in PgBouncer), or name the database itself in DATABASE_URL.',
      )
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}
