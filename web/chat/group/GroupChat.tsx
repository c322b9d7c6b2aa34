import { useSearch } from '../../screen.ts'
import { ChatScreen } from '../ChatScreen.tsx'

/** Any conversation by its id. */
export default function GroupChat() {
  const { chatId = '', at } = useSearch('/pages/message/groupchat')
  return <ChatScreen chatId={chatId} at={at} />
}
