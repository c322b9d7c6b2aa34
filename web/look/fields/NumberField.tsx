import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { add, compare, type Decimal, isDecimal, parseDecimal, subtract } from '../../../kernel/decimal.ts'
import { numberBoxMin, numberBoxStep } from '../../../domain/rules/constants.ts'
import { t } from '../../words.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useMarkAll } from '../useMarkAll.ts'
import { typedNumber } from './typedNumber.ts'

type StepperProps = {
  label: string
  value: Decimal
  onChange: (value: Decimal) => void
  min?: number
  max?: number | undefined
  step?: number
  /** How many decimals may be typed. */
  places?: number
  disabled?: boolean | undefined
  /** What the button for more is called while there is none; until then it stands alone. */
  opening?: string
}

/** A number as a decimal string with buttons for less and more; from 1 in steps of 1. */
export const NumberField = ({
  label,
  error,
  hint,
  required,
  ...stepper
}: Omit<FieldProps<Decimal>, 'placeholder' | 'onBlur'> & StepperProps) => (
  <Field label={label} error={error} hint={hint} required={required}>
    {(ids) => (
      <div className="pt-1">
        <Stepper {...stepper} label={label} ids={{ ...ids, 'aria-required': required || undefined }} />
      </div>
    )}
  </Field>
)

/** The number box alone, for a line of a document. */
export const Stepper = ({
  label,
  value,
  onChange,
  min = numberBoxMin,
  max,
  step = numberBoxStep,
  places = 0,
  disabled,
  opening,
  ids,
}: StepperProps & { ids?: object }) => {
  const markAll = useMarkAll()
  const isNumber = isDecimal(value)
  const less = isNumber ? subtract(value, String(step)) : String(min)
  const increased = isNumber ? add(value, String(step)) : String(min)
  const isClosed = opening !== undefined && value === '0'
  const tooLow = !isNumber || compare(less, String(min)) < 0
  const tooHigh = max !== undefined && compare(increased, String(max)) > 0
  return (
    <div className={`flex h-11 items-center rounded-control bg-sunken ${isClosed ? '' : 'w-36'}`}>
      {!isClosed && (
        <StepButton label={t('减少')} disabled={disabled || tooLow} onPress={() => onChange(less)} icon={<Minus size={18} aria-hidden />} />
      )}
      {!isClosed && (
        <input
          aria-label={ids ? undefined : label}
          {...ids}
          {...markAll}
          inputMode={places > 0 ? 'decimal' : 'numeric'}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const text = typedNumber(event.target.value)
            if (new RegExp(places > 0 ? `^\\d{0,9}(\\.\\d{0,${places}})?$` : '^\\d{0,9}$').test(text)) onChange(text)
          }}
          onBlur={() => {
            const parsedValue = parseDecimal(value)
            if (parsedValue === undefined || compare(parsedValue, String(min)) < 0) onChange(String(min))
            else if (max !== undefined && compare(parsedValue, String(max)) > 0) onChange(String(max))
            else onChange(parsedValue)
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-center text-input font-medium outline-none"
        />
      )}
      <StepButton
        label={isClosed ? opening : t('增加')}
        disabled={disabled || tooHigh}
        onPress={() => onChange(increased)}
        icon={<Plus size={18} aria-hidden />}
      />
    </div>
  )
}

const StepButton = ({ label, disabled, onPress, icon }: { label: string; disabled: boolean; onPress: () => void; icon: ReactNode }) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    onClick={onPress}
    className="flex size-11 shrink-0 items-center justify-center rounded-control text-accent-strong active:opacity-60 disabled:text-faint disabled:opacity-60"
  >
    {icon}
  </button>
)
