import { Clock } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'

/** A time of day, "09:30", picked with the device's own clock. */
export const TimeField = ({ label, value, onChange, onBlur, error, hint, required, disabled }: FieldProps<string>) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <div className="relative flex min-w-0 flex-1 items-center">
          <input
            {...ids}
            aria-required={required || undefined}
            ref={input}
            type="time"
            value={value}
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
          <Clock size={18} className="pointer-events-none shrink-0 text-faint" aria-hidden />
        </div>
      )}
    </Field>
  )
}
