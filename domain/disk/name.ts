import { refuse } from '../../kernel/refusal.ts'

export const nameCharactersAtMost = 200

/** A name as it is kept. Refuses in words what another system could not write to its disk, or what reads as something that it is not. */
export const checkedName = (typedName: string): string => {
  const name = typedName.normalize('NFC').trim()
  if (name === '') refuse('disk.name', '请填写名称')
  if ([...name].length > nameCharactersAtMost) refuse('disk.name', '名称不能超过{max}个字', { max: nameCharactersAtMost })
  const sign = /[\\/:*?"<>|]/.exec(name)?.[0]
  if (sign !== undefined) refuse('disk.name', '名称不能含有 {sign}', { sign })
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/u.test(name) || !name.isWellFormed())
    refuse('disk.name', '名称不能含有看不见的控制符')
  if (/^\.|\.$/.test(name)) refuse('disk.name', '名称不能以点开头或结尾')
  if (deviceName.test(name)) refuse('disk.name', '“{name}”是系统保留的名称，请换一个', { name })
  return name
}

/** Names that Windows keeps for devices, with any ending. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i

/** What two names of one folder may not have in common: case and the way of writing accents do not tell them apart. */
export const nameKeyOf = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** The first of `报告 (2).docx`, `报告 (3).docx` … that is not taken, or the name itself. `isTaken` is asked for keys. */
export const freeName = (name: string, isTaken: (key: string) => boolean): string => {
  if (!isTaken(nameKeyOf(name))) return name
  const { stem, ending } = partsOf(name)
  for (let number = 2; ; number++) {
    const tail = ` (${number})${ending}`
    const numberedName = [...stem].slice(0, nameCharactersAtMost - [...tail].length).join('') + tail
    if (!isTaken(nameKeyOf(numberedName))) return numberedName
  }
}

/** What all names begin with that `freeName` may try. */
export const stemOf = (name: string): string => partsOf(name).stem

const partsOf = (name: string): { stem: string; ending: string } => {
  const extension = /\.[^. ]{1,12}$/.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), ending: extension }
}
