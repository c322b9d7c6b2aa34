import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { type Busy, held, heldLook } from './held.ts'

type Props = {
  icon: LucideIcon
  label: string
  iconSize?: number
  /** Takes no tap meanwhile; words are told instead. */
  busy?: Busy | undefined
} & ButtonHTMLAttributes<HTMLButtonElement>

/** A button that is only a picture; `label` is what a screen reader says. */
export const IconButton = ({ icon: Icon, label, iconSize = 22, className = '', busy, disabled, ...rest }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    {...held(busy, disabled)}
    className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full transition active:opacity-60 ${heldLook} ${className}`}
  >
    <Icon size={iconSize} strokeWidth={2} aria-hidden />
  </button>
)
