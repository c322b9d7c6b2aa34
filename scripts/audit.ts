/**
 * Checks the books, documents, approvals, seals and files of every organisation, on the database of the settings, also while the server
 * runs. `--seal` seals and prints the heads instead; `--against` names heads that were printed before, or the file they are in.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { auditDatabase, checks } from '../server/audit/audit.ts'
import { headsOf, readHeads, writtenHead } from '../server/audit/heads.ts'
import { sealAll } from '../server/audit/seal.ts'
import { noteOutcome } from '../server/backups/outcomes.ts'
import { openStorage } from '../server/storage/storage.ts'
import { openLog } from '../server/log.ts'
import { readSettings } from '../server/settings.ts'
import { onDatabase } from './onDatabase.ts'
import { lastWords } from './sentence.ts'
import { step } from './step.ts'

const settings = readSettings(process.env)
const { values: options } = parseArgs({ options: { seal: { type: 'boolean' }, against: { type: 'string' } } })

/** Heads that were written down: in a file, or on the command line. */
const heads =
  options.against === undefined ? [] : readHeads(existsSync(options.against) ? readFileSync(options.against, 'utf8') : options.against)

/** Seals what is there and says the head of every organisation's chain, to be kept where no one of the database can change it. */
const seal = async (database: Database): Promise<number> => {
  await sealAll(database, { key: settings.sealKey, log: openLog('warn') })
  for (const head of await headsOf(database)) process.stdout.write(`${writtenHead(head)}\n`)
  return 0
}

const audit = async (database: Database): Promise<number> => {
  const means = { sealKey: settings.sealKey, storage: openStorage(settings), heads }
  const findings = await step('Audit', () => auditDatabase(database, means))
  for (const { name } of checks) {
    const faulty = findings.filter(({ check, count }) => check === name && count > 0)
    const count = faulty.reduce((sum, finding) => sum + finding.count, 0)
    process.stdout.write(`${count === 0 ? '✓' : '✗'} ${String(count).padStart(6)}  ${name}\n`)
    for (const { orgId, example, count: each } of faulty)
      process.stdout.write(`          organisation ${orgId}: ${each}, for instance ${example}\n`)
  }
  const words = findings.filter(({ count }) => count > 0).map(({ check, count, orgId }) => `${check}: ${count} in organisation ${orgId}`)
  // A standby takes no writes, and is audited all the same.
  await noteOutcome(database, 'audit', { at: new Date(database.now()).toISOString(), fault: words.join('; ') }).catch(() => undefined)
  const failedCount = findings.filter(({ count }) => count > 0).length
  const organisations = new Set(findings.map(({ orgId }) => orgId)).size
  process.stdout.write(
    failedCount === 0
      ? `\nEverything adds up in ${organisations} organisations.\n`
      : `\n${failedCount} checks found faults. Nothing was changed.\n`,
  )
  return failedCount
}

const within = async (url: string, work: (database: Database) => Promise<number>): Promise<number> => {
  const database = openDatabase({ url, poolSize: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = (await onDatabase(settings, (url) => within(url, options.seal ? seal : audit))) === 0 ? 0 : 1
} catch (error) {
  console.error(lastWords(error))
  process.exitCode = 1
}
