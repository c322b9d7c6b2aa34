import type { ForeignDirectory } from '../../domain/directory/foreign.ts'
import type { Keeper } from '../../domain/directory/keeper.ts'
import { workplaceNames } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import { raiseAlarm } from './alarms.ts'
import { corpOfOrganisation } from './corps.ts'

/** Who the people of an organisation are asked of, where a chat keeps them; undefined where it does not (any more). */
export const directoryOf =
  ({ database, log, workplaces }: Pick<App, 'database' | 'log' | 'workplaces'>) =>
  async (orgId: Id, keeper: Keeper): Promise<ForeignDirectory | undefined> => {
    const name = workplaceNames.find((workplaceName) => workplaceName === keeper)
    const workplace = name && workplaces.get(name)
    if (!workplace) return undefined
    const corp = await database.reading(orgId, corpOfOrganisation)
    if (corp?.chat !== name || !corp.running) return undefined
    return withAlarms(workplace.corp(corp.corpId).directory, (error) => raiseAlarm({ database, log }, corp, error))
  }

/** The same lists; what stands in their way is raised before it is thrown. */
const withAlarms = (
  { departments, people, person, department }: ForeignDirectory,
  raise: (error: unknown) => Promise<void>,
): ForeignDirectory => {
  const raiseOnFault =
    <Asked extends readonly unknown[], Answer>(ask: (...args: Asked) => Promise<Answer>) =>
    async (...args: Asked): Promise<Answer> => {
      try {
        return await ask(...args)
      } catch (error) {
        await raise(error)
        throw error
      }
    }
  return {
    departments: raiseOnFault(departments),
    people: raiseOnFault(people),
    person: raiseOnFault(person),
    department: raiseOnFault(department),
  }
}
