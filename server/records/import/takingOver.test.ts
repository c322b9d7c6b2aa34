import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Cells, csv, type Desk, desks, type Row, rowsOf, workbook } from '../../testing/desk.ts'

const { app, newDesk, furnished, uploaded, committed, list, stockOf } = await desks()

const assets = 'goods/gsgoodsinstance'

describe('a register that is taken over', () => {
  const check = async (desk: Desk, path: string, id: string, more: Row = {}) => {
    const answer = await desk.call(`${path}/import/check`, { id, ...more })
    assert.equal(answer['code'], 0, answer['msg'])
    return answer['result']
  }
  const suppliers = 'goods/gssupplier'

  test('is matched as a person matched one with the same headers before, whatever their order, and no other', async () => {
    const [desk, other] = [await newDesk(), await newDesk()]
    const sheet: Cells[] = [
      ['编号', '公司名称X', '联系人', '名头', '名头'],
      ['S1', '甲公司', '老张', 'a', 'b'],
    ]
    const first = await uploaded(desk, suppliers, sheet)
    assert.deepEqual([first['remembered'], first['missing']], [false, ['supplierName']])
    const said = { supplierCode: 0, supplierName: 1, contact: null, remark: 4 }
    await check(desk, suppliers, first['id'], { mapping: said })
    const turned: Cells[] = [
      ['名头', '公司名称X', '名头', '编号', '联系人'],
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
      const answers = { existing: 'refuse' }
      const before = await check(desk, path, id, { answers })
      assert.deepEqual([before['rowCount'], before['badRowCount'], before['errorCount']], [4, 3, 4])
      const skipping = await check(desk, path, id, { answers, skipBad: true })
      // What hangs on a row that is left out is left out with it.
      assert.deepEqual([skipping['rowCount'], skipping['badRowCount'], skipping['errorCount']], [1, 3, 0])
      const done = (await desk.call(`${path}/import/commit`, { id, answers, skipBad: true }))['result']
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

  test('of several pieces, in all states and with people nobody knows comes in as what it says, and the books add up', async () => {
    const desk = await furnished()
    const rows: Cells[] = [
      ['资产名称', '型号', '存放地点', '数量', '总价', '使用状态', '保管人', '部门', '编号', 'SN', '应还日期'],
      ['椅子', 'M1', 'A座', 3, 100, '闲置', null, null, 'Y', 'a,b', null],
      ['电脑', 'M1', 'A座', 1, 4000, '在用', '赵新', '研发部', null, null, null],
      ['相机', 'M2', 'A座', null, 900, '借出', '王芳', null, null, null, '2030-01-31'],
      ['旧机', 'M2', 'A座', 1, 50, '已报废', '—', null, 'OLD', null, null],
      ['丢的', 'M2', 'A座', 1, 60, '丢失', null, null, null, null, null],
      ['修的', 'M2', 'A座', 1, 70, '维修中', '李明', null, 'FIX', null, null],
      ['坏的', 'M2', 'A座', 1, 80, '损坏', 'John Smith', null, null, null, null],
      ['没人的', 'M2', 'A座', 1, 90, '在用', null, null, null, null, null],
      ['有人的', 'M2', 'A座', 1, 95, '闲置', '王芳', null, null, null, null],
    ]
    const { id } = await uploaded(desk, assets, rows)
    const open = await check(desk, assets, id, { createMissing: true })
    assert.deepEqual(
      [open['errorCount'], open['questions'].map((each: Row) => each['key'])],
      [0, ['state.inUse', 'state.idle', 'quantity.many']],
    )
    const answers = { 'quantity.many': 'split', 'state.inUse': 'idle', 'state.idle': 'inUse' }
    const checked = await check(desk, assets, id, { createMissing: true, answers })
    assert.deepEqual([checked['rowCount'], checked['pieceCount'], checked['notes']], [9, 11, ['9行将生成11张卡片']])
    assert.deepEqual(
      checked['willCreate'].map((each: Row) => [each['title'], each['names']]),
      [
        ['部门', ['研发部']],
        ['人员', ['赵新', 'John Smith']],
      ],
    )
    const done = await desk.call(`${assets}/import/commit`, { id, createMissing: true, answers })
    assert.equal(done['code'], 0, JSON.stringify(done))
    const found = new Map((await list(desk, assets)).map((row) => [`${row['instanceName']} ${row['value']}`, row]))
    const said = (key: string) => {
      const row = found.get(key)!
      return [row['state'], row['names'][row['holderUid']] ?? null, row['condition']]
    }
    assert.deepEqual(
      ['椅子 33.34', '椅子 33.33', '电脑 4000', '相机 900', '旧机 50', '丢的 60', '修的 70', '坏的 80', '没人的 90', '有人的 95'].map(said),
      [
        ['idle', null, 'good'],
        ['idle', null, 'good'],
        ['inUse', '赵新', 'good'],
        ['lent', '王芳', 'good'],
        ['disposed', null, 'good'],
        ['disposed', null, 'good'],
        ['inRepair', null, 'good'],
        ['inUse', 'John Smith', 'broken'],
        ['idle', null, 'good'],
        ['inUse', '王芳', 'good'],
      ],
    )
    assert.equal(found.get('相机 900')!['dueOn'], '2030-01-31')
    assert.deepEqual((await list(desk, assets, { likeQuery: '椅子' })).map((row) => [row['instanceCode'], row['serialNo']]).toSorted(), [
      ['Y-1', 'a'],
      ['Y-2', 'b'],
      ['Y-3', null],
    ])
    const [zhao] = await list(desk, 'pro/person', { likeQuery: '赵新' })
    assert.deepEqual([zhao!['state'], zhao!['names'][zhao!['deptId']]], ['active', '研发部'])
  })

  for (const [language, format] of [
    ['zh', 'xlsx'],
    ['en', 'csv'],
  ] as const)
    test(`that was exported from here (${language}, ${format}) comes back into an empty organisation as it was, in every state`, async () => {
      const [from, to] = [await furnished(), await newDesk()]
      const full: Cells = [
        'M1',
        '园区/A座/3层',
        'SN1',
        'E280',
        1234.5,
        '晨光',
        '2025-01-31',
        '2028-01-31',
        '行政部/采购组',
        '2031-02-01',
        '留意\n两行',
      ]
      await committed(
        from,
        assets,
        [
          [
            '编号',
            '名称',
            '状态',
            '使用人',
            '归还日期',
            '资产状况',
            '型号',
            '区域',
            'SN',
            'RFID',
            '原值',
            '供应商',
            '购置日期',
            '保修到期',
            '部门',
            '下次保养',
            '备注',
          ],
          ['A1', '在库的', '闲置', null, null, '有磨损', ...full],
          ['A2', '在用的', '在用', '王芳', null, '完好', 'M2', 'B座/3层'],
          ['A3', '借出的', '借出', '李明', '2030-01-31', '完好', 'M2', '园区'],
          ['A4', '在修的', '维修中', '王芳', null, '有故障', 'M2', '园区/A座'],
          ['A5', '处置的', '报废', null, null, '损坏', 'M2', '园区'],
          ['A6', '卖掉的', '出售', null, null, '完好', 'M1', 'A座'],
        ].map((row): Cells => Array.from({ length: 17 }, (_, at) => row[at] ?? null)),
        { createMissing: true },
      )
      const sheet = async (desk: Desk, said: 'zh' | 'en' = 'zh', as: string = 'csv') =>
        (await desk.get(`${assets}/export?format=${as}`, said)).bytes
      const { id } = (await to.upload(assets, `a.${format}`, await sheet(from, language, format)))['result']
      const checked = await check(to, assets, id, { createMissing: true })
      assert.deepEqual([checked['errors'], checked['questions'], checked['notes']], [[], [], []])
      assert.equal((await to.call(`${assets}/import/commit`, { id, createMissing: true }))['code'], 0)
      const cards = async (desk: Desk) => {
        const [headers, ...rows] = await rowsOf(await sheet(desk))
        return rows
          .map((row) => Object.fromEntries(headers!.map((header, at) => [header, row[at] ?? ''])))
          .toSorted((a, b) => (a['资产编码']! < b['资产编码']! ? -1 : 1))
      }
      const before = await cards(from)
      assert.deepEqual(
        before.map((card) => card['状态']),
        ['闲置', '在用', '借出', '维修中', '已处置', '已处置'],
      )
      assert.equal(before[3]!['使用人'], '')
      assert.deepEqual(await cards(to), before)
    })

  test('takes a place on the licence for each card, and none for what is gone', async () => {
    const desk = await furnished()
    const { orgId } = desk.company
    await app.database.inTransaction(orgId, (tx) =>
      tx.query(
        `update licence_order set start_date = current_date - 1, end_date = current_date + 30, period_name = '一年', asset_scope = 4
         where org_id = $1`,
        [orgId],
      ),
    )
    const rows = (count: number): Cells[] => [
      ['资产名称', '型号', '存放地点', '数量', '状态', '单价'],
      ['椅子', 'M1', 'A座', count, '闲置', 5],
      ...[1, 2, 3].map((): Cells => ['旧机', 'M1', 'A座', 1, '报废', 5]),
    ]
    const answers = { 'quantity.many': 'split' }
    const full = await uploaded(desk, assets, rows(5))
    assert.equal((await desk.call(`${assets}/import/check`, { id: full['id'], answers }))['reason'], 'licence.full')
    assert.equal((await desk.call(`${assets}/import/commit`, { id: full['id'], answers }))['reason'], 'licence.full')
    await committed(desk, assets, rows(4), { answers })
    assert.equal((await list(desk, assets)).length, 7)
  })

  test('whose codes are on record updates what it says and differs, after the difference was shown', async () => {
    const desk = await furnished()
    await committed(desk, assets, [
      ['资产编号', '资产名称', '型号', '存放地点', '原值', '备注', '保管人'],
      ['A1', '电脑', 'M1', 'A座', 100, '旧的', null],
      ['A2', '电脑', 'M1', 'A座', 200, null, '王芳'],
      ['A3', '电脑', 'M1', 'A座', 300, null, null],
    ])
    const rows: Cells[] = [
      ['资产编号', '资产名称', '存放地点', '原值', '备注', '状态'],
      ['A1', '电脑', 'B座', 100, '核对过', '报废'],
      ['A2', '电脑', 'B座', 200, '新的', null],
      ['A3', null, null, null, null, null],
      ['A4', '新来的', 'A座', 5, null, null],
    ]
    // What the books say of a piece is changed by an adjustment.
    const dearer = await uploaded(desk, assets, [...rows.slice(0, 2).map((row) => row.with(3, row[3] === 100 ? 150 : (row[3] ?? null)))])
    const refused = await check(desk, assets, dearer['id'], { createMissing: true, answers: { existing: 'update' } })
    assert.deepEqual(
      refused['errors'].map((each: Row) => [each['row'], each['words']]),
      [[2, '已登记的原值请用资产调整单修改']],
    )
    const { id } = await uploaded(desk, assets, rows)
    const open = await check(desk, assets, id, { createMissing: true })
    assert.deepEqual([open['questions'].map((each: Row) => [each['key'], each['count']]), open['updates']['count']], [[['existing', 3]], 0])
    const answers = { existing: 'update' }
    const checked = await check(desk, assets, id, { createMissing: true, answers })
    assert.deepEqual(
      [checked['errorCount'], checked['pieceCount'], checked['updates']['count'], checked['updates']['sameCount']],
      [0, 1, 2, 1],
    )
    assert.deepEqual(
      checked['updates']['fields'].map((each: Row) => [
        each['label'],
        each['count'],
        each['samples'].map((sample: Row) => [sample['before'], sample['after']]),
      ]),
      [
        // What lies in a store is moved by a document; what a person has may be said to stand elsewhere.
        ['所在区域', 1, [['园区/A座', '园区/B座']]],
        [
          '备注',
          2,
          [
            ['旧的', '核对过'],
            ['', '新的'],
          ],
        ],
      ],
    )
    const done = await desk.call(`${assets}/import/commit`, { id, createMissing: true, answers })
    assert.deepEqual([done['result']?.['doneCount'], done['msg']], [3, done['msg']])
    const found = (await list(desk, assets, { sidx: 'instanceCode', order: 'asc' })).map((row) => [
      row['instanceCode'],
      row['instanceName'],
      row['names'][row['locId']],
      row['value'],
      row['remark'],
      row['state'],
    ])
    assert.deepEqual(found, [
      ['A1', '电脑', 'A座', '100', '核对过', 'idle'],
      ['A2', '电脑', 'B座', '200', '新的', 'inUse'],
      ['A3', '电脑', 'A座', '300', null, 'idle'],
      ['A4', '新来的', 'A座', '5', null, 'idle'],
    ])
  })

  test('that comes again with the same headers is asked no more than is new, row by row and piece by piece', async () => {
    const desk = await furnished()
    const rows: Cells[] = [
      ['资产编号', '资产名称', '型号', '存放地点', '数量', '序列号', '备注'],
      ['B1', '屏幕', 'M1', 'A座', 3, 'SN1 SN2 SN3', null],
      ['B2', '主机', 'M1', 'A座', 1, 'T1', null],
    ]
    const first = await uploaded(desk, assets, rows)
    assert.equal(first['remembered'], false)
    await check(desk, assets, first['id'], { answers: { 'quantity.many': 'split' } })
    await committed(desk, assets, rows, { answers: { 'quantity.many': 'split' } })
    assert.deepEqual(
      (await list(desk, assets, { sidx: 'instanceCode', order: 'asc' })).map((row) => [row['instanceCode'], row['serialNo']]),
      [
        ['B1-1', 'SN1'],
        ['B1-2', 'SN2'],
        ['B1-3', 'SN3'],
        ['B2', 'T1'],
      ],
    )
    const standing = (checked: Row) => [
      checked['errorCount'],
      checked['pieceCount'],
      checked['updates']['count'],
      checked['updates']['sameCount'],
      checked['questions'].filter((each: Row) => each['answer'] === null).map((each: Row) => each['key']),
    ]
    const same = await uploaded(desk, assets, rows)
    assert.equal(same['remembered'], true)
    assert.deepEqual(standing(await check(desk, assets, same['id'])), [0, 0, 0, 4, []])
    const changed = await uploaded(
      desk,
      assets,
      rows.map((row, at) => (at === 1 ? row.with(6, '核对过') : row)),
    )
    assert.deepEqual(standing(await check(desk, assets, changed['id'])), [0, 0, 3, 1, []])
    const longer: Cells[] = [...rows, ['B3', '主机', 'M1', 'A座', 1, 'T3', null]]
    const grown = await uploaded(desk, assets, longer)
    assert.deepEqual(standing(await check(desk, assets, grown['id'])), [0, 1, 0, 0, ['existing']])
    assert.deepEqual(standing(await check(desk, assets, grown['id'], { answers: { existing: 'update' } })), [0, 1, 0, 4, []])
    assert.deepEqual(standing(await check(desk, assets, (await uploaded(desk, assets, longer))['id'])), [0, 1, 0, 4, []])
    const twoNumbers = await uploaded(
      desk,
      assets,
      rows.map((row, at) => (at === 2 ? row.with(5, 'T1、T2') : row)),
    )
    assert.deepEqual(
      (await check(desk, assets, twoNumbers['id']))['errors'].map((each: Row) => [each['row'], each['words']]),
      [[3, '1件资产填了2个序列号']],
    )
  })

  test('of places is updated as a tree, and what hangs on what was there finds it', async () => {
    const desk = await furnished()
    await committed(
      desk,
      'goods/gsgoodsloc',
      [
        ['编码', '名称', '上级'],
        ['A', 'A栋', 'P'],
        ['A-4', '4层', 'A'],
      ],
      { answers: { existing: 'update' } },
    )
    const rows = await list(desk, 'goods/gsgoodsloc')
    const named = new Map(rows.map((row) => [row['locCode'], row]))
    assert.equal(named.get('A')!['locName'], 'A栋')
    assert.equal(named.get('A-4')!['parentId'], named.get('A')!['id'])
    assert.equal(rows.length, 6)
  })
  test('of places may name several people in one cell, by name, login or phone, and an export says them back', async () => {
    const desk = await furnished()
    const path = 'goods/gsgoodsloc'
    await committed(desk, 'pro/person', [
      ['登录名', '姓名', '手机号码'],
      ['zhao', '赵新', '13700137000'],
      ['li2', '李明', null],
    ])
    const rows: Cells[] = [
      ['区域名称', '编码', '管理员', '使用人'],
      ['甲', 'X1', '王芳、赵新', '13900139000;zhao'],
      ['乙', 'X2', '王芳 赵新', 'wang'],
      ['丙', 'X3', '赵新,li2\n王芳', null],
      ['丁', null, '王芳/没有的人', '李明'],
    ]
    const { id } = await uploaded(desk, path, rows)
    assert.deepEqual(
      (await check(desk, path, id))['errors'].map((error: Row) => [error['row'], error['column'], error['words']]),
      [
        [5, 'C', '管理员“没有的人”不存在'],
        [5, 'D', '有多个使用人叫“李明”，请填写登录名、手机号码或工号'],
      ],
    )
    assert.equal((await desk.call(`${path}/import/commit`, { id, skipBad: true }))['code'], 0)
    const exported = async () => {
      const [headers, ...lines] = await rowsOf((await desk.get(`${path}/export?format=csv`)).bytes)
      const at = ['区域编码', '管理员', '使用人'].map((header) => headers!.indexOf(header))
      return lines
        .map((line) => at.map((column) => line[column]!.split('、').toSorted().join('、')))
        .filter(([code]) => code!.startsWith('X'))
        .toSorted()
    }
    assert.deepEqual(await exported(), [
      ['X1', '王芳、赵新', 'li、赵新'],
      ['X2', '王芳、赵新', '王芳'],
      ['X3', 'li2、王芳、赵新', ''],
    ])
    const again = await uploaded(desk, path, [
      ['区域编码', '区域名称', '管理员', '使用人'],
      ['X1', null, '王芳、赵新', '赵新'],
      ['X2', null, '赵新', null],
      ['X3', null, null, null],
    ])
    const answers = { existing: 'update' }
    const { updates } = await check(desk, path, again['id'], { answers })
    assert.deepEqual(
      [
        updates['count'],
        updates['sameCount'],
        updates['fields'].map((each: Row) => [each['label'], each['samples'][0]['before'], each['samples'][0]['after']]),
      ],
      [
        2,
        1,
        [
          ['管理员', '王芳、赵新', '赵新'],
          ['使用人', 'li、赵新', '赵新'],
        ],
      ],
    )
    assert.equal((await desk.call(`${path}/import/commit`, { id: again['id'], answers }))['code'], 0)
    assert.deepEqual(await exported(), [
      ['X1', '王芳、赵新', '赵新'],
      ['X2', '赵新', '王芳'],
      ['X3', 'li2、王芳、赵新', ''],
    ])
  })
  describe('of supplies with opening stock', () => {
    const supplies = 'consum/csconsum'

    test('what does not fit is said at its row or header', async () => {
      const desk = await furnished()
      const { id } = await uploaded(desk, supplies, [
        ['耗材编码', '耗材名称', '仓库', '数量', '火星仓'],
        ['C1', '复印纸', 'A座', 1, 1],
        ['C1', '复印纸', 'A座', 2, null],
        ['C1', '签字笔', 'B座', 3, null],
        ['C1', null, 'B座', -1, null],
      ])
      assert.deepEqual(
        (await check(desk, supplies, id))['errors'].map((error: Row) => [error['row'], error['column'], error['words']]),
        [
          [1, 'E', '资产区域“火星仓”不存在'],
          [3, 'A', '耗材编码与第2行重复'],
          [4, 'A', '耗材编码与第2行重复'],
          [5, 'D', '期初数量不能小于0'],
        ],
      )
    })

    test('what is on record already keeps its stock', async () => {
      const desk = await furnished()
      const rows: Cells[] = [
        ['耗材编码', '耗材名称', 'A座'],
        ['C1', '复印纸', 10],
      ]
      await committed(desk, supplies, rows)
      const { id } = await uploaded(desk, supplies, [...rows, ['C2', '签字笔', 1]])
      const answers = { existing: 'update' }
      assert.match((await check(desk, supplies, id, { answers }))['notes'][0], /^1行耗材已在册/)
      assert.equal((await desk.call(`${supplies}/import/commit`, { id, answers }))['code'], 0)
      assert.deepEqual(await stockOf(desk), ['复印纸 A座 10 0', '签字笔 A座 1 0', '2 stock-ins'])
    })
  })
})
