import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { searchTextOf } from '../server/search/searchText.ts'
import { openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage({ isAlone: true })

type Row = { id: string; instanceCode: string; instanceName: string; holderUid: string; names: Record<string, string> }
const oneOf = async (state: string): Promise<Row> =>
  (await ask('admin', '/api/goods/gsgoodsinstance/list', { state, pageSize: 1 })).page.list[0]
const [held, idle] = [await oneOf('inUse'), await oneOf('idle')]
const holder = held.names[held.holderUid]!
const initials = searchTextOf([holder]).split('\n').at(-1)!

const { page } = await windowOf('admin', 'desk')
const finderOn = async (on: Page) => {
  await on.getByRole('button', { name: /^查找/ }).first().waitFor()
  await on.keyboard.press('Control+k')
  const box = on.getByRole('combobox', { name: '查找人员、资产、耗材、单据和功能' })
  await box.waitFor()
  return box
}
const option = (on: Page, words: string) => on.getByRole('option').filter({ hasText: words })

/** Goes down until the wanted row is chosen. */
const goDownTo = async (words: string): Promise<void> => {
  for (let n = 0; n < 30; n++) {
    const chosen = page.locator('[role=option][aria-selected=true]')
    if ((await chosen.innerText()).includes(words)) return
    await page.keyboard.press('ArrowDown')
  }
  assert.fail(`${words} was not reached`)
}

test('the initials of somebody lead to what he has, by keys alone', async () => {
  await visit(page, '/pages/index/index')
  const box = await finderOn(page)
  await box.fill(initials)
  await option(page, `${holder}名下的资产`).waitFor()
  await goDownTo(`${holder}名下的资产`)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash.includes(`holderUid=${held.holderUid}`))
  await page.getByText(held.instanceCode).filter({ visible: true }).first().waitFor()
})

test('a code finds its asset in lower case and however its parts are joined; it stands there at the next opening', async () => {
  const code = held.instanceCode.toLowerCase()
  for (const typed of [code, `${code.slice(0, 2)}-${code.slice(2, 6)}-${code.slice(6)}`]) {
    await visit(page, '/pages/index/index')
    const box = await finderOn(page)
    await box.fill(typed)
    await option(page, held.instanceCode).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.hash.includes(`id=${held.id}`))
  }
  await visit(page, '/pages/index/index')
  await finderOn(page)
  await page.getByRole('group', { name: '最近打开' }).getByRole('option').filter({ hasText: held.instanceCode }).waitFor()
  await page.keyboard.press('Escape')
})

test('what is to be done and with what begins a document; Tab reaches what may be done with what was found', async () => {
  await visit(page, '/pages/index/index')
  await (await finderOn(page)).fill(`发放 ${idle.instanceCode}`)
  await option(page, `发放 ${idle.instanceName}`).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash.includes(`GsOutstockOrder/gsoutstockorder-pedit?assets=${idle.id}`))

  await visit(page, '/pages/index/index')
  await (await finderOn(page)).fill(idle.instanceCode)
  await option(page, idle.instanceCode).waitFor()
  await page.keyboard.press('Tab')
  const active = await page.getByRole('combobox').getAttribute('aria-activedescendant')
  const action = await page.locator(`[id="${active}"]`).innerText()
  assert.ok(action.length > 0)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash.includes(`assets=${idle.id}`))
})

test('what stands on the screen is there to be begun with', async () => {
  await visit(page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${idle.id}`)
  await page.getByText(idle.instanceCode).filter({ visible: true }).first().waitFor()
  await finderOn(page)
  await page.getByRole('group', { name: '当前' }).getByRole('option').filter({ hasText: idle.instanceName }).first().waitFor()
  await page.keyboard.press('Escape')
})

test('an employee finds nothing of others', async () => {
  const { page: own } = await windowOf('staff', 'desk')
  for (const typed of [held.instanceCode, idle.instanceCode.toLowerCase()]) {
    await visit(own, '/pages/index/index')
    await (await finderOn(own)).fill(typed)
    await own.getByText(`没有找到“${typed}”`).waitFor()
    await own.keyboard.press('Escape')
  }
})
