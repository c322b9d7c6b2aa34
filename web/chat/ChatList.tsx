import { type ReactNode, useState } from 'react'
import { messageCategoryList, messageList, messagePin, messageUpdate } from '../../domain/messaging/operations.ts'
import { type MessageCategory, messageCategories } from '../../domain/rules/messageCategories.ts'
import type { ChatHead } from '../../domain/chat/operations.ts'
import { useAsk } from '../ask.ts'
import { useInbox } from './device/device.ts'
import { useDrafts } from './device/drafts.ts'
import { isBegun } from './device/inbox.ts'
import { Badge } from '../look/Badge.tsx'
import { List } from '../look/List.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { SwipeActions } from '../look/SwipeActions.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { messageLook } from '../messages/messageLook.ts'
import { when } from '../shell/when.ts'
import { ChatFound } from './ChatFound.tsx'
import { ChatRow } from './ChatRow.tsx'
import { keysOf } from '../../kernel/keysOf.ts'

type Props = {
  chosen: string | undefined
  onOpen: (head: Pick<ChatHead, 'chatId' | 'kind' | 'partner'>, seq?: number) => void
  onNotices: (category: MessageCategory) => void
  onPerson: (uid: string) => void
  /** Stands above the list and scrolls away with it. */
  header?: ReactNode
}

type Row =
  | { readonly t: 'chat'; readonly at: string; readonly head: ChatHead }
  | { readonly t: 'notices'; readonly at: string; readonly notices: Notices }
type Notices = { readonly category: MessageCategory; readonly title: string; readonly unread: number; readonly pinnedAt: string | null }

const newestNotices = 50

/** Conversations and what the product tells, by the time of the last word: each category of notices is one row. With what is searched for. */
export const ChatList = ({ chosen, onOpen, onNotices, onPerson, header }: Props) => {
  const inbox = useInbox()
  const drafts = useDrafts()
  const notices = useNotices()
  const { send } = useSend(messageUpdate)
  const { send: pin } = useSend(messagePin)
  const [search, setSearch] = useState('')
  const above = (
    <div className="space-y-3 pb-3 pt-1">
      <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索同事、群聊和聊天记录')} />
      {!search && header}
    </div>
  )
  if (search)
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="px-4 wide:px-6">{above}</div>
        <ChatFound search={search} onOpen={onOpen} onPerson={onPerson} />
      </div>
    )
  const rows = [
    ...(inbox.data?.list ?? [])
      .filter((head) => isBegun(head) || head.chatId === chosen || drafts[head.chatId] !== undefined)
      .map((head): Row => ({ t: 'chat', at: head.lastAt, head })),
    ...notices.rows.map(({ at, ...of }): Row => ({ t: 'notices', at, notices: of })),
  ].toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)) || Number(a.at < b.at) - Number(a.at > b.at))
  // Both are drawn at once: a row of one that is put between rows of the other hides those behind it until they are measured anew.
  const isSettled = (inbox.data !== undefined || inbox.isError) && notices.isSettled
  const listState = inbox.data !== undefined || notices.known ? 'ready' : 'failed'
  return (
    <List
      pages={{
        rows,
        totalCount: rows.length,
        status: isSettled ? listState : 'loading',
        error: inbox.error,
        hasMore: false,
        loadingMore: false,
        moreFailed: false,
        more: () => undefined,
        refresh: () => Promise.all([inbox.refetch(), notices.refetch()]),
      }}
      keyOf={(row) => (row.t === 'chat' ? row.head.chatId : row.notices.category)}
      header={above}
      row={(row) =>
        row.t === 'chat' ? (
          <ChatRow
            head={row.head}
            draft={row.head.chatId === chosen ? undefined : drafts[row.head.chatId]}
            chosen={row.head.chatId === chosen}
            onOpen={() => onOpen(row.head)}
          />
        ) : (
          <NoticesRow
            notices={row.notices}
            at={row.at}
            onOpen={() => onNotices(row.notices.category)}
            onRead={() => void send({ all: true, category: row.notices.category })}
            onPin={() => void pin({ category: row.notices.category, pinned: row.notices.pinnedAt === null })}
          />
        )
      }
      empty={{ title: t('还没有消息'), text: t('点右上角的加号，和同事聊一聊。审批和资产的消息也会出现在这里。') }}
    />
  )
}

const isPinned = (row: Row): boolean => (row.t === 'chat' ? row.head : row.notices).pinnedAt !== null

/** The categories of which something came lately or is unread, each with its newest message. */
const useNotices = () => {
  const categories = useAsk(messageCategoryList, {}, { staleMs: 30_000 })
  const newest = useAsk(messageList, { pageSize: newestNotices }, { staleMs: 30_000 })
  const rows = keysOf(messageCategories).flatMap((category) => {
    const last = newest.data?.list.find((message) => message.category === category)
    const { unreadCount: unread = 0, pinnedAt = null } = categories.data?.list.find(({ catCode }) => catCode === category) ?? {}
    return last || unread > 0 || pinnedAt
      ? [{ category, unread, pinnedAt, title: last?.title ?? '', at: last?.createdAt ?? pinnedAt ?? '' }]
      : []
  })
  const isSettled = [categories, newest].every(({ data, failureCount }) => data !== undefined || failureCount > 0)
  return {
    rows,
    known: newest.data !== undefined,
    /** Answered, or not to be waited for: without a network conversations are shown by themselves. */
    isSettled,
    refetch: () => Promise.all([categories.refetch(), newest.refetch()]),
  }
}

type NoticesProps = { notices: Notices; at: string; onOpen: () => void; onRead: () => void; onPin: () => void }

const NoticesRow = ({ notices, at, onOpen, onRead, onPin }: NoticesProps) => {
  const { category, title, unread, pinnedAt } = notices
  const { icon: Icon, color } = messageLook(category)
  return (
    <SwipeActions
      actions={[
        ...(unread > 0 ? [{ label: t('标为已读'), tone: 'accent' as const, onPress: onRead }] : []),
        { label: pinnedAt ? t('取消置顶') : t('置顶'), onPress: onPin },
      ]}
    >
      <button
        type="button"
        onClick={onOpen}
        className={`pressable flex w-full items-center gap-3 px-4 py-3 text-left ${pinnedAt ? 'bg-sunken/60' : ''}`}
      >
        <span
          className="relative flex size-11.5 shrink-0 items-center justify-center rounded-[0.875rem]"
          style={{ color, backgroundColor: `color-mix(in srgb, ${color} 13%, transparent)` }}
        >
          <Icon size={22} strokeWidth={1.9} aria-hidden />
          <Badge count={unread} className="absolute -right-1.5 -top-1" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-x-3 big-text:flex-wrap">
            <span className="min-w-0 flex-1 truncate text-body font-medium big-text:flex-auto">{t(messageCategories[category])}</span>
            <time className="shrink-0 text-small text-faint">{when(at)}</time>
          </span>
          <span className="mt-0.5 block truncate text-small text-quiet">{title}</span>
        </span>
      </button>
    </SwipeActions>
  )
}
