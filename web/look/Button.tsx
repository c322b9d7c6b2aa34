import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { type Busy, holdButton } from './holdButton.ts'
import { Spinner } from './Spinner.tsx'

type Props = {
  kind?: 'primary' | 'secondary' | 'plain' | 'danger'
  size?: 'large' | 'medium' | 'small'
  /** As wide as the place allows. */
  wide?: boolean
  /** Shows a spinner and takes no second tap; words are told instead. */
  busy?: Busy | undefined
  disabled?: Busy | undefined
  icon?: LucideIcon
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'>

/** A button with words. `primary` once per screen. */
export const Button = ({
  kind = 'primary',
  size = 'medium',
  wide,
  busy,
  icon: Icon,
  className = '',
  children,
  disabled,
  ...rest
}: Props) => (
  <button
    type="button"
    {...rest}
    {...holdButton(busy, disabled)}
    aria-busy={busy === true || undefined}
    className={`relative inline-flex select-none items-center justify-center gap-1.5 whitespace-nowrap font-medium transition enabled:not-aria-disabled:active:scale-[0.98] disabled:opacity-45 aria-disabled:opacity-45 ${kinds[kind]} ${sizes[size]} ${wide ? 'w-full min-w-0' : 'shrink-0'} ${className}`}
  >
    {busy === true ? <Spinner /> : Icon && <Icon size={size === 'small' ? 16 : 18} aria-hidden />}
    {children}
  </button>
)

const kinds = {
  primary: 'bg-(--fill) text-white [--fill:#0071e3] hover:brightness-105',
  secondary: 'bg-sunken text-ink hover:brightness-97 dark:hover:brightness-110',
  plain: 'text-accent-strong hover:bg-accent-soft',
  danger: 'bg-bad-soft text-bad hover:brightness-97',
}

/* Small buttons look small; the area that answers a finger is 44 px all the same. */
const sizes = {
  large: 'h-12 rounded-control px-6 text-title',
  medium: 'h-11 rounded-control px-5 text-body',
  small: 'h-8 rounded-full px-3.5 text-small after:absolute after:-inset-y-1.5 after:inset-x-0',
}
