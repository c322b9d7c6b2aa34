import { keysOf } from '../../kernel/keysOf.ts'

/** What a label can stand for. A blank one is bound to something later, by scanning. */
export const labelNouns = ['asset', 'location', 'consumable', 'person', 'blank'] as const
export type LabelNoun = (typeof labelNouns)[number]

/** A thing as its label names it: an asset by its code, a place and a consumable by theirs, a person by the employee number. */
export type LabelThing = {
  readonly noun: LabelNoun
  readonly code: string
  /** On labels of assets that strangers may report: random letters that identify the owner and cannot be guessed. Behind the code of an address alone. */
  readonly finder?: string | undefined
}

/**
 * What stands before the code of anything but an asset. The code of an asset never holds a colon (`assetFields.instanceCode`), so the two
 * cannot be mistaken for each other; all letters are such that a QR code holds them in its short form.
 */
const marks: Readonly<Record<Exclude<LabelNoun, 'asset'>, string>> = { location: 'L', consumable: 'C', person: 'P', blank: 'B' }

/** The text that names a thing without an address: `AS0001`, `L:QY0001`, `B:7K2M9XQ4`. */
export const bareContent = ({ noun, code }: LabelThing): string => (noun === 'asset' ? code : `${marks[noun]}:${code}`)

/**
 * What a code on a label holds: the short address of the thing, `HTTPS://HOST/Q/AS0001`, in capitals where host and code allow it, because
 * a QR code of capitals is smaller; the bare text where the address of the server is no one else's (this machine) or cannot hold the code.
 */
export const linkContent = (publicUrl: string, subject: LabelThing): string => {
  const bare = bareContent(subject)
  const base = baseOf(publicUrl)
  // A dot, or two, alone in a path are taken away by the person who reads the address.
  if (base === undefined || /^\.{1,2}$/.test(bare)) return bare
  return base + encodeURIComponent(bare).replaceAll('%3A', ':') + (subject.finder === undefined ? '' : `/${subject.finder}`)
}

const baseOf = (publicUrl: string): string | undefined => {
  if (!URL.canParse(publicUrl)) return undefined
  const { protocol, hostname, origin, pathname } = new URL(publicUrl)
  if (!/^https?:$/.test(protocol) || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname)) return undefined
  const path = pathname.replace(/\/+$/, '')
  return path === '' ? `${origin.toUpperCase()}/Q/` : `${origin}${path}/q/`
}

/**
 * The thing that a scanned code names: the bare text, or what stood behind `/q/` in an address, decoded. What has no mark is the code of an
 * asset as far as the text can say. A colon may be a wide one, as keyboards for Chinese make it.
 */
export const thingOfCode = (text: string): LabelThing => {
  const [, mark, code] = /^([LCPBlcpb])[:：](.+)$/s.exec(text) ?? []
  const noun = mark && nounOfMark.get(mark.toUpperCase())
  if (!noun || code === undefined) return { noun: 'asset', code: text }
  return { noun, code: noun === 'blank' ? code.toUpperCase() : code }
}

const nounOfMark = new Map<string, LabelNoun>(keysOf(marks).map((noun) => [marks[noun], noun]))

/** The code of a blank label: 8 letters and digits that cannot be taken for each other, the last a check of the others. */
export const isBlankCode = (code: string): boolean => /^[0-9A-HJKMNP-TW-Z]{8}$/.test(code) && checkOf(code.slice(0, 7)) === code[7]

/** A blank label's code made of random bytes, of which the first 7 count. */
export const blankCode = (random: Uint8Array): string => {
  const body = Array.from(random.slice(0, 7), (byte) => alphabet[byte % 31]).join('')
  return body + checkOf(body)
}

/** The letters for one asset, made of random bytes, of which the first 12 count. */
export const finderCode = (random: Uint8Array): string => Array.from(random.slice(0, 12), (byte) => alphabet[byte % 31]).join('')
export const isFinderCode = (text: string): boolean => /^[0-9A-HJKMNP-TW-Z]{12}$/.test(text)
/** As long as one, on labels that are only looked at. */
export const noFinder = '0'.repeat(12)

const alphabet = '0123456789ABCDEFGHJKMNPQRSTWXYZ'

/** Notices each single letter that is wrong and each two neighbours that changed places, because 31 is a prime. */
const checkOf = (body: string): string => {
  const sum = [...body].reduce((total, letter, index) => total + alphabet.indexOf(letter) * (index + 1), 0)
  return alphabet.charAt(sum % 31)
}
