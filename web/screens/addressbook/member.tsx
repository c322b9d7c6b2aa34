import { useState } from 'react'
import { addressBookMembers } from '../../../domain/operations/addressBook.ts'
import { usePages } from '../../pages.ts'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { SplitView } from '../../look/SplitView.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { useSearch, useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { MemberRow } from './MemberRow.tsx'
import { PersonCard } from './PersonCard.tsx'

/** The people of a department, its head first. */
export default function Members() {
  const { deptId = '', deptName } = useSearch('/pages/addressbook/member')
  const wide = useWide()
  const [search, setSearch] = useState('')
  const [reach, setReach] = useState<'direct' | 'below'>('direct')
  const [chosen, setChosen] = useState<string>()
  const pages = usePages(addressBookMembers, {
    deptId,
    withBelow: reach === 'below',
    ...(search && { likeQuery: search }),
  })
  const open = (uid: string) => (wide ? setChosen(uid) : go('/pages/addressbook/address-detail', { uid }))
  return (
    <Page
      scroll={false}
      text={[deptName, pages.totalCount !== undefined && t('{count}人', { count: pages.totalCount })].filter(Boolean).join(' · ')}
    >
      <SplitView
        empty={t('选择一位同事查看名片')}
        detail={chosen ? <PersonCard key={chosen} uid={chosen} onPerson={setChosen} /> : undefined}
        list={
          <List
            pages={pages}
            keyOf={(row) => row.uid}
            chosenKey={wide ? chosen : undefined}
            header={
              <div className="space-y-3 pb-3 pt-1">
                <SearchBox value={search} onSearch={setSearch} placeholder={t('姓名、拼音、手机或职位')} />
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
            row={(row) => <MemberRow member={row} withDepartment={reach === 'below'} onOpen={() => open(row.uid)} />}
            empty={{
              title: search ? t('没有找到“{search}”', { search }) : t('这个部门还没有人'),
              text: search ? t('可以输入姓名、拼音首字母、手机号或职位。') : t('管理员添加人员后，会显示在这里。'),
            }}
          />
        }
      />
    </Page>
  )
}
