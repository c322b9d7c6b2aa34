import { Copy, Ellipsis, Forward, Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { briefOf } from '../../domain/chat/body.ts'
import { recallMinutesUsual } from '../../domain/chat/limits.ts'
import { reactionFaces } from '../../domain/chat/reactions.ts'
import { type ChatHead, type ChatMessage, chatOperations } from '../../domain/chat/operations.ts'
import { useAsk } from '../ask.ts'
import { markSeen, react, usePartnerRead, write } from './device/device.ts'
import { rememberRecalled } from './device/rewriting.ts'
import { useFileDrop } from '../forms/useFileDrop.ts'
import { BottomBar } from '../look/BottomBar.tsx'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { Header } from '../look/Header.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Notice } from '../look/Notice.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { SubjectLine } from '../cards/SubjectLine.tsx'
import { copyText } from '../shell/copyText.ts'
import { choosePlace } from '../maps/choosePlace.ts'
import type { ScanResult } from '../scan/find.ts'
import { briefWords } from './briefWords.ts'
import { type MenuPlace, MessageBubble, WrittenBubble } from './Bubble.tsx'
import { Composer } from './Composer.tsx'
import { ForwardSheet } from './ForwardSheet.tsx'
import { messageItems, textOf, writtenItems } from './menuItems.ts'
import type { MenuItem } from './MessageMenu.tsx'
import { Messages } from './Messages.tsx'
import { isKept, writeFiles } from './pickedFiles.ts'
import { ReadersSheet } from './ReadersSheet.tsx'
import { SearchInside } from './SearchInside.tsx'
import { type Chat, useChat } from './useChat.ts'
import { type Choosing, useChoosing } from './useChoosing.ts'
import type { ComposerHandle } from './useComposer.ts'
import type { MessagesHandle } from './useFollowing.ts'

const ThingScan = loadLater(() => import('../scan/ThingScan.tsx'))
const MessageMenu = loadLater(() => import('./MessageMenu.tsx'), { missing: ({ onClose }) => onClose() })

type Props = {
  chatId: string
  /** The message to begin with. */
  at?: number | undefined
  onBack?: (() => void) | undefined
}

type OpenMenu = { place: MenuPlace; items: readonly MenuItem[]; message?: ChatMessage }

/** A conversation: what was said, and where something is said. Pairs and groups alike. */
export const ChatView = ({ chatId, at, onBack }: Props) => {
  const chat = useChat(chatId)
  const { info, head, mayWrite, isGroup } = chat
  const messages = useRef<MessagesHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  const choosing = useChoosing()
  const [menu, setMenu] = useState<OpenMenu>()
  const [sheet, setSheet] = useState<OpenSheet>()
  const goToNewest = () => messages.current?.goToNewest()
  const { isOver, dropProps } = useFileDrop(mayWrite, ({ files }) => void writeFiles(chatId, [...files]).then(goToNewest))
  const goTo = useGoTo(messages, at)

  if (!head && info.isError) return <Problem error={info.error} onRetry={info.refetch} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...dropProps}>
      <ChatHeader chat={chat} choosing={choosing} onBack={onBack} onSearch={() => setSheet({ t: 'search' })} />
      {chat.isMissing && !head?.isMember && <Notice text={t('您已不在这个会话中')} />}
      {info.data?.notice && isGroup && <NoticeLine text={info.data.notice} onPress={() => go('/pages/message/groupset', { chatId })} />}
      {head?.subject && <SubjectLine {...head.subject} />}
      <ShownMessages
        chat={chat}
        handle={messages}
        composer={composer}
        choosing={choosing}
        onMenu={setMenu}
        onSheet={setSheet}
        onGoTo={(seq) => void goTo(seq)}
      />
      <ChatFoot
        chat={chat}
        composer={composer}
        choosing={choosing}
        onForward={() => setSheet({ t: 'forward', messages: choosing.inOrder() })}
        onScan={() => setSheet({ t: 'scan' })}
        onWritten={goToNewest}
      />
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-accent-soft/90">
          <Empty title={t('松开鼠标即可发送')} />
        </div>
      )}
      {menu && <OpenedMenu menu={menu} mayWrite={mayWrite} onClose={() => setMenu(undefined)} />}
      <ChatSheets
        sheet={sheet}
        chatId={chatId}
        onClose={() => setSheet(undefined)}
        onForwarded={choosing.end}
        onGoTo={(seq) => void goTo(seq)}
        onWritten={goToNewest}
      />
    </div>
  )
}

/** Shows a message by its number, first the one to begin with. */
const useGoTo = (messages: RefObject<MessagesHandle | null>, firstSeq: number | undefined) => {
  const goTo = async (seq: number) => {
    const isThere = await messages.current?.goTo(seq)
    if (isThere === false) toast(t('这条消息已看不到了'))
  }
  const begin = useEffectEvent((seq: number) => void goTo(seq))
  useEffect(() => {
    if (firstSeq !== undefined) begin(firstSeq)
  }, [firstSeq])
  return goTo
}

type ChatHeaderProps = { chat: Chat; choosing: Choosing; onBack: Props['onBack']; onSearch: () => void }

const ChatHeader = ({ chat: { chatId, head }, choosing: { chosen, end }, onBack, onSearch }: ChatHeaderProps) => (
  <Header
    title={chosen ? t('已选{count}条', { count: chosen.size }) : titleOf(head)}
    {...(onBack && { onBack })}
    right={
      chosen ? (
        <IconButton icon={X} label={t('取消')} onClick={end} />
      ) : (
        <>
          <IconButton icon={Search} iconSize={20} label={t('搜索聊天记录')} onClick={onSearch} />
          <IconButton icon={Ellipsis} label={t('会话设置')} onClick={() => go('/pages/message/groupset', { chatId })} />
        </>
      )
    }
  />
)

type ShownMessagesProps = {
  chat: Chat
  handle: RefObject<MessagesHandle | null>
  composer: RefObject<ComposerHandle | null>
  choosing: Choosing
  onMenu: (menu: OpenMenu) => void
  onSheet: (sheet: OpenSheet) => void
  onGoTo: (seq: number) => void
}

const ShownMessages = ({ chat, handle, composer, choosing, onMenu, onSheet, onGoTo }: ShownMessagesProps) => {
  const { uid: me, username, avatar } = useSession()
  const { chatId, head, isGroup, mayWrite, begun } = chat
  const { chosen, begin, toggle } = choosing
  const itemsOf = useMessageItems(chat, {
    reply: (message) => composer.current?.reply(quotedOf(message)),
    forward: (message) => onSheet({ t: 'forward', messages: [message] }),
    showReaders: (message) => onSheet({ t: 'readers', message }),
    choose: begin,
  })
  const drawMessage = (message: ChatMessage, lit: boolean, isLast: boolean) => {
    const { id, senderUid, reply } = message
    const isOwn = senderUid === me
    return (
      <MessageBubble
        message={message}
        own={isOwn}
        me={me}
        onReact={mayWrite ? (face, isOn) => giveFace(message, face, isOn) : undefined}
        named={isGroup && !isOwn}
        lit={lit}
        onAvatar={senderUid === null ? undefined : () => go('/pages/addressbook/address-detail', { uid: senderUid })}
        onMenu={(place) => !chosen && onMenu({ place, items: itemsOf(message), message })}
        onReply={() => reply && onGoTo(reply.seq)}
        choosing={chosen && { chosen: chosen.has(id), onChoose: () => toggle(message) }}
        below={
          isOwn && isLast && head ? (
            <ReadMark head={head} message={message} onPress={() => onSheet({ t: 'readers', message })} />
          ) : undefined
        }
      />
    )
  }
  return (
    <Messages
      key={chatId}
      handle={handle}
      isCleared={head?.isCleared ?? false}
      conversation={chat.conversation}
      written={chat.writtenMessages}
      me={me}
      readSeq={begun.readSeq}
      unread={begun.unread}
      onSeen={(seq) => markSeen(chatId, seq)}
      onRewrite={mayWrite ? (body) => composer.current?.rewrite(body) : undefined}
      message={drawMessage}
      writtenMessage={(message) => (
        <WrittenBubble
          message={message}
          name={username}
          avatar={avatar}
          onMenu={(place) => onMenu({ place, items: writtenItems(message) })}
        />
      )}
    />
  )
}

/** What may be done with a message: by its author for some minutes, by the administrators of a group at any time. */
const useMessageItems = (
  { chatId, info, head, isGroup, mayWrite }: Chat,
  acts: Omit<Parameters<typeof messageItems>[0]['acts'], 'recall'>,
): ((message: ChatMessage) => MenuItem[]) => {
  const { uid: me } = useSession()
  const { send } = useSend(chatOperations.recall)
  const recall = async ({ id, content, senderUid }: ChatMessage) => {
    const answer = await send({ chatId, id }).catch(() => undefined)
    if (answer && senderUid === me && content.kind === 'text' && content.body) rememberRecalled(id, { uid: me, body: content.body })
  }
  return (message) => {
    const isYoungOwn = message.senderUid === me && isYoung(message, info.data?.settings.recallMinutes ?? recallMinutesUsual)
    const mayRecall = isYoungOwn || (isGroup && head?.role !== 'member')
    return messageItems({ message, me, mayWrite, mayRecall, acts: { ...acts, recall: (message) => void recall(message) } })
  }
}

const quotedOf = ({ id, seq, senderName, content }: ChatMessage) => ({ id, seq, name: senderName, words: briefWords(briefOf(content)) })

type ChatFootProps = {
  chat: Chat
  composer: RefObject<ComposerHandle | null>
  choosing: Choosing
  onForward: () => void
  onScan: () => void
  onWritten: () => void
}

/** The buttons for chosen messages, the line to write in, or the reason why nothing can be written. */
const ChatFoot = ({ chat, composer, choosing, onForward, onScan, onWritten }: ChatFootProps) => {
  const { chatId, head, info, isGroup, mayWrite } = chat
  const sendPlace = async () => {
    const place = await choosePlace()
    if (place && (await isKept(write(chatId, { kind: 'place', body: { place } })))) onWritten()
  }
  if (choosing.chosen) return <ChosenBar choosing={choosing} onForward={onForward} />
  if (mayWrite)
    return (
      <Composer
        key={`${chatId} composer`}
        handle={composer}
        chatId={chatId}
        info={info.data}
        several={isGroup}
        onPlace={() => void sendPlace()}
        onScan={onScan}
        onWritten={onWritten}
      />
    )
  return (
    head && (
      <p role="status" className="shrink-0 border-t border-line px-6 py-4 pb-safe text-center text-body text-quiet">
        {closedWords(head)}
      </p>
    )
  )
}

/** Why nothing can be said any more. */
const closedWords = ({ isDissolved, kind, partner }: ChatHead): string => {
  if (isDissolved) return kind === 'subject' ? t('已结束，聊天记录仍可查看') : t('群聊已解散，聊天记录仍可查看')
  return partner?.inService === false ? t('对方已离职，不能再发消息') : t('您已不在这个会话中')
}

const ChosenBar = ({ choosing: { chosen, inOrder, end }, onForward }: { choosing: Choosing; onForward: () => void }) => {
  const isEmpty = !chosen || chosen.size === 0
  const copy = () => {
    void copyText(inOrder().map(wordsOfMessage).join('\n'))
    end()
  }
  return (
    <BottomBar>
      <Button wide size="large" icon={Forward} disabled={isEmpty} onClick={onForward}>
        {t('转发')}
      </Button>
      <Button wide size="large" kind="secondary" icon={Copy} disabled={isEmpty} onClick={copy}>
        {t('复制')}
      </Button>
    </BottomBar>
  )
}

const OpenedMenu = ({ menu: { place, items, message }, mayWrite, onClose }: { menu: OpenMenu; mayWrite: boolean; onClose: () => void }) => {
  const { uid: me } = useSession()
  return (
    <MessageMenu
      at={place}
      items={items}
      reacting={mayWrite && message ? { own: facesOf(message, me), onReact: (face, isOn) => giveFace(message, face, isOn) } : undefined}
      label={t('消息操作')}
      onClose={onClose}
    />
  )
}

/** The sheet that is open, and what it is about. */
type OpenSheet =
  | { readonly t: 'forward'; readonly messages: readonly ChatMessage[] }
  | { readonly t: 'readers'; readonly message: ChatMessage }
  | { readonly t: 'search' | 'scan' }

type ChatSheetsProps = {
  sheet: OpenSheet | undefined
  chatId: string
  onClose: () => void
  onForwarded: () => void
  onGoTo: (seq: number) => void
  onWritten: () => void
}

const ChatSheets = ({ sheet, chatId, onClose, onForwarded, onGoTo, onWritten }: ChatSheetsProps) => {
  const sendScanned = async ({ noun, row }: ScanResult) => {
    onClose()
    if (noun !== 'asset' && noun !== 'consumable') return
    if (await isKept(write(chatId, { kind: 'card', body: { noun, id: row.id } }))) onWritten()
  }
  return (
    <>
      <ForwardSheet
        open={sheet?.t === 'forward'}
        messages={sheet?.t === 'forward' ? sheet.messages : []}
        chatId={chatId}
        onClose={onClose}
        onSent={onForwarded}
      />
      <Sheet open={sheet?.t === 'scan'} onClose={onClose} title={t('扫码发卡片')} tall>
        {sheet?.t === 'scan' && <ThingScan wants={['asset', 'consumable']} onFound={(scanned) => void sendScanned(scanned)} />}
      </Sheet>
      <ReadersSheet message={sheet?.t === 'readers' ? sheet.message : undefined} onClose={onClose} />
      <SearchInside
        open={sheet?.t === 'search'}
        chatId={chatId}
        onClose={onClose}
        onOpen={(seq) => {
          onClose()
          onGoTo(seq)
        }}
      />
    </>
  )
}

const facesOf = ({ reactions }: ChatMessage, uid: string): string[] =>
  reactions.filter(({ uids }) => uids.includes(uid)).map(({ face }) => face)

const giveFace = (message: ChatMessage, face: string, isOn: boolean): void => {
  const reactionFace = reactionFaces.find((candidate) => candidate === face)
  if (reactionFace) void react(message, reactionFace, isOn)
}

const isYoung = ({ createdAt }: ChatMessage, minutes: number): boolean => Date.now() - Date.parse(createdAt) < minutes * 60_000

/** What a conversation is called, with how many are in it. */
export const titleOf = (head: ChatHead | undefined): string | undefined =>
  head && (head.kind === 'pair' ? head.name : t('{name}（{count}）', { name: head.name, count: head.memberCount }))

const NoticeLine = ({ text, onPress }: { text: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="pressable shrink-0 border-b border-line px-4 py-2 text-left text-small text-quiet wide:px-6"
  >
    <span className="line-clamp-1">{t('群公告：{text}', { text })}</span>
  </button>
)

/** Below the last message, where it is one's own: whether the partner has read it, or how many have not. */
const ReadMark = ({ head, message, onPress }: { head: ChatHead; message: ChatMessage; onPress: () => void }): ReactNode => {
  const read = usePartnerRead(head.chatId)
  const { data } = useAsk(chatOperations.readers, { chatId: head.chatId, id: message.id }, { staleMs: 10_000 })
  if (!data) return <span className="block h-4.5" />
  const words = readWords({ head, message, unreadCount: data.unreadCount, partnerReadSeq: read })
  return head.kind === 'pair' ? (
    <span className="text-tiny text-faint">{words}</span>
  ) : (
    <button type="button" onClick={onPress} className="reach text-tiny text-accent-strong">
      {words}
    </button>
  )
}

type ReadWordsInput = { head: ChatHead; message: ChatMessage; unreadCount: number; partnerReadSeq: number }

const readWords = ({ head, message, unreadCount, partnerReadSeq }: ReadWordsInput): string => {
  if (head.kind === 'pair') return unreadCount === 0 || partnerReadSeq >= message.seq ? t('已读') : t('未读')
  return unreadCount === 0 ? t('大家都已读') : t('{count}人未读', { count: unreadCount })
}

const wordsOfMessage = (message: ChatMessage): string =>
  t('{name}：{words}', { name: message.senderName, words: textOf(message) ?? briefWords(briefOf(message.content)) })
