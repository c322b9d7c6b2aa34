import type { CardNoun } from '../../domain/cards/cards.ts'
import type { CardReader } from './reader.ts'

/** Who reads the cards of each noun. */
export const cardReaders: Readonly<Partial<Record<CardNoun, CardReader>>> = {}
