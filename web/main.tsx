import { createRoot } from 'react-dom/client'
import { isCarried } from '../hosts/start.ts'
import { App } from './App.tsx'
import { gatherQuestions } from './call.ts'
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
  .then(() => Promise.allSettled([restoreLanguage(), preload(firstScreen())]))
  .then(() => createRoot(document.getElementById('root')!).render(<App />))

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

/** A newer version that waits takes over at a start, never under a person's hands. */
async function keepOfflineCopy(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (!registration?.waiting || !navigator.serviceWorker.controller) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  registration.waiting.postMessage({ type: 'SKIP_WAITING' })
}
