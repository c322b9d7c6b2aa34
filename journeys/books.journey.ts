import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { addMonths } from '../kernel/month.ts'
import { type Answer, answered, openStage, visit } from './stage.ts'

/** What assets are worth: a book is taken over, a month closed, values changed, and the general ledger comparison. */
const { ask, windowOf } = await openStage()

const firstDay = `${dayAt(Date.now()).slice(0, 7)}-01`
const lastMonth = addMonths(firstDay, -1).slice(0, 7)

test('an accountant takes a register over, closes the month, changes values and finds what differs from the ledger', async () => {
  const { list } = (await ask('other', '/api/goods/gsgoodsinstance/list', { pageSize: 100, state: 'idle' })).page
  const assets = list.filter(({ value }: { value: string | null }) => value !== null).slice(0, 10)
  const { page, complaints } = await windowOf('other', 'desk')

  await visit(page, '/pages/goods/GsBook/months')
  await page.getByText('还没有账簿').waitFor()
  await page.getByRole('button', { name: '新建账簿' }).click()
  await page.getByLabel('账簿名称').fill('账面')
  await page.getByText('请选择核算制度').click()
  await page.getByRole('dialog').getByText('企业会计准则', { exact: true }).click()
  await page.getByLabel('启用月份').fill(`${lastMonth}-01`)
  const savedBook = await answered(page, '/gsbook/save', () => page.getByRole('button', { name: '保存', exact: true }).click())
  assert.equal(savedBook.code, 0, savedBook.msg)
  const bookId = savedBook.result.id
  await ask('other', '/api/goods/gsdepreciationrule/save', {
    ruleName: '一般',
    bookId,
    method: 'straightLine',
    lifeMonths: 60,
    residualRate: '5',
  })
  for (const { instanceCode, value } of assets) {
    const openingBalance = { assetCode: instanceCode, bookId, cost: value, depreciation: '100', inServiceOn: addMonths(firstDay, -8) }
    assert.equal((await ask('other', '/api/goods/gsopening/save', openingBalance)).code, 0)
  }
  const cost = assets.reduce((sum: number, { value }: { value: string }) => sum + Number(value), 0).toFixed(2)

  await visit(page, '/pages/goods/GsBook/months')
  await page.reload()
  await page.getByLabel('资产项数').fill(String(assets.length))
  await page.getByLabel('账面原值').fill(cost)
  await page.getByLabel('累计折旧').fill('999')
  const start = async () => {
    await page.getByRole('button', { name: '启用账簿' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '启用账簿' }).click()
  }
  assert.match((await answered(page, '/gsvalue/start', start)).msg, /累计折旧合计¥1,000\.00，控制数¥999\.00，相差¥1\.00/)
  await page.getByLabel('累计折旧').fill('1000')
  assert.equal((await answered(page, '/gsvalue/start', start)).code, 0)

  await page.getByText('可以结账').waitFor()
  await page.getByRole('button', { name: `结账${lastMonth}`, exact: true }).click()
  const closeAnswer = await answered(page, '/gsvalue/close', () => page.getByRole('button', { name: '结账', exact: true }).click())
  assert.equal(closeAnswer.code, 0, closeAnswer.msg)
  await page.getByText('已结账').first().waitFor()

  const [sold, revaluedAsset] = assets
  const sale = await ask('other', '/api/goods/gshandleorder/submit', {
    id: newId(),
    header: { method: 'sale', reason: '换新' },
    lines: [{ asset: sold.id, proceeds: '300', saleCost: '20' }],
  })
  assert.equal(sale.code, 0, sale.msg)
  const change = await ask('other', '/api/goods/gsvalueorder/submit', {
    id: newId(),
    header: { reason: '市价下跌' },
    lines: [{ asset: revaluedAsset.id, impairment: '10' }],
  })
  assert.equal(change.code, 0, change.msg)
  await visit(page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${revaluedAsset.id}`)
  await page.getByText('账面价值 · 账面').waitFor()
  await page.getByText('减值准备').waitFor()

  await visit(page, '/pages/goods/GsBook/disposals')
  await page.getByRole('gridcell', { name: '¥20.00' }).waitFor()

  const wholeAsset = assets[2]
  const draft = {
    id: newId(),
    header: { purpose: 'split', to: wholeAsset.locId, reason: '分开管理' },
    lines: [
      { asset: wholeAsset.id },
      { side: 'new', model: wholeAsset.goodsId, called: '主机', value: '1' },
      { side: 'new', model: wholeAsset.goodsId, called: '部件' },
    ],
  }
  const keptDraft = await ask('other', '/api/goods/gsconvertorder/save', draft)
  assert.equal(keptDraft.code, 0, keptDraft.msg)
  await visit(page, `/pages/goods/GsConvertOrder/gsconvertorder-pedit?id=${draft.id}`)
  await page.getByRole('gridcell', { name: '部件' }).click()
  await page.getByRole('button', { name: '余额计入最后一项新资产' }).click()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  const split = await answered(page, '/gsconvertorder/submit', () =>
    page.getByRole('alertdialog').getByRole('button', { name: '提交', exact: true }).click(),
  )
  assert.equal(split.code, 0, split.msg)
  await page.getByText('生成的资产（2）').waitFor()

  await visit(page, '/pages/goods/GsBook/vouchers')
  await page.getByText(`${lastMonth}-001 计提折旧`).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出到用友U8' }).click()])
  assert.match(download.suggestedFilename(), /u8\.xlsx$/)

  await visit(page, '/pages/goods/GsBook/reconciliation')
  const rows = (await ask('other', '/api/goods/gsvalue/reconciliation', { bookId, month: lastMonth })).result.list
  const [assetAccount, depreciationAccount] = rows
  const charge = (await ask('other', '/api/goods/gsvalue/vouchers', { bookId, month: lastMonth })).result.list[0].total
  const ledger = [
    ['科目编码', '科目名称', '方向', '余额'],
    [assetAccount.account, '固定资产', '借', assetAccount.cards],
    [depreciationAccount.account, '累计折旧', '贷', (-Number(depreciationAccount.cards) - Number(charge)).toFixed(2)],
  ]
  await page.getByRole('button', { name: '粘贴余额表' }).click()
  await page.getByLabel('从总账的科目余额表复制的行').fill(ledger.map((row) => row.join('\t')).join('\n'))
  await page.getByRole('button', { name: '填入2个科目' }).click()
  const comparison = await answered(page, '/gsvalue/saveBalances', () => page.getByRole('button', { name: '保存并核对' }).click())
  assert.equal(comparison.code, 0, comparison.msg)
  await page.getByText('一致').waitFor()
  await page.getByText(`凭证${lastMonth}-001还没有总账凭证号，可能未传入总账`).waitFor()
  assert.deepEqual(complaints, [])
})

test('values are read on a phone: the list of a month, what came and went, and a month ahead', async () => {
  const { page, complaints } = await windowOf('admin')
  await visit(page, '/pages/goods/GsBook/values')
  await page.getByText(/本月¥/).first().waitFor()
  await page
    .getByRole('button', { name: /已结账/ })
    .first()
    .tap()
  await page.getByRole('dialog').getByText(/预测/).first().tap()
  await page.getByText(/本月¥/).first().waitFor()
  const { list } = (await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 20, state: 'idle' })).page
  const valued = list.find((asset: Answer) => asset.value !== null)
  const draft = { id: newId(), header: { reason: '年限复核' }, lines: [{ asset: valued.id, lifeMonths: 72 }] }
  const kept = await ask('admin', '/api/goods/gsvalueorder/save', draft)
  assert.equal(kept.code, 0, kept.msg)
  await visit(page, `/pages/goods/GsValueOrder/gsvalueorder-pedit?id=${draft.id}`)
  await page.getByText(/原值¥.* · 净值¥.* · 已提\d+个月，共\d+个月 · 残值¥/).waitFor()
  await visit(page, '/pages/goods/GsBook/movements')
  await page.getByText('期末净值').first().waitFor()
  await page.getByRole('tab', { name: '按部门' }).tap()
  await page.getByText('期末净值').first().waitFor()
  await visit(page, '/pages/goods/GsBook/allocations')
  await page.getByText('合计').filter({ visible: true }).first().waitFor()
  await page.getByRole('tab', { name: '按分类' }).tap()
  await visit(page, '/pages/goods/GsBook/disposals')
  await page.getByText('没有处置的资产').or(page.getByText(/收入¥/).first()).first().waitFor()
  assert.deepEqual(complaints, [])
})
