/** What an index of names is read by: a Latin letter, or `#` for names that begin with neither a letter nor a Chinese character. */
export const indexLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '#'] as const

/** The first character that dictionaries in the order of pinyin have under each letter; no syllable begins with I, U or V. */
export const pinyinBegins: readonly (readonly [letter: string, first: string])[] = [
  ...[...'ABCDEFGHJKLMNOPQRSTWXYZ'].map((letter, at): [string, string] => [
    letter,
    [...'阿八嚓咑妸发旮铪丌咔垃呒拏噢妑七呥仨他屲夕丫帀'][at] ?? '',
  ]),
]

/** Between which characters the names of a letter stand; `below` undefined for the last, undefined where no syllable begins with it. */
export const pinyinSpan = (letter: string): { readonly from: string; readonly below: string | undefined } | undefined => {
  const at = pinyinBegins.findIndex(([name]) => name === letter)
  const found = pinyinBegins[at]
  return found && { from: found[1], below: pinyinBegins[at + 1]?.[1] }
}
