import type { LucideIcon } from 'lucide-react'
import { badgeOnTab } from '../../domain/rules/constants.ts'
import { Badge } from './Badge.tsx'

export type TabBarItem = { path: string; title: string; icon: LucideIcon; count: number }

/** The four places of the app, at the bottom of a phone. */
export const TabBar = ({
  items,
  current,
  onChange,
}: {
  items: readonly TabBarItem[]
  current: string
  onChange: (path: string) => void
}) => (
  <nav className="relative z-20 shrink-0 border-t border-line bg-card pb-safe wide:hidden">
    <ul className="flex h-14">
      {items.map(({ path, title, icon: Icon, count }) => (
        <li key={path} className="min-w-max flex-1">
          <button
            type="button"
            aria-current={path === current ? 'page' : undefined}
            onClick={() => onChange(path)}
            className={`flex size-full flex-col items-center justify-center gap-0.5 ${path === current ? 'text-accent-strong' : 'text-faint'}`}
          >
            <span className="relative">
              <Icon size={24} strokeWidth={path === current ? 2.3 : 1.8} aria-hidden />
              <Badge count={count} text={badgeOnTab(count)} className="absolute -right-3 -top-1.5" />
            </span>
            <span className={`px-1 text-tiny ${path === current ? 'font-semibold' : ''}`}>{title}</span>
          </button>
        </li>
      ))}
    </ul>
  </nav>
)
