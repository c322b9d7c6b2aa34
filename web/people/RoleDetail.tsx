import { Check, Copy, Eye, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { everybodysRights, rightsOf, type RightsGroup } from '../../domain/access/rights.ts'
import { roleDelete, type RoleDetail as Detail, roleInfo } from '../../domain/access/roleOperations.ts'
import { roleScopes } from '../../domain/access/roleRights.ts'
import { isEmployeeRole } from '../../domain/access/roles.ts'
import { roleGrant, userList } from '../../domain/access/userOperations.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { ignoreCallError } from '../ignoreCallError.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { drawText } from '../look/drawText.ts'
import { IconButton } from '../look/IconButton.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useSend } from '../send.ts'
import { useWide } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { useCodes } from '../shell/codes.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { back, go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { RightsPreview } from './RightsPreview.tsx'
import { RoleChanges, RoleHistory } from './RoleHistory.tsx'
import { HideableNames } from './HideableNames.tsx'
import { lookOfRole } from './roleLooks.ts'

/** A role as a screen of its own, on a phone. */
export const RoleScreen = ({ roleCode }: { roleCode: string }) => {
  const { data } = useAsk(roleInfo, { roleCode })
  return (
    <Page width="form" title={data && t(data.roleName)}>
      <RoleDetail roleCode={roleCode} />
    </Page>
  )
}

export const RoleDetail = ({ roleCode }: { roleCode: string }) => {
  const { operationId } = useSession()
  const { data, error, refetch } = useAsk(roleInfo, { roleCode })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Skeleton rows={6} picture={false} />
  const { text } = lookOfRole(roleCode, operationId, data.description)
  const isEverybodys = isEmployeeRole(roleCode)
  return (
    <>
      {text && <p className="px-1 pb-3 pt-1 text-body text-quiet">{data.own ? drawText(text) : t(text)}</p>}
      <Acts role={data} />
      {!isEverybodys && <Holders role={data} />}
      <Reach role={data} />
      <Rights
        groups={isEverybodys ? everybodysRights() : rightsOf(new Set(data.codes as FunctionCode[]))}
        note={isEverybodys ? undefined : t('此外还能做普通员工能做的一切。')}
      />
      <RoleChanges of={{ roleCode }} />
      {!isEverybodys && <RoleHistory roleCode={roleCode} />}
    </>
  )
}

/** What may be done with the role: a delivered one is copied, an own one changed and removed as well. */
const Acts = ({ role }: { role: Detail }) => {
  const wide = useWide()
  const isAllowed = useAllowed()
  const { send, sending: isRemoving } = useSend(roleDelete, { done: '已删除' })
  const [isPreviewing, setPreviewing] = useState(false)
  if (!isAllowed('sysrole:save')) return null
  const remove = async () => {
    const text = role.holders > 0 ? t('{count}人会立即失去这个角色的权限。', { count: role.holders }) : undefined
    if (!(await confirmDelete(t('确定删除{name}吗?', { name: t(role.roleName) }), text))) return
    const leave = wide ? () => replace('/pages/addressbook/rolelist', {}) : back
    await send({ id: role.id }).then(leave, ignoreCallError)
  }
  return (
    <div className="flex flex-wrap gap-2 pb-4">
      {role.own && role.mayChange && (
        <Button size="small" kind="secondary" icon={Pencil} onClick={() => go('/pages/addressbook/roleedit', { role: role.roleCode })}>
          {t('编辑')}
        </Button>
      )}
      <Button size="small" kind="secondary" icon={Copy} onClick={() => go('/pages/addressbook/roleedit', { copy: role.roleCode })}>
        {t('复制为新角色')}
      </Button>
      {role.mayChange && (
        <Button size="small" kind="secondary" icon={Eye} onClick={() => setPreviewing(true)}>
          {t('预览权限')}
        </Button>
      )}
      {isPreviewing && (
        <RightsPreview
          title={t('预览：{name}', { name: t(role.roleName) })}
          subject={{ roleCode: role.roleCode }}
          onClose={() => setPreviewing(false)}
        />
      )}
      {role.own && role.mayChange && (
        <Button size="small" kind="danger" icon={Trash2} busy={isRemoving} onClick={() => void remove()}>
          {t('删除')}
        </Button>
      )}
    </div>
  )
}

/** Nobody gives a role to more people. */
const holdersAtMost = 500

const Holders = ({ role: { roleCode, roleName: storedName, mayChange } }: { role: Detail }) => {
  const { uid: ownUid } = useSession()
  const codes = useCodes()
  const { data, error, refetch } = useAsk(userList, { roleCode, state: 'active', pageSize: holdersAtMost })
  const { send, sending: isGranting } = useSend(roleGrant, { done: '已保存' })
  const [isChoosing, setChoosing] = useState(false)
  const roleName = t(storedName)
  const grants = mayChange && codes.has('sysuser:grant')
  const change = async (uids: readonly Id[], isGranted: boolean) => {
    if (uids.length > 0) await send({ roleCode, uids: [...uids], granted: isGranted }).catch(ignoreCallError)
  }
  const take = async ({ uid, userName }: { uid: Id; userName: string }) => {
    const words = {
      title: uid === ownUid ? t('收回自己的{role}?', { role: roleName }) : t('收回{name}的{role}?', { name: userName, role: roleName }),
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
        grants && (
          <Button kind="plain" size="small" busy={isGranting} onClick={() => setChoosing(true)}>
            {t('添加成员')}
          </Button>
        )
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton rows={3} />}
      {!error && data && data.list.length === 0 && <p className="px-4 py-5 text-body text-faint">{t('还没有人')}</p>}
      {!error && data && data.list.length > 0 && (
        <ul className="wide:grid wide:grid-cols-2">
          {data.list.map((person) => (
            <li key={person.uid} className="flex items-center gap-3 border-b border-line py-2 pl-4 pr-1.5 last:border-none">
              <Holder {...person} />
              {grants && (
                <IconButton
                  icon={X}
                  iconSize={18}
                  label={t('收回{name}的{role}', { name: person.userName, role: roleName })}
                  className="text-faint"
                  onClick={() => void take(person)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ReferencePicker
        open={isChoosing}
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

type HolderProps = { uid: Id; userName: string; avatar: string | null; deptName: string | null; position: string | null }

const Holder = ({ uid, userName, avatar, deptName, position }: HolderProps) => (
  <button
    type="button"
    onClick={() => go('/pages/addressbook/address-detail', { uid })}
    className="pressable flex min-w-0 flex-1 items-center gap-3 text-left"
  >
    <Avatar name={userName} src={avatar ?? ''} size={36} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-body">{userName}</span>
      <span className="block truncate text-small text-quiet">{drawText([deptName, position].filter(Boolean).join(' · '))}</span>
    </span>
  </button>
)

/** Whose things the role shows, and what it hides of them. */
const Reach = ({ role: { scopes, categories, hiddenFields } }: { role: Detail }) => (
  <Section title={t('数据范围')}>
    <Value label={t('能看到的资产')}>{scopes.map((scope) => t(roleScopes[scope])).join(t('、'))}</Value>
    {categories.length > 0 && <Value label={t('分类')}>{categories.map(({ name }) => name).join(t('、'))}</Value>}
    {hiddenFields.length > 0 && (
      <Value label={t('隐藏的列')}>
        <HideableNames keys={hiddenFields} />
      </Value>
    )}
  </Section>
)

/** What may be done, group by group. */
const Rights = ({ groups, note }: { groups: readonly RightsGroup[]; note: string | undefined }) => (
  <Section title={t('可以做什么')} {...(note !== undefined && { note })}>
    {groups.length === 0 && <p className="px-4 py-5 text-body text-faint">{t('没有勾选任何权限')}</p>}
    <div className="divide-y divide-line">
      {groups.map(({ group, rights }) => (
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
