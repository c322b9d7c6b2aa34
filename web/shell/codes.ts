import { codesOf } from '../../domain/access/codes.ts'
import { roleWordOf } from '../../domain/access/roles.ts'
import { useSession } from '../session/session.ts'

/** The function codes that the active roles give, also those that no entry of the menu names. */
export const useCodes = (): ReadonlySet<string> => {
  const { roles, operationId } = useSession()
  return codesOf(roles.map(({ roleCode }) => roleWordOf(roleCode, operationId)).filter((word) => word !== undefined))
}
