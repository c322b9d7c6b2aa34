import type { Id } from '../../../kernel/id.ts'
import type { PackIndex, Place, PackItem } from './pack.ts'
import type { Tally } from './tally.ts'
import { entryOf } from '../../../kernel/assert.ts'

/** What is neither counted nor looked for in vain, place by place in the order of their codes; in a blind count, where no place is told, all in one. */
export type LeftAt = { readonly place: Place | undefined; readonly things: readonly PackItem[] }

export const leftOf = (index: PackIndex, tally: Tally, within?: Id): readonly LeftAt[] => {
  const places = new Map<Id | undefined, PackItem[]>()
  for (const item of index.mine) {
    if (!tally.isLeft(item.key) || (within !== undefined && (item.place === undefined || !index.within(item.place, within)))) continue
    const placeName = places.get(item.place)
    if (placeName) placeName.push(item)
    else places.set(item.place, [item])
  }
  const order = new Map(
    [...places.keys()].map((place) => [
      place,
      place === undefined
        ? ''
        : index
            .path(place)
            .map(([, code]) => code)
            .join('\u0000'),
    ]),
  )
  return [...places]
    .toSorted(([a], [b]) => inOrder.compare(entryOf(order, a), entryOf(order, b)))
    .map(([place, things]) => ({
      place: place === undefined ? undefined : index.place(place),
      things: things.toSorted((a, b) => inOrder.compare(a.code, b.code)),
    }))
}

const inOrder = new Intl.Collator('zh-CN', { numeric: true })
