import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { badgeOnTab } from '../../domain/rules/constants.ts'
import { Badge } from '../look/Badge.tsx'

type Props = {
  title: string
  current: boolean
  onPress: () => void
  icon: LucideIcon
  count?: number
  /** The picture alone. */
  narrow: boolean
}

/** A line of the side bar. It comes into sight when it becomes the current one. */
export const Entry = ({ title, current, onPress, icon: Icon, count = 0, narrow }: Props) => {
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (current) line.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <button
      ref={line}
      type="button"
      aria-current={current ? 'page' : undefined}
      aria-label={narrow ? title : undefined}
      title={narrow ? title : undefined}
      onClick={onPress}
      className={`relative flex h-10 w-full items-center gap-3 rounded-control px-3 text-left text-body in-[:lang(en)]:gap-2 in-[:lang(en)]:px-2.5 in-[:lang(en)]:text-small in-[:lang(en)]:tracking-tight transition-colors ${narrow ? 'justify-center' : ''} ${current ? 'bg-accent-soft font-medium text-accent-strong' : 'text-ink hover:bg-sunken'}`}
    >
      <Icon size={20} strokeWidth={current ? 2.2 : 1.8} className="shrink-0" aria-hidden />
      {!narrow && <span className="min-w-0 flex-1 truncate">{title}</span>}
      <Badge count={count} text={badgeOnTab(count)} className={narrow ? 'absolute right-0 top-0' : ''} />
    </button>
  )
}
