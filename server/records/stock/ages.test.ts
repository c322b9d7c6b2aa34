import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { stockAges } from '../../../domain/records/stockTable.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import type { Row } from '../../testing/desk.ts'

const app = await testApp(handlers)
const today = dayAt(Date.now())

test('stock is as old as what came last, and what came first is taken first', async () => {
  const company = await app.newCompany()
  const token = await company.tokenOf(company.admin)
  const call = async (path: string, body: unknown): Promise<Row> => {
    const { json } = await app.ask({ path: `/api/${path}`, body, token })
    assert.equal(json['code'], 0, `${path}: ${json['msg']}`)
    return json['result'] ?? json['page']
  }
  const store: Id = (await call('goods/gsgoodsloc/save', { locCode: 'A', locName: '一号库', managerUid: company.admin }))['id']
  const item: Id = (await call('consum/csconsum/save', { goodsCode: 'C', goodsName: '复印纸', unit: '包' }))['id']
  for (const [daysAgo, quantity] of [
    [400, '10'],
    [200, '20'],
    [100, '30'],
    [10, '40'],
  ] as const)
    await call('consum/csinstockorder/submit', {
      ...{ id: newId(), header: { to: store, businessDate: addDays(today, -daysAgo) } },
      lines: [{ item, quantity, price: '2' }],
    })
  const ages = async (): Promise<unknown[]> => {
    const figures = Object.keys(stockAges).map((key) => ({ key, of: 'sum' }))
    const { list } = await call('table/groups', { table: 'cslocstock', asked: {}, by: [{ key: 'locId' }], figures })
    return list.map((group: Row) => [group['keys'][0], ...group['figures']])
  }
  assert.deepEqual(await ages(), [[store, '80', '60', '40', '20']])
  await call('consum/csoutstockorder/submit', {
    ...{ id: newId(), header: { from: store, receiver: 'person', recipient: company.admin, reason: '用' } },
    lines: [{ item, quantity: '45' }],
  })
  assert.deepEqual(await ages(), [[store, '80', '30', null, null]])

  const cheapItem: Id = (await call('consum/csconsum/save', { goodsCode: 'D', goodsName: '回形针', unit: '枚' }))['id']
  for (const [daysAgo, price] of [
    [200, '0.01'],
    [10, '0.02'],
  ] as const)
    await call('consum/csinstockorder/submit', {
      ...{ id: newId(), header: { to: store, businessDate: addDays(today, -daysAgo) } },
      lines: [{ item: cheapItem, quantity: '1', price }],
    })
  assert.deepEqual(await ages(), [[store, '80.015', '30', '0.015', null]], 'the ages of 0.03 come to 0.03')
})

test('what was posted by mistake and reversed makes no stock younger', async () => {
  const company = await app.newCompany()
  const token = await company.tokenOf(company.admin)
  const call = async (path: string, body: unknown): Promise<Row> => {
    const { json } = await app.ask({ path: `/api/${path}`, body, token })
    assert.equal(json['code'], 0, `${path}: ${json['msg']}`)
    return json['result'] ?? json['page']
  }
  const store: Id = (await call('goods/gsgoodsloc/save', { locCode: 'A', locName: '一号库', managerUid: company.admin }))['id']
  const item: Id = (await call('consum/csconsum/save', { goodsCode: 'C', goodsName: '复印纸', unit: '包' }))['id']
  const receive = async (daysAgo: number, quantity: string): Promise<Id> => {
    const id = newId()
    const header = { to: store, businessDate: addDays(today, -daysAgo) }
    await call('consum/csinstockorder/submit', { id, header, lines: [{ item, quantity, price: '2' }] })
    return id
  }
  const reverse = (kind: string, id: Id) => call(`consum/${kind}/reverse`, { id, reason: '写错了' })
  await receive(400, '10')
  await reverse('csinstockorder', await receive(100, '20'))
  const issue = newId()
  const header = { from: store, receiver: 'person', recipient: company.admin, reason: '用' }
  await call('consum/csoutstockorder/submit', { id: issue, header, lines: [{ item, quantity: '6' }] })
  await reverse('csoutstockorder', issue)
  const figures = Object.keys(stockAges).map((key) => ({ key, of: 'sum' }))
  const { list } = await call('table/groups', { table: 'cslocstock', asked: {}, by: [{ key: 'goodsId' }], figures })
  assert.deepEqual(list[0]['figures'], [null, null, null, '20'])
  const [row] = (await call('consum/cslocstock/list', {}))['list']
  assert.equal(row['lastInOn'], addDays(today, -400))
})

test('the stock is worth what the stock book says, to the last place of the ledger', async () => {
  const company = await app.newCompany()
  const token = await company.tokenOf(company.admin)
  const call = async (path: string, body: unknown): Promise<Row> => {
    const { json } = await app.ask({ path: `/api/${path}`, body, token })
    assert.equal(json['code'], 0, `${path}: ${json['msg']}`)
    return json['result'] ?? json['page']
  }
  const store: Id = (await call('goods/gsgoodsloc/save', { locCode: 'A', locName: '一号库', managerUid: company.admin }))['id']
  const lines = []
  for (const code of ['A', 'B', 'C'])
    lines.push({
      item: (await call('consum/csconsum/save', { goodsCode: code, goodsName: code, unit: '个' }))['id'],
      quantity: '1',
      price: '0.005',
    })
  await call('consum/csinstockorder/submit', { id: newId(), header: { to: store, businessDate: today }, lines })
  const [by, figures] = [[{ key: 'locId' }], [{ key: 'value', of: 'sum' }]]
  const stock = await call('table/groups', { table: 'cslocstock', asked: {}, by, figures })
  const book = await call('consum/csstockbook/total', { from: today, to: today, by: 'goods' })
  assert.deepEqual([stock['list'][0]['figures'][0], Number(book['closing']['amount'])], ['0.015', 0.015])
  const { sums } = await call('table/sums', { table: 'cslocstock', selection: { asked: {}, except: [] } })
  assert.equal(Number(sums['value']), 0.015)
  const linesTotal = await call('table/groups', { table: 'cslines', asked: {}, by: [], figures: [{ key: 'movedCost', of: 'sum' }] })
  assert.equal(linesTotal['total']['figures'][0], '0.015')
})
