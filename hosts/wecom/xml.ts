/**
 * The XML of WeCom's messages: what stands directly below the root, as texts. Declarations, comments, attributes, empty elements and all
 * references of XML are read; a document type is refused, so that nothing in a message can reach outside it or grow.
 */

/**
 * Texts of the elements below the root, by name; the first of equal names. An element that holds further elements is ''. Blanks around a text
 * are layout, those inside a CDATA section belong to it. Undefined for what is no such XML.
 */
export const readXml = (text: string): ReadonlyMap<string, string> | undefined => {
  const open: string[] = []
  const fields = new Map<string, string>()
  let field = newText()
  let isOver = false
  const start = (name: string): boolean => {
    if (isOver || open.push(name) > deepest) return false
    if (open.length === 2) field = newText()
    if (open.length > 2 && open[1] !== undefined && !fields.has(open[1])) fields.set(open[1], '')
    return true
  }
  const end = (name: string): boolean => {
    if (open.at(-1) !== name) return false
    if (open.length === 2 && !fields.has(name)) fields.set(name, textOf(field))
    open.pop()
    isOver = open.length === 0
    return true
  }
  const take = (words: string, isSection: boolean): boolean => {
    if (open.length === 0 && (isSection || words.trim() !== '')) return false
    if (open.length === 2) field.push({ words, isSection })
    return true
  }
  const xmlText = text.replace(/^\uFEFF/, '')
  if (xmlText.length > charactersAtMost) return undefined
  for (let index = 0, count = 0; index < xmlText.length; count++) {
    if (count > piecesAtMost) return undefined
    piece.lastIndex = index
    const groups = piece.exec(xmlText)?.groups
    if (!groups) return undefined
    const position = index
    index = piece.lastIndex
    if (!readPiece(groups, { start, end, take, isFirst: position === 0 })) return undefined
  }
  return isOver ? fields : undefined
}

type Piece = Readonly<Record<string, string | undefined>>
type Reader = {
  readonly start: (name: string) => boolean
  readonly end: (name: string) => boolean
  readonly take: (words: string, isSection: boolean) => boolean
  /** It begins the message: a declaration stands nowhere else. */
  readonly isFirst: boolean
}

/** False where it may not stand there. */
const readPiece = ({ section, start, attributes, empty, end, instruction, plain }: Piece, reader: Reader): boolean => {
  if (section !== undefined) return reader.take(section, true)
  if (start !== undefined) {
    const names = [...(attributes ?? '').matchAll(attribute)].map(({ groups }) => groups?.['name'])
    const areReadable = [...(attributes ?? '').matchAll(attribute)].every(
      ({ groups }) => decodeEntities(groups?.['value'] ?? '') !== undefined,
    )
    if (!areReadable || new Set(names).size < names.length) return false
    return reader.start(start) && (empty !== '/' || reader.end(start))
  }
  if (end !== undefined) return reader.end(end)
  if (instruction !== undefined) return instruction.toLowerCase() !== 'xml' || reader.isFirst
  const words = plain === undefined ? '' : decodeEntities(plain)
  return words !== undefined && (plain === undefined || reader.take(words, false))
}

type TextPart = { readonly words: string; readonly isSection: boolean }
const newText = (): TextPart[] => []

/** Without the blanks around it, as far as they stand in no section. */
const textOf = (parts: readonly TextPart[]): string => {
  const isBlank = ({ words, isSection }: TextPart) => !isSection && words.trim() === ''
  const shownParts = parts.slice(
    parts.findIndex((part) => !isBlank(part)),
    parts.findLastIndex((part) => !isBlank(part)) + 1,
  )
  return shownParts
    .map(({ words, isSection }, index) => {
      if (isSection) return words
      const fromHere = index === 0 ? words.trimStart() : words
      return index === shownParts.length - 1 ? fromHere.trimEnd() : fromHere
    })
    .join('')
}

/** An XML of texts, as WeCom writes it; what is undefined is left away. */
export const writeXml = (fields: Readonly<Record<string, string | number | undefined>>): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) =>
      value === undefined
        ? ''
        : `<${name}>${typeof value === 'number' ? value : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`}</${name}>`,
    )
    .join('')}</xml>`

const nameText = String.raw`[\p{L}_:][\p{L}\p{M}\p{N}_:.\-]*`
const valueText = String.raw`"[^"<]*"|'[^'<]*'`
const attribute = new RegExp(String.raw`(?<name>${nameText})\s*=\s*(?<value>${valueText})`, 'gu')
/** One piece of a message; every alternative reads on to its own end and never back. */
const piece = new RegExp(
  [
    String.raw`<!\[CDATA\[(?<section>[^]*?)\]\]>`,
    '<!--(?:(?!--)[^])*-->',
    String.raw`<\?(?<instruction>${nameText})(?:\s[^]*?)?\?>`,
    String.raw`<(?<start>${nameText})(?<attributes>(?:\s+${nameText}\s*=\s*(?:${valueText}))*)\s*(?<empty>\/?)>`,
    String.raw`<\/(?<end>${nameText})\s*>`,
    '(?<plain>[^<]+)',
  ].join('|'),
  'uy',
)
const deepest = 8
/** Many times what the longest of WeCom's messages has; a message is read before its signature says whose it is. */
const charactersAtMost = 100_000
const piecesAtMost = 1_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What references stand for; undefined where one stands for nothing, or a text holds what ends a section. */
const decodeEntities = (text: string): string | undefined => {
  if (text.includes(']]>') || /&(?!(?:#x[\da-f]{1,6}|#\d{1,7}|\w{1,10});)/i.test(text)) return undefined
  let isWrong = false
  const words = text.replaceAll(/&(?:#x(?<hex>[\da-f]{1,6})|#(?<number>\d{1,7})|(?<name>\w{1,10}));/gi, (...match) => {
    const { hex, number, name } = match.at(-1) as Piece
    const character = name === undefined ? characterOf(Number(hex === undefined ? number : `0x${hex}`)) : entities[name]
    isWrong ||= character === undefined
    return character ?? ''
  })
  return isWrong ? undefined : words
}

/** A character that XML allows. */
const characterOf = (code: number): string | undefined => {
  const isAllowed =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  return isAllowed ? String.fromCodePoint(code) : undefined
}
