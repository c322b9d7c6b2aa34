import {
  Activity,
  Component,
  type ComponentType,
  createElement,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { screenLoadTimeoutSeconds } from '../domain/rules/constants.ts'
import { type Frame, hrefOf } from './frames.ts'
import { type Entrance, firstPasswordPath, type Verdict, verdictFor } from './session/guard.ts'
import { Bone, Skeleton } from './look/Skeleton.tsx'
import { entitle, useArrival } from './look/arrival.ts'
import { Button } from './look/Button.tsx'
import { loadLater } from './look/loadLater.tsx'
import { Page } from './look/Page.tsx'
import { Problem } from './look/Problem.tsx'
import { wholeLook } from './look/wholeLook.ts'
import { ScreenContext } from './screen.ts'
import { screenTitle } from './screens.ts'
import type { ScreenRow } from './shell/screenRow.ts'
import type { Session } from './session/session.ts'
import { frames, onFrames, openTab, replace } from './travel.ts'
import { t } from './words.ts'

/** The screens that are alive, the current one on show; the others keep their place hidden. */
export const Screens = ({ session, entrance, waiting }: { session: Session; entrance: Entrance; waiting: ReactNode }) => {
  const { list, current, motion } = useSyncExternalStore(onFrames, frames)
  return list.map((frame) => {
    const isShown = frame.id === current
    return (
      <Activity key={frame.id} mode={isShown ? 'visible' : 'hidden'}>
        <div className={`absolute inset-0 ${isShown && motion !== 'none' ? `arrive-${motion}` : ''}`}>
          <FrameView
            frame={frame}
            shown={isShown}
            verdict={verdictFor(frame.screen, session, entrance)}
            licence={entrance.licence}
            waiting={waiting}
          />
        </div>
      </Activity>
    )
  })
}

/** Loads a screen's code before it is shown; rejects where it cannot be had. */
export const preload = (screen: ScreenRow): Promise<unknown> => {
  pageOf(screen)
  return loads.get(screen.path)!
}

const FrameView = ({
  frame,
  shown,
  verdict,
  licence,
  waiting,
}: {
  frame: Frame
  shown: boolean
  verdict: Verdict
  licence: Entrance['licence']
  waiting: ReactNode
}) => {
  const { id, screen, path, search, index } = frame
  const title = screen ? screenTitle(screen, t) : t('页面不存在')

  // Before the effects of the screen, whose header may have a title of its own.
  useLayoutEffect(() => {
    if (shown) entitle(title)
  }, [shown, title])
  useEffect(() => {
    if (!shown) return
    const to = hrefOf(path, search)
    if (verdict === 'sign-in') replace('/pages/login', { to })
    if (verdict === 'password') replace(firstPasswordPath, { to })
    if (verdict === 'over') replace('/pages/common/vipTimeout', { type: licence, to })
  }, [shown, verdict, licence, path, search])

  return (
    <ScreenContext value={{ id, path, title, index, isTab: screen?.tab !== undefined, search, shown }}>
      {verdict === 'show' && screen && (isComplete(screen, search) ? <Shown screen={screen} /> : <Nowhere why="incomplete" />)}
      {verdict === 'wait' && waiting}
      {(verdict === 'refused' || verdict === 'unknown') && <Nowhere why={verdict} />}
    </ScreenContext>
  )
}

/** A screen by itself: the person who draws it says by its context where it stands. */
export const Shown = ({ screen }: { screen: ScreenRow }) => {
  const [attempt, setAttempt] = useState(0)
  const retry = () => {
    pages.delete(screen.path)
    if (attempt > 0) location.reload()
    setAttempt(attempt + 1)
  }
  return (
    <Boundary key={attempt} onRetry={retry}>
      <Suspense fallback={<Loading />}>
        <Content screen={screen} />
      </Suspense>
    </Boundary>
  )
}

/** A screen whose code is there already is drawn at once; the choice holds as long as it is mounted. */
const Content = ({ screen }: { screen: ScreenRow }) => {
  useArrival()
  const [page] = useState(() => ({ component: ready.get(screen.path) ?? pageOf(screen) }))
  return createElement(page.component)
}

/** What is shown while a screen's code or the menu is on its way. */
export const Loading = () => (
  <Page scroll={false}>
    <div className="appear-late space-y-3 overflow-hidden px-4 pt-1">
      <Bone className="h-11 w-full rounded-control" />
      <Skeleton rows={8} />
    </div>
  </Page>
)

const Nowhere = loadLater(() => import('./shell/Nowhere.tsx'))

const isComplete = ({ needs }: ScreenRow, search: Frame['search']): boolean => !needs || needs.some((key) => search[key])

/** One screen's fault stays on that screen. */
class Boundary extends Component<{ onRetry: () => void; children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const notLoaded = error instanceof ChunkLoadError
    return (
      <Page>
        <Problem
          title={notLoaded ? t('页面没有加载成功') : t('此页出了问题')}
          error={notLoaded ? error : new Error(t('请重试；仍然不行时请回到工作台。'))}
          onRetry={this.props.onRetry}
        />
        {!notLoaded && (
          <div className="flex justify-center">
            <Button kind="plain" onClick={() => openTab('/pages/index/index')}>
              {t('回到工作台')}
            </Button>
          </div>
        )}
      </Page>
    )
  }
}

/** A screen's code could not be had within 120 s. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

const pages = new Map<string, LazyExoticComponent<ComponentType>>()
const loads = new Map<string, Promise<unknown>>()
const ready = new Map<string, ComponentType>()

const pageOf = (screen: ScreenRow): LazyExoticComponent<ComponentType> => {
  const cachedPage = pages.get(screen.path)
  if (cachedPage) return cachedPage
  const loading = inTime(load(screen))
  loading.then(({ default: loaded }) => ready.set(screen.path, loaded)).catch(() => undefined)
  const page = lazy(() => loading)
  pages.set(screen.path, page)
  loads.set(screen.path, loading)
  return page
}

const load = async (screen: ScreenRow): Promise<{ default: ComponentType }> => {
  const [{ default: Content }] = await Promise.all([screen.page(), screen.path === '/pages/index/index' || wholeLook()])
  return { default: () => createElement(Content as ComponentType<Readonly<Record<string, string>>>, screen.props ?? {}) }
}

const inTime = async <T,>(loading: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), screenLoadTimeoutSeconds * 1000)
  })
  try {
    return await Promise.race([loading, late])
  } catch {
    throw new ChunkLoadError(t('请检查网络后重试。'))
  } finally {
    clearTimeout(timer)
  }
}
