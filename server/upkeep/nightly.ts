import type { BackupWork } from '../backups/backupWork.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Two in the morning in China, where nearly nobody works. */
const hourOfDay = 2
const chinaMs = 8 * hourMs

/** How long it is from a moment to the next backup. */
export const msUntilBackup = (nowMs: number): number => {
  const sinceMidnight = (nowMs + chinaMs) % dayMs
  return (hourOfDay * hourMs - sinceMidnight + dayMs) % dayMs || dayMs
}

/** The work of a night: a backup, and a drill on the newest one, also where the backup of this night failed. */
export const keepNight = async (work: BackupWork): Promise<void> => {
  await work.begin('backup')
  await work.begin('drill')
}

/** Does the work of each night. Answers how to stop. */
export const startNights = (work: BackupWork, now: () => number): (() => void) => {
  if (!work.isEmbedded || work.folder === undefined) return () => undefined
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(() => void keepNight(work).finally(wait), msUntilBackup(now()))
    timer.unref()
  }
  wait()
  return () => clearTimeout(timer)
}
