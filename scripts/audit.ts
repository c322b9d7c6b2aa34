/** Checks the books, documents and approvals of every organisation, on the database of the settings, also while the server runs. */
import { runningUrl, startEmbedded } from '../server/db/embedded.ts'
import { FolderHeld, holdFolder } from '../server/db/lock.ts'
import { openDatabase } from '../server/db/pool.ts'
import { auditDatabase, checks } from '../server/ledger/audit.ts'
import { readSettings, type Settings } from '../server/settings.ts'
import { lastWords } from './sentence.ts'
import { step } from './step.ts'

/** Runs `work` on the database of the settings; the embedded one is started only where no server has. */
const onDatabase = async <R>({ databaseUrl, dataDir }: Settings, work: (url: string) => Promise<R>): Promise<R> => {
  if (databaseUrl !== undefined) return work(databaseUrl)
  let letGo: () => void
  try {
    letGo = holdFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderHeld) return work(runningUrl(dataDir))
    throw error
  }
  try {
    const embedded = await startEmbedded({ dir: dataDir })
    try {
      return await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  } finally {
    letGo()
  }
}

const audit = async (url: string): Promise<number> => {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    const findings = await step('Audit', () => auditDatabase(database))
    for (const { name } of checks) {
      const faulty = findings.filter(({ check, count }) => check === name && count > 0)
      const count = faulty.reduce((sum, finding) => sum + finding.count, 0)
      process.stdout.write(`${count === 0 ? '✓' : '✗'} ${String(count).padStart(6)}  ${name}\n`)
      for (const { orgId, example, count: each } of faulty)
        process.stdout.write(`          organisation ${orgId}: ${each}, for instance ${example}\n`)
    }
    const failed = findings.filter(({ count }) => count > 0).length
    const organisations = new Set(findings.map(({ orgId }) => orgId)).size
    process.stdout.write(
      failed === 0
        ? `\nEverything adds up in ${organisations} organisations.\n`
        : `\n${failed} checks found faults. Nothing was changed.\n`,
    )
    return failed
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = (await onDatabase(readSettings(process.env), audit)) === 0 ? 0 : 1
} catch (error) {
  console.error(lastWords(error))
  process.exitCode = 1
}
