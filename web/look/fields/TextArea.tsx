import { textareaMaxLength } from '../../../domain/rules/constants.ts'
import { t } from '../../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'

type Props = FieldProps<string> & { max?: number; lines?: number; offered?: readonly string[] | undefined; autoFocus?: boolean }

/** Several lines of text with a counter; at most 140 characters. What is `offered` one press writes, and one more takes away. */
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
  offered = [],
  autoFocus,
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
      <>
        <textarea
          {...ids}
          aria-required={required || undefined}
          rows={offered.length > 0 ? 1 : lines}
          value={value}
          maxLength={max}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
          autoFocus={autoFocus}
          placeholder={placeholder ?? (disabled ? '' : t('请输入{label}', { label }))}
          className={`${inputLook} field-sizing-content resize-none py-1.5`}
        />
        {offered.length > 0 && !disabled && (
          <ul className="flex flex-wrap gap-x-2 pb-1">
            {offered.map((words) => (
              <li key={words}>
                <button
                  type="button"
                  aria-pressed={value === words}
                  onClick={() => onChange(value === words ? '' : words)}
                  className="pressable group/word flex h-11 items-center"
                >
                  <span className="flex h-8 items-center rounded-full bg-sunken px-3.5 text-small group-aria-pressed/word:bg-accent-soft group-aria-pressed/word:text-accent-strong">
                    {words}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </>
    )}
  </Field>
)
