import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** How long a connection belongs to one client: until the client ends it, or until the transaction ends. */
export type SessionScope = 'connection' | 'transaction'

const probeMsAtMost = 10_000

/**
 * Asks a pooler whether it gives the connection of one client to another between two transactions. Those who ask at the same time share the
 * answer: each question holds two connections of the server.
 */
export const probeSessionScope = (url: string): Promise<SessionScope> => {
  const current = probesUnderWay.get(url)
  if (current) return current
  const probe = probeWithTwoClients(url).finally(() => probesUnderWay.delete(url))
  probesUnderWay.set(url, probe)
  return probe
}

const probesUnderWay = new Map<string, Promise<SessionScope>>()

/** What the first client set is seen by the second, or not found again by the first while the second holds the connection. */
const probeWithTwoClients = async (url: string): Promise<SessionScope> => {
  const mark = randomBytes(8).toString('hex')
  const read = `select current_setting('app.probe', true) as mark`
  const config = { connectionString: url, query_timeout: probeMsAtMost, connectionTimeoutMillis: probeMsAtMost }
  const [first, second] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await Promise.all([first.connect(), second.connect()])
    await first.query("select set_config('app.probe', $1, false)", [mark])
    await second.query('begin')
    const [seenRow] = (await second.query<{ mark: string | null }>(read)).rows
    const [foundRow] = (await first.query<{ mark: string | null }>(read)).rows
    return seenRow?.mark === mark || foundRow?.mark !== mark ? 'transaction' : 'connection'
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)))
  }
}

/**
 * Whether statements may have names where connections are lent for a transaction: a pooler that carries them to each connection gives them
 * names of its own (PgBouncer from 1.21 on does, unless `max_prepared_statements` is 0).
 */
export const carriesNamedStatements = async (client: pg.Client): Promise<boolean> => {
  const name = `probe_${randomBytes(8).toString('hex')}`
  await client.query('begin')
  await client.query({ name, text: 'select 1' })
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select exists (select from pg_prepared_statements where name = $1) as "isOurs"',
    [name],
  )
  const isOurs = rows[0]?.isOurs === true
  if (isOurs) await client.query(`deallocate ${name}`)
  await client.query('commit')
  return !isOurs
}
