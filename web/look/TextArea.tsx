import { textareaMaxLength } from '../../domain/rules/constants.ts'
import { t } from '../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'

type Props = FieldProps<string> & { max?: number; lines?: number }

/** Several lines of text with a counter; at most 140 characters. */
export const TextArea = ({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  required,
  disabled,
  placeholder,
  max = textareaMaxLength,
  lines = 3,
}: Props) => (
  <Field
    label={label}
    error={error}
    hint={hint}
    required={required}
    right={
      <span className="text-tiny text-faint">
        {[...value].length}/{max}
      </span>
    }
  >
    {(ids) => (
      <textarea
        {...ids}
        aria-required={required || undefined}
        rows={lines}
        value={value}
        maxLength={max}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        disabled={disabled}
        placeholder={placeholder ?? (disabled ? '' : t('请输入{label}', { label }))}
        className={`${inputLook} field-sizing-content resize-none py-1.5`}
      />
    )}
  </Field>
)
