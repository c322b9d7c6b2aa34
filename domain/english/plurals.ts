import type { Params } from '../../kernel/refusal.ts'

/** English words with `{count|one|many}` in them: the word for so many of them stands there. A place without a value stays as it is. */
export const counted = (words: string, params: Params): string =>
  words.replace(/\{(\w+)\|(.+?)\|(.+?)\}/g, (place, name: string, singular: string, plural: string) => {
    if (!Object.hasOwn(params, name)) return place
    return Number(params[name]) === 1 ? singular : plural
  })
