import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind, isConsumable } from '../../domain/documents/define.ts'
import type { RecordRow } from '../../domain/operations/records.ts'
import type { Id } from '../../kernel/id.ts'
import { hrefOf } from '../frames.ts'
import { editPathOfKind } from '../places.ts'

type Allowed = (code: string) => boolean

/** The kinds of documents that may be begun for assets in these states, by what the kinds themselves offer. */
export const kindsForAssets = (states: readonly unknown[], allowed: Allowed): DocumentKind[] =>
  states.length === 0
    ? []
    : documentKinds.filter(
        (kind) => kind.offered && allowed(`${codeOf(kind)}:save`) && states.every((state) => kind.offered!.states.includes(state as never)),
      )

/**
 * The kinds that may be begun for one asset: what only its keepers do, what its holder does, and what anybody may ask for. Of a piece that the
 * reader sees in part only, nothing but the last.
 */
export const kindsForAsset = (row: RecordRow, uid: Id, allowed: Allowed): DocumentKind[] =>
  kindsForAssets([row['state']], allowed).filter((kind) => {
    const asked = kind.offered!.toAnybody || row['state'] === 'idle'
    if (row['restricted'] === true) return asked && kind.forEmployees
    return asked || row['holderUid'] === uid || allowed(`${codeOf(kind)}:post`)
  })

/** The kinds that may be begun for supplies. */
export const kindsForSupplies = (allowed: Allowed): DocumentKind[] =>
  documentKinds.filter((kind) => isConsumable(kind) && allowed(`${codeOf(kind)}:save`))

/** The kinds that may be begun at a place. */
export const kindsAtPlace = (allowed: Allowed): DocumentKind[] =>
  documentKinds.filter((kind) => kind.offeredAt && allowed(`${codeOf(kind)}:save`))

/** A new document at a place. */
export const atPlaceHref = (kind: DocumentKind, place: Id): string => hrefOf(editPathOfKind(kind.kind), { place })

/** A new document that begins with these assets, or with these things of a catalogue. */
export const withAssetsHref = (kind: DocumentKind, assets: readonly Id[]): string =>
  hrefOf(editPathOfKind(kind.kind), { assets: assets.join(',') })
export const withItemsHref = (kind: DocumentKind, items: readonly Id[]): string =>
  hrefOf(editPathOfKind(kind.kind), { items: items.join(',') })
