import { CheckCheck } from 'lucide-react'
import { messageTypes, messageUpdate } from '../../domain/messaging/operations.ts'
import { type MessageCategory, messageCategories } from '../../domain/rules/messageCategories.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { MessageList } from './MessageList.tsx'
import { keysOf } from '../../kernel/keysOf.ts'

/** The notices of a category, or the messages of another type (`msgType`, the contract's number). */
export default function Notices() {
  const { msgType, category: categoryName = '' } = useSearch('/pages/message/notify')
  const category = keysOf(messageCategories).find((name) => name === categoryName)
  const { send, sending } = useSend(messageUpdate, { done: '已全部标为已读' })
  const readAll = async (category: MessageCategory) => {
    if (await confirm({ title: t('将“{category}”消息全部标为已读？', { category: t(messageCategories[category]) }) }))
      await send({ all: true, category })
  }
  if (!category) return <MessageList msgType={Number(msgType) || messageTypes.notify} />
  return (
    <MessageList
      category={category}
      title={t(messageCategories[category])}
      right={<IconButton icon={CheckCheck} label={t('全部已读')} disabled={Boolean(sending)} onClick={() => void readAll(category)} />}
    />
  )
}
