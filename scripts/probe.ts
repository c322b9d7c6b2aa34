/**
 * Says of a database whether it has what Zaice asks of it, feature by feature, before anything is migrated there, and leaves nothing behind:
 *
 *     npm run probe -- postgres://zaice:…@db.example/zaice
 *
 * With a second address it says whether that one may be the read replica of the first:
 *
 *     npm run probe -- postgres://zaice:…@db.example/zaice postgres://zaice:…@replica.example/zaice
 */
import { openSession } from '../server/db/session.ts'
import { type FeatureResult, probeFeatures } from '../server/db/features/databaseFeatures.ts'
import { probeReplica } from '../server/db/replica/probeReplica.ts'
import pg from 'pg'
import { lastWords, Stop } from './sentence.ts'

const openProbe = (url: string, wants: 'primary' | 'standby' = 'primary'): Promise<pg.Client> =>
  openSession({ url, settings: {}, config: { application_name: 'zaice probe' }, make: (config) => new pg.Client(config), wants })

const printResults = (results: readonly FeatureResult[]): boolean => {
  for (const { name, refusal } of results) process.stdout.write(refusal === undefined ? `✓ ${name}\n` : `✗ ${name}: ${refusal}\n`)
  const missing = results.filter(({ refusal }) => refusal !== undefined).length
  process.stdout.write(missing === 0 ? 'It has all that is needed.\n' : `It lacks ${missing} of ${results.length}.\n`)
  return missing === 0
}

const probe = async (url: string): Promise<boolean> => {
  const client = await openProbe(url)
  try {
    const { rows } = await client.query<{ version: string }>('select version()')
    process.stdout.write(`${rows[0]?.version}\n`)
    return printResults(await probeFeatures(client))
  } finally {
    await client.end()
  }
}

const probePair = async (primaryUrl: string, replicaUrl: string): Promise<boolean> => {
  const primary = await openProbe(primaryUrl)
  try {
    const replica = await openProbe(replicaUrl, 'standby')
    try {
      process.stdout.write('Read replica\n')
      return printResults(await probeReplica(primary, replica))
    } finally {
      await replica.end()
    }
  } finally {
    await primary.end()
  }
}

try {
  const url = process.argv[2] ?? process.env['DATABASE_URL']
  if (!url) throw new Stop('Name a database: npm run probe -- postgres://…')
  const replicaUrl = process.argv[3] ?? process.env['DATABASE_READ_URL']
  const isGood = await probe(url)
  process.exitCode = (!replicaUrl || (await probePair(url, replicaUrl))) && isGood ? 0 : 1
} catch (error) {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 2
}
