import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, visit } from './stage.ts'

const { base, windowOf } = await openStage({ env: { PUSH_SUBJECT: 'mailto:it@example.com' }, worker: true })

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
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
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
    for (const deadline = Date.now() + 15_000; (await shown()).length !== count;)
      if (Date.now() > deadline) assert.fail(JSON.stringify(await shown()))
    return shown()
  }

  const first = { title: '请归还投影仪', body: '明天到期', link: '/pages/message/settings', tag: 'loan', badge: 2 }
  // The browser loses what comes while its worker is still being started: then it is delivered again, and takes the place of the first.
  for (let tries = 0; tries < 5 && (await shown()).length === 0; tries++) {
    await push(JSON.stringify(first))
    await page.waitForTimeout(2000)
  }
  assert.deepEqual(await until(1), [{ title: '请归还投影仪', body: '明天到期', tag: 'loan' }])
  // What nobody understands is shown all the same, and what is about the same thing takes its place.
  await push('nothing that we say')
  await until(2)
  await push(JSON.stringify({ ...first, body: '今天到期' }))
  await page.waitForFunction(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications()
    return all.length === 2 && all.some(({ body }) => body === '今天到期')
  })

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
