import { CheckCheck, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { messageCategoryList, messageUpdate } from '../../../domain/operations/messages.ts'
import { type MessageCategory, messageCategories } from '../../../domain/rules/messageCategories.ts'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { Badge } from '../../look/Badge.tsx'
import { confirm } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { messageLook } from '../../parts/messageLook.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { MessageList } from './MessageList.tsx'

/** All messages, by what they are about. */
export default function Messages() {
  const [category, setCategory] = useState<MessageCategory>()
  const { send, sending } = useSend(messageUpdate, { done: '已全部标为已读' })
  const readAll = async () => {
    const title = category ? t('将“{category}”消息全部标为已读？', { category: t(messageCategories[category]) }) : t('将全部消息标为已读？')
    if (await confirm({ title })) await send({ all: true, ...(category && { category }) })
  }
  return (
    <Page
      scroll={false}
      right={
        <>
          <IconButton icon={Settings2} label={t('消息设置')} onClick={() => go('/pages/message/settings', {})} />
          <IconButton icon={CheckCheck} label={t('全部已读')} disabled={sending} onClick={() => void readAll()} />
        </>
      }
    >
      <MessageList category={category} header={<Categories chosen={category} onChoose={setCategory} />} />
    </Page>
  )
}

/** The categories side by side, each with its unread count; tapping the chosen one shows all again. */
const Categories = ({
  chosen,
  onChoose,
}: {
  chosen: MessageCategory | undefined
  onChoose: (next: MessageCategory | undefined) => void
}) => {
  const { data } = useAsk(messageCategoryList, {}, { staleMs: 30_000 })
  return (
    <ul className="grid grid-cols-5 rounded-card bg-card py-2 shadow-lift" aria-label={t('消息类别')}>
      {(Object.keys(messageCategories) as MessageCategory[]).map((category) => {
        const { icon: Icon, color } = messageLook(category)
        const on = category === chosen
        return (
          <li key={category}>
            <button
              type="button"
              aria-pressed={on}
              onClick={() => onChoose(on ? undefined : category)}
              className="flex w-full flex-col items-center gap-1.5 px-0.5 py-2"
            >
              <span
                className={`relative flex size-11 items-center justify-center rounded-[0.875rem] transition ${on ? 'text-white' : ''}`}
                style={on ? { backgroundColor: color } : { color, backgroundColor: `color-mix(in srgb, ${color} 13%, transparent)` }}
              >
                <Icon size={22} strokeWidth={1.9} aria-hidden />
                <Badge
                  count={data?.list.find(({ catCode }) => catCode === category)?.unreadCount ?? 0}
                  className="absolute -right-2 -top-1.5"
                />
              </span>
              <span
                className={`line-clamp-2 w-full hyphens-auto break-words text-center text-small in-[:lang(en)]:text-tiny ${on ? 'font-semibold' : 'text-quiet'}`}
              >
                {t(messageCategories[category])}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
