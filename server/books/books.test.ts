import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { app, faults, furnish, monthName, monthStart, ok, readWorkbook, runJobs, stockIn, submit } from './testing/bookCompany.ts'

describe('books', () => {
  test('a book takes the register over, charges each month and adds up', async () => {
    const { desk, enter, start, close, months, valueOf, movements } = await furnish()
    const bought = addDays(monthStart(5), 14)
    const asset = await enter({ value: '6999', boughtOn: bought })
    await start()
    const opened = await valueOf(asset['id'])
    // Bought five months ago: the four months since then count up to the present one, one of them before the book began.
    assert.deepEqual(
      [opened['cost'], opened['depreciation'], opened['charge'], opened['residual']],
      ['6999.00', '923.50', '184.70', '349.95'],
    )
    assert.equal((await months())['next'], monthName(3))

    for (const before of [3, 2, 1]) await close(before)
    const closed = await months()
    assert.deepEqual(
      closed['list'].map((row: Row) => [row['month'], row['state'], row['depreciation']]),
      [
        [monthName(0), 'open', '0.00'],
        [monthName(1), 'closed', '184.70'],
        [monthName(2), 'closed', '184.70'],
        [monthName(3), 'closed', '184.70'],
      ],
    )
    const { total } = await movements(3, 1)
    assert.deepEqual(total['opening'], { assets: 1, cost: '6999.00', depreciation: '184.70', impairment: '0.00' })
    assert.equal(total['movements']['depreciation']['depreciation'], '554.10')
    assert.equal(total['closing']['net'], '6260.20')
    assert.deepEqual(await faults(), [])
    assert.equal((await desk.call('goods/gsvalue/close', { bookId: closed['bookId'] ?? '1', month: monthName(0) }))['code'], 404)
  })

  test('movements and allocations leave as files that end in their sum', async () => {
    const { desk, book, works, enter, start, close, movements } = await furnish()
    await enter({ value: '6999', boughtOn: monthStart(5) })
    await enter({ value: '1200', boughtOn: monthStart(5), deptId: works['id'] })
    await start()
    for (const before of [3, 2]) await close(before)
    const span = { bookId: book['id'], from: monthName(3), to: monthName(2), format: 'xlsx' }
    const [headers = [], ...rows] = await readWorkbook(desk, 'goods/gsvalue/movementExport', { ...span, by: 'department' })
    const cellOf = (row: readonly string[] | undefined, header: string) => Number(row?.[headers.indexOf(header)])
    assert.deepEqual(
      rows.map(([name]) => name),
      ['销售部', '生产部', '合计'],
    )
    for (const header of headers.slice(1))
      assert.equal(
        cellOf(rows[2], header).toFixed(2),
        (cellOf(rows[0], header) + cellOf(rows[1], header)).toFixed(2),
        `the sum of ${header}`,
      )
    for (const path of ['movements', 'allocations']) {
      const reversed = { bookId: book['id'], from: monthName(2), to: monthName(3), ...(path === 'movements' && { by: 'category' }) }
      assert.equal((await desk.call(`goods/gsvalue/${path}`, reversed))['reason'], 'span.reversed')
    }
    const { total } = await movements(3, 2)
    assert.equal(cellOf(rows[2], '期末净值'), Number(total['closing']['net']))

    const [, ...allocations] = await readWorkbook(desk, 'goods/gsvalue/allocationExport', span)
    assert.deepEqual(
      allocations.map(([department, , category]) => [department, category ?? '']),
      [
        ['生产部', '电脑'],
        ['销售部', '电脑'],
        ['合计', ''],
      ],
    )
    assert.equal(Number(allocations.at(-1)?.at(-1)), Number(total['movements']['depreciation']['depreciation']))
  })

  test('what is bought, sold and priced anew stands in the month of its document', async () => {
    const { desk, model, place, start, close, valueOf, movements } = await furnish({ startsBefore: 2 })
    await start()
    const inService = addDays(monthStart(2), 9)
    const posted = await stockIn(desk, { to: place['id'], inServiceOn: inService }, { model: model['id'], quantity: '2', price: '6999' })
    assert.equal(posted['code'], 0, posted['msg'])
    const [one, two] = (await desk.call('goods/gsgoodsinstance/list', { pageSize: 10 }))['page']['list']
    assert.equal((await valueOf(one['id']))['depreciation'], '369.40')

    await close(2)
    await close(1)
    const late = await stockIn(desk, { to: place['id'], inServiceOn: inService }, { model: model['id'], quantity: '1', price: '100' })
    assert.match(late['msg'], /账面已结账到.*最早可入账的日期是/)

    const sale = await submit(desk, 'gshandleorder', { method: 'sale', reason: '换新' }, { asset: one['id'], proceeds: '3000' })
    assert.equal(sale['code'], 0, sale['msg'])
    const sold = await valueOf(one['id'])
    assert.deepEqual([sold['cost'], sold['net']], ['0.00', '0.00'])
    // The month of the sale is still charged; what is left is its loss before the proceeds.
    assert.deepEqual(
      sold['entries'].map(({ kind, cost, depreciation }: Row) => [kind, cost, depreciation]),
      [
        ['disposal', '-6999.00', '-369.40'],
        ['depreciation', '0.00', '184.70'],
        ['acquisition', '6999.00', '0.00'],
      ],
    )
    const change = await submit(desk, 'gsajustorder', { reason: '改装' }, { asset: two['id'], value: '9000' })
    assert.equal(change['code'], 0, change['msg'])
    const revalued = await valueOf(two['id'])
    assert.deepEqual([revalued['cost'], revalued['depreciation'], revalued['residual']], ['9000.00', '369.40', '450.00'])
    // (9000 − 369.40 − 450) ÷ 34 from the month after on.
    assert.equal(revalued['forecast'][0]['charge'], '240.61')

    assert.equal((await desk.call('goods/gshandleorder/reverse', { id: sale['result']['id'], reason: '退货' }))['code'], 0)
    const back = await valueOf(one['id'])
    assert.deepEqual([back['cost'], back['depreciation'], back['net']], ['6999.00', '369.40', '6629.60'])
    assert.equal((await movements(1, 1)).total['closing']['net'], '13628.60')
    assert.deepEqual(await faults(), [])
  })

  test('a public body charges the month of coming, and the department of the last day bears it', async () => {
    const { desk, model, place, sales, works, start, close, movements } = await furnish({ regime: 'government', startsBefore: 1, life: 72 })
    await start()
    const header = { to: place['id'], department: sales['id'], inServiceOn: addDays(monthStart(1), 4) }
    assert.equal((await stockIn(desk, header, { model: model['id'], quantity: '1', price: '6999' }))['code'], 0)
    await close(1)
    const byDepartment = await movements(1, 1, 'department')
    assert.deepEqual(
      byDepartment['list'].map((row: Row) => [row['name'], row['closing']['depreciation']]),
      [['销售部', '97.21']],
    )
    assert.ok(works['id'])
    assert.deepEqual(await faults(), [])
  })

  test('a closed month is opened again by entries of its own, and only the last one', async () => {
    const { desk, book, enter, start, close, months, valueOf, movements } = await furnish()
    const asset = await enter({ value: '6999', boughtOn: monthStart(6) })
    await start()
    await close(3)
    await close(2)
    const reopen = (before: number, reason = '漏记') =>
      desk.call('goods/gsvalue/reopen', { bookId: book['id'], month: monthName(before), reason })
    assert.match((await reopen(3))['msg'], /只能反结最后一个已结账的月份/)
    assert.equal((await reopen(2))['code'], 0)
    await runJobs(desk.company.orgId, closingWorker)
    assert.equal((await months())['next'], monthName(2))
    const undone = await valueOf(asset['id'])
    assert.deepEqual(
      undone['entries'].map(({ kind, depreciation }: Row) => [kind, depreciation]),
      [
        ['undone', '-184.70'],
        ['depreciation', '184.70'],
        ['depreciation', '184.70'],
        ['opening', '369.40'],
      ],
    )
    await close(2)
    assert.equal((await movements(2, 2)).total['closing']['depreciation'], '738.80')
    assert.deepEqual(await faults(), [])
  })

  test('takes other books over to the fen, or says by how much they differ', async () => {
    const { desk, book, enter, start, valueOf } = await furnish({ life: 180 })
    const asset = await enter({ value: '825000', instanceCode: 'ZC-1' })
    const opening = {
      assetCode: 'ZC-1',
      bookId: book['id'],
      cost: '825000',
      depreciation: '158036.58',
      netValue: '666963.42',
      inServiceOn: monthStart(16),
      monthsDone: 13,
    }
    const saved = await ok(desk, 'goods/gsopening/save', opening)
    const control = { assets: 1, cost: '825000', depreciation: '158036.59' }
    const differing = await desk.call('goods/gsvalue/start', { bookId: book['id'], control })
    assert.match(differing['msg'], /累计折旧合计¥158,036\.58，控制数¥158,036\.59，相差-¥0\.01/)
    await ok(desk, 'goods/gsopening/update', { id: saved['id'], netValue: '1' })
    assert.match((await desk.call('goods/gsvalue/start', { bookId: book['id'] }))['msg'], /净值不等于/)
    await ok(desk, 'goods/gsopening/update', { id: saved['id'], netValue: '666963.42' })
    await start({ control: { ...control, depreciation: '158036.58' } })
    const value = await valueOf(asset['id'])
    assert.deepEqual([value['charge'], value['residual'], value['depreciation']], ['3746.79', '41250.00', '173023.74'])
    assert.match((await desk.call('goods/gsvalue/start', { bookId: book['id'] }))['msg'], /已经启用/)
    assert.deepEqual(await faults(), [])
  })

  test('what is charged by its units follows the readings of each month', async () => {
    const { desk, book, enter, start, close, months, valueOf } = await furnish()
    await ok(desk, 'goods/gsdepreciationrule/save', {
      ruleName: '按件',
      bookId: book['id'],
      method: 'unitsOfProduction',
      residualRate: '5',
      unitsTotal: '2000000',
    })
    const press = await enter({ value: '680000', boughtOn: monthStart(5), instanceCode: 'P-1' })
    const reading = await ok(desk, 'goods/gsunitreading/save', { assetCode: 'P-1', readOn: addDays(monthStart(3), 9), units: '34000' })
    await ok(desk, 'goods/gsunitreading/save', { assetCode: 'P-1', readOn: addDays(monthStart(2), 9), units: '5000000' })
    assert.match((await desk.call('goods/gsunitreading/save', { assetCode: 'X', readOn: monthStart(2), units: '1' }))['msg'], /不在台账中/)
    await start()
    await close(3)
    assert.equal((await valueOf(press['id']))['depreciation'], '10982.00')
    await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: monthName(3), reason: '读数有误' })
    await runJobs(desk.company.orgId, closingWorker)
    await ok(desk, 'goods/gsunitreading/update', { id: reading['id'], units: '68000' })
    await close(3)
    assert.equal((await valueOf(press['id']))['depreciation'], '21964.00')
    await close(2)
    const over = await valueOf(press['id'])
    assert.deepEqual([over['depreciation'], over['net']], ['646000.00', '34000.00'])
    assert.equal((await months())['list'].length, 4)
    assert.deepEqual(await faults(), [])
  })

  test('a book that was started keeps its rules and what it took over', async () => {
    const { desk, book, enter, start } = await furnish()
    await enter({ value: '1000', instanceCode: 'A-1', boughtOn: monthStart(6) })
    const opening = { assetCode: 'A-1', bookId: book['id'], cost: '1000', depreciation: '100', inServiceOn: monthStart(6) }
    const saved = await ok(desk, 'goods/gsopening/save', opening)
    await start()
    assert.match((await desk.call('goods/gsbook/update', { id: book['id'], regime: 'government' }))['msg'], /不能再改/)
    assert.match((await desk.call('goods/gsopening/update', { id: saved['id'], depreciation: '0' }))['msg'], /不能再改/)
    assert.match((await desk.call('goods/gsopening/delete', { ids: [saved['id']] }))['msg'], /不能再改/)
    assert.match((await desk.call('goods/gsbook/delete', { ids: [book['id']] }))['msg'], /账簿|期初|资产/)
  })

  test('books are for finance, and keepers of assets do not see them', async () => {
    const { desk, book, enter, start } = await furnish()
    const asset = await enter({ value: '1000', boughtOn: monthStart(6) })
    await start()
    const askAs = async (roles: Parameters<typeof desk.company.hire>[1], path: string, body: Row) => {
      const token = await desk.company.tokenOf(await desk.company.hire(`p${newId()}`, roles))
      return (await app.ask({ path: `/api/goods/${path}`, body, token })).json['code']
    }
    const list = { bookId: book['id'], month: monthName(0) }
    assert.deepEqual(
      [
        await askAs(['finance'], 'gsvalue/list', list),
        await askAs(['auditor'], 'gsvalue/list', list),
        await askAs(['goodsmanager'], 'gsvalue/list', list),
        await askAs([], 'gsvalue/asset', { id: asset['id'] }),
        await askAs(['auditor'], 'gsvalue/close', list),
        await askAs(['finance'], 'gsvalueorder/submit', {
          id: newId(),
          header: { reason: '减值' },
          lines: [{ asset: asset['id'], impairment: '1' }],
        }),
      ],
      [0, 0, 403, 403, 403, 0],
    )
  })

  test('a life below the minimum of tax is said of categories that have assets, and stops nothing', async () => {
    const { desk, place, months, enter, start } = await furnish()
    const computers = await ok(desk, 'goods/gscat/save', {
      catCode: 'A02010105',
      catName: '台式机',
      catKind: 'asset',
      usefulLifeMonths: 24,
    })
    const warnings = async () => (await months())['obstacles'].filter((row: Row) => row['kind'] === 'shortLife')
    assert.deepEqual(await warnings(), [])
    const desktop = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M2', goodsName: '台式机', catId: computers['id'] })
    await enter({ goodsId: desktop['id'], locId: place['id'], value: '5000', boughtOn: monthStart(6) })
    for (const begin of [async () => undefined, start]) {
      await begin()
      assert.deepEqual(await warnings(), [
        { kind: 'shortLife', count: 1, blocks: false, examples: [{ id: computers['id'], kind: 'category', label: '台式机' }] },
      ])
    }
  })
})
