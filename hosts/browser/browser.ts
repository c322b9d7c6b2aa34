import type { Fix, Host } from '../host.ts'
import { homeNow } from './home.ts'
import { push } from './push.ts'
import { signal } from './signal.ts'
import { tone } from './tone.ts'

/** A browser: what it lacks on plain http, or inside another app, is left away. */
export const browser: Host = {
  signsInAs: { platformType: 'huaruan', loginType: 'userpass' },
  address: location.origin,
  copy: async (text) => {
    if (navigator.clipboard)
      return navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    // The old way alone is offered on plain http.
    const box = document.createElement('textarea')
    box.value = text
    box.style.cssText = 'position:fixed;top:0;opacity:0'
    document.body.append(box)
    box.select()
    const isCopied = document.execCommand('copy')
    box.remove()
    return isCopied
  },
  save: (file, name) => {
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },
  saveFrom: (address) => {
    const link = document.createElement('a')
    link.href = address
    link.download = ''
    link.click()
  },
  ...(typeof navigator.clipboard?.readText === 'function' && {
    readClipboard: () => navigator.clipboard.readText().catch(() => ''),
  }),
  ...(typeof window.print === 'function' && { print: printPage }),
  ...(navigator.mediaDevices && {
    openCamera: () =>
      navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
      }),
  }),
  ...(navigator.mediaDevices &&
    typeof MediaRecorder === 'function' && { startRecorder: async () => (await import('./recorder.ts')).startRecorder() }),
  ...(navigator.geolocation &&
    isSecureContext && {
      position: () =>
        new Promise((resolve, lost) =>
          navigator.geolocation.getCurrentPosition((position) => resolve(fixOf(position)), lost, {
            enableHighAccuracy: true,
            timeout: 15_000,
            maximumAge: 60_000,
          }),
        ),
      follow: (onFix, lost) => {
        const watch = navigator.geolocation.watchPosition(
          (position) => onFix(fixOf(position)),
          ({ code, PERMISSION_DENIED }) => lost(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
          { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 },
        )
        return () => navigator.geolocation.clearWatch(watch)
      },
    }),
  ...(navigator.share && {
    // Giving up is told as a failure.
    share: ({ title, text, link }) => navigator.share({ title, text, url: link }).catch(() => undefined),
  }),
  open: (address) => void window.open(address, '_blank', 'noopener'),
  push,
  get home() {
    return homeNow()
  },
  signal,
  ...(typeof AudioContext === 'function' && { tone }),
  ...(navigator.wakeLock && {
    keepAwake: async () => {
      const lock = await navigator.wakeLock.request('screen')
      return () => void lock.release()
    },
  }),
  // Safari on a phone or tablet, where the app is not on the home screen.
  ...(/iPhone|iPad|iPod/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches && { forgets: true }),
}

/** As browsers tell it: on the satellites' grid. */
function fixOf({ coords: { longitude, latitude, accuracy }, timestamp }: GeolocationPosition): Fix {
  return {
    longitude: Number(longitude.toFixed(6)),
    latitude: Number(latitude.toFixed(6)),
    system: 'WGS-84',
    accuracyMetres: Math.ceil(accuracy),
    atMs: timestamp,
  }
}

async function printPage(html: string): Promise<void> {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<iframe sandbox="allow-same-origin allow-modals" aria-hidden="true" style="position:fixed;width:0;height:0;border:0;visibility:hidden"></iframe>',
  )
  const frame = document.body.lastElementChild as HTMLIFrameElement
  const frameLoad = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.srcdoc = html
  await frameLoad
  const paper = frame.contentWindow
  if (!paper) return
  paper.addEventListener('afterprint', () => frame.remove())
  paper.focus()
  paper.print()
}
