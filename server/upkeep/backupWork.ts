import { basename } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '../../kernel/caughtError.ts'
import { backUpEmbedded } from '../backups/embeddedBackup.ts'
import { type BackupFacts, listBackups, proveBackup, pruneBackups, writeProof } from '../backups/backupFolder.ts'
import type { ActOutcome, BackupAct, BackupWork } from '../backups/backupWork.ts'
import { BackupRefused } from '../backups/manifest.ts'
import { pruneLogArchive } from '../backups/logFiles.ts'
import type { Database } from '../db/pool.ts'
import { isEmbedded, type Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'
import { drillBackup } from './drill.ts'
import { noteOutcome } from '../backups/outcomes.ts'

type Means = {
  readonly settings: Settings
  readonly database: Database
  readonly storage: Storage
  readonly log: Logger
}

/** Backs up, checks and drills in this process, one thing at a time; each outcome is kept. */
export const openBackupWork = (means: Means): BackupWork => {
  const { settings, database, log } = means
  let currentAct: ReturnType<BackupWork['state']>['currentAct']
  const run = async (act: BackupAct, name: string | undefined): Promise<ActOutcome> => {
    let aboutName = name
    let fault = ''
    try {
      aboutName = await acts[act](means, name)
    } catch (error) {
      fault = messageOf(error)
      log.error({ error, act, backup: name }, 'Work on a backup failed')
    }
    const checkedAt = new Date(database.now()).toISOString()
    await noteOutcome(database, act, { at: checkedAt, name: aboutName, fault }).catch((error: unknown) =>
      log.warn({ error }, 'What came of work on a backup could not be kept'),
    )
    currentAct = undefined
    return { act, name: aboutName, at: checkedAt, fault }
  }
  return {
    folder: settings.backupFolder,
    passphrase: settings.backupPassphrase,
    isEmbedded: isEmbedded(settings),
    begin: (act, name) => {
      if (currentAct) return undefined
      currentAct = { act, name, since: new Date(database.now()).toISOString() }
      return run(act, name)
    },
    state: () => ({ ...(currentAct && { currentAct }) }),
  }
}

/** Each answers the name of the backup that it was about. */
const acts: Readonly<Record<BackupAct, (means: Means, name: string | undefined) => Promise<string | undefined>>> = {
  backup: async ({ settings, database, log }) => {
    const folder = folderOf(settings)
    const startedAt = new Date(database.now())
    const path = await backUpEmbedded({ dataDir: settings.dataDir, target: folder, at: startedAt, passphrase: settings.backupPassphrase })
    const deletedBackups = await pruneBackups(folder, { count: settings.backupKeep, days: settings.backupKeepDays }, startedAt)
    if (settings.walFolder !== undefined) await pruneLogArchive(settings.walFolder, folder)
    log.info({ path, deleted: deletedBackups.length }, 'Backed up')
    return basename(path)
  },
  check: async ({ settings, database }, name) => {
    const backup = await findBackup(settings, name)
    await proveBackup(backup, new Date(database.now()), settings.backupPassphrase)
    return backup.name
  },
  drill: async (means, name) => {
    const backup = await findBackup(means.settings, name)
    const fault = await drillBackup(means, backup)
    await writeProof(backup.path, { at: new Date(means.database.now()).toISOString(), how: 'restored', fault })
    if (fault) throw new BackupRefused(fault)
    return backup.name
  },
}

const folderOf = ({ backupFolder }: Settings): string => {
  if (backupFolder === undefined) throw new BackupRefused('BACKUP_FOLDER is not set.')
  return backupFolder
}

/** The backup of this name, or the newest one. */
const findBackup = async (settings: Settings, name: string | undefined): Promise<BackupFacts> => {
  const backups = await listBackups(folderOf(settings))
  const backup = name === undefined ? backups[0] : backups.find((candidate) => candidate.name === name)
  if (!backup) throw new BackupRefused(name === undefined ? 'There is no backup yet.' : `There is no backup ${name}.`)
  return backup
}
