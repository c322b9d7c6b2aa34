import assert from 'node:assert/strict'
import { test } from 'node:test'
import { voucherPapers } from '../../domain/books/voucherPaper.ts'
import { moneyInCapitals } from '../../domain/rules/moneyCapitals.ts'
import { drawn } from '../paper/drawing.ts'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { app, furnish, monthName, monthStart, ok, runJobs } from './testing/bookCompany.ts'

test('the vouchers of a month are printed, or those that are named; what was voided is printed by name alone', async () => {
  const { desk, book, enter, start, close } = await furnish()
  await enter({ value: '6999', boughtOn: monthStart(6) })
  await start()
  await close(3)
  const question = { bookId: book['id'], month: monthName(3) }
  const [voucher]: Row[] = (await ok(desk, 'goods/gsvalue/vouchers', question))['list']
  assert.deepEqual([voucher?.['event'], voucher?.['documentCount']], ['depreciation', 1])
  const printSheets = async (more: Row = {}): Promise<Row[]> => {
    const { result } = await desk.call('goods/gsvalue/voucherPrint', { ...question, ...more })
    return result.map(({ paper }: Row) => [paper.code, paper.size, paper.status, paper.total.value])
  }
  assert.deepEqual(await printSheets(), [[`${monthName(3)}-001`, 'A5', '未传总账', '¥184.70']])
  assert.deepEqual(await printSheets({ ids: [voucher?.['id']], size: 'A4' }), [[`${monthName(3)}-001`, 'A4', '未传总账', '¥184.70']])
  assert.equal((await desk.call('goods/gsvalue/voucherPrint', { ...question, ids: [book['id']] }))['code'], 404)
  const token = await desk.company.tokenOf(desk.company.admin)
  const { bytes } = await app.ask({ path: '/api/goods/gsvalue/voucherPdf', body: question, token })
  assert.equal(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1)

  await ok(desk, 'goods/gsvalue/reopen', { ...question, reason: '科目有误' })
  await runJobs(desk.company.orgId, closingWorker)
  assert.equal((await desk.call('goods/gsvalue/voucherPrint', question))['code'], 404)
  assert.deepEqual(await printSheets({ ids: [voucher?.['id']] }), [[`${monthName(3)}-001`, 'A5', '凭证已作废', '¥184.70']])
})

test('a sheet of a voucher fits on one page, whatever its size', async () => {
  const line = {
    step: null,
    account: '660201',
    accountName: '管理费用',
    deptCode: 'S',
    deptName: '华东销售与客户服务部',
    costObject: '智能仓储项目',
  }
  const lines = Array.from({ length: 40 }, () => ({ ...line, debit: '123456789.01', credit: '0.00' }))
  const voucher = { id: '1', code: '2026-02-003', month: '2026-02', total: '4938271560.40', documentCount: 1, foreignNumber: null, lines }
  const row = { ...voucher, event: 'depreciation', isVoided: false, isPushed: false, pushError: null } as const
  const context = {
    organisation: '青禾',
    bookName: '账面',
    by: '李明',
    preparedBy: '钱进',
    at: '2026-03-01T02:00:00Z',
    amountInWords: moneyInCapitals,
  }
  for (const size of ['A4', 'A5'] as const) {
    const papers = voucherPapers(row, { say: (words) => words }, { ...context, size })
    const pdf = await drawn(
      papers.map((paper) => ({ paper, link: 'https://zaice.example/#/' })),
      new Map(),
    )
    assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, papers.length, size)
  }
})
