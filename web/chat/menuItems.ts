import { Copy, CornerUpLeft, Forward, ListChecks, Trash2, Undo2, UsersRound } from 'lucide-react'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { takeAway, writeAgain, type WrittenMessage } from './device/device.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { copyText } from '../shell/copyText.ts'
import type { MenuItem } from './MessageMenu.tsx'

type MessageItemsInput = {
  message: ChatMessage
  me: Id
  mayWrite: boolean
  mayRecall: boolean
  acts: Readonly<Record<'reply' | 'forward' | 'showReaders' | 'choose' | 'recall', (message: ChatMessage) => void>>
}

/** What may be done with a message that the server has. */
export const messageItems = ({ message, me, mayWrite, mayRecall, acts }: MessageItemsInput): MenuItem[] => {
  const text = textOf(message)
  const items: (MenuItem | false)[] = [
    mayWrite && { key: 'reply', label: t('引用'), icon: CornerUpLeft, onPress: () => acts.reply(message) },
    text !== undefined && { key: 'copy', label: t('复制'), icon: Copy, onPress: () => void copyText(text) },
    { key: 'forward', label: t('转发'), icon: Forward, onPress: () => acts.forward(message) },
    message.senderUid === me && { key: 'readers', label: t('谁已读'), icon: UsersRound, onPress: () => acts.showReaders(message) },
    { key: 'choose', label: t('多选'), icon: ListChecks, onPress: () => acts.choose(message) },
    mayRecall && mayWrite && { key: 'recall', label: t('撤回'), icon: Undo2, danger: true, onPress: () => acts.recall(message) },
  ]
  return items.filter((item) => item !== false)
}

/** What may be done with a message that is still to be sent. */
export const writtenItems = ({ id, content, state }: WrittenMessage): MenuItem[] => [
  ...(state === 'refused' ? [{ key: 'again', label: t('再发一次'), icon: Undo2, onPress: () => void writeAgain(id) }] : []),
  ...(content.kind === 'text' ? [{ key: 'copy', label: t('复制'), icon: Copy, onPress: () => void copyText(content.body.text) }] : []),
  {
    key: 'drop',
    label: t('不发了'),
    icon: Trash2,
    danger: true,
    onPress: () => void takeAway(id).then((isGone) => isGone || toast(t('已经发出了'))),
  },
]

/** The text of a message that is one and was not taken back. */
export const textOf = ({ content }: Pick<ChatMessage, 'content'>): string | undefined =>
  content.kind === 'text' ? content.body?.text : undefined
