import { Calendar } from 'lucide-react'
import { useRef, useState } from 'react'
import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { datePickerSpanYears } from '../../domain/rules/constants.ts'
import { t } from '../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'

type Props = FieldProps<Day | ''> & { min?: Day; max?: Day }

/**
 * A day, picked with the device's own calendar; ten years either side of today unless `min` and `max` say otherwise. It is
 * written as everywhere else; while it is typed, the device's own way of writing shows.
 */
export const DateField = ({ label, value, onChange, onBlur, error, hint, required, disabled, min, max }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [today] = useState(() => dayAt(Date.now()))
  const years = (count: number): Day => `${Number(today.slice(0, 4)) + count}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <div className="relative flex items-center">
          <input
            {...ids}
            aria-required={required || undefined}
            ref={input}
            type="date"
            value={value}
            min={min ?? years(-datePickerSpanYears)}
            max={max ?? years(datePickerSpanYears)}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            onClick={() => input.current?.showPicker?.()}
            className={`${inputLook} appearance-none text-left [&::-webkit-calendar-picker-indicator]:hidden [&::-webkit-date-and-time-value]:text-left not-focus:text-transparent!`}
          />
          <span
            className={`pointer-events-none absolute left-0 text-input [input:focus+&]:hidden ${value ? '' : 'text-faint'}`}
            aria-hidden
          >
            {value || (disabled ? '' : t('请选择{label}', { label }))}
          </span>
          <Calendar size={18} className="pointer-events-none shrink-0 text-faint" aria-hidden />
        </div>
      )}
    </Field>
  )
}

/** Days that are often wanted, for chips beside a DateField. */
export const inDays = (days: number): Day => addDays(dayAt(Date.now()), days)
