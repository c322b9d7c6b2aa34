import { firstOf } from '../../kernel/assert.ts'
import { fill, type Refusal } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import type { Obstacle } from '../../domain/bulk/operations.ts'

const namesAtMost = 3

/** Why things cannot be done, the most frequent reason first, each with how many and the first of them by name. */
export const obstaclesOf = (refusedItems: readonly { readonly name: string; readonly why: Refusal }[], language: 'zh' | 'en'): Obstacle[] =>
  [...Map.groupBy(refusedItems, ({ why }) => fill(why.words, why.params)).values()]
    .map((alike) => ({
      words: inWords(language, firstOf(alike).why.words, firstOf(alike).why.params),
      count: alike.length,
      names: alike.slice(0, namesAtMost).map(({ name }) => name),
    }))
    .toSorted((a, b) => b.count - a.count)
