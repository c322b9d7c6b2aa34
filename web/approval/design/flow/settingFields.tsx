import type { Timeout } from '../../../../domain/approval/flow/definition.ts'
import type { Duration } from '../../../../domain/calendar/deadline.ts'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Field } from '../../../look/fields/Field.tsx'
import { Stepper } from '../../../look/fields/NumberField.tsx'
import { Tabs } from '../../../look/Tabs.tsx'
import { t } from '../../../words.ts'

export const DurationFields = ({ label, value, onChange }: { label: string; value: Duration; onChange: (value: Duration) => void }) => (
  <Field label={label} group>
    {() => (
      <div className="flex flex-wrap items-center gap-2 py-1">
        <Stepper
          label={label}
          value={String(value.value)}
          min={1}
          max={100_000}
          onChange={(next) => onChange({ ...value, value: Math.min(100_000, Math.max(1, Number(next) || 1)) })}
        />
        <div className="flex gap-1.5">
          {(['minutes', 'hours', 'days'] as const).map((unit) => (
            <Chip key={unit} on={value.unit === unit} label={t(units[unit])} onPress={() => onChange({ ...value, unit })} />
          ))}
        </div>
      </div>
    )}
  </Field>
)

const units: Readonly<Record<Duration['unit'], string>> = { minutes: '分钟', hours: '小时', days: '天' }

export const CalendarChoice = ({ value, onChange }: { value: Timeout['calendar']; onChange: (value: Timeout['calendar']) => void }) => (
  <Choice
    label={t('计时方式')}
    required
    value={value}
    options={[
      { value: 'workdays', label: '工作时间' },
      { value: '24x7', label: '自然时间' },
    ]}
    onChange={(next) => onChange(next === '24x7' ? '24x7' : 'workdays')}
  />
)

export const Dot = ({ on }: { on: boolean }) => (
  <span
    className={`flex size-5 shrink-0 items-center justify-center rounded-full border-2 ${on ? 'border-accent' : 'border-line'}`}
    aria-hidden
  >
    {on && <span className="size-2.5 rounded-full bg-accent" />}
  </span>
)

export const Chip = ({ on, label, onPress }: { on: boolean; label: string; onPress: () => void }) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPress}
    className={`relative h-9 rounded-full px-3.5 text-body transition after:absolute after:-inset-y-1 after:inset-x-0 ${on ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
  >
    {label}
  </button>
)

export const heading = 'px-1 pb-1.5 text-small font-medium text-quiet'

/** The settings of a step in parts, one of which is shown. */
export const SettingTabs = <T extends string>({
  tabs,
  value,
  onChange,
}: {
  tabs: readonly { readonly value: T; readonly label: string }[]
  value: T
  onChange: (value: T) => void
}) => (
  <div className="mb-4">
    <Tabs look="pill" label={t('设置')} value={value} onChange={onChange} tabs={tabs} />
  </div>
)
