import { createHash } from 'node:crypto'
import type { WorkplaceNotice } from '../workplace.ts'

/** DingTalk takes a message of at most so many bytes, and calls of at most so many people. */
export const messageBytesAtMost = 2048
export const receiversAtMost = 1000

/** A work notice: a card whose button leads to us, in the organisation that reads it. */
export type Message = {
  readonly msgtype: 'action_card'
  readonly action_card: { readonly title: string; readonly markdown: string; readonly single_title: string; readonly single_url: string }
}

/**
 * A notice as a card. DingTalk drops what a person was sent already on the same day: so each notice bears a mark of its own at its end, and one
 * that is sent again bears the same and is dropped, as it should be.
 */
export const messageOf = ({ key, title, content, link }: WorkplaceNotice, corpId: string): Message => {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8)
  const head = cut(oneLine(title), titleBytesAtMost)
  const card = (text: string): Message => ({
    msgtype: 'action_card',
    action_card: {
      title: head,
      markdown: `### ${plain(head)}\n\n${text}\n\n###### ${mark}`,
      single_title: '查看',
      single_url: linkInto(link, corpId),
    },
  })
  const lines = content.split(/\r?\n/).map(plain).join('\n\n')
  const room = messageBytesAtMost - sizeOf(card(''))
  // What JSON escapes takes more than it looks; what is still too long is cut by as much again.
  for (let bytes = room; bytes > 0;) {
    const wholeCard = card(cut(lines, bytes))
    const over = sizeOf(wholeCard) - messageBytesAtMost
    if (over <= 0) return wholeCard
    bytes -= over
  }
  return card('')
}

const titleBytesAtMost = 120

/** An address of ours that says which organisation it is opened in: outside the workbench DingTalk does not. */
export const linkInto = (link: string, corpId: string): string => {
  const url = new URL(link)
  url.searchParams.set('corpId', corpId)
  return url.href
}

const sizeOf = (message: Message): number => Buffer.byteLength(JSON.stringify(message))
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
/** Nothing in it reads as a picture, a link or a heading. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#!|]/g, (sign) => `\\${sign}`)

/** As much of a text as fits so many bytes of UTF-8, ending with a whole character. */
export const cut = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text
  let room = bytes - Buffer.byteLength('…')
  let keptText = ''
  for (const { segment } of characters.segment(text)) {
    room -= Buffer.byteLength(segment)
    if (room < 0) break
    keptText += segment
  }
  return keptText === '' && bytes < 3 ? '' : `${keptText}…`
}
const characters = new Intl.Segmenter('zh', { granularity: 'grapheme' })
