import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { attendanceOperations } from '../../domain/attendance/operations.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { mondayOf } from '../../kernel/weekday.ts'
import { useAsk } from '../ask.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag } from '../look/Tag.tsx'
import { MonthBar } from './MonthBar.tsx'
import { Sums } from './Sums.tsx'
import { clockOf, dayResult, dayTone, dayWords, lengthWords } from './words.tsx'
import { ExportButton } from '../forms/ExportButton.tsx'
import { useSearch, useWide } from '../screen.ts'
import { today } from '../shell/dateWords.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

const tabNames = ['own', 'month', 'day'] as const
type Tab = (typeof tabNames)[number]

/** One's own week and month; for heads and managers those of their people, and who is where today. */
export default function Statistics() {
  const search = useSearch('/pages/attendance/statistics')
  const reach = useAsk(attendanceOperations.reach, {})
  const [chosen, setChosen] = useState<Tab | undefined>(tabNames.find((name) => name === search.tab))
  const [month, setMonth] = useState(search.month || today().slice(0, 7))
  const [deptId, setDeptId] = useState(search.deptId || '')
  if (!reach.data) return <Pending error={reach.error} onRetry={reach.refetch} />
  const { all, mayExport, departments } = reach.data
  const leads = all || departments.length > 0
  const tab = leads ? (chosen ?? 'own') : 'own'
  const filter = deptId ? { deptId } : {}
  return (
    <Page
      width="page"
      right={
        mayExport &&
        tab === 'month' && <ExportButton operation={attendanceOperations.export} asked={{ month, ...filter }} title={t('考勤月报')} />
      }
      below={
        leads && (
          <Tabs
            label={t('考勤统计')}
            value={tab}
            onChange={setChosen}
            tabs={[
              { value: 'own', label: t('我的') },
              { value: 'month', label: t('按月') },
              { value: 'day', label: t('按日') },
            ]}
          />
        )
      }
    >
      {tab === 'own' && <Own />}
      {tab !== 'own' && departments.length > 1 && (
        <div className="pt-3">
          <Card flush>
            <Choice
              label={t('部门')}
              value={deptId}
              onChange={setDeptId}
              options={[
                { value: '', label: all ? '全部' : '我负责的部门' },
                ...departments.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Card>
        </div>
      )}
      {tab === 'month' && <People month={month} setMonth={setMonth} filter={filter} />}
      {tab === 'day' && <OneDay begin={search.day} filter={filter} />}
    </Page>
  )
}

const Own = () => {
  const now = today()
  const monday = mondayOf(now)
  const [month, setMonth] = useState(now.slice(0, 7))
  const week = useAsk(attendanceOperations.days, { from: monday, to: addDays(monday, 6) })
  const wholeMonth = useAsk(attendanceOperations.days, { month }, { keep: true })
  if (!week.data || !wholeMonth.data)
    return <Pending error={week.error ?? wholeMonth.error} onRetry={() => Promise.all([week.refetch(), wholeMonth.refetch()])} />
  return (
    <div className="grid gap-x-6 pt-2 wide:grid-cols-2 wide:items-start">
      <div className="mb-4">
        <h2 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">{t('本周')}</h2>
        <Sums sums={week.data.sums} />
        <Card flush className="mt-3">
          {week.data.days.map((row) => (
            <Cell
              key={row.day}
              title={dayWords(row.day)}
              text={row.slots.flatMap(({ punched }) => (punched ? [clockOf(punched)] : [])).join(' – ') || undefined}
              value={<Tag tone={dayTone[row.state]}>{t(dayResult(row))}</Tag>}
              onPress={() => go('/pages/attendance/statmonth', { month: row.day.slice(0, 7), day: row.day })}
            />
          ))}
        </Card>
      </div>
      <div>
        <MonthBar month={month} onChange={setMonth} />
        <Sums sums={wholeMonth.data.sums} />
        <Card flush className="mb-4 mt-3">
          <Cell title={t('按天查看')} onPress={() => go('/pages/attendance/statmonth', { month })} />
        </Card>
      </div>
    </div>
  )
}

type Filter = { readonly deptId?: string }

const People = ({ month, setMonth, filter }: { month: string; setMonth: (month: string) => void; filter: Filter }) => {
  const wide = useWide()
  const [limit, setLimit] = useState(100)
  const { data, error, refetch } = useAsk(attendanceOperations.month, { month, ...filter, limit }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const open = (uid: string) => go('/pages/attendance/statmonth', { uid, month })
  return (
    <div className="pt-2">
      <MonthBar month={month} onChange={setMonth} />
      {data.list.length === 0 && <Empty title={t('这个月还没有考勤')} />}
      {data.list.length > 0 && wide && (
        <Card flush>
          <table className="w-full text-body">
            <thead>
              <tr className="border-b border-line text-left text-small text-quiet">
                {['姓名', '部门', '出勤天数', '休息日出勤', '工时', '迟到', '早退', '缺卡', '旷工（天）', '请假', '加班', '外勤'].map(
                  (head, index) => (
                    <th key={head} className={`px-3 py-2.5 font-normal ${index > 1 ? 'text-right' : ''}`}>
                      {t(head)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => (
                <tr key={row.uid} className="pressable border-b border-line last:border-0" onClick={() => open(row.uid)}>
                  <td className="px-3 py-2.5">
                    <button type="button" className="text-accent-strong">
                      {row.userName}
                    </button>
                  </td>
                  <td className="px-3 py-2.5 text-quiet">{row.deptName}</td>
                  {[
                    `${row.attended}/${row.due}`,
                    row.restDays,
                    lengthWords(row.workedMinutes),
                    row.lates,
                    row.earlies,
                    row.missings,
                    row.absentDays,
                    row.leaveMinutes > 0 ? lengthWords(row.leaveMinutes) : 0,
                    row.overtimeMinutes > 0 ? lengthWords(row.overtimeMinutes) : 0,
                    row.fields,
                  ].map((value, index) => (
                    <td
                      key={index}
                      className={`px-3 py-2.5 text-right tabular-nums ${index > 2 && index < 7 && value !== 0 ? 'text-bad' : ''}`}
                    >
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {data.list.length > 0 && !wide && (
        <Card flush>
          {data.list.map((row) => (
            <Cell
              key={row.uid}
              title={row.userName}
              text={`${t('出勤{attended}/{due}天', { attended: row.attended, due: row.due })} · ${lengthWords(row.workedMinutes)}`}
              value={<Faults row={row} />}
              onPress={() => open(row.uid)}
            />
          ))}
        </Card>
      )}
      {data.next !== null && (
        <button type="button" className="min-h-11 w-full text-body text-accent-strong" onClick={() => setLimit(limit + 200)}>
          {t('显示更多')}
        </button>
      )}
    </div>
  )
}

const Faults = ({ row }: { row: { lates: number; earlies: number; missings: number; absentDays: number } }) => {
  const figures = (
    [
      ['迟到', row.lates],
      ['早退', row.earlies],
      ['缺卡', row.missings],
      ['旷工', row.absentDays],
    ] as const
  ).filter(([, count]) => count > 0)
  if (figures.length === 0) return <Tag tone="good">{t('全勤')}</Tag>
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {figures.map(([label, count]) => (
        <Tag key={label} tone={label === '迟到' || label === '早退' ? 'warn' : 'bad'}>
          {t(label)} {count}
        </Tag>
      ))}
    </span>
  )
}

const OneDay = ({ begin, filter }: { begin: string | undefined; filter: Filter }) => {
  const [day, setDay] = useState<Day>(begin || today())
  const [limit, setLimit] = useState(100)
  const { data, error, refetch } = useAsk(attendanceOperations.day, { day, ...filter, limit }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <div className="pt-2">
      <div className="flex min-h-11 items-center gap-1">
        <h2 className="flex-1 px-1 text-title font-semibold">{dayWords(day)}</h2>
        <IconButton icon={ChevronLeft} label={t('前一天')} onClick={() => setDay(addDays(day, -1))} />
        <IconButton icon={ChevronRight} label={t('后一天')} onClick={() => setDay(addDays(day, 1))} />
      </div>
      {data.list.length === 0 ? (
        <Empty title={t('这一天没有考勤')} />
      ) : (
        <Card flush className="wide:columns-2 wide:gap-0">
          {data.list.map(({ uid, userName, deptName, row }) => (
            <Cell
              key={uid}
              title={userName}
              text={[deptName, row.slots.flatMap(({ punched }) => (punched ? [clockOf(punched)] : [])).join(' – ')]
                .filter(Boolean)
                .join(' · ')}
              value={<Tag tone={dayTone[row.state]}>{t(dayResult(row))}</Tag>}
              onPress={() => go('/pages/attendance/statmonth', { uid, month: day.slice(0, 7), day })}
            />
          ))}
        </Card>
      )}
      {data.next !== null && (
        <button type="button" className="min-h-11 w-full text-body text-accent-strong" onClick={() => setLimit(limit + 200)}>
          {t('显示更多')}
        </button>
      )}
    </div>
  )
}
