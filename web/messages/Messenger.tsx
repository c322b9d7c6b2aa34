import type { ReactNode } from 'react'
import type { ChatHead } from '../../domain/chat/operations.ts'
import { SplitView } from '../look/SplitView.tsx'
import { ChatList } from '../chat/ChatList.tsx'
import { ChatView } from '../chat/ChatView.tsx'
import { openChat } from '../chat/openChat.ts'
import { useWide } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

type OpenChat = { readonly chatId: string; readonly at?: number | undefined }

type Props = {
  opened: OpenChat | undefined
  /** On a wide window a conversation opens beside the list. */
  onOpen: (openChat: OpenChat) => void
  header?: ReactNode
}

/** The list of conversations; on a wide window with the one that is open. */
export const Messenger = ({ opened, onOpen, header }: Props) => {
  const wide = useWide()
  const open = (head: Pick<ChatHead, 'chatId' | 'kind' | 'partner'>, seq?: number) =>
    wide ? onOpen({ chatId: head.chatId, at: seq }) : openChat(head, seq)
  return (
    <SplitView
      empty={t('选择一个会话')}
      detail={opened ? <ChatView key={`${opened.chatId} ${opened.at ?? ''}`} {...opened} /> : undefined}
      list={
        <ChatList
          chosen={wide ? opened?.chatId : undefined}
          onOpen={open}
          onNotices={(category) => go('/pages/message/notify', { category })}
          onPerson={(uid) => go('/pages/message/chat', { uid })}
          header={header}
        />
      }
    />
  )
}
