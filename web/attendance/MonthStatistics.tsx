import { isRestDayWorked } from '../../domain/attendance/attendedDay.ts'
import { useState } from 'react'
import { attendanceOperations, type DayRow, monthDays } from '../../domain/attendance/operations.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { weekdayOf } from '../../kernel/weekday.ts'
import { useAsk } from '../ask.ts'
import { Card, Section } from '../look/Card.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { DayDetail } from './DayDetail.tsx'
import { MonthBar } from './MonthBar.tsx'
import { Sums } from './Sums.tsx'
import { dayResult, dayStateWords, dayTone, dayWords, type Tone } from './words.tsx'
import { useSearch, useWide } from '../screen.ts'
import { session } from '../session/session.ts'
import { today } from '../shell/dateWords.ts'
import { t } from '../words.ts'

/** A month day by day; a tap on a day shows what it is made of. */
export default function StatMonth() {
  const search = useSearch('/pages/attendance/statmonth')
  const uid = search.uid || undefined
  const [month, setMonth] = useState(search.month || today().slice(0, 7))
  const [chosen, setChosen] = useState<Day | undefined>(search.day || undefined)
  const wide = useWide()
  const { data, error, refetch } = useAsk(attendanceOperations.days, { month, ...(uid && { uid }) }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const rows = new Map(data.days.map((row) => [row.day, row]))
  const row = chosen === undefined ? undefined : rows.get(chosen)
  const isOwn = uid === undefined || uid === session().uid
  return (
    <Page width="page" onRefresh={refetch} {...(!isOwn && { text: data.userName })}>
      {!data.isAnnounced && <Notice text={t('{year}年的法定节假日还没有公布或导入，暂按每周工作日计算。', { year: month.slice(0, 4) })} />}
      <div className="grid gap-x-6 pt-2 wide:grid-cols-[minmax(0,1fr)_24rem] wide:items-start">
        <div>
          <MonthBar month={month} onChange={setMonth} />
          <MonthGrid month={month} rows={rows} chosen={chosen} onDay={setChosen} />
          <Legend />
        </div>
        <div className="mt-4 space-y-4 wide:mt-0">
          <Sums sums={data.sums} />
          {wide && row && (
            <Section title={dayWords(row.day)} flush>
              <DayDetail row={row} isOwn={isOwn} />
            </Section>
          )}
        </div>
      </div>
      <Sheet open={!wide && row !== undefined} onClose={() => setChosen(undefined)} title={row ? dayWords(row.day) : ''}>
        {row && (
          <Card flush>
            <DayDetail row={row} isOwn={isOwn} />
          </Card>
        )}
      </Sheet>
    </Page>
  )
}

const MonthGrid = ({
  month,
  rows,
  chosen,
  onDay,
}: {
  month: string
  rows: ReadonlyMap<Day, DayRow>
  chosen: Day | undefined
  onDay: (day: Day) => void
}) => {
  const [first, last] = monthDays(month)
  const now = today()
  const blanks = weekdayOf(first) - 1
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return (
    <Card className="p-2!">
      <div className="grid grid-cols-7 gap-1 pb-1 text-center text-small text-quiet" aria-hidden>
        {weekdayNames.map((weekday) => (
          <span key={weekday}>{t(weekday)}</span>
        ))}
      </div>
      <div className="grid grid-cols-7 gap-1">
        {days.map((day, index) => {
          const row = rows.get(day)
          const todayRing = day === now ? 'ring-1 ring-accent' : ''
          return (
            <button
              key={day}
              type="button"
              disabled={!row}
              aria-pressed={day === chosen}
              onClick={() => onDay(day)}
              style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
              className={`flex min-h-13 flex-col items-center justify-center rounded-control transition active:opacity-60 wide:min-h-16 ${row ? looks[row.state === 'rest' ? 'plain' : dayTone[row.state]] : 'text-faint'} ${day === chosen ? 'ring-2 ring-accent' : todayRing}`}
            >
              <span className="text-body tabular-nums">{Number(day.slice(8))}</span>
              <span className="h-4 max-w-full truncate text-tiny leading-4">
                {row ? t(isRestDayWorked(row) ? '出勤' : shortWords[row.state]) : ''}
              </span>
              {row && <span className="sr-only">{t('{day}，{state}', { day, state: t(dayResult(row)) })}</span>}
            </button>
          )
        })}
      </div>
    </Card>
  )
}

const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

const looks: Readonly<Record<Tone, string>> = {
  plain: 'bg-sunken text-quiet',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

const shortWords: Readonly<Record<DayRow['state'], string>> = { ...dayStateWords, open: '', rest: '休', normal: '' }

const Legend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 px-1 pt-2 text-small text-quiet">
    {(
      [
        ['good', '正常'],
        ['warn', '迟到、早退'],
        ['bad', '缺卡、旷工'],
        ['accent', '请假'],
        ['plain', '休息日'],
      ] as const
    ).map(([tone, label]) => (
      <li key={tone} className="flex items-center gap-1.5">
        <span className={`size-3.5 rounded-[0.25rem] ring-1 ring-line ${looks[tone]}`} aria-hidden />
        {t(label)}
      </li>
    ))}
  </ul>
)
