import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodedAs } from '../../testing/encoded.ts'
import { type Cells, type Desk, desks, type Row, workbook } from '../../testing/desk.ts'

const { furnished, list, stockOf } = await desks()

const assets = 'goods/gsgoodsinstance'
/** A sheet, what a person does with it in the import's screen, and what comes of it. */
type Case = {
  readonly what: string
  /** True for a sheet in which nothing is wrong and nothing can be meant in two ways. */
  readonly isGood: boolean
  readonly path?: string
  readonly rows: readonly Cells[]
  /** The file, where it is no workbook. */
  readonly bytes?: Uint8Array
  readonly encoding?: string
  /** A sheet of the same kind that was brought in before. */
  readonly before?: { readonly rows: readonly Cells[]; readonly matched?: Readonly<Record<string, number>> }
  /** Columns that a person chooses. */
  readonly matched?: Readonly<Record<string, number>>
  /** Every question that is asked, and what a person says. */
  readonly asked?: Readonly<Record<string, string>>
  /** The switches that are turned on where there are mistakes: make what is not there, leave out bad rows. */
  readonly switches?: readonly ('createMissing' | 'skipBad')[]
  readonly mistakes?: readonly string[]
  readonly notes?: readonly string[]
  /** Headers of columns that are not read, which the screen names. */
  readonly unread?: readonly string[]
  readonly presses: number
  /** The fields of what came in, or stock; by default names. */
  readonly shown?: readonly string[]
  readonly stock?: true
  readonly comesIn: readonly string[]
}

/**
 * Does what the screen does, press by press: the import's button on the list, the file, `检查数据`, the button that imports; besides them an
 * encoding, a question, a switch are one press each, and a column chosen by hand is two, to open the list and to choose.
 */
const bring = async (
  desk: Desk,
  { path = assets, rows, bytes, encoding = '', matched = {}, asked = {}, switches = [] }: Pick<Case, 'rows'> & Partial<Case>,
) => {
  let presses = 2
  const file = bytes ?? (await workbook(rows))
  let answer = await desk.upload(path, bytes ? 'a.csv' : 'a.xlsx', file)
  if (answer['reason'] === 'import.encoding') {
    presses++
    answer = await desk.upload(path, 'a.csv', file, { encoding })
  }
  const analysis = answer['result']
  assert.equal(answer['code'], 0, answer['msg'])
  presses += 2 * Object.keys(matched).length
  const said = { ...analysis['mapping'], ...matched }
  const mapping = Object.fromEntries(analysis['columns'].map(({ key }: Row) => [key, said[key] ?? null]))
  const unread = analysis['headers'].filter(({ at, header }: Row) => header && !Object.values(said).includes(at))
  let step: Row = { id: analysis['id'], mapping, answers: analysis['answers'] }
  const mistakes = new Set<string>()
  const questions = new Set<string>()
  for (;;) {
    presses++
    const checked = await desk.call(`${path}/import/check`, step)
    assert.equal(checked['code'], 0, checked['msg'])
    const { errors, questions: all, notes } = checked['result']
    for (const { words } of errors) mistakes.add(words)
    const open = all.find((each: Row) => each['answer'] === null)
    if (open) questions.add(open['key'])
    const next = errors.length > 0 ? switches.find((each) => !step[each]) : undefined
    if (open && asked[open['key']] !== undefined) step = { ...step, answers: { ...step['answers'], [open['key']]: asked[open['key']] } }
    else if (next) step = { ...step, [next]: true }
    else {
      const committed = await desk.call(`${path}/import/commit`, step)
      if (errors.length === 0) assert.equal(committed['code'], 0, `${committed['msg']} ${JSON.stringify(all)}`)
      return {
        asked: [...questions],
        mistakes: [...mistakes],
        notes,
        unread: unread.map(({ header }: Row) => header),
        presses: presses + (errors.length === 0 ? 1 : 0),
      }
    }
  }
}

/** A register of assets that is well but for one column. */
const column = (header: string, ...cells: Cells[number][]): Cells[] => [
  ['资产名称', '型号', '存放地点', header],
  ...cells.map((cell, at): Cells => ['甲乙丙丁'[at]!, 'M1', 'A座', cell]),
]
const bought = ['instanceName', 'boughtOn']
const value = ['instanceName', 'value']
const standing = ['instanceName', 'state', 'condition']
const codesOf: Record<string, readonly string[]> = {
  'goods/gsgoodsloc': ['locCode', 'locName', 'parentId'],
  'goods/gssupplier': ['supplierCode', 'supplierName'],
  'goods/gsgoods': ['goodsCode', 'goodsName'],
  'consum/csconsum': ['goodsCode', 'goodsName'],
}
const stocked = (what: string, rows: Cells[], comesIn: string[], more: Partial<Case> = {}): Case => ({
  what: `stock in several stores: ${what}`,
  isGood: true,
  path: 'consum/csconsum',
  rows,
  presses: 4,
  stock: true,
  comesIn: [...comesIn, '2 stock-ins'],
  ...more,
})

const cases: readonly Case[] = [
  {
    what: 'US dates',
    isGood: true,
    rows: column('购入日期', '1/23/23', '2/5/22'),
    presses: 4,
    shown: bought,
    comesIn: ['乙 2022-02-05', '甲 2023-01-23'],
  },
  {
    what: 'German dates',
    isGood: true,
    rows: column('购入日期', '31.01.2019', '05.02.2019'),
    presses: 4,
    shown: bought,
    comesIn: ['乙 2019-02-05', '甲 2019-01-31'],
  },
  {
    what: 'dates with names of months',
    isGood: true,
    rows: column('购入日期', '5-Jan-21', '5th March 1998'),
    presses: 4,
    shown: bought,
    comesIn: ['乙 1998-03-05', '甲 2021-01-05'],
  },
  {
    what: 'dates without a day',
    isGood: true,
    rows: column('购入日期', '2019年3月', '2015-06'),
    notes: ['购置日期里有2个日期只写了年月，按当月1日导入'],
    presses: 4,
    shown: bought,
    comesIn: ['乙 2015-06-01', '甲 2019-03-01'],
  },
  {
    what: 'dates that may be read in two ways',
    isGood: false,
    rows: column('购入日期', '01/02/2020', '03/04/2020'),
    asked: { 'boughtOn.order': 'dmy' },
    presses: 5,
    shown: bought,
    comesIn: ['乙 2020-04-03', '甲 2020-02-01'],
  },
  {
    what: 'a date that is none',
    isGood: false,
    rows: column('购入日期', '2020-02-30', '2020-03-01'),
    mistakes: ['购置日期应为日期，例如2026-01-31'],
    presses: 3,
    comesIn: [],
  },
  {
    what: 'amounts as in China',
    isGood: true,
    rows: column('原值', '￥1,299.00', '12.5万'),
    presses: 4,
    shown: value,
    comesIn: ['乙 125000', '甲 1299'],
  },
  {
    what: 'amounts as in Germany',
    isGood: true,
    rows: column('原值', '1.234,56', '12'),
    presses: 4,
    shown: value,
    comesIn: ['乙 12', '甲 1234.56'],
  },
  {
    what: 'amounts whose sign may be either',
    isGood: false,
    rows: column('原值', '1.234', '2.500'),
    asked: { 'value.point': ',' },
    presses: 5,
    shown: value,
    comesIn: ['乙 2500', '甲 1234'],
  },
  {
    what: 'amounts in foreign currencies',
    isGood: false,
    rows: column('原值', 'USD 299', '€ 299.00'),
    asked: { 'value.rate.USD': '7.2', 'value.rate.EUR': '7.85' },
    presses: 6,
    shown: value,
    comesIn: ['乙 2347.15', '甲 2152.8'],
  },
  {
    what: 'several pieces in a row, with their price',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '单价', '编号'],
      ['椅子', 'M1', 'A座', 3, 50, 'Y'],
    ],
    asked: { 'quantity.many': 'split' },
    notes: ['1行将生成3张卡片'],
    presses: 5,
    shown: ['instanceCode', 'value'],
    comesIn: ['Y-1 50', 'Y-2 50', 'Y-3 50'],
  },
  {
    what: 'several pieces in a row, with a value that may be of one or of all',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '原值'],
      ['椅子', 'M1', 'A座', 2, 100],
    ],
    asked: { 'quantity.many': 'split', 'value.per': 'total' },
    notes: ['1行将生成2张卡片'],
    presses: 6,
    shown: value,
    comesIn: ['椅子 50', '椅子 50'],
  },
  {
    what: 'states',
    isGood: true,
    rows: column('状态', '闲置', '报废', '维修中', '丢失'),
    presses: 4,
    shown: standing,
    comesIn: ['丁 disposed good', '丙 inRepair good', '乙 disposed good', '甲 idle good'],
  },
  {
    what: 'states in the column of the condition',
    isGood: true,
    rows: column('资产状况', '闲置', '已报废', '损坏'),
    presses: 4,
    shown: standing,
    comesIn: ['丙 idle broken', '乙 disposed good', '甲 idle good'],
  },
  {
    what: 'pieces in use by nobody',
    isGood: false,
    rows: column('使用状态', '在用', '闲置'),
    asked: { 'state.inUse': 'idle' },
    presses: 5,
    shown: standing,
    comesIn: ['乙 idle good', '甲 idle good'],
  },
  {
    what: 'a state that nobody knows',
    isGood: false,
    rows: column('状态', '蒸发', '闲置'),
    mistakes: ['状态应为：闲置 / 在用 / 借出 / 维修中 / 报废 / 出售 / 捐赠 / 丢失'],
    switches: ['skipBad'],
    presses: 5,
    comesIn: ['乙'],
  },
  {
    what: 'names in two columns',
    isGood: true,
    path: 'pro/person',
    rows: [
      ['姓', '名', '手机'],
      ['王', '小芳', '13800138001'],
      ['Smith', 'John', null],
    ],
    presses: 4,
    shown: ['userName', 'phone'],
    comesIn: ['John Smith –', '王小芳 13800138001'],
  },
  {
    what: 'a file in Latin-1',
    isGood: true,
    path: 'goods/gssupplier',
    rows: [],
    bytes: encodedAs('windows-1252', 'Name;Code\nBüroschränke;B1\n'),
    presses: 4,
    shown: ['supplierCode', 'supplierName'],
    comesIn: ['B1 Büroschränke'],
  },
  {
    what: 'a file whose letters may be read in two ways',
    isGood: false,
    path: 'goods/gssupplier',
    rows: [],
    bytes: encodedAs('gb18030', 'name,code\n吃,S1\n'),
    encoding: 'gb18030',
    presses: 5,
    comesIn: ['吃'],
  },
  {
    what: 'twin headers',
    isGood: false,
    rows: column('部门', '采购组').map((row, at) => [...row, at === 0 ? '部门' : '行政部']),
    matched: { deptId: 4 },
    unread: ['部门'],
    presses: 6,
    shown: ['instanceName', 'deptId'],
    comesIn: ['甲 行政部'],
  },
  {
    what: 'columns matched by hand the time before',
    isGood: true,
    before: { rows: column('谁的', '王芳'), matched: { holderUid: 3 } },
    rows: column('谁的', '李明', '王芳'),
    presses: 4,
    shown: ['instanceName', 'holderUid', 'state'],
    comesIn: ['乙 王芳 inUse', '甲 李明 inUse', '甲 王芳 inUse'],
  },
  {
    what: 'sums below, and a machine that is called after them',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '原值'],
      ['合计机', 'M1', 'A座', 1, 100],
      ['椅子', 'M1', 'A座', 1, 50],
      [null, null, null, null, null],
      ['合计', null, null, 2, 150],
    ],
    notes: ['第5行是合计，不导入'],
    presses: 4,
    shown: value,
    comesIn: ['合计机 100', '椅子 50'],
  },
  {
    what: 'a sum after each department, and one of them all',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '原值'],
      ['椅子', 'M1', 'A座', 50],
      ['小计', null, null, 50],
      ['桌子', 'M1', 'A座', 70],
      ['小计', null, null, 70],
      [null, null, '总计：', '120元'],
    ],
    notes: ['3行是合计，不导入，第一个是第3行'],
    presses: 4,
    shown: value,
    comesIn: ['桌子 70', '椅子 50'],
  },
  {
    what: 'columns that we have no use for',
    isGood: true,
    rows: column('星座', '白羊座'),
    unread: ['星座'],
    presses: 4,
    comesIn: ['甲'],
  },
  {
    what: 'places, suppliers and people that nobody has entered',
    isGood: true,
    rows: [
      ['资产名称', '存放地点', '供应商', '保管人'],
      ['打印机', '分部/2层', '惠普', '赵新'],
    ],
    mistakes: ['资产型号“打印机”不存在', '所在区域“分部/2层”不存在', '供应商“惠普”不存在', '使用人“赵新”不存在'],
    switches: ['createMissing'],
    presses: 5,
    shown: ['instanceName', 'locId', 'supplierId', 'holderUid'],
    comesIn: ['打印机 2层 惠普 赵新'],
  },
  {
    what: 'a place whose name is too long, beside a good row',
    isGood: false,
    rows: [
      ['资产名称', '位置'],
      ['打印机', '地'.repeat(90)],
      ['碎纸机', '分部/2层'],
    ],
    mistakes: [
      '资产型号“打印机”不存在',
      `所在区域“${'地'.repeat(90)}”不存在`,
      '资产型号“碎纸机”不存在',
      '所在区域“分部/2层”不存在',
      '区域名称不能超过50个字',
    ],
    switches: ['createMissing', 'skipBad'],
    presses: 6,
    shown: ['instanceName', 'locId'],
    comesIn: ['碎纸机 2层'],
  },
  {
    what: 'what is on the register already',
    isGood: true,
    before: { rows: column('编号', 'A1', 'A2') },
    rows: [...column('编号', 'A1').map((row, at) => [...row, at === 0 ? '备注' : '新的'])],
    asked: { existing: 'update' },
    presses: 5,
    shown: ['instanceCode', 'remark'],
    comesIn: ['A1 新的', 'A2 –'],
  },
  ...(
    [
      ['goods/gsgoodsloc', ['区域名称', '上级区域'], ['总部', null], ['一楼', '总部'], ['QY0006 总部 –', 'QY0007 一楼 总部']],
      ['goods/gssupplier', ['供应商名称'], ['甲'], ['乙'], ['GYS0001 甲', 'GYS0002 乙']],
      ['goods/gsgoods', ['型号名称'], ['甲'], ['乙'], ['XH0003 甲', 'XH0004 乙']],
      ['consum/csconsum', ['耗材名称'], ['甲'], ['乙'], ['HC0001 甲', 'HC0002 乙']],
    ] as const
  ).map(([path, headers, first, second, comesIn]): Case => ({
    what: `no codes (${path})`,
    isGood: true,
    path,
    rows: [headers, first, second],
    presses: 4,
    shown: codesOf[path]!,
    comesIn,
  })),
  stocked(
    'a row for each, by code',
    [
      ['耗材编码', '耗材名称', '单位', '参考单价', '仓库', '数量'],
      ['C1', '复印纸', '箱', 100, 'A座', 10],
      ['C1', null, null, 90, 'B座', 5],
      ['C2', '签字笔', '盒', 2, 'B座', 3],
    ],
    ['复印纸 A座 10 1000', '复印纸 B座 5 450', '签字笔 B座 3 6'],
    { notes: ['1行是同一耗材在其他仓库的期初数量，与前面的行合为一种耗材'] },
  ),
  stocked(
    'a row for each, by name alone',
    [
      ['耗材名称', '单位', '参考单价', '仓库', '数量'],
      ['复印纸', '箱', 100, 'A座', 10],
      ['签字笔', '盒', 2, 'B座', 3],
      ['复印纸', '箱', 90, 'B座', 5],
    ],
    ['复印纸 A座 10 1000', '复印纸 B座 5 450', '签字笔 B座 3 6'],
    { notes: ['1行是同一耗材在其他仓库的期初数量，与前面的行合为一种耗材'] },
  ),
  stocked(
    'a column for each, and one for their sum',
    [
      ['耗材编码', '耗材名称', '单位', '参考单价', 'A座 库存', 'B座（个）', '库存'],
      ['C1', '复印纸', '箱', 100, 10, '4.5', 14.5],
      ['C2', '签字笔', '盒', 2, null, 3, 3],
    ],
    ['复印纸 A座 10 1000', '复印纸 B座 4.5 450', '签字笔 B座 3 6'],
    { unread: ['库存'] },
  ),
  stocked(
    'two rows of headers, and a store that is made on the way',
    [
      ['耗材编码', '耗材名称', '参考单价', '期初库存', null],
      [null, null, null, 'A座', '深圳仓'],
      ['C1', '复印纸', 100, 10, '4.5'],
      ['C2', '签字笔', 2, 0, 3],
    ],
    ['复印纸 A座 10 1000', '复印纸 深圳仓 4.5 450', '签字笔 深圳仓 3 6'],
    { mistakes: ['资产区域“深圳仓”不存在'], switches: ['createMissing'], presses: 5 },
  ),
]

describe('a person who has', () => {
  for (const each of cases) {
    const { what, isGood, path = assets, before, asked = {}, mistakes = [], notes = [], unread = [], presses, comesIn } = each
    test(`${what} presses ${presses} times`, async () => {
      const desk = await furnished()
      const names = new Set((await list(desk, path)).map((row) => row['id']))
      if (before) await bring(desk, { path, ...before })
      const found = await bring(desk, each)
      const { shown = [{ 'goods/gssupplier': 'supplierName' }[path] ?? 'instanceName'] } = each
      const came = (await list(desk, path))
        .filter((row) => !names.has(row['id']))
        .map((row) => shown.map((key) => row['names']?.[row[key]] ?? row[key] ?? '–').join(' '))
      assert.deepEqual(
        { ...found, comesIn: each.stock ? await stockOf(desk) : came.toSorted() },
        { asked: Object.keys(asked), mistakes, notes, unread, presses, comesIn },
      )
      assert.ok(!isGood || presses <= 5)
    })
  }
})
