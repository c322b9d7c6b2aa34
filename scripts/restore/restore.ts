/**
 * Brings the embedded database and its files back from a backup, while no server runs on DATA_DIR. What is there stays aside until it is deleted:
 *
 *     npm run restore                                      the newest backup of BACKUP_FOLDER
 *     npm run restore -- --from BACKUP
 *     npm run restore -- --until "2026-11-29 10:00"        as it was at this moment in China; with Z or +02:00 elsewhere
 *     npm run restore -- --back before-restore-…           what a restore has put aside
 *
 * It is restored and audited in a scratch place, and takes its place by renames; faults stop it there, `--anyway` goes on with them.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupFacts, backupName, listBackups } from '../../server/backups/backupFolder.ts'
import { finishSwap, swapIn } from '../../server/backups/swap.ts'
import { holdFolder } from '../../server/db/lock.ts'
import { readSettings } from '../../server/settings.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { type RestoreOutcome, restoreIntoScratch } from '../../server/upkeep/restore.ts'
import { readMoment } from './moment.ts'
import { lastWords, Stop } from '../sentence.ts'
import { step } from '../step.ts'

const settings = readSettings(process.env)
const { dataDir } = settings
const { values } = parseArgs({
  options: { from: { type: 'string' }, until: { type: 'string' }, back: { type: 'string' }, anyway: { type: 'boolean' } },
})
/** A folder that is not there yet, for what a swap puts aside. */
const freeAside = (): string => {
  const name = `before-restore-${backupName(new Date())}`
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(dataDir, candidate))) return candidate
  }
}

/** The backup that is named; else the newest one, or the newest before the moment. */
const chooseBackup = async (until: string | undefined): Promise<BackupFacts> => {
  const folder = values.from === undefined ? settings.backupFolder : dirname(values.from)
  if (folder === undefined) throw new Stop('Say which backup: --from BACKUP, or set BACKUP_FOLDER.')
  const backups = await listBackups(folder)
  const { from } = values
  const backup =
    from === undefined ? backups.find(({ at }) => until === undefined || at <= until) : backups.find(({ name }) => name === basename(from))
  if (!backup) throw new Stop(from === undefined ? `There is no backup in ${folder} that is old enough.` : `${from} is no backup.`)
  if (backup.kind === 'dump') throw new Stop(`${backup.path} is a dump of another database; deploy/restore.sh brings it back.`)
  return backup
}

const restore = async (): Promise<void> => {
  const until = values.until === undefined ? undefined : readMoment(values.until)
  const { path } = await chooseBackup(until)
  process.stdout.write(`Restoring ${path}${until === undefined ? '' : ` and what was written until ${until}`}\n`)
  const { walFolder } = settings
  const archive = walFolder === undefined ? [] : [walFolder]
  const outcome = await step('Restore and audit', () =>
    restoreIntoScratch({
      backup: path,
      scratch: join(dataDir, 'restoring'),
      passphrase: settings.backupPassphrase,
      binDir: settings.postgresBin,
      sealKey: settings.sealKey,
      isDurable: true,
      until,
      // What was not archived before the database stopped lies in its own folder.
      logFolders: until === undefined ? archive : [...archive, join(dataDir, 'postgres/pg_wal')],
      newerFiles: until === undefined ? undefined : join(dataDir, 'files'),
      storage: settings.storageUrl === undefined ? undefined : openStorage(settings),
    }),
  )
  sayRestored(outcome)
  const hadDatabase = existsSync(join(dataDir, 'postgres'))
  const aside = freeAside()
  swapIn(dataDir, { scratch: 'restoring', aside })
  process.stdout.write(`${dataDir} is restored; "npm start" goes on.\n`)
  if (hadDatabase)
    process.stdout.write(
      `What was there lies in ${join(dataDir, aside)}. "npm run restore -- --back ${aside}" puts it back; delete it when nobody needs it.\n`,
    )
}

const sayRestored = ({ findings, recoveredUntil, isLogAtEnd }: RestoreOutcome): void => {
  if (isLogAtEnd) process.stdout.write('The log ends before that moment; everything in it was brought back.\n')
  if (recoveredUntil !== undefined) process.stdout.write(`The newest transaction is of ${recoveredUntil}.\n`)
  for (const { orgId, check, count, example } of findings)
    process.stdout.write(`✗ ${check}: ${count} in organisation ${orgId}, for instance ${example}\n`)
  if (findings.length === 0) process.stdout.write('Everything adds up.\n')
  else if (!values.anyway) throw new Stop(`The audit found faults, so ${dataDir} stays as it is. --anyway restores it all the same.`)
}

/** Refuses to restore as another user than the one that the server runs as, who owns its files. */
const refuseOtherUser = (): void => {
  const place = [join(dataDir, 'files'), dataDir].find((path) => existsSync(path))
  if (place === undefined || process.getuid === undefined) return
  const { uid } = statSync(place)
  if (uid === process.getuid()) return
  throw new Stop(
    `${place} belongs to user ${uid}, who could not write what another one restores: sudo -u '#${uid}' runs this as that user.`,
  )
}

const run = async (): Promise<void> => {
  if (settings.databaseUrl !== undefined)
    throw new Stop('DATABASE_URL is set: that database is restored with its own means, for instance by deploy/restore.sh.')
  refuseOtherUser()
  const letGo = holdFolder(dataDir)
  try {
    if (finishSwap(dataDir)) throw new Stop('A restore that was cut off has been carried on. Run this again for another one.')
    if (values.back === undefined) return await restore()
    const aside = freeAside()
    swapIn(dataDir, { scratch: basename(values.back), aside })
    process.stdout.write(`${dataDir} is as it was. What was restored lies in ${join(dataDir, aside)}.\n`)
  } finally {
    letGo()
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 1
}
