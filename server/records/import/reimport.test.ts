import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../../kernel/id.ts'
import { type Cells, csv, type Desk, desks, type Row, rowsOf, workbook } from '../../testing/desk.ts'

const { newDesk, furnished, committed, list, stockOf, faults, uploaded } = await desks()

const assets = 'goods/gsgoodsinstance'
const headers = [
  '资产编码',
  '资产名称',
  '资产型号',
  '状态',
  '使用人',
  '归还日期',
  '所在区域',
  '归属区域',
  '使用部门',
  '资产状况',
  '原值',
  '备注',
]

/** A piece as our own export says it: only what lies in a store must stand there. */
const piece = fc
  .record({
    name: fc.constantFrom('笔记本', '显示器', '投影仪'),
    model: fc.constantFrom('X1', 'U2723QE', '笔记本'),
    standing: fc.constantFrom('idle', 'held', 'shared', 'lent', 'inRepair', 'disposed'),
    home: fc.constantFrom('园区', '园区/A座', '园区/B座/3层'),
    isAtHome: fc.boolean(),
    condition: fc.constantFrom('完好', '有磨损', '损坏'),
    value: fc.option(fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100)),
    remark: fc.option(fc.constantFrom('留意', '两行\n字', '=1+1')),
  })
  .map(({ name, model, standing, home, isAtHome, condition, value, remark }): Cells => {
    const state = { idle: '闲置', held: '在用', shared: '在用', lent: '借出', inRepair: '维修中', disposed: '报废' }[standing]
    const holder = standing === 'held' || standing === 'lent' ? '王芳' : null
    const place = standing === 'idle' || isAtHome ? home : null
    const department = standing === 'shared' ? '行政部' : null
    return [null, name, model, state, holder, standing === 'lent' ? '2031-01-31' : null, place, home, department, condition, value, remark]
  })

const exported = async (desk: Desk): Promise<Buffer> => (await desk.get(`${assets}/export?format=csv`)).bytes

const cardsOf = async (desk: Desk): Promise<Row[]> => {
  const [titles = [], ...rows] = await rowsOf(await exported(desk))
  return rows
    .map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ''])))
    .toSorted((a, b) => (String(a['资产编码']) < String(b['资产编码']) ? -1 : 1))
}

test('a register that was exported comes back into an empty organisation as it was, whatever its pieces are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      const [from, to] = [await furnished(), await newDesk()]
      const rows = pieces.map((row, at): Cells => [`A${at + 1}`, ...row.slice(1)])
      await committed(from, assets, [headers, ...rows], { createMissing: true })
      const { id } = (await to.upload(assets, 'a.csv', await exported(from)))['result']
      const checked = (await to.call(`${assets}/import/check`, { id, createMissing: true }))['result']
      assert.deepEqual(checked['errors'], [])
      assert.deepEqual(
        checked['questions'].filter(({ answer }: Row) => answer === null),
        [],
      )
      const answer = await to.call(`${assets}/import/commit`, { id, createMissing: true })
      assert.equal(answer['code'], 0, answer['msg'])
      assert.deepEqual(await cardsOf(to), await cardsOf(from))
    }),
    { numRuns: 6 },
  )
  assert.deepEqual(await faults(), [])
})

test('what a department uses without a person comes in as in use, and the books add up', async () => {
  const desk = await furnished()
  await committed(desk, assets, [headers, ['A1', '打印机', 'M1', '在用', null, null, null, '园区', '行政部', '完好', null, null]])
  const [row] = await list(desk, assets)
  assert.deepEqual([row?.['state'], row?.['holderUid'], row?.['locId']], ['inUse', null, null])
  const asset = row?.['id']
  const submitDocument = async (kind: string, header: Row) => {
    const answer = await desk.call(`goods/${kind}/submit`, { id: newId(), header, lines: [{ asset }] })
    assert.equal(answer['code'], 0, `${kind}: ${answer['msg']}`)
  }
  await submitDocument('gstransorder', { receiver: desk.company.admin, reason: '归个人使用' })
  assert.deepEqual(
    (await list(desk, assets)).map(({ state, holderUid }) => [state, holderUid]),
    [['inUse', desk.company.admin]],
  )
  assert.deepEqual(await faults(), [])
})

test('what a department uses is returned to a store', async () => {
  const desk = await furnished()
  await committed(desk, assets, [headers, ['A1', '打印机', 'M1', '在用', null, null, null, '园区', '行政部', '完好', null, null]])
  const [row] = await list(desk, assets)
  const header = { to: row?.['homeId'], reason: '不用了' }
  const answer = await desk.call('goods/gsreturnorder/submit', { id: newId(), header, lines: [{ asset: row?.['id'] }] })
  assert.equal(answer['code'], 0, answer['msg'])
  assert.deepEqual(
    (await list(desk, assets)).map(({ state, locId }) => [state, locId]),
    [['idle', row?.['homeId']]],
  )
  assert.deepEqual(await faults(), [])
})

test('pieces on the road are asked about', async () => {
  const desk = await furnished()
  const { id } = await uploaded(desk, assets, [headers, ['A1', '打印机', 'M1', '在途', null, null, null, '园区', null, null, null, null]])
  const { questions } = (await desk.call(`${assets}/import/check`, { id }))['result']
  assert.deepEqual(
    questions.map(({ key }: Row) => key),
    ['state.inTransit'],
  )
  const answers = { 'state.inTransit': 'idle' }
  assert.equal((await desk.call(`${assets}/import/commit`, { id, answers }))['code'], 0)
  const [row] = await list(desk, assets)
  assert.deepEqual([row?.['state'], row?.['names'][row['locId']]], ['idle', '园区'])
})

test('records that are merged over two rows are one record each', async () => {
  const desk = await furnished()
  const file = await workbook(
    [
      ['名称', '单位', '仓库', '期初数量'],
      ['玉米', '斤', 'A座', 300],
      [null, null, null, null],
      ['豆粕', '斤', 'A座', 50],
      [null, null, null, null],
    ],
    [1, 3].flatMap((row) => [0, 1, 2, 3].map((column) => ({ startRow: row, endRow: row + 1, startCol: column, endCol: column }))),
  )
  const { id } = (await desk.upload('consum/csconsum', 'a.xlsx', file))['result']
  assert.equal((await desk.call('consum/csconsum/import/commit', { id }))['code'], 0)
  assert.deepEqual(await stockOf(desk), ['玉米 A座 300 0', '豆粕 A座 50 0', '1 stock-ins'])
})

test('a register of four hundred rows with everyday headers comes in with five presses into an empty organisation', async () => {
  const desk = await newDesk()
  const rows: Cells[] = [
    [
      '序号',
      '资产编号',
      '资产名称',
      '规格型号',
      '类别名称',
      '部门名称',
      '领用人',
      '存放地点',
      '开始使用日期',
      '账面原值（元）',
      '资产现状',
      '附注',
    ],
    ...Array.from({ length: 400 }, (_, at): Cells => [
      at + 1,
      `GD-${String(at + 1).padStart(4, '0')}`,
      ['笔记本', '显示器', '打印机', '办公椅'][at % 4] ?? '',
      ['ThinkPad X1', 'U2723QE', 'M7268W', 'Ergo-2'][at % 4] ?? '',
      at % 4 === 3 ? '家具' : '电子设备',
      ['研发部', '财务部', '行政部'][at % 3] ?? '',
      at % 5 === 0 ? null : `${'赵钱孙李周吴郑陈'[at % 8]}小明`,
      `${(at % 3) + 1}楼`,
      `2023.${(at % 12) + 1}.${(at % 27) + 1}`,
      `${at % 9},200.50`,
      at % 5 === 0 ? '闲置' : '在用',
      null,
    ]),
  ]
  const file = Buffer.from(csv(rows))
  // The button of the list and the file, then `检查数据`, then the button that imports.
  const { id, missing } = (await desk.upload(assets, '台账.csv', file))['result']
  assert.deepEqual(missing, [])
  const checked = (await desk.call(`${assets}/import/check`, { id, createMissing: true }))['result']
  assert.deepEqual([checked['errors'], checked['questions'], checked['pieceCount']], [[], [], 400])
  assert.equal((await desk.call(`${assets}/import/commit`, { id, createMissing: true }))['code'], 0)
  const models = await list(desk, 'goods/gsgoods')
  assert.deepEqual(models.map(({ goodsName, spec }) => `${goodsName} ${spec}`).toSorted(), [
    '办公椅 Ergo-2',
    '打印机 M7268W',
    '显示器 U2723QE',
    '笔记本 ThinkPad X1',
  ])
  const places = await list(desk, 'goods/gsgoodsloc')
  assert.deepEqual(
    new Set(places.filter(({ locName }) => String(locName).endsWith('楼')).map(({ managerUid }) => managerUid)),
    new Set([desk.company.admin]),
  )
})
