/**
 * The XML that WeCom speaks, and nothing beyond: elements without attributes, whose content is CDATA, plain text or further elements. No
 * declarations, no document type, no entities but the five of XML itself: nothing in a message can reach outside it or grow.
 */

/** What stands directly below the root, by name; the first of equal names. What holds further elements is ''. Undefined for anything else. */
export const readXml = (text: string): ReadonlyMap<string, string> | undefined => {
  const open: string[] = []
  const found = new Map<string, string>()
  let said = ''
  let isOver = false
  for (let at = 0; at < text.length;) {
    piece.lastIndex = at
    const match = piece.exec(text)
    if (!match) return undefined
    at = piece.lastIndex
    const [, cdata, slash, name, plain] = match
    if (name === undefined) {
      const words = cdata ?? decoded(plain!)
      if (words === undefined || (open.length === 0 && words.trim() !== '')) return undefined
      said += words
    } else if (slash === '') {
      if (isOver || open.push(name) > deepest) return undefined
      if (open.length > 2) found.set(open[1]!, '')
      said = ''
    } else {
      if (open.at(-1) !== name) return undefined
      if (open.length === 2 && !found.has(name)) found.set(name, said)
      open.pop()
      isOver = open.length === 0
    }
  }
  return isOver ? found : undefined
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

const piece = /<!\[CDATA\[([^]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*)>|([^<]+)/y
const deepest = 8

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string | undefined =>
  /&(?!(amp|lt|gt|quot|apos);)/.test(text) ? undefined : text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name]!)
