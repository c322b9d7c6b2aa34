import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { chatLimits } from '../../../domain/chat/limits.ts'
import { chatOperations, type ChatInfo, type ChatMember, type ChatRole } from '../../../domain/chat/operations.ts'
import { call } from '../../call.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { choose, confirm } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { Problem } from '../../look/Problem.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Tag } from '../../look/Tag.tsx'
import { PeoplePicker } from '../PeoplePicker.tsx'
import { useSend } from '../../send.ts'
import { useSession } from '../../session/session.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

const shownAtOnce = 14

/** Who is in a group, and what the reader may do about it. */
export const GroupMembers = ({ info }: { info: ChatInfo }) => {
  const { chatId, members, memberCount, isMember, isDissolved, role, settings } = info
  const [isAdding, setAdding] = useState(false)
  const [all, setAll] = useState(false)
  const { send: add } = useSend(chatOperations.addMembers, { done: '已添加' })
  const mayAdd = isMember && !isDissolved && (role !== 'member' || settings.everybodyAdds)
  const act = useActions(info)
  return (
    <Section
      title={t('群成员（{count}）', { count: memberCount })}
      right={
        <Button kind="plain" size="small" onClick={() => setAll(true)}>
          {t('查看全部')}
        </Button>
      }
      flush={false}
    >
      <ul className="grid grid-cols-5 gap-y-4 wide:grid-cols-8">
        {members.slice(0, shownAtOnce).map((member) => (
          <li key={member.uid}>
            <button type="button" onClick={() => void act(member)} className="flex w-full flex-col items-center gap-1 active:opacity-60">
              <Avatar name={member.userName} src={member.avatar ?? ''} size={46} />
              <span className={`w-full truncate px-1 text-center text-small ${member.inService ? '' : 'text-faint line-through'}`}>
                {member.nickname || member.userName}
              </span>
            </button>
          </li>
        ))}
        {mayAdd && (
          <li>
            <button
              type="button"
              onClick={() => setAdding(true)}
              className="flex w-full flex-col items-center gap-1 text-quiet active:opacity-60"
            >
              <span className="flex size-11.5 items-center justify-center rounded-full border border-dashed border-faint">
                <UserPlus size={22} aria-hidden />
              </span>
              <span className="text-small">{t('添加')}</span>
            </button>
          </li>
        )}
      </ul>
      <PeoplePicker
        open={isAdding}
        title={t('添加群成员')}
        most={chatLimits.members}
        without={members.map(({ uid }) => uid)}
        onClose={() => setAdding(false)}
        onChoose={(people) => void add({ chatId, uids: people.map(({ uid }) => uid) }).catch(() => undefined)}
      />
      <Sheet open={all} onClose={() => setAll(false)} title={t('群成员（{count}）', { count: memberCount })} tall>
        {all && <AllMembers info={info} onPress={(member) => void act(member)} />}
      </Sheet>
    </Section>
  )
}

const AllMembers = ({ info, onPress }: { info: ChatInfo; onPress: (member: ChatMember) => void }) => {
  const { chatId } = info
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery({
    queryKey: [chatOperations.members.name, { chatId, search }],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(
        chatOperations.members,
        { chatId, ...(search && { likeQuery: search }), ...(pageParam && { after: pageParam }) },
        { signal, quiet: true },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const members = query.data?.pages.flatMap(({ list }) => list) ?? []
  return (
    <>
      <div className="shrink-0 pb-3">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索成员')} />
      </div>
      <div className="scroller min-h-0 flex-1">
        {query.isError && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        {!query.isError && !query.data && <Skeleton />}
        {!query.isError && query.data && members.length === 0 && <Empty title={t('没有找到成员')} />}
        {!query.isError && query.data && members.length > 0 && (
          <div className="overflow-hidden rounded-card bg-card">
            {members.map((member) => (
              <Cell
                key={member.uid}
                start={<Avatar name={member.userName} src={member.avatar ?? ''} size={40} />}
                title={
                  <span className="flex items-center gap-2">
                    {member.nickname || member.userName}
                    {member.role !== 'member' && <Tag tone={member.role === 'owner' ? 'warn' : 'accent'}>{t(roleWords[member.role])}</Tag>}
                    {!member.inService && <Tag>{t('已离职')}</Tag>}
                  </span>
                }
                {...(member.nickname && { text: member.userName })}
                onPress={() => onPress(member)}
              />
            ))}
          </div>
        )}
        {query.hasNextPage && (
          <div className="flex justify-center py-3">
            <Button kind="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('更多')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

const roleWords: Readonly<Record<ChatRole, string>> = { owner: '群主', admin: '管理员', member: '成员' }

/** What may be done about a member, by the person who is asking; where nothing may be done their card opens. */
const useActions = ({ chatId, role, isMember, isDissolved, kind }: ChatInfo) => {
  const { uid: me } = useSession()
  const { send: remove } = useSend(chatOperations.removeMembers, { done: '已移出' })
  const { send: setRole } = useSend(chatOperations.setRole, { done: '已设置' })
  const { send: transfer } = useSend(chatOperations.transfer, { done: '已转让' })
  return async ({ uid, userName, role: his, inService }: ChatMember): Promise<void> => {
    const keeps = isMember && !isDissolved && uid !== me
    const choices = [
      ...(inService && uid !== me ? [{ value: 'chat', label: t('发消息') }] : []),
      { value: 'card', label: t('查看名片') },
      ...(keeps && role === 'owner' && his === 'member' ? [{ value: 'admin', label: t('设为管理员') }] : []),
      ...(keeps && role === 'owner' && his === 'admin' ? [{ value: 'member', label: t('取消管理员') }] : []),
      ...(keeps && role === 'owner' && inService ? [{ value: 'owner', label: t('转让群主') }] : []),
      ...(keeps && ((role === 'owner' && his !== 'owner') || (role === 'admin' && his === 'member'))
        ? [{ value: 'remove', label: t('移出群聊'), danger: true }]
        : []),
    ]
    const choice = choices.length === 1 ? 'card' : await choose(userName, choices)
    const ignoreFailure = () => undefined
    if (choice === 'chat') go('/pages/message/chat', { uid })
    if (choice === 'card') go('/pages/addressbook/address-detail', { uid })
    if (choice === 'admin' || choice === 'member') await setRole({ chatId, uids: [uid], role: choice }).catch(ignoreFailure)
    if (choice === 'owner' && (await confirm({ title: t('将群主转让给{name}？', { name: userName }) })))
      await transfer({ chatId, uid }).catch(ignoreFailure)
    if (choice === 'remove') {
      const text = kind === 'department' ? t('他仍在这个部门时，会随通讯录重新加入。') : undefined
      if (await confirm({ title: t('将{name}移出群聊？', { name: userName }), ...(text && { text }), yes: t('移出'), danger: true }))
        await remove({ chatId, uids: [uid] }).catch(ignoreFailure)
    }
  }
}
