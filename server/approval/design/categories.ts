import { flowCategories } from '../../../domain/approval/flow/templates/all.ts'
import type { ListRequest } from '../../../domain/operations/define.ts'
import type { SignedIn } from '../../call.ts'
import { pageOfShort } from '../../page.ts'
import { flowsFor } from '../flow/rows.ts'

/** The categories in which flows are offered, each with how many flows in use the person who asks may start. */
export const categoryPage = async ({ tx, session }: SignedIn, input: ListRequest) => {
  const flows = await flowsFor(tx, session, { state: 2 })
  const list = flowCategories.map(({ moduleCode, name }) => ({
    id: moduleCode,
    catCode: moduleCode,
    catName: name,
    flowCount: flows.filter((flow) => flow.moduleCode === moduleCode).length,
  }))
  return pageOfShort(input, list)
}
