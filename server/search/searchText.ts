import { pinyin } from 'pinyin-pro'
import { keepRecent } from '../../kernel/recent.ts'

/** Stands between the lines that everyone may search and those that only the person who reads the whole record may. No keyword can hold it. */
const openEnd = '\u0001'

/**
 * What a keyword is looked for in, kept beside the record: one line for each of `parts` (name, code, serial, place ...),
 * normalised, and for a part with Chinese a line of its pinyin without tones and one of its initials. 联想笔记本 is found
 * by 想笔, lianxiang, bijiben and lxbjb. A character with several readings has the one it has in its word; ü is v. A code
 * has a line without what stands between its parts: ZC-2026/1 is found by zc20261.
 * Empty parts and repeated lines leave nothing. What `hidden` parts say comes last, behind a mark: see `openSearch`.
 */
export const searchTextOf = (parts: readonly string[], hidden: readonly string[] = []): string => {
  const lines = linesOf(parts, new Set())
  if (hidden.every((part) => part === '')) return [...lines].join('\n')
  const all = linesOf(hidden, new Set(lines))
  return [...lines, openEnd, ...[...all].slice(lines.size)].join('\n')
}

/**
 * SQL for the part of a search text `search` that everyone may search. A text from before the mark was made has none: where `hidden`
 * (SQL) is null it is open as a whole, else `plain` (SQL) stands for it until it is written anew.
 */
export const openSearch = (search: string, hidden: string, plain: string): string =>
  `(case when strpos(${search}, chr(1)) > 0 then split_part(${search}, chr(1), 1) when ${hidden} is null then ${search} else lower(${plain}) end)`

const linesOf = (parts: readonly string[], lines: Set<string>): Set<string> => {
  for (const part of parts) {
    const line = spellSearch(part)
    if (line === '') continue
    lines.add(line)
    if (isCode(line)) lines.add(bareCode(line))
    if (!chinese.test(line)) continue
    const { sound, initials } = soundOf(line)
    lines.add(sound)
    lines.add(initials)
  }
  return lines
}

/**
 * The distinct grams of a search text, for an array index: every two neighbouring letters, digits or Chinese characters,
 * and every single character outside ASCII. Single Latin letters and digits are left out: nearly every record has
 * them, so they would fill the index and narrow nothing.
 */
export const gramsOf = (text: string): string[] => {
  const grams = new Set<string>()
  for (const { gram } of gramsIn(text)) grams.add(gram)
  return [...grams]
}

/** The grams of a search text as they are stored: parted by tabs, as a tab is in none of them. */
export const storedGrams = (text: string): string => gramsOf(text).join('\t')

/**
 * The grams that a search text must have to contain `keyword`; a necessary condition, so `likePattern` decides. Two and
 * more neighbouring characters give their pairs, one Chinese character alone gives itself. Empty where no gram narrows
 * the search (one Latin letter, punctuation): then leave the condition out.
 */
export const queryGrams = (keyword: string): string[] => {
  const grams = new Set<string>()
  for (const { gram, needed } of gramsIn(spellSearch(keyword))) if (needed) grams.add(gram)
  return [...grams]
}

/** So many matches of a keyword are few: whatever else is asked is asked of them, of more the words are asked of each row. */
export const fewMatches = 5000

/** The pattern for `search_text LIKE`, with the default escape character: the keyword anywhere, taken literally. */
export const likePattern = (keyword: string): string => likeAnywhere(spellSearch(keyword))

/** The same of a text as it stands. */
export const likeAnywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The words of a keyword: all of them must be found. */
export const wordsOf = (keyword: string): string[] => [...new Set(spellSearch(keyword).split(' '))].filter(Boolean).slice(0, wordsAtMost)

const wordsAtMost = 8

/** The patterns for `search LIKE ALL`: every word anywhere. */
export const likePatterns = (keyword: string): string[] => wordsOf(keyword).map(likePattern)

/** The spellings of a word, one of which must be found: a code also without what stands between its parts. */
export const spellingsOf = (word: string): string[] => (isCode(word) ? [...new Set([word, bareCode(word)])] : [word])

/** Whether a spelt line or word is a code: three letters and digits at least, one a digit, and what stands between the parts of codes. */
const isCode = (line: string): boolean => /^[a-z0-9][-a-z0-9_./ ]*$/.test(line) && /\d/.test(line) && bareCode(line).length > 2

/** What tells a code from another, as the database's `bare_code` has it. */
export const bareCode = (text: string): string => text.toLowerCase().replace(/[-_./ ]/g, '')

/** Lower case, full-width forms as plain ones, one space for any white space, so that both sides are spelt alike. */
export const spellSearch = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const chinese = /\p{Script=Han}/u
const chineseRuns = /\p{Script=Han}+/gu

type Sound = { readonly sound: string; readonly initials: string }

/** Names, places, categories and models repeat; the oldest entry leaves when the memory is full. */
const sounds = new Map<string, Sound>()
const soundsLimit = 20_000

const soundOf = (line: string): Sound => {
  const cachedSounds = sounds.get(line)
  if (cachedSounds) return cachedSounds
  let initials = ''
  let from = 0
  const sound = line.replace(chineseRuns, (run, index: number) => {
    const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true })
    initials += line.slice(from, index) + syllables.map(([letter]) => letter).join('')
    from = index + run.length
    return syllables.join('')
  })
  const lineSounds = { sound, initials: initials + line.slice(from) }
  keepRecent(sounds, line, lineSounds, soundsLimit)
  return lineSounds
}

/** Grams in order; `needed` leaves out the single characters that their pairs include. */
function* gramsIn(text: string): Generator<{ gram: string; needed: boolean }> {
  let before = ''
  let alone = true
  for (const character of `${text}\n`) {
    const next = isWordCharacter(character) ? character : ''
    if (before !== '' && next !== '') alone = false
    if (before > '\u007f') yield { gram: before, needed: alone }
    if (before !== '' && next !== '') yield { gram: before + next, needed: true }
    if (next === '') alone = true
    before = next
  }
}

const isWordCharacter = (character: string): boolean => {
  const code = character.codePointAt(0)!
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return (code >= 0x4e00 && code <= 0x9fff) || /[\p{L}\p{N}]/u.test(character)
}
