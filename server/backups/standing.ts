import type { Database } from '../db/pool.ts'
import { type BackupFacts, listBackups } from './backupFolder.ts'
import type { BackupWork } from './backupWork.ts'
import { readOutcomes, type UpkeepOutcome, type UpkeepOutcomes } from './outcomes.ts'

/** What was done last for the installation. Of a database that is operated on its own, its folder of backups says what was. */
export const readStanding = async (database: Pick<Database, 'gate'>, { isEmbedded, folder }: BackupWork): Promise<UpkeepOutcomes> => {
  const outcomes = await readOutcomes(database)
  if (isEmbedded || folder === undefined) return outcomes
  const backups = await listBackups(folder)
  const [newest] = backups
  const lastDrill = backups.find(({ proof }) => proof?.how === 'restored')
  return {
    ...outcomes,
    ...(newest && { backup: { at: newest.at, name: newest.name, fault: '' } }),
    ...(lastDrill && { drill: drillOf(lastDrill) }),
  }
}

const drillOf = ({ at, name, proof }: BackupFacts): UpkeepOutcome => ({ at: proof?.at ?? at, name, fault: proof?.fault ?? '' })
