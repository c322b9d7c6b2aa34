import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { addMonths } from '../../kernel/month.ts'
import { rowsAtOnce } from '../records/export/lists.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import type { Row } from '../testing/desk.ts'

/** Months of the stock that are closed, while others write, on two servers, with one that is cut off. */
const app = await testApp(handlers, { poolSize: 10 })
const today = dayAt(Date.now())
const monthStart = (before: number): Day => addMonths(`${today.slice(0, 7)}-01`, -before)
const monthName = (before: number): string => monthStart(before).slice(0, 7)

const newStore = async () => {
  const company = await app.newCompany()
  const token = await company.tokenOf(company.admin)
  const call = async (path: string, body: unknown, as = token): Promise<Row> =>
    (await app.ask({ path: `/api/${path}`, body, token: as })).json
  const place: Id = (await call('goods/gsgoodsloc/save', { locCode: 'L', locName: '库房', managerUid: company.admin }))['result']['id']
  const item: Id = (await call('consum/csconsum/save', { goodsCode: 'C', goodsName: '复印纸', unit: '包' }))['result']['id']
  const stockIn = (quantity: string, more: Row = {}) =>
    call('consum/csinstockorder/submit', { id: newId(), header: { to: place, ...more }, lines: [{ item, quantity, price: '2' }] })
  const issue = (quantity: string, more: Row = {}) =>
    call('consum/csoutstockorder/submit', {
      id: newId(),
      header: { from: place, receiver: 'person', recipient: company.admin, reason: '用', ...more },
      lines: [{ item, quantity }],
    })
  const close = (before: number) => call('consum/csstockmonth/close', { month: monthName(before) })
  const reopen = (before: number, reason = '补一张单') => call('consum/csstockmonth/reopen', { month: monthName(before), reason })
  const months = async (): Promise<Row> => (await call('consum/csstockmonth/list', {}))['result']
  const total = async (from: Day, to: Day): Promise<Row> => (await call('consum/csstockbook/total', { from, to, by: 'goods' }))['result']
  return { company, call, place, item, stockIn, issue, close, reopen, months, total }
}

test('a closed month takes no document, names the next open day, and is opened again for a reason', async () => {
  const { stockIn, close, reopen, months, total } = await newStore()
  assert.equal((await months())['next'], null, 'there is nothing to close before anything moved')
  assert.equal((await stockIn('5', { businessDate: monthStart(2) }))['code'], 0)
  assert.equal((await months())['next'], monthName(1))
  assert.equal((await close(0))['reason'], 'stock.notOver')
  assert.equal((await close(2))['code'], 0)
  assert.equal((await close(2))['code'], 0, 'sent twice it is closed once')
  assert.equal((await close(0))['reason'], 'stock.notOver')
  const refusal = await stockIn('1', { businessDate: addDays(monthStart(1), -1) })
  assert.deepEqual([refusal['reason'], refusal['msg']], ['stock.closed', `库存已结账到${monthName(2)}，最早可入账的日期是${monthStart(1)}`])
  assert.equal((await stockIn('1', { businessDate: monthStart(1) }))['code'], 0)
  assert.deepEqual((await total(monthStart(2), addDays(monthStart(1), -1)))['closing'], { quantity: '5', amount: '10' })
  assert.equal((await reopen(1))['reason'], 'stock.notClosed')
  assert.equal((await reopen(2))['code'], 0)
  assert.equal((await reopen(2))['code'], 0, 'the same once more')
  assert.equal((await stockIn('1', { businessDate: monthStart(2) }))['code'], 0)
  assert.equal((await close(2))['code'], 0)
  assert.equal((await close(1))['code'], 0)
  assert.equal((await reopen(2))['reason'], 'stock.notLast')
  assert.deepEqual((await total(monthStart(0), today))['opening'], { quantity: '7', amount: '14' })
  const { list } = await months()
  assert.deepEqual(
    list.map(({ month, isClosed, amount }: Row) => [month, isClosed, amount]),
    [
      [monthName(0), false, null],
      [monthName(1), true, '14.00'],
      [monthName(2), true, '12.00'],
    ],
  )
})

test('nothing is dated back to where less than nothing would have been there', async () => {
  const { stockIn, issue } = await newStore()
  assert.equal((await stockIn('5', { businessDate: addDays(monthStart(1), 9) }))['code'], 0)
  const refusal = await issue('2', { businessDate: addDays(monthStart(1), 4) })
  assert.deepEqual(
    [refusal['reason'], refusal['msg']],
    ['stock.pastShortage', `复印纸在${addDays(monthStart(1), 4)}日终的结存会是-2包，请改用较晚的业务日期`],
  )
  assert.equal((await issue('4', { businessDate: addDays(monthStart(1), 9) }))['code'], 0)
  assert.equal((await issue('2', { businessDate: addDays(monthStart(1), 12) }))['reason'], 'not-enough-stock')
  assert.equal((await stockIn('3'))['code'], 0)
  assert.equal((await issue('2', { businessDate: addDays(monthStart(1), 12) }))['reason'], 'stock.pastShortage')
  assert.equal((await issue('4'))['code'], 0)
})

test('a month is closed once while two servers close it and others post into it', async () => {
  const { company, stockIn, close, total } = await newStore()
  assert.equal((await stockIn('10', { businessDate: monthStart(1) }))['code'], 0)
  const postings = Array.from({ length: 20 }, (_, index) =>
    stockIn('1', index % 2 === 0 ? { businessDate: addDays(monthStart(1), 3) } : {}),
  )
  const [closings, answers] = await Promise.all([Promise.all([close(1), close(1)]), Promise.all(postings)])
  assert.deepEqual(
    closings.map(({ code }) => code),
    [0, 0],
  )
  for (const answer of answers) assert.ok(answer['code'] === 0 || answer['reason'] === 'stock.closed', answer['msg'])
  const takenCount = answers.filter(({ code }, index) => index % 2 === 0 && code === 0).length
  assert.equal((await total(monthStart(1), addDays(monthStart(0), -1)))['closing']['quantity'], String(10 + takenCount))
  const [{ count } = { count: 0 }] = await app.database.reading(company.orgId, (tx) =>
    tx.query<{ count: number }>('select count(*)::int as count from stock_month where org_id = $1', [company.orgId]),
  )
  assert.equal(count, 1)
})

test('a close that is cut off leaves nothing behind', async () => {
  const { company, stockIn, close, months } = await newStore()
  assert.equal((await stockIn('10', { businessDate: monthStart(1) }))['code'], 0)
  const cut = app.database.inTransaction(company.orgId, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('stock', $1::bigint))`, [tx.orgId])
    await tx.query(
      `insert into stock_month (org_id, id, month, state, actor_uid, closed_at) values ($1, $2, month_of($3::date), 'closed', $4, now())`,
      [tx.orgId, newId(), monthStart(1), company.admin],
    )
    await tx.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await assert.rejects(cut)
  assert.equal((await months())['next'], monthName(1))
  assert.equal((await stockIn('1', { businessDate: monthStart(1) }))['code'], 0)
  assert.equal((await close(1))['code'], 0)
})

test('whoever keeps one place is told of it alone, and closes nothing', async () => {
  const { company, call, place, item, stockIn } = await newStore()
  const keeper = await company.hire('keeper', ['consummanager'])
  const token = await company.tokenOf(keeper)
  const secondPlace: Id = (await call('goods/gsgoodsloc/save', { locCode: 'M', locName: '二号库', managerUid: keeper }))['result']['id']
  await stockIn('3')
  await call('consum/csallocateorder/submit', {
    id: newId(),
    header: { from: place, to: secondPlace, reason: '补' },
    lines: [{ item, quantity: '1' }],
  })
  const { list } = (await call('consum/csstockbook/list', { from: monthStart(0), to: today, by: 'place' }, await company.tokenOf(keeper)))[
    'page'
  ]
  assert.deepEqual(
    list.map((row: Row) => [row['locName'], row['standing'], Object.keys(row['moves'])]),
    [['二号库', 'transit', ['transferIn']]],
  )
  assert.equal((await call('consum/csstockbook/entries', {}, token))['page']['totalCount'], 1)
  assert.equal((await call('consum/csstockmonth/close', { month: monthName(1) }, token))['code'], 403)
  const staff = await company.tokenOf(await company.hire('staff'))
  for (const path of ['entries', 'list', 'total'])
    assert.equal((await call(`consum/csstockbook/${path}`, { from: today, to: today, by: 'goods' }, staff))['code'], 403)
})

test('a stock book of exactly as many rows as a file is read by at once leaves whole and once', { timeout: 60_000 }, async () => {
  const { company, call, place } = await newStore()
  const items = await app.database.inTransaction(company.orgId, (tx) =>
    tx.query<{ id: Id }>(
      `insert into consumable (org_id, id, goods_code, goods_name) select $1, $2::bigint + n, 'B' || n, '耗材' from generate_series(1, ${rowsAtOnce}) n
       returning id`,
      [tx.orgId, newId()],
    ),
  )
  for (let from = 0; from < items.length; from += 100) {
    const lines = items.slice(from, from + 100).map(({ id }) => ({ item: id, quantity: '1', price: '2' }))
    assert.equal((await call('consum/csinstockorder/submit', { id: newId(), header: { to: place }, lines }))['code'], 0)
  }
  assert.equal((await call('consum/csstockbook/list', { from: today, to: monthStart(1), by: 'goods' }))['reason'], 'span.reversed')
  const token = await company.tokenOf(company.admin)
  const body = { from: monthStart(0), to: today, by: 'goods', format: 'csv' }
  const { text } = await app.ask({ path: '/api/consum/csstockbook/export', body, token })
  assert.equal(text.trim().split('\r\n').length, rowsAtOnce + 1)
})
