import { Plus, Trash2 } from 'lucide-react'
import type { ShiftRules } from '../../domain/attendance/shift.ts'
import { attendanceOperations, type ShiftRow } from '../../domain/attendance/operations.ts'
import { firstOf, lastOf } from '../../kernel/assert.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { TimeField } from '../look/fields/TimeField.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'
import { useShiftEditing } from './useShiftEditing.ts'

/** A shift: when it is worked, and from when on a person is late. */
export default function ShiftEdit() {
  const { id } = useSearch('/pages/attendance/shiftedit')
  const { data, error, refetch } = useAsk(attendanceOperations.shift, { id: id || '0' }, { enabled: Boolean(id), once: true })
  if (id && !data) return <Pending error={error} onRetry={refetch} />
  return <Editor key={data?.version ?? 0} known={data} />
}

const Editor = ({ known }: { known: ShiftRow | undefined }) => {
  const { name, setName, fromDay, setFromDay, rules, change, checked, isChanged, store, drop, isSaving, isDeleting } =
    useShiftEditing(known)
  return (
    <Page
      width="form"
      bottom={
        <>
          {known && (
            <Button kind="danger" size="large" busy={isDeleting} onClick={() => void drop()}>
              {t('删除')}
            </Button>
          )}
          <Button size="large" wide busy={isSaving} disabled={!isChanged || !name.trim() || !checked.success} onClick={() => void store()}>
            {t('保存')}
          </Button>
        </>
      }
    >
      <div className="pt-3">
        <Section flush>
          <TextField label={t('班次名称')} value={name} onChange={setName} required />
          <DateField label={t('从哪天起生效')} value={fromDay} onChange={setFromDay} required hint={t('这天以前的考勤仍按原来的规则。')} />
        </Section>
        <Times rules={rules} onChange={change} />
        {!checked.success && <p className="mb-4 px-1 text-small text-bad">{t(checked.issues[0].message)}</p>}
        <MinuteRules rules={rules} onChange={change} />
      </div>
    </Page>
  )
}

type RulesProps = { rules: ShiftRules; onChange: (values: Partial<ShiftRules>) => void }

/** When it is worked, and when there is a rest. */
const Times = ({ rules, onChange }: RulesProps) => (
  <>
    {rules.segments.map((segment, index) => (
      <Spans
        key={index}
        title={rules.segments.length > 1 ? t('时段{number}', { number: index + 1 }) : t('上下班时间')}
        from={segment.on}
        to={segment.off}
        labels={['上班', '下班']}
        onChange={(on, off) => onChange({ segments: rules.segments.with(index, { on, off }) })}
        onDrop={
          rules.segments.length > 1
            ? () => onChange({ segments: rules.segments.filter((_, otherIndex) => otherIndex !== index) })
            : undefined
        }
      />
    ))}
    {rules.rests.map((restPeriod, index) => (
      <Spans
        key={index}
        title={t('休息时间')}
        from={restPeriod.from}
        to={restPeriod.to}
        labels={['开始', '结束']}
        onChange={(from, to) => onChange({ rests: rules.rests.with(index, { from, to }) })}
        onDrop={() => onChange({ rests: rules.rests.filter((_, otherIndex) => otherIndex !== index) })}
      />
    ))}
    <div className="mb-4 flex gap-3">
      {rules.segments.length < 3 && (
        <Button
          kind="secondary"
          size="small"
          icon={Plus}
          onClick={() => onChange({ segments: [...rules.segments, nextSegment(rules)], flexible: 0 })}
        >
          {t('加一个时段')}
        </Button>
      )}
      {rules.rests.length < 4 && (
        <Button kind="secondary" size="small" icon={Plus} onClick={() => onChange({ rests: [...rules.rests, nextRest(rules)] })}>
          {t('加休息时间')}
        </Button>
      )}
    </div>
  </>
)

type MinutesKey = 'grace' | 'earlyGrace' | 'serious' | 'absent' | 'earliest' | 'latest' | 'flexible' | 'overtime'

const minuteRules: readonly { readonly key: MinutesKey; readonly label: string; readonly hint?: string }[] = [
  { key: 'grace', label: '晚到多久以内不算迟到' },
  { key: 'earlyGrace', label: '早走多久以内不算早退' },
  { key: 'serious', label: '晚到多久算严重迟到' },
  { key: 'absent', label: '晚到或早走多久算旷工' },
  { key: 'flexible', label: '弹性时间', hint: '早来早走、晚到晚走，最多这么久。' },
  { key: 'earliest', label: '最早提前多久打上班卡' },
  { key: 'latest', label: '最晚延后多久打下班卡' },
  { key: 'overtime', label: '下班后多久起算加班' },
]

/** Flexible time fits a shift that is worked in one piece. */
const MinuteRules = ({ rules, onChange }: RulesProps) => (
  <Section title={t('规则（分钟）')} flush>
    {minuteRules
      .filter(({ key }) => key !== 'flexible' || rules.segments.length === 1)
      .map(({ key, label, hint }) => (
        <NumberField
          key={key}
          label={t(label)}
          value={String(rules[key])}
          min={0}
          max={720}
          step={5}
          onChange={(value) => onChange({ [key]: Number(value) })}
          {...(hint !== undefined && { hint: t(hint) })}
        />
      ))}
  </Section>
)

type SpansProps = {
  title: string
  from: number
  to: number
  labels: readonly [string, string]
  onChange: (from: number, to: number) => void
  onDrop?: (() => void) | undefined
}

/** From a time to another; either may be of the day after. */
const Spans = ({ title, from, to, labels, onChange, onDrop }: SpansProps) => (
  <Section title={title} flush right={onDrop && <IconButton icon={Trash2} iconSize={18} label={t('删除')} onClick={onDrop} />}>
    <TimeField label={t(labels[0])} value={timeOf(from)} onChange={(text) => onChange(minutesOf(text, from >= 1440), to)} required />
    <TimeField label={t(labels[1])} value={timeOf(to)} onChange={(text) => onChange(from, minutesOf(text, to >= 1440))} required />
    <Switch label={t('结束在第二天')} value={to >= 1440} onChange={(next) => onChange(from, next ? (to % 1440) + 1440 : to % 1440)} />
    {(from >= 1440 || to >= 1440) && labels[0] === '开始' && (
      <Switch label={t('开始在第二天')} value={from >= 1440} onChange={(next) => onChange(next ? (from % 1440) + 1440 : from % 1440, to)} />
    )}
  </Section>
)

const timeOf = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (text: string, nextDay: boolean): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes + (nextDay ? 1440 : 0)
}

const nextSegment = ({ segments }: ShiftRules) => {
  const last = lastOf(segments).off
  return { on: last + 60, off: last + 240 }
}
const nextRest = ({ segments }: ShiftRules) => {
  const { on, off } = firstOf(segments)
  const middle = Math.floor((on + off) / 120) * 60
  return { from: middle, to: middle + 30 }
}
