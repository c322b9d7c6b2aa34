/**
 * Says of a database whether it has what Zaice asks of it, feature by feature, before anything is migrated there, and leaves nothing behind:
 *
 *     npm run probe -- postgres://zaice:…@db.example/zaice
 */
import { openSession } from '../server/db/session.ts'
import { probeFeatures } from '../server/db/features/databaseFeatures.ts'
import pg from 'pg'
import { lastWords, Stop } from './sentence.ts'

const probe = async (url: string): Promise<boolean> => {
  const client = await openSession({
    url,
    settings: {},
    config: { application_name: 'zaice probe' },
    make: (config) => new pg.Client(config),
  })
  try {
    const { rows } = await client.query<{ version: string }>('select version()')
    process.stdout.write(`${rows[0]?.version}\n`)
    const results = await probeFeatures(client)
    for (const { name, refusal } of results) process.stdout.write(refusal === undefined ? `✓ ${name}\n` : `✗ ${name}: ${refusal}\n`)
    const missing = results.filter(({ refusal }) => refusal !== undefined).length
    process.stdout.write(missing === 0 ? 'It has all that is needed.\n' : `It lacks ${missing} of ${results.length}.\n`)
    return missing === 0
  } finally {
    await client.end()
  }
}

try {
  const url = process.argv[2] ?? process.env['DATABASE_URL']
  if (!url) throw new Stop('Name a database: npm run probe -- postgres://…')
  process.exitCode = (await probe(url)) ? 0 : 1
} catch (error) {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 2
}
