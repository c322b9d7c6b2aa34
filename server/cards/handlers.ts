import { type CardAnswer, cardKey, cardNouns } from '../../domain/cards/cards.ts'
import { cardRead } from '../../domain/operations/cards.ts'
import { handle, type Handler } from '../call.ts'
import type { CardReaders } from './readers.ts'

export const cardHandlers = (readers: CardReaders): readonly Handler[] => [
  handle(cardRead, async (call, { cards }) => {
    const asked = new Map(cards.map((ref) => [cardKey(ref), ref]))
    const read = await Promise.all(
      cardNouns.map(async (noun) => {
        const refs = [...asked.values()].filter((ref) => ref.noun === noun)
        return refs.length > 0 ? await readers[noun]?.(call, refs) : undefined
      }),
    )
    return cards.map((ref): CardAnswer => {
      const found = read[cardNouns.indexOf(ref.noun)]?.get(cardKey(ref))
      if (found === undefined) return { t: 'none' }
      return found === 'gone' ? { t: 'gone' } : { t: 'card', card: found }
    })
  }),
]
