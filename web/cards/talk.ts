import type { CardRef } from '../../domain/cards/cards.ts'
import { chatOperations } from '../../domain/chat/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { call } from '../call.ts'
import { draftOf, keepDraft } from '../chat/device/drafts.ts'
import { t } from '../words.ts'
import { openChat } from '../chat/openChat.ts'
import { openPair } from '../chat/openPair.ts'

/** Opens the conversation about a thing, with the people who it concerns. What stood in the way was said. */
export const discuss = async ({ noun, id }: CardRef): Promise<void> => {
  const info = await call(chatOperations.open, { noun, id }).catch(() => undefined)
  if (info) openChat(info)
}

/** Opens the conversation with a person about a thing that he has, its first words already there; what he has begun to write to him stays. */
export const askHolder = async (uid: Id, subjectName: string): Promise<void> => {
  const head = await openPair(uid)
  if (!head) return
  if (draftOf(head.chatId).text.trim() === '') keepDraft(head.chatId, { text: t('关于“{thing}”：', { thing: subjectName }), mentions: [] })
  openChat(head)
}
