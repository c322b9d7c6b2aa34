import { useQuery } from '@tanstack/react-query'
import { chatOperations } from '../../domain/chat/operations.ts'
import { call } from '../call.ts'
import { pairWith, useInbox } from './device/device.ts'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useSearch } from '../screen.ts'
import { ChatScreen } from './ChatScreen.tsx'

/** The conversation with a colleague, found or made. */
export default function Chat() {
  const { uid = '', at } = useSearch('/pages/message/chat')
  const inbox = useInbox()
  const knownChatId = pairWith(uid)?.chatId
  const chatQuery = useQuery({
    queryKey: [chatOperations.open.name, { uid }],
    queryFn: () => call(chatOperations.open, { uid }, { quiet: true }),
    enabled: knownChatId === undefined && (inbox.isSuccess || inbox.isError) && !inbox.isFetching,
    staleTime: Infinity,
  })
  const chatId = knownChatId ?? chatQuery.data?.chatId
  if (chatId) return <ChatScreen chatId={chatId} at={at} />
  return <Page>{chatQuery.isError ? <Problem error={chatQuery.error} onRetry={() => void chatQuery.refetch()} /> : <Skeleton />}</Page>
}
