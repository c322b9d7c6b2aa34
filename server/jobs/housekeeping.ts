import type { Logger } from 'pino'
import type { Database } from '../db/pool.ts'

/** Once an hour takes away what nobody will ask for again; what exactly stands in gate_keep_house(). */
export const startHousekeeping = (database: Database, log: Logger): { readonly stop: () => void } => {
  const keepHouse = () =>
    database
      .gate('select gate_keep_house()')
      .catch((error) => log.warn({ error }, 'Old rows could not be taken away; trying again in an hour'))
  const timer = setInterval(keepHouse, 3_600_000)
  return { stop: () => clearInterval(timer) }
}
