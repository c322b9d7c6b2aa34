import type { ChatMessage } from '../../../domain/chat/operations.ts'
import { entryOf, lastOf } from '../../../kernel/assert.ts'
import { type ReactionChange, withReactionChange, withReactionsOf } from '../../../domain/chat/reactions.ts'
import {
  behind,
  withChange,
  heard,
  isWaiting,
  missingAfter,
  nothingKnown,
  type Timeline,
  type View,
  viewAt,
  withStretch,
} from './timeline.ts'

/** What is asked of a conversation: its newest messages, or those before, after or around a number. */
export type PageAsked = {
  readonly before?: number
  readonly after?: number
  readonly around?: number
  readonly limit?: number
}
export type PageAnswer = {
  readonly list: readonly ChatMessage[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  readonly lastSeq: number
}

/** What a conversation shows. */
export type ConversationView = {
  /** Undefined until something is known. */
  readonly view: View<ChatMessage> | undefined
  /** The last number that there is, as far as it was heard. */
  readonly last: number
  /** The newest is looked at, and stays so when more arrives. */
  readonly atNewest: boolean
  readonly loading: 'newest' | 'before' | 'after' | undefined
  /** Why the last question was not answered; undefined where it was. */
  readonly error: unknown
  readonly failed: 'newest' | 'before' | 'after' | undefined
  /** What is shown was kept on this device and not yet compared with the server. */
  readonly old: boolean
}

export type Conversation = {
  readonly shown: () => ConversationView
  readonly subscribe: (listener: () => void) => () => void
  /** There are messages up to this number, as the list of conversations says. */
  readonly hearOf: (lastSeq: number) => void
  /** A frame brought a message. */
  readonly hear: (message: ChatMessage) => void
  /** A frame brought a change of the reactions to a message; where changes before it are missing, the message is read anew. */
  readonly hearReaction: (change: ReactionChange) => void
  /** The reactions to a message are read anew. */
  readonly readReactions: (message: Pick<ChatMessage, 'id' | 'seq'>) => Promise<void>
  /** A message that is known has become another. */
  readonly update: (id: string, change: (message: ChatMessage) => ChatMessage) => void
  /** The number behind which this reader may read is another one. */
  readonly begin: (beginningSeq: number) => void
  /** What this device has kept, shown until the server has answered. */
  readonly recall: (messages: readonly ChatMessage[]) => void
  /** After any absence: what was missed, and where that is much the newest with a gap before it. */
  readonly catchUp: () => Promise<void>
  /** Older messages; they stand there once `still` says that no one is moving the list. */
  readonly before: (still?: () => Promise<void>) => Promise<void>
  readonly after: () => Promise<void>
  /** Looks at a message; false where it is not there for this reader. */
  readonly goTo: (seq: number) => Promise<boolean>
  readonly goToNewest: () => Promise<void>
  /** The newest messages, to be kept. */
  readonly newest: (messagesAtMost: number) => readonly ChatMessage[]
}

/** What the network may bring out of order comes within this time; then it is asked for. */
export const patienceMs = 300
const caughtUpAtMost = 200

type Timer = Parameters<typeof clearTimeout>[0]

type ConversationParts = {
  readonly ask: (page: PageAsked) => Promise<PageAnswer>
  readonly setTimeout: (run: () => void, ms: number) => Timer
  readonly clearTimeout: (timer: Timer) => void
  /** The number behind which this reader may read. */
  readonly beginning: () => number
}

/** One conversation as this device knows it. Whatever is lost, late or doubled on the way, it ends with what the server has. */
export const openConversation = (parts: ConversationParts): Conversation => {
  const known = makeKnown(parts, () => void catchUp())
  const { become, show } = known
  const { beginning } = parts
  const { runLoading, catchUp } = loadingOf(known, parts)
  const { hearReaction, readReactions } = reactionsOf(known, parts)
  return {
    shown: known.shown,
    subscribe: known.subscribe,
    hearOf: (lastSeq) => {
      if (lastSeq > known.timeline.last) become({ ...known.timeline, last: lastSeq })
    },
    hear: (message) => become(heard(known.timeline, message)),
    hearReaction,
    readReactions,
    update: (id, change) => become(withChange(known.timeline, (message) => message.id === id, change)),
    begin: (from) => {
      const next = behind(known.timeline, from)
      if (next !== known.timeline) become(next)
    },
    recall: (messages) => {
      const [first] = messages
      if (known.timeline.stretches.length > 0 || !first) return
      known.isOld = true
      become(withStretch(known.timeline, { from: first.seq, to: lastOf(messages).seq, messages }))
    },
    catchUp,
    before: async (still) => {
      const stretch = known.shown().view?.stretch
      if (known.isOld) return await catchUp()
      if (!stretch || stretch.from <= beginning() + 1) return
      await runLoading('before', { before: stretch.from }, { still })
    },
    after: async () => {
      const { view } = known.shown()
      if (!view || view.missingAfter === 0) return
      known.lookingAt = view.stretch.to
      await runLoading('after', { after: view.stretch.to })
    },
    goTo: async (seq) => {
      const knownView = viewAt(known.timeline, seq, beginning())
      if (!knownView) {
        const answer = await runLoading('newest', { around: seq })
        if (!answer?.list.some((message) => message.seq === seq)) return false
      }
      const isInNewest = viewAt(known.timeline, 'newest')?.stretch === viewAt(known.timeline, seq)?.stretch
      known.lookingAt = isInNewest ? 'newest' : seq
      show()
      return true
    },
    goToNewest: async () => {
      known.lookingAt = 'newest'
      show()
      if (missingAfter(known.timeline) !== undefined) await catchUp()
    },
    newest: (messagesAtMost) => known.timeline.stretches.at(-1)?.messages.slice(-messagesAtMost) ?? [],
  }
}

/** What is known of a conversation, and who hears of it. */
type Known = {
  timeline: Timeline<ChatMessage>
  lookingAt: number | 'newest'
  loading: ConversationView['loading']
  failure: ConversationView['failed']
  error: unknown
  /** It was kept on this device and not yet compared with the server. */
  isOld: boolean
  readonly show: () => void
  readonly become: (timeline: Timeline<ChatMessage>) => void
  readonly shown: () => ConversationView
  readonly subscribe: Conversation['subscribe']
}

/** `onMissing`: a message that is missing has not come by itself. */
const makeKnown = ({ setTimeout, clearTimeout, beginning }: ConversationParts, onMissing: () => void): Known => {
  const listeners = new Set<() => void>()
  let timer: Timer
  const viewOf = ({ timeline, lookingAt, loading, error, failure, isOld }: Known): ConversationView => {
    const view = viewAt(timeline, lookingAt, beginning()) ?? viewAt(timeline, 'newest', beginning())
    const atNewest = view?.missingAfter === 0 || lookingAt === 'newest'
    return { view, last: timeline.last, atNewest, loading, error, failed: failure, old: isOld }
  }
  let state: ConversationView = {
    view: undefined,
    last: 0,
    atNewest: true,
    loading: undefined,
    error: undefined,
    failed: undefined,
    old: false,
  }
  const known: Known = {
    timeline: nothingKnown,
    lookingAt: 'newest',
    loading: undefined,
    failure: undefined,
    error: undefined,
    isOld: false,
    show: () => {
      state = viewOf(known)
      for (const listener of listeners) listener()
    },
    become: (next) => {
      known.timeline = behind(withRecalls(next), beginning())
      clearTimeout(timer)
      if (isWaiting(known.timeline)) timer = setTimeout(onMissing, patienceMs)
      known.show()
    },
    shown: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return known
}

type LoadingOptions = {
  /** What is known goes when the answer is there, because some of it may have been taken back in what was missed. */
  readonly anew?: boolean
  /** What is answered waits for it. */
  readonly still?: (() => Promise<void>) | undefined
}

/** Asking for messages, and taking in what is answered. */
const loadingOf = (known: Known, { ask, beginning }: ConversationParts) => {
  const take = (page: PageAsked, { list, hasBefore, hasAfter, lastSeq }: PageAnswer): void => {
    const first = list[0]?.seq
    const last = list.at(-1)?.seq
    const begins = hasBefore ? (first ?? lastSeq + 1) : Math.min(first ?? lastSeq + 1, beginning() + 1)
    const from = page.after === undefined ? begins : page.after + 1
    const newest = hasAfter && last !== undefined ? last : Math.max(last ?? 0, lastSeq)
    const to = page.before === undefined ? newest : page.before - 1
    const timeline = { ...known.timeline, last: Math.max(known.timeline.last, lastSeq) }
    known.become(withStretch(timeline, { from, to, messages: list }))
  }
  const runLoading = async (
    what: NonNullable<ConversationView['loading']>,
    page: PageAsked,
    { anew = false, still }: LoadingOptions = {},
  ): Promise<PageAnswer | undefined> => {
    if (known.loading === what && what !== 'newest') return undefined
    known.loading = what
    known.failure = undefined
    known.show()
    try {
      const answer = await ask(page)
      await still?.()
      known.loading = undefined
      known.error = undefined
      const list = answer.list.map((message) => withLaterReactions(message, knownMessage(known.timeline, message.seq)))
      if (anew) known.timeline = { ...known.timeline, stretches: [] }
      if (anew) known.isOld = false
      take(page, { ...answer, list })
      return answer
    } catch (problem) {
      known.loading = undefined
      known.failure = what
      known.error = problem
      known.show()
      return undefined
    }
  }
  const catchUpOnce = async (): Promise<void> => {
    const newest = known.timeline.stretches.at(-1)
    if (newest && !known.isOld && known.timeline.last - newest.to <= caughtUpAtMost) {
      const answer = await runLoading('newest', { after: newest.to, limit: caughtUpAtMost })
      if (!answer?.hasAfter) return
    }
    const answer = await runLoading('newest', {}, { anew: true })
    if (answer && known.lookingAt !== 'newest') await runLoading('newest', { around: known.lookingAt })
  }
  let catching: Promise<void> | undefined
  const catchUp = (): Promise<void> => {
    catching ??= catchUpOnce().finally(() => {
      catching = undefined
    })
    return catching
  }
  return { runLoading, catchUp }
}

const knownMessage = (timeline: Timeline<ChatMessage>, seq: number): ChatMessage | undefined =>
  timeline.stretches.find(({ from, to }) => seq >= from && seq <= to)?.messages.find((message) => message.seq === seq)

/** An answered message with the reactions of the known one where frames have brought later ones. */
const withLaterReactions = (message: ChatMessage, before: ChatMessage | undefined): ChatMessage =>
  before && message.recalledAt === null && before.reactionVersion > message.reactionVersion ? withReactionsOf(message, before) : message

/** Taking in reactions, in the order of their versions and each once. */
const reactionsOf = (known: Known, { ask }: ConversationParts) => {
  /** Of each message that is being read anew: the latest version that was heard meanwhile. */
  const awaitedVersions = new Map<string, number>()
  const messageWith = (id: string) => known.timeline.stretches.flatMap(({ messages }) => messages).find((message) => message.id === id)
  const change = (id: string, next: (message: ChatMessage) => ChatMessage) =>
    known.become(withChange(known.timeline, (message) => message.id === id && message.recalledAt === null, next))

  /** True where the reading brought something later. */
  const readOnce = async ({ id, seq }: Pick<ChatMessage, 'id' | 'seq'>): Promise<boolean> => {
    const before = messageWith(id)?.reactionVersion ?? 0
    const { list } = await ask({ around: seq, limit: 1 })
    const message = list.find((answer) => answer.id === id)
    if (message) change(id, (now) => withReactionsOf(now, message))
    return message !== undefined && message.reactionVersion > before
  }
  const isBehind = (id: string) => (messageWith(id)?.reactionVersion ?? Infinity) < (awaitedVersions.get(id) ?? 0)
  const readReactions: Conversation['readReactions'] = async (message) => {
    if (awaitedVersions.has(message.id)) return
    awaitedVersions.set(message.id, 0)
    try {
      let hasMore = true
      while (hasMore) hasMore = (await readOnce(message)) && isBehind(message.id)
    } catch {
      // The line is cut: the next change finds the gap again.
    } finally {
      awaitedVersions.delete(message.id)
    }
  }
  const hearReaction = (heardChange: ReactionChange): void => {
    const { id, version } = heardChange
    const message = messageWith(id)
    if (!message || message.recalledAt !== null) return
    const next = withReactionChange(message, heardChange)
    if (next && next !== message) change(id, () => next)
    if (next) return
    void readReactions(message)
    awaitedVersions.set(id, Math.max(version, awaitedVersions.get(id) ?? 0))
  }
  return { hearReaction, readReactions }
}

/** What was taken back is blank wherever it is known, whichever of the two came first. */
const withRecalls = (timeline: Timeline<ChatMessage>): Timeline<ChatMessage> => {
  const recalls = new Map(
    timeline.stretches.flatMap(({ messages }) =>
      messages.flatMap((message) =>
        message.content.kind === 'recall' && message.content.body ? [[message.content.body.targetSeq, message] as const] : [],
      ),
    ),
  )
  if (recalls.size === 0) return timeline
  return withChange(
    timeline,
    (message) => recalls.has(message.seq) && message.content.body !== null,
    (message) => blank(message, entryOf(recalls, message.seq)),
  )
}

const blank = (message: ChatMessage, recall: ChatMessage): ChatMessage => ({
  ...message,
  content: { kind: message.content.kind, body: null },
  reactions: [],
  reply: null,
  recalledAt: recall.createdAt,
  recalledBy: recall.senderUid === null ? null : { uid: recall.senderUid, name: recall.senderName },
})
