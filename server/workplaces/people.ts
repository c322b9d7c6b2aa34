import type { ForeignDirectory } from '../../domain/directory/foreign.ts'
import type { Keeper } from '../../domain/directory/keeper.ts'
import { workplaceNames } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import { corpOfOrganisation } from './corps.ts'

/** Whom the people of an organisation are asked of, where a chat keeps them; undefined where it does not (any more). */
export const directoryOf =
  ({ database, workplaces }: Pick<App, 'database' | 'workplaces'>) =>
  async (orgId: Id, keeper: Keeper): Promise<ForeignDirectory | undefined> => {
    const name = workplaceNames.find((each) => each === keeper)
    const workplace = name && workplaces.get(name)
    if (!workplace) return undefined
    const corp = await database.reading(orgId, corpOfOrganisation)
    return corp?.chat === name && corp.running ? workplace.corp(corp.corpId).directory : undefined
  }
