import { readItem } from '../../domain/text/markup.ts'

/** A text under the pen, and what of it is chosen: from `from` to before `to`. */
export type Selection = { readonly text: string; readonly from: number; readonly to: number }

const mark = '**'

/** Makes what is chosen bold, or plain again; blanks at its ends stay outside. Without a choice the marks stand around the caret. */
export const toggleBold = ({ text, from, to }: Selection): Selection => {
  const [before, selectedText, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  const words = selectedText.trim()
  const start = from + selectedText.indexOf(words)
  const end = start + words.length
  if (before.endsWith(mark) && after.startsWith(mark))
    return { text: before.slice(0, -mark.length) + selectedText + after.slice(mark.length), from: from - mark.length, to: to - mark.length }
  if (words.length > 2 * mark.length && words.startsWith(mark) && words.endsWith(mark)) {
    const inner = words.slice(mark.length, -mark.length)
    return { text: text.slice(0, start) + inner + text.slice(end), from: start, to: start + inner.length }
  }
  // Marks end with their line, so each line that is chosen has its own.
  const bold = words
    .split('\n')
    .map((line) => (line.trim() === '' && words !== '' ? line : `${mark}${line}${mark}`))
    .join('\n')
  const isOneLine = !words.includes('\n')
  const shift = isOneLine ? mark.length : 0
  return { text: text.slice(0, start) + bold + text.slice(end), from: start + shift, to: start + bold.length - shift }
}

/** Makes the lines that are chosen items of a list, or lines again where all of them are. */
export const toggleList = ({ text, from, to }: Selection, isOrdered: boolean): Selection => {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', Math.max(from, to - 1))
  const end = lineEnd === -1 ? text.length : lineEnd
  const lines = text.slice(start, end).split('\n')
  const items = lines.map(readItem)
  const isList = items.every((item, index) => (lines[index]?.trim() === '' && lines.length > 1) || item?.isOrdered === isOrdered)
  let number = 0
  const next = lines.map((line, index) => {
    const words = items[index]?.text ?? line
    if (isList || (line.trim() === '' && lines.length > 1)) return words
    number += 1
    return `${isOrdered ? `${number}.` : '-'} ${words}`
  })
  const joinedText = next.join('\n')
  const isCaret = from === to
  return {
    text: text.slice(0, start) + joinedText + text.slice(end),
    from: isCaret ? start + joinedText.length : start,
    to: start + joinedText.length,
  }
}

/** Puts a link in place of what is chosen. Brackets in its words would end it. */
export const putLink = ({ text, from, to }: Selection, words: string, address: string): Selection => {
  const link = `[${words.replace(/[[\]\n]/g, ' ').trim()}](${address})`
  return { text: text.slice(0, from) + link + text.slice(to), from: from + link.length, to: from + link.length }
}

/** What a new line at the caret becomes inside a list: the next item, or the end of the list after an empty one. Undefined elsewhere. */
export const continueList = ({ text, from, to }: Selection): Selection | undefined => {
  if (from !== to) return undefined
  const start = text.lastIndexOf('\n', from - 1) + 1
  const line = text.slice(start, from)
  if (/^ {0,3}(?:[-*•]|\d{1,4}[.、)]) *$/.test(line) && text.slice(from).split('\n', 1)[0] === '')
    return { text: text.slice(0, start) + text.slice(from), from: start, to: start }
  const item = readItem(line)
  if (!item) return undefined
  const insertion = `\n${item.isOrdered ? `${item.number + 1}.` : '-'} `
  return { text: text.slice(0, from) + insertion + text.slice(from), from: from + insertion.length, to: from + insertion.length }
}

/** An address as people type it, made whole; undefined where it is none that a link may lead to. */
export const linkAddress = (address: string): string | undefined => {
  const fullAddress = /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`
  if (/[\s()]/.test(fullAddress) || !URL.canParse(fullAddress)) return undefined
  return new URL(fullAddress).hostname.includes('.') || new URL(fullAddress).hostname === 'localhost' ? fullAddress : undefined
}
