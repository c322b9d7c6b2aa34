import { badgeOnWorkbench } from '../../domain/rules/constants.ts'

/** A red count at the corner of what stands around it; nothing at 0, '99+' above 99. `text` shows other words instead. */
export const Badge = ({
  count,
  text = badgeOnWorkbench(count),
  className = '',
}: {
  count: number
  text?: string | undefined
  className?: string
}) =>
  text ? (
    <span
      className={`inline-flex h-[min(1.125rem,22px)] min-w-[min(1.125rem,22px)] items-center justify-center rounded-full bg-(--ground) px-1 text-[min(0.6875rem,14px)] font-semibold leading-none text-white [--ground:#d92b35] ${className}`}
    >
      {text}
    </span>
  ) : null
