import { LayoutGrid, type LucideIcon, MessageCircle, UserRound, UsersRound } from 'lucide-react'
import { TabBar, type TabBarItem } from '../look/TabBar.tsx'
import { useWide } from '../screen.ts'
import { screens } from '../screens.ts'
import { stored } from '../session/session.ts'
import { openTab } from '../travel.ts'
import { t } from '../words.ts'
import { useCounts } from '../workbench/openFigures.ts'
import { loadLater } from '../look/loadLater.tsx'

/** The four tabs: a bar at the bottom of a phone, a side bar with the whole menu on a wide window. */
export const Navigation = ({ place, shown }: { place: 'side' | 'bottom'; shown: string }) => {
  const wide = useWide()
  if (wide !== (place === 'side')) return null
  return wide ? <Side shown={shown} /> : <Bottom shown={shown} />
}

const Bottom = ({ shown }: { shown: string }) => <TabBar items={useTabs()} current={shown} onChange={openTab} />

const Side = ({ shown }: { shown: string }) => (
  <div className="shrink-0 border-r border-line bg-card">
    <SideBar shown={shown} tabs={useTabs()} />
  </div>
)

const SideBar = loadLater(() => import('./SideBar.tsx'), { fallback: <div className={stored('_side_narrow') ? 'w-16' : 'w-56'} /> })

const icons: readonly LucideIcon[] = [MessageCircle, UsersRound, LayoutGrid, UserRound]

const useTabs = (): readonly TabBarItem[] => {
  const { unread } = useCounts()
  return screens.flatMap(({ path, title, tab }) => {
    const icon = icons[tab ?? -1]
    return icon ? [{ path, title: t(title), icon, count: tab === 0 ? unread : 0 }] : []
  })
}
