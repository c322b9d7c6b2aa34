/** What an index of names is read by: a Latin letter, or `#` for names that begin with neither a letter nor a Chinese character. */
export const indexLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '#'] as const

/** The first character that dictionaries in the order of pinyin have under each letter; no syllable begins with I, U or V. */
export const pinyinBegins: readonly (readonly [letter: string, first: string])[] = [
  ...[...'ABCDEFGHJKLMNOPQRSTWXYZ'].map((letter, at): [string, string] => [
    letter,
    [
      ...'\u963f\u516b\u5693\u5491\u59b8\u53d1\u65ee\u94ea\u4e0c\u5494\u5783\u5452\u62cf\u5662\u5991\u4e03\u5465\u4ee8\u4ed6\u5c72\u5915\u4e2b\u5e00',
    ][at] ?? '',
  ]),
]

/** Between which characters the names of a letter stand; `below` undefined for the last, undefined where no syllable begins with it. */
export const pinyinSpan = (letter: string): { readonly from: string; readonly below: string | undefined } | undefined => {
  const at = pinyinBegins.findIndex(([name]) => name === letter)
  const found = pinyinBegins[at]
  return found && { from: found[1], below: pinyinBegins[at + 1]?.[1] }
}
