import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { roleTemplates } from '../../domain/access/matrix.ts'
import { rolePage } from '../../domain/access/roleOperations.ts'
import { roleCodeOf } from '../../domain/access/roles.ts'
import { Button } from '../look/Button.tsx'
import { Cell } from '../look/Cell.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { List } from '../look/List.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { SplitView } from '../look/SplitView.tsx'
import { usePages } from '../pages.ts'
import { useSearch, useWide } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { RoleDetail, RoleScreen } from './RoleDetail.tsx'
import { lookOfRole } from './roleLooks.ts'

/** The roles, delivered ones and the organisation's own: what each gives, who has it and who gave it. `role`: the one that is open. */
export default function RoleList(): ReactNode {
  const { role } = useSearch('/pages/addressbook/rolelist')
  const { operationId } = useSession()
  const wide = useWide()
  if (!wide && role) return <RoleScreen roleCode={role} />
  const shownCode = role ?? roleCodeOf('tenant', operationId)
  return (
    <Page scroll={false} width="full" right={<NewRole />}>
      <SplitView
        list={<Roles shownCode={wide ? shownCode : undefined} />}
        detail={
          <div className="scroller h-full px-6 pb-8 pt-1">
            <RoleDetail key={shownCode} roleCode={shownCode} />
          </div>
        }
        empty={t('角色与权限')}
      />
    </Page>
  )
}

const Roles = ({ shownCode }: { shownCode: string | undefined }) => {
  const wide = useWide()
  const { operationId } = useSession()
  const [words, setWords] = useState('')
  const pages = usePages(rolePage, words ? { likeQuery: words } : {}, { pageSize: 40 })
  return (
    <List
      pages={pages}
      picture={false}
      keyOf={({ id }) => id}
      header={
        <div className="pb-2 pt-1">
          <SearchBox value={words} onSearch={setWords} placeholder={t('搜索角色')} />
        </div>
      }
      row={({ roleCode, roleName, description, holders, own }) => {
        const { icon, text } = lookOfRole(roleCode, operationId, description)
        return (
          <div aria-current={shownCode === roleCode} className="aria-current:bg-accent-soft">
            <Cell
              title={t(roleName)}
              text={<span className="line-clamp-2">{own ? text : t(text)}</span>}
              icon={icon}
              value={t('{count}人', { count: holders })}
              onPress={() => (wide ? replace : go)('/pages/addressbook/rolelist', { role: roleCode })}
            />
          </div>
        )
      }}
      empty={{ title: t('没有找到角色'), text: t('换一个词再试。') }}
    />
  )
}

/** Begins a role: an empty one, or one of the templates. An existing role is copied where it is looked at. */
const NewRole = () => {
  const isAllowed = useAllowed()
  if (!isAllowed('sysrole:save')) return null
  const begin = async () => {
    const choice = await choose(t('新建角色'), [
      { value: 'blank', label: t('空白角色') },
      ...roleTemplates().map(({ title }, index) => ({ value: String(index), label: t(title) })),
    ])
    if (choice) go('/pages/addressbook/roleedit', choice === 'blank' ? {} : { template: choice })
  }
  return (
    <Button size="small" icon={Plus} onClick={() => void begin()}>
      {t('新增')}
    </Button>
  )
}
