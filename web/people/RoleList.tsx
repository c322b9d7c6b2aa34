import { Check, ChevronRight, type LucideIcon, Package, ShieldUser, ShoppingBasket, UserRound, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { rightsOf } from '../../domain/access/rights.ts'
import { roleCodeOf, roleKinds, roleWords, type RoleWord } from '../../domain/access/roles.ts'
import { roleGrant, roleHistory, userList } from '../../domain/access/userOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { SplitView } from '../look/SplitView.tsx'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { when } from '../shell/when.ts'
import { useSearch, useWide } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { firstOf } from '../../kernel/assert.ts'
import { drawText } from '../look/drawText.ts'

/** The roles: what each may do, who has it and who gave it. `role`: the one that is open. */
export default function RoleList(): ReactNode {
  const { role } = useSearch('/pages/addressbook/rolelist')
  const wide = useWide()
  const chosenWord = roleWords.find((word) => word === role)
  if (!wide && chosenWord)
    return (
      <Page width="form" title={t(roleKinds[chosenWord].roleName)}>
        <RoleDetail word={chosenWord} />
      </Page>
    )
  const open = (word: RoleWord) => (wide ? replace : go)('/pages/addressbook/rolelist', { role: word })
  const shownWord = chosenWord ?? firstOf(roleWords)
  const list = (
    <div className="space-y-3 px-4 pb-8 pt-1 wide:pr-2 wide:pl-6">
      {roleWords.map((word) => (
        <RoleCard key={word} word={word} chosen={wide && word === shownWord} onPress={() => open(word)} />
      ))}
    </div>
  )
  return (
    <Page scroll={!wide} width="full">
      {wide ? (
        <SplitView
          list={<div className="scroller min-h-0 flex-1">{list}</div>}
          detail={
            <div className="scroller h-full px-6 pb-8 pt-1">
              <RoleDetail key={shownWord} word={shownWord} />
            </div>
          }
          empty={t('角色与权限')}
        />
      ) : (
        <div className="-mx-4">{list}</div>
      )}
    </Page>
  )
}

const looks: Readonly<Record<RoleWord, { icon: LucideIcon; text: string }>> = {
  tenant: { icon: ShieldUser, text: '管理整个组织：人员、部门、区域、流程，以及全部资产和耗材。' },
  goodsmanager: { icon: Package, text: '管理自己区域里的资产：入库、发放、盘点、维修、处置。' },
  consummanager: { icon: ShoppingBasket, text: '管理自己仓库里的耗材：采购、入库、领用、调整。' },
  ordinary_emp: { icon: UserRound, text: '每个人都有：申请、借用、归还，查看自己名下的资产，处理交给自己的审批。' },
}

/** No one gives a manager's role to more people. */
const holdersAtMost = 500
const namedOnCard = 4

const useHolders = (word: RoleWord, pageSize: number) => {
  const { operationId } = useSession()
  return useAsk(userList, { roleCode: roleCodeOf(word, operationId), state: 'active', pageSize })
}

const RoleCard = ({ word, chosen, onPress }: { word: RoleWord; chosen: boolean; onPress: () => void }) => {
  const { data } = useHolders(word, namedOnCard)
  const { icon: Icon, text } = looks[word]
  return (
    <button
      type="button"
      onClick={onPress}
      aria-pressed={chosen}
      className={`pressable flex w-full items-start gap-3 rounded-card bg-card p-4 text-left shadow-lift ${chosen ? 'ring-2 ring-accent' : ''}`}
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-strong">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="text-title font-semibold">{t(roleKinds[word].roleName)}</span>
          {data && <span className="shrink-0 text-small text-quiet">{t('{count}人', { count: data.totalCount })}</span>}
        </span>
        <span className="mt-1 block text-small text-quiet">{t(text)}</span>
        {word !== 'ordinary_emp' && data && data.list.length > 0 && (
          <span className="mt-2 block truncate text-small text-faint">
            {data.list.map(({ userName }) => userName).join(t('、'))}
            {data.totalCount > namedOnCard && t('等')}
          </span>
        )}
      </span>
      <ChevronRight size={18} className="mt-1 shrink-0 text-faint wide:hidden" aria-hidden />
    </button>
  )
}

const RoleDetail = ({ word }: { word: RoleWord }) => (
  <>
    <p className="px-1 pb-4 pt-1 text-body text-quiet">{t(looks[word].text)}</p>
    {word !== 'ordinary_emp' && <Holders word={word} />}
    <Rights word={word} />
    {word !== 'ordinary_emp' && <History word={word} />}
  </>
)

const Holders = ({ word }: { word: RoleWord }) => {
  const { operationId, uid: own } = useSession()
  const { data, error, refetch } = useHolders(word, holdersAtMost)
  const { send, sending } = useSend(roleGrant, { done: '已保存' })
  const [choosing, setChoosing] = useState(false)
  const roleCode = roleCodeOf(word, operationId)
  const roleName = t(roleKinds[word].roleName)
  const change = async (uids: readonly Id[], isGranted: boolean) => {
    if (uids.length === 0) return
    try {
      await send({ roleCode, uids: [...uids], granted: isGranted })
    } catch (isRefused) {
      // Its words were toasted.
      if (!(isRefused instanceof CallError)) throw isRefused
    }
  }
  const take = async ({ uid, userName }: { uid: Id; userName: string }) => {
    const words = {
      title: uid === own ? t('收回自己的{role}?', { role: roleName }) : t('收回{name}的{role}?', { name: userName, role: roleName }),
      text: t('立即生效，正在使用的页面也会随之变化。'),
      yes: t('收回'),
      danger: true,
    }
    if (await confirm(words)) await change([uid], false)
  }
  return (
    <Section
      title={data ? t('谁有这个角色（{count}人）', { count: data.totalCount }) : t('谁有这个角色')}
      right={
        <Button kind="plain" size="small" busy={sending} onClick={() => setChoosing(true)}>
          {t('添加成员')}
        </Button>
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={3} />}
      {!error && data && data.list.length === 0 && <p className="px-4 py-5 text-body text-faint">{t('还没有人')}</p>}
      {!error && data && data.list.length > 0 && (
        <ul className="wide:grid wide:grid-cols-2">
          {data.list.map((person) => (
            <li key={person.uid} className="flex items-center gap-3 border-b border-line py-2 pl-4 pr-1.5 last:border-none">
              <button
                type="button"
                onClick={() => go('/pages/addressbook/address-detail', { uid: person.uid })}
                className="pressable flex min-w-0 flex-1 items-center gap-3 text-left"
              >
                <Avatar name={person.userName} src={person.avatar ?? ''} size={36} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-body">{person.userName}</span>
                  <span className="block truncate text-small text-quiet">
                    {drawText([person.deptName, person.position].filter(Boolean).join(' · '))}
                  </span>
                </span>
              </button>
              <IconButton
                icon={X}
                iconSize={18}
                label={t('收回{name}的{role}', { name: person.userName, role: roleName })}
                className="text-faint"
                onClick={() => void take(person)}
              />
            </li>
          ))}
        </ul>
      )}
      <ReferencePicker
        open={choosing}
        onClose={() => setChoosing(false)}
        noun="person"
        filter={{ state: 'active' }}
        many
        max={200}
        title={t('授予{role}', { role: roleName })}
        chosen={[]}
        onChoose={(uids) => void change(uids, true)}
      />
    </Section>
  )
}

const Rights = ({ word }: { word: RoleWord }) => (
  <Section
    title={t('可以做什么')}
    {...(word !== 'ordinary_emp' && { note: t('此外还能做普通员工能做的一切。资产和耗材管理员只管自己负责的区域。') })}
  >
    <div className="divide-y divide-line">
      {rightsOf(word).map(({ group, rights }) => (
        <div key={group} className="px-4 py-3">
          <h3 className="text-body font-semibold">{t(group)}</h3>
          <ul className="mt-1.5 grid gap-x-6 gap-y-1.5 wide:grid-cols-2">
            {rights.map(({ title, functions }) => (
              <li key={title} className="flex items-start gap-2 text-small">
                <Check size={15} className="mt-0.5 shrink-0 text-good" aria-hidden />
                <span className="min-w-0">
                  <span className="text-ink">{t(title)}</span>
                  {functions.length > 0 && <span className="text-quiet"> · {functions.map((name) => t(name)).join(t('、'))}</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </Section>
)

const historyShown = 30

const History = ({ word }: { word: RoleWord }) => {
  const { operationId } = useSession()
  const { data } = useAsk(roleHistory, { roleCode: roleCodeOf(word, operationId), pageSize: historyShown })
  if (!data || data.list.length === 0) return null
  return (
    <Section title={t('授权记录')}>
      <ul>
        {data.list.map(({ id, userName, granted, byName, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5 text-small last:border-none">
            <span className="min-w-0">
              {byName === null
                ? t(granted ? '{name}获得了这个角色' : '{name}失去了这个角色', { name: userName })
                : t(granted ? '{by}授予了{name}' : '{by}收回了{name}的', { by: byName, name: userName })}
            </span>
            <span className="shrink-0 text-faint">{when(at)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
