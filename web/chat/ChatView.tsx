import { Copy, CornerUpLeft, Ellipsis, Forward, ListChecks, Search, Trash2, Undo2, UsersRound, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { briefOf, type Content } from '../../domain/chat/body.ts'
import { chatLimits, recallMinutesUsual } from '../../domain/chat/limits.ts'
import { reactionFaces } from '../../domain/chat/reactions.ts'
import { chatOperations, type ChatHead, type ChatMessage } from '../../domain/chat/operations.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import {
  headOf,
  react,
  markSeen,
  takeAway,
  useConversation,
  usePartnerRead,
  useWritten,
  write,
  writeAgain,
  type WrittenMessage,
} from './device/device.ts'
import { hideChat, showChat } from './device/onShow.ts'
import { rememberRecalled } from './device/rewriting.ts'
import { BottomBar } from '../look/BottomBar.tsx'
import { Button } from '../look/Button.tsx'
import { Empty } from '../look/Empty.tsx'
import { Header } from '../look/Header.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/later.tsx'
import { Notice } from '../look/Notice.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useScreen } from '../screen.ts'
import { useSend } from '../send.ts'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { copyText } from '../shell/copyText.ts'
import { choosePlace } from '../maps/choosePlace.ts'
import type { ScanResult } from '../scan/find.ts'
import { type MenuPlace, MessageBubble, WrittenBubble } from './Bubble.tsx'
import { briefWords } from './briefWords.ts'
import { SubjectLine } from '../cards/SubjectLine.tsx'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { ForwardSheet } from './ForwardSheet.tsx'
import type { MenuItem } from './MessageMenu.tsx'
import { Messages, type MessagesHandle } from './Messages.tsx'
import { isKept, writeFiles } from './picked.ts'
import { ReadersSheet } from './ReadersSheet.tsx'
import { SearchInside } from './SearchInside.tsx'

const ThingScan = loadLater(() => import('../scan/ThingScan.tsx'))
const MessageMenu = loadLater(() => import('./MessageMenu.tsx'), { missing: ({ onClose }) => onClose() })

type Props = {
  chatId: string
  /** The message to begin with. */
  at?: number | undefined
  onBack?: (() => void) | undefined
}

/** A conversation: what was said, and where something is said. Pairs and groups alike. */
export const ChatView = ({ chatId, at, onBack }: Props) => {
  const { uid: me, username, avatar } = useSession()
  const { shown: isShown } = useScreen()
  const info = useAsk(chatOperations.info, { id: chatId }, { staleMs: 60_000 })
  const head: ChatHead | undefined = info.data ?? headOf(chatId)
  const conversation = useConversation(chatId, head?.fromSeq ?? 0)
  const writtenMessages = useWritten().filter((message) => message.chatId === chatId)
  const messages = useRef<MessagesHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  const [begun] = useState(() => {
    const now = headOf(chatId)
    return { readSeq: now?.readSeq ?? 0, unread: now?.unread ?? 0 }
  })
  const [menu, setMenu] = useState<{ place: MenuPlace; items: readonly MenuItem[]; message?: ChatMessage }>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChatMessage>>()
  const [forwarding, setForwarding] = useState<readonly ChatMessage[]>()
  const [reading, setReading] = useState<ChatMessage>()
  const [searching, setSearching] = useState(false)
  const [scanning, setScanning] = useState(false)
  const [dropping, setDropping] = useState(false)
  const { send: recall } = useSend(chatOperations.recall)
  const recallMessage = async ({ id, content, senderUid }: ChatMessage) => {
    const answer = await recall({ chatId, id }).catch(() => undefined)
    if (answer && senderUid === me && content.kind === 'text' && content.body) rememberRecalled(id, { uid: me, body: content.body })
  }

  useEffect(() => {
    if (!isShown) return
    showChat(chatId)
    return () => hideChat(chatId)
  }, [chatId, isShown])

  const several = head !== undefined && head.kind !== 'pair'
  const mayWrite = head?.isMember === true && !head.isDissolved && head.partner?.inService !== false
  const goTo = async (seq: number) => {
    const isThere = await messages.current?.goTo(seq)
    if (isThere === false) toast(t('这条消息已看不到了'))
  }
  const begin = useEffectEvent((seq: number) => void goTo(seq))
  useEffect(() => {
    if (at !== undefined) begin(at)
  }, [at])
  const sendPlace = async () => {
    const place = await choosePlace()
    if (place && (await isKept(write(chatId, { kind: 'place', body: { place } })))) messages.current?.goToNewest()
  }
  const sendScanned = async ({ noun, row }: ScanResult) => {
    setScanning(false)
    if (noun !== 'asset' && noun !== 'consumable') return
    if (await isKept(write(chatId, { kind: 'card', body: { noun, id: row.id } }))) messages.current?.goToNewest()
  }
  const quotedOf = ({ id, seq, senderName, content }: ChatMessage) => ({ id, seq, name: senderName, words: briefWords(briefOf(content)) })

  const itemsOf = (message: ChatMessage): MenuItem[] => {
    const { content, senderUid } = message
    const isOwn = senderUid === me
    const young = isYoung(message, info.data?.settings.recallMinutes ?? recallMinutesUsual)
    const mayRecall = (isOwn && young) || (several && head.role !== 'member')
    return [
      ...(mayWrite
        ? [{ key: 'reply', label: t('引用'), icon: CornerUpLeft, onPress: () => composer.current?.reply(quotedOf(message)) }]
        : []),
      ...(content.kind === 'text' && content.body
        ? [{ key: 'copy', label: t('复制'), icon: Copy, onPress: () => void copyText(content.body!.text) }]
        : []),
      { key: 'forward', label: t('转发'), icon: Forward, onPress: () => setForwarding([message]) },
      ...(isOwn ? [{ key: 'readers', label: t('谁已读'), icon: UsersRound, onPress: () => setReading(message) }] : []),
      { key: 'choose', label: t('多选'), icon: ListChecks, onPress: () => setChosen(new Map([[message.id, message]])) },
      ...(mayRecall && mayWrite
        ? [
            {
              key: 'recall',
              label: t('撤回'),
              icon: Undo2,
              danger: true,
              onPress: () => void recallMessage(message),
            },
          ]
        : []),
    ]
  }
  const itemsOfWritten = ({ id, content, state }: WrittenMessage): MenuItem[] => [
    ...(state === 'refused' ? [{ key: 'again', label: t('再发一次'), icon: Undo2, onPress: () => void writeAgain(id) }] : []),
    ...(content.kind === 'text' ? [{ key: 'copy', label: t('复制'), icon: Copy, onPress: () => void copyText(content.body.text) }] : []),
    {
      key: 'drop',
      label: t('不发了'),
      icon: Trash2,
      danger: true,
      onPress: () => void takeAway(id).then((isGone) => isGone || toast(t('已经发出了'))),
    },
  ]
  const choose = (message: ChatMessage) => {
    const next = new Map(chosen)
    if (!next.delete(message.id)) next.set(message.id, message)
    if (next.size > chatLimits.forwarded) return toast(t('最多选{max}项', { max: chatLimits.forwarded }), 'error')
    setChosen(next)
  }
  const inOrder = (all: ReadonlyMap<string, ChatMessage>) => [...all.values()].toSorted((a, b) => a.seq - b.seq)

  if (!head && info.isError) return <Problem error={info.error} onRetry={info.refetch} />
  const missing = info.isError && !(info.error instanceof CallError && info.error.status === 0)
  return (
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragOver={(event) => {
        if (!mayWrite || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setDropping(false)}
      onDrop={(event) => {
        setDropping(false)
        if (!mayWrite || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void writeFiles(chatId, [...event.dataTransfer.files]).then(() => messages.current?.goToNewest())
      }}
    >
      <Header
        title={chosen ? t('已选{count}条', { count: chosen.size }) : titleOf(head)}
        {...(onBack && { onBack })}
        right={
          chosen ? (
            <IconButton icon={X} label={t('取消')} onClick={() => setChosen(undefined)} />
          ) : (
            <>
              <IconButton icon={Search} iconSize={20} label={t('搜索聊天记录')} onClick={() => setSearching(true)} />
              <IconButton icon={Ellipsis} label={t('会话设置')} onClick={() => go('/pages/message/groupset', { chatId })} />
            </>
          )
        }
      />
      {missing && !head?.isMember && <Notice text={t('您已不在这个会话中')} />}
      {info.data?.notice && several && <NoticeLine text={info.data.notice} onPress={() => go('/pages/message/groupset', { chatId })} />}
      {head?.subject && <SubjectLine {...head.subject} />}
      <Messages
        key={chatId}
        handle={messages}
        isCleared={head?.isCleared ?? false}
        conversation={conversation}
        written={writtenMessages}
        me={me}
        readSeq={begun.readSeq}
        unread={begun.unread}
        onSeen={(seq) => markSeen(chatId, seq)}
        onRewrite={mayWrite ? (body) => composer.current?.rewrite(body) : undefined}
        message={(message, lit, isLast) => {
          const isOwn = message.senderUid === me
          return (
            <MessageBubble
              message={message}
              own={isOwn}
              me={me}
              onReact={mayWrite ? (face, isOn) => giveFace(message, face, isOn) : undefined}
              named={several && !isOwn}
              lit={lit}
              onAvatar={message.senderUid === null ? undefined : () => go('/pages/addressbook/address-detail', { uid: message.senderUid! })}
              onMenu={(place) => !chosen && setMenu({ place, items: itemsOf(message), message })}
              onReply={() => message.reply && void goTo(message.reply.seq)}
              choosing={chosen && { chosen: chosen.has(message.id), onChoose: () => choose(message) }}
              below={isOwn && isLast && head ? <ReadMark head={head} message={message} onPress={() => setReading(message)} /> : undefined}
            />
          )
        }}
        writtenMessage={(message) => (
          <WrittenBubble
            message={message}
            name={username}
            avatar={avatar}
            onMenu={(place) => setMenu({ place, items: itemsOfWritten(message) })}
          />
        )}
      />
      {chosen ? (
        <BottomBar>
          <Button wide size="large" icon={Forward} disabled={chosen.size === 0} onClick={() => setForwarding(inOrder(chosen))}>
            {t('转发')}
          </Button>
          <Button
            wide
            size="large"
            kind="secondary"
            icon={Copy}
            disabled={chosen.size === 0}
            onClick={() => {
              void copyText(inOrder(chosen).map(wordsOfMessage).join('\n'))
              setChosen(undefined)
            }}
          >
            {t('复制')}
          </Button>
        </BottomBar>
      ) : mayWrite ? (
        <Composer
          key={`${chatId} composer`}
          handle={composer}
          chatId={chatId}
          info={info.data}
          several={several}
          onPlace={() => void sendPlace()}
          onScan={() => setScanning(true)}
          onWritten={() => messages.current?.goToNewest()}
        />
      ) : (
        head && (
          <p role="status" className="shrink-0 border-t border-line px-6 py-4 pb-safe text-center text-body text-quiet">
            {head.isDissolved
              ? head.kind === 'subject'
                ? t('已结束，聊天记录仍可查看')
                : t('群聊已解散，聊天记录仍可查看')
              : head.partner?.inService === false
                ? t('对方已离职，不能再发消息')
                : t('您已不在这个会话中')}
          </p>
        )
      )}
      {dropping && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-accent-soft/90">
          <Empty title={t('松开鼠标即可发送')} />
        </div>
      )}
      {menu && (
        <MessageMenu
          at={menu.place}
          items={menu.items}
          reacting={
            mayWrite && menu.message
              ? { own: facesOf(menu.message, me), onReact: (face, isOn) => menu.message && giveFace(menu.message, face, isOn) }
              : undefined
          }
          label={t('消息操作')}
          onClose={() => setMenu(undefined)}
        />
      )}
      <ForwardSheet
        open={forwarding !== undefined}
        messages={forwarding ?? []}
        chatId={chatId}
        onClose={() => setForwarding(undefined)}
        onSent={() => setChosen(undefined)}
      />
      <Sheet open={scanning} onClose={() => setScanning(false)} title={t('扫码发卡片')} tall>
        {scanning && <ThingScan wants={['asset', 'consumable']} onFound={(seqFound) => void sendScanned(seqFound)} />}
      </Sheet>
      <ReadersSheet message={reading} onClose={() => setReading(undefined)} />
      <SearchInside
        open={searching}
        chatId={chatId}
        onClose={() => setSearching(false)}
        onOpen={(seq) => {
          setSearching(false)
          void goTo(seq)
        }}
      />
    </div>
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
  const words =
    head.kind === 'pair'
      ? data.unreadCount === 0 || read >= message.seq
        ? t('已读')
        : t('未读')
      : data.unreadCount === 0
        ? t('大家都已读')
        : t('{count}人未读', { count: data.unreadCount })
  return head.kind === 'pair' ? (
    <span className="text-tiny text-faint">{words}</span>
  ) : (
    <button type="button" onClick={onPress} className="reach text-tiny text-accent-strong">
      {words}
    </button>
  )
}

const wordsOfMessage = ({ senderName, content }: ChatMessage): string =>
  t('{name}：{words}', {
    name: senderName,
    words: content.kind === 'text' && content.body ? content.body.text : briefWords(briefOf(content as Content)),
  })
