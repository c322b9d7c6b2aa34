import { useId } from 'react'
import { t } from '../../words.ts'
import type { Busy } from '../holdButton.ts'
import { SwitchInput } from './SwitchInput.tsx'

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
        <SwitchInput id={id} checked={value} disabled={Boolean(disabled)} onChange={(event) => onChange(event.target.checked)} />
      </label>
    </div>
  )
}
