import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import * as v from 'valibot'
import { codeOf } from '../../kernel/caughtError.ts'
import { superuserOf } from '../db/embedded.ts'

/** A backup cannot be made, read or brought back; the message is a sentence for the operator. */
export class BackupRefused extends Error {}

/** What a running database makes anew at its start, and what belongs to its process. */
const leftOut = /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)(\/|$)/
/** Folders that have to be there, empty, when it starts. */
const emptyFolders = [
  'pg_replslot',
  'pg_stat_tmp',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]

const manifestFile = 'manifest.json'
const manifest = v.object({ version: v.literal(1), at: v.string(), files: v.record(v.string(), v.string()) })
type Manifest = v.InferOutput<typeof manifest>

/**
 * Copies the embedded database of a data folder while it runs, then the files beside it, into a new folder below `target`; answers its path. What was
 * committed before is in it. The folder bears its name only when it is whole.
 */
export const backUpEmbedded = async (dataDir: string, target: string, now: Date): Promise<string> => {
  const name = now.toISOString().slice(0, 19).replaceAll(':', '')
  const draft = join(target, `.making-${name}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await copyDatabase(dataDir, join(draft, 'postgres'))
    await copyFile(join(dataDir, 'postgres.json'), join(draft, 'postgres.json'))
    await copyIfThere(join(dataDir, 'files'), join(draft, 'files'))
    const content: Manifest = { version: 1, at: now.toISOString(), files: await hashesBelow(draft) }
    await writeFile(join(draft, manifestFile), JSON.stringify(content))
    await rename(draft, join(target, name))
    return join(target, name)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Between its two calls the server keeps what a copy of moving files needs: a slot holds the log from the first of them on. */
const copyDatabase = async (dataDir: string, target: string): Promise<void> => {
  const client = new pg.Client(superuserOf(dataDir))
  await client.connect()
  try {
    await client.query("select pg_create_physical_replication_slot('zaice_backup_' || pg_backend_pid(), true, true)")
    await client.query("select pg_backup_start('zaice', true)")
    const source = join(dataDir, 'postgres')
    await copyMoving(source, target, (path) => !leftOut.test(path))
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop(false)',
    )
    const [label] = rows
    if (!label) throw new BackupRefused('The database ended the backup without a label.')
    await writeFile(join(target, 'backup_label'), label.labelfile)
    for (const folder of emptyFolders) await mkdir(join(target, folder), { recursive: true, mode: 0o700 })
    await copyMoving(
      join(source, 'pg_wal'),
      join(target, 'pg_wal'),
      (path) => !path.includes('/') && path !== 'archive_status' && path !== 'summaries',
    )
  } finally {
    await client.end()
  }
}

/** Copies a folder in which files come and go; what is gone when its turn comes is not missed. */
const copyMoving = async (from: string, to: string, isWanted: (path: string) => boolean): Promise<void> => {
  const visit = async (folder: string): Promise<void> => {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    for (const entry of await entriesOf(join(from, folder))) {
      const path = join(folder, entry.name)
      if (!isWanted(path)) continue
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile()) await copyFile(join(from, path), join(to, path)).catch(ignoreGone)
    }
  }
  await visit('')
}

const entriesOf = async (folder: string) => (await readdir(folder, { withFileTypes: true }).catch(ignoreGone)) ?? []

const ignoreGone = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error
}

const copyIfThere = async (from: string, to: string): Promise<void> => {
  if (await stat(from).catch(ignoreGone)) await cp(from, to, { recursive: true })
}

/** The SHA-256 of each file below a folder, by its path there. */
const hashesBelow = async (folder: string): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    hashes[relative(folder, path)] = hash.digest('hex')
  }
  return hashes
}

const namePattern = /^\d{4}-\d\d-\d\dT\d{6}$/

/** The whole backups of a folder, the oldest first. */
export const listBackups = async (target: string): Promise<string[]> =>
  (await entriesOf(target))
    .filter((entry) => entry.isDirectory() && namePattern.test(entry.name))
    .map(({ name }) => join(target, name))
    .toSorted()

/** Deletes all but the newest backups of a folder; answers those that went. */
export const pruneBackups = async (target: string, count: number): Promise<string[]> => {
  const oldBackups = (await listBackups(target)).slice(0, -count)
  for (const backup of oldBackups) await rm(backup, { recursive: true })
  return oldBackups
}

/** Compares a backup with its manifest. Throws BackupRefused with the first file that is missing, changed or not in it. */
export const checkBackup = async (backup: string): Promise<Manifest> => {
  const text = await readFile(join(backup, manifestFile), 'utf8').catch(ignoreGone)
  if (text === undefined) throw new BackupRefused(`${backup} is no backup: it has no ${manifestFile}.`)
  const expected = v.parse(manifest, JSON.parse(text))
  const { [manifestFile]: _, ...hashes } = await hashesBelow(backup)
  const paths = new Set([...Object.keys(expected.files), ...Object.keys(hashes)])
  for (const path of paths)
    if (expected.files[path] !== hashes[path]) throw new BackupRefused(`${join(backup, path)} is not as it was backed up.`)
  return expected
}

/** Brings a backup into a data folder that has no database; the next start recovers it to the end of the backup. */
export const restoreEmbedded = async (backup: string, dataDir: string): Promise<void> => {
  await checkBackup(backup)
  if (await stat(join(dataDir, 'postgres')).catch(ignoreGone))
    throw new BackupRefused(`${dataDir} has a database; move it away, or name another folder in DATA_DIR.`)
  await mkdir(dirname(join(dataDir, 'postgres')), { recursive: true })
  for (const part of ['postgres', 'postgres.json', 'files']) await copyIfThere(join(backup, part), join(dataDir, part))
}
