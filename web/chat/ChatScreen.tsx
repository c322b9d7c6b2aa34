import { Page } from '../look/Page.tsx'
import { ChatView } from './ChatView.tsx'
import { NewChat } from './NewChat.tsx'
import { useWide } from '../screen.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'
import { Messenger } from '../messages/Messenger.tsx'

/** A conversation on a screen of its own; on a wide window the others stand beside it. */
export const ChatScreen = ({ chatId, at }: { chatId: string; at: string | undefined }) => {
  const wide = useWide()
  const seq = at ? Number(at) : undefined
  return (
    <Page
      scroll={false}
      header={wide ? undefined : null}
      title={t('消息')}
      right={<NewChat onMade={(head) => replace('/pages/message/groupchat', { chatId: head.chatId })} />}
    >
      {wide ? (
        <Messenger
          opened={{ chatId, at: seq }}
          onOpen={(next) => replace('/pages/message/groupchat', { chatId: next.chatId, at: next.at?.toString() })}
        />
      ) : (
        <ChatView key={chatId} chatId={chatId} at={seq} />
      )}
    </Page>
  )
}
