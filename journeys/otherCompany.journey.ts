import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from './stage.ts'

const { base, windowOf } = await openStage()

/** The window of a company in a chat, as the chat calls itself, on a device where a person of `before` was signed in. */
const openedIn = async (company: string, before: string) => {
  const { page } = await windowOf('admin')
  await page.getByText('工作台').filter({ visible: true }).first().waitFor()
  const name = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('pro__login_user_info') ?? '{}') as { value: Record<string, string> }
    return kept.value['X-UserName'] ?? ''
  })
  await page.evaluate((corp) => localStorage.setItem('pro___corp_id', JSON.stringify({ value: corp, expire: null })), before)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 wxwork/4.1' })
    const seen = new Set<string>()
    Object.assign(globalThis, { seenWords: seen })
    new MutationObserver(() => seen.add(document.getElementById('root')?.innerText ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await page.goto(`${base}/?corpId=${company}#/pages/index/index`)
  return { page, name }
}
const seenWords = (page: Awaited<ReturnType<typeof openedIn>>['page']): Promise<string> =>
  page.evaluate(() => [...(globalThis as unknown as { seenWords: Set<string> }).seenWords].join('\n'))

test('a window of another company ends the session of the former one before anything of it is drawn', async () => {
  const { page, name } = await openedIn('corp2', 'corp1')
  await page.waitForURL(/#\/pages\/login/)
  assert.notEqual(name, '')
  assert.equal(await page.evaluate(() => localStorage.getItem('pro__Access-Token')), null)
  assert.ok(!(await seenWords(page)).includes(name), name)
})

test('a window of the same company goes on with its session', async () => {
  const { page } = await openedIn('corp1', 'corp1')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  assert.notEqual(await page.evaluate(() => localStorage.getItem('pro__Access-Token')), null)
})
