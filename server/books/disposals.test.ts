import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import type { Row } from '../testing/desk.ts'
import { installFlow } from '../approval/design/install.ts'
import { app, faults, furnish, monthName, monthStart, ok, readWorkbook, submit } from './testing/bookCompany.ts'

describe('disposals', () => {
  test('a sale stands among the disposals of its month with what it came to, and its reversal takes it back', async () => {
    const { desk, book, enter, start } = await furnish()
    const asset = await enter({ value: '6999', boughtOn: addDays(monthStart(15), 14), instanceName: '出售的笔记本' })
    const scrapAsset = await enter({ value: '1000', boughtOn: addDays(monthStart(2), 1) })
    await start()
    const sale = await submit(
      desk,
      'gshandleorder',
      { method: 'sale', reason: '换新' },
      { asset: asset['id'], proceeds: '3000', saleCost: '200' },
    )
    assert.equal(sale['code'], 0, sale['msg'])
    assert.equal((await submit(desk, 'gshandleorder', { method: 'scrap', reason: '坏' }, { asset: scrapAsset['id'] }))['code'], 0)
    const question = { bookId: book['id'], fromMonth: monthName(1), toMonth: monthName(0) }
    const rows = async (more: Row = {}): Promise<Row[]> =>
      (await ok(desk, 'goods/gsvalue/disposals', { ...question, ...more, pageSize: 10 }))['page']['list']
    const [, row] = await rows()
    assert.deepEqual(
      [row?.['assetName'], row?.['method'], row?.['month'], row?.['cost'], row?.['depreciation'], row?.['net']],
      ['出售的笔记本', 'sale', monthName(0), '6999.00', '2770.50', '4228.50'],
    )
    assert.deepEqual([row?.['proceeds'], row?.['saleCost'], row?.['gain']], ['3000.00', '200.00', '-1428.50'])
    assert.deepEqual(
      (await rows({ where: [{ key: 'method', is: 'in', value: ['scrap'] }] })).map(({ method }) => method),
      ['scrap'],
    )
    assert.equal((await rows({ sort: [{ key: 'gain' }] }))[0]?.['method'], 'sale')
    assert.deepEqual(await rows({ fromMonth: monthName(2), toMonth: monthName(1) }), [])

    const listedRows: Row[] = (await ok(desk, 'goods/gsvalue/list', { bookId: book['id'], month: monthName(0), pageSize: 10 }))['page'][
      'list'
    ]
    assert.deepEqual(
      listedRows
        .map((value) => [value['assetName'], value['charge'], value['cost'], value['net'], value['isCharged']])
        .filter(([name]) => name === '出售的笔记本'),
      [['出售的笔记本', '184.70', '0.00', '0.00', false]],
      'the month in which it leaves is charged, and the list says so',
    )

    const sums = async (): Promise<Row> =>
      (await ok(desk, 'table/sums', { table: 'gsdisposal', selection: { asked: question, except: [] } }))['sums']
    const sheet = await readWorkbook(desk, 'goods/gsvalue/disposals/export', question)
    assert.deepEqual(sheet[2]?.slice(7), ['6999', '2770.5', '0', '4228.5', '3000', '200', '-1428.5'])

    assert.equal((await desk.call('goods/gshandleorder/reverse', { id: sale['result']['id'], reason: '退货' }))['code'], 0)
    const [back] = await rows()
    assert.deepEqual([back?.['method'], back?.['net'], back?.['gain']], ['sale', '-4228.50', '1428.50'])
    assert.deepEqual((await sums())['net'], (await rows({ where: [{ key: 'method', is: 'in', value: ['scrap'] }] }))[0]?.['net'])
    assert.deepEqual(await faults(), [])
  })

  test('without a book costs may be costOrder, and terms are termsOrder before anyone approves them', async () => {
    const { desk, enter } = await furnish()
    const asset = await enter({ value: '1000' })
    await app.database.inTransaction(desk.company.orgId, (tx) => installFlow(tx, 'gsvalue', desk.company.admin))
    const termsOrder = await submit(desk, 'gsvalueorder', { reason: '减值' }, { asset: asset['id'], impairment: '10' })
    assert.match(termsOrder['msg'], /还没有启用账簿，没有可变动的减值/)
    const costOrder = await desk.call('goods/gsvalueorder/submit', {
      id: newId(),
      header: { reason: '扩容' },
      lines: [{ asset: asset['id'], addition: '500' }],
    })
    assert.equal(costOrder['code'], 0, costOrder['msg'])
  })
})
