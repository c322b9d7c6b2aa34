import { durationMinutesMost } from '../../kernel/fields/duration.ts'
import { Field, type FieldProps, inputLook } from '../look/fields/Field.tsx'
import { t } from '../words.ts'

/** Hours and minutes, as one number of minutes; `''` where nothing is entered. */
export const DurationField = ({ label, value, onChange, onBlur, error, hint, required, disabled }: FieldProps<unknown>) => {
  const total = value === '' || value === undefined || value === null ? undefined : Number(value)
  const hours = total === undefined ? '' : String(Math.floor(total / 60))
  const minutes = total === undefined ? '' : String(total % 60)
  const set = (nextHours: string, nextMinutes: string) =>
    onChange(
      nextHours === '' && nextMinutes === ''
        ? ''
        : Math.min(durationMinutesMost, Number(nextHours) * 60 + Math.min(59, Number(nextMinutes))),
    )
  const part = (name: string, shownValue: string, maximum: number, change: (text: string) => void) => (
    <span className="flex items-center gap-2">
      <input
        aria-label={`${label} ${name}`}
        inputMode="numeric"
        value={shownValue}
        disabled={disabled}
        maxLength={String(maximum).length}
        placeholder="0"
        onChange={(event) => change(event.target.value.replace(/\D/g, ''))}
        onBlur={onBlur}
        className={`${inputLook} w-12! flex-none!`}
      />
      <span className="text-body text-quiet">{name}</span>
    </span>
  )
  return (
    <Field label={label} error={error} hint={hint} required={required} group>
      {() => (
        <div className="flex items-center gap-6">
          {part(t('小时'), hours, 9999, (text) => set(text, minutes))}
          {part(t('分钟'), minutes, 59, (text) => set(hours, text))}
        </div>
      )}
    </Field>
  )
}
