import type { Params } from '../../../kernel/refusal.ts'

/** What an application is called where its flow gives it no name of its own. */
export const plainTitle = '{initiator}提交的{flow}'

/**
 * An application's title as it was stored, in the reader's language; a name of its own stays as it is. `isOwn`: the reader is
 * the initiator, whose titles and notices leave the name out.
 */
export const titleIn = (title: string, say: (words: string, params?: Params) => string, isOwn = false): string => {
  const [, initiator, flow] = /^(.+?)提交的(.+)$/s.exec(title) ?? []
  if (!initiator || !flow) return say(title)
  return isOwn ? say(flow) : say(plainTitle, { initiator, flow: say(flow) })
}

/**
 * The title of an application as its flow words it. Places are `{flow}`, `{initiator}` (a name) and the texts of its form that are told to all; what
 * is not told, or was left empty, is left out.
 */
export const titleFrom = (
  words: string,
  texts: Readonly<Record<string, string>>,
  params: { readonly flow: string; readonly initiator: string },
): string => {
  const textByPlace = new Map(Object.entries({ ...texts, ...params }))
  return words
    .slice(0, wordsMost)
    .replaceAll(/\{(\w+)\}/g, (_, place: string) => textByPlace.get(place) ?? '')
    .slice(0, 200)
}

/** How much of the words of a title is read; a title has 200 characters. */
const wordsMost = 2000

/** The places that a title names. */
export const placesOfTitle = (words: string): string[] => [...words.matchAll(/\{(\w+)\}/g)].map(([, place]) => place!)

/** What a flow is for: its name without the word flow, where a word remains. */
export const purposeOf = (flowName: string): string => flowName.replace(/(?<=..)(?<!子)流程$/, '')
