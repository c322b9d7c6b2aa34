import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { userQuery } from '../session/entranceQueries.ts'

/** The function codes that the active roles give, as the server says, also those that no entry of the menu names. */
export const useCodes = (): ReadonlySet<string> => new Set(useQuery(userQuery(useSession())).data?.codes)
