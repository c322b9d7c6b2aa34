import type { Home } from '../host.ts'

/** A browser that asks the person itself lends us its question. It has one once it knows the manifest, and hears of that from here: we listen by then. */
type InstallPrompt = Event & { readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }> }
let installPrompt: InstallPrompt | undefined
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installPrompt = event as InstallPrompt
})
document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }))

/** How the app gets to the home screen by this browser, now: it may be asked once, and not where it lies there already. */
export const homeNow = (): Home | undefined => {
  const agent = navigator.userAgent
  const isThere = matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
  if (isThere || /DingTalk|wxwork|MicroMessenger/i.test(agent)) return undefined
  const lent = installPrompt
  if (lent)
    return {
      way: 'ask',
      ask: async () => {
        installPrompt = undefined
        return (await lent.prompt()).outcome === 'accepted'
      },
    }
  if (/iPhone|iPod/.test(agent)) return { way: 'steps', on: 'iphone' }
  if (/iPad/.test(agent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)) return { way: 'steps', on: 'ipad' }
  // Chrome asks by itself; one that does not has the app already, or may not have it over plain http.
  if (/Android/.test(agent) && !/Chrome\/\d+\S* Mobile Safari\/\S+$/.test(agent) && isSecureContext) return { way: 'steps', on: 'android' }
  if (/Macintosh/.test(agent) && /Version\/\d+\S* Safari/.test(agent)) return { way: 'steps', on: 'mac' }
  return undefined
}
