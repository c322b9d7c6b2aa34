import { useState } from 'react'
import { chatOperations, type ChatHead, type ChatMessage } from '../../domain/chat/operations.ts'
import { newId } from '../../kernel/id.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { ConversationPicker } from './ConversationPicker.tsx'

type Props = { open: boolean; chatId: string; messages: readonly ChatMessage[]; onClose: () => void; onSent: () => void }

/** Sends messages on. Their new ids are named once, so that what is tried again arrives once. */
export const ForwardSheet = ({ open, chatId, messages, onClose, onSent }: Props) => {
  const { send, sending } = useSend(chatOperations.forward, { done: '已转发' })
  const [named] = useState(() => new Map<string, string>())
  const idFor = (chat: ChatHead, message: ChatMessage): string => {
    const key = `${chat.chatId} ${message.id}`
    const id = named.get(key) ?? newId()
    named.set(key, id)
    return id
  }
  const forward = async (chats: readonly ChatHead[]) => {
    const to = chats.map((chat) => ({ chatId: chat.chatId, ids: messages.map((message) => idFor(chat, message)) }))
    const answer = await send({ chatId, messageIds: messages.map(({ id }) => id), to }).catch(() => undefined)
    if (!answer) return
    named.clear()
    onClose()
    onSent()
  }
  return (
    <ConversationPicker
      open={open}
      title={t('转发给')}
      done={t('转发')}
      busy={sending}
      onClose={onClose}
      onChoose={(chats) => void forward(chats)}
    />
  )
}
