import { authHandlers } from './access/auth.ts'
import { dictionaryHandlers } from './access/dictionaries.ts'
import { organisationHandlers } from './access/organisations.ts'
import { userHandlers } from './access/users.ts'
import type { Handler } from './call.ts'

/** Everything that the server answers. What is not here does not exist. */
export const handlers: readonly Handler[] = [...authHandlers, ...userHandlers, ...organisationHandlers, ...dictionaryHandlers]
