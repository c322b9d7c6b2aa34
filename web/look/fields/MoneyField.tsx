import { type Decimal, parseDecimal, withCents } from '../../../kernel/decimal.ts'
import { moneyInCapitals } from '../../../domain/rules/moneyCapitals.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'
import { useMarkAll } from '../useMarkAll.ts'
import { typedNumber } from './typedNumber.ts'

/** An amount in yuan with two decimals, a price with up to four `places`, as a decimal string; `capitals` shows it in capital characters as well. */
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
  places = 2,
}: FieldProps<Decimal> & { capitals?: boolean; places?: 2 | 4 | undefined }) => {
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
              const text = typedNumber(event.target.value).replaceAll(',', '')
              if (patterns[places].test(text)) onChange(text)
            }}
            onBlur={() => {
              if (value !== '' && amount !== undefined) onChange(withCents(amount))
              onBlur?.()
            }}
            className={inputLook}
          />
        </div>
      )}
    </Field>
  )
}

const patterns = { 2: /^\d{0,12}(\.\d{0,2})?$/, 4: /^\d{0,12}(\.\d{0,4})?$/ } as const
