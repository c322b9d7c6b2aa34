import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

export type IconButtonProps = { icon: LucideIcon; label: string; iconSize?: number } & ButtonHTMLAttributes<HTMLButtonElement>

/** A button that is only a picture; `label` is what a screen reader says. */
export const IconButton = ({ icon: Icon, label, iconSize = 22, className = '', ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full transition active:opacity-60 disabled:opacity-40 ${className}`}
  >
    <Icon size={iconSize} strokeWidth={2} aria-hidden />
  </button>
)
