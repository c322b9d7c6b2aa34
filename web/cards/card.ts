import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type CardAnswer, cardKey, type CardRef } from '../../domain/cards/cards.ts'
import { cardRead } from '../../domain/cards/operations.ts'
import { call } from '../call.ts'

/** One card as its reader may see it now; those that come into sight at one moment are asked for together, and none that is out of it. */
export const useCard = ({ noun, id, kind }: CardRef, isInSight: boolean): UseQueryResult<CardAnswer> => {
  const ref = { noun, id, ...(kind && { kind }) }
  return useQuery({ queryKey: [cardRead.name, ref], queryFn: () => askCard(ref), staleTime: 15_000, enabled: isInSight })
}

const cardsAtOnce = 50
const gatherMs = 20

type PendingCard = { readonly ref: CardRef; readonly done: (answer: CardAnswer) => void; readonly failed: (error: unknown) => void }
let pendingCards: PendingCard[] = []

const askCard = (ref: CardRef): Promise<CardAnswer> =>
  new Promise((resolve, reject) => {
    if (pendingCards.push({ ref, done: resolve, failed: reject }) === 1) setTimeout(askAll, gatherMs)
  })

const askAll = (): void => {
  const all = pendingCards
  pendingCards = []
  for (let from = 0; from < all.length; from += cardsAtOnce) void ask(all.slice(from, from + cardsAtOnce))
}

const ask = async (some: readonly PendingCard[]): Promise<void> => {
  try {
    const answers = await call(cardRead, { cards: some.map(({ ref }) => ref) }, { quiet: true })
    for (const [at, { ref, done, failed }] of some.entries()) {
      const answer = answers[at]
      if (answer) done(answer)
      else failed(new Error(`Nothing was answered about ${cardKey(ref)}`))
    }
  } catch (error) {
    for (const { failed } of some) failed(error)
  }
}
