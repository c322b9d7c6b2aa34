import type { Push, PushAddress, PushLack } from '../host.ts'

const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)

const lack = (): PushLack['lacks'] | undefined => {
  if (!isSecureContext) return 'https'
  if (isApple && !matchMedia('(display-mode: standalone)').matches) return 'home'
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? undefined : 'browser'
}

/** The worker of the offline copy; where there is none yet, it is waited for no longer than people do. */
const worker = async (): Promise<ServiceWorkerRegistration> => {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no worker')), 10_000))
  return Promise.race([navigator.serviceWorker.ready, late])
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const pushPort: Push = {
  permission: () => Notification.permission,
  ask: () => Notification.requestPermission(),
  subscribe: async (key) => {
    const { pushManager } = await worker()
    const existingSubscription = await pushManager.getSubscription()
    // One that was made for another key takes nothing that is signed by this one.
    if (existingSubscription && textOf(existingSubscription.options.applicationServerKey) !== key) await existingSubscription.unsubscribe()
    const newSubscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
    return addressOf(newSubscription)
  },
  end: async () => {
    const { pushManager } = await worker()
    await (await pushManager.getSubscription())?.unsubscribe()
  },
  onOpen: (open) => {
    const hear = ({ data }: MessageEvent<{ t?: unknown; link?: unknown } | null>) => {
      if (data?.t === 'open' && typeof data.link === 'string') open(data.link)
    }
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  },
}

const addressOf = (subscription: PushSubscription): PushAddress => ({
  endpoint: subscription.endpoint,
  p256dh: textOf(subscription.getKey('p256dh')),
  auth: textOf(subscription.getKey('auth')),
  device: deviceName(navigator.userAgent),
})

/** What people call the device: what it is, and which browser. */
const deviceName = (agent: string): string => {
  const appleDevice = /iPhone/.test(agent) ? 'iPhone' : 'iPad'
  const system = (/(Android|Windows|Macintosh|CrOS|Linux)/.exec(agent)?.[1] ?? '').replace('Macintosh', 'Mac')
  const device = isApple ? appleDevice : (/; ([^;()]+) Build\//.exec(agent)?.[1] ?? system)
  const browser = (
    [
      ['Edg', 'Edge'],
      ['SamsungBrowser', 'Samsung'],
      ['OPR', 'Opera'],
      ['Firefox', 'Firefox'],
      ['Chrome', 'Chrome'],
      ['Safari', 'Safari'],
    ] as const
  ).find(([word]) => agent.includes(`${word}/`))?.[1]
  return [device, browser].filter(Boolean).join(' · ').slice(0, 80)
}

const missing = lack()
export const push: Push | PushLack = missing ? { lacks: missing } : pushPort
