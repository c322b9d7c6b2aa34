import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Id } from '../../kernel/id.ts'
import type { WrittenMessage } from './device/device.ts'

/** One row of a conversation; `time`: its time stands above it; `isNew`: the first that is new. */
export type Line =
  | { readonly t: 'message'; readonly key: string; readonly message: ChatMessage; readonly time: boolean; readonly isNew: boolean }
  | { readonly t: 'written'; readonly key: string; readonly message: WrittenMessage }

/** A time stands above what was said this much later than what is before it. */
const timeAfterMs = 5 * 60_000

type LinesInput = {
  messages: readonly ChatMessage[]
  written: readonly WrittenMessage[]
  /** How far it had been read when the conversation was opened, and how much had not. */
  readSeq: number
  unread: number
  me: Id
}

export const linesOf = ({ messages, written, readSeq, unread, me }: LinesInput): Line[] => {
  const messageIds = new Set(messages.map(({ id }) => id))
  const shownMessages = messages.filter(({ content }) => content.kind !== 'recall')
  const firstNew = unread > 0 ? shownMessages.find(({ seq, senderUid }) => seq > readSeq && senderUid !== me) : undefined
  return [
    ...shownMessages.map((message, index): Line => {
      const before = shownMessages[index - 1]
      const time = !before || Date.parse(message.createdAt) - Date.parse(before.createdAt) > timeAfterMs
      return { t: 'message', key: message.id, message, time, isNew: message === firstNew }
    }),
    ...written.filter(({ id }) => !messageIds.has(id)).map((message): Line => ({ t: 'written', key: message.id, message })),
  ]
}

export const lastMessageKey = (lines: readonly Line[]): string | undefined => lines.findLast(({ t }) => t === 'message')?.key
