import { useQuery } from '@tanstack/react-query'
import { chatOperations } from '../../../domain/operations/chat.ts'
import { call } from '../../call.ts'
import { pairWith, useInbox } from '../../chat/device.ts'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { useSearch } from '../../screen.ts'
import { ChatScreen } from './ChatScreen.tsx'

/** The conversation with a colleague, found or made. */
export default function Chat() {
  const { uid = '', at } = useSearch('/pages/message/chat')
  const inbox = useInbox()
  const known = pairWith(uid)?.chatId
  const found = useQuery({
    queryKey: [chatOperations.open.name, { uid }],
    queryFn: () => call(chatOperations.open, { uid }, { quiet: true }),
    enabled: known === undefined && (inbox.isSuccess || inbox.isError) && !inbox.isFetching,
    staleTime: Infinity,
  })
  const chatId = known ?? found.data?.chatId
  if (chatId) return <ChatScreen chatId={chatId} at={at} />
  return <Page>{found.isError ? <Problem error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton />}</Page>
}
