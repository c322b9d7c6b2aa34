import { lunarOf } from '../../domain/agenda/lunar.ts'
import { type Rule } from '../../domain/agenda/rule.ts'
import { addDays, type Minute } from '../../kernel/day.ts'
import { weekdays, weekdayOf } from '../../kernel/weekday.ts'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { Stepper } from '../look/fields/NumberField.tsx'
import { Field } from '../look/fields/Field.tsx'
import { t } from '../words.ts'
import { lunarWords, nthNames, ruleWords } from './ruleWords.ts'
import { weekdayName } from './shown.ts'

type Props = { rule: Rule | null; begin: Minute; onChange: (rule: Rule | null) => void; error?: string | undefined }

const patterns = [
  { value: '', label: '不重复' },
  { value: 'day', label: '每天' },
  { value: 'workday', label: '每个工作日' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
  { value: 'year', label: '每年' },
  { value: 'lunarYear', label: '每年（农历）' },
]

const patternOf = (rule: Rule | null): string => {
  if (rule === null) return ''
  return rule.each.startsWith('month') ? 'month' : rule.each
}

/** How a rule begins for a person who chooses its pattern: fitting the day that the event is on. */
const ruleOfPattern = (pattern: string, begin: Minute): Rule | null => {
  switch (pattern) {
    case 'day':
      return { each: 'day', every: 1 }
    case 'workday':
      return { each: 'workday' }
    case 'week':
      return { each: 'week', every: 1, days: [weekdayOf(begin.slice(0, 10))] }
    case 'month':
      return { each: 'monthDay', every: 1, day: Number(begin.slice(8, 10)) }
    case 'year':
      return { each: 'year', every: 1 }
    case 'lunarYear': {
      const { month, day } = lunarOf(begin.slice(0, 10))
      return { each: 'lunarYear', month, day }
    }
    default:
      return null
  }
}

/** How an event comes again, in fields, and said in words below them. */
export const RepeatFields = ({ rule, begin, onChange, error }: Props) => {
  const choose = (pattern: string) => {
    const next = ruleOfPattern(pattern, begin)
    onChange(next && rule ? { ...next, ...endOf(rule) } : next)
  }
  return (
    <>
      <Choice label={t('重复方式')} value={patternOf(rule)} onChange={choose} options={patterns} required error={error} />
      {rule && 'every' in rule && (
        <Field label={t('间隔')} group>
          {() => (
            <div className="flex items-center gap-3 py-1.5 text-body">
              <Stepper
                label={t('间隔')}
                value={String(rule.every)}
                min={1}
                max={99}
                onChange={(value) => onChange({ ...rule, every: Number(value) })}
              />
              <span className="text-quiet">{t(unitWords[rule.each])}</span>
            </div>
          )}
        </Field>
      )}
      {rule?.each === 'week' && (
        <Choices
          label={t('星期')}
          value={rule.days.map(String)}
          options={weekdays.map((day) => ({ value: String(day), label: weekdayName(day) }))}
          onChange={(days) => days.length > 0 && onChange({ ...rule, days: weekdays.filter((day) => days.includes(String(day))) })}
        />
      )}
      {rule && patternOf(rule) === 'month' && <MonthChoice rule={rule} begin={begin} onChange={onChange} />}
      {rule?.each === 'lunarYear' && (
        <Field label={t('农历日期')} group>
          {() => <p className="py-2 text-input">{lunarWords(rule.month, rule.day)}</p>}
        </Field>
      )}
      {rule && <EndFields rule={rule} begin={begin} onChange={onChange} />}
      {rule && <p className="px-4 py-3 text-small text-quiet">{ruleWords(rule, begin)}</p>}
    </>
  )
}

const unitWords = { day: '天', week: '周', monthDay: '个月', monthEnd: '个月', monthWeekday: '个月', year: '年' } as const

const endOf = ({ until, count }: Rule) => ({ ...(until !== undefined && { until }), ...(count !== undefined && { count }) })

/** The fifth is not there in every month. */
const nthWeeks = [1, 2, 3, 4] as const

const MonthChoice = ({ rule, begin, onChange }: { rule: Rule; begin: Minute; onChange: (rule: Rule) => void }) => {
  if (rule.each !== 'monthDay' && rule.each !== 'monthEnd' && rule.each !== 'monthWeekday') return null
  const day = Number(begin.slice(8, 10))
  const nth = nthWeeks.find((week) => week === Math.ceil(day / 7))
  const isLast = addDays(begin.slice(0, 10), 7).slice(5, 7) !== begin.slice(5, 7)
  const weekday = weekdayOf(begin.slice(0, 10))
  const sharedParts = { every: rule.every, ...endOf(rule) }
  const choices: readonly { value: string; label: string; rule: Rule }[] = [
    { value: 'day', label: t('{day}日', { day }), rule: { each: 'monthDay', day, ...sharedParts } },
    { value: 'end', label: t('最后一天'), rule: { each: 'monthEnd', ...sharedParts } },
    ...(nth !== undefined
      ? [
          {
            value: 'nth',
            label: t(nthNames[nth], { weekday: t(weekdayName(weekday)) }),
            rule: { each: 'monthWeekday', nth, weekday, ...sharedParts } as const,
          },
        ]
      : []),
    ...(isLast
      ? [
          {
            value: 'last',
            label: t(nthNames[-1], { weekday: t(weekdayName(weekday)) }),
            rule: { each: 'monthWeekday', nth: -1, weekday, ...sharedParts } as const,
          },
        ]
      : []),
  ]
  const monthChoice = monthChoiceOf(rule)
  return (
    <Choice
      label={t('按月日或星期')}
      value={monthChoice}
      options={choices}
      onChange={(value) => {
        const choice = choices.find((candidate) => candidate.value === value)
        if (choice) onChange(choice.rule)
      }}
      required
    />
  )
}

const EndFields = ({ rule, begin, onChange }: { rule: Rule; begin: Minute; onChange: (rule: Rule) => void }) => {
  const { until, count, ...open } = rule
  const countEnd = count === undefined ? 'never' : 'count'
  const ends = until === undefined ? countEnd : 'until'
  const choose = (value: string) => {
    if (value === 'until') onChange({ ...open, until: addDays(begin.slice(0, 10), 30) })
    else if (value === 'count') onChange({ ...open, count: 10 })
    else onChange(open)
  }
  return (
    <>
      <Choice
        label={t('结束')}
        value={ends}
        onChange={choose}
        required
        options={[
          { value: 'never', label: '一直重复' },
          { value: 'until', label: '到某天' },
          { value: 'count', label: '按次数' },
        ]}
      />
      {until !== undefined && (
        <DateField
          label={t('最后日期')}
          value={until}
          min={begin.slice(0, 10)}
          onChange={(day) => onChange({ ...open, ...(day ? { until: day } : {}) })}
        />
      )}
      {count !== undefined && (
        <Field label={t('次数')} group>
          {() => (
            <div className="py-1.5">
              <Stepper
                label={t('次数')}
                value={String(count)}
                min={1}
                max={730}
                onChange={(value) => onChange({ ...open, count: Number(value) })}
              />
            </div>
          )}
        </Field>
      )}
    </>
  )
}

const monthChoiceOf = (rule: Rule): 'day' | 'end' | 'last' | 'nth' => {
  if (rule.each === 'monthDay') return 'day'
  if (rule.each === 'monthEnd') return 'end'
  return 'nth' in rule && rule.nth === -1 ? 'last' : 'nth'
}
