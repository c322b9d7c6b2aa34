import { type RefObject, useCallback, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Id } from '../../kernel/id.ts'
import type { Conversation, ConversationView } from './device/conversation.ts'
import { useScreen } from '../screen.ts'
import type { Line } from './lines.ts'
import { useStill } from './useStill.ts'
import { useWantedMessage } from './useWantedMessage.ts'

export type MessagesHandle = {
  /** Shows a message in the middle and lights it up; false where it is not there. */
  readonly goTo: (seq: number) => Promise<boolean>
  readonly goToNewest: () => void
}

const olderWithinPx = 600
const bottomWithinPx = 48

type FollowingInput = {
  handle: RefObject<MessagesHandle | null>
  conversation: Conversation
  messages: readonly ChatMessage[]
  lines: readonly Line[]
  me: Id
  /** How far it had been read when the conversation was opened, and how much had not. */
  readSeq: number
  unread: number
  /** What was just looked at, up to a number. */
  onSeen: (seq: number) => void
}

/**
 * Where a list of messages stands: at the newest, which it follows until a person looks at older ones. Messages that are missing at its ends are
 * asked for; `away` while the newest are far, `newBelow` counts what came in meanwhile.
 */
export const useFollowing = ({ handle, conversation, messages, lines, me, readSeq, unread, onSeen }: FollowingInput) => {
  const shownMessages = conversation.shown()
  const { atNewest, old } = shownMessages
  const { shown: isShown } = useScreen()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const isStuck = useRef(true)
  const still = useStill(scroller)
  const [away, setAway] = useState(false)
  const [newBelow, setNewBelow] = useState(0)
  const [firstNewSeen, setFirstNewSeen] = useState(unread === 0)
  const wantedMessage = useWantedMessage({ lines, scroller, list })
  const toBottom = useCallback(() => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])

  const goTo = async (seq: number) => {
    isStuck.current = false
    wantedMessage.want(seq)
    const isThere = await conversation.goTo(seq)
    if (!isThere) wantedMessage.giveUp()
    requestAnimationFrame(wantedMessage.show)
    return isThere
  }
  const goToNewest = () => {
    isStuck.current = true
    setNewBelow(0)
    void conversation.goToNewest().then(() => requestAnimationFrame(toBottom))
  }
  const goToFirstNew = () => {
    setFirstNewSeen(true)
    const first = messages.find(({ seq, senderUid }) => seq > readSeq && senderUid !== me)
    const isKnown = first !== undefined && messages[0] !== undefined && messages[0].seq <= readSeq + 1
    const seq = isKnown ? first.seq : readSeq + 1
    isStuck.current = false
    wantedMessage.want(seq)
    void conversation.goTo(seq).then(() => requestAnimationFrame(wantedMessage.show))
  }
  useImperativeHandle(handle, () => ({ goTo, goToNewest }))

  const lastTop = useRef(0)
  const look = useEffectEvent(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    const { scrollTop, clientHeight } = element
    const below = element.scrollHeight - scrollTop - clientHeight
    // Only the person who scrolls up leaves the newest; what grows meanwhile does not count.
    if (below <= bottomWithinPx) isStuck.current = atNewest
    else if (!atNewest || scrollTop < lastTop.current - 1) isStuck.current = false
    lastTop.current = scrollTop
    setAway(!atNewest || below > clientHeight)
    if (isStuck.current) setNewBelow(0)
    askForMissing({ conversation, shown: shownMessages, still, above: scrollTop, below })
    const lowest = isStuck.current ? messages.at(-1) : lastAbove(lines, list.current?.findItemIndex(scrollTop + clientHeight - 1))
    if (lowest && !old && isShown && document.visibilityState === 'visible') onSeen(lowest.seq)
    const firstNew = lines.findIndex((line) => line.t === 'message' && line.isNew)
    if (firstNew !== -1 && list.current && list.current.getItemOffset(firstNew) >= scrollTop - 60) setFirstNewSeen(true)
  })
  const lastKey = lines.at(-1)?.key
  const firstKey = lines[0]?.key
  const lastCounted = useRef(messages.at(-1)?.seq ?? 0)
  useLayoutEffect(() => {
    const last = messages.at(-1)?.seq ?? 0
    if (lines.at(-1)?.t === 'written' && atNewest) isStuck.current = true
    if (isStuck.current && !wantedMessage.isWanted()) toBottom()
    else if (atNewest && lastCounted.current > 0 && last > lastCounted.current) {
      const added = addedAfter(messages, lastCounted.current, me)
      setNewBelow((now) => now + added)
    }
    lastCounted.current = last
    wantedMessage.show()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the ends of the list are others
  }, [firstKey, lastKey, atNewest])
  useGrowth({ scroller, isStuck, toBottom, look: () => look() })
  return { scroller, list, still, away, newBelow, firstNewSeen, lit: wantedMessage.lit, look: () => look(), goToNewest, goToFirstNew }
}

type MissingInput = {
  conversation: Conversation
  shown: ConversationView
  still: () => Promise<void>
  /** The pixels above and below the part in sight. */
  above: number
  below: number
}

const askForMissing = ({ conversation, shown: { view, atNewest, loading, failed }, still, above, below }: MissingInput): void => {
  if (above < olderWithinPx && view && view.missingBefore > 0 && !loading && failed !== 'before') void conversation.before(still)
  if (below < olderWithinPx && !atNewest && !loading && failed !== 'after') void conversation.after()
}

/** The last message up to a row. */
const lastAbove = (lines: readonly Line[], index = -1): ChatMessage | undefined =>
  lines.slice(0, index + 1).findLast((line) => line.t === 'message')?.message

/** How many messages of others came in after a number. */
const addedAfter = (messages: readonly ChatMessage[], lastSeq: number, me: Id): number =>
  messages.filter(({ seq, senderUid, content }) => seq > lastSeq && senderUid !== me && content.kind !== 'recall').length

type GrowthInput = {
  scroller: RefObject<HTMLElement | null>
  isStuck: RefObject<boolean>
  toBottom: () => void
  look: () => void
}

/** What grows, by a picture or a keyboard, does not push the newest out of sight; what is in sight is looked at after each drawing. */
const useGrowth = ({ scroller, isStuck, toBottom, look }: GrowthInput): void => {
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    const element = scroller.current
    const inner = element?.firstElementChild
    if (!element || !inner) return
    const observer = new ResizeObserver(() => {
      if (isStuck.current) toBottom()
    })
    observer.observe(element)
    observer.observe(inner)
    const listen = () => lookAgain()
    document.addEventListener('visibilitychange', listen)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', listen)
    }
  }, [scroller, isStuck, toBottom])
  useEffect(() => {
    const frame = requestAnimationFrame(() => lookAgain())
    return () => cancelAnimationFrame(frame)
  })
}
