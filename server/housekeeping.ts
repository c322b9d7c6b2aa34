import type { App } from './call.ts'
import { sweepDisk } from './disk/sweeping.ts'
import { emptyWithdrawn, removeOrphans } from './files/orphans.ts'

/** Longer than anything is on its way. */
export const sweepSeconds = 3600

/**
 * Once an hour takes away what no one will ask for again: what was left on its way by a crash, old rows, as stands in gate_keep_house(),
 * and once a day files without a row, and the bytes of those that nothing shows any more.
 */
export const startHousekeeping = (app: App): { readonly stop: () => void } => {
  const timer = setInterval(() => void keepHouse(app), 3_600_000)
  return { stop: () => clearInterval(timer) }
}

/** What lies in our own folder has the moments of this machine, everything else those of the database. */
export const keepHouse = async ({ database, storage, spool, log }: App): Promise<void> => {
  try {
    await spool.sweep(sweepSeconds, new Date())
    const now = new Date(database.now())
    await database.gate('select gate_keep_house()')
    if (await isFirstOfDay(database, now)) {
      const removedCount = (await removeOrphans({ database, storage }, now)) + (await sweepDisk({ database, storage }, now))
      if (removedCount > 0) log.info({ removed: removedCount }, 'Files that no row names were removed')
      const emptiedCount = await emptyWithdrawn({ database, storage }, now)
      if (emptiedCount > 0) log.info({ emptied: emptiedCount }, 'The bytes of files that nothing shows any more were removed')
    }
  } catch (error) {
    log.warn({ error }, 'Not everything old could be taken away; trying again')
  }
}

/** True for the one process that asks first on a day. */
const isFirstOfDay = async (database: App['database'], now: Date): Promise<boolean> =>
  (
    await database.gate(
      `insert into installation (key, value) values ('files.swept', $1)
       on conflict (key) do update set value = excluded.value where installation.value < excluded.value returning 1`,
      [now.toISOString().slice(0, 10)],
    )
  ).length > 0
