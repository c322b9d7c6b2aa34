import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Cells, csv, type Desk, desks, type Row, rowsOf, workbook } from '../../testing/desk.ts'

const { app, newDesk, furnished, uploaded, list, faults } = await desks()

const assets = 'goods/gsgoodsinstance'

describe('a sheet of strangers', () => {
  const check = async (desk: Desk, path: string, id: string, more: Row = {}) => {
    const answer = await desk.call(`${path}/import/check`, { id, ...more })
    assert.equal(answer['code'], 0, answer['msg'])
    return answer['result']
  }
  const suppliers = 'goods/gssupplier'

  test('is matched as a person matched one with the same headers before, whatever their order, and no other', async () => {
    const [desk, other] = [await newDesk(), await newDesk()]
    const sheet: Cells[] = [
      ['编号X', '公司名称', '联系人', '名头', '名头'],
      ['S1', '甲公司', '老张', 'a', 'b'],
    ]
    const first = await uploaded(desk, suppliers, sheet)
    assert.deepEqual([first['remembered'], first['missing']], [false, ['supplierCode']])
    const said = { supplierCode: 0, supplierName: 1, contact: null, remark: 4 }
    await check(desk, suppliers, first['id'], { mapping: said })
    const turned: Cells[] = [
      ['名头', '公司名称', '名头', '编号X', '联系人'],
      ...[1, 2].map((at): Cells => ['a', `乙${at}`, 'b', `S${at}`, '老张']),
    ]
    const again = await uploaded(desk, suppliers, turned)
    assert.deepEqual([again['remembered'], again['mapping']], [true, { supplierCode: 3, supplierName: 1, remark: 2 }])
    for (const [owner, rows] of [
      [other, turned],
      [desk, turned.map((row) => row.slice(1))],
    ] as const)
      assert.equal((await uploaded(owner, suppliers, rows))['remembered'], false)
    assert.equal((await desk.call(`${suppliers}/import/commit`, { id: again['id'] }))['code'], 0)
    assert.deepEqual(
      (await list(desk, suppliers, { sidx: 'supplierCode', order: 'asc' })).map((row) => [
        row['supplierCode'],
        row['contact'],
        row['remark'],
      ]),
      [
        ['S1', null, 'b'],
        ['S2', null, 'b'],
      ],
    )
    // What is said as the headers say it themselves needs no memory.
    await check(desk, suppliers, again['id'], { mapping: { supplierName: 1, contact: 4, supplierCode: 3 } })
    assert.equal((await uploaded(desk, suppliers, turned))['remembered'], true)
  })

  test('is asked what only people know, once, and nothing of it is imported before', async () => {
    const desk = await furnished()
    const rows: Cells[] = [
      ['资产名称', '型号', '存放地点', '原值', '购入日期'],
      ['甲', 'M1', 'A座', '$1.234', '01/02/2020'],
      ['乙', 'M1', 'A座', '$2.345', '03/04/2020'],
    ]
    const bytes = Buffer.from(csv(rows))
    const { id } = (await desk.upload(assets, 'a.csv', bytes))['result']
    const open = await check(desk, assets, id)
    assert.deepEqual(
      open['questions'].map((each: Row) => [each['key'], each['column'], each['count'], each['answer']]),
      [
        ['value.rate.USD', 'D', 2, null],
        ['value.point', 'D', 2, null],
        ['boughtOn.order', 'E', 2, null],
      ],
    )
    assert.equal(open['errorCount'], 0)
    assert.equal((await desk.call(`${assets}/import/commit`, { id }))['reason'], 'import.questions')
    const answers = { 'value.rate.USD': '7', 'value.point': ',', 'boughtOn.order': 'dmy' }
    assert.equal(
      (await desk.call(`${assets}/import/commit`, { id, answers: { ...answers, 'boughtOn.order': 'ymd' } }))['reason'],
      'import.questions',
    )
    await check(desk, assets, id, { answers })
    assert.equal((await desk.call(`${assets}/import/commit`, { id, answers }))['code'], 0)
    assert.deepEqual((await list(desk, assets, { sidx: 'instanceName' })).map((row) => [row['value'], row['boughtOn']]).toSorted(), [
      ['16415', '2020-04-03'],
      ['8638', '2020-02-01'],
    ])
    // The way of writing is remembered, a rate is not.
    assert.deepEqual((await desk.upload(assets, 'b.csv', bytes))['result']['answers'], { 'value.point': ',', 'boughtOn.order': 'dmy' })
    assert.deepEqual(await faults(), [])
  })

  test('gives back its bad rows with the reasons, and the good ones come in', async () => {
    for (const format of ['xlsx', 'csv']) {
      const desk = await furnished()
      const rows: Cells[] = [
        ['2026年登记表', null, null, null, null],
        ['名称', '编号', '上级', '别的', '地址'],
        ['好的', 'G1', '园区', '=1+1', null],
        ['坏的', 'P', '园区', 'x', null],
        ['坏的下级', 'G3', '坏的', 'y', null],
        ['地'.repeat(51), 'G4', '火星', 'z', null],
      ]
      const path = 'goods/gsgoodsloc'
      const file = format === 'csv' ? Buffer.from(csv(rows)) : await workbook(rows)
      const { id } = (await desk.upload(path, `登记.${format}`, file))['result']
      const before = await check(desk, path, id)
      assert.deepEqual([before['rowCount'], before['badRowCount'], before['errorCount']], [4, 2, 3])
      const skipping = await check(desk, path, id, { skipBad: true })
      // What hangs on a row that is left out is left out with it.
      assert.deepEqual([skipping['rowCount'], skipping['badRowCount'], skipping['errorCount']], [1, 3, 0])
      const done = (await desk.call(`${path}/import/commit`, { id, skipBad: true }))['result']
      assert.deepEqual([done['rowCount'], done['skippedCount']], [1, 3])
      const token = await desk.company.tokenOf(desk.company.admin)
      const answer = await app.ask({ path: `/api/${path}/import/rejects`, body: { id }, token })
      const back = await rowsOf(answer.bytes)
      assert.deepEqual(
        back.map((row) => row.slice(0, 4)),
        [1, 3, 4, 5].map((at) => rows[at]!.slice(0, 4)),
      )
      assert.deepEqual(
        back.map((row) => row[5]),
        ['未导入的原因', '区域编码数据已经存在', '上级区域“坏的”不存在', '区域名称不能超过50个字；上级区域“火星”不存在'],
      )
      assert.equal((await list(desk, path, { likeQuery: '好的' })).length, 1)
    }
  })

  test('makes nothing on the way that breaks the limits of its fields', async () => {
    const desk = await newDesk()
    const { id } = await uploaded(desk, assets, [
      ['资产名称', '位置'],
      ['打印机', '地'.repeat(90)],
      ['碎纸机', '总部/2层'],
    ])
    const result = await check(desk, assets, id, { createMissing: true })
    assert.deepEqual(
      result['errors'].map((error: Row) => [error['row'], error['column'], error['words']]),
      [[2, 'B', '区域名称不能超过50个字']],
    )
    assert.equal((await desk.call(`${assets}/import/commit`, { id, createMissing: true, skipBad: true }))['code'], 0)
    assert.deepEqual((await list(desk, 'goods/gsgoodsloc')).map((row) => row['locName']).toSorted(), ['2层', '总部'])
  })
})
