import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, visit } from './stage.ts'

const { windowOf } = await openStage()

for (const username of ['admin', 'keeper', 'stock'])
  test(`the number of each queue of ${username} is what the list behind it finds`, async () => {
    const { page, complaints } = await windowOf(username, 'desk')
    const counted = page.getByRole('button', { name: /^全部\d+项$/ })
    const queues = page.locator('section[aria-label]').filter({ has: counted })
    // Each queue comes with an answer of its own: this one has rows in the demo.
    await queues.and(page.getByRole('region', { name: username === 'stock' ? '低库存' : '借出到期', exact: true })).waitFor()
    await page.waitForLoadState('networkidle')
    const names = await queues.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!))
    for (const name of names) {
      const all = page.getByRole('region', { name, exact: true }).getByRole('button', { name: /^全部\d+项$/ })
      const total = Number(/\d+/.exec(await all.innerText())![0])
      const found = page.waitForResponse(async (response) => {
        const totals = (await response.text().catch(() => '')).matchAll(/"totalCount":(\d+)/g)
        return [...totals].some(([, each]) => Number(each) === total)
      })
      await all.click()
      await found
      await visit(page, '/pages/index/index')
    }
    assert.deepEqual(complaints, [])
  })
