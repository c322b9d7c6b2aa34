import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, visit } from './stage.ts'

const stage = await openStage()

/** The pages that lead to others, and an entry that shows that each is there (docs/decisions/0005-screens.md). */
const hubs = [
  { path: '/pages/home', entry: '组织信息' },
  { path: '/pages/index/index', entry: '我的申请' },
  { path: '/pages/goods/mainpage/workcollaborate', entry: '网盘' },
  { path: '/pages/goods/mainpage/index', entry: '导入记录' },
] as const

test('no entry stands in two hubs', async () => {
  const { page } = await stage.windowOf('keeper')
  const hubByEntry = new Map<string, string>()
  for (const { path, entry } of hubs) {
    await visit(page, path)
    await page.getByRole('button', { name: entry }).filter({ visible: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const entries = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main button:has(.tinted)')]
        .filter((button) => button.checkVisibility())
        .map((button) => button.innerText.split('\n').find((words) => /\p{Script=Han}/u.test(words)) ?? ''),
    )
    assert.ok(entries.includes(entry), `${path} shows ${entries.join()}`)
    for (const words of new Set(entries)) {
      assert.equal(hubByEntry.get(words), undefined, `${words} stands in ${hubByEntry.get(words)} and in ${path}`)
      hubByEntry.set(words, path)
    }
  }
})

test('the workbench wears what its page has; the whole sheet comes with the next screen, also where it was lost once', async () => {
  const { page } = await stage.windowOf('admin')
  const sheets: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()))
  await page.reload()
  // A part of the workbench with a file of its own, whose look is in the page.
  await page.getByText('去查看').or(page.getByText('开始使用')).first().waitFor()
  await page.waitForLoadState('networkidle')
  assert.deepEqual(sheets, [])
  await page.route('**/*.css', (route) => route.abort(), { times: 1 })
  await page.evaluate(() => (location.hash = '#/pages/home'))
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('button', { name: '组织信息' }).waitFor()
  assert.equal(new Set(sheets).size, 1)
  assert.equal(await page.evaluate(() => [...document.styleSheets].filter(({ href }) => href).length), 1)
})
