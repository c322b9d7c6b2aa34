import type { Speaker } from '../../kernel/fields/kind.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { type Card, cardKey, type CardRef } from '../../domain/cards/cards.ts'
import { inWords } from '../../domain/english/all.ts'
import type { SignedIn } from '../call.ts'
import { NotFound } from '../httpError.ts'

/**
 * Reads the cards of one noun for the person who asks, with his own rights, in his language: by `cardKey`. What he may not see is not among them;
 * `gone` is what he could see and was deleted. Nothing is asked for twice.
 */
export type CardReader = (call: SignedIn, refs: readonly CardRef[]) => Promise<ReadonlyMap<string, Card | 'gone'>>

/** Reads one after the other, all at once; one that is not there for the person who asks is left out. */
export const eachCard =
  (read: (call: SignedIn, ref: CardRef) => Promise<Card | 'gone' | undefined>): CardReader =>
  async (call, refs) => {
    const entries = await Promise.all(
      refs.map(async (ref) => {
        try {
          return [cardKey(ref), await read(call, ref)] as const
        } catch (error) {
          if (error instanceof NotFound) return [cardKey(ref), undefined] as const
          throw error
        }
      }),
    )
    return new Map(entries.flatMap(([key, card]) => (card === undefined ? [] : [[key, card] as const])))
  }

/** Rows with something to say; as many as a card has room for. */
export const cardRows = (rows: readonly (readonly [label: string, value: string | null | undefined])[]): Card['rows'] =>
  rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])).slice(0, 5)

/** An amount as people read it; nothing where it is none. */
export const moneyOf = (amount: string | null): string | null => (amount === null || amount === '0' ? null : moneyWords(amount))

/** How our texts are said to the person who asks. */
export const sayTo =
  ({ language }: Pick<SignedIn, 'language'>): Speaker['say'] =>
  (words, params) =>
    inWords(language, words, params)
