import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, StrictMode, useEffect, useSyncExternalStore } from 'react'
import { refreshByName } from './ask.ts'
import { cache } from './cache.ts'
import { CallError, onChanges } from './call.ts'
import { onUploadBar, uploadBar } from './disk/bar.ts'
import { menuQuery, userQuery } from './session/entranceQueries.ts'
import type { Entrance } from './session/guard.ts'
import { Button } from './look/Button.tsx'
import { dropQuestions } from './look/overlays/questions.ts'
import { toMain } from './look/arrival.ts'
import { loadLater } from './look/loadLater.tsx'
import { Overlays } from './look/overlays/Overlays.tsx'
import { Page } from './look/Page.tsx'
import { Problem } from './look/Problem.tsx'
import { onWaiting, waitingBar } from './outbox/waitingActions.ts'
import { Navigation } from './shell/Navigation.tsx'
import { Loading, Screens } from './router.tsx'
import { BesideTitle, ResourcesContext, useWide } from './screen.ts'
import { screenAt } from './screens.ts'
import { clear, isSet, onNewPerson, rememberVisit, type Resource, type Session, session, useSession } from './session/session.ts'
import { frames, onFrames } from './travel.ts'
import { t, useLanguage } from './words.ts'

/** The whole app. Another language draws it anew; another person starts with nothing remembered. */
export const App = () => (
  <StrictMode>
    <QueryClientProvider client={cache}>
      <Shell key={useLanguage()} />
    </QueryClientProvider>
  </StrictMode>
)

const Shell = () => {
  const current = useSession()
  const { entrance, waiting } = useEntrance(current)
  const { resources } = entrance
  const { list, current: shownId } = useSyncExternalStore(onFrames, frames)
  const waitingLine = useSyncExternalStore(onWaiting, waitingBar)
  const uploadLine = useSyncExternalStore(onUploadBar, uploadBar)
  const shownNotice = list.find(({ id }) => id === shownId)
  const open =
    shownNotice !== undefined &&
    screenAt(shownNotice.path)?.who !== 'public' &&
    !current.isFirst &&
    (entrance.licence === 'active' || current.looks)
  const wide = useWide()
  useVisits(current.uid, shownNotice?.path, resources)
  useLive(current)
  return (
    <ResourcesContext value={resources}>
      <div className="flex h-full flex-col wide:flex-row">
        {open && (
          <button type="button" onClick={toMain} className="sr-only z-70 bg-card px-4 focus:not-sr-only">
            {t('跳到主要内容')}
          </button>
        )}
        {open && <Navigation place="side" shown={shownNotice.path} />}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {open && entrance.licence !== 'active' && entrance.licence !== undefined && <LicenceStrip />}
          <div className="relative min-h-0 flex-1 overflow-hidden">
            <BesideTitle value={open && wide && <StarButton />}>
              <Screens session={current} entrance={entrance} waiting={waiting} />
            </BesideTitle>
          </div>
          {open && shownNotice.path !== '/pages/outbox/index' && waitingLine}
          {open && uploadLine}
        </div>
        {open && shownNotice.screen?.tab !== undefined && <Navigation place="bottom" shown={shownNotice.path} />}
        <Overlays />
      </div>
    </ResourcesContext>
  )
}

/**
 * What must be known before a screen is shown: the menu, who is signed in and whether the membership holds. As it was answered last, and the
 * server is asked at each start who is signed in. `waiting` is what a screen shows where nothing was answered yet.
 */
const useEntrance = (current: Session): { entrance: Entrance; waiting: ReactNode } => {
  const menu = useQuery(menuQuery(current))
  const user = useQuery(userQuery(current))
  const failedQuery = [menu, user].find(({ isError }) => isError)
  const waitingPage = failedQuery ? (
    <Page>
      <Problem
        error={failedQuery.error}
        onRetry={() => void Promise.all([menu, user].map(({ isError, refetch }) => isError && refetch()))}
      />
      <div className="flex justify-center">
        <Button kind="plain" onClick={clear}>
          {t('重新登录')}
        </Button>
      </div>
    </Page>
  ) : (
    <Loading />
  )
  const entrance = current.token === undefined ? nobody : { resources: menu.data, licence: user.data?.licence ?? current.licence }
  return { entrance, waiting: waitingPage }
}

const nobody: Entrance = { resources: undefined, licence: undefined }

const StarButton = loadLater(() => import('./side/StarButton.tsx'))
const LicenceStrip = loadLater(() => import('./licence/LicenceStrip.tsx'))

/** Remembers which entries of the menu a person opens, for the workbench. */
const useVisits = (uid: string, path: string | undefined, resources: readonly Resource[] | undefined): void => {
  const entry = resources?.find(({ mobilePath, alwaysShow }) => path !== undefined && mobilePath === path && isSet(alwaysShow))
  useEffect(() => {
    if (!uid || !entry) return
    const { resourceName, mobilePath, icon, mobileIcon, color } = entry
    rememberVisit({
      uid,
      name: resourceName,
      title: resourceName,
      path: mobilePath ?? '',
      icon,
      mobileIcon,
      color,
    })
  }, [uid, entry])
}

/** The socket, once a person is signed in. The first screen comes first, and what it shows is fresh anyway. */
const useLive = ({ uid, token, isFirst }: Session): void =>
  useEffect(() => {
    if (!uid || !token || isFirst) return
    let stop: (() => void) | undefined
    let isStopped = false
    const retryTimer = setTimeout(async () => {
      // Without a network it cannot be fetched; the next start has it, and until then screens ask by themselves.
      const live = await import('./live.ts').catch(() => undefined)
      if (!isStopped) stop = live?.keepConnected(uid, token, cache)
    }, liveAfterMs)
    return () => {
      isStopped = true
      clearTimeout(retryTimer)
      stop?.()
    }
  }, [uid, token, isFirst])

const liveAfterMs = 2000

// Without a network a screen says so and offers to try again; it is asked again by itself when the network is back.
onlineManager.setOnline(navigator.onLine)

cache.setDefaultOptions({
  queries: {
    networkMode: 'always',
    refetchOnReconnect: true,
    staleTime: 15_000,
    gcTime: 30 * 60_000,
    // A device that is offline is told at once, and asked again when it is not.
    retry: (times, error) =>
      navigator.onLine &&
      times < 2 &&
      error instanceof CallError &&
      (error.status === 0 || error.status >= 502) &&
      session().token !== undefined,
    refetchOnWindowFocus: true,
  },
})

onNewPerson(dropQuestions)
onChanges((changes) => refreshByName(cache, changes))
