import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { superuserOf } from '../db/embedded.ts'
import { backupName } from './backupFolder.ts'
import { type BackupDraft, BackupRefused, ignoreGone, openDraft } from './manifest.ts'

/** What a running database makes anew at its start, and what belongs to its process. */
const leftOut = /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)(\/|$)/

/** Folders that have to be there, empty, when the database of a backup starts. */
export const emptyFolders = [
  'pg_commit_ts',
  'pg_replslot',
  'pg_stat',
  'pg_stat_tmp',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]

export type BackupOrder = {
  readonly dataDir: string
  /** The folder of backups; the new one gets a name of its own below it. */
  readonly target: string
  readonly at: Date
  readonly passphrase?: string | undefined
}

/**
 * Copies the embedded database of a data folder while it runs, then the files beside it, into a new folder below `target`; answers its path. What was
 * committed before is in it. The folder bears its name only when it is whole.
 */
export const backUpEmbedded = async ({ dataDir, target, at, passphrase }: BackupOrder): Promise<string> => {
  const name = backupName(at)
  const folder = join(target, `.making-${name}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const draft = openDraft(folder, passphrase)
    const firstLog = await copyDatabase(dataDir, draft)
    await draft.copy(join(dataDir, 'postgres.json'), 'postgres.json')
    await copyMoving(join(dataDir, 'files'), 'files', draft, () => true)
    await draft.finish({ at: at.toISOString(), firstLog })
    await rename(folder, join(target, name))
    return join(target, name)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Copies the moving files of a database; answers the first file of its log that a recovery reads. Between its two calls the server keeps what
 * such a copy needs: a slot holds the log from the first of them on.
 */
const copyDatabase = async (dataDir: string, draft: BackupDraft): Promise<string> => {
  const client = new pg.Client(superuserOf(dataDir))
  await client.connect()
  try {
    await client.query("select pg_create_physical_replication_slot('zaice_backup_' || pg_backend_pid(), true, true)")
    await client.query("select pg_backup_start('zaice', true)")
    const source = join(dataDir, 'postgres')
    await copyMoving(source, 'postgres', draft, (path) => !leftOut.test(path))
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const [label] = rows
    const firstLog = label && /\(file ([0-9A-F]{24})\)/.exec(label.labelfile)?.[1]
    if (!label || !firstLog) throw new BackupRefused('The database ended the backup without a label.')
    await draft.write('postgres/backup_label', label.labelfile)
    await copyMoving(join(source, 'pg_wal'), 'postgres/pg_wal', draft, (path) => !/\/|^(archive_status|summaries)$/.test(path))
    return firstLog
  } finally {
    await client.end()
  }
}

/** Copies a folder in which files come and go; what is gone when its turn comes is not missed. */
const copyMoving = async (from: string, to: string, draft: BackupDraft, isWanted: (path: string) => boolean): Promise<void> => {
  const visit = async (folder: string): Promise<void> => {
    for (const entry of (await readdir(join(from, folder), { withFileTypes: true }).catch(ignoreGone)) ?? []) {
      const path = join(folder, entry.name)
      if (!isWanted(path)) continue
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile()) await draft.copy(join(from, path), join(to, path))
    }
  }
  if (await stat(from).catch(ignoreGone)) await visit('')
}
