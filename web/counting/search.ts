import type { PackIndex, PackItem } from './pack.ts'

/** The first Chinese character, in the order of its sound, of each letter that a sound begins with. */
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀']
const letters = [...'ABCDEFGHJKLMNOPQRSTWXYZ']
const bySound = new Intl.Collator('zh-CN-u-co-pinyin')

/** The letters that the sounds of a text begin with, in small: 联想Laptop is `lxlaptop`. What has no sound stays as it is. */
export const initials = (text: string): string =>
  Array.from(text, (character) => {
    if (!/\p{Script=Han}/u.test(character)) return character
    const at = firsts.findLastIndex((first) => bySound.compare(first, character) <= 0)
    return letters[at] ?? character
  })
    .join('')
    .toLowerCase()

/** The things that a word means: by name, by the letters its name begins with, by code, serial or whoever has it. */
export const searchPack = (index: PackIndex, word: string, most: number): readonly PackItem[] => {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return []
  const spoken = new Map<string, string>()
  const sounds = (name: string): string => {
    const known = spoken.get(name) ?? initials(name)
    spoken.set(name, known)
    return known
  }
  const letteral = /^[a-z0-9]+$/.test(wanted)
  const found: PackItem[] = []
  index.each((thing) => {
    const holder = thing.holder === undefined ? '' : (index.person(thing.holder) ?? '')
    const fits = [thing.name, thing.code, thing.serial ?? '', holder].some((text) => text.toLowerCase().includes(wanted))
    if (fits || (letteral && (sounds(thing.name).includes(wanted) || sounds(holder).startsWith(wanted)))) found.push(thing)
    return found.length < most
  })
  return found
}
