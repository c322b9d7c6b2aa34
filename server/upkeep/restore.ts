import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'
import { auditDatabase } from '../audit/audit.ts'
import type { AuditFinding } from '../audit/check.ts'
import { emptyFolders } from '../backups/embeddedBackup.ts'
import { unpackBackup } from '../backups/manifest.ts'
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts'
import type { Recovery } from '../db/postgres/logArchive.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { NoDatabase } from '../db/postgres/postgresPrograms.ts'
import { folderStorage, type Storage } from '../storage/storage.ts'

export type RestoreOrder = {
  readonly backup: string
  /** Folder that is made anew, with the data folder that the backup becomes in it. */
  readonly scratch: string
  readonly passphrase?: string | undefined
  readonly binDir?: string | undefined
  readonly sealKey: string | undefined
  /** False where what comes of it is thrown away. */
  readonly isDurable: boolean
  /** The moment (ISO) until which the log is followed; not given: the backup as it was made. */
  readonly until?: string | undefined
  /** Where the log lies besides the backup. */
  readonly logFolders: readonly string[]
  /** Files of the data folder that is replaced: what was uploaded after the backup is in none. */
  readonly newerFiles?: string | undefined
  /** Storage outside of the data folder. */
  readonly storage?: Storage | undefined
}

export type RestoreOutcome = {
  readonly findings: readonly AuditFinding[]
  /** When the newest transaction was that the log brought back. */
  readonly recoveredUntil?: string | undefined
  /** The log ended before the moment that was asked for, so everything in it is there. */
  readonly isLogAtEnd: boolean
}

const migrationsDir = join(import.meta.dirname, '../db/migrations')

/**
 * Brings a backup back in a scratch place, up to this program's schema, and audits it there. The data folder that people work on is not touched.
 * Throws BackupRefused or NoDatabase; the scratch place is then gone.
 */
export const restoreIntoScratch = async (order: RestoreOrder): Promise<RestoreOutcome> => {
  const { backup, scratch, newerFiles } = order
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    await unpackBackup(backup, scratch, order.passphrase)
    for (const folder of emptyFolders) await mkdir(join(scratch, 'postgres', folder), { recursive: true, mode: 0o700 })
    if (newerFiles !== undefined) await addMissingFiles(newerFiles, join(scratch, 'files'))
    const { cluster, isLogAtEnd } = await recover(order)
    try {
      return { findings: await auditScratch(order, cluster.url), recoveredUntil: cluster.recoveredUntil, isLogAtEnd }
    } finally {
      await cluster.stop()
    }
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    throw error
  }
}

/** Starts the copy until it has recovered. Where nothing was written after the moment that was asked for, the log is followed to its end. */
const recover = async ({ scratch, binDir, isDurable, until, logFolders }: RestoreOrder) => {
  const start = (recovery: Recovery): Promise<EmbeddedDatabase> => startEmbedded({ dir: scratch, binDir, durable: isDurable, recovery })
  const startInTimeline = (recovery: Recovery) =>
    start(recovery).catch((error) => {
      if (!isSaid(error, /is not a child of this server's history|is not in this server's history/)) throw error
      return start({ ...recovery, staysInTimeline: true })
    })
  if (until === undefined) return { cluster: await start({ until: 'copy', folders: logFolders }), isLogAtEnd: false }
  try {
    return { cluster: await startInTimeline({ until, folders: logFolders }), isLogAtEnd: false }
  } catch (error) {
    if (!isSaid(error, /recovery ended before configured recovery target was reached/)) throw error
    return { cluster: await startInTimeline({ until: 'end', folders: logFolders }), isLogAtEnd: true }
  }
}

const isSaid = (error: unknown, words: RegExp): boolean => error instanceof NoDatabase && words.test(messageOf(error))

const auditScratch = async ({ scratch, sealKey, storage }: RestoreOrder, url: string): Promise<AuditFinding[]> => {
  await migrate(url, readMigrations(migrationsDir))
  const database = openDatabase({ url, poolSize: 2 })
  try {
    const findings = await auditDatabase(database, { sealKey, storage: storage ?? folderStorage(join(scratch, 'files')) })
    return findings.filter(({ count }) => count > 0)
  } finally {
    await database.close()
  }
}

/** Adds the files of a folder that another one lacks; on one disk they take no room. */
const addMissingFiles = async (from: string, to: string): Promise<void> => {
  if (!existsSync(from)) return
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, source))
    await mkdir(dirname(target), { recursive: true })
    await link(source, target).catch(async (error) => {
      if (codeOf(error) === 'EXDEV') await copyFile(source, target)
      else if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}
