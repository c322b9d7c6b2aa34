import { CheckCheck, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { chatOperations } from '../../domain/chat/operations.ts'
import { messageUpdate } from '../../domain/messaging/operations.ts'
import { useAsk } from '../ask.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { NewChat } from '../chat/NewChat.tsx'
import { openChat } from '../chat/openChat.ts'
import { useWide } from '../screen.ts'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { Messenger } from './Messenger.tsx'

/** Conversations with colleagues and what the product tells, in one list. */
export default function Messages() {
  const wide = useWide()
  const [openedChat, setOpenedChat] = useState<{ chatId: string; at?: number | undefined }>()
  const { send, sending } = useSend(messageUpdate, { done: '已全部标为已读' })
  const { data: conversations } = useAsk(chatOperations.unread, {}, { staleMs: 300_000 })
  const readAll = async () => {
    if (await confirm({ title: t('将全部通知标为已读？'), text: t('聊天的未读不受影响。') })) await send({ all: true })
  }
  return (
    <Page
      scroll={false}
      right={
        <>
          <IconButton icon={Settings2} label={t('消息设置')} onClick={() => go('/pages/message/settings', {})} />
          <IconButton icon={CheckCheck} label={t('全部已读')} disabled={Boolean(sending)} onClick={() => void readAll()} />
          {conversations?.subjectsOnly === false && (
            <NewChat onMade={(head) => (wide ? setOpenedChat({ chatId: head.chatId }) : openChat(head))} />
          )}
        </>
      }
    >
      <Messenger opened={openedChat} onOpen={setOpenedChat} />
    </Page>
  )
}
