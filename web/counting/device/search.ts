import type { PackIndex, PackItem } from './pack.ts'

/** The first Chinese character, in the order of its sound, of each letter that a sound begins with. */
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀']
const letters = [...'ABCDEFGHJKLMNOPQRSTWXYZ']
const bySound = new Intl.Collator('zh-CN-u-co-pinyin')

/** The letters that the sounds of a text begin with, in small: 联想Laptop is `lxlaptop`. What has no sound stays as it is. */
export const initials = (text: string): string =>
  Array.from(text, (character) => {
    if (!/\p{Script=Han}/u.test(character)) return character
    const index = firsts.findLastIndex((first) => bySound.compare(first, character) <= 0)
    return letters[index] ?? character
  })
    .join('')
    .toLowerCase()

/** The things that a word means: by name, by the letters its name begins with, by code, serial or the person who has it. */
export const searchPack = (index: PackIndex, word: string, itemsAtMost: number): readonly PackItem[] => {
  const wantedWord = word.trim().toLowerCase()
  if (wantedWord === '') return []
  const initialsByName = new Map<string, string>()
  const sounds = (name: string): string => {
    const cachedInitials = initialsByName.get(name) ?? initials(name)
    initialsByName.set(name, cachedInitials)
    return cachedInitials
  }
  const letteral = /^[a-z0-9]+$/.test(wantedWord)
  const matches: PackItem[] = []
  index.each((item) => {
    const holder = item.holder === undefined ? '' : (index.person(item.holder) ?? '')
    const fits = [item.name, item.code, item.serial ?? '', holder].some((text) => text.toLowerCase().includes(wantedWord))
    if (fits || (letteral && (sounds(item.name).includes(wantedWord) || sounds(holder).startsWith(wantedWord)))) matches.push(item)
    return matches.length < itemsAtMost
  })
  return matches
}
