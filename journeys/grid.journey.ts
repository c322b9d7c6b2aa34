import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sum } from '../kernel/decimal.ts'
import { answered, openStage, says, visit } from './stage.ts'

const stage = await openStage()
const { ask, windowOf } = stage

const stockIn = '/pages/consumables/CsInstockOrder/csinstockorder-pedit'
const linesCount = 80
const { page: register } = await ask('stock', '/api/consum/csconsum/list', { pageSize: 100 })
const goods = register.list as { id: string; goodsCode: string }[]
const wanted = Array.from({ length: linesCount }, (_, row) => ({ ...goods[row % goods.length]!, quantity: String((row % 9) + 1) }))

/** A keyboard, as a person works it: slower than a gun. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 50 })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const pasteInto = async (page: Page, text: string) => {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await press(page, 'Control+v')
}
/** A gun: its keys come at its pace, whatever the machine is busy with. */
const shoot = (page: Page, code: string) =>
  page.evaluate(
    (keys) => {
      const from = performance.now()
      for (const [at, key] of keys.entries()) {
        const down = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(down, 'timeStamp', { value: from + at })
        document.activeElement!.dispatchEvent(down)
      }
    },
    [...code, 'Enter'],
  )
const { page, complaints } = await windowOf('stock', 'desk')
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

/** Opens a sheet, ready for keys: in a window that has left none unsent, with nothing in it. */
const openSheet = async (page: Page): Promise<void> => {
  await visit(page, stockIn)
  await page.getByRole('grid', { name: '明细' }).waitFor()
  await page.getByRole('textbox', { name: '第 1 行，耗材' }).focus()
}
const faults = (page: Page) => page.getByRole('button', { name: /处问题/ })
const words = (page: Page, said: string) => page.locator('.line-grid-words', { hasText: said }).waitFor()
const total = (page: Page) => page.locator('.line-grid-total')

test('eighty lines from a spreadsheet, three faults mended by keyboard, a price filled down: the stock is right to the piece', async () => {
  await openSheet(page)
  const cells = wanted.map(({ goodsCode, quantity }) => [quantity, '甲', goodsCode])
  cells[9]![2] = 'NOPE-1'
  cells[39]![0] = '三箱'
  cells[69]![0] = ''
  await pasteInto(page, [['入库数量', '经手人', '物料编码'], ...cells].map((row) => row.join('\t')).join('\r\n'))
  await page.getByText('已粘贴 80 行 · 没有用到的列：经手人').waitFor()
  await faults(page)
    .filter({ hasText: /^3 处问题 ›$/ })
    .waitFor()

  await press(page, 'Control+Home', 'F8')
  await page.getByRole('textbox', { name: '第 10 行，耗材' }).waitFor()
  await words(page, '耗材“NOPE-1”不存在')
  await type(page, wanted[9]!.goodsCode)
  await page.getByRole('option', { selected: true }).waitFor()
  await press(page, 'Enter', 'F8')
  await page.getByRole('textbox', { name: '第 40 行，数量' }).waitFor()
  await words(page, '数量应为数字')
  await type(page, wanted[39]!.quantity)
  await press(page, 'Enter', 'F8')
  await page.getByRole('textbox', { name: '第 70 行，数量' }).waitFor()
  await words(page, '请填写数量')
  await type(page, wanted[69]!.quantity)
  await press(page, 'Enter')
  await faults(page).waitFor({ state: 'detached' })
  const pieces = sum(wanted.map(({ quantity }) => quantity))
  await total(page).getByText(pieces, { exact: true }).waitFor()

  await press(page, 'Control+Home', 'End')
  await page.getByRole('textbox', { name: '第 1 行，单价' }).waitFor()
  await type(page, '2.5')
  await press(page, 'Enter', 'ArrowUp', 'Control+Shift+ArrowDown', 'Control+d')
  await total(page)
    .getByText(`¥${(Number(pieces) * 2.5).toLocaleString('en', { minimumFractionDigits: 2 })}`)
    .waitFor()

  const before = await stock()
  const submitted = await answered(page, '/csinstockorder/submit', () => page.getByRole('button', { name: '提交', exact: true }).click())
  assert.equal(submitted.code, 0)
  const { page: mine } = await ask('stock', '/api/consum/csinstockorder/list', { mine: true, pageSize: 1 })
  const [document] = mine.list as { id: string; state: string; processId: string | null }[]
  if (document!.processId) await agree(document!.processId)
  const after = await stock()
  for (const { id } of goods) {
    const came = sum(wanted.filter((line) => line.id === id).map(({ quantity }) => quantity))
    assert.equal(sum([before.get(id) ?? '0', came]), after.get(id) ?? '0', `what came of ${id}`)
  }

  // Read on a desk the lines are a table: a row for each, and what they come to.
  await visit(page, `/pages/consumables/CsInstockOrder/csinstockorder-pedit?id=${document!.id}`)
  const lines = page.getByRole('table').filter({ visible: true })
  await lines.getByRole('row', { name: /^合计/ }).getByRole('cell', { name: pieces, exact: true }).waitFor()
  assert.equal(await lines.getByRole('row').count(), wanted.length + 2)
  assert.deepEqual(complaints, [])
})

test('what was pasted and not read is there again after the window was loaded anew, and keeps the document from being sent', async () => {
  await openSheet(page)
  await pasteInto(page, `耗材\t数量\nNOPE-2\t3\n${goods[0]!.goodsCode}\t2`)
  await faults(page).waitFor()
  await page.reload()
  await page.getByRole('gridcell', { name: 'NOPE-2' }).waitFor()
  await says(page.getByText('耗材“NOPE-2”不存在').first(), () => page.getByRole('button', { name: '提交', exact: true }).click())
  await page.getByRole('textbox', { name: '第 1 行，耗材' }).focus()
  await press(page, 'Control+Delete')
  await faults(page).waitFor({ state: 'detached' })
  await press(page, 'Control+z')
  await faults(page).waitFor()
})

test('a gun adds a line, then counts one more, and says so', async () => {
  const { page } = await windowOf('stock', 'desk')
  await openSheet(page)
  for (const said of [/已添加/, /第 1 行现在是 2/]) {
    await shoot(page, goods[1]!.goodsCode)
    await page.getByText(said).waitFor()
  }
  assert.equal(await page.getByRole('grid', { name: '明细' }).getByRole('rowheader', { name: '2', exact: true }).count(), 0)
})

/** What lies in all stores together. */
const stock = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (let at = 1; ; at++) {
    const { page } = await ask('stock', '/api/consum/cslocstock/list', { page: at, pageSize: 100 })
    for (const { goodsId, onHand } of page.list) found.set(goodsId, sum([found.get(goodsId) ?? '0', onHand]))
    if (at >= page.totalPage) return found
  }
}

const agree = async (processId: string): Promise<void> => {
  for (const username of ['admin', 'stock', 'boss', 'keeper', 'admin']) {
    const { page } = await ask(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })
    const task = page.list.find((each: { processId: string }) => each.processId === processId)
    if (!task) continue
    const answer = await ask(username, '/api/workflow/flowApprove', { taskId: task.taskId, formRev: task.formRev })
    assert.equal(answer.code, 0, answer.msg)
    if (answer.result.status !== 'running') return
  }
  assert.fail('nobody is asked any more')
}
