import { briefOf, isCounted, mentionedIn } from '../../../domain/chat/body.ts'
import type { ChatHead, ChatMessage } from '../../../domain/chat/operations.ts'
import type { Id } from '../../../kernel/id.ts'

/** The reader's conversations as the server answered them last, and what arrived since. */
export type Inbox = { readonly list: readonly ChatHead[]; readonly totalUnread: number }

/** Pinned first, then by the last message. */
export const inOrder = (list: readonly ChatHead[]): ChatHead[] =>
  list.toSorted(
    (a, b) => Number(b.pinnedAt !== null) - Number(a.pinnedAt !== null) || Number(a.lastAt < b.lastAt) - Number(a.lastAt > b.lastAt),
  )

/** Whether it stands in the list: one with a person, or about a thing, was only opened as long as no one has said anything there. */
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
  const isOwn = message.senderUid === me
  const mentions = mentionedIn(message.content)
  const mentionKind = mentionKindOf(mentions, me)
  const mentioned = head.mentioned === 'me' ? 'me' : (mentionKind ?? head.mentioned)
  return withHead(inbox, {
    ...head,
    lastSeq: message.seq,
    lastAt: message.createdAt,
    preview: { seq: message.seq, senderUid: message.senderUid, senderName: message.senderName, brief: briefOf(message.content) },
    unread: isOwn ? 0 : head.unread + 1,
    mentioned: isOwn ? null : mentioned,
    readSeq: isOwn ? message.seq : head.readSeq,
  })
}

const mentionKindOf = ({ uids, all }: ReturnType<typeof mentionedIn>, me: string): 'me' | 'all' | undefined => {
  if (uids.includes(me)) return 'me'
  return all ? 'all' : undefined
}

/** The list with a conversation as it stands now, in its place. */
export const withHead = ({ list, totalUnread }: Inbox, head: ChatHead): Inbox => {
  const before = list.find(({ chatId }) => chatId === head.chatId)
  return {
    list: inOrder([...list.filter((head) => head !== before), head]),
    totalUnread: Math.max(0, totalUnread - countedUnread(before) + countedUnread(head)),
  }
}

/** The list without a conversation. */
export const withoutHead = ({ list, totalUnread }: Inbox, chatId: Id): Inbox => {
  const before = list.find((head) => head.chatId === chatId)
  return { list: list.filter((head) => head !== before), totalUnread: Math.max(0, totalUnread - countedUnread(before)) }
}

/** The list after its reader has read so far. Only where that was all is it known what is left. */
export const withRead = (inbox: Inbox, chatId: Id, readSeq: number): Inbox => {
  const head = inbox.list.find((head) => head.chatId === chatId)
  if (!head || readSeq <= head.readSeq) return inbox
  return withHead(inbox, { ...head, readSeq, ...(readSeq >= head.lastSeq && { unread: 0, mentioned: null }) })
}

/** What a conversation adds to the number at the tab. */
const countedUnread = (head: ChatHead | undefined): number => (head && !head.mute ? head.unread : 0)
