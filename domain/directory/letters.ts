/** What an index of names is read by: a Latin letter, or `#` for names that begin with neither a letter nor a Chinese character. */
export const indexLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '#'] as const

/** The first character that dictionaries in the order of pinyin have under each letter; no syllable begins with I, U or V. */
const codePoints = [
  ['A', 0x963f],
  ['B', 0x516b],
  ['C', 0x5693],
  ['D', 0x5491],
  ['E', 0x59b8],
  ['F', 0x53d1],
  ['G', 0x65ee],
  ['H', 0x94ea],
  ['J', 0x4e0c],
  ['K', 0x5494],
  ['L', 0x5783],
  ['M', 0x5452],
  ['N', 0x62cf],
  ['O', 0x5662],
  ['P', 0x5991],
  ['Q', 0x4e03],
  ['R', 0x5465],
  ['S', 0x4ee8],
  ['T', 0x4ed6],
  ['W', 0x5c72],
  ['X', 0x5915],
  ['Y', 0x4e2b],
  ['Z', 0x5e00],
] as const
export const pinyinBegins: readonly (readonly [letter: string, first: string])[] = codePoints.map(([letter, point]) => [
  letter,
  String.fromCodePoint(point),
])

/** Between which characters the names of a letter stand; `below` undefined for the last, undefined where no syllable begins with it. */
export const pinyinSpan = (letter: string): { readonly from: string; readonly below: string | undefined } | undefined => {
  const index = pinyinBegins.findIndex(([name]) => name === letter)
  const entry = pinyinBegins[index]
  return entry && { from: entry[1], below: pinyinBegins[index + 1]?.[1] }
}
