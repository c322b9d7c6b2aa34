import type { Field } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { asset } from '../records/asset.ts'
import type { DocumentKind } from './define.ts'
import { assetFieldsOf, itemFieldOf, quantityFieldOf } from './lines.ts'

type Card = Readonly<Record<string, unknown>> & { readonly id: Id }
type Values = Readonly<Record<string, unknown>>

/** The field of an asset's card that refers to the same as another field. */
export const cardFieldLike = (field: Field | undefined): string | undefined => {
  const noun = field && refersTo(field.control)
  return noun && Object.entries(asset.fields).find(([, { control }]) => refersTo(control) === noun)?.[0]
}

/** The field of a header that says the same of all pieces of a document, and where their cards say it; undefined where a kind has none. */
export const sharedFieldOf = (kind: DocumentKind): { readonly header: string; readonly card: string } | undefined => {
  const [field] = assetFieldsOf(kind)
  const match = field?.reference.filter?.['match']
  if (typeof match !== 'string' || !Object.hasOwn(kind.header, match)) return undefined
  const card = cardFieldLike(kind.header[match])
  return card === undefined ? undefined : { header: match, card }
}

/** Lines that name these pieces: one each, or one for all of a model where lines name several. */
export const linesOfPieces = (kind: DocumentKind, pieces: readonly Card[]): Values[] => {
  const [field] = assetFieldsOf(kind)
  if (!field) return []
  if (!field.many) return pieces.map(({ id }) => ({ [field.key]: id }))
  const match = field.reference.filter?.['match']
  const item = typeof match === 'string' ? match : itemFieldOf(kind)
  const placeKey = cardFieldLike(kind.line[item])
  const quantity = quantityFieldOf(kind)
  return [...Map.groupBy(pieces, (piece) => placeKey && piece[placeKey])].map(([of, alike]) => ({
    ...(placeKey && { [item]: of }),
    ...(quantity && { [quantity]: String(alike.length) }),
    [field.key]: alike.map(({ id }) => id),
  }))
}

/** How pieces are shared out among documents of a kind: those of which the header says the same, as many as one of them takes. */
export const batchesOf = <C extends Card>(
  kind: DocumentKind,
  pieces: readonly C[],
  atMost: number,
): { readonly header: Values; readonly pieces: C[] }[] => {
  const sharedField = sharedFieldOf(kind)
  return [...Map.groupBy(pieces, (piece) => sharedField && piece[sharedField.card])].flatMap(([value, alike]) =>
    Array.from({ length: Math.ceil(alike.length / atMost) }, (_, index) => ({
      header: sharedField && value ? { [sharedField.header]: value } : {},
      pieces: alike.slice(index * atMost, (index + 1) * atMost),
    })),
  )
}
