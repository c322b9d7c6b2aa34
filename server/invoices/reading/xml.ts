import { Parser } from 'saxen'
import { refuse } from '../../../kernel/refusal.ts'

/** An element: its name without a prefix, its attributes, the text in it, and the elements in it. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly Element[]
}
type OpenElement = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: OpenElement[] }

const bytesAtMost = 16 * 1024 * 1024
const elementsAtMost = 100_000
const depthAtMost = 64

export const refuseUnreadable = (): never => refuse('invoice.unreadable', '文件已损坏，或不是电子发票')

/**
 * The root of a document. Refuses document types and entities, of which nothing but harm comes here, more elements or depth than an invoice
 * has, and whatever is not well formed.
 */
export const parseXml = (bytes: Buffer): Element => {
  const xml = textOf(bytes)
  if (/<!(?!--|\[CDATA\[)/.test(xml)) refuse('invoice.entities', '文件里有文档类型或实体声明，不能读取')
  const root: OpenElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  let count = 0
  const last = () => open.at(-1) ?? root
  const parser = new Parser()
  parser
    .on('openTag', (name, attributes) => {
      count++
      if (count > elementsAtMost || open.length > depthAtMost) refuse('invoice.tooLarge', '文件太大或嵌套太深，不像电子发票，没有读取')
      const element: OpenElement = { name: localOf(name), attributes: attributes(), text: '', children: [] }
      last().children.push(element)
      open.push(element)
    })
    .on('closeTag', () => void open.pop())
    .on('text', (text, decode) => void (last().text += decode(text)))
    .on('cdata', (text) => void (last().text += text))
    .on('error', refuseUnreadable)
  parser.parse(xml)
  const [only, second] = root.children
  return only && !second ? only : refuseUnreadable()
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * The bytes as text. What is UTF-8 is that, whatever it says of itself: hardly any text in another encoding is. Otherwise the declaration holds, and
 * bytes that do not fit it are refused rather than guessed.
 */
const textOf = (bytes: Buffer): string => {
  if (bytes.length > bytesAtMost) refuse('invoice.tooLarge', '文件太大或嵌套太深，不像电子发票，没有读取')
  const text = wideOf(bytes) ?? decodeAs('utf-8', bytes) ?? (declaresChinese(bytes) ? decodeAs('gb18030', bytes) : undefined)
  if (text === undefined) return refuse('invoice.encoding', '文件里的文字与它声明的编码不符，可能在传送中损坏了')
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text)) return refuseUnreadable()
  return text.replace(/^\ufeff/, '')
}

const declaresChinese = (bytes: Buffer): boolean =>
  /^\s*<\?xml[^>]*encoding\s*=\s*["'](?:gbk|gb2312|gb18030)["']/i.test(bytes.subarray(0, 200).toString('latin1'))

const wideOf = (bytes: Buffer): string | undefined => {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return decodeAs('utf-16le', bytes)
  return mark === 'feff' ? decodeAs('utf-16be', bytes) : undefined
}

const decodeAs = (encoding: string, bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The element at the end of a way of names; undefined where one of them is not there. */
export const elementAt = (element: Element, ...way: readonly string[]): Element | undefined => {
  let current: Element | undefined = element
  for (const name of way) current = current?.children.find((child) => child.name === name)
  return current
}

/** The text there; empty where there is none. */
export const textAt = (element: Element, ...way: readonly string[]): string => elementAt(element, ...way)?.text.trim() ?? ''

/** Every element of that name, wherever it stands below. */
export const elementsNamed = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => elementsNamed(child, name)),
]

/** All text in it, however deep. */
export const wholeText = (element: Element): string => (element.text + element.children.map(wholeText).join('')).trim()
