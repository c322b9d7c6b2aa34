import { dictionary } from '../../domain/dictionaries/dictionaries.ts'
import { inWords } from '../../domain/english/all.ts'
import { dictionaryItems } from '../../domain/dictionaries/operations.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type Handler } from '../call.ts'

export const dictionaryHandlers: readonly Handler[] = [
  handle(dictionaryItems, async ({ language }, { dictCode }) => {
    const items = dictionary(dictCode) ?? refuse('dictionary.unknown', '没有这个字典')
    return items.map(({ value, label }) => {
      const words = inWords(language, label)
      return { value, label: words, text: words, title: words }
    })
  }),
]
