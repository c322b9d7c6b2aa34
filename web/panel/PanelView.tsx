import { AppWindow, ChevronDown, ChevronUp, type LucideIcon, Maximize2, X } from 'lucide-react'
import { memo, useMemo } from 'react'
import { placeOf } from '../frames.ts'
import { verdictFor } from '../session/guard.ts'
import { Framed } from '../look/Page.tsx'
import Nowhere from '../shell/Nowhere.tsx'
import { Shown } from '../router.tsx'
import { shortCount } from '../table/numberWords.ts'
import { type Beside, ScreenContext, useResources, useScreen } from '../screen.ts'
import { screenAt, screenTitle } from '../screens.ts'
import { useSession } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { useKeys } from './keys.ts'
import { editHrefOf, hrefOfOpened, type OpenedRow, wordOf } from './openedRow.ts'
import { type Panel, openInWindow } from './usePanel.ts'
import { useWidth } from './width.ts'
import './panel.css'
import { assertDefined } from '../../kernel/assert.ts'

type Props = Pick<Panel<never>, 'begin' | 'place' | 'totalCount' | 'hasUncounted' | 'next' | 'previous' | 'close'> & {
  opened: OpenedRow
  beside: Beside
}

/** What is open beside a list: the screen that it has, in a frame of its own, with the ways on, out and away. */
export default function PanelView({ opened, begin, beside, place, totalCount, hasUncounted, next, previous, close }: Props) {
  const { id, index, shown } = useScreen()
  const resources = useResources()
  const session = useSession()
  const { widthPx, edge } = useWidth()
  const href = hrefOfOpened(opened, begin)
  const { path, search } = useMemo(() => placeOf(href), [href])
  const screen = knownScreen(path)
  const screenHere = useMemo(
    () => ({ id, index, shown, path, search, title: screenTitle(knownScreen(path), t), isTab: true, beside }),
    [id, index, shown, path, search, beside],
  )
  const mayShow = (where: string) => verdictFor(knownScreen(where), session, { resources, licence: 'active' }) === 'show'
  const editHref = editHrefOf(opened) ?? href
  useKeys('panel', { close, edit: mayShow(placeOf(editHref).path) ? () => goHref(editHref) : undefined })
  return (
    <aside
      aria-label={screenHere.title}
      tabIndex={-1}
      className="panel relative flex max-w-[62%] shrink-0 flex-col border-l border-line bg-page outline-none"
      style={{ width: widthPx, container: 'frame / inline-size' }}
    >
      <div {...edge} className="panel-edge" />
      <header className="flex h-11 shrink-0 items-center gap-0.5 px-2 text-quiet">
        <Way icon={ChevronUp} label={t('上一项')} shortcut="K" onPress={previous} />
        <Way icon={ChevronDown} label={t('下一项')} shortcut="J" onPress={next} />
        {place !== undefined && (
          <span className="px-1.5 text-small">
            {place}
            {totalCount !== undefined && ` / ${shortCount(totalCount, hasUncounted)}`}
          </span>
        )}
        <span className="flex-1" />
        <Way icon={AppWindow} label={t('在新窗口打开')} onPress={() => openInWindow(href)} />
        <Way icon={Maximize2} label={t('全屏打开')} onPress={() => goHref(href)} />
        <Way icon={X} label={t('关闭')} shortcut="Esc" onPress={close} />
      </header>
      <div className="min-h-0 flex-1">
        <ScreenContext key={wordOf(opened)} value={screenHere}>
          <Framed value={true}>{mayShow(path) ? <Screen screen={screen} /> : <Nowhere why="refused" />}</Framed>
        </ScreenContext>
      </div>
    </aside>
  )
}

/** It hears of what its context says, and of nothing else that happens to the list. */
const Screen = memo(Shown)

type WayProps = { icon: LucideIcon; label: string; shortcut?: string; onPress: (() => void) | undefined }

const Way = ({ icon: Icon, label, shortcut, onPress }: WayProps) => (
  <button
    type="button"
    aria-label={label}
    title={shortcut ? `${label} (${shortcut})` : label}
    disabled={!onPress}
    onClick={onPress}
    className="flex size-8 shrink-0 items-center justify-center rounded-control transition hover:bg-sunken disabled:opacity-40"
  >
    <Icon size={18} aria-hidden />
  </button>
)

const knownScreen = (path: string) => assertDefined(screenAt(path), `the screen ${path}`)
