import type { DocumentKind } from '../../domain/documents/define.ts'
import { withAssetsHref } from '../../domain/documents/offers.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { hrefOf } from '../frames.ts'
import { editPathOfKind } from '../places.ts'
import { stored, storeAside } from '../session/session.ts'

/** More than these do not stand in an address. */
const inAddressAtMost = 40
const keptKey = 'assetsToBegin'
const keptSeconds = 8 * 3600

/** A new document that begins with these assets, however many. */
export const withManyAssetsHref = (kind: DocumentKind, assets: readonly Id[]): string => {
  if (assets.length <= inAddressAtMost) return withAssetsHref(kind, assets)
  storeAside(keptKey, assets, keptSeconds)
  return hrefOf(editPathOfKind(kind.kind), { assets: 'kept' })
}

/** The assets that the query of such a form names. */
export const assetsToBegin = (query: string | undefined): Id[] =>
  query === 'kept' ? [...(stored<readonly Id[]>(keptKey) ?? [])] : (query ?? '').split(',').filter((id) => isId(id))
