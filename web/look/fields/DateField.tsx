import { Calendar } from 'lucide-react'
import { useRef, useState } from 'react'
import { addDays, type Day, dayAt, type Minute } from '../../../kernel/day.ts'
import { datePickerSpanYears } from '../../../domain/rules/constants.ts'
import { t } from '../../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'

/** What an input inside a Field is tied to its words by. */
type Ids = {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-label'?: string
}

type DayProps = FieldProps<Day | ''> & { min?: Day; max?: Day }

/**
 * A day, picked with the device's own calendar; ten years either side of today unless `min` and `max` say otherwise. It is
 * written as everywhere else; while it is typed, the device's own way of writing shows.
 */
export const DateField = (props: DayProps) => (
  <Field label={props.label} error={props.error} hint={props.hint} required={props.required}>
    {(ids) => <DateInput {...props} ids={ids} />}
  </Field>
)

/** The same for a day with its time. */
export const DateTimeField = (props: FieldProps<Minute | ''>) => (
  <Field label={props.label} error={props.error} hint={props.hint} required={props.required}>
    {(ids) => <DateInput {...props} ids={ids} timed />}
  </Field>
)

/** The bare input, for a field that holds several. `timed`: a day with its time, "2026-11-22 14:30". */
export const DateInput = ({
  ids,
  timed,
  label,
  value,
  onChange,
  onBlur,
  required,
  disabled,
  min,
  max,
}: DayProps & { ids: Ids; timed?: boolean }) => {
  const input = useRef<HTMLInputElement>(null)
  const [today] = useState(() => dayAt(Date.now()))
  const years = (count: number): Day => `${Number(today.slice(0, 4)) + count}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`
  const bound = (day: Day, time: string): string => (timed ? `${day}T${time}` : day)
  return (
    <div className="relative flex min-w-0 flex-1 items-center">
      <input
        {...ids}
        aria-required={required || undefined}
        ref={input}
        type={timed ? 'datetime-local' : 'date'}
        value={value.replace(' ', 'T')}
        min={bound(min ?? years(-datePickerSpanYears), '00:00')}
        max={bound(max ?? years(datePickerSpanYears), '23:59')}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value.replace('T', ' '))}
        onBlur={onBlur}
        onClick={() => input.current?.showPicker?.()}
        className={`${inputLook} appearance-none text-left [&::-webkit-calendar-picker-indicator]:hidden [&::-webkit-date-and-time-value]:text-left not-focus:text-transparent!`}
      />
      <span className={`pointer-events-none absolute left-0 text-input [input:focus+&]:hidden ${value ? '' : 'text-faint'}`} aria-hidden>
        {value || (disabled ? '' : t('请选择{label}', { label }))}
      </span>
      <Calendar size={18} className="pointer-events-none shrink-0 text-faint" aria-hidden />
    </div>
  )
}

/** Days that are often wanted, for chips beside a DateField. */
export const inDays = (days: number): Day => addDays(dayAt(Date.now()), days)
