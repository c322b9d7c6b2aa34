import { useInfiniteQuery } from '@tanstack/react-query'
import { briefOf } from '../../domain/chat/body.ts'
import { addressBookMembers } from '../../domain/addressBook/operations.ts'
import { chatOperations, type ChatHead } from '../../domain/chat/operations.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'
import { headOf } from './device/device.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { t } from '../words.ts'
import { briefWords } from './briefWords.ts'
import { HitRow } from './HitRow.tsx'

type Props = {
  search: string
  onOpen: (head: Pick<ChatHead, 'chatId' | 'kind' | 'partner'>, seq?: number) => void
  onPerson: (uid: string) => void
}

const peopleAtMost = 5

/** Colleagues, conversations and messages that a search finds. */
export const ChatFound = ({ search, onOpen, onPerson }: Props) => {
  const people = useAsk(addressBookMembers, { likeQuery: search, pageSize: peopleAtMost }, { keep: true, staleMs: 30_000 })
  const searchQuery = useInfiniteQuery({
    queryKey: [chatOperations.search.name, { search }],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(chatOperations.search, { likeQuery: search, ...(pageParam && { after: pageParam }) }, { signal, quiet: true }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const members = people.data?.list ?? []
  const chats = searchQuery.data?.pages[0]?.chats ?? []
  const messages = searchQuery.data?.pages.flatMap((page) => page.messages) ?? []
  if (searchQuery.isError && people.isError)
    return <Problem error={searchQuery.error} onRetry={() => void Promise.all([searchQuery.refetch(), people.refetch()])} />
  if (!searchQuery.data && !people.data) return <Skeleton />
  return (
    <div className="scroller min-h-0 flex-1 px-4 pb-8 wide:px-6">
      {members.length > 0 && (
        <Section title={t('同事')} flush>
          {members.map(({ uid, userName, avatar, deptName, position }) => (
            <Cell
              key={uid}
              start={<Avatar name={userName} src={avatar ?? ''} size={40} />}
              title={userName}
              text={[deptName, position].filter(Boolean).join(' · ')}
              onPress={() => onPerson(uid)}
            />
          ))}
        </Section>
      )}
      {chats.length > 0 && (
        <Section title={t('会话')} flush>
          {chats.map((head) => (
            <Cell
              key={head.chatId}
              start={<Avatar name={head.name} src={head.avatar ?? ''} size={40} />}
              title={head.name}
              {...(head.kind !== 'pair' && { text: t('{count}人', { count: head.memberCount }) })}
              onPress={() => onOpen(head)}
            />
          ))}
        </Section>
      )}
      {messages.length > 0 && (
        <Section title={t('聊天记录')} flush>
          {messages.map((message) => (
            <HitRow
              key={message.id}
              name={
                message.chatKind === 'pair' ? message.chatName : t('{chat} · {name}', { chat: message.chatName, name: message.senderName })
              }
              avatar={message.senderAvatar}
              at={message.createdAt}
              words={briefWords(briefOf(message.content))}
              search={search}
              onPress={() =>
                onOpen(headOf(message.chatId) ?? { chatId: message.chatId, kind: message.chatKind, partner: null }, message.seq)
              }
            />
          ))}
          {searchQuery.hasNextPage && (
            <div className="flex justify-center">
              <Button kind="plain" busy={searchQuery.isFetchingNextPage} onClick={() => void searchQuery.fetchNextPage()}>
                {t('更多')}
              </Button>
            </div>
          )}
        </Section>
      )}
      {searchQuery.data && people.data && members.length + chats.length + messages.length === 0 && (
        <Empty title={t('没有找到')} text={t('换个词试试。聊天记录至少输入两个字。')} />
      )}
    </div>
  )
}
