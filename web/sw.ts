/*
 * What the worker of the offline copy does with pushes; the build puts it beside the worker, which takes it in. It must show every push:
 * a browser that was silently woken ends the subscription.
 */
type PushPayload = { readonly title: string; readonly body: string; readonly link: string; readonly tag: string; readonly badge: number }
type WorkerEvent = { waitUntil: (work: Promise<unknown>) => void }
type Client = {
  readonly url: string
  readonly visibilityState: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}
type PushWorker = {
  addEventListener: {
    (type: 'push', hear: (event: WorkerEvent & { readonly data: { json: () => unknown } | null }) => void): void
    (type: 'notificationclick', hear: (event: WorkerEvent & { readonly notification: Notification }) => void): void
  }
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> }
  readonly clients: {
    matchAll: (options: object) => Promise<readonly Client[]>
    openWindow: (url: string) => Promise<unknown>
  }
  readonly navigator: { setAppBadge?: (count: number) => Promise<void> }
}
const worker = self as unknown as PushWorker

const list = '/pages/message/msglist'

worker.addEventListener('push', (event) => event.waitUntil(show(pushedIn(event.data))))

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { link }: { link?: unknown } = event.notification.data ?? {}
  event.waitUntil(open(typeof link === 'string' && link.startsWith('/pages/') ? link : list))
})

function pushedIn(data: { json: () => unknown } | null): PushPayload {
  const emptyPush = { title: 'Zaice', body: '', link: list, tag: 'message', badge: 1 }
  try {
    return { ...emptyPush, ...(data?.json() as object) }
  } catch {
    return emptyPush
  }
}

async function show({ title, body, link, tag, badge }: PushPayload): Promise<void> {
  await worker.registration.showNotification(title, {
    body,
    tag,
    // The newest of its kind is heard as well.
    renotify: true,
    data: { link },
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
  })
  await worker.navigator.setAppBadge?.(badge).catch(() => undefined)
}

/** In the window that is there, which is told by message where to go: not every browser follows a changed address. Otherwise in a new one. */
async function open(link: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const first = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!first) return void (await worker.clients.openWindow(`/#${link}`))
  first.postMessage({ t: 'open', link })
  await first.focus().catch(() => undefined)
}
