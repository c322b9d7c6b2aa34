import { finishSwap } from '../server/backups/swap.ts'
import { runningUrl, startEmbedded } from '../server/db/embedded.ts'
import { FolderHeld, holdFolder } from '../server/db/lock.ts'
import type { Settings } from '../server/settings.ts'

/** Runs `work` on the database of the settings; the embedded one is started only where no server has. */
export const onDatabase = async <R>(
  { databaseUrl, databaseDirectUrl, dataDir, postgresBin, walFolder }: Settings,
  work: (url: string) => Promise<R>,
): Promise<R> => {
  if (databaseUrl !== undefined) return work(databaseDirectUrl ?? databaseUrl)
  let letGo: () => void
  try {
    letGo = holdFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderHeld) return work(runningUrl(dataDir))
    throw error
  }
  try {
    finishSwap(dataDir)
    const cluster = await startEmbedded({ dir: dataDir, binDir: postgresBin, logArchive: walFolder })
    try {
      return await work(cluster.url)
    } finally {
      await cluster.stop()
    }
  } finally {
    letGo()
  }
}
