import { refuse } from '../../../kernel/refusal.ts'
import { type Encoding, encodings, type PossibleEncoding } from '../../../domain/records/import/encodings.ts'

/**
 * What a text file says. Unicode is told by its marks or its bytes; of older encodings the one that makes sense is taken, and where several
 * do it is refused with a line of each, until a person says which it is.
 */
export const textOf = (bytes: Uint8Array, statedEncoding?: Encoding): string => {
  const unicode = unicodeOf(bytes)
  if (unicode !== undefined) return unicode
  if (statedEncoding !== undefined) return new TextDecoder(statedEncoding).decode(bytes)
  const possible = encodings.map(({ value: encoding }) => {
    const wholeText = decodeText(bytes, encoding)
    const text = wholeText ?? new TextDecoder(encoding).decode(bytes)
    return { encoding, text, isWhole: wholeText !== undefined, sense: senseOf[encoding](bytes.subarray(0, looksAtBytes)) }
  })
  const sensible = possible.filter(({ isWhole, sense }) => isWhole && sense >= sensibleFrom)
  const [best, second] = sensible.toSorted((a, b) => familiarIn(b.text) - familiarIn(a.text))
  if (best && (!second || familiarIn(best.text) >= 3 * Math.max(1, familiarIn(second.text)))) return best.text
  const candidates = (sensible.length > 0 ? sensible : possible).toSorted((a, b) => b.sense - a.sense)
  return refuse(
    'import.encoding',
    '这个文件的文字有几种读法，请选出读得通的一种；都读不通时，请另存为 .xlsx 再上传',
    {},
    candidates.map(({ encoding, text }): PossibleEncoding => ({ encoding, sample: sampleOf(text) })),
  )
}

/** True for bytes that are text of two bytes each, with a mark or without one. */
export const isWide = (bytes: Uint8Array): boolean => wideEncodingOf(bytes) !== undefined

const unicodeOf = (bytes: Uint8Array): string | undefined => {
  const wide = wideEncodingOf(bytes)
  return wide === undefined ? decodeText(bytes, 'utf-8') : new TextDecoder(wide).decode(bytes)
}

/** Without a mark it is the order in which signs of ASCII come out, and none of those that no text has. */
const wideEncodingOf = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, looksAtBytes)
  if (bytes.length % 2 === 1 || !start.includes(0)) return undefined
  const plainIn = (encoding: string) => {
    const text = decodeText(start, encoding)
    return text === undefined || /[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text) ? 0 : (text.match(/[\t\n\r -~]/g)?.length ?? 0)
  }
  const [little, big] = [plainIn('utf-16le'), plainIn('utf-16be')]
  if (little === big) return undefined
  return little > big ? 'utf-16le' : 'utf-16be'
}

const decodeText = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Enough to tell encodings apart. A whole number of pairs. */
const looksAtBytes = 200_000
const sensibleFrom = 0.7

/** How much of what is no ASCII is usual in an encoding, from 0 to 1: its first plane of characters, which nearly all of a text consists of. */
const senseOf: Readonly<Record<Encoding, (bytes: Uint8Array) => number>> = {
  gb18030: (bytes) => usualIn(bytes, (lead, trail) => trail >= 0xa1 && (within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xd7))),
  big5: (bytes) => usualIn(bytes, (lead) => within(lead, 0xa1, 0xc6)),
  shift_jis: (bytes) =>
    usualIn(
      bytes,
      (lead) => within(lead, 0x81, 0x84) || within(lead, 0x88, 0x97),
      (byte) => within(byte, 0xa1, 0xdf),
    ),
  'windows-1252': (bytes) => {
    let [usual, all] = [0, 0]
    bytes.forEach((byte, index) => {
      if (byte < 0x80) return
      all++
      // A letter with an accent stands among plain ones, mostly alone, and so does a sign.
      const beside = [bytes[index - 1] ?? 0, bytes[index + 1] ?? 0].filter((neighbour) => neighbour >= 0x80)
      const isOfKind = byte >= 0xc0 ? (byte: number) => byte >= 0xc0 : (byte: number) => westernSigns.has(byte)
      if (beside.length <= 1 && [byte, ...beside].every(isOfKind)) usual++
    })
    return usual / all
  },
}

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/** Signs between letters of Western languages: quotes, dashes, currencies, degrees and fractions. */
const westernSigns = new Set([
  0x80, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0xa3, 0xa7, 0xa9, 0xab, 0xae, 0xb0, 0xb1, 0xb2, 0xb3, 0xb5, 0xbb, 0xbd,
])

const usualIn = (
  bytes: Uint8Array,
  isUsual: (lead: number, trail: number) => boolean,
  isSingle: (byte: number) => boolean = () => false,
): number => {
  let [usual, all] = [0, 0]
  for (let index = 0; index < bytes.length; index++) {
    const lead = bytes[index]!
    if (lead < 0x80) continue
    all++
    if (isSingle(lead)) continue
    const trail = bytes[++index] ?? 0
    if (isUsual(lead, trail)) usual++
  }
  return usual / all
}

/** How many different characters a text has that registers are full of; hardly any come out of a wrong encoding. */
const familiarIn = (text: string): number => new Set([...text.slice(0, 20_000)].filter((sign) => familiar.has(sign))).size

const familiar = new Set(
  '名称编号码资产设备型类别分部门数量单价金额日期位置地点仓库存使用人员保管状态备注说明供应商规格品牌电话邮箱手机购原值有限公司电脑打印' +
    '稱編號碼資產設備類別門數價額區儲狀態註說應規電話郵機購處腦' +
    '番種価格場所担当者入年月備考株式会社',
)

/** The first cells that depend on the encoding. */
const sampleOf = (text: string): string =>
  [...new Set(text.slice(0, 20_000).split(/[\t\r\n,;"]+/))]
    .filter((cell) => /[^\0-\x7f]/.test(cell))
    .slice(0, 4)
    .join('  ')
    .slice(0, 60)
