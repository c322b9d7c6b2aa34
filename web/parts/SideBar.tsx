import type { LucideIcon } from 'lucide-react'
import { badgeOnTab } from '../../domain/rules/constants.ts'
import { Badge } from '../look/Badge.tsx'
import type { TabBarItem } from '../look/TabBar.tsx'
import { useResources } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet, type Resource } from '../session.ts'
import { goHref, openTab } from '../travel.ts'
import { t } from '../words.ts'
import { menuIcon } from './menuIcon.ts'

/** The navigation of a wide window: the four tabs and below them the whole menu. */
export default function SideBar({ shown, tabs }: { shown: string; tabs: readonly TabBarItem[] }) {
  const resources = useResources() ?? []
  const groups = groupsOf(resources)
  const current = entryOf(resources, shown)
  return (
    <nav className="flex h-full w-full flex-col">
      <div className="flex h-16 shrink-0 items-center gap-2.5 px-5">
        <img src="/icons/icon.svg" alt="" width={30} height={30} />
        <span className="text-large font-semibold">{t('在册')}</span>
      </div>
      <ul className="shrink-0 space-y-0.5 px-3 pb-1">
        {tabs.map(({ path, title, icon: Icon, count }) => (
          <li key={path}>
            <Entry title={title} current={path === shown} onPress={() => openTab(path)} icon={Icon} count={count} />
          </li>
        ))}
      </ul>
      <div className="scroller min-h-0 flex-1 border-t border-line px-3 pb-4">
        {groups.map((group) => (
          <div key={group.title}>
            <h2 className="px-3 pb-1 pt-5 text-small text-faint">{t(group.title)}</h2>
            <ul className="space-y-0.5">
              {group.entries.map(({ path, title, icon }) => (
                <li key={path}>
                  <Entry title={t(title)} current={path === current} onPress={() => goHref(path)} icon={icon} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

const Entry = ({
  title,
  current,
  onPress,
  icon: Icon,
  count = 0,
}: {
  title: string
  current: boolean
  onPress: () => void
  icon: LucideIcon
  count?: number
}) => (
  <button
    ref={(element) => {
      if (current) element?.scrollIntoView({ block: 'nearest' })
    }}
    type="button"
    aria-current={current ? 'page' : undefined}
    onClick={onPress}
    className={`flex h-10 w-full items-center gap-3 rounded-control px-3 text-left text-body in-[:lang(en)]:gap-2 in-[:lang(en)]:px-2.5 in-[:lang(en)]:text-small in-[:lang(en)]:tracking-tight transition-colors ${current ? 'bg-accent-soft font-medium text-accent-strong' : 'text-ink hover:bg-sunken'}`}
  >
    <Icon size={20} strokeWidth={current ? 2.2 : 1.8} aria-hidden />
    <span className="min-w-0 flex-1 truncate">{title}</span>
    <Badge count={count} text={badgeOnTab(count)} />
  </button>
)

type Group = { title: string; entries: { path: string; title: string; icon: LucideIcon }[] }

/** The menu that stands on the workbench, in its groups, as far as there is a screen for it. */
const groupsOf = (resources: readonly Resource[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const resource of resources) {
    const path = pathOf(resource)
    const screen = screenAt(path)
    if (!screen || screen.tab !== undefined || !isSet(resource.mobileMainpage) || !isSet(resource.supportMobile)) continue
    const parent = resources.find(({ resourceCode }) => resourceCode === resource.parentCode)
    const title = parent?.resourceName ?? '应用'
    const group = groups.get(title) ?? { title, entries: [] }
    group.entries.push({ path, title: resource.resourceName, icon: menuIcon(resource.mobileIcon) })
    groups.set(title, group)
  }
  return [...groups.values()]
}

/** The menu entry that a screen belongs to: its own, or the one that it is reached from. */
const entryOf = (resources: readonly Resource[], path: string): string => {
  const own = resources.find((resource) => pathOf(resource) === path)
  if (!own || isSet(own.alwaysShow)) return path
  const above = resources.find(({ resourceCode }) => resourceCode === own.parentCode)
  return above ? pathOf(above) : path
}

const pathOf = ({ mobilePath }: Resource): string => (mobilePath ? `/${mobilePath.replace(/^\//, '')}` : '')
