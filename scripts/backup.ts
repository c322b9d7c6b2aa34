/**
 * Backs up the embedded database and the files beside it, also while the server runs, and brings a backup back:
 *
 *     npm run backup -- --to FOLDER [--keep 14]     a new folder below FOLDER; all but the newest 14 go
 *     npm run backup -- --list FOLDER
 *     npm run backup -- --check BACKUP
 *     npm run backup -- --restore BACKUP            into DATA_DIR, which has no database
 */
import { parseArgs } from 'node:util'
import { backUpEmbedded, checkBackup, listBackups, pruneBackups, restoreEmbedded } from '../server/backups/embeddedBackup.ts'
import { readSettings } from '../server/settings.ts'
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
    restore: { type: 'string' },
  },
})

const backUp = async (target: string): Promise<void> => {
  const count = values.keep === undefined ? undefined : Number(values.keep)
  if (count !== undefined && !(Number.isInteger(count) && count > 0)) throw new Stop('--keep takes a number from 1 on.')
  if (settings.databaseUrl !== undefined)
    throw new Stop('DATABASE_URL is set: that database is backed up with its own means, for instance by deploy/backup.sh.')
  const path = await step('Backup', () => onDatabase(settings, () => backUpEmbedded(settings.dataDir, target, new Date())))
  process.stdout.write(`${path}\n`)
  if (count !== undefined) for (const oldBackup of await pruneBackups(target, count)) process.stdout.write(`deleted ${oldBackup}\n`)
}

const run = async (): Promise<void> => {
  if (values.to !== undefined) return backUp(values.to)
  if (values.list !== undefined) {
    for (const backup of await listBackups(values.list)) process.stdout.write(`${backup}\n`)
    return
  }
  if (values.check !== undefined) {
    const { at, files } = await checkBackup(values.check)
    process.stdout.write(`Of ${at}, ${Object.keys(files).length} files, all as they were backed up.\n`)
    return
  }
  if (values.restore === undefined) throw new Stop('Say what to do: --to FOLDER, --list FOLDER, --check BACKUP or --restore BACKUP.')
  const { restore } = values
  await step('Restore', () => restoreEmbedded(restore, settings.dataDir))
  process.stdout.write(`${settings.dataDir} is as it was backed up. "npm run audit" proves its books; "npm start" goes on.\n`)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 1
}
