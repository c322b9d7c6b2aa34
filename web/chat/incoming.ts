import { briefOf } from '../../domain/chat/body.ts'
import { hear, headOf, type HeardFrame } from './device/device.ts'
import { isLookedAt } from './device/onShow.ts'
import { toast } from '../look/overlays/toast.ts'
import { session } from '../session/session.ts'
import { frames } from '../travel.ts'
import { t } from '../words.ts'
import { briefWords } from './briefWords.ts'
import { openChat } from './openChat.ts'

/**
 * Takes in a frame of a conversation. A message of another person shows as a toast where the screen shows another conversation, unless the
 * conversation is muted.
 */
export const takeFrame = (frame: HeardFrame): void => {
  const message = hear(frame)
  if (!message || message.senderUid === null || message.senderUid === session().uid) return
  const { chatId, content } = message
  if (content.kind === 'note' || content.kind === 'recall' || isLookedAt(chatId) || listIsShown()) return
  const head = headOf(chatId)
  if (head?.mute) return
  const words = briefWords(briefOf(content))
  const name = head && head.kind !== 'pair' ? t('{chat} · {name}', { chat: head.name, name: message.senderName }) : message.senderName
  toast(t('{title}：{content}', { title: name, content: words }), 'notify', () =>
    openChat(head ?? { chatId, kind: 'group', partner: null }),
  )
}

const listIsShown = (): boolean => {
  const { list, current } = frames()
  return list.find(({ id }) => id === current)?.path === '/pages/message/msglist'
}
