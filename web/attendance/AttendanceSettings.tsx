import { CalendarRange, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { attendanceOperations } from '../../domain/attendance/operations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSearch } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { ImportPunches } from './ImportPunches.tsx'

const tabNames = ['groups', 'shifts', 'import'] as const
type Tab = (typeof tabNames)[number]

/** Who is asked to come when: groups, the shifts that they work, and what time clocks have to say. */
export default function AttendanceSettings() {
  const search = useSearch('/pages/attendance/settings')
  const [tab, setTab] = useState<Tab>(tabNames.find((name) => name === search.tab) ?? 'groups')
  return (
    <Page
      width="page"
      right={
        tab !== 'import' && (
          <Button
            size="small"
            icon={Plus}
            onClick={() => go(tab === 'groups' ? '/pages/attendance/groupedit' : '/pages/attendance/shiftedit')}
          >
            {t('添加')}
          </Button>
        )
      }
      below={
        <Tabs
          label={t('考勤设置')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'groups', label: t('考勤组') },
            { value: 'shifts', label: t('班次') },
            { value: 'import', label: t('导入打卡') },
          ]}
        />
      }
    >
      <div className="pt-3">
        {tab === 'groups' && <Groups />}
        {tab !== 'groups' && tab === 'shifts' && <Shifts />}
        {tab !== 'groups' && tab !== 'shifts' && <ImportPunches />}
      </div>
    </Page>
  )
}

const kindWords = { fixed: '固定班制', roster: '排班制', free: '自由上下班' } as const

const Groups = () => {
  const { data, error, refetch } = useAsk(attendanceOperations.groups, {})
  if (!data) return <Pending error={error} onRetry={refetch} />
  if (data.list.length === 0)
    return (
      <Empty
        icon={UsersRound}
        title={t('还没有考勤组')}
        text={t('先建班次，再建考勤组，把部门或人员加进来，他们就可以打卡了。')}
        action={{ label: t('添加考勤组'), onPress: () => go('/pages/attendance/groupedit') }}
      />
    )
  return (
    <Card flush>
      {data.list.map(({ id, name, isDefault, rules, people }) => (
        <Cell
          key={id}
          title={
            <span className="flex items-center gap-2">
              {name}
              {isDefault && <Tag>{t('默认')}</Tag>}
            </span>
          }
          text={`${t(kindWords[rules.kind])} · ${t('{count}人', { count: people })}`}
          onPress={() => go('/pages/attendance/groupedit', { id })}
        />
      ))}
    </Card>
  )
}

const Shifts = () => {
  const { data, error, refetch } = useAsk(attendanceOperations.shifts, {})
  if (!data) return <Pending error={error} onRetry={refetch} />
  if (data.list.length === 0)
    return (
      <Empty
        icon={CalendarRange}
        title={t('还没有班次')}
        text={t('班次说明几点上班、几点下班、晚到多久算迟到。')}
        action={{ label: t('添加班次'), onPress: () => go('/pages/attendance/shiftedit') }}
      />
    )
  return (
    <Section flush>
      {data.list.map(({ id, name, times }) => (
        <Cell key={id} title={name} text={times} onPress={() => go('/pages/attendance/shiftedit', { id })} />
      ))}
    </Section>
  )
}
