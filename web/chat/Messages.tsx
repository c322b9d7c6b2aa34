import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Virtualizer } from 'virtua'
import type { Bodies } from '../../domain/chat/body.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Conversation } from './device/conversation.ts'
import type { WrittenMessage } from './device/device.ts'
import { recalledText } from './device/rewriting.ts'
import { Problem } from '../look/Problem.tsx'
import { drawText } from '../look/drawText.ts'
import { Spinner } from '../look/Spinner.tsx'
import { t } from '../words.ts'
import { fullTime, timeOf } from '../shell/dateWords.ts'
import { noteWords } from './briefWords.ts'
import { lastMessageKey, type Line, linesOf } from './lines.ts'
import { type MessagesHandle, useFollowing } from './useFollowing.ts'

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

/**
 * The messages of a conversation, oldest first: it stands at the newest and follows them until a person looks at older ones; those come in
 * above without moving what is looked at.
 */
export const Messages = (props: Props) => {
  const { handle, conversation, written, me, readSeq, unread, isCleared, onSeen, onRewrite, message, writtenMessage } = props
  const { view, atNewest, loading, failed, error } = conversation.shown()
  const messages = view?.stretch.messages ?? []
  const lines = linesOf({ messages, written: atNewest ? written : [], readSeq, unread, me })
  const shift = usePrepended(lines)
  const following = useFollowing({ handle, conversation, messages, lines, me, readSeq, unread, onSeen })
  const { scroller, list, still, look, lit } = following
  const lastKey = lastMessageKey(lines)

  if (!view && failed)
    return (
      <div className="min-h-0 flex-1">
        <Problem error={error} onRetry={() => void conversation.catchUp()} />
      </div>
    )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {failed === 'newest' && <Offline onRetry={() => void conversation.catchUp()} />}
      <div
        ref={scroller}
        onScroll={look}
        role="log"
        // Its keys scroll it, also where nothing in it takes the focus.
        tabIndex={0}
        aria-label={t('聊天记录')}
        aria-busy={loading !== undefined}
        className="scroller min-h-0 flex-1 [overflow-anchor:none]"
      >
        <div>
          <div className={endLook}>
            <OlderEnd conversation={conversation} still={still} isCleared={isCleared} isEmpty={lines.length === 0} />
          </div>
          <Virtualizer ref={list} data={lines} scrollRef={scroller} startMargin={48} shift={shift} bufferSize={800}>
            {(line) => (
              <div key={line.key}>
                {line.t === 'written' ? (
                  writtenMessage(line.message)
                ) : (
                  <>
                    <Above line={line} />
                    {asNote(line.message, me, onRewrite) ?? message(line.message, lit === line.message.seq, line.key === lastKey)}
                  </>
                )}
              </div>
            )}
          </Virtualizer>
          {!atNewest && view && <NewerEnd conversation={conversation} missing={view.missingAfter} />}
          <div className="h-2" />
        </div>
      </div>
      {view && <Jumps following={following} unread={unread} />}
    </div>
  )
}

const Offline = ({ onRetry }: { onRetry: () => void }) => (
  <button
    type="button"
    onClick={onRetry}
    className="pressable min-h-11 shrink-0 border-b border-line px-4 text-left text-small text-warn wide:px-6"
  >
    {t('没有连上服务器，显示的是这台设备上的消息。点击重试')}
  </button>
)

const endLook = 'flex h-12 items-center justify-center gap-2 text-small text-faint'

type OlderEndProps = { conversation: Conversation; still: () => Promise<void>; isCleared: boolean; isEmpty: boolean }

/** What stands above the oldest message that is here. */
const OlderEnd = ({ conversation, still, isCleared, isEmpty }: OlderEndProps): ReactNode => {
  const { view, loading, failed } = conversation.shown()
  if (failed === 'before') return <RetryButton onRetry={() => void conversation.before(still)} />
  if (!view)
    return (
      <span className="appear-late">
        <Spinner size={20} />
      </span>
    )
  if (view.missingBefore > 0)
    return (
      <>
        {loading === 'before' && <Spinner size={16} />}
        {t('还有{count}条更早的消息', { count: view.missingBefore })}
      </>
    )
  if (isCleared) return t('更早的消息已按规定清除')
  return isEmpty ? t('还没有消息，说点什么吧') : null
}

const NewerEnd = ({ conversation, missing }: { conversation: Conversation; missing: number }) => (
  <div className={endLook}>
    {conversation.shown().failed === 'after' ? (
      <RetryButton onRetry={() => void conversation.after()} />
    ) : (
      <>
        <Spinner size={16} />
        {t('后面还有{count}条消息', { count: missing })}
      </>
    )}
  </div>
)

const RetryButton = ({ onRetry }: { onRetry: () => void }) => (
  <button type="button" className="min-h-11 px-4 text-accent-strong" onClick={onRetry}>
    {t('加载失败，点击重试')}
  </button>
)

/** What stands above a message: that the new ones begin, and its time. */
const Above = ({ line: { message, isNew, time } }: { line: Extract<Line, { t: 'message' }> }) => (
  <>
    {isNew && (
      <p className="flex items-center gap-3 px-6 py-2 text-small text-accent-strong before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('以下为新消息')}
      </p>
    )}
    {time && (
      <p className="py-2 text-center text-small text-faint">
        <time dateTime={message.createdAt} title={fullTime(message.createdAt)}>
          {timeOf(message.createdAt)}
        </time>
      </p>
    )}
  </>
)

/** The ways to the first new message and to the newest. */
const Jumps = ({ following, unread }: { following: ReturnType<typeof useFollowing>; unread: number }) => {
  const { away, newBelow, firstNewSeen, goToFirstNew, goToNewest } = following
  return (
    <>
      {!firstNewSeen && unread > 0 && (
        <Jump
          className="top-3"
          icon={<ArrowUp size={16} aria-hidden />}
          words={t('{count}条新消息', { count: unread })}
          onPress={goToFirstNew}
        />
      )}
      {(away || newBelow > 0) && (
        <Jump
          className="bottom-3"
          icon={<ArrowDown size={16} aria-hidden />}
          words={newBelow > 0 ? t('{count}条新消息', { count: newBelow }) : t('回到最新')}
          onPress={goToNewest}
        />
      )}
    </>
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
  const words = wordsOfNote(message, me)
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

const wordsOfNote = (message: ChatMessage, me: string): string | undefined => {
  const { content, recalledAt } = message
  if (content.kind === 'note' && content.body) return noteWords(content.body)
  return recalledAt === null ? undefined : recallWords(message, me)
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
