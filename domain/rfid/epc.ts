import { keysOf } from '../../kernel/keysOf.ts'
import { refuse } from '../../kernel/refusal.ts'

/**
 * What stands in the EPC bank of a tag, as upper-case hexadecimal. Numbers are decimal strings without leading zeros; `prefix`, `item` and `type`
 * have the digits that GS1 gives them, zeros in front included.
 */
export type Epc =
  | { readonly scheme: 'giai-96'; readonly filter: number; readonly prefix: string; readonly reference: string }
  | { readonly scheme: 'sgtin-96'; readonly filter: number; readonly prefix: string; readonly item: string; readonly serial: string }
  | { readonly scheme: 'grai-96'; readonly filter: number; readonly prefix: string; readonly type: string; readonly serial: string }
  | { readonly scheme: 'own-96'; readonly mark: string; readonly number: string }

/** How an organisation numbers its tags: by its GS1 prefix, or by a mark of its own, which claims to be nothing of GS1. */
export type EpcNumbering =
  | { readonly scheme: 'giai-96'; readonly prefix: string; readonly filter: number }
  | { readonly scheme: 'own-96'; readonly mark: string }

/** Hexadecimal of whole words, as readers write it: with spaces, dashes or `0x`, in whatever case. Undefined where it is none. */
export const readEpc = (text: string): string | undefined => {
  const hex = text.trim().replace(/^0x/i, '').replace(/[\s-]/g, '').toUpperCase()
  return /^(?:[0-9A-F]{4}){1,31}$/.test(hex) ? hex : undefined
}

/** Refuses in words whatever the scheme has no room for. */
export const encodeEpc = (epc: Epc): string => {
  if (epc.scheme === 'own-96') return joinBits([mark(epc.mark), 32], [within('number', epc.number, (1n << 64n) - 1n), 64])
  const prefixBits = prefixBitsOf(epc.prefix)
  const head: Part[] = [
    [headers[epc.scheme], 8],
    [within('filter', String(epc.filter), 7n), 3],
    [BigInt(12 - epc.prefix.length), 3],
    [BigInt(epc.prefix), prefixBits],
  ]
  if (epc.scheme === 'giai-96')
    return joinBits(...head, [within('reference', epc.reference, (1n << BigInt(82 - prefixBits)) - 1n), 82 - prefixBits])
  const [value, digits] = epc.scheme === 'sgtin-96' ? [epc.item, 13 - epc.prefix.length] : [epc.type, 12 - epc.prefix.length]
  if (!/^\d*$/.test(value) || value.length !== digits) refuse('epc.item', '物品代码应为{digits}位数字', { digits })
  return joinBits(...head, [BigInt(value || '0'), 44 - prefixBits], [within('serial', epc.serial, (1n << 38n) - 1n), 38])
}

/** What a tag says of itself; undefined where it is of none of these schemes, or not of this organisation's own. */
export const decodeEpc = (hex: string, ownMark?: string): Epc | undefined => {
  if (!/^[0-9A-F]{24}$/.test(hex)) return undefined
  if (ownMark !== undefined && hex.startsWith(ownMark))
    return { scheme: 'own-96', mark: ownMark, number: BigInt(`0x${hex.slice(8)}`).toString() }
  const scheme = keysOf(headers).find((schemeName) => headers[schemeName] === BigInt(`0x${hex.slice(0, 2)}`))
  if (!scheme) return undefined
  const bits = BigInt(`0x${hex}`)
  const take = (from: number, length: number): bigint => (bits >> BigInt(96 - from - length)) & ((1n << BigInt(length)) - 1n)
  const digits = 12 - Number(take(11, 3))
  const prefixBits = bitsOfPrefix[digits]
  const filter = Number(take(8, 3))
  if (prefixBits === undefined) return undefined
  const prefix = padNumber(take(14, prefixBits), digits)
  const bitsAfterPrefix = 14 + prefixBits
  if (prefix === undefined) return undefined
  if (scheme === 'giai-96') return { scheme, filter, prefix, reference: take(bitsAfterPrefix, 82 - prefixBits).toString() }
  const reference = padNumber(take(bitsAfterPrefix, 44 - prefixBits), (scheme === 'sgtin-96' ? 13 : 12) - digits)
  const serial = take(58, 38).toString()
  if (reference === undefined) return undefined
  return scheme === 'sgtin-96' ? { scheme, filter, prefix, item: reference, serial } : { scheme, filter, prefix, type: reference, serial }
}

/** The EPC of an organisation's piece with this number. */
export const epcNumbered = (scheme: EpcNumbering, number: bigint): string =>
  encodeEpc(scheme.scheme === 'own-96' ? { ...scheme, number: number.toString() } : { ...scheme, reference: number.toString() })

/**
 * The protocol-control word in front of an EPC: how many words it has, and that a numbering of one's own is none of GS1 (the toggle bit, with
 * the family that says nothing).
 */
export const pcOf = (hex: string, isOwn: boolean): string =>
  (((hex.length / 4) << 11) | (isOwn ? 0x100 : 0)).toString(16).toUpperCase().padStart(4, '0')

/** How many hexadecimal digits of EPC follow a protocol-control word. */
export const digitsAfter = (pc: number): number => (pc >> 11) * 4

/** The mark of an organisation that has chosen none: its own, whatever its neighbours have. */
export const ownMarkOf = (orgId: string): string =>
  `F5${(((BigInt(orgId) * 0x9e3779b97f4a7c15n) >> 40n) & 0xffffffn).toString(16).toUpperCase().padStart(6, '0')}`

/** How an organisation numbers its tags: as it said, else by its mark. */
export const numberingFor = (orgId: string, scheme: EpcNumbering | null): EpcNumbering =>
  scheme ?? { scheme: 'own-96', mark: ownMarkOf(orgId) }

/** Refuses a numbering that cannot be carried out. */
export const checkNumbering = (scheme: EpcNumbering): void => void epcNumbered(scheme, 1n)

/** For reading: which scheme, and its parts. */
export const epcWords = (epc: Epc): string => {
  switch (epc.scheme) {
    case 'giai-96':
      return `GIAI ${epc.prefix}.${epc.reference}`
    case 'sgtin-96':
      return `SGTIN ${epc.prefix}.${epc.item}.${epc.serial}`
    case 'grai-96':
      return `GRAI ${epc.prefix}.${epc.type}.${epc.serial}`
    case 'own-96':
      return `${epc.mark}.${epc.number}`
  }
}

const headers = { 'sgtin-96': 0x30n, 'grai-96': 0x33n, 'giai-96': 0x34n } as const

/** By the digits of the company prefix. */
const bitsOfPrefix: Readonly<Record<number, number>> = { 12: 40, 11: 37, 10: 34, 9: 30, 8: 27, 7: 24, 6: 20 }

type Part = readonly [value: bigint, bits: number]

const joinBits = (...parts: readonly Part[]): string =>
  parts
    .reduce((all, [value, bits]) => (all << BigInt(bits)) | value, 0n)
    .toString(16)
    .toUpperCase()
    .padStart(24, '0')

const prefixBitsOf = (prefix: string): number => {
  const bits = bitsOfPrefix[prefix.length]
  if (bits === undefined || !/^\d+$/.test(prefix)) return refuse('epc.prefix', 'GS1厂商识别代码应为6到12位数字')
  return bits
}

/** Readers take what begins with zeros for an empty tag, with E2 for a TID, and with 2C to 3F for a scheme of GS1. */
const mark = (hex: string): bigint => {
  if (!/^[0-9A-F]{8}$/.test(hex) || /^(?:00|E2|2[C-F]|3)/.test(hex))
    refuse('epc.mark', '标识码应为8位十六进制字符，不能以00、E2或2C到3F开头')
  return BigInt(`0x${hex}`)
}

const partWords = { number: '编号', reference: '资产编号', serial: '序列号', filter: '过滤值' } as const

const within = (part: keyof typeof partWords, text: string, maximum: bigint): bigint => {
  const value = /^(?:0|[1-9]\d*)$/.test(text) ? BigInt(text) : -1n
  if (value < 0n || value > maximum)
    refuse('epc.range', '{part}应为0到{most}之间的整数', { part: partWords[part], most: maximum.toString() })
  return value
}

const padNumber = (value: bigint, digits: number): string | undefined => {
  const text = value.toString().padStart(digits, '0')
  if (digits === 0) return value === 0n ? '' : undefined
  return text.length === digits ? text : undefined
}
