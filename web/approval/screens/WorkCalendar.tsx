import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { holidayYears, type HolidayYears } from '../../../domain/calendar/holidays.ts'
import { type CalendarSettings, type DayKind, dayOf, type DaySource, isAnnounced } from '../../../domain/calendar/workCalendar.ts'
import { calendarOperations } from '../../../domain/calendar/operations.ts'
import { addDays, type Day, dayAt } from '../../../kernel/day.ts'
import { weekdayOf, weekdays } from '../../../kernel/weekday.ts'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Choices } from '../../look/fields/Choices.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Notice } from '../../look/Notice.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { useLeaveGuard } from '../../screen.ts'
import { language, t } from '../../words.ts'
import { HolidaySheet } from './HolidaySheet.tsx'

/** When the organisation works: deadlines of approvals that count in workdays follow it. */
export default function WorkCalendar() {
  const { data, error, refetch } = useAsk(calendarOperations.calendar, {})
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Editor key={data.revision} saved={data.settings} revision={data.revision} years={holidayYears(data.years)} />
}

const Editor = ({ saved, revision, years }: { saved: CalendarSettings; revision: number; years: HolidayYears }) => {
  const [settings, setSettings] = useState(saved)
  const { send, sending } = useSend(calendarOperations.saveCalendar, { done: '已保存工作日历' })
  const isChanged = settings !== saved
  useLeaveGuard(isChanged)
  const change = (values: Partial<CalendarSettings>) => setSettings((now) => ({ ...now, ...values }))
  const backwards = settings.opensMinutes >= settings.closesMinutes
  const ownDayCount = Object.keys(settings.days).length
  const [isImporting, setImporting] = useState(false)
  return (
    <Page
      width="page"
      bottom={
        <Button
          size="large"
          wide
          busy={sending}
          disabled={!isChanged || backwards || settings.weekdays.length === 0}
          onClick={() => void send({ settings, revision }).catch(() => undefined)}
        >
          {t('保存')}
        </Button>
      }
    >
      <div className="grid gap-x-6 pt-3 wide:grid-cols-[minmax(0,1fr)_24rem] wide:items-start">
        <Month settings={settings} years={years} onDay={(day, kind) => change({ days: daysWith(settings, day, kind, years) })} />
        <div>
          <HoursSection settings={settings} onChange={change} />
          <Section
            note={
              ownDayCount > 0
                ? t('另有{count}天由本单位自定，点日历中的日期可以更改。', { count: ownDayCount })
                : t('点日历中的日期，可以把它改成上班或休息。')
            }
          >
            <Switch
              label={t('法定节假日和调休')}
              text={t('按国务院公布的安排')}
              value={settings.national}
              onChange={(national) => change({ national })}
            />
            <Cell title={t('导入节假日')} text={t('粘贴国务院公布的放假安排')} onPress={() => setImporting(true)} />
          </Section>
        </div>
      </div>
      <HolidaySheet open={isImporting} onClose={() => setImporting(false)} />
    </Page>
  )
}

type HoursSectionProps = { settings: CalendarSettings; onChange: (values: Partial<CalendarSettings>) => void }

/** When and on which weekdays work is done. */
const HoursSection = ({ settings, onChange }: HoursSectionProps) => {
  const areHoursWrong = settings.opensMinutes >= settings.closesMinutes
  return (
    <Section title={t('工作时间')} note={t('按工作日计算的审批期限只在这些时间里计时。已在进行的期限会随日历一起调整。')}>
      <Choice
        label={t('上班')}
        value={String(settings.opensMinutes)}
        onChange={(value) => onChange({ opensMinutes: Number(value) })}
        options={times}
        required
      />
      <Choice
        label={t('下班')}
        value={String(settings.closesMinutes)}
        onChange={(value) => onChange({ closesMinutes: Number(value) })}
        options={times}
        error={areHoursWrong ? t('下班时间应晚于上班时间') : undefined}
        required
      />
      <Choices
        label={t('每周工作日')}
        value={settings.weekdays.map(String)}
        onChange={(value) => onChange({ weekdays: weekdays.filter((day) => value.includes(String(day))) })}
        options={weekdayNames.map((label, index) => ({ value: String(index + 1), label }))}
        error={settings.weekdays.length === 0 ? t('每周至少一个工作日') : undefined}
        required
      />
    </Section>
  )
}

/** The own days with one of them turned; one that is as it would be anyway needs no word. */
const daysWith = (settings: CalendarSettings, day: Day, kind: DayKind, years: HolidayYears): CalendarSettings['days'] => {
  const { [day]: _, ...others } = settings.days
  return dayOf({ ...settings, days: others }, day, years).kind === kind ? others : { ...others, [day]: kind === 'work' }
}

const Month = ({
  settings,
  years,
  onDay,
}: {
  settings: CalendarSettings
  years: HolidayYears
  onDay: (day: Day, kind: DayKind) => void
}) => {
  const [today] = useState(() => dayAt(Date.now()))
  const [month, setMonth] = useState(today.slice(0, 7))
  const first = `${month}-01`
  const blanks = weekdayOf(first) - 1
  const days = daysOf(month)
  const workdays = days.filter((day) => dayOf(settings, day, years).kind === 'work').length
  const name = new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'zh-CN', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(first + 'T00:00:00Z'),
  )
  return (
    <section className="mb-4">
      <div className="flex min-h-11 items-center gap-1 pb-1.5">
        <h2 className="flex-1 px-1 text-title font-semibold" aria-live="polite">
          {name}
          <span className="ml-2 text-small font-normal text-quiet">{t('工作日{count}天', { count: workdays })}</span>
        </h2>
        {month !== today.slice(0, 7) && (
          <Button kind="secondary" size="small" onClick={() => setMonth(today.slice(0, 7))}>
            {t('今天')}
          </Button>
        )}
        <IconButton icon={ChevronLeft} label={t('上个月')} onClick={() => setMonth(addDays(first, -1).slice(0, 7))} />
        <IconButton icon={ChevronRight} label={t('下个月')} onClick={() => setMonth(addDays(first, 31).slice(0, 7))} />
      </div>
      {!isAnnounced(settings, first, years) && (
        <Notice text={t('{year}年的法定节假日还没有公布或导入，暂按每周工作日计算。', { year: month.slice(0, 4) })} />
      )}
      <Card className="p-2!">
        <div className="grid grid-cols-7 gap-1 pb-1 text-center text-small text-quiet" aria-hidden>
          {weekdayNames.map((weekday) => (
            <span key={weekday}>{t(weekday)}</span>
          ))}
        </div>
        <div className="grid grid-cols-7 gap-1">
          {days.map((day, index) => {
            const { kind, source } = dayOf(settings, day, years)
            return (
              <button
                key={day}
                type="button"
                aria-pressed={kind === 'work'}
                onClick={() => onDay(day, kind === 'work' ? 'off' : 'work')}
                style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
                className={`relative flex min-h-13 flex-col items-center justify-center rounded-control transition active:opacity-60 wide:min-h-16 ${dayLooks[kind][source]} ${day === today ? 'ring-2 ring-accent' : ''}`}
              >
                <span className={`text-body ${day === today ? 'font-semibold' : ''}`}>{Number(day.slice(8))}</span>
                <span className="h-4 text-tiny leading-4">{source === 'week' ? '' : t(kind === 'work' ? '班' : '休')}</span>
                <span className="sr-only">{t('{day}，{state}', { day, state: t(dayWords[kind][source]) })}</span>
              </button>
            )
          })}
        </div>
      </Card>
      <DayLegend />
    </section>
  )
}

/** What the colours of days mean. */
const DayLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 px-1 pt-2 text-small text-quiet">
    {(['work', 'off'] as const).flatMap((kind) =>
      (['week', 'national', 'own'] as const).map((source) => (
        <li key={kind + source} className="flex items-center gap-1.5">
          <span className={`size-3.5 rounded-[0.25rem] ring-1 ring-line ${dayLooks[kind][source]}`} aria-hidden />
          {t(dayWords[kind][source])}
        </li>
      )),
    )}
  </ul>
)

const daysOf = (month: string): Day[] => {
  const days: Day[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

const dayWords: Record<DayKind, Record<DaySource, string>> = {
  work: { week: '正常上班', national: '调休上班', own: '本单位上班' },
  off: { week: '休息', national: '法定节假日', own: '本单位休息' },
}

const dayLooks: Record<DayKind, Record<DaySource, string>> = {
  work: { week: 'bg-card text-ink', national: 'bg-warn-soft text-warn', own: 'bg-accent-soft text-accent-strong' },
  off: { week: 'bg-sunken text-quiet', national: 'bg-bad-soft text-bad', own: 'bg-good-soft text-good' },
}

/** Every half hour of a day, as minutes after midnight. */
const times = Array.from({ length: 49 }, (_, n) => ({
  value: String(n * 30),
  label: `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
}))
