import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '../../words.ts'

/** What every input takes. `label` and `error` are already translated. */
export type FieldProps<V> = {
  label: string
  value: V
  onChange: (value: V) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  placeholder?: string | undefined
}

type Props = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  /** Stands at the label's end: a counter, a link. */
  right?: ReactNode
  /** A group of controls instead of one input. */
  group?: boolean
  children: (ids: { id: string; 'aria-describedby'?: string | undefined; 'aria-invalid'?: true | undefined }) => ReactNode
}

/** One row of a form: label, control, and below it what is wrong or a hint. Rows in one card are divided by hairlines. */
export const Field = ({ label, error, hint, required, right, group, children }: Props) => {
  const id = useId()
  const words = error ?? hint
  return (
    <div
      className="group/field px-4"
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      data-invalid={error ? '' : undefined}
    >
      <div className="border-b border-line py-2.5 group-last/field:border-transparent">
        <div className="flex items-center justify-between gap-3">
          <label id={`${id}-label`} {...(group ? {} : { htmlFor: id })} className="text-small text-quiet">
            {label}
            {required && (
              <span className="ml-0.5 text-bad" title={t('必填')} aria-hidden>
                *
              </span>
            )}
          </label>
          {right}
        </div>
        {children({
          id,
          ...(words ? { 'aria-describedby': `${id}-words` } : {}),
          ...(error ? { 'aria-invalid': true as const } : {}),
        })}
        {words && (
          <p id={`${id}-words`} className={`flex items-center gap-1 pb-0.5 text-small ${error ? 'text-bad' : 'text-faint'}`}>
            {error && <CircleAlert size={14} className="shrink-0" aria-hidden />}
            {words}
          </p>
        )}
      </div>
    </div>
  )
}

/** The look of a bare input inside a Field: it looks 36 px high and answers a finger on 44. */
export const inputLook =
  '-my-1 block min-h-11 w-full min-w-0 bg-transparent text-input text-ink outline-none disabled:text-quiet disabled:opacity-100'
