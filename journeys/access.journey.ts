import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Answer, openStage, visit } from './stage.ts'

const { ask, stranger, windowOf } = await openStage()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Levels A and AA of WCAG 2.1. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

type Outcome = { readonly looked: number; readonly wrong: string[] }

/** What the rules say against what is shown: the rule, the element and what is wrong with it. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForFunction(
    () => ![...document.querySelectorAll('[role=status][aria-label=加载中]')].some((each) => (each as HTMLElement).offsetParent !== null),
  )
  // What is on its way in is half transparent.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  // Given as text to the debugger, because the page itself runs no scripts but its own.
  await page.evaluate(axe)
  const { looked, wrong } = await page.evaluate(async (runOnly): Promise<Outcome> => {
    const { axe } = window as unknown as { axe: { run: (where: Document, options: object) => Promise<Answer> } }
    const { violations, passes } = await axe.run(document, { runOnly })
    const wrong = violations.flatMap((rule: Answer) =>
      rule.nodes.map((node: Answer) => `${rule.id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`),
    )
    return { looked: passes.length, wrong }
  }, rules)
  assert.ok(looked > 5, 'there is something to look at')
  return wrong
}

const list = async (username: string, path: string, input: object = {}) =>
  (await ask(username, path, { pageSize: 1, ...input })).page.list[0]
const asset = await list('keeper', '/api/goods/gsgoodsinstance/list')
const task = await list('boss', '/api/workflow/listRuntimeTask', { status: 1 })

const screens: readonly [username: string, path: string][] = [
  ['keeper', '/pages/index/index'],
  ['keeper', '/pages/message/msglist'],
  ['keeper', '/pages/user/people'],
  ['keeper', '/pages/goods/GsGoodsInstance/index'],
  ['keeper', `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${asset.id}`],
  ['keeper', '/pages/goods/GsOutstockOrder/index'],
  ['keeper', '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit'],
  ['keeper', '/pages/personal/myapply'],
  ['boss', '/pages/personal/myapprove'],
  ['boss', `/pages/flow/formApprove?taskId=${task.taskId}`],
  ['boss', `/pages/flow/progress?processId=${task.processId}`],
]

for (const size of ['phone', 'desk'] as const)
  test(`the main screens can be read and used by everybody on a ${size}`, async () => {
    const found: string[] = []
    const look = async (page: Page, path: string) => {
      // What dark mode changes is seen on a phone; the colours are the same on a desk.
      for (const colorScheme of size === 'phone' ? (['light', 'dark'] as const) : (['light'] as const)) {
        await page.emulateMedia({ colorScheme })
        const faults = await faultsOf(page)
        found.push(...faults.map((fault) => `${path}, ${colorScheme}: ${fault}`))
      }
    }
    const { page: door } = await stranger(size)
    await door.getByLabel('登录名').waitFor()
    await look(door, '/pages/login')
    for (const username of ['keeper', 'boss']) {
      const { page } = await windowOf(username, size)
      for (const [who, path] of screens) {
        if (who !== username) continue
        await visit(page, path)
        await page.locator('main').filter({ visible: true }).first().waitFor()
        await look(page, path)
      }
    }
    assert.deepEqual(found, [])
  })
