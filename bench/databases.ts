import pg from 'pg'

/** A copy of a database that no one is connected to; its address. */
export const copyDatabase = async (url: string, name: string): Promise<string> => {
  await byAdministrator(url, `create database ${name} template "${nameIn(url)}"`)
  return url.replace(/\/[^/]*$/, `/${name}`)
}

export const dropDatabase = (url: string): Promise<void> => byAdministrator(url, `drop database "${nameIn(url)}" with (force)`)

/** Leaves the statistics and the visibility map as they are in a database that has been running for a while. */
export const settle = async (url: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.end()
}

const nameIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

const byAdministrator = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
