import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Bodies } from '../../domain/chat/body.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Conversation } from './device/conversation.ts'
import type { WrittenMessage } from './device/device.ts'
import { recalledText } from './device/rewriting.ts'
import { Problem } from '../look/Problem.tsx'
import { drawText } from '../look/said.ts'
import { Spinner } from '../look/Spinner.tsx'
import { useScreen } from '../screen.ts'
import { t } from '../words.ts'
import { fullTime, timeOf } from '../shell/when.ts'
import { noteWords } from './briefWords.ts'

export type MessagesHandle = {
  /** Shows a message in the middle and lights it up; false where it is not there. */
  readonly goTo: (seq: number) => Promise<boolean>
  readonly goToNewest: () => void
}

type Props = {
  handle: RefObject<MessagesHandle | null>
  conversation: Conversation
  written: readonly WrittenMessage[]
  me: string
  /** Everything up to here had been read when the conversation was opened, and how much had not. */
  readSeq: number
  unread: number
  /** What was before is kept no longer. */
  isCleared: boolean
  /** What was just looked at, up to a number. */
  onSeen: (seq: number) => void
  /** Takes a text that was taken back into the line again; undefined where nothing can be sent. */
  onRewrite: ((body: Bodies['text']) => void) | undefined
  message: (message: ChatMessage, lit: boolean, isLast: boolean) => ReactNode
  writtenMessage: (message: WrittenMessage) => ReactNode
}

type Line =
  | { readonly t: 'message'; readonly key: string; readonly message: ChatMessage; readonly time: boolean; readonly isNew: boolean }
  | { readonly t: 'written'; readonly key: string; readonly message: WrittenMessage }

const olderWithinPx = 600
const bottomWithinPx = 48
const litMs = 1800
const lookAgainMs = 120
const lookAgainAtMost = 8
/** After so long without a movement a list stands still. */
const stillMs = 140

/**
 * The messages of a conversation, oldest first: it stands at the newest and follows them until a person looks at older ones; those come in
 * above without moving what is looked at.
 */
export const Messages = ({
  handle,
  conversation,
  written,
  me,
  readSeq,
  unread,
  isCleared,
  onSeen,
  onRewrite,
  message,
  writtenMessage,
}: Props) => {
  const { view, atNewest, loading, failed, error, old } = conversation.shown()
  const { shown: isShown } = useScreen()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const stuck = useRef(true)
  const lastTop = useRef(0)
  const still = useStill(scroller)
  const [lit, setLit] = useState<number>()
  const [away, setAway] = useState(false)
  const [newBelow, setNewBelow] = useState(0)
  const [firstNewSeen, setFirstNewSeen] = useState(unread === 0)

  const messages = view?.stretch.messages ?? []
  const lines = linesOf(messages, atNewest ? written : [], readSeq, me, unread)
  const shift = usePrepended(lines)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])
  const wantedSeq = useRef<number>(undefined)
  const lookTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tries = useRef(0)
  /** The message that is to be shown comes into the middle once it is among the lines. */
  const showWanted = useEffectEvent(() => {
    const seq = wantedSeq.current
    const index = lines.findIndex((line) => line.t === 'message' && seq !== undefined && line.message.seq >= seq)
    if (seq === undefined || index === -1) return
    list.current?.scrollToIndex(index, { align: 'center' })
    setLit(seq)
    // Rows above it get their true height only now: it is looked for again until it stands in sight.
    clearTimeout(lookTimer.current)
    lookTimer.current = setTimeout(() => {
      const element = scroller.current
      const offset = element && list.current ? list.current.getItemOffset(index) - element.scrollTop : 0
      tries.current += 1
      if (element && (offset < 0 || offset > element.clientHeight) && tries.current < lookAgainAtMost) return showWanted()
      wantedSeq.current = undefined
      tries.current = 0
      setTimeout(() => setLit((now) => (now === seq ? undefined : now)), litMs)
    }, lookAgainMs)
  })
  useImperativeHandle(handle, () => ({
    goTo: async (seq) => {
      stuck.current = false
      wantedSeq.current = seq
      const isThere = await conversation.goTo(seq)
      if (!isThere) wantedSeq.current = undefined
      requestAnimationFrame(() => showWanted())
      return isThere
    },
    goToNewest: () => {
      stuck.current = true
      setNewBelow(0)
      void conversation.goToNewest().then(() => requestAnimationFrame(toBottom))
    },
  }))

  const look = useEffectEvent(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    // Only the person who scrolls up leaves the newest; what grows meanwhile does not count.
    if (below <= bottomWithinPx) stuck.current = atNewest
    else if (!atNewest || element.scrollTop < lastTop.current - 1) stuck.current = false
    lastTop.current = element.scrollTop
    setAway(!atNewest || below > element.clientHeight)
    if (stuck.current) setNewBelow(0)
    if (element.scrollTop < olderWithinPx && view && view.missingBefore > 0 && !loading && failed !== 'before')
      void conversation.before(still)
    if (below < olderWithinPx && !atNewest && !loading && failed !== 'after') void conversation.after()
    const index = list.current?.findItemIndex(element.scrollTop + element.clientHeight - 1)
    const lowest = stuck.current ? messages.at(-1) : lines.slice(0, (index ?? -1) + 1).findLast((line) => line.t === 'message')?.message
    if (lowest && !old && isShown && document.visibilityState === 'visible') onSeen(lowest.seq)
    const first = lines.findIndex((line) => line.t === 'message' && line.isNew)
    if (first !== -1 && list.current && list.current.getItemOffset(first) >= element.scrollTop - 60) setFirstNewSeen(true)
  })
  const lastKey = lines.at(-1)?.key
  const firstKey = lines[0]?.key
  const lastCounted = useRef(messages.at(-1)?.seq ?? 0)
  useLayoutEffect(() => {
    const last = messages.at(-1)?.seq ?? 0
    const isOwn = written.length > 0 || messages.at(-1)?.senderUid === me
    if (isOwn && lines.at(-1)?.t === 'written' && atNewest) stuck.current = true
    if (stuck.current && wantedSeq.current === undefined) toBottom()
    else if (atNewest && lastCounted.current > 0 && last > lastCounted.current)
      setNewBelow(
        (now) =>
          now +
          messages.filter(({ seq, senderUid, content }) => seq > lastCounted.current && senderUid !== me && content.kind !== 'recall')
            .length,
      )
    lastCounted.current = last
    showWanted()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the ends of the list are others
  }, [firstKey, lastKey, atNewest])
  useEffect(() => {
    const element = scroller.current
    const inner = element?.firstElementChild
    if (!element || !inner) return
    // What grows, by a picture or a keyboard, does not push the newest out of sight.
    const observer = new ResizeObserver(() => {
      if (stuck.current) toBottom()
    })
    observer.observe(element)
    observer.observe(inner)
    const lookAgain = () => look()
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [toBottom])
  useEffect(() => {
    const frame = requestAnimationFrame(() => look())
    return () => cancelAnimationFrame(frame)
  })

  if (!view && failed)
    return (
      <div className="min-h-0 flex-1">
        <Problem error={error} onRetry={() => void conversation.catchUp()} />
      </div>
    )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {failed === 'newest' && (
        <button
          type="button"
          onClick={() => void conversation.catchUp()}
          className="pressable min-h-11 shrink-0 border-b border-line px-4 text-left text-small text-warn wide:px-6"
        >
          {t('没有连上服务器，显示的是这台设备上的消息。点击重试')}
        </button>
      )}
      <div
        ref={scroller}
        onScroll={() => look()}
        role="log"
        // Its keys scroll it, also where nothing in it takes the focus.
        tabIndex={0}
        aria-label={t('聊天记录')}
        aria-busy={loading !== undefined}
        className="scroller min-h-0 flex-1 [overflow-anchor:none]"
      >
        <div>
          <div className="flex h-12 items-center justify-center gap-2 text-small text-faint">
            {failed === 'before' ? (
              <button type="button" className="min-h-11 px-4 text-accent-strong" onClick={() => void conversation.before(still)}>
                {t('加载失败，点击重试')}
              </button>
            ) : view && view.missingBefore > 0 ? (
              <>
                {loading === 'before' && <Spinner size={16} />}
                {t('还有{count}条更早的消息', { count: view.missingBefore })}
              </>
            ) : !view ? (
              <span className="appear-late">
                <Spinner size={20} />
              </span>
            ) : isCleared ? (
              t('更早的消息已按规定清除')
            ) : lines.length === 0 ? (
              t('还没有消息，说点什么吧')
            ) : null}
          </div>
          <Virtualizer ref={list} data={lines} scrollRef={scroller} startMargin={48} shift={shift} bufferSize={800}>
            {(line) => (
              <div key={line.key}>
                {line.t === 'written' ? (
                  writtenMessage(line.message)
                ) : (
                  <>
                    {line.isNew && (
                      <p className="flex items-center gap-3 px-6 py-2 text-small text-accent-strong before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                        {t('以下为新消息')}
                      </p>
                    )}
                    {line.time && (
                      <p className="py-2 text-center text-small text-faint">
                        <time dateTime={line.message.createdAt} title={fullTime(line.message.createdAt)}>
                          {timeOf(line.message.createdAt)}
                        </time>
                      </p>
                    )}
                    {asNote(line.message, me, onRewrite) ??
                      message(line.message, lit === line.message.seq, line.key === lastMessageKey(lines))}
                  </>
                )}
              </div>
            )}
          </Virtualizer>
          {!atNewest && view && (
            <div className="flex h-12 items-center justify-center gap-2 text-small text-faint">
              {failed === 'after' ? (
                <button type="button" className="min-h-11 px-4 text-accent-strong" onClick={() => void conversation.after()}>
                  {t('加载失败，点击重试')}
                </button>
              ) : (
                <>
                  <Spinner size={16} />
                  {t('后面还有{count}条消息', { count: view.missingAfter })}
                </>
              )}
            </div>
          )}
          <div className="h-2" />
        </div>
      </div>
      {!firstNewSeen && unread > 0 && view && (
        <Jump
          className="top-3"
          icon={<ArrowUp size={16} aria-hidden />}
          words={t('{count}条新消息', { count: unread })}
          onPress={() => {
            setFirstNewSeen(true)
            const first = messages.find(({ seq, senderUid }) => seq > readSeq && senderUid !== me)
            stuck.current = false
            wantedSeq.current = first && messages[0]!.seq <= readSeq + 1 ? first.seq : readSeq + 1
            void conversation.goTo(wantedSeq.current).then(() => requestAnimationFrame(() => showWanted()))
          }}
        />
      )}
      {(away || newBelow > 0) && view && (
        <Jump
          className="bottom-3"
          icon={<ArrowDown size={16} aria-hidden />}
          words={newBelow > 0 ? t('{count}条新消息', { count: newBelow }) : t('回到最新')}
          onPress={() => {
            stuck.current = true
            setNewBelow(0)
            void conversation.goToNewest().then(() => requestAnimationFrame(toBottom))
          }}
        />
      )}
    </div>
  )
}

const Jump = ({ icon, words, className, onPress }: { icon: ReactNode; words: string; className: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className={`arrive-up reach absolute! right-3 flex h-9 items-center gap-1.5 rounded-full bg-raised px-3.5 text-small text-accent-strong shadow-float wide:right-6 ${className}`}
  >
    {icon}
    {words}
  </button>
)

/** What stands in the middle: what a conversation tells of itself, and what was taken back. */
const asNote = (message: ChatMessage, me: string, onRewrite: Props['onRewrite']): ReactNode => {
  const { content, recalledAt } = message
  const words =
    content.kind === 'note' && content.body ? noteWords(content.body) : recalledAt !== null ? recallWords(message, me) : undefined
  if (words === undefined) return undefined
  const body = onRewrite && recalledText(message.id, me, Date.now())
  return (
    <p className="px-8 py-2 text-center text-small text-faint">
      {drawText(words)}
      {body && (
        <button type="button" onClick={() => onRewrite(body)} className="reach ml-2 text-accent-strong">
          {t('重新编辑')}
        </button>
      )}
    </p>
  )
}

/** Who took a message back, as its reader is spoken to. */
const recallWords = ({ recalledBy, senderUid, senderName }: ChatMessage, me: string): string => {
  const isBySender = !recalledBy || recalledBy.uid === senderUid
  if (isBySender) return senderUid === me ? t('您撤回了一条消息') : t('{who}撤回了一条消息', { who: senderName })
  if (recalledBy.uid === me) return t('您撤回了{whom}的一条消息', { whom: senderName })
  return senderUid === me
    ? t('{who}撤回了您的一条消息', { who: recalledBy.name })
    : t('{who}撤回了{whom}的一条消息', { who: recalledBy.name, whom: senderName })
}

/** A time stands above what was said this much later than what is before it. */
const timeAfterMs = 5 * 60_000

const linesOf = (
  messages: readonly ChatMessage[],
  writtenMessages: readonly WrittenMessage[],
  readSeq: number,
  me: string,
  unread: number,
): Line[] => {
  const messageIds = new Set(messages.map(({ id }) => id))
  const shownMessages = messages.filter(({ content }) => content.kind !== 'recall')
  const firstNew = unread > 0 ? shownMessages.find(({ seq, senderUid }) => seq > readSeq && senderUid !== me) : undefined
  return [
    ...shownMessages.map((message, index): Line => {
      const before = shownMessages[index - 1]
      const time = !before || Date.parse(message.createdAt) - Date.parse(before.createdAt) > timeAfterMs
      return { t: 'message', key: message.id, message, time, isNew: message === firstNew }
    }),
    ...writtenMessages.filter(({ id }) => !messageIds.has(id)).map((message): Line => ({ t: 'written', key: message.id, message })),
  ]
}

const lastMessageKey = (lines: readonly Line[]): string | undefined => lines.findLast(({ t }) => t === 'message')?.key

/** True in the one drawing in which older lines have come in above. */
const usePrepended = (lines: readonly Line[]): boolean => {
  const [before, setBefore] = useState({ lines, prepended: false })
  if (before.lines.length !== lines.length || before.lines[0]?.key !== lines[0]?.key || before.lines.at(-1)?.key !== lines.at(-1)?.key) {
    const first = before.lines[0]?.key
    const isPrepended = first !== undefined && lines[0]?.key !== first && lines.some(({ key }) => key === first)
    setBefore({ lines, prepended: isPrepended })
    return isPrepended
  }
  return before.prepended
}

/** Settles once no finger lies on the list and it does not glide any more. */
const useStill = (scroller: RefObject<HTMLElement | null>): (() => Promise<void>) => {
  const movement = useRef({ touched: false, atMs: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const touch = (event: TouchEvent) => {
      movement.current = { touched: event.touches.length > 0, atMs: Date.now() }
    }
    const scroll = () => {
      movement.current = { ...movement.current, atMs: Date.now() }
    }
    for (const name of ['touchstart', 'touchend', 'touchcancel'] as const) element.addEventListener(name, touch, { passive: true })
    element.addEventListener('scroll', scroll, { passive: true })
    return () => {
      for (const name of ['touchstart', 'touchend', 'touchcancel'] as const) element.removeEventListener(name, touch)
      element.removeEventListener('scroll', scroll)
    }
  }, [scroller])
  return useCallback(async () => {
    if (!matchMedia('(pointer: coarse)').matches) return
    while (movement.current.touched || Date.now() - movement.current.atMs < stillMs)
      await new Promise((resolve) => setTimeout(resolve, stillMs / 2))
  }, [])
}
