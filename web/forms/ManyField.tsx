import { type ReactNode, useState } from 'react'
import { Field, type FieldProps } from '../look/fields/Field.tsx'
import { t } from '../words.ts'

type Props<T> = Omit<FieldProps<readonly T[]>, 'placeholder'> & {
  /** No more are offered then. */
  max?: number
  /** What is chosen; `onRemove` is undefined where nothing may be taken away. */
  chosen: (onRemove: ((item: T) => void) | undefined) => ReactNode
  /** Where they are chosen. */
  picker: (open: boolean, onClose: () => void) => ReactNode
}

/** Several things, chosen in a sheet. */
export const ManyField = <T,>({ value, onChange, label, error, hint, required, disabled, max = Infinity, chosen, picker }: Props<T>) => {
  const [open, setOpen] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} required={required} group>
      {({ 'aria-describedby': describedBy }) => (
        <div className="py-1">
          {chosen(disabled ? undefined : (item) => onChange(value.filter((candidate) => candidate !== item)))}
          {!disabled && value.length < max && (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-describedby={describedBy}
              onClick={() => setOpen(true)}
              className="-my-1 min-h-11 text-input text-accent-strong"
            >
              {value.length > 0 ? t('继续选择') : t('请选择{label}', { label })}
            </button>
          )}
          {picker(open, () => setOpen(false))}
        </div>
      )}
    </Field>
  )
}
