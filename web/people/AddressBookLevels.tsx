import { ChevronRight, Folder, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { PersonName } from './PersonName.tsx'
import {
  type AddressBookDepartment,
  addressBookDepartments,
  type AddressBookMember,
  addressBookMembers,
} from '../../domain/addressBook/operations.ts'
import { useAsk } from '../ask.ts'
import { usePages } from '../pages.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSearch, useWide } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { Beside } from '../panel/Beside.tsx'
import type { Panel } from '../panel/usePanel.ts'
import { MemberRow } from './MemberRow.tsx'
import { usePeople } from './usePeople.ts'
import { drawText } from '../look/drawText.ts'

/** The organisation level by level: the departments below one, and its people. On a wide window the tree stands beside the people. */
export default function Levels() {
  const { deptId } = useSearch('/pages/addressbook/level-address-book')
  const wide = useWide()
  const departments = useAsk(addressBookDepartments, {}, { staleMs: 60_000 })
  const [chosenUid, setChosenUid] = useState<string>()
  const panel = usePeople()
  if (!departments.data)
    return <Page>{departments.isError ? <Problem error={departments.error} onRetry={departments.refetch} /> : <Skeleton />}</Page>
  const all = departments.data
  const tops = all.filter(({ parentId }) => parentId === null)
  const here =
    all.find((department) => department.deptId === ((wide ? chosenUid : undefined) ?? deptId)) ?? (tops.length === 1 ? tops[0] : undefined)
  if (wide)
    return (
      <Beside panel={panel}>
        <Page scroll={false}>
          <div className="flex min-h-0 flex-1">
            <nav className="scroller w-80 shrink-0 border-r border-line px-4 pb-6" aria-label={t('组织架构')}>
              <Tree all={all} parentId={null} depth={0} chosen={here?.deptId} onChoose={setChosenUid} />
            </nav>
            <div className="flex min-w-0 flex-1 flex-col">
              {here && (
                <People
                  panel={panel}
                  key={here.deptId}
                  department={here}
                  below={here.directCount === 0 ? all.filter(({ parentId }) => parentId === here.deptId) : []}
                  onBelow={setChosenUid}
                />
              )}
            </div>
          </div>
        </Page>
      </Beside>
    )
  return (
    <Page scroll={false} text={here?.deptName} below={here && here.parentId !== null && <Trail departments={trailOf(all, here)} />}>
      <People
        panel={panel}
        key={here?.deptId ?? 'top'}
        department={here}
        below={here ? all.filter(({ parentId }) => parentId === here.deptId) : tops}
      />
    </Page>
  )
}

/** The way down to a department, its own name last. */
const trailOf = (all: readonly AddressBookDepartment[], department: AddressBookDepartment): AddressBookDepartment[] => {
  const above = all.find(({ deptId }) => deptId === department.parentId)
  return above ? [...trailOf(all, above), department] : [department]
}

const Trail = ({ departments }: { departments: readonly AddressBookDepartment[] }) => (
  <ol className="plain-scrollbar flex items-center gap-1 overflow-x-auto whitespace-nowrap px-5 pb-2 text-small text-quiet">
    {departments.map(({ deptId, deptName }, index) => (
      <li key={deptId} className="flex items-center gap-1">
        {index > 0 && <ChevronRight size={14} className="text-faint" aria-hidden />}
        <span className={index === departments.length - 1 ? 'font-medium text-ink' : ''}>{drawText(deptName)}</span>
      </li>
    ))}
  </ol>
)

const People = ({
  panel,
  department,
  below,
  onBelow = (deptId) => go('/pages/addressbook/level-address-book', { deptId }),
}: {
  panel: Panel<AddressBookMember>
  department: AddressBookDepartment | undefined
  below: readonly AddressBookDepartment[]
  onBelow?: (deptId: string) => void
}) => {
  const pages = usePages(addressBookMembers, department ? { deptId: department.deptId } : {}, { enabled: department !== undefined })
  const header = (
    <div className="pb-3 pt-1">
      {department && (
        <h2 className="hidden px-1 pb-3 text-large font-semibold wide:block">
          {drawText(department.deptName)}
          <span className="ml-2 text-small font-normal text-quiet">{t('共{count}人', { count: department.userCount })}</span>
        </h2>
      )}
      {below.length > 0 && (
        <Card flush>
          {below.map(({ deptId, deptName, userCount, managerName }) => (
            <Cell
              key={deptId}
              icon={Folder}
              tint="#3e8bff"
              title={deptName}
              text={managerName ? t('负责人：{name}', { name: managerName }) : undefined}
              value={t('{count}人', { count: userCount })}
              onPress={() => onBelow(deptId)}
            />
          ))}
        </Card>
      )}
    </div>
  )
  if (!department || (department.directCount === 0 && below.length > 0))
    return <div className="scroller min-h-0 flex-1 px-4 wide:px-6">{header}</div>
  return (
    <List
      pages={pages}
      keyOf={(row) => row.uid}
      header={header}
      row={(row) => <MemberRow member={row} onOpen={() => panel.table.onOpen(row)} />}
      beside={panel.table}
      onOpen={panel.table.onOpen}
      columns={[
        {
          key: 'name',
          title: t('姓名'),
          cell: (row) => (
            <span className="flex items-center gap-2">
              <span className="truncate">
                <PersonName uid={row.uid} name={row.userName} />
              </span>
              {row.head && <Tag tone="accent">{t('负责人')}</Tag>}
            </span>
          ),
        },
        { key: 'position', title: t('职位'), cell: (row) => row.position ?? '' },
        { key: 'phone', title: t('手机'), cell: (row) => row.phone ?? '' },
      ]}
      empty={
        department.userCount > 0
          ? { title: t('没有直属人员'), text: t('人员在下级部门中。') }
          : { title: t('这个部门还没有人'), text: t('管理员添加人员后，会显示在这里。') }
      }
    />
  )
}

const Tree = ({
  all,
  parentId,
  depth,
  chosen,
  onChoose,
}: {
  all: readonly AddressBookDepartment[]
  parentId: string | null
  depth: number
  chosen: string | undefined
  onChoose: (deptId: string) => void
}) => (
  <ul className="space-y-0.5">
    {all
      .filter((department) => department.parentId === parentId)
      .map(({ deptId, deptName, userCount }) => (
        <li key={deptId}>
          <button
            type="button"
            aria-current={deptId === chosen ? 'true' : undefined}
            onClick={() => onChoose(deptId)}
            style={{ paddingLeft: `${0.75 + depth * 1.25}rem` }}
            className={`flex h-10 w-full items-center gap-2.5 rounded-control pr-3 text-left text-body transition-colors ${deptId === chosen ? 'bg-accent-soft font-medium text-accent-strong' : 'hover:bg-sunken'}`}
          >
            <UsersRound size={17} className="shrink-0 opacity-70" aria-hidden />
            <span className="min-w-0 flex-1 truncate">{drawText(deptName)}</span>
            <span className="text-small text-faint">{userCount}</span>
          </button>
          <Tree all={all} parentId={deptId} depth={depth + 1} chosen={chosen} onChoose={onChoose} />
        </li>
      ))}
  </ul>
)
