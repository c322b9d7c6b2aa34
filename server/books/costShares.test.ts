import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingWorker } from './closing.ts'
import type { Row } from '../testing/desk.ts'
import { faults, furnish, monthName, monthStart, ok, readWorkbook, runJobs } from './testing/bookCompany.ts'

test('the depreciation of a month is divided by shares to the fen, its voucher says who bears it, and a closed month keeps it', async () => {
  const { desk, book, works, enter, start, close, movements } = await furnish()
  await enter({ value: '6999', boughtOn: monthStart(6), instanceCode: 'FT-1' })
  await enter({ value: '1000', boughtOn: monthStart(6), instanceCode: 'FT-2' })
  const save = (values: Row) => desk.call('goods/gscostshare/save', { assetCode: 'FT-1', ...values })
  const share = await ok(desk, 'goods/gscostshare/save', { assetCode: 'FT-1', deptId: works['id'], costObject: '项目甲', share: '33.33' })
  await ok(desk, 'goods/gscostshare/save', { assetCode: 'FT-1', costObject: '项目乙', share: '33.33' })
  assert.match((await save({ costObject: '项目丙', share: '33.35' }))['msg'], /合计100.01%，不能超过100%/)
  assert.match((await save({ share: '1' }))['msg'], /请填写承担部门或成本对象/)
  assert.match((await save({ assetCode: 'X', costObject: '丙', share: '1' }))['msg'], /不在台账中/)
  await start()
  await close(3)
  const rows = async (): Promise<Row[]> => {
    const { list, total } = await ok(desk, 'goods/gsvalue/allocations', { bookId: book['id'], from: monthName(3), to: monthName(3) })
    assert.equal(total, '211.09')
    return list.map(({ deptName, costObject, amount }: Row) => [deptName, costObject, amount])
  }
  // 184.70 and 26.39: a third each, what is left with the department of the asset.
  const divided = [
    ['生产部', '项目甲', '61.56'],
    ['销售部', null, '87.97'],
    ['销售部', '项目乙', '61.56'],
  ]
  const sorted = (list: readonly unknown[]) => list.map((row) => JSON.stringify(row)).toSorted()
  assert.deepEqual(sorted(await rows()), sorted(divided))
  const vouchers = async (): Promise<Row[]> => {
    const { list } = await ok(desk, 'goods/gsvalue/vouchers', { bookId: book['id'], month: monthName(3) })
    return list.find(({ isVoided }: Row) => !isVoided)['lines']
  }
  const lines = [
    ['生产部', '项目甲', '61.56', '0.00'],
    ['销售部', '项目乙', '61.56', '0.00'],
    ['销售部', null, '87.97', '0.00'],
    [null, null, '0.00', '211.09'],
  ]
  const writtenLines = (await vouchers()).map((line) => [line['deptName'], line['costObject'], line['debit'], line['credit']])
  assert.deepEqual(sorted(writtenLines), sorted(lines))
  const columnOf = async (format: string, header: string): Promise<(string | undefined)[]> => {
    const question = { bookId: book['id'], month: monthName(3), format }
    const [headers = [], ...sheetRows] = await readWorkbook(desk, 'goods/gsvalue/voucherExport', question)
    return sheetRows.map((row) => row[headers.indexOf(header)])
  }
  assert.deepEqual((await columnOf('u8', '项目编码')).toSorted(), ['', '', '项目乙', '项目甲'])
  assert.deepEqual((await columnOf('kingdee', '核算项目')).toSorted(), [
    '',
    '部门---S---销售部',
    '部门---S---销售部||项目---项目乙---项目乙',
    '部门---W---生产部||项目---项目甲---项目甲',
  ])
  assert.equal((await desk.call('goods/gscostshare/update', { id: share['id'], share: '50' }))['code'], 0)
  assert.deepEqual(sorted(await rows()), sorted(divided))
  assert.deepEqual(await faults(), [])

  // A month that is run again is charged once in its voucher and in what came and went.
  await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: monthName(3), reason: '改比例' })
  await runJobs(desk.company.orgId, closingWorker)
  await close(3)
  assert.deepEqual(
    (await rows()).find(([, costObject]: Row) => costObject === '项目甲'),
    ['生产部', '项目甲', '92.35'],
  )
  assert.equal((await vouchers()).find((line) => line['deptName'] === null)?.['credit'], '211.09')
  assert.equal((await movements(3, 3)).total['movements']['depreciation']['depreciation'], '211.09')
  assert.deepEqual(await faults(), [])
})
