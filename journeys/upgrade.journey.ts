import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../kernel/id.ts'
import { makeOperatorCode } from '../server/access/operatorPass.ts'
import { openStage, visit } from './stage.ts'

/** The web app as the native shell carries it, with the bridge in the hands of the test. */
const { base, windowOf, ask, database } = await openStage()
const client = join(import.meta.dirname, '../hosts/native/standIn/client.js')

const bytes = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400_000, 'package')])
const operator = async (): Promise<(path: string, body: FormData | object) => Promise<void>> => {
  const post = async (path: string, body: FormData | object, token = '') => {
    const isForm = body instanceof FormData
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: `bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    return (await answer.json()) as { code: number; result: { token: string } }
  }
  const { result } = await post('/api/operator/enter', { code: await makeOperatorCode(database, '王运维') })
  return async (path, body) => assert.equal((await post(path, body, result.token)).code, 0, path)
}

const shell = {
  failNext: (page: Page, code: string) => page.evaluate((what) => (window as never as Shell).shell.failNext(what), code),
  trigger: (page: Page, text: string) => page.evaluate((what) => (window as never as Shell).shell.trigger(what), text),
  installed: (page: Page) => page.evaluate(() => (window as never as Shell).shell.done.installed),
}
type Shell = {
  shell: {
    failNext: (code: string) => void
    trigger: (text: string) => void
    done: { installed: readonly { name: string; sizeBytes: number }[] }
  }
}

const { page } = await windowOf('admin')
await page.addInitScript({ path: client })
await page.reload()
await page.getByRole('heading', { level: 1 }).first().waitFor()

test('the scanner key of a handheld reads a label wherever a scan is waited for', async () => {
  const { page: found } = await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 1 })
  const [{ instanceCode, instanceName }] = found.list as [{ instanceCode: string; instanceName: string }]
  await visit(page, '/pages/goods/components/scan-qrcode')
  await page.getByRole('button', { name: '输入编码' }).waitFor()
  await shell.trigger(page, instanceCode)
  await page.getByText(instanceName, { exact: true }).filter({ visible: true }).first().waitFor()
  await page.waitForURL(/GsGoodsInstance\/qrscan-detail/)
})

test('a newer app is offered at the start, its download fails, is begun again and done; a forced one cannot be put aside', async () => {
  const post = await operator()
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'zaice.apk')
  await post('/api/operator/releases/package', form)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const release = { platform: 'android', version: '2.4.0', code: 1500, remarkZh: '盘点更快', package: { sha256, name: 'zaice.apk' } }
  await post('/api/operator/releases/save', { id: newId(), ...release })

  await page.reload()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('发现新版本 2.4.0').waitFor()
  await dialog.getByText('盘点更快').waitFor()
  await shell.failNext(page, 'download')
  await dialog.getByRole('button', { name: '立即更新' }).tap()
  await dialog.getByText('安装失败，请重新下载').waitFor()
  assert.deepEqual(await shell.installed(page), [])
  await dialog.getByRole('button', { name: '重新下载' }).tap()
  await dialog.getByText('已下载，请在系统提示中完成安装').waitFor()
  assert.deepEqual(
    (await shell.installed(page)).map(({ name, sizeBytes }) => [name, sizeBytes]),
    [['zaice.apk', bytes.length]],
  )
  await dialog.getByRole('button', { name: '关闭' }).tap()

  // By hand, under the version that the device has.
  await visit(page, '/pages/user/people')
  await page.getByRole('button', { name: /版本.*2\.3\.53/ }).tap()
  await dialog.getByRole('button', { name: '以后再说' }).tap()
  await dialog.waitFor({ state: 'detached' })

  await post('/api/operator/releases/save', { id: newId(), ...release, version: '2.5.0', code: 1600, isForced: true })
  await page.reload()
  await dialog.getByText('发现新版本 2.5.0').waitFor()
  assert.deepEqual(await dialog.getByRole('button').allTextContents(), ['立即更新'])
  await page.keyboard.press('Escape')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => setTimeout(resolve), { once: true })
        history.back()
      }),
  )
  await dialog.getByText('需要更新后才能继续使用').waitFor()
})
