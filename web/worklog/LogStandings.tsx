import { useState } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { type LogTemplate, logOperations } from '../../domain/worklog/operations.ts'
import type { LogPeriod } from '../../domain/worklog/period.ts'
import { type LogStanding, standingNames } from '../../domain/worklog/standing.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { useAsk } from '../ask.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { Empty } from '../look/Empty.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { today } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { periodWords, shortDay } from './periodWords.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { assertDefined } from '../../kernel/assert.ts'

type Statistics = OutputOf<typeof logOperations.statistics>

const colours: Readonly<Record<LogStanding, string>> = {
  sent: 'bg-good',
  late: 'bg-warn',
  missing: 'bg-bad',
  open: 'bg-line',
  free: 'bg-sunken',
}

/** So many days a period shows back from today. */
const daysBack: Readonly<Record<LogPeriod, number>> = { day: 13, week: 55, month: 182, none: 0 }

/** Who has handed in which log: those who have not come to the eye first. */
export const LogStandings = ({ templates }: { templates: readonly LogTemplate[] }) => {
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const template = templates.find(({ id }) => id === templateId) ?? templates[0]
  const [to, setTo] = useState<Day>(today())
  const [from, setFrom] = useState<Day>()
  const [missing, setMissing] = useState(false)
  const begins = from ?? addDays(to, -daysBack[template?.period ?? 'day'])
  const { data, error, refetch } = useAsk(
    logOperations.statistics,
    { templateId: template?.id ?? '', from: begins, to, missing, pageSize: 500 },
    { enabled: template !== undefined, keep: true },
  )
  if (!template) return <Empty title={t('没有需要统计的日志')} />
  return (
    <div className="scroller min-h-0 flex-1">
      <div className="mx-auto w-full max-w-5xl px-4 pb-8 pt-3 wide:px-6">
        <Card flush className="mb-4 wide:grid wide:grid-cols-4">
          <Choice
            label={t('日志')}
            required
            value={template.id}
            onChange={(next) => {
              setTemplateId(next)
              setFrom(undefined)
            }}
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <DateField label={t('从')} value={begins} max={to} onChange={(day) => setFrom(day || undefined)} />
          <DateField label={t('到')} value={to} max={today()} onChange={(day) => setTo(day || today())} />
          <Switch label={t('只看未交')} value={missing} onChange={setMissing} />
        </Card>
        {data ? <Shown data={data} period={template.period} /> : <PendingPart error={error} onRetry={refetch} />}
      </div>
    </div>
  )
}

const Shown = ({ data: { periods, totals, page }, period }: { data: Statistics; period: LogPeriod }) => (
  <>
    <dl className="mb-4 grid grid-cols-4 gap-2 text-center">
      {(
        [
          ['应交人数', totals.people, ''],
          ['已交', totals.sent, 'text-good'],
          ['迟交', totals.late, 'text-warn'],
          ['未交', totals.missing, 'text-bad'],
        ] as const
      ).map(([label, n, tone]) => (
        <div key={label} className="rounded-card bg-card px-2 py-3 shadow-lift">
          <dd className={`text-large font-semibold ${tone}`}>{n}</dd>
          <dt className="text-small text-quiet">{t(label)}</dt>
        </div>
      ))}
    </dl>
    {page.list.length === 0 ? (
      <Empty title={t('没有符合的人')} />
    ) : (
      <Card flush>
        <ul>
          {page.list.map((row) => (
            <li key={row.id} className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-transparent">
              <Avatar name={row.person.userName} src={row.person.avatar ?? undefined} size={36} />
              <div className="min-w-0 flex-1 wide:flex wide:items-center wide:gap-4">
                <p className="min-w-0 wide:w-44">
                  <span className="block truncate text-body">{row.person.userName}</span>
                  <span className="block truncate text-small text-quiet">
                    {row.departmentName} · {t('未交 {n}', { n: row.missing })}
                  </span>
                </p>
                <ul className="flex flex-wrap gap-1 pt-1.5 wide:flex-1 wide:pt-0" aria-label={t('每一期的情况')}>
                  {row.standings.map((logStanding, index) => {
                    const { key, from } = assertDefined(periods[index], 'the period of a standing')
                    const words = `${periodWords(period, key)} ${t(standingNames[logStanding])}`
                    return (
                      <li
                        key={key}
                        title={words}
                        aria-label={words}
                        className={`flex h-6 min-w-6 items-center justify-center rounded-[0.375rem] px-1 text-tiny ${colours[logStanding]} ${logStanding === 'open' || logStanding === 'free' ? 'text-faint' : 'text-card'}`}
                      >
                        {period === 'day' && Number(key.slice(8))}
                        {period === 'month' && Number(key.slice(5))}
                        {period !== 'day' && period !== 'month' && shortDay(from)}
                      </li>
                    )
                  })}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    )}
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-1 pt-3">
      {keysOf(standingNames).map((logStanding) => (
        <li key={logStanding} className="flex items-center gap-1.5 text-small text-quiet">
          <span className={`size-3 rounded-[0.25rem] ${colours[logStanding]}`} aria-hidden />
          {t(standingNames[logStanding])}
        </li>
      ))}
    </ul>
  </>
)
