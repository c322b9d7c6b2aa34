import { useState } from 'react'
import { addressBookMembers } from '../../domain/addressBook/operations.ts'
import { usePages } from '../pages.ts'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Beside } from '../panel/Beside.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'
import { MemberRow } from './MemberRow.tsx'
import { usePeople } from './usePeople.ts'

/** The people of a department, its head first. */
export default function Members() {
  const { deptId = '', deptName } = useSearch('/pages/addressbook/member')
  const panel = usePeople()
  const [search, setSearch] = useState('')
  const [reach, setReach] = useState<'direct' | 'below'>('direct')
  const pages = usePages(addressBookMembers, {
    deptId,
    withBelow: reach === 'below',
    ...(search && { likeQuery: search }),
  })
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        text={[deptName, pages.totalCount !== undefined && t('{count}人', { count: pages.totalCount })].filter(Boolean).join(' · ')}
      >
        <List
          pages={pages}
          keyOf={(row) => row.uid}
          beside={panel.table}
          header={
            <div className="space-y-3 pb-3 pt-1">
              <SearchBox value={search} onSearch={setSearch} placeholder={t('姓名、拼音、手机、工号或职位')} />
              <Tabs
                look="pill"
                label={t('范围')}
                value={reach}
                onChange={setReach}
                tabs={[
                  { value: 'direct', label: t('本部门') },
                  { value: 'below', label: t('含下级部门') },
                ]}
              />
            </div>
          }
          row={(row) => <MemberRow member={row} withDepartment={reach === 'below'} onOpen={() => panel.table.onOpen(row)} />}
          empty={{
            title: search ? t('没有找到“{search}”', { search }) : t('这个部门还没有人'),
            text: search ? t('可以输入姓名、拼音首字母、手机号或职位。') : t('管理员添加人员后，会显示在这里。'),
          }}
        />
      </Page>
    </Beside>
  )
}
