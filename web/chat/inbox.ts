import { briefOf, isCounted, mentionedIn } from '../../domain/chat/body.ts'
import type { ChatHead, ChatMessage } from '../../domain/operations/chat.ts'
import type { Id } from '../../kernel/id.ts'

/** The reader's conversations as the server answered them last, and what arrived since. */
export type Inbox = { readonly list: readonly ChatHead[]; readonly totalUnread: number }

/** Pinned first, then by the last message. */
export const inOrder = (list: readonly ChatHead[]): ChatHead[] =>
  list.toSorted(
    (a, b) => Number(b.pinnedAt !== null) - Number(a.pinnedAt !== null) || (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : 0),
  )

/** Whether it stands in the list: one with somebody, or about a thing, was only opened as long as nobody has said anything there. */
export const isBegun = ({ kind, lastSeq, pinnedAt }: Pick<ChatHead, 'kind' | 'lastSeq' | 'pinnedAt'>): boolean =>
  kind === 'group' || lastSeq > 0 || pinnedAt !== null

/**
 * The list after a message has arrived. `undefined` where the server has to be asked about the conversation: it is not in the list, something
 * before the message is missing, or more than its last line has changed.
 */
export const withMessage = (inbox: Inbox, message: ChatMessage, me: Id): Inbox | undefined => {
  const head = inbox.list.find(({ chatId }) => chatId === message.chatId)
  if (!head || !isCounted(message.content.kind) || message.seq > head.lastSeq + 1) return undefined
  if (message.seq <= head.lastSeq) return inbox
  const own = message.senderUid === me
  const named = mentionedIn(message.content)
  const mentioned = named.uids.includes(me) ? 'me' : named.all ? 'all' : undefined
  return withHead(inbox, {
    ...head,
    lastSeq: message.seq,
    lastAt: message.createdAt,
    preview: { seq: message.seq, senderUid: message.senderUid, senderName: message.senderName, brief: briefOf(message.content) },
    unread: own ? 0 : head.unread + 1,
    mentioned: own ? null : head.mentioned === 'me' ? 'me' : (mentioned ?? head.mentioned),
    readSeq: own ? message.seq : head.readSeq,
  })
}

/** The list with a conversation as it stands now, in its place. */
export const withHead = ({ list, totalUnread }: Inbox, head: ChatHead): Inbox => {
  const before = list.find(({ chatId }) => chatId === head.chatId)
  return {
    list: inOrder([...list.filter((each) => each !== before), head]),
    totalUnread: Math.max(0, totalUnread - countedUnread(before) + countedUnread(head)),
  }
}

/** The list without a conversation. */
export const withoutHead = ({ list, totalUnread }: Inbox, chatId: Id): Inbox => {
  const before = list.find((each) => each.chatId === chatId)
  return { list: list.filter((each) => each !== before), totalUnread: Math.max(0, totalUnread - countedUnread(before)) }
}

/** The list after its reader has read so far. Only where that was all is it known what is left. */
export const withRead = (inbox: Inbox, chatId: Id, readSeq: number): Inbox => {
  const head = inbox.list.find((each) => each.chatId === chatId)
  if (!head || readSeq <= head.readSeq) return inbox
  return withHead(inbox, { ...head, readSeq, ...(readSeq >= head.lastSeq && { unread: 0, mentioned: null }) })
}

/** What a conversation adds to the number at the tab. */
const countedUnread = (head: ChatHead | undefined): number => (head && !head.mute ? head.unread : 0)
