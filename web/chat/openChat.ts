import type { ChatHead } from '../../domain/chat/operations.ts'
import { go } from '../travel.ts'

/** Opens a conversation on its screen; with a number at that message. */
export const openChat = ({ chatId, kind, partner }: Pick<ChatHead, 'chatId' | 'kind' | 'partner'>, seq?: number): void =>
  kind === 'pair' && partner
    ? go('/pages/message/chat', { uid: partner.uid, at: seq?.toString() })
    : go('/pages/message/groupchat', { chatId, at: seq?.toString() })
