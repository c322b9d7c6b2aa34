import assert from 'node:assert/strict'
import { after, beforeEach, describe, mock, test } from 'node:test'
import { addDays } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import type { Row } from '../testing/desk.ts'
import { app, faults, furnish, monthName, monthStart, ok } from './testing/bookCompany.ts'

type Company = Awaited<ReturnType<typeof furnish>>

const convert = ({ desk, model, place }: Company, header: Row, old: readonly Row[], made: readonly Row[]): Promise<Row> =>
  desk.call('goods/gsconvertorder/submit', {
    id: newId(),
    header: { to: place['id'], reason: '整理', ...header },
    lines: [...old.map(({ id }) => ({ asset: id })), ...made.map((line) => ({ side: 'new', model: model['id'], ...line }))],
  })

const register = async ({ desk }: Company): Promise<Row[]> =>
  (await desk.call('goods/gsgoodsinstance/list', { pageSize: 100 }))['page']['list']

/** What a book has in a month, added up. */
const sums = async ({ desk, book }: Company, month: string): Promise<Row> => {
  const question = { bookId: book['id'], month }
  return (await ok(desk, 'table/sums', { table: 'gsvalue', selection: { asked: question, except: [] } }))['sums']
}

describe('assets that become others', () => {
  test('a split carries cost and depreciation over to the fen, goes on with the months, and is taken back whole', async () => {
    const company = await furnish()
    const { desk, enter, start, valueOf, sales } = company
    const asset = await enter({ value: '6999', boughtOn: addDays(monthStart(10), 14), instanceName: '机柜' })
    await start()
    const before = await sums(company, monthName(0))
    const uneven = await convert(company, { purpose: 'split' }, [asset], [{ value: '5000' }, { value: '1000' }])
    assert.match(uneven['msg'], /新资产的原值合计¥6,000\.00，应等于原资产的原值合计¥6,999\.00/)
    assert.match((await convert(company, { purpose: 'split' }, [asset], [{ value: '6999' }]))['msg'], /至少2件新资产/)
    const split = await convert(
      company,
      { purpose: 'split' },
      [asset],
      [
        { value: '5000', called: '主机' },
        { value: '1999', called: '硬盘' },
      ],
    )
    assert.equal(split['code'], 0, split['msg'])
    const cards = await register(company)
    const [disk, host] = ['硬盘', '主机'].map((name) => cards.find((row) => row['instanceName'] === name))
    assert.deepEqual(
      [host?.['value'], host?.['deptId'], host?.['inServiceOn'], host?.['boughtOn'], host?.['state']],
      ['5000', sales['id'], null, addDays(monthStart(10), 14), 'idle'],
    )
    assert.equal(cards.find((row) => row['id'] === asset['id'])?.['state'], 'gone')
    const values = [await valueOf(host?.['id']), await valueOf(disk?.['id'])]
    assert.deepEqual(
      values.map((value) => [value['cost'], value['depreciation'], value['residual'], value['monthsCharged'], value['lifeMonths']]),
      [
        ['5000.00', '1319.47', '250.00', 10, 36],
        ['1999.00', '527.53', '99.95', 10, 36],
      ],
    )
    assert.deepEqual(await sums(company, monthName(0)), before, 'what was split is charged in its last month')
    assert.deepEqual(await faults(), [])

    assert.equal((await desk.call('goods/gsconvertorder/reverse', { id: split['result']['id'], reason: '拆错' }))['code'], 0)
    const back = await valueOf(asset['id'])
    assert.deepEqual([back['cost'], back['depreciation'], back['charge'], back['lifeMonths']], ['6999.00', '1847.00', '184.70', 36])
    assert.deepEqual(await sums(company, monthName(0)), before)
    assert.equal((await register(company)).find((row) => row['id'] === asset['id'])?.['state'], 'idle')
    assert.deepEqual(await faults(), [])
  })

  test('several become one, and what was under construction begins its life', async () => {
    const company = await furnish()
    const { desk, book, enter, start, valueOf } = company
    await ok(desk, 'goods/gscat/save', { catCode: 'ZJ', catName: '在建工程', catKind: 'asset' })
    const [unfinishedCategory] = (await ok(desk, 'goods/gscat/list', { pageSize: 10, likeQuery: '在建' }))['page']['list']
    await ok(desk, 'goods/gsdepreciationrule/save', {
      ruleName: '在建',
      bookId: book['id'],
      catId: unfinishedCategory['id'],
      method: 'none',
    })
    const hall = await enter({ value: '100000', boughtOn: monthStart(6), catId: unfinishedCategory['id'] })
    const parts = [await enter({ value: '3000', boughtOn: monthStart(8) }), await enter({ value: '999.99', boughtOn: monthStart(2) })]
    await start()
    const before = await sums(company, monthName(0))
    const merge = await convert(company, { purpose: 'merge' }, parts, [{ value: '3999.99', called: '工作站' }])
    assert.equal(merge['code'], 0, merge['msg'])
    const station = (await register(company)).find((row) => row['instanceName'] === '工作站')
    assert.deepEqual([(await valueOf(station?.['id']))['cost'], (await valueOf(station?.['id']))['monthsCharged']], ['3999.99', 8])
    assert.equal((await sums(company, monthName(0)))['net'], before['net'])
    const early = await convert(company, { purpose: 'capitalise' }, [hall], [{ value: '100000' }])
    assert.match(JSON.stringify(early), /投入使用日期/)
    const capital = await convert(
      company,
      { purpose: 'capitalise', inServiceOn: monthStart(0) },
      [hall],
      [
        { value: '60000', called: '厂房甲' },
        { value: '40000', called: '厂房乙' },
      ],
    )
    assert.equal(capital['code'], 0, capital['msg'])
    const first = await valueOf((await register(company)).find((row) => row['instanceName'] === '厂房甲')?.['id'])
    assert.deepEqual(
      [first['cost'], first['depreciation'], first['inServiceOn'], first['monthsCharged'], first['forecast'][0]['charge']],
      ['60000.00', '0.00', monthStart(0), 0, '1583.33'],
    )
    assert.deepEqual(await faults(), [])
  })
})

describe('months later', () => {
  const now = Date.now()
  const dayMs = 86_400_000
  const bought = { value: '6999', boughtOn: addDays(monthStart(10), 14) }
  beforeEach(() => mock.timers.reset())
  after(() => mock.timers.reset())

  test('a split is taken back with what its parts were charged meanwhile, and closed months stay as they were', async () => {
    for (const regime of ['enterprise', 'government']) {
      const company = await furnish({ regime, startsBefore: 1 })
      const { desk, enter, start, close, valueOf, movements } = company
      const [asset, twin] = [await enter(bought), await enter(bought)]
      await start()
      await close(1)
      const split = await convert(company, { purpose: 'split' }, [asset], [{ value: '5000' }, { value: '1999' }])
      assert.equal(split['code'], 0, split['msg'])
      mock.timers.enable({ apis: ['Date'], now: now + 62 * dayMs })
      await close(0)
      const closedMonth = await movements(0, 0)
      assert.deepEqual(await faults(), [])
      const reversal = await desk.call('goods/gsconvertorder/reverse', { id: split['result']['id'], reason: '拆错' })
      assert.equal(reversal['code'], 0, reversal['msg'])
      await app.database.inTransaction(desk.company.orgId, (tx) =>
        // Rows get the moment of the database, which has stayed behind.
        tx.query(`update document_event set at = $2 where org_id = $1 and action = 'reverse'`, [tx.orgId, new Date().toISOString()]),
      )
      assert.deepEqual(await faults(), [])
      const [back, twinValue] = [await valueOf(asset['id']), await valueOf(twin['id'])]
      // Two parts are rounded apart, for as many months as they were there.
      assert.ok(
        Math.abs(Number(back['depreciation']) - Number(twinValue['depreciation'])) < 0.04,
        `${back['depreciation']} ${twinValue['depreciation']}`,
      )
      assert.deepEqual([back['cost'], back['monthsCharged']], [twinValue['cost'], twinValue['monthsCharged']])
      assert.ok(Math.abs(Number(back['forecast'][0]['charge']) - Number(twinValue['forecast'][0]['charge'])) < 0.02)
      await close(-1)
      assert.deepEqual(await movements(0, 0), closedMonth)
      assert.deepEqual(await faults(), [])
      mock.timers.reset()
    }
  })
})
