import type { Id } from '../../kernel/id.ts'
import { documentKinds } from './all.ts'
import { codeOf, type DocumentKind, isConsumable } from './define.ts'
import { mayBegin, whyNotOffered } from './pieceOffers.ts'
import { formPathOf } from './screens.ts'
import type { FunctionCode } from '../rules/functionCode.ts'

type CodeCheck = (code: FunctionCode) => boolean
type Row = Readonly<Record<string, unknown>>

/** The kinds of documents that may be begun for assets in these states, by what the kinds themselves offer. */
export const kindsForAssets = (states: readonly unknown[], isAllowed: CodeCheck): DocumentKind[] =>
  states.length === 0
    ? []
    : documentKinds.filter(
        (kind) =>
          mayBegin(kind, isAllowed) && states.every((state) => kind.cardOffer.states.some((offeredState) => offeredState === state)),
      )

/** The kinds that may be begun for one asset. */
export const kindsForAsset = (row: Row, uid: Id, isAllowed: CodeCheck): DocumentKind[] => {
  const piece = { state: row['state'], isMine: row['holderUid'] === uid, restricted: row['restricted'] === true }
  return documentKinds.filter((kind) => mayBegin(kind, isAllowed) && !whyNotOffered(kind, piece, isAllowed))
}

/** The kinds that may be begun for supplies. */
export const kindsForSupplies = (isAllowed: CodeCheck): DocumentKind[] =>
  documentKinds.filter((kind) => isConsumable(kind) && isAllowed(`${codeOf(kind)}:save`))

/** The kinds that may be begun at a place. */
export const kindsAtPlace = (isAllowed: CodeCheck): DocumentKind[] =>
  documentKinds.filter((kind) => kind.placeOffer && isAllowed(`${codeOf(kind)}:save`))

/** A new document at a place. */
export const atPlaceHref = (kind: DocumentKind, place: Id): string => `${formPathOf(kind)}?place=${place}`

/** A new document that begins with these assets, or with these things of a catalogue. */
export const withAssetsHref = (kind: DocumentKind, assets: readonly Id[]): string =>
  `${formPathOf(kind)}?assets=${encodeURIComponent(assets.join(','))}`
export const withItemsHref = (kind: DocumentKind, items: readonly Id[]): string =>
  `${formPathOf(kind)}?items=${encodeURIComponent(items.join(','))}`
