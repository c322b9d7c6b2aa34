import { userUpdate } from '../../domain/access/userOperations.ts'
import { userHandlers } from '../access/users.ts'
import type { Company } from './company.ts'
import { askerOf } from './demoClient.ts'

const answer = askerOf(userHandlers)

/** A person who is gone and still has what was issued to him. */
export const disableLeaver = async (company: Company): Promise<void> => {
  await answer(company.as('admin'), userUpdate, { uid: company.person('pengfei'), state: 'disabled', confirmed: true })
}
