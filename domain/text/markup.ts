/**
 * Text with a few marks: `**bold**`, `[words](https://address)`, and lines that begin with `- ` or `1. ` as lists. Addresses are links wherever
 * they stand. Nothing else means anything: all other signs are shown as they are, so that no text becomes an element of its own.
 */
export type Inline =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly isBold: boolean }

/** Lines that follow each other as one paragraph, or as one list; `first` is the number that an ordered list begins with. */
export type Passage =
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly first: number; readonly lines: readonly (readonly Inline[])[] }

/** A piece of a plain text. `href` is an address of http or https. */
export type LinkPiece =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A plain text with its addresses found, in order; all pieces together are the text. */
export const findLinks = (text: string): LinkPiece[] => {
  const pieces: LinkPiece[] = []
  let position = 0
  for (const match of text.matchAll(/https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi)) {
    // What closes a sentence or a bracket behind an address is none of it.
    const address = match[0].replace(/[.,;:!?)\]']+$/, '')
    if (!URL.canParse(address)) continue
    if (match.index > position) pieces.push({ kind: 'plain', text: text.slice(position, match.index) })
    pieces.push({ kind: 'link', text: address, href: new URL(address).href })
    position = match.index + address.length
  }
  if (position < text.length) pieces.push({ kind: 'plain', text: text.slice(position) })
  return pieces
}

/** Reads a text with marks. Empty lines part paragraphs. */
export const readMarkup = (text: string): Passage[] => {
  const passages: { kind: Passage['kind']; isOrdered: boolean; first: number; lines: Inline[][] }[] = []
  let isOpen = false
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const item = readItem(line)
    const last = passages.at(-1)
    if (line.trim() === '') isOpen = false
    else if (item) {
      const goesOn = isOpen && last?.kind === 'list' && last.isOrdered === item.isOrdered
      if (goesOn) last.lines.push(readInline(item.text))
      else passages.push({ kind: 'list', isOrdered: item.isOrdered, first: item.number, lines: [readInline(item.text)] })
      isOpen = true
    } else {
      if (isOpen && last?.kind === 'paragraph') last.lines.push(readInline(line))
      else passages.push({ kind: 'paragraph', isOrdered: false, first: 1, lines: [readInline(line)] })
      isOpen = true
    }
  }
  return passages
}

/** A line as an item of a list, if it is one. */
export const readItem = (line: string): { isOrdered: boolean; number: number; text: string } | undefined => {
  const item = /^ {0,3}(?:([-*•])|(\d{1,4})[.、)]) +(\S.*)$/.exec(line)
  if (!item) return undefined
  const [, bullet, number, text = ''] = item
  return { isOrdered: bullet === undefined, number: Number(number ?? 1), text }
}

/** The marks of one line. Bold may hold links; nothing else holds anything. */
const readInline = (line: string): Inline[] => {
  const pieces: Inline[] = []
  let position = 0
  for (const match of line.matchAll(/\*\*([^\s*](?:[^*]*[^\s*])?)\*\*/g)) {
    pieces.push(...readLinks(line.slice(position, match.index), false), ...readLinks(match[1] ?? '', true))
    position = match.index + match[0].length
  }
  return [...pieces, ...readLinks(line.slice(position), false)]
}

const readLinks = (text: string, isBold: boolean): Inline[] => {
  const pieces: Inline[] = []
  const add = (plain: string): void => {
    for (const piece of findLinks(plain))
      pieces.push(piece.kind === 'link' ? { ...piece, isBold } : { kind: isBold ? 'bold' : 'plain', text: piece.text })
  }
  let position = 0
  for (const match of text.matchAll(/\[([^[\]]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)/gi)) {
    const [wholeMatch, words = '', address = ''] = match
    if (!URL.canParse(address)) continue
    add(text.slice(position, match.index))
    pieces.push({ kind: 'link', text: words, href: new URL(address).href, isBold })
    position = match.index + wholeMatch.length
  }
  add(text.slice(position))
  return pieces
}
