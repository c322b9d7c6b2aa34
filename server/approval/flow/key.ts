import type { Id } from '../../../kernel/id.ts'
import { flowKeySuffixLength } from '../../../domain/rules/constants.ts'

/** What follows a flow's key outside: the last characters of the organisation's id. */
export const suffixOf = (orgId: Id): string => orgId.slice(-flowKeySuffixLength)

/** The key as clients know it. */
export const outsideKey = (orgId: Id, flowKey: string): string => flowKey + suffixOf(orgId)

/** The key without the organisation's suffix; clients may send either. */
export const insideKey = (orgId: Id, flowKey: string): string =>
  flowKey.length > flowKeySuffixLength && flowKey.endsWith(suffixOf(orgId)) ? flowKey.slice(0, -flowKeySuffixLength) : flowKey
