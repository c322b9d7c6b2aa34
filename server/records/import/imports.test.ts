import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { type Cells, csv, desks, type Row, rowsOf, workbook } from '../../testing/desk.ts'
import { encodedAs } from '../../testing/encoded.ts'
import { readSheet } from './sheet.ts'

const { app, newDesk, furnished, uploaded, committed, list } = await desks()

/** A zip file of one packed sheet that says it has `megabytes`, unpacked. */
const bomb = (packed: Buffer, megabytes: number): Buffer => {
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  const sizes = (header: Buffer, at: number) => {
    header.writeUInt16LE(8, at - 8)
    header.writeUInt32LE(packed.length, at + 2)
    header.writeUInt32LE(megabytes * 1024 * 1024, at + 6)
    header.writeUInt16LE(name.length, at + 10)
  }
  local.writeUInt32LE(0x04034b50)
  sizes(local, 16)
  central.writeUInt32LE(0x02014b50)
  sizes(central, 18)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}

const assets = 'goods/gsgoodsinstance'
const headers = ['*资产名称', '型号', '存放地点', '原值（元）', '购入日期', '保管人', '资产编号', 'SN']

describe('a sheet', () => {
  const rows: Cells[] = [
    ['供应商名称', '供应商编码', '电话', '备注'],
    ['晨光,文具"总店"', 'S1', '010-88881234', '第一行\n第二行'],
    ['得力', 'S2', null, '=1+1'],
  ]
  const text = csv(rows)
  const files: [name: string, file: string, bytes: () => Promise<Uint8Array> | Uint8Array, names: string[]][] = [
    ['a workbook', 'a.xlsx', () => workbook(rows), ['得力', '晨光,文具"总店"']],
    ['CSV in UTF-8', 'a.csv', () => Buffer.from(text), ['得力', '晨光,文具"总店"']],
    ['CSV in UTF-8 with a mark', 'a.csv', () => Buffer.from('\ufeff' + text), ['得力', '晨光,文具"总店"']],
    ['CSV in GB18030', 'a.csv', () => encodedAs('gb18030', '供应商名称,供应商编码\n开铺,G1\n'), ['开铺']],
    ['text in UTF-16 with tabs', 'a.txt', () => Buffer.from('供应商名称\t供应商编码\n得力\tS2\n', 'utf16le'), ['得力']],
    ['CSV with semicolons', 'a.csv', () => Buffer.from('供应商名称;供应商编码\n得力;S2\n'), ['得力']],
  ]
  for (const [name, file, bytes, names] of files)
    test(`is read from ${name}`, async () => {
      const desk = await newDesk()
      const batch = await desk.upload('goods/gssupplier', file, await bytes())
      assert.equal(batch['code'], 0, batch['msg'])
      assert.equal((await desk.call('goods/gssupplier/import/commit', { id: batch['result']['id'] }))['code'], 0)
      assert.deepEqual((await list(desk, 'goods/gssupplier')).map((row) => row['supplierName']).toSorted(), names)
    })

  test('whose letters may be read in two ways is read as its owner says', async () => {
    const desk = await newDesk()
    const bytes = encodedAs('gb18030', 'name,code\n吃,S1\n')
    const open = await desk.upload('goods/gssupplier', 'a.csv', bytes)
    assert.deepEqual(
      [open['reason'], open['details'].map((each: Row) => [each['encoding'], each['sample']])],
      [
        'import.encoding',
        [
          ['gb18030', '吃'],
          ['big5', '勛'],
        ],
      ],
    )
    const { id } = (await desk.upload('goods/gssupplier', 'a.csv', bytes, { encoding: 'big5' }))['result']
    assert.equal((await desk.call('goods/gssupplier/import/commit', { id }))['code'], 0)
    assert.deepEqual(
      (await list(desk, 'goods/gssupplier')).map((row) => row['supplierName']),
      ['勛'],
    )
  })

  test('says what its numbers are in: they are converted, and what cannot be is refused at the header', async () => {
    const desk = await newDesk()
    const rows = (value: string, years: string): Cells[] => [
      ['单位：千元', null, null, null],
      ['型号名称', '型号编码', value, null],
      [`甲${years}`, `M${years}`, 12.5, null],
    ]
    await committed(desk, 'goods/gsgoods', rows('参考单价', '1'))
    await committed(desk, 'goods/gsgoods', rows('参考单价（万元）', '2'))
    const strange = await uploaded(desk, 'goods/gsgoods', rows('参考单价（贝壳）', '3'))
    const { result } = await desk.call('goods/gsgoods/import/check', { id: strange['id'] })
    assert.deepEqual(
      result['errors'].map((error: Row) => [error['row'], error['column'], error['value']]),
      [[2, 'C', '参考单价（贝壳）']],
    )
    assert.match(result['errors'][0]['words'], /贝壳/)
    assert.equal((await desk.call('goods/gsgoods/import/commit', { id: strange['id'] }))['reason'], 'import.errors')
    await committed(desk, 'goods/gscat', [
      ['分类编码', '分类名称', '使用年限（年）'],
      ['F1', '电脑', 5],
    ])
    assert.deepEqual(
      (await list(desk, 'goods/gsgoods')).map((row) => [row['goodsCode'], row['price']]),
      [
        ['M2', '125000'],
        ['M1', '12500'],
      ],
    )
    assert.deepEqual(
      (await list(desk, 'goods/gscat')).map((row) => row['usefulLifeMonths']),
      [60],
    )
  })

  test('is understood whatever the order of its columns, and as the client says where it knows better', async () => {
    const desk = await newDesk()
    const sheet: Cells[] = [
      ['2026年度供应商台账', null, null],
      ['编号', '公司名称X', '联系人'],
      ['S1', '甲公司', '老张'],
    ]
    const batch = await uploaded(desk, 'goods/gssupplier', sheet)
    assert.deepEqual(batch['mapping'], { supplierCode: 0, contact: 2 })
    assert.deepEqual(batch['missing'], ['supplierName'])
    const without = await desk.call('goods/gssupplier/import/check', { id: batch['id'] })
    assert.equal(without['reason'], 'import.missingColumns')
    const check = (await desk.call('goods/gssupplier/import/check', { id: batch['id'], mapping: { supplierName: 1, contact: null } }))[
      'result'
    ]
    assert.deepEqual([check['rowCount'], check['errorCount']], [1, 0])
    await desk.call('goods/gssupplier/import/commit', { id: batch['id'], mapping: { supplierName: 1, contact: null } })
    assert.deepEqual(
      (await list(desk, 'goods/gssupplier')).map((row) => [row['supplierCode'], row['supplierName'], row['contact']]),
      [['S1', '甲公司', null]],
    )
  })

  test('is what a person sees of it: merged cells, padded codes, two rows of headers, no hidden sheet', async () => {
    const cells: NonNullable<WriteSheet['cells']> = new Map(
      [0, 1, 2].map((at) => [`${at + 3},1`, { value: at + 7, style: { numFmt: '00000' } }]),
    )
    cells.set('3,3', { value: 0.05, style: { numFmt: '0%' } })
    cells.set('4,3', { value: null, formula: 'SUM(D1:D2)' })
    cells.set('5,3', { value: 4401011990010112 })
    const bytes = await writeXlsx({
      sheets: [
        { name: '说明', hidden: true, rows: [['资产编码', '资产名称']] },
        { name: '封面', rows: [] },
        {
          name: '台账',
          rows: [
            ['登记表', null, null, null],
            ['名称', '编号', '位置', '其他'],
            [null, null, '存放地点', '甲'],
            ['电脑', 7, '一楼', 0.05],
            ['电脑', 8, null, null],
            ['电脑', 9, null, null],
            [],
          ],
          cells,
          merges: [
            { startRow: 1, endRow: 2, startCol: 0, endCol: 0 },
            { startRow: 1, endRow: 2, startCol: 1, endCol: 1 },
            { startRow: 3, endRow: 5, startCol: 2, endCol: 2 },
          ],
          rowDefs: new Map([[4, { hidden: true }]]),
        },
        { name: '另一张', rows: [['资产名称'], ['桌子']] },
      ],
    })
    const sheet = await readSheet(bytes)
    assert.deepEqual([sheet.names, sheet.name, sheet.hiddenCount], [['封面', '台账', '另一张'], '台账', 1])
    assert.deepEqual(sheet.rows.slice(2), [
      ['名称', '编号', '存放地点', '甲'],
      ['电脑', '00007', '一楼', '5%'],
      ['电脑', '00008', '一楼', '#CALC!'],
      ['电脑', '00009', '一楼', '4.401011990010112e+15'],
    ])
    assert.deepEqual((await readSheet(bytes, '另一张')).rows, [['资产名称'], ['桌子']])

    const desk = await newDesk()
    const batch = (await desk.upload(assets, 'a.xlsx', bytes))['result']
    assert.deepEqual([batch['sheet'], batch['rowCount'], batch['mapping']], ['台账', 3, { instanceName: 0, instanceCode: 1, locId: 2 }])
    const other = (await desk.call(`${assets}/import/read`, { id: batch['id'], sheet: '另一张' }))['result']
    assert.deepEqual([other['rowCount'], other['mapping']], [1, { instanceName: 0 }])
    const misnamed = await desk.call(`${assets}/import/check`, { id: batch['id'], sheet: '另外一张' })
    assert.equal(misnamed['msg'], '文件里没有名为“另外一张”的工作表，或它是隐藏的')
  })

  test('is checked by the sheet that its upload was answered with, where no step names one', async () => {
    const desk = await newDesk()
    const bytes = await writeXlsx({
      sheets: [
        { name: '填表说明', rows: [['填表说明'], ['请勿改变列顺序']] },
        {
          name: '卡片',
          rows: [
            ['资产名称', '编号'],
            ['电脑', 'S1'],
            ['桌子', 'S2'],
          ],
        },
      ],
    })
    const batch = (await desk.upload(assets, 'a.xlsx', bytes))['result']
    assert.equal(batch['sheet'], '卡片')
    assert.equal((await desk.call(`${assets}/import/check`, { id: batch['id'] }))['result']?.['rowCount'], 2)
  })

  test('that is none is refused in words', async () => {
    const desk = await newDesk()
    const workbooks = await workbook([['资产名称']])
    const files: [bytes: Uint8Array, words: string][] = [
      [Buffer.from(''), '文件是空的'],
      [Buffer.from('PK\u0003\u0004 no archive'), '这是压缩包，请解压后上传里面的表格'],
      [Buffer.concat([workbooks.subarray(0, 200), Buffer.from('xl/')]), '无法识别这个文件，请上传 .xlsx 或 .csv 表格'],
      [workbooks, '表格里没有数据'],
      [
        await writeXlsx({ sheets: [{ name: 'a', rows: [['资产名称'], ['甲']] }], encryption: { password: 'x', spinCount: 1000 } }),
        '这个表格设了打开密码，请去掉密码另存后再上传',
      ],
      [Buffer.from('d0cf11e0a1b11ae10000', 'hex'), '无法识别这个文件，请上传 .xlsx 或 .csv 表格'],
      [Buffer.from('PK..mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), '无法识别这个文件，请上传 .xlsx 或 .csv 表格'],
      [Buffer.from('PK..Index/Document.iwa'), '这是苹果 Numbers 表格，请在 Numbers 里选“文件 → 导出为 → Excel”，再上传导出的 .xlsx'],
      [Buffer.from('89504e470d0a1a0a', 'hex'), '这是图片，不是表格，请上传 .xlsx 或 .csv 表格'],
      [Buffer.from('%PDF-1.7'), '这是 PDF，不是表格，请上传 .xlsx 或 .csv 表格'],
      [Buffer.from('<html><table>'), '这是网页格式的表格，请在 Excel 或 WPS 中打开，另存为 .xlsx 后再上传'],
      [Buffer.from([1, 0, 2]), '无法识别这个文件，请上传 .xlsx 或 .csv 表格'],
    ]
    for (const [bytes, words] of files) assert.equal((await desk.upload(assets, 'a.xlsx', bytes))['msg'], words)
  })

  test('that unpacks to more than a workbook holds is refused, whatever it says of itself, and nobody else waits for it', async () => {
    const desk = await newDesk()
    const neighbour = await newDesk()
    const sheet = await workbook([
      ['供应商编码', '供应商名称'],
      ['S1', '甲'],
    ])
    const packed = deflateRawSync(Buffer.alloc(450 * 1024 * 1024, ' '), { level: 1 })
    const bombs = [bomb(packed, 450), bomb(packed, 0)]
    const answers = Promise.all(bombs.map((bytes) => desk.upload(assets, 'a.xlsx', bytes)))
    assert.equal((await neighbour.upload('goods/gssupplier', 'a.xlsx', sheet))['code'], 0)
    for (const answer of await answers) assert.equal(answer['reason'], 'import.tooLarge')
    assert.equal((await desk.upload('goods/gssupplier', 'a.xlsx', sheet))['code'], 0)
  })
  test('that was imported before says so; a copy with another row does not', async () => {
    const desk = await newDesk()
    const rows: Cells[] = [
      ['供应商编码', '供应商名称'],
      ['S1', '甲'],
    ]
    const bytes = await workbook(rows)
    const before = async (file: Uint8Array) => (await desk.upload('goods/gssupplier', 'a.xlsx', file))['result']['importedBefore']
    const first = (await desk.upload('goods/gssupplier', 'a.xlsx', bytes))['result']
    assert.equal(first['importedBefore'], null)
    assert.equal(await before(bytes), null)
    assert.equal((await desk.call('goods/gssupplier/import/commit', { id: first['id'] }))['code'], 0)
    assert.equal((await before(bytes))['count'], 1)
    assert.equal(await before(await workbook([...rows, ['S2', '乙']])), null)
  })

  test('sent by several people at once is written once; the others hear of it, and may upload it again', async () => {
    const desk = await furnished()
    const rows: Cells[] = [
      ['资产名称', '型号', '存放地点'],
      ['没有编号的甲', 'M1', 'A座'],
      ['没有编号的乙', 'M2', 'A座'],
    ]
    const ids = await Promise.all([0, 1, 2, 3].map(async () => (await uploaded(desk, assets, rows))['id'] as string))
    const commit = (id: string) => desk.call(`${assets}/import/commit`, { id })
    const answers = await Promise.all(ids.map(commit))
    assert.equal(answers.filter((answer) => answer['code'] === 0).length, 1)
    for (const answer of answers.filter(({ code }) => code !== 0))
      assert.ok(['import.running', 'import.twice'].includes(answer['reason']), answer['reason'])
    const [late] = ids.filter((_, at) => answers[at]!['code'] !== 0)
    assert.deepEqual([(await commit(late!))['reason'], (await list(desk, assets)).length], ['import.twice', 2])
    assert.equal((await committed(desk, assets, rows))['rowCount'], 2)
    assert.equal((await list(desk, assets)).length, 4)
  })

  test('that nobody is writing any more has failed, one that is held is under way, and only that can be cancelled', async () => {
    const desk = await newDesk()
    const path = 'goods/gssupplier'
    const { id } = await uploaded(desk, path, [
      ['供应商编码', '供应商名称'],
      ['S1', '甲'],
    ])
    const { orgId } = desk.company
    const running = () =>
      app.database.inTransaction(orgId, (tx) =>
        tx.query(`update import_batch set state = 'running' where org_id = $1 and id = $2`, [orgId, id]),
      )
    const state = async (step: string) => (await desk.call(`${path}/import/${step}`, { id }))['result']['state']
    assert.equal(await state('status'), 'analysed')
    await running()
    assert.equal(await state('status'), 'failed')
    await app.database.inTransaction(orgId, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))', [`import:${id}`, orgId])
      assert.equal(await state('status'), 'running')
      assert.equal((await desk.call(`${path}/import/commit`, { id }))['reason'], 'import.running')
    })
    assert.equal(await state('cancel'), 'failed')
    assert.equal((await desk.call(`${path}/import/commit`, { id }))['code'], 0)
    assert.equal(await state('cancel'), 'done')
  })

  test('belongs to its organisation and kind', async () => {
    const [mine, theirs] = [await newDesk(), await newDesk()]
    const batch = await uploaded(mine, 'goods/gssupplier', [
      ['供应商编码', '供应商名称'],
      ['S1', '甲'],
    ])
    for (const step of ['check', 'commit', 'status']) {
      assert.equal((await theirs.call(`goods/gssupplier/import/${step}`, { id: batch['id'] }))['code'], 404)
      assert.equal((await mine.call(`goods/gscat/import/${step}`, { id: batch['id'] }))['code'], 404)
    }
  })
})

describe('trees', () => {
  test('come in whatever the order, by code, name or path', async () => {
    const desk = await furnished()
    const rows = await list(desk, 'goods/gsgoodsloc')
    const byCode = new Map(rows.map((row) => [row['locCode'], row]))
    const parent = (code: string) => rows.find((row) => row['id'] === byCode.get(code)!['parentId'])?.['locCode']
    assert.deepEqual(['A-3', 'A', 'P', 'B-3', 'B'].map(parent), ['A', 'P', undefined, 'B', 'P'])
    const people = await list(desk, 'pro/person', { likeQuery: 'wang' })
    assert.deepEqual(
      people.map((row) => [row['phone'], row['names'][row['deptId']]]),
      [['13800138000', '采购组']],
    )
  })

  test('in a circle are refused, row by row', async () => {
    const desk = await newDesk()
    const batch = await uploaded(desk, 'goods/gscat', [
      ['分类编码', '分类名称', '上级分类'],
      ['1', '甲', '乙'],
      ['2', '乙', '丙'],
      ['3', '丙', '甲'],
      ['4', '丁', '甲'],
    ])
    const { errors } = (await desk.call('goods/gscat/import/check', { id: batch['id'] }))['result']
    assert.deepEqual(
      errors.map((error: Row) => [error['row'], error['column'], error['words']]),
      [2, 3, 4].map((row) => [row, 'C', '上级分类不能是自己或自己的下级']),
    )
  })
})

test('every planted error is listed with its row and column, and nothing is written', async () => {
  const desk = await furnished()
  await committed(desk, assets, [headers, ['旧机', 'M1', '园区', 1, '2020-01-01', null, 'OLD-1', null]])
  const good = (code: string): Cells => ['好的', 'M1', 'A座', 100, '2026-01-31', '王芳', code, null]
  const planted: [row: Cells, column: string, words: string][] = [
    [['没有型号的', null, 'A座', 1, null, null, 'E1', null], 'B', '资产型号“没有型号的”不存在'],
    [['甲', '没有的型号', 'A座', 1, null, null, 'E2', null], 'B', '资产型号“没有的型号”不存在'],
    [['甲', 'M1', '火星', 1, null, null, 'E4', null], 'C', '所在区域“火星”不存在'],
    [['甲', 'M1', '3层', 1, null, null, 'E5', null], 'C', '有多个所在区域叫“3层”，请填写编码或完整路径'],
    [['甲', 'M1', 'C座/3层', 1, null, null, 'E6', null], 'C', '所在区域“C座/3层”不存在'],
    [['甲', 'M1', 'A座', '一百', null, null, 'E7', null], 'D', '原值应为金额'],
    [['甲', 'M1', 'A座', -5, null, null, 'E8', null], 'D', '原值不能小于0'],
    [['甲', 'M1', 'A座', 1.234, null, null, 'E9', null], '', ''],
    [['甲', 'M1', 'A座', 1, '2026-02-30', null, 'E10', null], 'E', '购置日期应为日期，例如2026-01-31'],
    [['甲', 'M1', 'A座', 1, '昨天', null, 'E11', null], 'E', '购置日期应为日期，例如2026-01-31'],
    [['甲', 'M1', 'A座', 1, null, '张三', 'E12', null], 'F', '使用人“张三”不存在'],
    [['甲', 'M1', 'A座', 1, null, null, '有 空格', null], 'G', '资产编码只能用字母、数字和 . _ / - 这些符号'],
    [['甲', 'M1', 'A座', 1, null, null, 'OLD-1', null], 'G', '资产编码数据已经存在'],
    [['甲', 'M1', 'A座', 1, null, null, 'SAME', null], '', ''],
    [['甲', 'M1', 'A座', 1, null, null, 'SAME', null], 'G', '资产编码与第16行重复'],
    [['甲'.repeat(201), 'M1', 'A座', 1, null, null, 'E17', null], 'A', '资产名称不能超过200个字'],
    [['甲', 'M1', 'A座', 1, null, null, 'E18', 'S'.repeat(101)], 'H', '序列号不能超过100个字'],
    [['甲', 'M1', 'A座', '9999999999999', null, null, 'E19', null], 'D', '原值金额过大'],
    [['甲', 'M1', 'A座', 1, '20261345', null, 'E20', null], 'E', '购置日期应为日期，例如2026-01-31'],
    [['甲', 'M1', 'A座', 1, null, '王芳，李明', 'E21', null], 'F', '使用人的一个单元格里有几个值，请拆成几行或只留一个'],
  ]
  const rows = [headers, good('G1'), ...planted.map(([row]) => row), [null], good('G2')] as Cells[]
  const batch = await uploaded(desk, assets, rows)
  const answers = { existing: 'refuse' }
  const check = (await desk.call(`${assets}/import/check`, { id: batch['id'], answers }))['result']
  const expected = planted.flatMap(([, column, words], at) => (words ? [[at + 3, column, words]] : []))
  assert.equal(expected.length, 18)
  assert.deepEqual(
    check['errors'].map((error: Row) => [error['row'], error['column'], error['words']]),
    expected,
  )
  assert.deepEqual([check['errorCount'], check['rowCount']], [18, planted.length + 2])

  const commit = await desk.call(`${assets}/import/commit`, { id: batch['id'], answers })
  assert.deepEqual([commit['reason'], commit['details'].length], ['import.errors', 18])
  assert.equal((await list(desk, assets)).length, 1)
})

test('what the caller may not enter one by one is not made on the way; of two people with one name the cell must say which', async () => {
  const desk = await furnished()
  await committed(desk, 'pro/person', [
    ['登录名', '姓名'],
    ['wang2', '王芳'],
  ])
  const { id } = await uploaded(desk, assets, [
    ['资产名称', '型号', '存放地点', '使用部门', '保管人'],
    ['甲', '新型号', '新地点', '新部门', '王芳'],
  ])
  const keeper = await desk.company.hire('keeper', ['goodsmanager'])
  const token = await desk.company.tokenOf(keeper)
  const check = (await app.ask({ path: `/api/${assets}/import/check`, body: { id, createMissing: true }, token })).json['result']
  assert.deepEqual(
    check['errors'].map((error: Row) => error['words']),
    ['您不是新地点的管理员', '使用部门“新部门”不存在', '有多个使用人叫“王芳”，请填写登录名、手机号码或工号'],
  )
})

describe('a register', () => {
  test('comes in with places, holders and the ledger, once however often it is sent', async () => {
    const desk = await furnished()
    const rows: Cells[] = [
      headers,
      ['笔记本', 'M1', 'A座/3层', 4999.5, new Date(Date.UTC(2026, 0, 15)), '王芳', 'ZC-1', 'SN1'],
      [null, '联想笔记本', 'B-3', '¥1,200.00', '2025/3/8', null, null, null],
      ['显示器', null, '园区／A座', null, '2024年12月1日', '13900139000', null, null],
    ]
    const { id } = await uploaded(desk, assets, rows)
    const [one, two] = await Promise.all([desk.call(`${assets}/import/commit`, { id }), desk.call(`${assets}/import/commit`, { id })])
    assert.ok([one, two].some((answer) => answer['code'] === 0))
    const again = await desk.call(`${assets}/import/commit`, { id })
    assert.deepEqual([again['result']['state'], again['result']['doneCount']], ['done', 3])
    assert.equal((await desk.call(`${assets}/import/status`, { id }))['result']['documentId'], again['result']['documentId'])

    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
    const found = (await list(desk, assets, { sidx: 'instanceCode' })).map((row) => [
      row['instanceCode'],
      row['instanceName'],
      row['names'][row['locId']],
      row['value'],
      row['boughtOn'],
      row['state'],
      row['names'][row['holderUid']] ?? null,
    ])
    assert.deepEqual(found, [
      ['ZC-1', '笔记本', '3层', '4999.5', '2026-01-15', 'inUse', '王芳'],
      [`ZC${year}000001`, '联想笔记本', '3层', '1200', '2025-03-08', 'idle', null],
      [`ZC${year}000002`, '显示器', 'A座', null, '2024-12-01', 'inUse', '李明'],
    ])
  })

  test('makes what it names on the way, where that is wanted', async () => {
    const desk = await newDesk()
    const rows: Cells[] = [
      ['资产名称', '位置', '类别', '供应商'],
      ['打印机', '总部/2层', '办公设备', '惠普'],
      ['打印机', '总部/3层', '办公设备', null],
      ['碎纸机', '总部', '办公设备', null],
    ]
    const batch = await uploaded(desk, assets, rows)
    const plain = (await desk.call(`${assets}/import/check`, { id: batch['id'] }))['result']
    assert.ok(plain['errorCount'] > 0)
    const check = (await desk.call(`${assets}/import/check`, { id: batch['id'], createMissing: true }))['result']
    assert.deepEqual(
      [check['errorCount'], check['willCreate'].map((each: Row) => [each['title'], each['count']])],
      [
        0,
        [
          ['资产区域', 3],
          ['资产分类', 1],
          ['资产型号', 2],
          ['供应商', 1],
        ],
      ],
    )
    assert.equal((await desk.call(`${assets}/import/commit`, { id: batch['id'], createMissing: true }))['code'], 0)
    assert.deepEqual(
      (await list(desk, assets)).map((row) => row['names'][row['catId']]),
      ['办公设备', '办公设备', '办公设备'],
    )
    assert.deepEqual(
      (await list(desk, 'goods/gsgoods')).map((row) => row['names'][row['catId']]),
      ['办公设备', '办公设备'],
    )
  })

  test('of supplies brings its stock into the books', async () => {
    const desk = await furnished()
    await committed(desk, 'consum/csconsum', [
      ['耗材编码', '耗材名称', '单位', '参考单价', '仓库', '期初数量'],
      ['C1', '复印纸', '包', 25.5, 'A座', 10],
      ['C2', '签字笔', '支', 2, 'B座', 2.5],
      ['C3', '订书机', '个', null, null, null],
    ])
    const stock = (await desk.call('consum/cslocstock/list', {}))['page']['list']
    assert.deepEqual(
      stock.map((row: Row) => [row['goodsName'], row['locName'], row['onHand'], row['value']]),
      [
        ['复印纸', 'A座', '10', '255'],
        ['签字笔', 'B座', '2.5', '5'],
      ],
    )
    const moves = (await desk.call('consum/cslocstock/moves', { goodsId: stock[0]['goodsId'] }))['page']['list']
    assert.deepEqual(
      moves.map((row: Row) => [row['from'], row['to'], row['quantity'], row['documentKind']]),
      [['供应商', '在库 · A座', '10', 'CsInstockOrder']],
    )
  })

  test('of 10,000 assets comes in whole, and the books still add up', async () => {
    const desk = await furnished()
    const rows: Cells[] = [headers]
    for (let at = 0; at < 10_000; at++)
      rows.push([
        `设备${at % 500}`,
        at % 2 ? 'M1' : 'M2',
        ['A-3', 'B-3', 'P'][at % 3]!,
        (at % 1000) + 0.5,
        '2026-01-31',
        at % 4 ? null : 'wang',
        at % 5 ? null : `K-${at}`,
        `SN${at}`,
      ])
    const { id } = await uploaded(desk, assets, rows)
    assert.equal((await desk.call(`${assets}/import/commit`, { id }))['code'], 0)
    const page = (await desk.call(`${assets}/list`, { pageSize: 1 }))['page']
    assert.equal(page['totalCount'], 10_000)
    const progress = await app.database.reading(desk.company.orgId, (tx) =>
      tx.query(`select body from outbox where org_id = $1 and topic = 'import' and key = $2`, [tx.orgId, id]),
    )
    assert.ok(progress.length >= 11)
  })
})

test('a template is the sheet that the import understands, with nothing in it', async () => {
  const desk = await newDesk()
  for (const path of [
    assets,
    'consum/csconsum',
    'goods/gsgoodsloc',
    'goods/gscat',
    'pro/person',
    'pro/sysdept',
    'goods/gssupplier',
    'goods/gsgoods',
  ])
    for (const format of ['xlsx', 'csv']) {
      const { bytes } = await desk.get(`${path}/template?format=${format}`)
      const [header] = await rowsOf(bytes)
      const answer = await desk.upload(path, `a.${format}`, await workbook([header!, ['x', 'x', 'x']]))
      assert.equal(Object.keys(answer['result']['mapping']).length, header!.length)
      assert.deepEqual(answer['result']['missing'], [])
    }
})

describe('an export', () => {
  test('reads back equal, and no text becomes a formula', async () => {
    const desk = await furnished()
    const names = ['=HYPERLINK("http://x")', '+1', '-2', '@sum', "'=1", "o'clock", ' 两 端 '.trim(), '逗号,引号"', 'é😀']
    await committed(desk, assets, [
      headers,
      ...names.map((name, at): Cells => [
        name,
        'M1',
        at % 2 ? 'A座/3层' : 'B-3',
        at + 0.25,
        '2026-01-31',
        at % 3 ? null : '王芳',
        `X-${at}`,
        null,
      ]),
    ])
    const other = await furnished()
    for (const format of ['xlsx', 'csv']) {
      const { bytes } = await desk.get(`${assets}/export?format=${format}`)
      const sheet = await rowsOf(bytes)
      const code = sheet[0]!.indexOf('资产编码')
      const batch = await other.upload(
        assets,
        `a.${format}`,
        await workbook([sheet[0]!, ...sheet.slice(1).map((row) => row.map((cell, at) => (at === code ? `${format}${cell}` : cell)))]),
      )
      const { id, mapping } = batch['result']
      const commit = await other.call(`${assets}/import/commit`, { id, mapping })
      assert.equal(commit['code'], 0, JSON.stringify(commit['details']))
      const plain = (row: Row) => [
        row['instanceName'],
        row['names'][row['locId']],
        row['value'],
        row['boughtOn'],
        row['names'][row['holderUid']] ?? null,
      ]
      const before = (await list(desk, assets, { sidx: 'instanceCode' })).map(plain)
      const back = (await list(other, assets, { sidx: 'instanceCode', likeQuery: format })).map(plain)
      assert.deepEqual(back, before)
      if (format === 'csv') assert.doesNotMatch(bytes.toString(), /(^|,)"?[=@+]/m)
    }
  })

  test('is filtered as the list is, and whole', async () => {
    const desk = await furnished()
    await committed(desk, assets, [
      headers,
      ...Array.from({ length: 1203 }, (_, at): Cells => [`甲${at}`, 'M1', at % 2 ? 'A-3' : 'B-3', null, null, null, `Y-${at}`, null]),
    ])
    const [place] = await list(desk, 'goods/gsgoodsloc', { likeQuery: 'A-3' })
    for (const [query, rows] of [
      ['', 1203],
      [`&locId=${place!['id']}`, 601],
      ['&likeQuery=Y-77', 11],
    ] as const) {
      const sheet = await rowsOf((await desk.get(`${assets}/export?format=csv${query}`)).bytes)
      assert.equal(sheet.length - 1, rows)
      assert.equal(new Set(sheet.slice(1).map((row) => row[0])).size, rows)
    }
  })

  test('of documents and of stock holds what their lists hold', async () => {
    const desk = await furnished()
    await committed(desk, 'consum/csconsum', [
      ['耗材编码', '耗材名称', '参考单价', '仓库', '期初数量'],
      ['C1', '=复印纸', 25.5, 'A座', 10],
    ])
    const documents = await rowsOf((await desk.get('consum/csinstockorder/export')).bytes)
    assert.deepEqual(
      documents.map((row) => [row[1], row[3]]),
      [
        ['状态', '金额'],
        ['已完成', '255'],
      ],
    )
    const withLines = await rowsOf((await desk.get('consum/csinstockorder/export?withLines=true&format=csv')).bytes)
    const column = (label: string) => withLines.map((row) => row[withLines[0]!.indexOf(label)])
    assert.deepEqual(column('耗材'), ['耗材', '=复印纸'])
    assert.deepEqual(column('数量'), ['数量', '10'])
    assert.deepEqual([column('金额')[1], column('行号')[1], column('单号')[1]], ['255', '1', documents[1]![0]])
    for (const format of ['xlsx', 'csv']) {
      const stock = await rowsOf((await desk.get(`consum/cslocstock/export?format=${format}`)).bytes)
      assert.deepEqual(
        stock.map((row) => [row[1], row[4], row[5]]),
        [
          ['耗材名称', '仓库', '库存数量'],
          ['=复印纸', 'A座', '10'],
        ],
      )
    }
  })

  test('speaks the language of who asks', async () => {
    const desk = await furnished()
    const sheet = await rowsOf((await desk.get('goods/gsgoodsloc/export?format=csv', 'en')).bytes)
    assert.deepEqual(sheet[0]!.slice(0, 2), ['Location code', 'Location name'])
  })
})
