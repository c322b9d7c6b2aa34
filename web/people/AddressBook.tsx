import { Network, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { addressBookMembers } from '../../domain/addressBook/operations.ts'
import type { indexLetters } from '../../domain/directory/letters.ts'
import { usePages } from '../pages.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Beside } from '../panel/Beside.tsx'
import { useWide } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { LetterIndex } from './LetterIndex.tsx'
import { MemberRow } from './MemberRow.tsx'
import { usePeople } from './usePeople.ts'

/** All colleagues, found by name, pinyin, phone or position, and the ways into the organisation. */
export default function AddressBook() {
  const panel = usePeople()
  const { departments, operationName } = useSession()
  const [search, setSearch] = useState('')
  const [letter, setLetter] = useState<(typeof indexLetters)[number]>()
  const wide = useWide()
  const pages = usePages(addressBookMembers, search ? { likeQuery: search } : { byName: true, ...(letter && { letter }) })
  return (
    <Beside panel={panel}>
      <Page scroll={false} text={pages.totalCount ? t('{count}人', { count: pages.totalCount }) : undefined}>
        <div className={`relative flex min-h-0 flex-1 flex-col ${!search && !wide ? 'pr-5' : ''}`}>
          <List
            pages={pages}
            keyOf={(row) => row.uid}
            beside={panel.table}
            header={
              <div className="space-y-3 pb-3 pt-1">
                <SearchBox value={search} onSearch={setSearch} placeholder={t('姓名、拼音、手机、工号或职位')} />
                {!search && !letter && (
                  <Card flush>
                    <Cell
                      icon={Network}
                      tint="#0081ff"
                      title={t('组织架构')}
                      text={operationName}
                      onPress={() => go('/pages/addressbook/level-address-book')}
                    />
                    {departments.map(({ deptId, deptName }) => (
                      <Cell
                        key={deptId}
                        icon={UsersRound}
                        tint="#00a86b"
                        title={deptName}
                        text={t('我的部门')}
                        onPress={() => go('/pages/addressbook/member', { deptId, deptName })}
                      />
                    ))}
                  </Card>
                )}
                {!search && <h2 className="px-1 text-small font-medium text-quiet">{letter ?? t('全部同事')}</h2>}
              </div>
            }
            row={(row) => <MemberRow member={row} withDepartment onOpen={() => panel.table.onOpen(row)} />}
            empty={emptyWords(search, letter)}
          />
          {!search && !wide && <LetterIndex value={letter} onChange={setLetter} />}
        </div>
      </Page>
    </Beside>
  )
}

const emptyWords = (search: string, letter: string | undefined) => {
  if (search) return { title: t('没有找到“{search}”', { search }), text: t('可以输入姓名、拼音首字母、手机号或职位。') }
  if (letter) return { title: t('没有姓名以{letter}开头的同事', { letter }) }
  return { title: t('还没有同事'), text: t('管理员添加人员后，会显示在这里。') }
}
