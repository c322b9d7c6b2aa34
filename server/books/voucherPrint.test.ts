import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { app, furnish, monthName, monthStart, ok, runJobs } from './testing/bookCompany.ts'

test('the vouchers of a month are printed, or those that are named; what was voided is printed by name alone', async () => {
  const { desk, book, enter, start, close } = await furnish()
  await enter({ value: '6999', boughtOn: monthStart(6) })
  await start()
  await close(3)
  await enter({ value: '1000', boughtOn: monthStart(2) })
  await close(2)
  const question = { bookId: book['id'], month: monthName(2) }
  const list: Row[] = (await ok(desk, 'goods/gsvalue/vouchers', question))['list']
  assert.deepEqual(
    list.map(({ event, documentCount }) => [event, documentCount]),
    [
      ['addition', 0],
      ['depreciation', 1],
    ],
  )
  const printed = async (more: Row = {}): Promise<Row[]> => {
    const { result } = await desk.call('goods/gsvalue/voucherPrint', { ...question, ...more })
    return result.map(({ paper }: Row) => paper)
  }
  assert.deepEqual(
    (await printed()).map(({ code, size }) => [code, size]),
    [
      [`${monthName(2)}-001`, 'A5'],
      [`${monthName(2)}-002`, 'A5'],
    ],
  )
  const [paper, ...others] = await printed({ ids: [list[1]?.['id']], size: 'A4' })
  assert.deepEqual(
    [paper?.['code'], paper?.['size'], paper?.['total'].value, others.length],
    [`${monthName(2)}-002`, 'A4', `¥${list[1]?.['total']}`, 0],
  )
  const token = await desk.company.tokenOf(desk.company.admin)
  const { bytes } = await app.ask({ path: '/api/goods/gsvalue/voucherPdf', body: question, token })
  assert.equal(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, 2)

  await ok(desk, 'goods/gsvalue/reopen', { ...question, reason: '科目有误' })
  await runJobs(desk.company.orgId, closingWorker)
  assert.equal((await desk.call('goods/gsvalue/voucherPrint', question))['code'], 404)
  assert.equal((await printed({ ids: [list[0]?.['id']] }))[0]?.['status'], '凭证已作废')
})
