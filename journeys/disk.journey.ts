import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openStage, visit } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'zaice-disk-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const name = '设备运行记录.txt'
const path = join(folder, name)
const lines = Array.from({ length: 250_000 }, (_, at) => `第${at + 1}行，设备运行正常，温度与电压均在范围内，无报警，值班人员已巡检确认`)
writeFileSync(path, lines.join('\n'))

const { ask, windowOf, base } = await openStage()

const hashOf = async (stream: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of stream) hash.update(piece)
  return hash.digest('hex')
}

/** The row of the file, not the button at its end, whose name begins the same. */
const fileRow = new RegExp(`^${name}(?!的)`)

test('a large file arrives although the line is cut twice, is read, shared with a colleague who opens it, thrown away and brought back', async () => {
  const staff = await windowOf('staff')
  const { page } = staff
  let cuts = 0
  let puts = 0
  await page.route('**/api/netdisk/netdiskupload/part/**', async (route) => {
    puts++
    if (puts === 2 || puts === 4) {
      cuts++
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  await visit(page, '/pages/netdisk/netdisklist')
  await page.getByRole('tab', { name: '我的' }).waitFor()
  await page.locator('input[type=file][aria-label=上传文件]').setInputFiles(path)
  await page.getByRole('button', { name: `${name}的更多操作` }).waitFor({ timeout: 60_000 })
  assert.equal(cuts, 2)
  await page.getByText('已上传1个文件').waitFor()

  // What is there is what was sent, byte by byte.
  const { result } = await ask('staff', '/api/netdisk/netdisknode/search', { words: 'sbyxjl' })
  const [node] = result.list
  assert.equal(node.name, name)
  const back = await page.request.get(`${base}/files/disk/${node.id}`)
  assert.equal(await hashOf([await back.body()] as never), await hashOf(createReadStream(path)))

  await page.getByRole('button', { name: fileRow }).first().click()
  await page.getByText('第1行，设备运行正常').waitFor()
  await page.getByText('内容较多，只显示开头部分').waitFor()

  await page.getByRole('button', { name: '共享', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: `共享“${name}”` })
  await sheet.getByRole('button', { name: '同事' }).click()
  const people = page.getByRole('dialog', { name: '共享给同事' })
  await people.getByPlaceholder(/搜索/).fill('林志强')
  await people
    .getByRole('button', { name: /林志强/ })
    .first()
    .click()
  await people.getByRole('button', { name: /^确定/ }).click()
  await page.getByRole('button', { name: /^可查看/ }).click()
  await sheet.getByText('已共享', { exact: true }).waitFor()

  const boss = await windowOf('boss')
  await visit(boss.page, '/pages/netdisk/netdisklist?view=shared')
  await boss.page.getByRole('button', { name: fileRow }).first().click()
  await boss.page.getByText('第1行，设备运行正常').waitFor()
  assert.deepEqual(boss.complaints, [])

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('button', { name: '删除', exact: true }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await page.getByRole('tab', { name: '回收站' }).click()
  await page.getByRole('button', { name: fileRow }).first().click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await page.getByText('回收站是空的').waitFor()
  await page.getByRole('tab', { name: '我的' }).click()
  await page.getByRole('button', { name: fileRow }).first().waitFor()
  // The cuts; and what was just thrown away is asked for once more while its screen closes.
  const expected = /ERR_CONNECTION_RESET|status of 404 .*\/netdisknode\/(info|preview)$/
  assert.deepEqual(
    staff.complaints.filter((each) => !expected.test(each)),
    [],
  )
})

test('files whose names are taken: one answer for all skips them, each once, and nothing is refused', async () => {
  const { page, complaints } = await windowOf('staff2')
  const pickedFiles = ['甲.txt', '乙.txt', '丙.txt', '丁.txt'].map((each) => ({
    name: each,
    mimeType: 'text/plain',
    buffer: Buffer.from(each),
  }))
  const refusedCancels: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/netdiskupload/cancel') && response.status() >= 400) refusedCancels.push(response.url())
  })
  await visit(page, '/pages/netdisk/netdisklist')
  await page.getByRole('tab', { name: '我的' }).waitFor()
  const input = page.locator('input[type=file][aria-label=上传文件]')
  await input.setInputFiles(pickedFiles)
  await page.getByText('已上传4个文件').waitFor()
  await input.setInputFiles(pickedFiles)
  await page.getByRole('dialog').getByText('全部跳过').click()
  await page.getByRole('button', { name: /已上传4个文件/ }).click()
  await page.getByRole('dialog', { name: '上传' }).getByText('已跳过').nth(3).waitFor()
  const { result } = await ask('staff2', '/api/netdisk/netdisknode/search', { words: '.txt' })
  assert.equal(result.list.length, 4)
  assert.deepEqual([refusedCancels, complaints], [[], []])
})
