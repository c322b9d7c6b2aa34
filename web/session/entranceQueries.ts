import { queryOptions } from '@tanstack/react-query'
import { currentUser, resources } from '../../domain/access/sessionOperations.ts'
import { cacheSeconds } from '../../domain/rules/constants.ts'
import { call } from '../call.ts'
import { entranceKey, isMenuFresh, keepResources, keepUser, type Session } from './session.ts'

/** The menu, as it was answered last until it is answered again. */
export const menuQuery = ({ token, resources: initialResources }: Session) =>
  queryOptions({
    queryKey: ['auth.resources', token],
    queryFn: async ({ signal }) => {
      const answer = await call(resources, {}, { signal, quiet: true })
      keepResources(answer)
      return answer
    },
    enabled: token !== undefined,
    initialData: initialResources,
    initialDataUpdatedAt: () => (isMenuFresh() ? Date.now() : 0),
    staleTime: cacheSeconds * 1000,
  })

/** Who is signed in and whether the membership holds, which the server is asked at each start. */
export const userQuery = ({ token }: Session) =>
  queryOptions({
    queryKey: [entranceKey, token],
    queryFn: async ({ signal }) => {
      const answer = await call(currentUser, {}, { signal, quiet: true })
      keepUser(answer)
      return answer
    },
    enabled: token !== undefined,
    staleTime: cacheSeconds * 1000,
  })
