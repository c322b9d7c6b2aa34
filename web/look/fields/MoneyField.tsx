import { type Decimal, toFixed, parseDecimal } from '../../../kernel/decimal.ts'
import { moneyInCapitals } from '../../../domain/rules/moneyCapitals.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'
import { useMarkAll } from '../useMarkAll.ts'

/** An amount in yuan with two decimals, as a decimal string; `capitals` shows it in capital characters as well. */
export const MoneyField = ({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  required,
  disabled,
  placeholder = '0.00',
  capitals,
}: FieldProps<Decimal> & { capitals?: boolean }) => {
  const amount = parseDecimal(value)
  const markAll = useMarkAll()
  return (
    <Field
      label={label}
      error={error}
      hint={capitals && amount !== undefined && value !== '' ? moneyInCapitals(amount) : hint}
      required={required}
    >
      {(ids) => (
        <div className="flex items-center gap-1.5">
          <span className={value ? 'text-input' : 'text-input text-faint'} aria-hidden>
            ¥
          </span>
          <input
            {...ids}
            {...markAll}
            aria-required={required || undefined}
            inputMode="decimal"
            value={value}
            disabled={disabled}
            placeholder={placeholder}
            onChange={(event) => {
              const text = event.target.value.replace(/。/, '.').replaceAll(',', '')
              if (/^\d{0,12}(\.\d{0,2})?$/.test(text)) onChange(text)
            }}
            onBlur={() => {
              if (value !== '' && amount !== undefined) onChange(toFixed(amount, 2))
              onBlur?.()
            }}
            className={inputLook}
          />
        </div>
      )}
    </Field>
  )
}
