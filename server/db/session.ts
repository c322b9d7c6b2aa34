import type pg from 'pg'
import { addressesIn } from '../settings.ts'
import { probeSessionScope, type SessionScope } from './pooler/probePooler.ts'

/** Settings of a session, by their names in PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string>>

/** The pooler in between lends a connection for one transaction, and what was wanted needs a session. */
export class NoSession extends Error {}

/** A connection, and how long the server's session behind it belongs to it. */
export type ScopedClient<C> = { readonly client: C; readonly scope: SessionScope }

type OpenSessionOptions<C extends pg.Client> = {
  readonly url: string
  readonly settings: SessionSettings
  readonly config?: pg.ClientConfig
  readonly make: (config: pg.ClientConfig) => C
  /** Of several hosts the first that takes writes, unless a standby is wanted. */
  readonly wants?: 'primary' | 'standby'
}

/**
 * A connection whose session has these settings. They travel with the start of the session; through a pooler that refuses or drops them they
 * are set afterwards. Throws NoSession where the pooler lends connections for a transaction.
 */
export const openSession = async <C extends pg.Client>(options: OpenSessionOptions<C>): Promise<C> => {
  const { client, scope } = await openScoped(options)
  if (scope === 'connection') return client
  await client.end()
  throw new NoSession(
    'The pooler in front of the database gives a connection to others between transactions. Name the database itself in DATABASE_DIRECT_URL, or set the pooler to sessions (pool_mode = session in PgBouncer). A read replica needs an address that keeps sessions.',
  )
}

/** The same; where the pooler lends connections for a transaction nothing is set, and each transaction has to set it for itself. */
export const openScoped = async <C extends pg.Client>(options: OpenSessionOptions<C>): Promise<ScopedClient<C>> => {
  const { wants = 'primary' } = options
  const addresses = addressesIn(options.url)
  let last: unknown
  for (const url of addresses) {
    try {
      const scopedClient = await openAt({ ...options, url })
      if (addresses.length === 1 || (await isStandby(scopedClient.client)) === (wants === 'standby')) return scopedClient
      await scopedClient.client.end()
      last = new Error(
        wants === 'standby' ? 'None of the hosts of DATABASE_READ_URL is a standby.' : 'None of the hosts of DATABASE_URL takes writes.',
      )
    } catch (error) {
      last = error
    }
  }
  throw last
}

const isStandby = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows[0]?.standby === true

const openAt = async <C extends pg.Client>({ url, settings, config = {}, make }: OpenSessionOptions<C>): Promise<ScopedClient<C>> => {
  if (Object.keys(settings).length === 0)
    return { client: await connectClient(make({ ...config, connectionString: url })), scope: 'connection' }
  const options = Object.entries({ ...settings, [markName]: 'on' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  try {
    const client = await connectClient(make({ ...config, connectionString: url, options }))
    if (await hasMark(client)) return { client, scope: 'connection' }
    await client.end()
  } catch (error) {
    if (!refusesOptions(error)) throw error
  }
  const scope = await probeSessionScope(url)
  const client = await connectClient(make({ ...config, connectionString: url }))
  if (scope === 'connection')
    for (const [name, value] of Object.entries(settings)) await client.query('select set_config($1, $2, false)', [name, value])
  return { client, scope }
}

/** Travels with the settings, and shows that they arrived. */
const markName = 'app.settings_arrived'

const hasMark = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ mark: string | null }>('select current_setting($1, true) as mark', [markName])).rows[0]?.mark === 'on'

const connectClient = async <C extends pg.Client>(client: C): Promise<C> => {
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const refusesOptions = (error: unknown): boolean => error instanceof Error && /unsupported startup parameter.*options/i.test(error.message)
