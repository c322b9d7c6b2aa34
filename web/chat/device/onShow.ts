import type { Id } from '../../../kernel/id.ts'

/** Which conversations a person looks at: nothing of them is announced besides. */
const shownChats = new Set<Id>()

export const showChat = (chatId: Id): void => void shownChats.add(chatId)
export const hideChat = (chatId: Id): void => void shownChats.delete(chatId)
export const isLookedAt = (chatId: Id): boolean => shownChats.has(chatId) && document.visibilityState === 'visible'
