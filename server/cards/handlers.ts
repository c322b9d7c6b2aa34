import { type CardAnswer, cardKey, cardNouns } from '../../domain/cards/cards.ts'
import { cardRead } from '../../domain/cards/operations.ts'
import { handle, type Handler } from '../call.ts'
import type { CardReaders } from './readers.ts'

export const cardHandlers = (readers: CardReaders): readonly Handler[] => [
  handle(cardRead, async (call, { cards }) => {
    const refByKey = new Map(cards.map((ref) => [cardKey(ref), ref]))
    const read = await Promise.all(
      cardNouns.map(async (noun) => {
        const refs = [...refByKey.values()].filter((ref) => ref.noun === noun)
        return refs.length > 0 ? await readers[noun]?.(call, refs) : undefined
      }),
    )
    return cards.map((ref): CardAnswer => {
      const card = read[cardNouns.indexOf(ref.noun)]?.get(cardKey(ref))
      if (card === undefined) return { t: 'none' }
      return card === 'gone' ? { t: 'gone' } : { t: 'card', card: card }
    })
  }),
]
