/**
 * Backs up the embedded database and the files beside it, also while the server runs, and looks at backups:
 *
 *     npm run backup -- --to FOLDER [--keep 14]     a new folder below FOLDER; all but the newest 14 go
 *     npm run backup -- --list FOLDER
 *     npm run backup -- --check BACKUP              reads it to its end and compares it with its manifest
 *     npm run backup -- --drill BACKUP              brings it back in a scratch place, audits it there and removes that
 *
 * `npm run restore` brings one back.
 */
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { inUnits } from '../kernel/bytes.ts'
import { backUpEmbedded } from '../server/backups/embeddedBackup.ts'
import { type BackupFacts, listBackups, proveBackup, pruneBackups, writeProof } from '../server/backups/backupFolder.ts'
import { noteOutcome, type UpkeepOutcome } from '../server/backups/outcomes.ts'
import { openDatabase } from '../server/db/pool.ts'
import { readSettings } from '../server/settings.ts'
import { openStorage } from '../server/storage/storage.ts'
import { drillBackup } from '../server/upkeep/drill.ts'
import { onDatabase } from './onDatabase.ts'
import { lastWords, Stop } from './sentence.ts'
import { step } from './step.ts'

const settings = readSettings(process.env)
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    keep: { type: 'string' },
    list: { type: 'string' },
    check: { type: 'string' },
    drill: { type: 'string' },
  },
})

const backUp = async (target: string): Promise<void> => {
  const count = values.keep === undefined ? undefined : Number(values.keep)
  if (count !== undefined && !(Number.isInteger(count) && count > 0)) throw new Stop('--keep takes a number from 1 on.')
  if (settings.databaseUrl !== undefined)
    throw new Stop('DATABASE_URL is set: that database is backed up with its own means, for instance by deploy/backup.sh.')
  const startedAt = new Date()
  const { dataDir, backupPassphrase: passphrase } = settings
  const path = await step('Backup', () =>
    onDatabase(settings, async (url) => {
      const backup = await backUpEmbedded({ dataDir, target, at: startedAt, passphrase })
      await note(url, { at: startedAt.toISOString(), name: basename(backup), fault: '' })
      return backup
    }),
  )
  process.stdout.write(`${path}\n`)
  if (count === undefined) return
  for (const oldBackup of await pruneBackups(target, { count }, startedAt)) process.stdout.write(`deleted ${oldBackup}\n`)
}

/** The operator's page and the alerts know of it; a database without our schema is backed up all the same. */
const note = async (url: string, outcome: UpkeepOutcome): Promise<void> => {
  const database = openDatabase({ url, poolSize: 1 })
  await noteOutcome(database, 'backup', outcome)
    .catch(() => undefined)
    .finally(() => database.close())
}

const findBackup = async (path: string): Promise<BackupFacts> => {
  const backup = (await listBackups(dirname(path))).find(({ name }) => name === basename(path))
  if (!backup) throw new Stop(`${path} is no backup. "npm run backup -- --list FOLDER" names those of a folder.`)
  return backup
}

const list = async (folder: string): Promise<void> => {
  for (const { path, bytes, isEncrypted, proof } of await listBackups(folder)) {
    const state = proof ? `${proof.how} ${proof.at.slice(0, 16)}${proof.fault && `: ${proof.fault}`}` : 'not checked'
    process.stdout.write(`${path}  ${inUnits(bytes)}${isEncrypted ? ', encrypted' : ''}  ${state}\n`)
  }
}

const drill = async (backup: BackupFacts): Promise<void> => {
  const fault = await step('Drill', () => drillBackup({ settings, storage: openStorage(settings) }, backup))
  await writeProof(backup.path, { at: new Date().toISOString(), how: 'restored', fault })
  if (fault) throw new Stop(fault)
  process.stdout.write(`${backup.path} was brought back in a scratch place, and everything in it adds up.\n`)
}

const run = async (): Promise<void> => {
  if (values.to !== undefined) return backUp(values.to)
  if (values.list !== undefined) return list(values.list)
  if (values.check !== undefined) {
    const backup = await findBackup(values.check)
    await step('Check', () => proveBackup(backup, new Date(), settings.backupPassphrase))
    process.stdout.write(`${backup.path} of ${backup.at} is as it was backed up.\n`)
    return
  }
  if (values.drill === undefined) throw new Stop('Say what to do: --to FOLDER, --list FOLDER, --check BACKUP or --drill BACKUP.')
  await drill(await findBackup(values.drill))
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 1
}
