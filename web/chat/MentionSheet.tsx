import { AtSign } from 'lucide-react'
import { useState } from 'react'
import { chatOperations, type ChatInfo } from '../../domain/chat/operations.ts'
import { useAsk } from '../ask.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'

type MentionTarget = { readonly uid: string; readonly name: string }
type Props = { open: boolean; info: ChatInfo | undefined; onClose: () => void; onName: (person: MentionTarget) => void }

/** Who is named in a message: one of the members, or everyone where that is allowed. */
export const MentionSheet = ({ open, info, onClose, onName }: Props) => (
  <Sheet open={open} onClose={onClose} title={t('提及')} tall>
    {open && info && <Members info={info} onName={onName} />}
  </Sheet>
)

const Members = ({ info, onName }: { info: ChatInfo; onName: (person: MentionTarget) => void }) => {
  const { uid: me } = useSession()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useAsk(
    chatOperations.members,
    { chatId: info.chatId, ...(search && { likeQuery: search }) },
    { keep: true, staleMs: 30_000 },
  )
  const mayNameAll = info.role !== 'member' || info.settings.everybodyNamesAll
  const members = (data?.list ?? []).filter(({ uid, inService }) => uid !== me && inService)
  return (
    <>
      <div className="shrink-0 pb-3">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索成员')} delayMs={150} />
      </div>
      <div className="scroller min-h-0 flex-1">
        <div className="overflow-hidden rounded-card bg-card">
          {mayNameAll && !search && (
            <Cell
              icon={AtSign}
              title={t('所有人')}
              text={t('{count}人', { count: info.memberCount })}
              onPress={() => onName({ uid: 'all', name: t('所有人') })}
            />
          )}
          {members.map(({ uid, userName, nickname, avatar }) => (
            <Cell
              key={uid}
              start={<Avatar name={userName} src={avatar ?? ''} size={36} />}
              title={nickname || userName}
              {...(nickname && { text: userName })}
              onPress={() => onName({ uid, name: nickname || userName })}
            />
          ))}
        </div>
        {!data && (error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
        {data && members.length === 0 && search && <Empty title={t('没有找到成员')} />}
      </div>
    </>
  )
}
