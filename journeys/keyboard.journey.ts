import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoPassword } from '../server/access/demoUsers.ts'
import { answered, openStage, type Window } from './stage.ts'

const { ask, stranger } = await openStage()

/** What a screen reader would say of what the keys act on. */
const here = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at.matches('body, main, h1')) return ''
    const labels =
      at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])].map((each) => each.innerText) : []
    return [at.getAttribute('aria-label'), ...labels, (at as HTMLElement).innerText, at.getAttribute('placeholder')]
      .filter(Boolean)
      .join(' ')
  })

/** Goes on by Tab to what is called so. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const passed: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    const words = await here(page)
    if (name.test(words)) return
    passed.push(words.slice(0, 30))
    await page.keyboard.press('Tab')
  }
  assert.fail(`${name} is not reached: ${passed.join(' | ')}`)
}

const pressOn = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

const signIn = async (username: string): Promise<Window> => {
  const window = await stranger('desk')
  const { page } = window
  await page.getByLabel('登录名').waitFor()
  await tabTo(page, /登录名/)
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await tabTo(page, /^密码/)
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/pages\/index\/index/)
  await page.getByRole('navigation', { name: '主导航' }).waitFor()
  return window
}

test('a piece is found, issued to somebody and the issue approved without a mouse', async () => {
  const idle = await ask('keeper', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 1 })
  const [asset] = idle.page.list
  const keeper = await signIn('keeper')
  const { page } = keeper

  // The finder, wherever one stands; the first that it finds is opened by Enter.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').locator('input')).first().waitFor()
  await page.keyboard.type(asset.instanceCode)
  await page.getByRole('dialog').getByText(asset.instanceCode).filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/gsgoodsinstance-detail/)
  await page.getByRole('main').getByText(asset.instanceCode).filter({ visible: true }).first().waitFor()

  await pressOn(page, /^(领用|发放)$/)
  await page.waitForURL(/gsoutstockorder-pedit/)
  await page.getByText('领用人').filter({ visible: true }).first().waitFor()
  await pressOn(page, /领用人/)
  const people = page.getByRole('dialog').last()
  await people.getByPlaceholder(/搜索/).waitFor()
  await tabTo(page, /搜索/)
  await page.keyboard.type('张浩然')
  await people
    .getByRole('button', { name: /张浩然/ })
    .or(people.getByRole('radio', { name: /张浩然/ }))
    .first()
    .waitFor()
  await page.keyboard.press('Tab')
  await pressOn(page, /张浩然/)
  await people.waitFor({ state: 'hidden' })
  await tabTo(page, /领用原因/)
  await page.keyboard.type('新项目需要')
  await pressOn(page, /^提交$/)
  await page.getByText('已提交审批，结果会在消息中通知您').waitFor()

  // The person who is asked next agrees to it from the workbench.
  const asked = await Promise.all(
    ['boss', 'admin'].map(async (username) => ({
      username,
      tasks: (await ask(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 50 })).page.list as readonly {
        summary: string
        taskId: string
      }[],
    })),
  )
  const next = asked.find(({ tasks }) => tasks.some(({ summary }) => summary.includes(asset.instanceName)))
  const task = next?.tasks.find(({ summary }) => summary.includes(asset.instanceName))
  assert.ok(next && task, 'somebody else is to approve it')
  const other = await signIn(next.username)
  // Past the navigation in one step, as soon as there is something behind it.
  await other.page
    .getByRole('main')
    .getByRole('button', { name: /审批处理/ })
    .waitFor()
  await pressOn(other.page, /跳到主要内容/)
  await pressOn(other.page, /审批处理/)
  await other.page.waitForURL(/myapprove/)
  const row = new RegExp(asset.instanceName)
  await other.page.getByRole('main').getByText(row).filter({ visible: true }).first().waitFor()
  // The list is gone through by arrows.
  await tabTo(other.page, row)
  const cursor = other.page.locator('[data-cursor]').filter({ visible: true })
  for (let presses = 0; presses < 20; presses++) {
    await other.page.keyboard.press('ArrowDown')
    await cursor.waitFor()
    if (row.test(await cursor.innerText())) break
  }
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('button', { name: '同意', exact: true }).filter({ visible: true }).last().waitFor()
  // The same word stands among the opinions that are offered; what decides stands behind what rejects.
  await tabTo(other.page, /^驳回$/)
  await other.page.keyboard.press('Tab')
  const agreed = await answered(other.page, '/flowApprove', () => pressOn(other.page, /^同意$/))
  assert.equal(agreed.code, 0, agreed.msg)
  const { page: left } = await ask(next.username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 50 })
  assert.ok(!left.list.some(({ taskId }: { taskId: string }) => taskId === task.taskId), 'it waits for nobody here any more')
  assert.deepEqual([keeper.complaints, other.complaints], [[], []])
})
