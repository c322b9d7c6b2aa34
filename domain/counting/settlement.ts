import { compare, negate } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { CountedKind } from './plan.ts'
import type { Verdict } from './verdict.ts'

/** A difference that is to go into the books. `place` is where the books have it, or the store of a supply. */
export type Difference = {
  readonly itemKind: CountedKind
  readonly itemId: Id
  readonly place: Id | null
  readonly verdict: Verdict
  /** The places it was seen in, the last one first. */
  readonly seen: readonly Id[]
  readonly seenWith: Id | null
  /** Of supplies: counted less expected. */
  readonly difference: string | null
  /** Of supplies: what one of them costs in the books, where any are there. */
  readonly unitCost: string | null
}

/** A thing without a card, as a person described it. */
export type SurplusThing = {
  readonly modelId: Id
  readonly name: string
  readonly placeId: Id
  readonly price?: string | undefined
  readonly serial?: string | undefined
  readonly file?: string | undefined
}

/** A line of a document, and what the header says of it: lines with the same of both go together. */
export type SettlingLine = {
  readonly kind: 'GsInventoryOrder' | 'GsTransOrder' | 'CsAjustOrder'
  /** The place of a count or of stock, the person who has the thing. */
  readonly about: Id
  readonly values: Readonly<Record<string, unknown>>
}

/** The most lines of one document: as many as post in a moment. */
export const settlingLinesAtMost = 500

/** What a difference becomes in the books; undefined where it is not one that they could take as it is. */
export const settledAs = ({ itemKind, itemId, ...of }: Difference): SettlingLine | undefined => {
  const { verdict, place, seen, seenWith, difference, unitCost } = of
  if (itemKind === 'consumable') {
    if (place === null || difference === null || compare(difference, '0') === 0) return undefined
    if (!['more', 'less', 'missing'].includes(verdict)) return undefined
    const isSurplus = compare(difference, '0') > 0
    const quantity = isSurplus ? difference : negate(difference)
    const price = isSurplus && unitCost !== null ? { price: unitCost } : {}
    return { kind: 'CsAjustOrder', about: place, values: { item: itemId, direction: isSurplus ? 'more' : 'less', quantity, ...price } }
  }
  const settlingLine = (subjectId: Id | null, values: Readonly<Record<string, unknown>>): SettlingLine | undefined =>
    subjectId === null ? undefined : { kind: 'GsInventoryOrder', about: subjectId, values: { asset: itemId, ...values } }
  const foundAt = seen[0]
  if (verdict === 'missing') return settlingLine(place, { result: 'missing' })
  if (verdict === 'elsewhere' && foundAt) return settlingLine(place ?? foundAt, { result: 'moved', foundAt })
  if (verdict === 'back' && foundAt) return settlingLine(foundAt, { result: 'back', foundAt })
  if (verdict === 'otherHolder' && seenWith) return { kind: 'GsTransOrder', about: seenWith, values: { asset: itemId } }
  return undefined
}

/** The same of a thing without a card. */
export const surplusAs = ({ modelId, name, placeId, price, serial }: SurplusThing): SettlingLine => ({
  kind: 'GsInventoryOrder',
  about: placeId,
  values: {
    result: 'surplus',
    model: modelId,
    called: name,
    foundAt: placeId,
    ...(price !== undefined && { price }),
    ...(serial !== undefined && { serial }),
  },
})

/** Verdicts that the books can take as they are; the others are counted once more, or left as they are. */
export const postable: ReadonlySet<Verdict> = new Set(['missing', 'elsewhere', 'otherHolder', 'back', 'more', 'less'])
