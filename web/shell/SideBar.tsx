import { BookOpen, ChevronDown, type LucideIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import type { TabBarItem } from '../look/TabBar.tsx'
import { useResources } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet, type Resource, stored, storeAside } from '../session/session.ts'
import { goHref, openTab } from '../travel.ts'
import { t } from '../words.ts'
import { searchHere, wishOf } from '../find/keys.ts'
import { menuIcon } from '../workbench/menuIcon.ts'
import { Entry } from '../side/Entry.tsx'
import { Favourites } from '../side/Favourites.tsx'
import { foldsSide, narrowKey } from '../side/narrow.ts'
import { useFolding } from '../side/useFolding.ts'
import { tellWholeWords } from '../side/wholeWords.ts'

type Props = { shown: string; tabs: readonly TabBarItem[] }

/** The navigation of a wide window: the four tabs, one's own places and below them the whole menu. It narrows to pictures, and to what is typed. */
const SideBar = ({ shown, tabs }: Props) => {
  const resources = useResources() ?? []
  const { narrow, setNarrow } = useNarrow()
  const { folded, fold } = useFolding()
  const [sought, setSought] = useState('')
  const matches = (title: string) => title.toLowerCase().includes(sought.trim().toLowerCase())
  const groups = groupsOf(resources)
    .map((group) => ({ ...group, entries: group.entries.filter(({ title }) => matches(t(title))) }))
    .filter(({ entries }) => entries.length > 0)
  const current = entryOf(resources, shown)
  const { wish, setWish } = useWishes()
  const close = () => setWish(undefined)
  const openFirst = () => {
    const first = groups[0]?.entries[0]
    if (first && sought) goHref(first.path)
  }
  useEffect(tellWholeWords, [])
  return (
    <nav aria-label={t('主导航')} className={`flex h-full flex-col ${narrow ? 'w-16' : 'w-56'}`}>
      <SideHead narrow={narrow} onNarrow={setNarrow} />
      <div className="shrink-0 px-3 pb-2">
        <FindButton narrow={narrow} onPress={() => setWish('find')} />
      </div>
      <ul className="shrink-0 space-y-0.5 px-3 pb-1">
        {tabs.map(({ path, title, icon, count }) => (
          <li key={path}>
            <Entry title={title} current={path === shown} onPress={() => openTab(path)} icon={icon} count={count} narrow={narrow} />
          </li>
        ))}
      </ul>
      {!narrow && <MenuFilter sought={sought} onSeek={setSought} onEnter={openFirst} />}
      <div className={`scroller min-h-0 flex-1 px-3 pb-4 ${narrow ? 'border-t border-line pt-2' : ''}`}>
        <Favourites narrow={narrow} matches={matches} />
        {groups.map((group) => (
          <MenuGroup
            key={group.title}
            group={group}
            current={current}
            narrow={narrow}
            isFolded={!narrow && sought === '' && folded.has(group.title)}
            onFold={() => fold(group.title)}
          />
        ))}
        {sought !== '' && groups.length === 0 && <p className="px-3 py-4 text-small text-quiet">{t('没有这样的功能')}</p>}
      </div>
      <div className="shrink-0 border-t border-line px-3 py-2">
        <Entry
          title={t('使用手册')}
          current={shown === '/pages/help'}
          onPress={() => goHref(`/pages/help?of=${encodeURIComponent(shown)}`)}
          icon={BookOpen}
          narrow={narrow}
        />
      </div>
      {wish === 'find' && <Finder onClose={close} />}
      {wish === 'keys' && <KeyList onClose={close} />}
    </nav>
  )
}

const SideHead = ({ narrow, onNarrow }: { narrow: boolean; onNarrow: (narrow: boolean) => void }) => (
  <div className={`flex shrink-0 items-center gap-2.5 ${narrow ? 'flex-col px-2 pt-4' : 'h-16 pl-5 pr-2'}`}>
    <img src="/icons/icon.svg" alt="" width={30} height={30} />
    {!narrow && <span className="flex-1 text-large font-semibold">{t('在册')}</span>}
    <IconButton
      icon={narrow ? PanelLeftOpen : PanelLeftClose}
      iconSize={18}
      label={narrow ? t('展开侧栏') : t('收起侧栏')}
      aria-expanded={!narrow}
      aria-keyshortcuts="[ Control+B"
      className="text-faint"
      onClick={() => onNarrow(!narrow)}
    />
  </div>
)

const FindButton = ({ narrow, onPress }: { narrow: boolean; onPress: () => void }) =>
  narrow ? (
    <IconButton icon={Search} iconSize={18} label={t('查找')} className="text-faint" onClick={onPress} />
  ) : (
    <button
      type="button"
      onClick={onPress}
      className="flex h-9 w-full items-center gap-2 rounded-control bg-sunken px-3 text-small text-faint transition-colors hover:text-quiet"
    >
      <Search size={16} aria-hidden />
      <span className="flex-1 text-left">{t('查找')}</span>
      <kbd className="text-tiny">Ctrl K</kbd>
    </button>
  )

type MenuFilterProps = { sought: string; onSeek: (text: string) => void; onEnter: () => void }

const MenuFilter = ({ sought, onSeek, onEnter }: MenuFilterProps) => (
  <div className="shrink-0 border-t border-line px-3 pt-2">
    <input
      type="text"
      value={sought}
      onChange={(event) => onSeek(event.target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onSeek('')
        if (key === 'Enter') onEnter()
      }}
      placeholder={t('筛选菜单')}
      aria-label={t('筛选菜单')}
      className="h-8 w-full rounded-control bg-transparent px-3 text-small! text-ink"
    />
  </div>
)

type MenuGroupProps = {
  group: Group
  /** The path of the entry that the shown screen belongs to. */
  current: string
  narrow: boolean
  isFolded: boolean
  onFold: () => void
}

const MenuGroup = ({ group: { title, entries }, current, narrow, isFolded, onFold }: MenuGroupProps) => (
  <div>
    {narrow ? (
      <hr className="my-2 border-line" />
    ) : (
      <h2>
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={onFold}
          className="flex w-full items-center justify-between px-3 pb-1 pt-5 text-left text-small text-faint"
        >
          {t(title)}
          <ChevronDown size={14} className={isFolded ? '-rotate-90' : ''} aria-hidden />
        </button>
      </h2>
    )}
    {!isFolded && (
      <ul className="space-y-0.5">
        {entries.map(({ path, title: name, icon }) => (
          <li key={path}>
            <Entry title={t(name)} current={path === current} onPress={() => goHref(path)} icon={icon} narrow={narrow} />
          </li>
        ))}
      </ul>
    )}
  </div>
)

const counts = ({ tabs }: Props): string => tabs.map(({ count }) => count).join()

/** What changes in the address of a screen draws no line of it anew. */
export default memo(SideBar, (before, now) => before.shown === now.shown && counts(before) === counts(now))

/** Whether the bar shows pictures alone, kept on this device; `[` and Ctrl B change it. */
const useNarrow = () => {
  const [narrow, setNarrow] = useState(() => stored<boolean>(narrowKey) === true)
  const change = useEffectEvent(() => setNarrow(!narrow))
  useEffect(() => storeAside(narrowKey, narrow, 0), [narrow])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!foldsSide(event)) return
      event.preventDefault()
      change()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { narrow, setNarrow }
}

/** What was asked for by a key, wherever it was pressed. */
const useWishes = () => {
  const [wish, setWish] = useState<'find' | 'keys'>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wish = wishOf(event)
      if (wish === undefined) return
      event.preventDefault()
      if (wish !== 'search') setWish(wish)
      else if (!searchHere()) setWish('find')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { wish, setWish }
}

const Finder = loadLater(() => import('../find/Finder.tsx'), { missing: ({ onClose }) => onClose() })
const KeyList = loadLater(() => import('../find/KeyList.tsx'), { missing: ({ onClose }) => onClose() })

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
  const ownResource = resources.find((resource) => pathOf(resource) === path)
  if (!ownResource || isSet(ownResource.alwaysShow)) return path
  const above = resources.find(({ resourceCode }) => resourceCode === ownResource.parentCode)
  return above ? pathOf(above) : path
}

const pathOf = ({ mobilePath }: Resource): string => (mobilePath ? `/${mobilePath.replace(/^\//, '')}` : '')
