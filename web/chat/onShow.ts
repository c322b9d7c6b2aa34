import type { Id } from '../../kernel/id.ts'

/** Which conversations somebody looks at: nothing of them is announced besides. */
const shown = new Set<Id>()

export const showChat = (chatId: Id): void => void shown.add(chatId)
export const hideChat = (chatId: Id): void => void shown.delete(chatId)
export const isLookedAt = (chatId: Id): boolean => shown.has(chatId) && document.visibilityState === 'visible'
