import type { Params } from '../../../kernel/refusal.ts'

/** What an application is called where its flow gives it no name of its own. */
export const plainTitle = '{initiator}提交的{flow}'

/**
 * An application's title as it was stored, in the reader's language; a name of its own stays as it is. To whoever asked it is `own`: it does
 * not say by whom, nor does what is told them.
 */
export const titleIn = (title: string, say: (words: string, params?: Params) => string, own = false): string => {
  const [, initiator, flow] = /^(.+?)提交的(.+)$/s.exec(title) ?? []
  if (!initiator || !flow) return say(title)
  return own ? say(flow) : say(plainTitle, { initiator, flow: say(flow) })
}

/**
 * The title of an application as its flow words it. Places are `{flow}`, `{initiator}` (a name) and the texts of its form that are told to all; what
 * is not told, or was left empty, is left out.
 */
export const titleFrom = (
  words: string,
  texts: Readonly<Record<string, string>>,
  of: { readonly flow: string; readonly initiator: string },
): string => {
  const said = new Map(Object.entries({ ...texts, ...of }))
  return words
    .slice(0, wordsMost)
    .replaceAll(/\{(\w+)\}/g, (_, place: string) => said.get(place) ?? '')
    .slice(0, 200)
}

/** How much of the words of a title is read; a title has 200 characters. */
const wordsMost = 2000

/** The places that a title names. */
export const placesOfTitle = (words: string): string[] => [...words.matchAll(/\{(\w+)\}/g)].map(([, place]) => place!)

/** What a flow is for: its name without the word flow, where a word remains. */
export const purposeOf = (flowName: string): string => flowName.replace(/(?<=..)(?<!子)流程$/, '')

/** What a place in a title is called, by place. */
export type TitlePlaces = ReadonlyMap<string, string>

/** A title as people edit it: each place is its name in brackets. */
export const titleInWords = (title: string, places: TitlePlaces): string =>
  title.replaceAll(/\{(\w+)\}/g, (all, place: string) => (places.has(place) ? named(places.get(place)!) : all))

/** Back again. What is left of a name of which somebody took a character or a bracket goes with it; other brackets are text. */
export const titleFromWords = (words: string, places: TitlePlaces): string => {
  const known = new Map([...places].map(([place, name]) => [name, place]))
  const names = [...known.keys()].toSorted((a, b) => b.length - a.length)
  const isLeftOf = (name: string, rest: string): boolean =>
    name.length === rest.length + 1 && Array.from(name, (_, at) => at).some((at) => name.slice(0, at) + name.slice(at + 1) === rest)
  const read = words.replaceAll(/〔([^〔〕]*)〕/g, (all, inner: string) => {
    if (known.has(inner)) return `{${known.get(inner)!}}`
    return names.some((name) => isLeftOf(name, inner)) ? '' : all
  })
  return names.reduce((text, name) => text.replaceAll(opening + name, '').replaceAll(name + closing, ''), read)
}

/** Around the name of a place. */
const [opening, closing] = ['〔', '〕']
const named = (name: string): string => opening + name + closing
