import { lengthWords } from '../../kernel/fields/period.ts'
import { isDay } from '../../kernel/day.ts'
import { isPeriodEnd, periodLength, type PeriodUnit } from '../../kernel/period.ts'
import { DateInput } from '../look/fields/DateField.tsx'
import { Field, type FieldProps } from '../look/fields/Field.tsx'
import { t } from '../words.ts'

/** What is filled in so far; it has a length once both ends are there and in their order. */
type PeriodDraft = { readonly from: string; readonly to: string; readonly length?: string }

/** From and to, with the length that they make. */
export const PeriodField = ({
  unit,
  label,
  value,
  onChange,
  error,
  hint,
  required,
  disabled,
}: FieldProps<unknown> & { unit: PeriodUnit }) => {
  const now = fillingOf(value)
  const set = (next: PeriodDraft) => {
    const { from, to } = next
    const length = isPeriodEnd(unit, from) && isPeriodEnd(unit, to) ? periodLength(unit, from, to) : undefined
    onChange(from === '' && to === '' ? '' : { from, to, ...(length !== undefined && { length }) })
  }
  /** Who begins later than it ended means the new day for both. */
  const setFrom = (from: string) => {
    const isEndKept = unit === 'hours' || from === '' || (now.to !== '' && now.to >= from)
    const sameDay = unit === 'halfDays' ? `${from.slice(0, 10)} PM` : from
    set({ from, to: isEndKept ? now.to : sameDay })
  }
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      right={
        now.length !== undefined && <span className="text-small font-medium text-accent-strong">{lengthWords(now.length, unit, t)}</span>
      }
      group
    >
      {(ids) => (
        <div className="py-0.5">
          <End unit={unit} name={t('开始')} value={now.from} first="AM" onChange={setFrom} disabled={disabled} about={ids} />
          <End
            unit={unit}
            name={t('结束')}
            value={now.to}
            first="PM"
            onChange={(to) => set({ from: now.from, to })}
            disabled={disabled}
            about={ids}
          />
        </div>
      )}
    </Field>
  )
}

type EndProps = {
  unit: PeriodUnit
  name: string
  value: string
  /** The half of the day that is meant until another one is chosen. */
  first: 'AM' | 'PM'
  onChange: (end: string) => void
  disabled: boolean | undefined
  about: { readonly 'aria-describedby'?: string | undefined; readonly 'aria-invalid'?: true | undefined }
}

const End = ({ unit, name, value, first, onChange, disabled, about }: EndProps) => {
  const halves = unit === 'halfDays'
  const day = halves ? value.slice(0, 10) : value
  const half = (['AM', 'PM'] as const).find((part) => value.endsWith(part)) ?? first
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = about
  return (
    <div className="flex items-center gap-3">
      <span className="w-9 shrink-0 text-small text-quiet">{name}</span>
      <DateInput
        ids={{ 'aria-label': name, 'aria-describedby': describedBy, 'aria-invalid': invalid }}
        label={name}
        value={day}
        timed={unit === 'hours'}
        disabled={disabled}
        onChange={(next) => onChange(halves && isDay(next) ? `${next} ${half}` : next)}
      />
      {halves && day !== '' && (
        <span role="radiogroup" aria-label={t('{name}的上午或下午', { name })} className="flex shrink-0 rounded-full bg-sunken p-0.5">
          {(['AM', 'PM'] as const).map((one) => (
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={half === one}
              disabled={disabled}
              onClick={() => onChange(`${day} ${one}`)}
              className={`reach h-8 rounded-full px-3 text-small ${half === one ? 'bg-card font-medium text-accent-strong shadow-lift' : 'text-quiet'}`}
            >
              {t(one === 'AM' ? '上午' : '下午')}
            </button>
          ))}
        </span>
      )}
    </div>
  )
}

const fillingOf = (value: unknown): PeriodDraft => {
  const period: Partial<PeriodDraft> = typeof value === 'object' && value !== null ? value : {}
  return { from: period.from ?? '', to: period.to ?? '', ...(period.length !== undefined && { length: period.length }) }
}
