import type { Params } from '../../kernel/refusal.ts'

/** English words with `{count|one|many}` in them: the word for so many of them stands there. A place without a value stays as it is. */
export const counted = (words: string, params: Params): string =>
  words.replace(/\{(\w+)\|(.+?)\|(.+?)\}/g, (place, name: string, one: string, many: string) =>
    Object.hasOwn(params, name) ? (Number(params[name]) === 1 ? one : many) : place,
  )
