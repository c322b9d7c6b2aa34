import type { Logger } from 'pino'
import { backUpEmbedded, pruneBackups } from './embeddedBackup.ts'

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

type Nightly = {
  readonly dataDir: string
  readonly target: string
  readonly count: number
  readonly log: Logger
  readonly now: () => number
}

/** Backs the embedded database up each night and keeps so many; one that fails is logged, and the next night comes. Answers how to stop. */
export const startNightlyBackups = ({ dataDir, target, count, log, now }: Nightly): (() => void) => {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(() => void backUp().finally(wait), msUntilBackup(now()))
    timer.unref()
  }
  const backUp = async (): Promise<void> => {
    try {
      const path = await backUpEmbedded(dataDir, target, new Date(now()))
      const deletedBackups = await pruneBackups(target, count)
      log.info({ path, deleted: deletedBackups.length }, 'Backed up')
    } catch (error) {
      log.error({ error }, 'The backup of the night failed')
    }
  }
  wait()
  return () => clearTimeout(timer)
}
