import { createRoot } from 'react-dom/client'
import { isCarried } from '../hosts/start.ts'
import { App } from './App.tsx'
import { gatherQuestions } from './call.ts'
import { layFirstAnswers } from './start/firstAnswers.ts'
import './look/theme.css'
import { showTheme } from './look/theme.ts'
import { preload } from './router.tsx'
import { screenAt } from './screens.ts'
import type { ScreenRow } from './shell/screenRow.ts'
import { stored } from './session/session.ts'
import { frames, startTravelling } from './travel.ts'
import { restoreLanguage } from './words.ts'

showTheme()
startTravelling()
gatherQuestions()
followKeyboard()

// What index.html draws stays until the first screen's code is there, so that nothing flashes in between.
void showArrival()
  .then(() => Promise.allSettled([restoreLanguage().then(layFirstAnswers), preload(firstScreen())]))
  .then(() => createRoot(document.getElementById('root')!).render(<App />))

/** As long as a person looks at a first screen before leaving it. */
const offlineCopyAfterMs = 5000

if (import.meta.env.PROD && 'serviceWorker' in navigator) addEventListener('load', () => void keepOfflineCopy())

/** The screen that this start ends on. */
function firstScreen(): ScreenRow {
  const askedScreen = screenAt(frames().list[0]?.path ?? '') ?? screenAt('/pages/index/index')!
  return askedScreen.who === 'public' || stored('Access-Token') ? askedScreen : screenAt('/pages/login')!
}

/** Where a host carries the page, who it knows comes in before the first screen; nothing is waited for in a browser. */
async function showArrival(): Promise<void> {
  if (isCarried()) await (await import('./session/arrive.ts')).startHere()
}

/** The app is as tall as what the on-screen keyboard leaves, so that what stands at the bottom stays in sight. */
function followKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  const fit = () => {
    if (view.scale > 1.01) return
    document.documentElement.style.setProperty('--visible-height', `${view.height}px`)
    if (view.offsetTop > 0) window.scrollTo(0, 0)
  }
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
  fit()
}

/**
 * A newer version that waits takes over at a start, never under a person's hands. What is needed without a network is fetched once the first
 * screen stands and the person has looked at it: hundreds of files would take the line and the processor from it.
 */
async function keepOfflineCopy(): Promise<void> {
  const waitingWorker = (await navigator.serviceWorker.getRegistration().catch(() => undefined))?.waiting
  if (waitingWorker && navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    waitingWorker.postMessage({ type: 'SKIP_WAITING' })
  } else setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), offlineCopyAfterMs)
}
