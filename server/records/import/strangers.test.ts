import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { writeXlsx } from 'hucre'
import { writeOds } from 'hucre/ods'
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
  /** Cells that are merges: the first row and column, then the last. */
  readonly merges?: readonly (readonly [number, number, number, number])[]
  /** The file, where it is no workbook. */
  readonly bytes?: Uint8Array
  readonly encoding?: string
  /** The ending of its name; `csv` by default. */
  readonly ending?: string
  /** A sheet of the same kind that was brought in before. */
  readonly before?: { readonly rows: readonly Cells[]; readonly matched?: Readonly<Record<string, number>> }
  /** Columns that a person chooses. */
  readonly matched?: Readonly<Record<string, number>>
  /** Every question that is asked, and what a person says. */
  readonly asked?: Readonly<Record<string, string>>
  /** The switch that is turned on where there are mistakes: leave out bad rows. What is not there is made anyway. */
  readonly switches?: readonly 'skipBad'[]
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
  {
    path = assets,
    rows,
    merges = [],
    bytes,
    encoding = '',
    ending = 'csv',
    matched = {},
    asked = {},
    switches = [],
  }: Pick<Case, 'rows'> & Partial<Case>,
) => {
  let presses = 2
  const ranges = merges.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol }))
  const file = bytes ?? (await workbook(rows, ranges))
  let answer = await desk.upload(path, bytes ? `a.${ending}` : 'a.xlsx', file)
  if (answer['reason'] === 'import.encoding') {
    presses++
    answer = await desk.upload(path, 'a.csv', file, { encoding })
  }
  const analysis = answer['result']
  assert.equal(answer['code'], 0, answer['msg'])
  presses += 2 * Object.keys(matched).length
  const meant = { ...analysis['mapping'], ...matched }
  const mapping = Object.fromEntries(analysis['columns'].map(({ key }: Row) => [key, meant[key] ?? null]))
  const unread = analysis['headers'].filter(({ at, header }: Row) => header && !Object.values(meant).includes(at))
  let step: Row = {
    id: analysis['id'],
    mapping,
    answers: analysis['answers'],
    createMissing: true,
    ...(analysis['sheet'] && { sheet: analysis['sheet'] }),
  }
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
    const said = open && asked[open['key']]
    // Of what is chosen by its name, the option; else the answer itself.
    const answer = open?.['options'].find(({ label }: Row) => said !== undefined && label.endsWith(`/${said}`))?.['value'] ?? said
    if (open && said !== undefined) step = { ...step, answers: { ...step['answers'], [open['key']]: answer } }
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

const joined = (row: number) => [
  '1行与前面的行是同一耗材，合为一种，期初数量分别入库',
  `1行的参考单价与前面同一耗材的行不一致，第一个是第${row}行；档案按前面的行`,
]
const severalValues = (label: string) => `${label}的一个单元格里有几个值，请拆成几行或只留一个`
/** A sheet of the old format of Excel, with a register of one piece. */
const oldExcel = inflateSync(
  Buffer.from(
    'eNrtl89LVFEUxz/3zpufOuPM2KJcVLxNUETpYLlIG8WFCA7iBBZF6pA5YaaNblwV/ViZEES7IFpJq2pTFBH2B0ThMlpo4KaVgdDG5tU9dyZG22iGIPqFe3j3+86597x7zzn3vk8fE/NPXtQtsAYt+Ch6YQIVnAJ0uRO3fdOKnueVaW8X2wo/Pc8rlpoD+Ev7udt2TjM57QPK+29yPgiEgDAQAaqAaiAKxIAaWwJIAEmgFtizGzvbrvWwOTj4VbmWqHXamFhL+8tnSpY8KVJM0EnjhudPomV+XTp71u+3RS+jFBgmxyijDP/z/GWsx8as0xeH/4aNzl+Jkw0nGjYzdzgUh4CfXOFDMDyrCARhAc1z573cFb7+/tYLjJl6ks2nUhOdWbYEbeLDgDI+zCpoVhrFIzQJ9olnSZG1Ip+J3luRzVLPoL8w295U2q9llRa9aZGuyBhmxFdi81mYeupYEov7pVTwq1YKXGGAq+x3GmliL8olkunIHqMq05E9iEuePC5tl11GGMEl0OMyzjguc5Pm/bwUVlhes7m7/Nbya2H52F98v4TEXappNZUOrd5NBc/dw0GhWJFj1SLyJ4HiqxIoKqFVjeYSNfKckACLE2Ll6fe5rlz36T7hDwt/ROQtYW5WjH9b+Dv20q6tp/YCb6qvoxOlm7yDap+eyUTPLE06OioRHzeDTfX+yFotbbXOnm8ZPN77esySPksenb52Y3HwwJA1dazp4+ypbkfXSK2L40M9zF3v+5YxOqo8fBf1WEJbopWZiz4dQ+HD+jZfXExbxpHrBtD5IN2ik7yUP5N0xbq/UUEziFnsoVAtQ6HKE0cSMh86RD60+iCSr3UqKrMjvQg7A78AyHUQKw==',
    'base64',
  ),
)

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
    what: 'rows below the name of their category',
    isGood: false,
    rows: [
      ['序号', '资产名称', '型号', '存放地点'],
      ['一、电脑类', null, null, null],
      [1, '甲', 'M1', 'A座'],
      [2, '乙', 'M1', 'A座'],
      ['二、家具类：', null, null, null],
      [3, '丙', 'M1', 'A座'],
    ],
    unread: ['序号'],
    asked: { groups: 'catId' },
    notes: ['2行是分组，资产分类写入下面的各行'],
    presses: 5,
    shown: ['instanceName', 'catId'],
    comesIn: ['丙 家具类', '乙 电脑类', '甲 电脑类'],
  },
  {
    what: 'rows below the name of a department that there is, one with its own',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '使用部门'],
      ['行政部', null, null, null],
      ['甲', 'M1', 'A座', null],
      ['乙', 'M1', 'A座', '财务部'],
    ],
    notes: ['1行是分组，使用部门写入下面的各行'],
    presses: 4,
    shown: ['instanceName', 'deptId'],
    comesIn: ['乙 财务部', '甲 行政部'],
  },
  {
    what: 'a name above rows that is a record of its own',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点'],
      ['投影仪部', null, null],
      ['甲', 'M1', 'A座'],
    ],
    asked: { groups: 'record', 'locId.all': 'A座' },
    presses: 6,
    comesIn: ['投影仪部', '甲'],
  },
  {
    what: 'dates of a year alone',
    isGood: true,
    rows: column('购入日期', '2019年', 2015),
    notes: ['购置日期里有2个日期只写了年份，按当年1月1日导入'],
    presses: 4,
    shown: bought,
    comesIn: ['乙 2015-01-01', '甲 2019-01-01'],
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
    what: 'several pieces in a row, with their price and their amount',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '单价', '金额'],
      ['椅子', 'M1', 'A座', 3, 165, 495],
    ],
    asked: { 'quantity.many': 'split' },
    notes: ['1行将生成3张卡片'],
    presses: 5,
    shown: value,
    comesIn: ['椅子 165', '椅子 165', '椅子 165'],
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
    presses: 4,
    shown: standing,
    comesIn: ['乙 idle good', '甲 inUse good'],
  },
  {
    what: 'a state that nobody knows',
    isGood: false,
    rows: column('状态', '蒸发', '闲置'),
    mistakes: ['状态应为：闲置、在用、借出、维修中、在途、报废、出售、捐赠、丢失'],
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
    presses: 4,
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
    mistakes: ['区域名称不能超过50个字'],
    switches: ['skipBad'],
    presses: 5,
    shown: ['instanceName', 'locId'],
    comesIn: ['碎纸机 2层'],
  },
  {
    what: 'what is on the register already',
    isGood: true,
    before: { rows: column('编号', 'A1', 'A2') },
    rows: [...column('编号', 'A1').map((row, at) => [...row, at === 0 ? '备注' : '新的'])],
    presses: 4,
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
    { notes: joined(3) },
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
    { notes: joined(4) },
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
  ),
  {
    what: 'several values in one cell',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '单价'],
      ['电烙铁', 'M1', 'A座', '2\n1', 100],
      ['风枪', 'M1', 'A座', 1, '300\n200'],
      ['万用表', 'M1', 'A座', 1, '300 20'],
      ['示波器', 'M1', 'A座', 1, '12 300.50'],
      ['电源', 'M1', 'A座\nB座', 1, 5],
    ],
    mistakes: [severalValues('数量'), severalValues('原值'), severalValues('所在区域')],
    switches: ['skipBad'],
    presses: 5,
    shown: value,
    comesIn: ['示波器 12300.5'],
  },
  {
    what: 'serial numbers of several pieces in one cell',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '序列号'],
      ['甲', 'M1', 'A座', 2, 'SN1/SN2'],
      ['乙', 'M1', 'A座', 2, 'SN3\nSN4'],
      ['丙', 'M1', 'A座', 2, 'SN5 SN6'],
    ],
    asked: { 'quantity.many': 'split' },
    notes: ['3行将生成6张卡片'],
    presses: 5,
    shown: ['instanceName', 'serialNo'],
    comesIn: ['丙 SN5', '丙 SN6', '乙 SN3', '乙 SN4', '甲 SN1', '甲 SN2'],
  },
  {
    what: 'several numbers of one piece, and several codes in one cell',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点', '资产编号', '序列号'],
      ['甲', 'M1', 'A座', 'ZC1\nZC2', null],
      ['乙', 'M1', 'A座', 'ZC3', 'SN1、SN2'],
    ],
    mistakes: [severalValues('资产编码'), '1件资产填了2个序列号'],
    presses: 3,
    comesIn: [],
  },
  {
    what: 'two numbers of one piece',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点', '序列号'],
      ['乙', 'M1', 'A座', 'SN1\nSN2'],
    ],
    mistakes: ['1件资产填了2个序列号'],
    presses: 3,
    comesIn: [],
  },
  {
    what: 'codes that are kept by ="…", below a line with the separator',
    isGood: true,
    rows: [],
    bytes: Buffer.from('sep=;\n资产编号;资产名称;型号;存放地点;序列号;原值\n="0012";扫码枪;M1;A座;="000345";1.234,56\n'),
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'serialNo', 'value'],
    comesIn: ['0012 扫码枪 000345 1234.56'],
  },
  {
    what: 'marks that nobody sees in codes, names and headers',
    isGood: true,
    rows: [],
    bytes: Buffer.from('\ufeff资产\u200b编号,资产名称,型号,存放地点,使用人\n\u202aNB-1\u202c,\u200b甲,M1,A\u200b座,王芳\u200e\n'),
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'locId', 'holderUid'],
    comesIn: ['NB-1 甲 A座 王芳'],
  },
  {
    what: 'a sheet of the old Excel',
    isGood: true,
    rows: [],
    bytes: oldExcel,
    ending: 'xls',
    presses: 4,
    shown: ['instanceName', 'boughtOn', 'value'],
    comesIn: ['投影仪 2023-05-01 1234.5'],
  },
  {
    what: 'a sheet of LibreOffice',
    isGood: true,
    rows: [],
    bytes: await writeOds({ sheets: [{ name: '表', rows: [...column('购入日期', '2019-01-31')].map((row) => [...row]) }] }),
    ending: 'ods',
    presses: 4,
    shown: bought,
    comesIn: ['甲 2019-01-31'],
  },
  {
    what: 'a condition that is also a word for a state',
    isGood: true,
    rows: [
      ['Name', 'Model', 'Serial Number', 'Location', 'Condition'],
      ['Printer', 'M1', 'S1', 'A座', 'Used'],
      ['Scanner', 'M1', 'S2', 'A座', 'New'],
    ],
    presses: 4,
    shown: standing,
    comesIn: ['Printer idle worn', 'Scanner idle good'],
  },
  {
    what: 'yes, no, departments and remarks where a person is expected',
    isGood: false,
    rows: column('保管人', '财务部', '某部统一管理', 'Yes', '王芳').map((row) => [...row]),
    mistakes: ['使用人“Yes”不存在'],
    notes: ['1行的使用人不是人名，记入备注'],
    switches: ['skipBad'],
    presses: 5,
    shown: ['instanceName', 'holderUid', 'deptId', 'remark'],
    comesIn: ['丁 王芳 – –', '乙 – – 保管人：某部统一管理', '甲 – 财务部 –'],
  },
  {
    what: 'no column of places, in a register of the house',
    isGood: true,
    rows: [
      ['资产编号', '资产名称', '规格型号', '部门名称', '类别名称', '开始使用日期', '账面原值', '资产现状'],
      ['1', '复印机', 'A3', '行政部', '办公设备', '2021.3.1', '12.5万', '在用'],
      ['2', '碎纸机', 'B2', '生产部', '办公设备', '2021.3.2', '300', '闲置'],
    ],
    asked: { 'locId.all': 'A座' },
    presses: 5,
    shown: ['instanceCode', 'goodsId', 'deptId', 'catId', 'inServiceOn', 'value', 'locId', 'state'],
    comesIn: ['1 复印机 行政部 办公设备 2021-03-01 125000 A座 inUse', '2 碎纸机 生产部 办公设备 2021-03-02 300 A座 idle'],
  },
  {
    what: 'two languages in each header',
    isGood: true,
    rows: [
      ['资产名称\nAsset Name', '资产编号 Asset No.', '型号\nModel', '存放地点/Location', '购置日期\nPurchase Date', '原值(元)\nCost (CNY)'],
      ['投影仪', 'PJ-1', 'X5', '会议室', '2023.5.1', '￥1,234.50'],
    ],
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'goodsId', 'locId', 'boughtOn', 'value'],
    comesIn: ['PJ-1 投影仪 投影仪 会议室 2023-05-01 1234.5'],
  },
  {
    what: 'everyday English headers',
    isGood: true,
    rows: [
      ['Asset Tag', 'Item', 'Part No', 'Vendor', 'Assigned to', 'Room', 'Dept.', 'Purchase Cost', 'Notes'],
      ['T-1', 'Monitor', 'U2723QE', 'Dell', 'Ann Lee', 'Room 1', 'IT', '300', 'spare'],
    ],
    presses: 4,
    shown: ['instanceCode', 'goodsId', 'supplierId', 'holderUid', 'locId', 'deptId', 'value', 'remark'],
    comesIn: ['T-1 Monitor Dell Ann Lee Room 1 IT 300 spare'],
  },
  {
    what: 'a model that is described where it is named',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点'],
      ['一体机', '高性能商务台式计算机整机'.repeat(9), 'A座'],
    ],
    presses: 4,
    comesIn: ['一体机'],
  },
  {
    what: 'telephone numbers as people write them',
    isGood: true,
    path: 'goods/gssupplier',
    rows: [
      ['供应商名称', '电话'],
      ['甲', '13800138000/13900139000'],
      ['乙', '010-62345678转801'],
      ['丙', '+1 212 555 0100'],
      ['丁', '(0755) 8612 3456'],
      ['戊', '13700137000 王经理'],
      ['己', '13600136000 库房'],
    ],
    notes: ['1个电话号码旁边的说明没有导入'],
    presses: 4,
    shown: ['supplierName', 'phone', 'contact'],
    comesIn: [
      '丁 (0755) 8612 3456 –',
      '丙 +1 212 555 0100 –',
      '乙 010-62345678转801 –',
      '己 13600136000 –',
      '戊 13700137000 王经理',
      '甲 13800138000/13900139000 –',
    ],
  },
  {
    what: 'full names, job titles and numbers of employees',
    isGood: true,
    path: 'pro/person',
    rows: [
      ['Full name', 'Job title', 'Employee ID', 'Dept'],
      ['Ann Lee', 'Buyer', 'E-7', '新部门'],
    ],
    presses: 4,
    shown: ['userName', 'position', 'employeeNo', 'deptId'],
    comesIn: ['Ann Lee Buyer E-7 新部门'],
  },
  stocked(
    'a column that is called like one and holds names',
    [
      ['商品代码', '品名', '店仓', '数量', '零售价', '最低存量'],
      ['C1', '复印纸', 'A座', 10, 100, 3],
    ],
    ['复印纸 A座 10 1000'],
    { comesIn: ['复印纸 A座 10 1000', '1 stock-ins'] },
  ),
  stocked(
    'the same article twice in one place',
    [
      ['耗材名称', '单位', '仓库', '数量'],
      ['复印纸', '箱', 'A座', 10],
      ['复印纸', '箱', 'A座', 5],
    ],
    ['复印纸 A座 15 0'],
    { notes: ['1行与前面的行是同一耗材，合为一种，期初数量分别入库'], comesIn: ['复印纸 A座 15 0', '1 stock-ins'] },
  ),
  {
    what: 'a price and a number over the rows of several pieces',
    isGood: true,
    rows: [
      ['设备名称', '型号', '数量', '单价', '设备编号', '存放处'],
      ['交换机', 'S5735', 3, 3500, 'NW-1', '机房'],
      [null, null, null, null, 'NW-2', null],
      [null, null, null, null, 'NW-3', null],
      ['路由器', 'AR651', 1, 5200, 'NW-4', '机房'],
    ],
    merges: [
      [1, 0, 3, 0],
      [1, 1, 3, 1],
      [1, 2, 3, 2],
      [1, 3, 3, 3],
      [1, 5, 3, 5],
    ],
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'value'],
    comesIn: ['NW-1 交换机 3500', 'NW-2 交换机 3500', 'NW-3 交换机 3500', 'NW-4 路由器 5200'],
  },
  {
    what: 'a value over the rows of several pieces, and a number that is not theirs',
    isGood: false,
    rows: [
      ['设备名称', '型号', '数量', '原值', '设备编号', '存放处'],
      ['交换机', 'S5735', '2', '100.01', 'NW-1', '机房'],
      [null, null, null, null, 'NW-2', null],
      ['路由器', 'AR651', 5, 7, 'NW-3', '机房'],
      [null, null, null, null, 'NW-4', null],
    ],
    merges: [0, 1, 2, 3, 5].flatMap((column) => [
      [1, column, 2, column],
      [3, column, 4, column],
    ]) as unknown as readonly (readonly [number, number, number, number])[],
    asked: { 'value.merged': 'total' },
    mistakes: ['数量5写在2行合并的单元格里，请拆开后逐行填写'],
    switches: ['skipBad'],
    presses: 6,
    shown: ['instanceCode', 'value'],
    comesIn: ['NW-1 50', 'NW-2 50.01', 'NW-4 –'],
  },
  {
    what: 'signatures, notes and headers once more',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点'],
      ['椅子', 'M1', 'A座'],
      ['资产名称', '型号', '存放地点'],
      ['桌子', 'M1', 'A座'],
      ['制表人：张三', '审核人：李四', '日期：2024-12-31'],
      ['注：本表一式两份', null, null],
    ],
    notes: ['3行是重复的表头、签字或说明，不导入，第一个是第3行'],
    presses: 4,
    comesIn: ['桌子', '椅子'],
  },
  {
    what: 'two tables one below the other, with their columns in another order',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点'],
      ['椅子', 'M1', 'A座'],
      ['名称', '存放地点', '规格型号', '材质'],
      ['桌子', 'A座', 'M1', '木'],
    ],
    mistakes: ['第3行是另一张表的表头，请把它们分开，放在几个工作表里导入'],
    switches: ['skipBad'],
    presses: 4,
    comesIn: [],
  },
  {
    what: 'warranties that are said by their length',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '购置日期', '质保期(月)'],
      ['甲', 'M1', 'A座', '2023-01-31', 1],
      ['乙', 'M1', 'A座', '21年3月5日', '三年'],
      ['丙', 'M1', 'A座', '2021-03-05', '2026-03-04'],
    ],
    notes: ['2行的保修到期由购置日期加保修期算出'],
    presses: 4,
    shown: ['instanceName', 'warrantyUntil'],
    comesIn: ['丙 2026-03-04', '乙 2024-03-05', '甲 2023-02-28'],
  },
  {
    what: 'amounts that a sheet has reckoned, and scales',
    isGood: true,
    rows: column('原值', 2654.867256637, '3千元', '5K', '12.3万元'),
    notes: ['1个金额多于两位小数，四舍五入到分'],
    presses: 4,
    shown: value,
    comesIn: ['丁 123000', '丙 5000', '乙 3000', '甲 2654.87'],
  },
  {
    what: 'several values in a cell with other signs between',
    isGood: false,
    rows: [
      ['资产名称', '型号', '存放地点', '数量', '单价', '使用人', '资产编号'],
      ['甲', 'M1', 'A座', '2台', 100, '公用', 'X-1'],
      ['乙', 'M1', 'A座', 1, '5000、4800', null, 'X-2'],
      ['丙', 'M1', 'A座', 1, 5, '张三、李四', 'X-3'],
      ['丁', 'M1', 'A座', 2, 5, null, 'X-4~X-5'],
      ['戊', 'M1', 'A座；B座', 1, 5, null, 'X-6'],
    ],
    asked: { 'quantity.many': 'split' },
    mistakes: [severalValues('原值'), severalValues('使用人'), severalValues('资产编码'), severalValues('所在区域')],
    notes: ['1行的使用人不是人名，记入备注', '1行将生成2张卡片'],
    switches: ['skipBad'],
    presses: 6,
    shown: ['instanceCode', 'remark'],
    comesIn: ['X-1-1 使用人：公用', 'X-1-2 使用人：公用'],
  },
  {
    what: 'the list of Snipe-IT',
    isGood: true,
    rows: [
      ['Asset Name', 'Asset Tag', 'Model', 'Purchased', 'Cost', 'Location', 'Status', 'Checked Out To', 'Warranty', 'Warranty Expires'],
      ['Laptop', 'T-1', 'X1', '2023-04-17', '2,499.00', 'HQ', 'Deployed', 'HQ', '36 months', '2026-04-17'],
      [null, 'T-2', 'X1', '2023-04-17', null, 'HQ', 'Out for Diagnostics', null, '12 months', null],
    ],
    unread: ['Warranty'],
    presses: 4,
    shown: ['instanceCode', 'boughtOn', 'value', 'state', 'holderUid', 'warrantyUntil'],
    comesIn: ['T-1 2023-04-17 2499 inUse – 2026-04-17', 'T-2 2023-04-17 – inRepair – –'],
  },
  {
    what: 'the list of GLPI',
    isGood: true,
    rows: [
      [
        'Name',
        'Status',
        'Manufacturers',
        'Serial number',
        'Types',
        'Model',
        'Locations',
        'Inventory number',
        'Financial and administrative information - Date of purchase',
        'Financial and administrative information - Value',
      ],
      ['PC-1', 'In stock', 'Dell', 'ABC', 'Laptop', 'Latitude', 'Paris > Floor 2', 'INV-1', '2021-03-15', '1200.00'],
    ],
    presses: 4,
    shown: ['instanceCode', 'catId', 'locId', 'boughtOn', 'value'],
    comesIn: ['INV-1 Laptop Floor 2 2021-03-15 1200'],
  },
  {
    what: 'the list of Shelf',
    isGood: true,
    rows: [
      ['id', 'title', 'description', 'category', 'location', 'status', 'custodian', 'valuation'],
      ['c1', 'Canon R5', 'Main camera', 'Cameras', 'Studio', 'AVAILABLE', null, '3899'],
      ['c2', 'Tripod', null, 'Support', 'Studio', 'IN_CUSTODY', 'Maria Gomez', '120'],
    ],
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'remark', 'state', 'holderUid', 'value'],
    comesIn: ['c1 Canon R5 Main camera idle – 3899', 'c2 Tripod – inUse Maria Gomez 120'],
  },
  {
    what: 'the cards of UFIDA and Kingdee',
    isGood: true,
    rows: [
      ['固定资产编号', '固定资产名称', '规格型号', '使用/管理部门', '资产位置', '使用状况', '本币原值'],
      ['1', '复印机', 'MP', '行政部', 'A座', '大修理停用', 28500],
      ['2', '碎纸机', 'S8', '行政部', 'A座', '季节性停用', 800],
      ['3', '旧电脑', 'OP', '行政部', 'B座', '不需用', 4000],
    ],
    presses: 4,
    shown: ['instanceCode', 'deptId', 'locId', 'state', 'value'],
    comesIn: ['1 行政部 A座 inRepair 28500', '2 行政部 A座 idle 800', '3 行政部 B座 idle 4000'],
  },
  {
    what: 'people with leavers, and numbers with the prefix of the country',
    isGood: true,
    path: 'pro/person',
    rows: [
      ['工号', '姓名', '一级部门', '手机', '员工状态'],
      ['1', '赵雷', '市场部', '86-13800138004', '试用'],
      ['2', '钱雷', '市场部', null, '离职'],
    ],
    notes: ['1位已离职或停用，导入为停用'],
    presses: 4,
    shown: ['userName', 'deptId', 'phone', 'state'],
    comesIn: ['赵雷 市场部 13800138004 active', '钱雷 市场部 – disabled'],
  },
  {
    what: 'suppliers by their full names',
    isGood: true,
    path: 'goods/gssupplier',
    rows: [
      ['供应商代码', '供应商全称', '税务登记号'],
      ['V1', '甲公司', null],
    ],
    presses: 4,
    shown: ['supplierCode', 'supplierName'],
    comesIn: ['V1 甲公司'],
  },
  stocked(
    'quantities with their unit, and one in another unit',
    [
      ['物料编码', '物料名称', '计量单位', '单价', '仓库', '结存数量'],
      ['W1', '中性笔', '支', 1.2, 'A座', '350支'],
      ['W2', '复印纸', '包', 20, 'A座', '3箱'],
    ],
    ['中性笔 A座 350 420'],
    {
      isGood: false,
      mistakes: ['期初数量“3箱”的单位与本行的单位不同，请换算后填写'],
      switches: ['skipBad'],
      presses: 5,
      comesIn: ['中性笔 A座 350 420', '1 stock-ins'],
    },
  ),
  {
    what: 'rooms of buildings that have no row of their own',
    isGood: true,
    path: 'goods/gsgoodsloc',
    rows: [
      ['房间名称', '楼栋'],
      ['会议室', '东楼'],
      ['会议室', '西楼'],
    ],
    presses: 4,
    shown: ['locName', 'parentId'],
    comesIn: ['东楼 –', '会议室 东楼', '会议室 西楼', '西楼 –'],
  },
  {
    what: 'brands, which are those of the models',
    isGood: true,
    rows: [
      ['设备名称', '品牌', '型号', '存放地点'],
      ['笔记本', '联想', 'E14', 'A座'],
      ['笔记本', '联想', 'E14', 'A座'],
      ['打印机', '惠普', null, 'A座'],
      ['打印机', '佳能', null, 'A座'],
      ['电脑', '戴尔', '显示器', 'A座'],
    ],
    notes: ['1行的品牌与前面同一型号的行不同，以前面的为准', '1行的型号已在册，品牌以型号档案为准'],
    presses: 4,
    comesIn: ['打印机', '打印机', '电脑', '笔记本', '笔记本'],
  },
  {
    what: 'rooms of the same number in two buildings, a column for each part',
    isGood: true,
    rows: [
      ['资产编号', '资产名称', '型号', '楼栋', '楼层', '房间号'],
      ['R1', '投影仪', 'X', '东楼', '3', '301'],
      ['R2', '投影仪', 'X', '西楼', '3', '301'],
      ['R3', '投影仪', 'X', '东楼', '3', '301'],
    ],
    presses: 4,
    shown: ['instanceCode', 'locId'],
    comesIn: ['R1 301', 'R2 301', 'R3 301'],
  },
  {
    what: 'a site, and a floor in a column of its own',
    isGood: true,
    rows: [
      ['资产编号', '资产名称', '型号', '存放地点', '楼层'],
      ['R1', '投影仪', 'X', '园区/A座', '9层'],
      ['R2', '投影仪', 'X', '园区/A座', '3层'],
      ['R3', '投影仪', 'X', '园区/A座', null],
    ],
    presses: 4,
    shown: ['instanceCode', 'locId'],
    comesIn: ['R1 9层', 'R2 3层', 'R3 A座'],
  },
  {
    what: 'a date and a value below the title of a purchase',
    isGood: true,
    rows: [
      ['固定资产台账', null, null, null, null],
      ['编号', '名称及规格', null, '购置', null],
      [null, '名称', '规格', '日期', '原值'],
      ['G1', '车床', 'CA6140', '2019.5.8', 12.5],
    ],
    asked: { 'locId.all': 'A座' },
    presses: 5,
    shown: ['instanceCode', 'instanceName', 'boughtOn', 'value'],
    comesIn: ['G1 车床 2019-05-08 12.5'],
  },
  stocked(
    'a monthly report, whose quantities stand below four titles, and no store',
    [
      ['2026年11月办公用品收发存月报', null, null, null, null, null, null, null, null, null, null],
      ['物品名称', '规格', '单位', '上月结存', null, '本月入库', null, '本月出库', null, '本月结存', null],
      [null, null, null, '数量', '金额', '数量', '金额', '数量', '金额', '数量', '金额'],
      ['A4复印纸', '70g', '包', 20, 400, 50, 1000, 30, 600, 40, 800],
      ['合计', null, null, 20, 400, 50, 1000, 30, 600, 40, 800],
    ],
    ['A4复印纸 A座 40 0'],
    {
      asked: { 'openingLoc.all': 'A座' },
      unread: ['上月结存数量', '上月结存金额', '本月入库数量', '本月入库金额', '本月出库数量', '本月出库金额', '本月结存金额'],
      notes: ['第5行是合计，不导入'],
      presses: 5,
      comesIn: ['A4复印纸 A座 40 0', '1 stock-ins'],
    },
  ),
  {
    what: 'cars, with the words of those who drive them',
    isGood: true,
    rows: [
      ['品牌型号', '车架号', '购置日期', '购置价（万元）', '停放地点', '驾驶员'],
      ['别克GL8', 'LSGUA8B42KE012345', '2019-6', 32.5, 'A座', '王芳'],
    ],
    notes: ['购置日期里有1个日期只写了年月，按当月1日导入'],
    presses: 4,
    shown: ['instanceName', 'serialNo', 'value', 'locId', 'holderUid'],
    comesIn: ['别克GL8 LSGUA8B42KE012345 325000 A座 王芳'],
  },
  {
    what: 'people with departments of three levels in three columns, and a telephone number with a remark',
    isGood: true,
    path: 'pro/person',
    rows: [
      ['工号', '姓名', '一级部门', '二级部门', '三级部门', '手机号'],
      ['0071', '欧阳娜', '生产中心', '装配部', '一组', '13912345680（微信同号）'],
      ['0072', '买合', '生产中心', '装配部', null, '13912345681 本人'],
      ['0073', '李四', '生产中心', null, null, null],
    ],
    notes: ['2个电话号码旁边的说明没有导入'],
    presses: 4,
    shown: ['employeeNo', 'userName', 'deptId', 'phone'],
    comesIn: ['0071 欧阳娜 一组 13912345680', '0072 买合 装配部 13912345681', '0073 李四 生产中心 –'],
  },
  {
    what: 'assets with the section below the department in a column of its own',
    isGood: true,
    rows: [
      ['资产名称', '型号', '存放地点', '一级部门', '二级部门'],
      ['甲', 'M1', 'A座', '生产中心', '装配部'],
      ['乙', 'M1', 'A座', null, '采购组'],
    ],
    presses: 4,
    shown: ['instanceName', 'deptId'],
    comesIn: ['乙 采购组', '甲 装配部'],
  },
  {
    what: 'instruments of a university, whose headers say instrument in front and name behind',
    isGood: true,
    rows: [
      ['仪器编号', '仪器名称', '型号', '单价', '厂家', '出厂号', '购置日期', '现状', '领用单位', '领用人', '存放地编号', '存放地名称'],
      ['20180001', '显微镜', 'CX23', '12500', '奥林巴斯', 'SN0001', '20180415', '在用', '生物系', '王老师', 'B203', '实验楼203'],
      ['20180002', '投影仪', '*', '3999.00', '爱普生', '*', '20180415', '在用', '生物系', '王老师', 'A101', '教学楼101'],
    ],
    unread: ['存放地编号'],
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'serialNo', 'locId'],
    comesIn: ['20180001 显微镜 SN0001 实验楼203', '20180002 投影仪 – 教学楼101'],
  },
  {
    what: 'furniture by rooms where it stands, and the day when it was accepted',
    isGood: true,
    rows: [
      ['家具编号', '家具名称', '家具类别', '规格', '家具状态', '使用单位', '存放房间', '管理员', '验收日期'],
      ['J001', '办公桌', '办公家具', '1400*700', '在用', '教务处', '行政楼305', '刘老师', '2021-09-01'],
    ],
    presses: 4,
    shown: ['instanceCode', 'instanceName', 'catId', 'locId', 'holderUid', 'boughtOn'],
    comesIn: ['J001 办公桌 办公家具 行政楼305 刘老师 2021-09-01'],
  },
  {
    what: 'vehicles with the price in ten thousands, and no code',
    isGood: true,
    rows: [
      ['车牌号', '车辆名称', '品牌型号', '车架号', '购置日期', '购置价格（万元）', '停放地点'],
      ['浙A12345', '商务车', '别克GL8', 'LSGUA83L9FA000002', '2020/6/1', 28.98, '地下车库'],
    ],
    unread: ['车牌号'],
    presses: 4,
    shown: ['instanceName', 'serialNo', 'value'],
    comesIn: ['商务车 LSGUA83L9FA000002 289800'],
  },
  {
    what: 'supplies of a public body with a price for orientation and a level that warns',
    isGood: true,
    path: 'consum/csconsum',
    rows: [
      ['物资编码', '物资名称', '规格', '计量单位', '物资类别', '库存量', '参考价', '库存预警值', '存放库房'],
      ['WZ001', '复印纸', '70g', '包', '办公用品', '120', '22.5', '20', 'A座'],
    ],
    presses: 4,
    stock: true,
    comesIn: ['复印纸 A座 120 2700', '1 stock-ins'],
  },
  {
    what: 'suppliers with the telephone of the person to ask',
    isGood: true,
    path: 'goods/gssupplier',
    rows: [
      ['供方编号', '供方名称', '供方地址', '联系人', '联系人手机'],
      ['G001', '某办公用品公司', '西湖区1号', '王', '13800001111'],
    ],
    presses: 4,
    shown: ['supplierCode', 'supplierName', 'address', 'phone'],
    comesIn: ['G001 某办公用品公司 西湖区1号 13800001111'],
  },
  {
    what: 'a workbook that begins with how it is filled in',
    isGood: true,
    rows: [],
    bytes: await writeXlsx({
      sheets: [
        { name: '填表说明', rows: [['填表说明'], ['1. 红色为必填项'], ['2. 请勿改变列顺序']] },
        { name: '卡片', rows: column('购入日期', '2023-05-06').map((row) => [...row]) },
        { name: '已报废', rows: column('购入日期', '2001-05-06', '2002-05-06').map((row) => [...row]) },
      ],
    }),
    ending: 'xlsx',
    presses: 4,
    comesIn: ['甲'],
  },
  {
    what: 'two halves of a list side by side',
    isGood: true,
    rows: [
      ['名称', '型号', '位置', '', '名称', '型号', '位置'],
      ['甲', 'M1', 'A座', '', '乙', 'M1', 'A座'],
      ['丙', 'M1', 'A座', '', '合计', '3', ''],
    ],
    presses: 4,
    notes: ['E–G列是左边同名各列的下半部分，已接在下面一起导入', '第3行是合计，不导入'],
    comesIn: ['丙', '乙', '甲'],
  },
  {
    what: 'two halves of a list side by side, of which one has a column more',
    isGood: false,
    rows: [
      ['名称', '型号', '位置', '', '名称', '型号', '位置', '备注'],
      ['甲', 'M1', 'A座', '', '乙', 'M1', 'A座', '旧'],
    ],
    unread: ['名称', '型号', '位置'],
    presses: 4,
    notes: ['E、F、G列与左边的列同名，没有导入；里面的记录请移到下方后再导入'],
    comesIn: ['甲'],
  },
  {
    what: 'a signature beside which a date stands without a word',
    isGood: true,
    rows: [...column('原值', 120), ['制表人：李四', '', '审核人：王五', '2024年12月31日']],
    presses: 4,
    notes: ['第3行是重复的表头、签字或说明，不导入'],
    comesIn: ['甲'],
  },
  {
    what: 'people of whom the name says that they left, and how many they are below',
    isGood: true,
    path: 'pro/person',
    rows: [
      ['序号', '姓名', '部门'],
      [1, '赵敏', '市场部'],
      [2, '孙美（离职）', '市场部'],
      [null, '共2人', null],
    ],
    unread: ['序号'],
    presses: 4,
    notes: ['第4行是合计，不导入', '1位已离职或停用，导入为停用'],
    shown: ['userName', 'state'],
    comesIn: ['孙美 disabled', '赵敏 active'],
  },
  {
    what: 'suppliers with a person and the telephone in one cell',
    isGood: true,
    path: 'goods/gssupplier',
    rows: [
      ['Vendor No.', '单位名称', '联系人及电话'],
      ['V1', '晨光文具', '张三 13700137001'],
      ['V2', '得力办公', '李四/021-61234567'],
      ['V3', '齐心集团', '13900139001'],
    ],
    presses: 4,
    shown: ['supplierCode', 'supplierName', 'contact', 'phone'],
    comesIn: ['V1 晨光文具 张三 13700137001', 'V2 得力办公 李四 021-61234567', 'V3 齐心集团 – 13900139001'],
  },
  {
    what: 'people as a personnel system exports them, with legal names and business titles',
    isGood: true,
    path: 'pro/person',
    rows: [
      ['Employee ID', 'Legal First Name', 'Legal Last Name', 'Business Title', 'Supervisory Organization', 'Primary Work Phone'],
      ['E1', 'Ana', 'Carolina', 'Analyst', 'Finance', '13800001115'],
    ],
    presses: 4,
    shown: ['employeeNo', 'userName', 'position', 'deptId', 'phone'],
    comesIn: ['E1 Ana Carolina Analyst Finance 13800001115'],
  },
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

test('a model that is made with a sheet has the brand of its rows', async () => {
  const desk = await furnished()
  const rows: Cells[] = [
    ['设备名称', '品牌', '型号', '存放地点'],
    ['笔记本', '联想', 'E14', 'A座'],
  ]
  await bring(desk, { rows })
  const models = await list(desk, 'goods/gsgoods')
  assert.deepEqual(
    models.filter(({ goodsName }) => goodsName === '笔记本').map(({ spec, brand }) => [spec, brand]),
    [['E14', '联想']],
  )
})

test('rooms of the same number in two buildings are two places', async () => {
  const desk = await furnished()
  await bring(desk, {
    rows: [
      ['资产名称', '型号', '楼栋', '房间号'],
      ['甲', 'X', '东楼', '301'],
      ['乙', 'X', '西楼', '301'],
      ['丙', 'X', '东楼', '301'],
    ],
  })
  const pieces = await list(desk, assets)
  const placesOf = new Map(pieces.map(({ instanceName, locId }) => [instanceName, locId]))
  assert.equal(placesOf.get('甲'), placesOf.get('丙'))
  assert.notEqual(placesOf.get('甲'), placesOf.get('乙'))
})
