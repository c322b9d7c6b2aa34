import type { LabelNoun } from '../../domain/labels/content.ts'
import { isId, type Id } from '../../kernel/id.ts'
import { stored, storeAside } from '../session/session.ts'
import { go } from '../travel.ts'

/** More than these do not stand in an address. */
const inAddressAtMost = 40
const keptKey = 'labelsToPrint'
const keptSeconds = 8 * 3600

/** Opens the screen that prints labels of these things; of none, the one that asks for which. */
export const goPrint = (noun: LabelNoun, ids: readonly Id[]): void => {
  if (ids.length <= inAddressAtMost) return go('/pages/components/shangmi-print/index', { what: noun, ids: ids.join(',') })
  storeAside(keptKey, { noun, ids }, keptSeconds)
  go('/pages/components/shangmi-print/index', { what: noun, ids: 'kept' })
}

/** Which things the query of that screen names. */
export const idsToPrint = (noun: LabelNoun, query: string | undefined): readonly Id[] => {
  if (query !== 'kept') return (query ?? '').split(',').filter((id) => isId(id))
  const storedChoice = stored<{ readonly noun: LabelNoun; readonly ids: readonly Id[] }>(keptKey)
  return storedChoice?.noun === noun ? storedChoice.ids : []
}
