import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitalXml, ofdParts, pdfOf, zipOf } from '../server/invoices/testing/samples.ts'
import { answered, openStage, visit } from './stage.ts'

/** Invoices from the file to the card: read, matched, taken into a stock-in, shown where they belong. */
const { ask, windowOf } = await openStage({ isAlone: true })
const desk = await windowOf('admin', 'desk')
const phone = await windowOf('keeper')
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const desks = {
  name: '*家具*会议桌',
  spec: 'MT-24',
  unit: '张',
  quantity: '3',
  price: '333.3333',
  amount: '1000.00',
  taxRate: '0.13',
  tax: '130.00',
}

test('several files are dropped at once: one is read, one is typed, one is refused, and the same again says where it stands', async () => {
  const { page, complaints } = desk
  await visit(page, '/pages/goods/invoices/list')
  await page.getByText('杭州联创信息技术有限公司').first().waitFor()
  const xml = Buffer.from(digitalXml({ number: '26317000000123456701', lines: [desks], seller: '苏州家具厂' }))
  await page.getByRole('button', { name: '上传', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '上传发票' })
  await sheet
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('会议桌.xml', xml),
      fileOf('扫描件.pdf', await pdfOf()),
      fileOf('改过.ofd', await zipOf({ ...ofdParts(digitalXml()), 'Doc_0/Attachs/original_invoice.xml': digitalXml({ total: '1.00' }) })),
      fileOf('会议桌 再来一次.xml', xml),
    ])
  await sheet.getByText('苏州家具厂 · ¥1,130.00').waitFor()
  await sheet.getByText(/没有内嵌发票数据/).waitFor()
  await sheet.getByText(/签发之后被改过/).waitFor()
  await sheet.getByText(/已由.*录入，还没有关联单据/).waitFor()
  await sheet.getByRole('button', { name: '查看', exact: true }).click()
  await page.getByText('还没有匹配').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})

test('a line is matched once and taken into a stock-in to the fen; the document and the card show the invoice', async () => {
  const { list } = (await ask('admin', '/api/goods/gsinvoice/list', { likeQuery: '苏州家具厂' })).page
  const { page, complaints } = desk
  await visit(page, `/pages/goods/invoices/detail?id=${list[0].id}`)
  await page.getByText('还没有匹配').click()
  await page.getByRole('dialog').getByText('资产型号').click()
  const picker = page.getByRole('dialog', { name: '选择资产型号' })
  await picker.getByPlaceholder(/搜索/).fill('会议桌')
  const matched = await answered(page, '/gsinvoice/match', () =>
    picker
      .getByRole('button', { name: /会议桌/ })
      .first()
      .click(),
  )
  assert.equal(matched.code, 0, matched.msg)
  await page.getByRole('button', { name: '新建单据' }).click()
  await page.getByRole('dialog').getByText('资产入库').click()
  const lines = page.getByRole('dialog', { name: '从发票带入明细' })
  await lines.getByRole('button', { name: '带入1行' }).click()
  await page.getByText('¥1,000.00').filter({ visible: true }).first().waitFor()
  const submitted = await answered(page, '/gsinstockorder/submit', () => page.getByRole('button', { name: '提交', exact: true }).click())
  assert.equal(submitted.code, 0, submitted.msg)
  await page.getByText('26317000000123456701').filter({ visible: true }).first().waitFor()
  const [invoice] = (await ask('admin', '/api/goods/gsinvoice/list', { likeQuery: '苏州家具厂' })).page.list
  assert.equal(invoice.coverage, 'whole')
  const [card] = (await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 1 })).page.list

  await visit(phone.page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${card.id}`)
  await phone.page.getByText('苏州家具厂').filter({ visible: true }).first().waitFor()
  assert.deepEqual([complaints, phone.complaints], [[], []])
})

test('an invoice is dropped on a card, which shows it and what its cost differs by', async () => {
  const [card] = (await ask('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 1, where: [{ key: 'value', is: 'filled' }] })).page
    .list
  const { page, complaints } = desk
  await visit(page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${card.id}`)
  await page.getByRole('button', { name: '关联发票' }).filter({ visible: true }).first().click()
  const xml = Buffer.from(digitalXml({ number: '26317000000123459999', lines: [desks], seller: '绍兴家具厂' }))
  const linked = await answered(page, '/gsinvoice/cards', () =>
    page
      .getByRole('dialog', { name: '关联发票' })
      .locator('input[type=file]')
      .setInputFiles([fileOf('会议桌.xml', xml)]),
  )
  assert.equal(linked.code, 0, linked.msg)
  await page.getByText('26317000000123459999').filter({ visible: true }).first().waitFor()
  await page.getByText('与发票的差额').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})

test('what a scan says is typed on a phone, and its sums follow its lines', async () => {
  const { page, complaints } = phone
  await visit(page, '/pages/goods/invoices/edit')
  await page.getByLabel('发票号码').fill('12345678')
  await page.getByLabel(/^销售方\*?$/).fill('街角文具店')
  await page.getByLabel('品名').fill('复印纸')
  await page.getByLabel(/^金额/).last().fill('100')
  await page.getByLabel(/^税额/).last().fill('1')
  const { code, msg } = await answered(page, '/gsinvoice/save', () => page.getByRole('button', { name: '保存' }).tap())
  assert.equal(code, 0, msg)
  await page.getByText('¥101.00').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})
