/** What a place in a title is called, by place. */
export type TitlePlaces = ReadonlyMap<string, string>

/** A title as people edit it: each place is its name in brackets. */
export const titleInWords = (title: string, places: TitlePlaces): string =>
  title.replaceAll(/\{(\w+)\}/g, (all, place: string) => (places.has(place) ? namedPlace(places.get(place)!) : all))

/** Back again. What is left of a name of which a person took a character or a bracket goes with it; other brackets are text. */
export const titleFromWords = (words: string, places: TitlePlaces): string => {
  const placeByName = new Map([...places].map(([place, name]) => [name, place]))
  const names = [...placeByName.keys()].toSorted((a, b) => b.length - a.length)
  const isLeftOf = (name: string, remainder: string): boolean =>
    name.length === remainder.length + 1 &&
    Array.from(name, (_, index) => index).some((index) => name.slice(0, index) + name.slice(index + 1) === remainder)
  const read = words.replaceAll(/〔([^〔〕]*)〕/g, (all, inner: string) => {
    if (placeByName.has(inner)) return `{${placeByName.get(inner)}}`
    return names.some((name) => isLeftOf(name, inner)) ? '' : all
  })
  return names.reduce((text, name) => text.replaceAll(openBracket + name, '').replaceAll(name + closeBracket, ''), read)
}

/** Around the name of a place. */
const [openBracket, closeBracket] = ['〔', '〕']
const namedPlace = (name: string): string => openBracket + name + closeBracket
