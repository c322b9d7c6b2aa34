import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { openingBookWorker } from './opening.ts'
import { faults, furnish, monthName, monthStart, ok, readWorkbook, runJobs, submit } from './testing/bookCompany.ts'

describe('vouchers of books', () => {
  test('a closed month has its vouchers, and a month that is opened again voids them', async () => {
    const { desk, book, sales, enter, start, close } = await furnish()
    await ok(desk, 'goods/gsaccountrule/save', { ruleName: '销售部', bookId: book['id'], deptId: sales['id'], expenseAccount: '660101' })
    await enter({ value: '6999', boughtOn: monthStart(6) })
    await start()
    await close(3)
    const vouchers = async (): Promise<Row[]> =>
      (await ok(desk, 'goods/gsvalue/vouchers', { bookId: book['id'], month: monthName(3) }))['list']
    const [voucher] = await vouchers()
    assert.equal(voucher?.['code'], `${monthName(3)}-001`)
    assert.deepEqual(voucher?.['lines'], [
      {
        step: null,
        account: '660101',
        accountName: '销售费用',
        deptCode: 'S',
        deptName: '销售部',
        costObject: null,
        debit: '184.70',
        credit: '0.00',
      },
      {
        step: null,
        account: '1602',
        accountName: '累计折旧',
        deptCode: null,
        deptName: null,
        costObject: null,
        debit: '0.00',
        credit: '184.70',
      },
    ])
    await ok(desk, 'goods/gsvalue/voucherNumber', { id: voucher?.['id'], foreignNumber: '记-18' })
    assert.equal((await vouchers())[0]?.['foreignNumber'], '记-18')
    await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: monthName(3), reason: '科目有误' })
    await runJobs(desk.company.orgId, closingWorker)
    assert.deepEqual(
      (await vouchers()).map((row) => row['isVoided']),
      [true],
    )
    assert.equal((await desk.call('goods/gsvalue/voucherNumber', { id: voucher?.['id'], foreignNumber: '1' }))['code'], 404)
    await close(3)
    assert.deepEqual(
      (await vouchers()).map((row) => [row['code'], row['isVoided']]),
      [
        [`${monthName(3)}-001`, false],
        [`${monthName(3)}-001`, true],
      ],
    )
    assert.deepEqual(await faults(), [])
  })

  test('the exported sheets have the headers that ledger programs read, and amounts as numbers', async () => {
    const { desk, book, enter, start, close } = await furnish()
    await enter({ value: '6999', boughtOn: monthStart(6) })
    await start()
    await close(3)
    const sheetOf = async (format: string): Promise<{ headers: readonly string[]; rows: Record<string, string>[] }> => {
      const [headers = [], ...rows] = await readWorkbook(desk, 'goods/gsvalue/voucherExport', {
        bookId: book['id'],
        month: monthName(3),
        format,
      })
      return { headers, rows: rows.map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index] ?? ''] as const))) }
    }
    const day = addDays(monthStart(2), -1)
    const kingdee = await sheetOf('kingdee')
    assert.equal(kingdee.headers.length, 37)
    assert.deepEqual(kingdee.headers.slice(0, 6), ['凭证日期', '会计年度', '会计期间', '凭证字', '凭证号', '科目代码'])
    assert.deepEqual(
      kingdee.rows.map((row) => [
        row['凭证日期'],
        row['科目代码'],
        row['原币金额'],
        row['借方'],
        row['贷方'],
        row['分录序号'],
        row['核算项目'],
      ]),
      [
        [day, '6602', '184.7', '184.7', '0', '0', '部门---S---销售部'],
        [day, '1602', '184.7', '0', '184.7', '1', ''],
      ],
    )
    const u8 = await sheetOf('u8')
    assert.deepEqual(
      u8.rows.map((row) => [row['制单日期'], row['行号'], row['科目编码'], row['借方金额'], row['贷方金额'], row['部门编码']]),
      [
        [day, '1', '6602', '184.7', '0', 'S'],
        [day, '2', '1602', '0', '184.7', ''],
      ],
    )
  })

  test('a voucher of more lines than a page of a file leaves whole and once', async () => {
    const { desk, book, enter, start, close } = await furnish({ startsBefore: 1 })
    for (let number = 0; number < 501; number++) {
      const dept = await ok(desk, 'pro/sysdept/save', { deptCode: `D${number}`, deptName: `部门${number}` })
      await enter({ value: '1200', boughtOn: monthStart(3), deptId: dept['id'] })
    }
    await start()
    await close(1)
    const question = { bookId: book['id'], month: monthName(1) }
    const [headers = [], ...rows] = await readWorkbook(desk, 'goods/gsvalue/voucherExport', { ...question, format: 'u8' })
    assert.equal(rows.length, 502)
    const sumOf = (header: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[headers.indexOf(header)] ?? 0) * 100), 0)
    assert.equal(sumOf('借方金额'), sumOf('贷方金额'))
  })

  test('the general ledger is compared by account, and a difference is explained', async () => {
    const { desk, book, enter, start, close } = await furnish()
    await enter({ value: '6999', boughtOn: monthStart(6) })
    await start()
    await close(3)
    const month = monthName(3)
    const rows = async (): Promise<Row[]> => (await ok(desk, 'goods/gsvalue/reconciliation', { bookId: book['id'], month }))['list']
    assert.deepEqual(
      (await rows()).map((row) => [row['account'], row['cards'], row['vouchers'], row['ledger']]),
      [
        ['1601', '6999.00', '6999.00', null],
        ['1602', '-554.10', '-554.10', null],
      ],
    )
    const balances = [
      { account: '1601', balance: '6999' },
      { account: '1602', balance: '-369.40' },
    ]
    await ok(desk, 'goods/gsvalue/saveBalances', { bookId: book['id'], month, balances })
    assert.deepEqual(
      (await rows()).map((row) => [row['difference'], row['reason'], row['about']]),
      [
        ['0.00', null, null],
        ['-184.70', 'unsent', `${month}-001`],
      ],
    )
    await ok(desk, 'goods/gsvalue/saveBalances', { bookId: book['id'], month, balances: [{ account: '1602', balance: '' }] })
    assert.equal((await rows())[1]?.['ledger'], null)

    const [voucher] = (await ok(desk, 'goods/gsvalue/vouchers', { bookId: book['id'], month }))['list']
    await ok(desk, 'goods/gsvalue/voucherNumber', { id: voucher['id'], foreignNumber: '记-18' })
    await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month, reason: '重算' })
    await runJobs(desk.company.orgId, closingWorker)
    await close(3)
    await ok(desk, 'goods/gsvalue/saveBalances', { bookId: book['id'], month, balances: [{ account: '1602', balance: '-738.80' }] })
    const [, twiceCharged] = await rows()
    assert.deepEqual([twiceCharged?.['vouchers'], twiceCharged?.['reason'], twiceCharged?.['about']], ['-554.10', 'voided', `${month}-001`])

    await ok(desk, 'goods/gsaccountrule/save', { ruleName: '新科目', bookId: book['id'], depreciationAccount: '160201' })
    assert.deepEqual(
      (await rows()).map((row) => [row['account'], row['use'], row['cards'], row['vouchers'], row['voucherDifference']]),
      [
        ['1601', 'asset', '6999.00', '6999.00', '0.00'],
        ['1602', 'depreciation', '0.00', '-184.70', '184.70'],
        ['160201', 'depreciation', '-554.10', '-369.40', '-184.70'],
      ],
    )
  })
})

describe('documents of value', () => {
  test('impairment, another life and additions act from the next month, and their reversal takes them back', async () => {
    const { desk, enter, start, close, valueOf } = await furnish({ startsBefore: 2, life: 60 })
    const asset = await enter({ value: '120000', boughtOn: monthStart(24) })
    await start()
    await close(2)
    await close(1)
    const before = await valueOf(asset['id'])
    const posted = await submit(desk, 'gsvalueorder', { reason: '市价下跌' }, { asset: asset['id'], impairment: '10000', lifeMonths: 72 })
    assert.equal(posted['code'], 0, posted['msg'])
    const impaired = await valueOf(asset['id'])
    assert.deepEqual([impaired['impairment'], impaired['lifeMonths'], impaired['charge']], ['10000.00', 72, before['charge']])
    assert.ok(Number(impaired['forecast'][0]['charge']) < Number(before['charge']))
    assert.deepEqual(
      impaired['entries'].slice(0, 1).map(({ kind, impairment, documentKind }: Row) => [kind, impairment, documentKind]),
      [['impairment', '10000.00', 'GsValueOrder']],
    )
    const over = await submit(desk, 'gsvalueorder', { reason: '过多' }, { asset: asset['id'], impairment: '200000' })
    assert.match(over['msg'], /减值不能超过账面净值¥\d{2},\d{3}\.\d{2}$/)
    assert.match((await submit(desk, 'gsvalueorder', { reason: '空' }, { asset: asset['id'] }))['msg'], /没有要调整的内容/)

    const line = { asset: asset['id'], impairment: '1' }
    const twice = await desk.call('goods/gsvalueorder/submit', { id: newId(), header: { reason: '两次' }, lines: [line, line] })
    assert.match(twice['msg'], /第1行和第2行是同一件资产/)

    const added = await submit(desk, 'gsvalueorder', { reason: '扩容' }, { asset: asset['id'], addition: '5000' })
    assert.equal(added['code'], 0, added['msg'])
    const larger = await valueOf(asset['id'])
    assert.deepEqual([larger['cost'], larger['entries'][0]['kind']], ['125000.00', 'addition'])
    assert.equal((await desk.call('goods/gsvalueorder/reverse', { id: added['result']['id'] }))['code'], 0)
    assert.equal((await desk.call('goods/gsvalueorder/reverse', { id: posted['result']['id'] }))['code'], 0)
    const back = await valueOf(asset['id'])
    assert.deepEqual(
      [back['cost'], back['impairment'], back['lifeMonths'], back['depreciation']],
      ['120000.00', '0.00', 60, before['depreciation']],
    )
    assert.ok(Math.abs(Number(back['forecast'][0]['charge']) - Number(before['charge'])) < 0.01)
    assert.deepEqual(await faults(), [])
  })

  test('impairment is an entry of enterprises alone: other books leave it out, and refuse it where no book would take it', async () => {
    const { desk, book, enter, start } = await furnish({ startsBefore: 2, life: 60 })
    const asset = await enter({ value: '120000', boughtOn: monthStart(24) })
    await start()
    const taxBook = await ok(desk, 'goods/gsbook/save', { bookName: '税务', regime: 'tax', startsOn: monthStart(2) })
    await ok(desk, 'goods/gsvalue/start', { bookId: taxBook['id'] })
    await runJobs(desk.company.orgId, openingBookWorker)
    const line = { asset: asset['id'], impairment: '10000', lifeMonths: 72 }
    assert.equal((await submit(desk, 'gsvalueorder', { reason: '市价下跌' }, line))['code'], 0)
    const values: Row[] = (await ok(desk, 'goods/gsvalue/asset', { id: asset['id'] }))['list']
    assert.deepEqual(
      values.map(({ bookId, impairment, lifeMonths }) => [bookId, impairment, lifeMonths]),
      [
        [book['id'], '10000.00', 72],
        [taxBook['id'], '0.00', 72],
      ],
    )
    const taxOrder = await submit(desk, 'gsvalueorder', { reason: '市价下跌', book: taxBook['id'] }, line)
    assert.match(taxOrder['msg'], /按企业所得税法核算的账簿不计提减值准备/)
    assert.deepEqual(await faults(), [])
  })

  test('an addition adds to the cost that was taken over, whatever the card says, and its reversal takes it away', async () => {
    for (const value of ['1205', undefined]) {
      const { desk, book, enter, start, valueOf } = await furnish({ startsBefore: 1, life: 60 })
      const asset = await enter({ instanceCode: 'A1', boughtOn: monthStart(8), ...(value !== undefined && { value }) })
      await ok(desk, 'goods/gsopening/save', {
        assetCode: 'A1',
        bookId: book['id'],
        cost: '6000',
        depreciation: '100',
        inServiceOn: monthStart(8),
      })
      await start()
      const order = await submit(desk, 'gsvalueorder', { reason: '扩容' }, { asset: asset['id'], addition: '600' })
      assert.equal(order['code'], 0, order['msg'])
      assert.equal((await valueOf(asset['id']))['cost'], '6600.00')
      assert.equal((await desk.call('goods/gsvalueorder/reverse', { id: order['result']['id'] }))['code'], 0)
      assert.equal((await valueOf(asset['id']))['cost'], '6000.00')
      assert.deepEqual(await faults(), [])
    }
  })
})

test('a book that is not there has no reconciliation, and a month that is not closed takes no balances', async () => {
  const { desk, book, start } = await furnish()
  await start()
  assert.equal((await desk.call('goods/gsvalue/reconciliation', { bookId: newId(), month: monthName(1) }))['code'], 404)
  const balances = { month: monthName(3), balances: [{ account: '1601', balance: '1' }] }
  assert.equal((await desk.call('goods/gsvalue/saveBalances', { bookId: newId(), ...balances }))['code'], 404)
  assert.equal((await desk.call('goods/gsvalue/saveBalances', { bookId: book['id'], ...balances }))['reason'], 'book.notClosed')
})

test('an adjustment moves the cost of each book by its amount, and its reversal takes that back', async () => {
  const { desk, book, enter, start, valueOf } = await furnish({ startsBefore: 1, life: 60 })
  const asset = await enter({ instanceCode: 'A1', boughtOn: monthStart(8), value: '1205' })
  const bare = await enter({ instanceCode: 'A2', boughtOn: monthStart(8) })
  const openingCard = { bookId: book['id'], depreciation: '100', inServiceOn: monthStart(8) }
  for (const assetCode of ['A1', 'A2']) await ok(desk, 'goods/gsopening/save', { ...openingCard, assetCode, cost: '6000' })
  await start()
  const costOf = async ({ id }: Row) => (await valueOf(id))['cost']
  const adjust = async ({ id }: Row, value: string) => {
    const order = await submit(desk, 'gsajustorder', { reason: '更正' }, { asset: id, value })
    assert.equal(order['code'], 0, order['msg'])
    return order['result']['id']
  }
  const reverse = async (id: string) => assert.equal((await desk.call('goods/gsajustorder/reverse', { id }))['code'], 0)

  const dearer = await adjust(asset, '1305')
  assert.equal(await costOf(asset), '6100.00')
  await reverse(dearer)
  assert.equal(await costOf(asset), '6000.00')
  const correction = await adjust(asset, '6000')
  assert.equal(await costOf(asset), '6000.00')
  await reverse(correction)
  assert.equal(await costOf(asset), '6000.00')

  const first = await adjust(bare, '1000')
  assert.equal(await costOf(bare), '6000.00')
  await reverse(first)
  assert.equal(await costOf(bare), '6000.00')
  assert.deepEqual(await faults(), [])
})

test('a residual that a document set stays when the cost changes; one that is the share of the rule follows', async () => {
  const { desk, enter, start, valueOf } = await furnish({ startsBefore: 1, life: 60 })
  const asset = await enter({ value: '1000', boughtOn: monthStart(8) })
  await start()
  assert.equal((await valueOf(asset['id']))['residual'], '50.00')
  assert.equal((await submit(desk, 'gsvalueorder', { reason: '扩容' }, { asset: asset['id'], addition: '1000' }))['code'], 0)
  assert.equal((await valueOf(asset['id']))['residual'], '100.00')
  assert.equal((await submit(desk, 'gsvalueorder', { reason: '评估' }, { asset: asset['id'], residual: '70' }))['code'], 0)
  assert.equal((await submit(desk, 'gsvalueorder', { reason: '扩容' }, { asset: asset['id'], addition: '1000' }))['code'], 0)
  assert.equal((await valueOf(asset['id']))['residual'], '70.00')
})

test('a life below the months that are charged is refused, and one that ends now charges the rest at once', async () => {
  const { desk, enter, start, valueOf } = await furnish({ startsBefore: 1, life: 60 })
  const asset = await enter({ value: '1200', boughtOn: monthStart(24) })
  await start()
  const { monthsCharged } = await valueOf(asset['id'])
  const change = (lifeMonths: number) => submit(desk, 'gsvalueorder', { reason: '报废前' }, { asset: asset['id'], lifeMonths })
  const short = await change(monthsCharged - 1)
  assert.equal(short['reason'], 'book.lifeTooShort')
  assert.match(short['msg'], new RegExp(`不能短于已计提的${monthsCharged}个月`))
  assert.equal((await change(monthsCharged))['code'], 0)
  assert.equal((await valueOf(asset['id']))['forecast'][0]['net'], '60.00')
})

test('a residual of more than the whole and the vouchers of an open month are refused in words', async () => {
  const { desk, book, start } = await furnish({ startsBefore: 1 })
  const rule = { ruleName: '一般', bookId: book['id'], method: 'straightLine' }
  assert.match((await desk.call('goods/gsdepreciationrule/save', { ...rule, residualRate: '101' }))['msg'], /残值率（%）不能大于100/)
  const category = { catCode: 'C9', catName: '车', catKind: 'asset' }
  assert.match((await desk.call('goods/gscat/save', { ...category, residualRate: '100.01' }))['msg'], /不能大于100/)
  await start()
  const question = { bookId: book['id'], month: monthName(0), format: 'u8' }
  assert.match((await desk.call('goods/gsvalue/voucherExport', question))['msg'], /没有结账/)
  assert.equal((await desk.call('goods/gsvalue/voucherExport', { ...question, bookId: newId() }))['code'], 404)
})
