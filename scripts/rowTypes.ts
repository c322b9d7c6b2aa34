/** Writes server/db/rows.ts from a freshly migrated database. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'server/db/rows.ts')
const dir = mkdtempSync(join(tmpdir(), 'zaice-rows-'))
const embedded = await startEmbedded({ dir, durable: false })
try {
  await migrate(embedded.url, readMigrations(join(root, 'server/db/migrations')))
  const mapping = { int8: 'string', numeric: 'string', date: 'string', timestamptz: 'string', timestamp: 'string', xid8: 'string' }
  const made = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--url', embedded.url, '--out-file', out, '--exclude-pattern', 'migration'],
      ...['--date-parser', 'string', '--type-mapping', JSON.stringify(mapping)],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (made.status !== 0) throw new Error('kysely-codegen failed.')
  const body = readFileSync(out, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
  writeFileSync(
    out,
    `/** The rows of every table as the driver reads them; written by \`npm run types:db\` from the migrated schema. */\n\n${body}`,
  )
  spawnSync(join(root, 'node_modules/.bin/oxfmt'), [out], { stdio: 'inherit' })
  process.stdout.write(`${out}: ${body.match(/^export interface (?!DB)/gm)?.length ?? 0} tables\n`)
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
