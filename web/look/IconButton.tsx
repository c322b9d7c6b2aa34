import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import type { Busy } from './Button.tsx'

type Props = {
  icon: LucideIcon
  label: string
  iconSize?: number
  /** Words: why it cannot be pressed. */
  disabled?: Busy | undefined
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'>

/** A button that is only a picture; `label` is what a screen reader says. */
export const IconButton = ({ icon: Icon, label, iconSize = 22, className = '', disabled, ...rest }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={typeof disabled === 'string' ? disabled : label}
    {...rest}
    disabled={Boolean(disabled)}
    className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full transition active:opacity-60 disabled:opacity-40 ${className}`}
  >
    <Icon size={iconSize} strokeWidth={2} aria-hidden />
  </button>
)
