import pg from 'pg'

/** A running cluster of machines for the suite: its coordinator's address, as a superuser. */
export type TestCluster = { readonly url: string; readonly stop: () => Promise<void> }

const templateName = 'zaice_template'
const ownerName = 'zaice_owner'

const onDatabase = async <R>(url: string, run: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const at = (url: string, change: Partial<Pick<URL, 'hostname' | 'port' | 'pathname' | 'username'>>): string =>
  Object.assign(new URL(url), change).href

/** The address of the same database on each machine of its cluster, the coordinator first; a database that stands alone has one. */
export const machinesOf = async (url: string): Promise<readonly string[]> => {
  const coordinator = process.env.CITUS_URL
  if (coordinator === undefined || new URL(coordinator).host !== new URL(url).host) return [url]
  const { pathname } = new URL(url)
  const nodes = await onDatabase(coordinator, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
    )
    return rows
  })
  return nodes.map(({ host, port }) => at(coordinator, { hostname: host, port: String(port), pathname }))
}

/** The roles of the product, on a machine that may have them; the owner of the schema may act as the others. */
const makeRoles = `do $$ declare role_name text; begin
  foreach role_name in array array['${ownerName}', 'zaice_app', 'zaice_gate'] loop
    if not exists (select from pg_roles where rolname = role_name) then execute format('create role %I', role_name); end if;
  end loop;
  alter role ${ownerName} login createrole;
  grant zaice_app, zaice_gate to ${ownerName};
end $$`

/** Makes an empty database of its own on every machine, and joins them; `makeSchema` fills it, and then it is only copied. */
export const openTestCluster = async (coordinator: string, makeSchema: (url: string) => Promise<unknown>): Promise<TestCluster> => {
  const machines = await machinesOf(at(coordinator, { pathname: `/${templateName}` }))
  for (const machine of machines) {
    await onDatabase(at(machine, { pathname: '/postgres' }), async (client) => {
      await client.query(makeRoles)
      await client.query(`drop database if exists ${templateName} with (force)`)
      await client.query(`create database ${templateName} owner ${ownerName}`)
    })
    await onDatabase(machine, (client) => client.query('create extension citus'))
  }
  const [first = '', ...workers] = machines
  await onDatabase(first, async (client) => {
    const { hostname, port } = new URL(first)
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const worker of workers) {
      const { hostname: host, port: workerPort } = new URL(worker)
      await client.query('select citus_add_node($1, $2)', [host, Number(workerPort)])
    }
  })
  const url = at(first, { username: ownerName })
  await makeSchema(url)
  for (const machine of machines)
    await onDatabase(at(machine, { pathname: '/postgres' }), async (client) => {
      await client.query(`alter database ${templateName} allow_connections false`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [templateName])
    })
  return { url, stop: async () => undefined }
}
