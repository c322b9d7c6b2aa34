import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { portOf } from '../listeningPort.ts'
import { isSignedBy } from '../approval/flow/services/servicesPost.ts'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { app, faults, furnish, monthName, monthStart, ok, runJobs } from './testing/bookCompany.ts'
import { voucherPushWorker } from './voucherPush.ts'

const secret = 'a-secret-of-32-characters-for-us'
/** The interface of a general ledger: what it was sent, and what it answers. */
const received: { key: string; signature: string; timestamp: string; body: string }[] = []
let answer: (response: ServerResponse) => void
const ledger = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString('utf8')))
  request.on('end', () => {
    const header = (name: string) => String(request.headers[name])
    received.push({ key: header('idempotency-key'), signature: header('x-signature'), timestamp: header('x-timestamp'), body })
    answer(response)
  })
})
await new Promise<void>((done) => ledger.listen(0, '127.0.0.1', done))
after(() => ledger.close())
const answering = (status: number, body?: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
beforeEach(() => {
  received.length = 0
  answer = answering(200, { number: '记-7' })
})

const pushWorker = voucherPushWorker('local')

const furnishWithLedger = async () => {
  const company = await furnish()
  const { desk, book, enter, start } = company
  const { orgId, admin } = desk.company
  await app.database.inTransaction(orgId, (tx) =>
    tx.query(
      `insert into wf_service (org_id, service_key, name, url, secret, headers, timeout_seconds, updated_by) values ($1, 'ledger', '总账', $2, $3, '{}', 5, $4)`,
      [orgId, `http://127.0.0.1:${portOf(ledger)}/vouchers`, secret, admin],
    ),
  )
  await ok(desk, 'goods/gsbook/update', { id: book['id'], voucherService: 'ledger' })
  await enter({ value: '6999', boughtOn: monthStart(6) })
  await start()
  const vouchers = async (): Promise<Row[]> =>
    (await ok(desk, 'goods/gsvalue/vouchers', { bookId: book['id'], month: monthName(3) }))['list']
  const push = () => runJobs(orgId, pushWorker)
  return { ...company, vouchers, push }
}

test('a closed month goes to the general ledger, once, and its number comes back', async () => {
  const { desk, book, close, vouchers, push } = await furnishWithLedger()
  await close(3)
  await push()
  const [voucher] = await vouchers()
  assert.equal(voucher?.['foreignNumber'], '记-7')
  const [sent] = received
  assert.ok(sent && isSignedBy(secret, sent.timestamp, sent.body, sent.signature))
  assert.equal(sent.key, `${desk.company.orgId}:voucher:${voucher?.['id']}`)
  const { type, voucher: content } = JSON.parse(sent.body)
  assert.equal(type, 'voucher')
  assert.deepEqual(
    [content.code, content.month, content.currency, content.total, content.isVoided],
    [`${monthName(3)}-001`, monthName(3), 'CNY', '184.70', false],
  )
  assert.deepEqual(
    content.lines.map(({ account, debit, credit }: Row) => `${account} ${debit} ${credit}`),
    ['6602 184.70 0.00', '1602 0.00 184.70'],
  )
  assert.deepEqual(await ok(desk, 'goods/gsvalue/voucherPush', { bookId: book['id'], month: monthName(3) }), { count: 0 })
  await push()
  assert.equal(received.length, 1)

  await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: monthName(3), reason: '科目有误' })
  await runJobs(desk.company.orgId, closingWorker)
  await push()
  assert.deepEqual(
    received.slice(1).map(({ key, body }) => [key, JSON.parse(body).voucher.isVoided]),
    [[`${desk.company.orgId}:voucher:${voucher?.['id']}:void`, true]],
  )
  assert.deepEqual(await faults(), [])
})

test('a ledger that is away is asked again, one that refuses is shown, and a person sends again', async () => {
  const { desk, book, close, vouchers, push } = await furnishWithLedger()
  answer = answering(503)
  await close(3)
  await push()
  assert.deepEqual(
    (await vouchers()).map(({ isPushed, pushError }) => [isPushed, pushError]),
    [[false, 'HTTP 503']],
  )
  answer = answering(400)
  assert.deepEqual(await ok(desk, 'goods/gsvalue/voucherPush', { bookId: book['id'], month: monthName(3) }), { count: 1 })
  await push()
  assert.equal((await vouchers())[0]?.['pushError'], 'HTTP 400')
  answer = answering(200)
  await ok(desk, 'goods/gsvalue/voucherPush', { bookId: book['id'], month: monthName(3) })
  await push()
  assert.deepEqual(
    (await vouchers()).map(({ isPushed, pushError, foreignNumber }) => [isPushed, pushError, foreignNumber]),
    [[true, null, null]],
  )
  const question = { bookId: book['id'], month: monthName(3) }
  await ok(desk, 'goods/gsvalue/saveBalances', { ...question, balances: [{ account: '1602', balance: '-369.40' }] })
  const comparedAccount = async (): Promise<Row> => (await ok(desk, 'goods/gsvalue/reconciliation', question))['list'][1]
  assert.deepEqual([(await comparedAccount())['reason'], (await comparedAccount())['about']], ['unnumbered', `${monthName(3)}-001`])
  await ok(desk, 'goods/gsvalue/voucherNumber', { id: (await vouchers())[0]?.['id'], foreignNumber: '记-9' })
  assert.equal((await comparedAccount())['reason'], 'byHand')
  assert.equal(new Set(received.map(({ key }) => key)).size, 1)
})

test('a book names a service that is registered, and the service stays as long as it does', async () => {
  const { desk, book } = await furnishWithLedger()
  const renamed = await desk.call('goods/gsbook/update', { id: book['id'], voucherService: 'nobody' })
  assert.match(renamed['msg'], /没有标识为nobody的外部服务/)
  const remove = () => desk.call('workflow/service/delete', { serviceKey: 'ledger' })
  assert.equal((await remove())['reason'], 'approval.serviceInBook')
  await ok(desk, 'goods/gsbook/update', { id: book['id'], voucherService: '' })
  assert.equal((await remove())['code'], 0)
})
