import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, visit } from './stage.ts'

const stage = await openStage({ whole: true })
const desk = await stage.windowOf('admin', 'desk')

const openIn = (page: Page): string | null => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get('open')
const panelOf = (page: Page) => page.locator('aside.panel')
/** Waits until the panel shows another thing than before, and answers what. */
const after = async (page: Page, before: string | null, act: () => Promise<unknown>): Promise<string | null> => {
  await act()
  await page.waitForFunction((was) => new URLSearchParams(location.hash.split('?')[1] ?? '').get('open') !== was, before)
  return openIn(page)
}

test('the register is gone through by keys with each asset beside it, and back again', async () => {
  const { page, complaints } = desk
  await visit(page, '/pages/goods/GsGoodsInstance/index')
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  await rows.nth(3).waitFor()
  const list: string = page.url()
  const codeAt = (index: number) => rows.nth(index).getByRole('gridcell').nth(1).innerText()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await panelOf(page)
    .getByText(await codeAt(0))
    .first()
    .waitFor()
  const first = openIn(page)
  assert.match(first ?? '', /^asset:\d+$/)
  const second = await after(page, first, () => page.keyboard.press('j'))
  await panelOf(page)
    .getByText(await codeAt(1))
    .first()
    .waitFor()
  const third = await after(page, second, () => page.keyboard.press('j'))
  await panelOf(page)
    .getByText(await codeAt(2))
    .first()
    .waitFor()
  await panelOf(page)
    .locator('header')
    .first()
    .filter({ hasText: /^3 \/ \d+$/ })
    .waitFor()
  assert.equal(await after(page, third, () => page.keyboard.press('k')), second)

  await page.reload()
  await panelOf(page)
    .getByText(await codeAt(1))
    .first()
    .waitFor()
  assert.equal(openIn(page), second)
  await page.locator('[role=row][data-open]').waitFor()

  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'detached' })
  assert.equal(page.url(), list)
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid')
  const marked = page.locator('[role=row][data-cursor]')
  assert.equal(await marked.getByRole('gridcell').nth(1).innerText(), await codeAt(1), 'the cursor is at the row that was open')

  await page.keyboard.press('Enter')
  await panelOf(page).waitFor()
  await page.goBack()
  await panelOf(page).waitFor({ state: 'detached' })
  assert.equal(page.url(), list)

  const opened = page.context().waitForEvent('page')
  await rows
    .nth(2)
    .getByRole('link')
    .click({ modifiers: ['Control'] })
  const other = await opened
  await other.waitForURL(/gsgoodsinstance-detail\?id=\d+/)
  await other.getByRole('heading', { level: 1, name: '资产详情' }).waitFor()
  assert.equal(await panelOf(other).count(), 0)
  assert.equal(openIn(page), null)
  await other.close()
  assert.deepEqual(complaints, [])
})

test('a list that is no table is gone through by the same keys, and who closes is back at the row', async () => {
  const { page, complaints } = await stage.windowOf('admin', 'desk')
  await visit(page, '/pages/addressbook/address-book')
  await page.locator('[data-index="3"]').waitFor()

  const atRow = (index: string) =>
    page.waitForFunction((at) => document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'] === at, index)
  const list = page.url()
  await page.keyboard.press('j')
  await atRow('0')
  await page.keyboard.press('ArrowDown')
  await atRow('1')
  await page.keyboard.press('Enter')
  await panelOf(page).waitFor()
  const first = openIn(page)
  assert.match(first ?? '', /^person:\d+$/)
  assert.notEqual(await after(page, first, () => page.keyboard.press('j')), first)
  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'detached' })
  await atRow('2')
  assert.deepEqual([page.url(), complaints], [list, []])
})

test('a copied address opens list and asset; closing stays in the list, and on a phone it is the asset itself', async () => {
  const { page, complaints } = desk
  await visit(page, '/pages/goods/GsGoodsInstance/index')
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .nth(1)
    .getByRole('link')
    .click()
  await panelOf(page).waitFor()
  const address = page.url()

  const other = await page.context().newPage()
  await other.goto(address)
  await panelOf(other).waitFor()
  await panelOf(other).getByRole('button', { name: '关闭' }).click()
  await panelOf(other).waitFor({ state: 'detached' })
  assert.match(other.url(), /GsGoodsInstance\/index$/)
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto(`${address}&again=1`)
  await other.waitForURL(/gsgoodsinstance-detail\?id=\d+/)
  await other.close()
  assert.deepEqual(complaints, [])
})

test('a head approves one application and rejects another by the keyboard alone', async () => {
  const { page, complaints } = await stage.windowOf('boss', 'desk')
  const waiting = async (): Promise<{ taskId: string; batch: boolean; kind: string }[]> =>
    (await stage.ask('boss', '/api/workflow/listRuntimeTask', { status: 1, pageSize: 50 })).page.list
  const before = await waiting()
  const fast = before.findIndex(({ batch }) => batch)
  await visit(page, '/pages/personal/myapprove')
  await page.getByRole('row').nth(before.length).waitFor()
  for (let step = 0; step <= fast; step++) await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText('已同意1项').waitFor()
  await page.getByRole('button', { name: '撤销' }).waitFor()
  assert.ok(!(await waiting()).some(({ taskId }) => taskId === before[fast]!.taskId))

  const left = (await waiting()).find(({ kind }) => kind === 'approve')!
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await panelOf(page).getByRole('button', { name: '驳回' }).waitFor()
  const rejected = openIn(page)!.split(':')[1]!
  assert.ok(left)
  await page.keyboard.press('r')
  const sheet = page.getByRole('dialog', { name: '驳回' })
  await sheet.waitFor()
  await page.keyboard.press('a')
  await sheet.getByRole('textbox').first().focus()
  await page.keyboard.type('ar 请补充')
  await sheet.getByRole('button', { name: '确认驳回' }).focus()
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'detached' })
  await page.waitForFunction((was) => !location.hash.includes(`task:${was}`), rejected)
  const now = await waiting()
  assert.equal(now.length, before.length - 2, 'letters in the sheet decided nothing')
  assert.ok(!now.some(({ taskId }) => taskId === rejected))
  assert.deepEqual(complaints, [])
})
