import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cells, type Row, workbook } from '../testing/desk.ts'
import { faults, furnish, monthName, monthStart, ok, runJobs } from './testing/bookCompany.ts'
import { openingBookWorker } from './opening.ts'
import { planningWorker } from './planning.ts'

const inServiceOn = `${monthName(15)}-15`

/** Cards as other programs write them: their headers, a total at the end, columns that are not for us. */
const sheets: Readonly<Record<string, readonly Cells[]>> = {
  U8: [
    [
      '卡片编号',
      '固定资产名称',
      '类别名称',
      '部门名称',
      '开始使用日期',
      '使用年限(月)',
      '原值',
      '累计折旧',
      '净值',
      '已计提月份',
      '净残值率',
      '折旧方法',
    ],
    ['A1', '笔记本', '电脑', '销售部', inServiceOn, 36, 6999, 2585.8, 4413.2, 14, '5%', '平均年限法(一)'],
    ['A2', '笔记本', '电脑', '销售部', inServiceOn, 36, '12,000.00', '4,433.38', '7,566.62', 14, '5%', '平均年限法(一)'],
  ],
  Kingdee: [
    ['资产编码', '资产名称', '启用日期', '原值本币', '累计折旧额', '已折旧期数', '预计使用期间数', '折旧政策'],
    ['A1', '笔记本', inServiceOn, 6999, 2585.8, 14, 36, '直线法'],
    ['A2', '笔记本', inServiceOn, 12000, 4433.38, 14, 36, '直线法'],
  ],
  English: [
    [
      'Asset no',
      'Description',
      'In service date',
      'Acquisition cost',
      'Accumulated depreciation',
      'Net book value',
      'Months depreciated',
      'Useful life (months)',
    ],
    ['A1', 'Laptop', inServiceOn, 6999, 2585.8, 4413.2, 14, 36],
    ['A2', 'Laptop', inServiceOn, 12000, 4433.38, 7566.62, 14, 36],
  ],
}

type Desk = Awaited<ReturnType<typeof furnish>>['desk']

const bring = async (desk: Desk, path: string, rows: readonly Cells[], answers: Row = {}): Promise<Row> => {
  const upload = await desk.upload(path, 'cards.xlsx', await workbook(rows))
  assert.equal(upload['code'], 0, upload['msg'])
  return desk.call(`${path}/import/commit`, { id: upload['result']['id'], answers })
}
const openings = 'goods/gsopening'
const openingsOf = async (desk: Desk): Promise<Row[]> => (await desk.call(`${openings}/list`, { pageSize: 100 }))['page']['list']

test('the cards of another program come into a book as they are written', async () => {
  for (const [program, rows] of Object.entries(sheets)) {
    const { desk, book, enter } = await furnish({ startsBefore: 1 })
    for (const code of ['A1', 'A2']) await enter({ instanceCode: code })
    const commit = await bring(desk, openings, rows)
    assert.equal(commit['code'], 0, `${program}: ${commit['msg']} ${JSON.stringify(commit['details'])}`)
    assert.deepEqual(
      (await openingsOf(desk))
        .map((row) => [row['assetCode'], row['bookId'], row['cost'], row['depreciation'], row['monthsDone'], row['lifeMonths']])
        .toSorted(),
      [
        ['A1', book['id'], '6999', '2585.8', 14, 36],
        ['A2', book['id'], '12000', '4433.38', 14, 36],
      ],
      program,
    )
    await ok(desk, 'goods/gsvalue/start', { bookId: book['id'], control: { assets: 2, cost: '18999', depreciation: '7019.18' } })
    await runJobs(desk.company.orgId, openingBookWorker)
    const values: Row[] = (await ok(desk, 'goods/gsvalue/list', { bookId: book['id'], month: monthName(2), pageSize: 10 }))['page']['list']
    assert.deepEqual(values.map((row) => row['net']).toSorted(), ['4413.20', '7566.62'], program)
  }
  assert.deepEqual(await faults(), [])
})

test('a sheet of openings is corrected and brought in again; what cannot be meant is refused in words', async () => {
  const { desk, book, enter } = await furnish({ startsBefore: 1 })
  for (const code of ['A1', 'A2']) await enter({ instanceCode: code })
  const head = ['资产编码', '原值', '累计折旧', '启用日期']
  const line = (code: string, cost: number): Cells => [code, cost, 100, inServiceOn]
  const refused = async (rows: readonly Cells[], words: RegExp): Promise<void> => {
    const answer = await bring(desk, openings, [head, ...rows])
    assert.equal(answer['code'], 500)
    assert.match(answer['msg'], words)
  }
  await refused([line('A1', 6999), line('X9', 100)], /有1行的资产编码不在台账中，例如X9/)
  await refused([line('A1', 6999), line('A1', 7000)], /资产A1在表格中有2行/)
  assert.equal((await bring(desk, openings, [head, line('A1', 6999), line('A2', 12000)]))['code'], 0)
  assert.equal((await bring(desk, openings, [head, line('A2', 12345)]))['code'], 0)
  assert.deepEqual((await openingsOf(desk)).map((row) => `${row['assetCode']} ${row['cost']}`).toSorted(), ['A1 6999', 'A2 12345'])

  const tax = await ok(desk, 'goods/gsbook/save', { bookName: '税务', regime: 'tax', startsOn: monthStart(1) })
  await refused([line('A1', 1)], /还有1个问题没有回答/)
  assert.equal((await bring(desk, openings, [head, line('A1', 555)], { 'bookId.all': tax['id'] }))['code'], 0)
  assert.equal((await openingsOf(desk)).length, 3)

  await ok(desk, 'goods/gsvalue/start', { bookId: book['id'] })
  const late = await bring(desk, openings, [head, line('A2', 1)], { 'bookId.all': book['id'] })
  assert.match(late['msg'], /账簿已经启用/)
})

test('readings of units come from a sheet', async () => {
  const { desk, enter } = await furnish({ startsBefore: 1 })
  await enter({ instanceCode: 'A1' })
  const head = ['资产编码', '日期', '工作量']
  const commit = await bring(desk, 'goods/gsunitreading', [head, ['A1', `${monthName(1)}-10`, 12.5], ['A1', `${monthName(1)}-20`, 3]])
  assert.equal(commit['code'], 0, `${commit['msg']} ${JSON.stringify(commit['details'])}`)
  const rows: Row[] = (await desk.call('goods/gsunitreading/list', { pageSize: 10 }))['page']['list']
  assert.deepEqual(rows.map((row) => row['units']).toSorted(), ['12.5', '3'])
})

test('what the register has besides the assets that are taken over is said before the start', async () => {
  const { desk, book, enter, months } = await furnish()
  const obstacle = async (): Promise<Row | undefined> => (await months())['obstacles'].find(({ kind }: Row) => kind === 'notTakenOver')
  await enter({ value: '100', instanceCode: 'A1', boughtOn: monthStart(9) })
  await enter({ value: '200', instanceCode: 'A2', boughtOn: monthStart(9) })
  assert.equal(await obstacle(), undefined, 'nothing is taken over: the rules say all')
  const opening = { bookId: book['id'], cost: '100', depreciation: '10', inServiceOn: monthStart(9) }
  await ok(desk, `${openings}/save`, { assetCode: 'A1', ...opening })
  assert.deepEqual([(await obstacle())?.['count'], (await obstacle())?.['blocks']], [1, false])
  await ok(desk, `${openings}/save`, { assetCode: 'A2', ...opening, cost: '200' })
  assert.equal(await obstacle(), undefined)
})

test('the impairment that is taken over agrees with its control sum as cost and depreciation do', async () => {
  const { desk, book, enter, months } = await furnish({ startsBefore: 1 })
  for (const code of ['A1', 'A2']) await enter({ instanceCode: code })
  const opening = { bookId: book['id'], cost: '1200000', depreciation: '10', inServiceOn }
  await ok(desk, `${openings}/save`, { assetCode: 'A1', ...opening, impairment: '1234.5' })
  await ok(desk, `${openings}/save`, { assetCode: 'A2', ...opening })
  assert.equal((await months())['openings']['impairment'], '1234.50')
  const control = { assets: 2, cost: '2400000', depreciation: '20' }
  const start = (sums: Row) => desk.call('goods/gsvalue/start', { bookId: book['id'], control: { ...control, ...sums } })
  assert.match((await start({}))['msg'], /减值准备合计¥1,234\.50，控制数¥0\.00，相差¥1,234\.50/)
  assert.match((await start({ impairment: '1234.6' }))['msg'], /减值准备合计¥1,234\.50，控制数¥1,234\.60，相差-¥0\.10/)
  assert.match((await start({ cost: '2400001', impairment: '1234.5' }))['msg'], /账面原值合计¥2,400,000\.00，控制数¥2,400,001\.00/)
  assert.equal((await start({ impairment: '1234.5' }))['code'], 0)
})

test('assets that came into a book without a life are planned by the rule that comes later, as if it had been there', async () => {
  const { desk, book, model, category, place, start, close, months, valueOf } = await furnish({ startsBefore: 2 })
  await ok(desk, 'goods/gscat/update', { id: category['id'], usefulLifeMonths: null, residualRate: null })
  const enter = (instanceCode: string, boughtOn: string): Promise<Row> =>
    ok(desk, 'goods/gsgoodsinstance/save', { goodsId: model['id'], locId: place['id'], value: '6999', instanceCode, boughtOn })
  for (const code of ['A1', 'A2']) await enter(code, `${monthName(8)}-15`)
  const openingBalance = { assetCode: 'A2', bookId: book['id'], cost: '6999', depreciation: '1000', inServiceOn: `${monthName(8)}-15` }
  await ok(desk, 'goods/gsopening/save', openingBalance)
  await start()
  const younger = await enter('A3', `${monthName(5)}-15`)
  const obstacles = async (): Promise<Row[]> => (await months())['obstacles'].filter(({ kind }: Row) => kind === 'noLife')
  assert.deepEqual(
    (await obstacles()).map(({ count }) => count),
    [3],
  )
  await ok(desk, 'goods/gsdepreciationrule/save', {
    ruleName: '电脑',
    bookId: book['id'],
    catId: category['id'],
    method: 'straightLine',
    lifeMonths: 36,
    residualRate: '5',
  })
  await runJobs(desk.company.orgId, planningWorker)
  assert.deepEqual(await obstacles(), [])
  await close(2)
  await close(1)
  const { list }: Row = (await ok(desk, 'goods/gsvalue/list', { bookId: book['id'], month: monthName(1), pageSize: 10 }))['page']
  const figures = list.map((row: Row) => `${row['assetCode']} ${row['charge']} ${row['depreciation']}`).toSorted()
  // 5 months before the book and 2 in it; 5,649.05 that are left over 31 months; 4 months before the register knew the third.
  assert.deepEqual(figures, ['A1 184.70 1292.90', 'A2 182.23 1364.46'])
  const takeovers: Row[] = (await valueOf(younger['id']))['entries']
  assert.deepEqual(takeovers.map(({ kind, depreciation }) => `${kind} ${depreciation}`).toSorted(), ['takeover 0.00', 'takeover 738.80'])
  assert.deepEqual(await faults(), [])
})
