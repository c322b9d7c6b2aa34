import { useId } from 'react'
import { t } from '../../words.ts'
import type { Busy } from '../holdButton.ts'

type Props = {
  label: string
  text?: string | undefined
  value: boolean
  onChange: (value: boolean) => void
  error?: string | undefined
  /** It must be yes. */
  required?: boolean | undefined
  /** Words: why it cannot be changed. */
  disabled?: Busy | undefined
}

/** Yes or no, as a row. */
export const Switch = ({ label, text, value, onChange, error, required, disabled }: Props) => {
  const id = useId()
  return (
    <div className="group/field px-4" data-invalid={error ? '' : undefined}>
      <label
        htmlFor={id}
        title={typeof disabled === 'string' ? disabled : undefined}
        className="flex min-h-13 cursor-pointer items-center justify-between gap-4 border-b border-line py-2 group-last/field:border-transparent"
      >
        <span className="min-w-0">
          <span className="block text-body">
            {label}
            {required && (
              <span className="ml-0.5 text-bad" title={t('必填')} aria-hidden>
                *
              </span>
            )}
          </span>
          {text && <span className="block text-small text-quiet">{text}</span>}
          {error && <span className="block text-small text-bad">{error}</span>}
        </span>
        <span className="relative inline-flex shrink-0">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={value}
            disabled={Boolean(disabled)}
            onChange={(event) => onChange(event.target.checked)}
            className="peer absolute inset-0 z-10 cursor-pointer opacity-0"
          />
          <span
            className="h-7 w-12 rounded-full bg-line transition-colors peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-50"
            aria-hidden
          />
          <span
            className="absolute left-0.5 top-0.5 size-6 rounded-full bg-white shadow-[0_1px_3px_rgb(0_0_0/0.25)] transition-transform peer-checked:translate-x-5"
            aria-hidden
          />
        </span>
      </label>
    </div>
  )
}
