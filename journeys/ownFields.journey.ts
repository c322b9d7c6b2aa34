import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gun } from './gun.ts'
import { goTo, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

const sheet = [
  ['资产名称', '型号编码', '存放地点', 'MAC地址', '端口数', '网段'],
  ...Array.from({ length: 9 }, (_, at) => [
    `交换机${at + 1}`,
    'own-1',
    '交换机房',
    `AA-00-${at}`,
    String(8 * (at + 1)),
    at % 2 ? '办公网' : '生产网',
  ]),
]
  .map((row) => row.join(','))
  .join('\r\n')

test('an administrator makes a field on the phone, an import makes two more, and the register is narrowed, sorted and exported by them', async () => {
  const phone = await windowOf('admin')
  await visit(phone.page, '/pages/user/ownfields')
  await phone.page.getByRole('button', { name: '新增字段' }).first().tap()
  const editor = phone.page.getByRole('dialog', { name: '新增字段' })
  await editor.getByRole('button', { name: '单行文字' }).tap()
  await editor.getByRole('textbox', { name: '名称', exact: true }).fill('MAC地址')
  await editor.getByRole('textbox', { name: '英文名称' }).fill('MAC address')
  await editor.getByRole('switch', { name: /要求唯一/ }).tap()
  await editor.getByRole('switch', { name: /盘点时显示/ }).tap()
  await editor.getByRole('switch', { name: /单据上显示/ }).tap()
  await editor.getByRole('button', { name: '保存' }).tap()
  await editor.waitFor({ state: 'hidden' })
  await phone.page.getByText('单行文字 · MAC address').waitFor()
  await phone.page.close()
  assert.deepEqual(phone.complaints, [])

  await ask('admin', '/api/goods/gsgoods/save', { goodsCode: 'own-1', goodsName: '机架交换机' })
  await ask('admin', '/api/goods/gsgoodsloc/save', { locCode: 'own-1', locName: '交换机房' })
  const { page, complaints } = await windowOf('admin', 'desk')
  await goTo(page, '/pages/goods/GsGoodsInstance/index')
  await page.getByRole('button', { name: '导入', exact: true }).first().click()
  const importSheet = page.getByRole('dialog', { name: /^导入/ })
  await importSheet.locator('input[type=file]').setInputFiles({ name: '网络.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await importSheet.getByRole('checkbox', { name: /端口数/ }).check()
  await importSheet.getByRole('checkbox', { name: /网段/ }).check()
  await importSheet.getByRole('button', { name: '新建2个字段' }).click()
  await importSheet.getByRole('checkbox', { name: /端口数/ }).waitFor({ state: 'detached' })
  await importSheet.getByRole('button', { name: '检查数据' }).click()
  await importSheet.getByRole('button', { name: '导入 9 行' }).click()
  await importSheet.getByText('已导入 9 项').waitFor()
  await importSheet.getByRole('button', { name: '完成' }).click()

  const fields = (await ask('admin', '/api/records/ownfield/list', { noun: 'asset' })).result.list
  const keyOf = (label: string): string => fields.find((field: { label: string }) => field.label === label).key
  assert.deepEqual(
    fields.map(({ label, control }: { label: string; control: { type: string } }) => [label, control.type]),
    [
      ['MAC地址', 'text'],
      ['端口数', 'whole'],
      ['网段', 'choice'],
    ],
  )
  const namesOf = async (question: object) =>
    (await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 50, ...question })).page.list.map(
      ({ instanceName }: { instanceName: string }) => instanceName,
    )
  assert.deepEqual(await namesOf({ likeQuery: 'aa-00-3' }), ['交换机4'])
  assert.deepEqual((await namesOf({ sort: [{ key: keyOf('端口数'), descending: true }], pageSize: 2 })).slice(0, 2), ['交换机9', '交换机8'])

  await page.getByRole('searchbox').first().fill('AA-00-5')
  await page.getByText('交换机6').filter({ visible: true }).first().click()
  await page.getByText('MAC地址').filter({ visible: true }).first().waitFor()
  await page.getByText('AA-00-5').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})

test('the field is confirmed and corrected in a count, adjusted by a document, printed, filtered by and exported', async () => {
  const mustAsk = async (path: string, body: object) => {
    const answer = await ask('admin', path, body)
    assert.equal(answer.code, 0, `${path}: ${answer.msg}`)
    return answer
  }
  await mustAsk('/api/records/ownfield/save', { noun: 'asset', label: '进口设备', control: { type: 'flag' } })
  const { page: places } = await mustAsk('/api/goods/gsgoodsloc/list', { likeQuery: 'own-1', pageSize: 10 })
  const [room] = places.list
  const { result: plan } = await mustAsk('/api/goods/gsinventoryplan/save', {
    plan: { name: '机房盘点', methods: ['scan', 'hand'], scope: { kinds: ['asset'], places: [room.id] }, confirms: ['ownFields'] },
  })
  const { result: task } = await mustAsk('/api/goods/gsinventorytask/open', { planId: plan.id })

  const phone = await windowOf('admin')
  await visit(phone.page, `/pages/goods/components/inventoryScan/index?taskId=${task.id}`)
  const waitForCount = (number: number) => phone.page.getByRole('status', { name: new RegExp(`^已盘 ${number} / 共`) }).waitFor()
  await waitForCount(0)
  const { page: pieces } = await mustAsk('/api/goods/gsgoodsinstance/list', { likeQuery: 'AA-00-5', pageSize: 10 })
  const [piece] = pieces.list
  await gun(phone.page, 'own-1')
  await gun(phone.page, piece.instanceCode)
  const confirming = phone.page.getByRole('dialog', { name: '交换机6' })
  const field = confirming.getByRole('textbox', { name: 'MAC地址' })
  assert.equal(await field.inputValue(), 'AA-00-5')
  await field.fill('AA-11-5')
  await confirming.getByRole('button', { name: '确认' }).tap()
  await waitForCount(1)
  await phone.page.getByRole('button', { name: '全部已上传' }).waitFor()
  await phone.page.close()
  assert.deepEqual(phone.complaints, [])
  await mustAsk('/api/goods/gsinventorytask/review', { taskId: task.id })

  const { page, complaints } = await windowOf('admin', 'desk')
  await visit(page, `/pages/goods/GsInventoryOrder/gsinventorylines?id=${task.id}`)
  await page.getByRole('tab', { name: /登记不符/ }).click()
  await page.getByText('AA-11-5').filter({ visible: true }).waitFor()
  await page.getByText('AA-00-5').filter({ visible: true }).waitFor()
  await visit(page, `/pages/goods/GsInventoryOrder/gsinventorytask?id=${task.id}`)
  await page.getByRole('button', { name: '更正1张卡片' }).click()
  await page.waitForURL(/gsajustorder-pedit/)
  await page.getByText('AA-11-5').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.waitForURL(/id=\d+/)
  await page.getByText('MAC地址').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await page.waitForURL(/flow\/slips/)
  await page.frameLocator('iframe').first().getByText('MAC地址').waitFor()
  const { page: adjustedCards } = await mustAsk('/api/goods/gsgoodsinstance/list', { likeQuery: 'AA-11-5', pageSize: 10 })
  assert.deepEqual(
    adjustedCards.list.map(({ id }: { id: string }) => id),
    [piece.id],
  )

  await visit(page, '/pages/goods/GsGoodsInstance/index')
  await page.getByRole('button', { name: '筛选', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('list', { name: '可以筛选的列' }).getByRole('button', { name: 'MAC地址' }).click()
  await page.getByRole('textbox', { name: 'MAC地址' }).fill('AA-11')
  await page.waitForURL(/where=x\d+\.contains/)
  await page.keyboard.press('Escape')
  await page.locator('.table-foot', { hasText: '共 1 项' }).waitFor()
  // What needs no further word is asked at once.
  await page.getByRole('button', { name: '筛选', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('list', { name: '可以筛选的列' }).getByRole('button', { name: '进口设备' }).click()
  await page.waitForURL(/where=x\d+\.contains\.AA-11\*x\d+\.yes/)
  await page.keyboard.press('Escape')
  await page.getByText('进口设备').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: '去掉筛选' }).last().click()
  await page.getByRole('button', { name: '列和行高' }).click()
  await page.getByRole('list', { name: '列', exact: true }).getByText('MAC地址').click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'MAC地址' }).waitFor()
  await page.getByRole('button', { name: '导出', exact: true }).filter({ visible: true }).last().click()
  const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByText('CSV', { exact: true }).click()])
  assert.match(await readFile(await sheet.path(), 'utf8'), /AA-11-5/)
  assert.deepEqual(complaints, [])
})

test('the field stands on a label, on the line of a repair, and on the picker that chooses what is repaired', async () => {
  const { page, complaints } = await windowOf('admin', 'desk')
  await visit(page, '/pages/goods/labels/templates')
  await page.getByRole('button', { name: '新建' }).click()
  const designDialog = page.getByRole('dialog', { name: '新建标签模板' })
  await designDialog.getByLabel('名称').fill('网络标签')
  await designDialog.getByRole('button', { name: '开始设计' }).click()
  await page.getByRole('heading', { level: 1, name: '网络标签' }).waitFor()
  await page.getByRole('button', { name: '文字', exact: true }).click()
  await page.getByRole('complementary', { name: '设置' }).getByLabel('内容').fill('网卡 {MAC地址}')
  await page.getByText('已自动保存').waitFor()
  const { result } = await ask('admin', '/api/goods/gslabel/templates', { noun: 'asset' })
  const { template } = result.list.find(({ name }: { name: string }) => name === '网络标签')
  assert.match(template.elements.at(-1).text, /^网卡 \{x\d+\}$/)
  const { page: pieces } = await ask('admin', '/api/goods/gsgoodsinstance/list', { likeQuery: 'AA-11-5', pageSize: 10 })
  const [piece] = pieces.list
  await visit(page, `/pages/components/shangmi-print/index?what=asset&ids=${piece.id}`)
  await page.getByLabel('模板').click()
  await page.getByRole('dialog').getByRole('button', { name: '网络标签' }).click()
  await page.getByText('网卡 AA-11-5').first().waitFor()

  const { result: repair } = await ask('admin', '/api/goods/gsrepairorder/save', {
    header: { reason: '网口松动' },
    lines: [{ asset: piece.id, fault: '无信号' }],
  })
  const submission = await ask('admin', '/api/goods/gsrepairorder/submit', { id: repair.id })
  assert.equal(submission.code, 0, submission.msg)
  await visit(page, `/pages/goods/GsRepairOrder/gsrepairorder-pedit?id=${repair.id}`)
  await page.getByRole('columnheader', { name: 'MAC地址' }).waitFor()
  await page.getByRole('cell', { name: 'AA-11-5' }).waitFor()
  assert.deepEqual(complaints, [])
})
