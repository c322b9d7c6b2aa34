import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupFacts } from '../backups/backupFolder.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'
import { restoreIntoScratch } from './restore.ts'

/** What a drill takes besides the bytes of the backup: the log of its recovery. */
const roomBytes = 256 * 2 ** 20
const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

type Means = { readonly settings: Settings; readonly storage: Storage }

/** Brings a backup back in a scratch place, audits it there and removes it; answers what is wrong with it, empty where nothing is. */
export const drillBackup = async ({ settings, storage }: Means, { path, bytes, kind }: BackupFacts): Promise<string> => {
  if (kind === 'dump') return 'A dump of pg_dump is brought back by deploy/restore.sh.'
  const scratch = join(settings.dataDir, `drill-${process.pid}`)
  const { bavail, bsize } = await statfs(settings.dataDir)
  const neededBytes = bytes + roomBytes + settings.diskReserveMegabytes * 2 ** 20
  if (bavail * bsize < neededBytes)
    return `The disk of DATA_DIR has no room for a drill: it needs ${megabytes(neededBytes)} MB and has ${megabytes(bavail * bsize)} MB.`
  try {
    const { findings } = await restoreIntoScratch({
      backup: path,
      scratch,
      passphrase: settings.backupPassphrase,
      binDir: settings.postgresBin,
      sealKey: settings.sealKey,
      isDurable: false,
      logFolders: settings.walFolder === undefined ? [] : [settings.walFolder],
      storage: settings.storageUrl === undefined ? undefined : storage,
    })
    return findings
      .map(({ orgId, check, count, example }) => `${check}: ${count} in organisation ${orgId}, for instance ${example}`)
      .join('; ')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
