import { useEffect, useState } from 'react'
import { type ChatHead, chatOperations } from '../../domain/chat/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { headOf, useConversation, useWritten } from './device/device.ts'
import { hideChat, showChat } from './device/onShow.ts'
import { useScreen } from '../screen.ts'

/** A conversation on screen: its head, its messages, and the rights of its reader. */
export type Chat = ReturnType<typeof useChat>

export const useChat = (chatId: Id) => {
  const { shown: isShown } = useScreen()
  const info = useAsk(chatOperations.info, { id: chatId }, { staleMs: 60_000 })
  const head: ChatHead | undefined = info.data ?? headOf(chatId)
  const conversation = useConversation(chatId, head?.fromSeq ?? 0)
  const writtenMessages = useWritten().filter((message) => message.chatId === chatId)
  const [begun] = useState(() => {
    const now = headOf(chatId)
    return { readSeq: now?.readSeq ?? 0, unread: now?.unread ?? 0 }
  })
  useEffect(() => {
    if (!isShown) return
    showChat(chatId)
    return () => hideChat(chatId)
  }, [chatId, isShown])
  return {
    chatId,
    info,
    head,
    conversation,
    writtenMessages,
    /** How far it had been read when it was opened. */
    begun,
    isGroup: head !== undefined && head.kind !== 'pair',
    mayWrite: head?.isMember === true && !head.isDissolved && head.partner?.inService !== false,
    /** The server knows no such conversation of this reader. */
    isMissing: info.isError && !(info.error instanceof CallError && info.error.status === 0),
  }
}
