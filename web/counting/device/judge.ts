import type { Id } from '../../../kernel/id.ts'
import { type PackIndex, type Place, supplyKey, type PackItem } from './pack.ts'
import type { Tally } from './tally.ts'

/** What a read code means where a person stands, before anything is written down. */
export type Judgement =
  /** A place's label: from now on things are seen there. */
  | { readonly t: 'place'; readonly place: Place; readonly same: boolean }
  /** An expected piece at its place, at another, or one that this count does not ask for. */
  | { readonly t: 'found' | 'elsewhere' | 'foreign'; readonly thing: PackItem }
  /** Seen here a moment or a week ago: nothing to add. */
  | { readonly t: 'again'; readonly thing: PackItem }
  /** Seen by this device at another place before. */
  | { readonly t: 'moved'; readonly thing: PackItem; readonly from: Id }
  /** So many of it are asked for. */
  | { readonly t: 'supply'; readonly thing: PackItem }
  /** More than one thing bears the code: a person says which. */
  | { readonly t: 'several'; readonly things: readonly PackItem[]; readonly places: readonly Place[] }
  | { readonly t: 'unknown'; readonly code: string; readonly again: boolean }

export const judge = (index: PackIndex, tally: Tally, place: Id | undefined, text: string): Judgement => {
  const { things: named, places, code } = index.meaning(text)
  const items = oneSupply(index, named, place)
  if (items.length + places.length > 1) return { t: 'several', things: items, places }
  const [label] = places
  if (label) return { t: 'place', place: label, same: label[0] === place }
  const [thing] = items
  return thing ? judgeThing(index, tally, place, thing) : { t: 'unknown', code, again: tally.isUnknownAt(code, place) }
}

export const judgeThing = (index: PackIndex, tally: Tally, place: Id | undefined, item: PackItem): Judgement => {
  if (item.kind === 'consumable') return { t: 'supply', thing: item }
  const before = tally.seenAt(item.id)
  const last = before.at(-1)
  if (last !== undefined) return before.includes(place ?? '') ? { t: 'again', thing: item } : { t: 'moved', thing: item, from: last }
  if (!item.expected) return { t: 'foreign', thing: item }
  return { t: isAt(index, item, place) ? 'found' : 'elsewhere', thing: item }
}

/** Whether the books have it where a person stands; not known to be elsewhere is at its place. */
const isAt = (index: PackIndex, item: PackItem, place: Id | undefined): boolean =>
  item.place === undefined || place === undefined || item.place === place || index.within(item.place, place)

/** A supply lies in many stores: the one meant is where a person stands, or what that lies in. */
const oneSupply = (index: PackIndex, items: readonly PackItem[], place: Id | undefined): readonly PackItem[] => {
  const [first, ...others] = items
  if (!first || others.length === 0 || place === undefined || first.kind !== 'consumable') return items
  if (others.some(({ id, kind }) => kind !== 'consumable' || id !== first.id)) return items
  const outward = index.path(place).toReversed()
  for (const [step] of outward) {
    const itemHere = items.find((item) => item.place === step)
    if (itemHere) return [itemHere]
  }
  const below = items.filter((item) => item.place !== undefined && index.within(item.place, place))
  if (below.length > 0) return below
  // In none of its stores: counted where it lies.
  return [
    {
      ...first,
      key: supplyKey(first.id, place),
      place,
      expected: false,
      own: false,
      isCounted: false,
      seq: undefined,
      quantity: undefined,
    },
  ]
}
