import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chatOperations, type ChatMessage } from '../../domain/chat/operations.ts'
import { call } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { t } from '../words.ts'

/** While a person looks at the list it is asked for again this often: no one is told of each reader. */
const lookEveryMs = 5000

/** Who has read a message, and who has not. */
export const ReadersSheet = ({ message, onClose }: { message: ChatMessage | undefined; onClose: () => void }) => (
  <Sheet open={message !== undefined} onClose={onClose} title={t('谁已读')} tall>
    {message && <Readers message={message} />}
  </Sheet>
)

const Readers = ({ message: { chatId, id } }: { message: ChatMessage }) => {
  const [tab, setTab] = useState<'unread' | 'read'>('unread')
  const { data, error, refetch } = useQuery({
    queryKey: [chatOperations.readers.name, { chatId, id }],
    queryFn: ({ signal }) => call(chatOperations.readers, { chatId, id }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: lookEveryMs,
  })
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton />
  const people = data[tab]
  const count = tab === 'read' ? data.readCount : data.unreadCount
  return (
    <>
      <Tabs
        look="pill"
        label={t('谁已读')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'unread', label: t('{count}人未读', { count: data.unreadCount }) },
          { value: 'read', label: t('{count}人已读', { count: data.readCount }) },
        ]}
      />
      <div className="scroller mt-3 min-h-0 flex-1">
        {people.length === 0 ? (
          <Empty title={tab === 'read' ? t('还没有人读') : t('大家都已读')} />
        ) : (
          <div className="overflow-hidden rounded-card bg-card">
            {people.map(({ uid, userName, nickname, avatar }) => (
              <Cell key={uid} start={<Avatar name={userName} src={avatar ?? ''} size={36} />} title={nickname || userName} />
            ))}
          </div>
        )}
        {count > people.length && (
          <p className="py-3 text-center text-small text-faint">{t('还有{count}人', { count: count - people.length })}</p>
        )}
      </div>
    </>
  )
}
