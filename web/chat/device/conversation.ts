import type { ChatMessage } from '../../../domain/chat/operations.ts'
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

type ConversationParts = {
  readonly ask: (page: PageAsked) => Promise<PageAnswer>
  readonly setTimeout: (run: () => void, ms: number) => unknown
  readonly clearTimeout: (timer: never) => void
  /** The number behind which this reader may read. */
  readonly beginning: () => number
}

/** One conversation as this device knows it. Whatever is lost, late or doubled on the way, it ends with what the server has. */
export const openConversation = ({ ask, setTimeout, clearTimeout, beginning }: ConversationParts): Conversation => {
  let timeline: Timeline<ChatMessage> = nothingKnown
  let lookingAt: number | 'newest' = 'newest'
  let loading: ConversationView['loading']
  let failure: ConversationView['failed']
  let error: unknown
  let old = false
  let timer: unknown
  let state: ConversationView = { view: undefined, last: 0, atNewest: true, loading, error, failed: failure, old }
  const listeners = new Set<() => void>()

  const show = () => {
    const view = viewAt(timeline, lookingAt, beginning()) ?? viewAt(timeline, 'newest', beginning())
    state = {
      view,
      last: timeline.last,
      atNewest: view?.missingAfter === 0 || lookingAt === 'newest',
      loading,
      error,
      failed: failure,
      old,
    }
    for (const listener of listeners) listener()
  }
  const become = (next: Timeline<ChatMessage>) => {
    timeline = behind(withRecalls(next), beginning())
    clearTimeout(timer as never)
    if (isWaiting(timeline)) timer = setTimeout(() => void catchUp(), patienceMs)
    show()
  }
  const take = (page: PageAsked, answer: PageAnswer): void => {
    const { list, hasBefore, hasAfter, lastSeq } = answer
    const first = list[0]?.seq
    const last = list.at(-1)?.seq
    const begins = hasBefore ? (first ?? lastSeq + 1) : Math.min(first ?? lastSeq + 1, beginning() + 1)
    const from = page.after === undefined ? begins : page.after + 1
    const to = page.before !== undefined ? page.before - 1 : hasAfter && last !== undefined ? last : Math.max(last ?? 0, lastSeq)
    become(withStretch({ ...timeline, last: Math.max(timeline.last, lastSeq) }, { from, to, messages: list }))
  }
  /** `anew`: what is known goes when the answer is there, because some of it may have been taken back in what was missed. */
  const runLoading = async (
    what: NonNullable<ConversationView['loading']>,
    page: PageAsked,
    anew = false,
    still?: () => Promise<void>,
  ): Promise<PageAnswer | undefined> => {
    if (loading === what && what !== 'newest') return undefined
    loading = what
    failure = undefined
    show()
    try {
      const answer = await ask(page)
      await still?.()
      loading = undefined
      error = undefined
      if (anew) timeline = { ...timeline, stretches: [] }
      if (anew) old = false
      take(page, answer)
      return answer
    } catch (problem) {
      loading = undefined
      failure = what
      error = problem
      show()
      return undefined
    }
  }

  let catching: Promise<void> | undefined
  const catchUp = (): Promise<void> => {
    catching ??= caughtUp().finally(() => {
      catching = undefined
    })
    return catching
  }
  const caughtUp = async (): Promise<void> => {
    const newest = timeline.stretches.at(-1)
    if (newest && !old && timeline.last - newest.to <= caughtUpAtMost) {
      const answer = await runLoading('newest', { after: newest.to, limit: caughtUpAtMost })
      if (!answer?.hasAfter) return
    }
    const answer = await runLoading('newest', {}, true)
    if (answer && lookingAt !== 'newest') await runLoading('newest', { around: lookingAt })
  }

  return {
    shown: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hearOf: (lastSeq) => {
      if (lastSeq > timeline.last) become({ ...timeline, last: lastSeq })
    },
    hear: (message) => become(heard(timeline, message)),
    update: (id, change) => become(withChange(timeline, (message) => message.id === id, change)),
    begin: (from) => {
      const next = behind(timeline, from)
      if (next !== timeline) become(next)
    },
    recall: (messages) => {
      if (timeline.stretches.length > 0 || messages.length === 0) return
      old = true
      become(withStretch(timeline, { from: messages[0]!.seq, to: messages.at(-1)!.seq, messages }))
    },
    catchUp,
    before: async (still) => {
      const stretch = state.view?.stretch
      if (old) return await catchUp()
      if (!stretch || stretch.from <= beginning() + 1) return
      await runLoading('before', { before: stretch.from }, false, still)
    },
    after: async () => {
      const { view } = state
      if (!view || view.missingAfter === 0) return
      lookingAt = view.stretch.to
      await runLoading('after', { after: view.stretch.to })
    },
    goTo: async (seq) => {
      const knownView = viewAt(timeline, seq, beginning())
      if (!knownView) {
        const answer = await runLoading('newest', { around: seq })
        if (!answer?.list.some((message) => message.seq === seq)) return false
      }
      lookingAt = viewAt(timeline, 'newest')?.stretch === viewAt(timeline, seq)?.stretch ? 'newest' : seq
      show()
      return true
    },
    goToNewest: async () => {
      lookingAt = 'newest'
      show()
      if (missingAfter(timeline) !== undefined) await catchUp()
    },
    newest: (messagesAtMost) => timeline.stretches.at(-1)?.messages.slice(-messagesAtMost) ?? [],
  }
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
    (message) => blank(message, recalls.get(message.seq)!),
  )
}

const blank = (message: ChatMessage, by: ChatMessage): ChatMessage => ({
  ...message,
  content: { kind: message.content.kind, body: null },
  reactions: [],
  reply: null,
  recalledAt: by.createdAt,
  recalledBy: by.senderUid === null ? null : { uid: by.senderUid, name: by.senderName },
})
