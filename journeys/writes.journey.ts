import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { openStage, says, visit } from './stage.ts'

const { windowOf } = await openStage()

/** A screen that writes: how its form is filled in, and the button that sends it. */
const screens: readonly [title: string, path: string, fill: (page: Page) => Promise<void>, button: (page: Page) => Locator][] = [
  [
    'own details',
    '/pages/user/useredit',
    (page) => page.getByLabel('邮箱').fill('stock@example.com'),
    (page) => page.getByRole('button', { name: '保存', exact: true }),
  ],
]

const writes = /\/(api|sys|systemController)\/.*(update|save|folder)/i
const faults: readonly [title: string, begin: (page: Page) => Promise<unknown>, words: RegExp][] = [
  ['without a network', (page) => page.context().setOffline(true), /没有网络，没有办理/],
  ['at 503', (page) => page.route(writes, (route: Route) => route.fulfill({ status: 503, body: '' })), /服务暂时不可用/],
  ['where the line is cut', (page) => page.route(writes, (route: Route) => route.abort()), /没有收到回答/],
  ['where nothing is answered', (page) => page.route(writes, () => undefined), /没有收到回答/],
]

for (const [screen, path, fill, button] of screens)
  for (const [title, begin, words] of faults)
    test(`${screen} ${title}: the fault is read and the button is free`, async () => {
      const { page } = await windowOf('admin')
      await visit(page, path)
      await fill(page)
      await button(page).waitFor()
      await begin(page)
      await says(page.getByRole('alert').getByText(words), () => button(page).tap())
      await page.waitForFunction((element) => !(element as HTMLButtonElement | null)?.disabled, await button(page).elementHandle())
      assert.equal(await button(page).isEnabled(), true)
    })

test('a form without a network: it is said that the content lies on the device, also where the notice is out of sight', async () => {
  const { page } = await windowOf('admin')
  await visit(page, '/pages/goods/GsGoodsLoc/gsgoodslocedit')
  await page.getByLabel('区域名称').fill('三楼会议室')
  await page.getByLabel('备注').fill('靠窗')
  await page.context().setOffline(true)
  await says(page.getByRole('alert').getByText('内容已保存在这台设备上'), () =>
    page.getByRole('button', { name: '保存', exact: true }).tap(),
  )
  await page.context().setOffline(false)
  await page.waitForURL((url) => !url.hash.includes('gsgoodslocedit'))
})

for (const size of ['phone', 'desk'] as const)
  test(`what passes by covers no button of a question: on a ${size}`, async () => {
    const { page } = await windowOf('admin', size)
    await visit(page, '/pages/user/useredit')
    await page.getByLabel('邮箱').fill('stock@example.com')
    const asked = Promise.withResolvers<undefined>()
    await page.route(writes, async (route: Route) => {
      await asked.promise
      await route.fulfill({ status: 503, body: '' })
    })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('button', { name: '返回', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    asked.resolve(undefined)
    const covered = await page.waitForFunction(() => {
      const message = document.querySelector('[role=alert] > div')?.getBoundingClientRect()
      if (!message) return undefined
      const buttons = [...document.querySelectorAll('[role=alertdialog] button')].map((button) => button.getBoundingClientRect())
      const isCovered = ({ left, right, top, bottom }: DOMRect) =>
        left < message.right && right > message.left && top < message.bottom && bottom > message.top
      return { buttons: buttons.length, covered: buttons.filter(isCovered).length }
    })
    assert.deepEqual(await covered.jsonValue(), { buttons: 2, covered: 0 })
  })
