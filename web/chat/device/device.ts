import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Bodies, Mention, SentKind } from '../../../domain/chat/body.ts'
import { type ReactionFace, type ReactionState, withReaction, withReactionsOf } from '../../../domain/chat/reactions.ts'
import {
  chatOperations,
  type ChatFrame,
  type ChatHead,
  type ChatInfo,
  type ChatMessage,
  type ReactionFrame,
} from '../../../domain/chat/operations.ts'
import { workbenchCounts } from '../../../domain/workbench/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { cache } from '../../cache.ts'
import { call, CallError } from '../../call.ts'
import { upload } from '../../forms/fileUpload.ts'
import { isOf, type Outcome, outcomeOf } from '../../outbox/action.ts'
import { onNewPerson, session } from '../../session/session.ts'
import { type Conversation, openConversation } from './conversation.ts'
import type { QuotedMessage } from './drafts.ts'
import { type Inbox, inOrder, withHead, withMessage, withoutHead, withRead } from './inbox.ts'
import { type Sender, type SendQueue, startSending } from './sending.ts'
import { memoryStore, openStore, type Pending, type Store } from './store.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** What is written, before the server has it: what is sent, less the paths of its files, and what is shown of the message that it answers. */
export type ComposedMessage = {
  readonly [K in SentKind]: { readonly kind: K; readonly body: Unsent[K]; readonly reply?: QuotedMessage | undefined }
}[SentKind]
type Unsent = Omit<Bodies, 'picture' | 'file' | 'voice'> & {
  readonly picture: { readonly pictures: readonly { readonly width: number; readonly height: number }[] }
  readonly file: { readonly name: string; readonly sizeBytes: number }
  readonly voice: { readonly milliseconds: number }
}
export type WrittenMessage = Pending<ComposedMessage>

/** What a frame says, besides messages. */
type ReadFrame = { readonly topic: 'chatread'; readonly key: Id; readonly uid: Id; readonly readSeq: number }
type MineFrame = { readonly topic: 'chatmine'; readonly key: Id }
export type HeardFrame = ChatFrame | ReactionFrame | ReadFrame | MineFrame

const sender = (): Sender | undefined => {
  const { token, uid, operationId } = session()
  return token && uid ? { token, author: { orgId: operationId, uid } } : undefined
}

// What is kept on this device.

let openedStore: Promise<Store> | undefined
/** The store of this device; where the browser has none, what is kept lasts as long as the page. */
const store = (): Promise<Store> => (openedStore ??= openStore().catch(() => memoryStore()))

onNewPerson(() => {
  conversations.clear()
  readMarks.clear()
  void store().then((openStoreNow) => openStoreNow.forgetOthers(sender()?.author))
})

const remember = (name: string, value: unknown): void => {
  const owner = sender()?.author
  if (owner)
    void store()
      .then((openStoreNow) => openStoreNow.remember(owner, name, value))
      .catch(() => undefined)
}
const recallValue = async <T>(name: string): Promise<T | undefined> => {
  const owner = sender()?.author
  return owner && (await (await store()).recall<T>(owner, name).catch(() => undefined))
}

// The list of conversations.

const inboxKey = [chatOperations.list.name, {}] as const

const askInbox = async (): Promise<Inbox> => {
  const list: ChatHead[] = []
  let after: string | undefined
  let totalUnread = 0
  do {
    const answer: OutputOf<typeof chatOperations.list> = await call(chatOperations.list, after ? { after } : {}, { quiet: true })
    list.push(...answer.list)
    totalUnread = answer.totalUnread
    after = answer.next ?? undefined
  } while (after !== undefined)
  remember('inbox', { list, totalUnread })
  for (const head of list) conversations.get(head.chatId)?.conversation.hearOf(head.lastSeq)
  return { list: inOrder(list), totalUnread }
}

const inbox = (): Inbox | undefined => cache.getQueryData<Inbox>(inboxKey)

/** The list as it stands now; the number at the tab follows. */
const setInbox = (next: Inbox): void => {
  const before = inbox()
  cache.setQueryData<Inbox>(inboxKey, next)
  const unreadIncrease = next.totalUnread - (before?.totalUnread ?? next.totalUnread)
  if (unreadIncrease !== 0)
    cache.setQueryData<OutputOf<typeof workbenchCounts>>(
      [workbenchCounts.name, {}],
      (counts) => counts && { ...counts, unreadCount: Math.max(0, counts.unreadCount + unreadIncrease) },
    )
}

/** The conversations of the person who is signed in; until the server has answered those that this device has kept. */
export const useInbox = () => {
  useEffect(() => {
    if (!inbox()) void recallInbox()
  }, [])
  return useQuery({ queryKey: inboxKey, queryFn: askInbox, staleTime: 30_000 })
}

const recallInbox = async (): Promise<void> => {
  const storedInbox = await recallValue<Inbox>('inbox')
  if (storedInbox && !inbox()) cache.setQueryData<Inbox>(inboxKey, { ...storedInbox, list: inOrder(storedInbox.list) }, { updatedAt: 1 })
}

const askedChats = new Set<Id>()
/** Asks how a conversation stands in the list; what is asked within a moment goes together. */
const askHead = (chatId: Id): void => {
  askedChats.add(chatId)
  if (askedChats.size > 1) return
  setTimeout(async () => {
    const chatIds = [...askedChats].slice(0, 100)
    askedChats.clear()
    const answer = await call(chatOperations.list, { chatIds }, { quiet: true }).catch(() => undefined)
    const now = inbox()
    if (!answer || !now) return
    const heads = new Map(answer.list.map((head) => [head.chatId, head]))
    const withCurrent = (list: Inbox, id: Id): Inbox => {
      const head = heads.get(id)
      return head ? withHead(list, head) : withoutHead(list, id)
    }
    setInbox(chatIds.reduce(withCurrent, now))
  }, 200)
}

/** The pair with a person, as far as it is known here. */
export const pairWith = (uid: Id): ChatHead | undefined =>
  inbox()?.list.find(({ kind, partner }) => kind === 'pair' && partner?.uid === uid)
/** How a conversation stands in the list, as far as it is known here. */
export const headOf = (chatId: Id): ChatHead | undefined => inbox()?.list.find((head) => head.chatId === chatId)

/** Takes up how a conversation stands after its reader has changed his side of it; `hidden` takes it out of the list. */
export const takeHead = (head: ChatHead, hidden = false): void => {
  const now = inbox()
  if (now) setInbox(hidden ? withoutHead(now, head.chatId) : withHead(now, head))
}

// Conversations.

type StoredMessage = Omit<ChatMessage, keyof ReactionState> & Partial<Pick<ChatMessage, keyof ReactionState>>
type OpenConversation = { readonly conversation: Conversation; looking: number }
const conversations = new Map<Id, OpenConversation>()
const openAtMost = 12
const keptMessages = 50

/** The conversation as this device knows it; asks what was missed whenever it comes into sight. */
export const useConversation = (chatId: Id, beginningSeq: number): Conversation => {
  const { conversation } = conversationFor(chatId)
  beginnings.set(chatId, beginningSeq)
  useEffect(() => conversation.begin(beginningSeq), [conversation, beginningSeq])
  useSyncExternalStore(conversation.subscribe, conversation.shown)
  useEffect(() => {
    const here = conversationFor(chatId)
    here.looking += 1
    void conversation.catchUp()
    return () => {
      here.looking -= 1
    }
  }, [chatId, conversation])
  return conversation
}
const beginnings = new Map<Id, number>()

const conversationFor = (chatId: Id): OpenConversation => {
  const cached = conversations.get(chatId)
  if (cached) return cached
  for (const [id, { looking }] of conversations) if (conversations.size >= openAtMost && looking === 0) conversations.delete(id)
  const conversation = openConversation({
    ask: (page) => call(chatOperations.messages, { chatId, ...page }, { quiet: true }),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    beginning: () => beginnings.get(chatId) ?? headOf(chatId)?.fromSeq ?? 0,
  })
  // An earlier version of the app kept messages without reactions.
  void recallValue<readonly StoredMessage[]>(`chat ${chatId}`).then(
    (messages) => messages && conversation.recall(messages.map((message) => ({ reactions: [], reactionVersion: 0, ...message }))),
  )
  let writeTimer: ReturnType<typeof setTimeout> | undefined
  conversation.subscribe(() => {
    if (conversation.shown().old) return
    clearTimeout(writeTimer)
    writeTimer = setTimeout(() => remember(`chat ${chatId}`, conversation.newest(keptMessages)), 1000)
  })
  const openOne = { conversation, looking: 0 }
  conversations.set(chatId, openOne)
  return openOne
}

/** Takes up what the server has told of a message: by a frame, or as the answer to a sending. */
const takeMessage = (message: ChatMessage): void => {
  conversations.get(message.chatId)?.conversation.hear(message)
  const now = inbox()
  if (!now) return
  const next = withMessage(now, message, session().uid)
  if (next) setInbox(next)
  else askHead(message.chatId)
}

// What people write.

let all: readonly WrittenMessage[] = []
const listeners = new Set<() => void>()
let tabs: BroadcastChannel | undefined
let startedQueue: Promise<SendQueue> | undefined

const sendQueue = (): Promise<SendQueue> =>
  (startedQueue ??= store().then(async (openedStoreNow) => {
    tabs ??= globalThis.BroadcastChannel && new BroadcastChannel('zaice.chat')
    const queue = startSending({
      store: openedStoreNow,
      sender,
      tabs,
      upload: ({ blob, name }, token) => outcome(upload(blob, name, { isPrivate: true, quiet: true, token })),
      send: (message, token) =>
        outcome(
          call(
            chatOperations.send,
            { id: message.id, chatId: message.chatId, ...sentMessageOf(message as WrittenMessage) },
            { background: true, token },
          ),
        ),
      changed: (messages) => {
        all = messages as readonly WrittenMessage[]
        for (const listener of listeners) listener()
      },
      arrived: (_, answer) => takeMessage(answer as ChatMessage),
    })
    await queue.refresh()
    return queue
  }))

const outcome = async (answer: Promise<unknown>): Promise<Outcome> => {
  try {
    return { t: 'done', answer: await answer }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return outcomeOf(error)
  }
}

type SentMessage = Pick<Parameters<typeof call<typeof chatOperations.send>>[1], 'content' | 'replyId'>
const sentMessageOf = ({ content, files }: WrittenMessage): SentMessage => {
  const { reply, ...sent } = content
  const pathOf = (nextFile: number): string => assertDefined(files[nextFile]?.path, 'the path of a file that was sent')
  const replyId = reply && { replyId: reply.id }
  if (sent.kind === 'picture')
    return {
      content: { ...sent, body: { pictures: sent.body.pictures.map((picture, index) => ({ ...picture, path: pathOf(index) })) } },
      ...replyId,
    }
  if (sent.kind === 'file') return { content: { ...sent, body: { ...sent.body, path: pathOf(0) } }, ...replyId }
  if (sent.kind === 'voice') return { content: { ...sent, body: { ...sent.body, path: pathOf(0) } }, ...replyId }
  return { content: sent, ...replyId }
}

/** Sends a message in its turn, whatever becomes of the line. Rejects with NoRoom where this device has no place for it. */
export const write = async (
  chatId: Id,
  content: ComposedMessage,
  files: readonly { readonly blob: Blob; readonly name: string }[] = [],
): Promise<void> => {
  const from = sender()
  if (!from) return
  await (
    await sendQueue()
  ).put({
    id: newId(),
    author: from.author,
    chatId,
    content,
    files,
    atMs: Date.now(),
    state: 'waiting',
    faults: 0,
  } satisfies Pending)
  void navigator.storage?.persist?.()
}
export const writeAgain = async (id: Id): Promise<void> => (await sendQueue()).again(id)
/** Takes away what has not arrived; false where it has. */
export const takeAway = async (id: Id): Promise<boolean> => (await sendQueue()).drop(id)

/** Gives or takes away one's face at a message; it shows at once, and as the server has it afterwards. */
export const react = async (message: ChatMessage, face: ReactionFace, isOn: boolean): Promise<void> => {
  const { chatId, id } = message
  const { uid, username } = session()
  const showReaction = (isShown: boolean) =>
    conversations.get(chatId)?.conversation.update(id, (before) => ({
      ...before,
      reactions: withReaction(before.reactions, { face, uid, name: username, isOn: isShown }),
    }))
  showReaction(isOn)
  try {
    updateMessage(await call(chatOperations.react, { chatId, id, face, isOn }))
  } catch (error) {
    showReaction(!isOn)
    if (!(error instanceof CallError)) throw error
    // It may have been done, and only its answer is lost.
    void conversations.get(chatId)?.conversation.readReactions(message)
  }
}

/** Takes up what became of a message that is shown; one that was taken back meanwhile stays so. */
const updateMessage = (message: ChatMessage): void =>
  conversations
    .get(message.chatId)
    ?.conversation.update(message.id, (before) => (before.recalledAt === null ? withReactionsOf(before, message) : before))

/** What the person who is signed in has written and the server does not have, in order. */
export const useWritten = (): readonly WrittenMessage[] => {
  useEffect(() => void sendQueue(), [])
  const messages = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => all,
  )
  const from = sender()
  return from ? messages.filter((message) => isOf(message, from.author)) : []
}

/** A text with those who it names. */
export const textOf = (text: string, mentions: readonly Mention[]): ComposedMessage => ({
  kind: 'text',
  body: { text, mentions: [...mentions] },
})

// What was read.

const readMarks = new Map<Id, { seq: number; timer: ReturnType<typeof setTimeout> | undefined; toldAtMs: number }>()
/** Everything up to a number was seen; told to the server at most once a second. */
export const markSeen = (chatId: Id, seq: number): void => {
  const head = headOf(chatId)
  const readMark = readMarks.get(chatId) ?? { seq: 0, timer: undefined, toldAtMs: 0 }
  if (seq <= readMark.seq || (head && seq <= head.readSeq && head.unread === 0)) return
  clearTimeout(readMark.timer)
  const timer = setTimeout(
    async () => {
      readMarks.set(chatId, { seq, timer: undefined, toldAtMs: Date.now() })
      const answer = await call(chatOperations.read, { chatId, seq }, { background: true }).catch(() => undefined)
      // Where no one answered it is told again with the next look.
      if (!answer) readMarks.delete(chatId)
      const now = inbox()
      const head = headOf(chatId)
      if (answer && now && head && answer.readSeq >= head.readSeq)
        setInbox(
          withHead(now, { ...head, readSeq: answer.readSeq, unread: answer.unread, ...(answer.unread === 0 && { mentioned: null }) }),
        )
    },
    Math.max(0, readMark.toldAtMs + readEveryMs - Date.now()),
  )
  readMarks.set(chatId, { ...readMark, seq, timer })
}
const readEveryMs = 1000

const partnersRead = new Map<Id, number>()
const readListeners = new Set<() => void>()
/** Up to which number the partner has read, as far as it was told since this page began. */
export const usePartnerRead = (chatId: Id): number =>
  useSyncExternalStore(
    (listener) => {
      readListeners.add(listener)
      return () => readListeners.delete(listener)
    },
    () => partnersRead.get(chatId) ?? 0,
  )

// What the socket says.

/** Hears a frame. Answers the message where a person may want to be told of it: another person has said it, and its conversation is not on show. */
export const hear = (frame: HeardFrame): ChatMessage | undefined => {
  const { uid } = session()
  if (frame.topic === 'chatread') {
    if (frame.uid !== uid) {
      partnersRead.set(frame.key, Math.max(frame.readSeq, partnersRead.get(frame.key) ?? 0))
      for (const listener of readListeners) listener()
      return undefined
    }
    const now = inbox()
    if (now) setInbox(withRead(now, frame.key, frame.readSeq))
    if (headOf(frame.key)?.unread) askHead(frame.key)
    return undefined
  }
  if (frame.topic === 'chatmine') {
    askHead(frame.key)
    void cache.invalidateQueries({ queryKey: [chatOperations.info.name, { id: frame.key }] })
    return undefined
  }
  if (frame.topic === 'chatface') {
    conversations.get(frame.key)?.conversation.hearReaction(frame.change)
    return undefined
  }
  const { message } = frame
  takeMessage(message)
  const info = cache.getQueryData<ChatInfo>([chatOperations.info.name, { id: frame.key }])
  if (info && (info.membersVersion < frame.membersVersion || message.content.kind === 'note'))
    void cache.invalidateQueries({ queryKey: [chatOperations.info.name, { id: frame.key }] })
  return message
}

/** The socket is open: the list is asked for, then what was missed where a person is looking, and what waits is sent. */
export const catchUpInbox = async (): Promise<void> => {
  void sendQueue().then((line) => line.wake())
  await cache.fetchQuery({ queryKey: inboxKey, queryFn: askInbox, staleTime: 0 }).catch(() => undefined)
  for (const { conversation, looking } of conversations.values()) if (looking > 0) void conversation.catchUp()
}
