import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from './backupFolder.ts'
import { ignoreGone } from './manifest.ts'

/** A file of the log as it is archived: eight digits say the timeline, the rest where in it. */
const logPattern = /^[0-9A-F]{8}([0-9A-F]{16})\.gz$/

/** Removes the archived log that no backup of the folder needs any more; answers how many files went. Without a backup all of it stays. */
export const pruneLogArchive = async (archive: string, backups: string): Promise<number> => {
  const firstFiles = (await listBackups(backups)).flatMap(({ firstLog }) => (firstLog === undefined ? [] : [firstLog.slice(8)])).toSorted()
  const [oldest] = firstFiles
  if (oldest === undefined) return 0
  const files = ((await readdir(archive).catch(ignoreGone)) ?? []).filter((name) => (logPattern.exec(name)?.[1] ?? oldest) < oldest)
  for (const name of files) await rm(join(archive, name))
  return files.length
}
