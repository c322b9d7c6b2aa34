import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, patienceMs, visit } from './stage.ts'

const { base, windowOf } = await openStage({ env: { PUSH_SUBJECT: 'mailto:it@example.com' }, worker: true, whole: true })

test('what is pushed is shown, and a tap on it leads to its screen in the window that is open', async () => {
  const { page } = await windowOf('staff')
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: base })
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((done) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && done(first.registrationId)),
  )
  await browser.send('ServiceWorker.enable')
  // What is delivered to a worker that is only just being activated is lost.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated', undefined, {
    timeout: patienceMs,
  })
  const push = async (data: string) =>
    browser.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId: await registered, data })
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
        getNotifications: () => ready.getNotifications(),
      }))
      return (await getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  const until = async (count: number) => {
    for (const deadline = Date.now() + patienceMs; (await shown()).length !== count; await page.waitForTimeout(100))
      if (Date.now() > deadline) assert.fail(JSON.stringify(await shown()))
    return shown()
  }

  /** The browser loses what comes while its worker is being started: it is delivered again, and takes the place of the one before. */
  const delivered = async (data: string, wanted: number, body: string) => {
    const isThere = async () => {
      const all = await shown()
      return all.length === wanted && all.some((one) => one.body === body)
    }
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline;) {
      await push(data)
      for (let looks = 0; looks < 10; looks++) {
        if (await isThere()) return
        await page.waitForTimeout(200)
      }
    }
    assert.fail(JSON.stringify(await shown()))
  }
  const first = { title: '请归还投影仪', body: '明天到期', link: '/pages/message/settings', tag: 'loan', badge: 2 }
  await delivered(JSON.stringify(first), 1, '明天到期')
  // What no one understands is shown all the same, and what is about the same thing takes its place.
  await delivered('nothing that we say', 2, '')
  await delivered(JSON.stringify({ ...first, body: '今天到期' }), 2, '今天到期')

  await visit(page, '/pages/user/people')
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, options: object) => Event
      dispatchEvent: (event: Event) => boolean
    }
    const [notification] = await scope.registration.getNotifications({ tag: 'loan' })
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await page.waitForURL(/#\/pages\/message\/settings/)
  await until(1)
})

test('nobody is asked before a tap, and where the browser cannot be reached it is said', async () => {
  const { page } = await windowOf('boss')
  await visit(page, '/pages/message/settings')
  assert.equal(await page.evaluate(() => Notification.permission), 'default')
  await page.context().grantPermissions(['notifications'], { origin: base })
  await page.getByRole('button', { name: '通知我' }).tap()
  // A browser of a test has no push service.
  await page.getByText('连不上这个浏览器的推送服务').waitFor()
})
