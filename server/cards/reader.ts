import type { Card, CardRef } from '../../domain/cards/cards.ts'
import type { SignedIn } from '../call.ts'

/**
 * Reads the cards of one noun for whoever asks, with his own rights, in his language: by `cardKey`. What he may not see is not among them;
 * `gone` is what he could see and was deleted. Nothing is asked for twice.
 */
export type CardReader = (call: SignedIn, refs: readonly CardRef[]) => Promise<ReadonlyMap<string, Card | 'gone'>>
