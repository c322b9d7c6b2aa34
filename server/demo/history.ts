import { addDays, dayAt } from '../../kernel/day.ts'
import { entryOf, firstOf, assertDefined } from '../../kernel/assert.ts'
import { startBooks } from './books.ts'
import type { DemoModel } from './catalogue.ts'
import { personIn, type Company } from './company.ts'
import { advances, drafts, submits } from './demoActor.ts'
import { officeOf } from './places.ts'
import { enterRegister, type Issue, issue, issuedDaysAgo, linesOf, type Piece, type Shelves, take } from './register.ts'
import type { SeededRandom } from './seededRandom.ts'

/** What of a model comes in later by a purchase of its own, so that it is not entered before. */
const boughtLater: Readonly<Record<string, number>> = { 'NB-T14': 4, 'MN-27': 6, 'CH-ERG': 5 }

const deliveries = [1290, 760, 390, 130]

/** Five years of a company's assets: bought, issued, returned, lent, moved, repaired, disposed of and counted. */
export const liveThrough = async (
  company: Company,
  chance: SeededRandom,
): Promise<{ shelves: Shelves; held: ReadonlyMap<string, Piece[]> }> => {
  const storeOf = ({ use }: DemoModel, index: number): string => {
    if (use === 'personal' && index % 8 === 7) return 'SH-S1'
    return use === 'shared' && index % 11 === 10 ? 'SZ-S1' : 'HQ-S1'
  }
  const shelves = await enterRegister(company, chance, {
    username: 'admin',
    deliveries,
    storeOf,
    pieces: (model) => model.pieces - (boughtLater[model.code] ?? 0),
  })
  const { held, issues } = equipPeople(company, shelves)
  const all = [...issues, ...equipPlaces(shelves)].filter(({ pieces }) => pieces.length > 0)
  for (const item of all.toSorted((a, b) => issuedDaysAgo(b) - issuedDaysAgo(a))) await issue(company, item)
  await issueToMeetingCentre(company, shelves)
  await buy(company)
  await lend(company, shelves)
  await startBooks(company)
  await comeAndGo(company, shelves, held)
  await careFor(company, held)
  return { shelves, held }
}

const computers: Readonly<Record<string, readonly string[]>> = {
  D02: ['NB-X1C', 'NB-T14'],
  D06: ['NB-MBP', 'NB-T14'],
  D07: ['NB-MBP', 'NB-T14'],
  D08: ['PC-WS', 'NB-MBP', 'NB-T14'],
  D10: ['NB-X1C', 'NB-T14'],
}

/** A computer, a screen, a desk and a chair for everyone; telephones and tablets for those who talk to customers. */
const equipPeople = (company: Company, shelves: Shelves): { held: Map<string, Piece[]>; issues: Issue[] } => {
  const piecesByHolder = new Map<string, Piece[]>()
  const issues: Issue[] = []
  for (const { username, department } of company.plan.people) {
    const store = department === 'D12' ? 'SH-S1' : 'HQ-S1'
    const takeOne = (models: readonly string[]) => take(shelves, { place: store, models, count: 1 })
    const pieces = [
      ...takeOne([...(computers[department] ?? []), 'PC-M90', 'NB-T14', 'NB-MBP', 'NB-X1C']),
      ...takeOne(['MN-27', 'MN-24']),
      ...takeOne(['DK-14']),
      ...takeOne(['CH-ERG']),
      ...(['D10', 'D11'].includes(department) ? takeOne(['PH-IP']) : []),
      ...(['D02', 'D10'].includes(department) ? takeOne(['PAD-11']) : []),
    ]
    piecesByHolder.set(username, pieces)
    issues.push({
      keeper: department === 'D12' ? 'liangchao' : 'keeper',
      recipient: username,
      place: assertDefined(officeOf[department], `the office of ${department}`),
      reason: '入职办公设备',
      pieces,
    })
  }
  return { held: piecesByHolder, issues }
}

/** What stands in the rooms, with the person who answers for it. */
const rooms: readonly (readonly [keeper: string, place: string, reason: string, wanted: Readonly<Record<string, number>>])[] = [
  ['gaofei', 'HQ-IDC', '机房上架', { 'SV-2U': 6, 'SV-GPU': 2, 'ST-NAS': 2, 'SW-CORE': 2, 'FW-NG': 2, 'UPS-10K': 2, 'SW-48': 4 }],
  ['luoyang', 'HQ-3F', '楼层网络覆盖', { 'SW-48': 4, 'AP-WIFI6': 12 }],
  ['liushujuan', 'HQ-MC', '会议室配置', { 'PJ-4K': 4, 'TV-86': 5, 'VC-BAR': 3, 'DK-MT': 6, 'CH-MT': 32, 'SF-3': 2 }],
  ['liushujuan', 'HQ-6F', '公共区域配置', { 'AC-5P': 6, 'AC-2P': 8, 'WD-RO': 4, 'TV-55': 3, 'SF-3': 2, 'RK-ST': 4 }],
  ['boss', 'HQ-3F', '部门公用', { 'PR-LJ': 1, 'CB-FL': 2, 'PR-MFP': 1 }],
  ['luchen', 'HQ-3F', '部门公用', { 'PR-LJ': 1, 'CB-FL': 2 }],
  ['machao', 'HQ-5F', '部门公用', { 'PR-LJ': 1, 'CB-FL': 4, 'PR-MFP': 1, 'TV-55': 1 }],
  ['tanglin', 'HQ-5F', '部门公用', { 'PR-LJ': 1, 'CB-FL': 2 }],
  ['sunlihua', 'HQ-6F', '财务室配置', { 'CB-SF': 2, 'CB-FL': 6, 'PR-LJ': 1 }],
  ['liyanqing', 'HQ-6F', '人事档案室', { 'CB-FL': 4, 'PR-MFP': 1 }],
  ['zhangmin', 'HQ-5F', '品牌拍摄', { 'CM-R6': 2, 'CM-CAM': 1 }],
  ['admin', 'HQ', '公务用车', { 'CAR-BUS': 2, 'CAR-EV': 2 }],
  ['keeper', 'HQ-S1', '盘点与标签', { 'SC-HD': 2, 'PR-LBL': 2 }],
]

const equipPlaces = (shelves: Shelves): Issue[] =>
  rooms.map(([recipient, place, reason, wanted]) => {
    const pieces = Object.entries(wanted).flatMap(([model, count]) => take(shelves, { place: 'HQ-S1', models: [model], count }))
    return { keeper: 'keeper', recipient, place, reason, pieces }
  })

/** In use at a place, with no person who has them. */
const issueToMeetingCentre = async (company: Company, shelves: Shelves): Promise<void> => {
  await submits(
    company,
    { who: 'keeper', daysAgo: 82, hour: 15 },
    {
      kind: 'GsOutstockOrder',
      header: {
        receiver: 'place',
        department: company.department('D03'),
        place: company.place('HQ-MC'),
        reason: '会议中心公共饮水',
      },
      lines: linesOf(company, take(shelves, { place: 'HQ-S1', models: ['WD-RO'], count: 2 })),
    },
  )
}

/** Orders that arrived, one that has arrived in part, one that has not, and one that is still being written; a sample besides. */
const buy = async (company: Company): Promise<void> => {
  await buyComputers(company)
  await buyChairs(company)
  await receiveSample(company)
  await orderServers(company)
  await draftMeetingRoom(company)
}

const pricedLine = (company: Company, code: string, quantity: string, price: string) => ({ model: company.model(code), quantity, price })

/** Ordered, and all of it arrived. */
const buyComputers = async (company: Company): Promise<void> => {
  const computers = pricedLine(company, 'NB-T14', '4', '8199')
  const screens = pricedLine(company, 'MN-27', '6', '2650')
  const warrantyUntil = addDays(dayAt(company.ago(31)), 1095)
  const order = await submits(
    company,
    { who: 'keeper', daysAgo: 44, hour: 10 },
    {
      kind: 'GsPurchaseOrder',
      header: {
        supplier: company.supplier('GYS001'),
        department: company.department('D06'),
        reason: '研发中心新增编制配套',
        idleReason: '库内同类设备已为新人预留，数量不够',
        expectedOn: dayAt(company.ago(30)),
      },
      lines: [computers, screens],
    },
  )
  await submits(
    company,
    { who: 'keeper', daysAgo: 31, hour: 14, sourceId: order.id },
    {
      kind: 'GsInstockOrder',
      header: {
        to: company.place('HQ-S1'),
        supplier: company.supplier('GYS001'),
        boughtOn: dayAt(company.ago(31)),
        remark: '采购单全部到货',
      },
      lines: [
        { ...computers, serials: 'PF4T7K21,PF4T7K22,PF4T7K23,PF4T7K24', warrantyUntil, sourceLine: 1 },
        { ...screens, warrantyUntil, sourceLine: 2 },
      ],
    },
  )
}

/** Ordered, and a part of it arrived. */
const buyChairs = async (company: Company): Promise<void> => {
  const order = await submits(
    company,
    { who: 'keeper', daysAgo: 17, hour: 9 },
    {
      kind: 'GsPurchaseOrder',
      header: {
        supplier: company.supplier('GYS003'),
        reason: '3 层工位扩充',
        idleReason: '闲置座椅留给上海办公室',
        expectedOn: dayAt(company.ago(7)),
      },
      lines: [pricedLine(company, 'CH-ERG', '10', '869')],
    },
  )
  await submits(
    company,
    { who: 'keeper', daysAgo: 8, hour: 15, sourceId: order.id },
    {
      kind: 'GsInstockOrder',
      header: {
        to: company.place('HQ-S1'),
        supplier: company.supplier('GYS003'),
        boughtOn: dayAt(company.ago(8)),
        remark: '首批到货 4 把',
      },
      lines: [{ ...pricedLine(company, 'CH-ERG', '4', '869'), sourceLine: 1 }],
    },
  )
}

/** A sample that came without an order or a price. */
const receiveSample = async (company: Company): Promise<void> => {
  await submits(
    company,
    { who: 'keeper', daysAgo: 12, hour: 10 },
    {
      kind: 'GsInstockOrder',
      header: {
        to: company.place('HQ-S1'),
        supplier: company.supplier('GYS003'),
        boughtOn: dayAt(company.ago(12)),
        remark: '供应商送来的样品，未计价',
      },
      lines: [{ model: company.model('CH-ERG'), quantity: '1' }],
    },
  )
}

/** Ordered, and not here yet. */
const orderServers = async (company: Company): Promise<void> => {
  await submits(
    company,
    { who: 'admin', daysAgo: 3, hour: 11 },
    {
      kind: 'GsPurchaseOrder',
      header: {
        supplier: company.supplier('GYS002'),
        department: company.department('D08'),
        reason: '数据平台扩容',
        idleReason: '闲置服务器已到更换年限',
        expectedOn: addDays(dayAt(company.now), 25),
      },
      lines: [pricedLine(company, 'SV-2U', '2', '85800'), pricedLine(company, 'ST-NAS', '1', '29500')],
    },
  )
}

const draftMeetingRoom = async (company: Company): Promise<void> => {
  await drafts(
    company,
    { who: 'keeper', daysAgo: 0, hour: 9 },
    {
      kind: 'GsPurchaseOrder',
      header: { supplier: company.supplier('GYS005'), reason: '新会议室视频会议设备' },
      lines: [pricedLine(company, 'VC-BAR', '2', '18600')],
    },
  )
}

/** Loans: some overdue, some due within days, some returned. */
const lend = async (company: Company, shelves: Shelves): Promise<void> => {
  await lendAndReturn(company, shelves)
  for (const loan of loans.toSorted((a, b) => b.daysAgo - a.daysAgo)) await lendPieces(company, shelves, loan)
}

const lendAndReturn = async (company: Company, shelves: Shelves): Promise<void> => {
  const back = take(shelves, { place: 'HQ-S1', models: ['TV-55', 'PJ-4K'], count: 2 })
  await submits(
    company,
    { who: 'keeper', daysAgo: 70, hour: 9 },
    {
      kind: 'GsBorrowOrder',
      header: { borrower: company.person('zhulin'), dueOn: dayAt(company.ago(60)), reason: '渠道大会现场' },
      lines: linesOf(company, back),
    },
  )
  await submits(
    company,
    { who: 'keeper', daysAgo: 61, hour: 16 },
    {
      kind: 'GsRevertOrder',
      header: { to: company.place('HQ-S1'), remark: '完好归还' },
      lines: back.map(({ id }) => ({ asset: id, condition: 'good' })),
    },
  )
  entryOf(shelves, 'HQ-S1').push(...back)
}

type Loan = {
  readonly borrower: string
  readonly models: readonly string[]
  readonly count: number
  readonly daysAgo: number
  readonly dueInDays: number
  readonly reason: string
  /** The price of the purchase in whose place it is. */
  readonly avoidedPrice?: string
}

const loans: readonly Loan[] = [
  { borrower: 'staff', models: ['PJ-4K'], count: 1, daysAgo: 9, dueInDays: 3, reason: '项目汇报演示' },
  { borrower: 'boss', models: ['PAD-11'], count: 1, daysAgo: 20, dueInDays: 12, reason: '客户现场需求调研' },
  { borrower: 'staff2', models: ['NB-X1C', 'NB-T14'], count: 1, daysAgo: 12, dueInDays: 6, reason: '出差现场联调' },
  { borrower: 'yubin', models: ['NB-X1C', 'NB-T14'], count: 1, daysAgo: 33, dueInDays: -2, reason: '客户现场驻场' },
  { borrower: 'chenchen', models: ['PJ-4K'], count: 1, daysAgo: 15, dueInDays: -1, reason: '投标演示' },
  { borrower: 'yehong', models: ['CM-R6'], count: 1, daysAgo: 6, dueInDays: 1, reason: '展会拍摄' },
  { borrower: 'genghao', models: ['SC-HD'], count: 2, daysAgo: 25, dueInDays: 20, reason: '客户仓库实施' },
  { borrower: 'moran', models: ['PAD-11'], count: 1, daysAgo: 4, dueInDays: 26, reason: '可用性测试' },
  { borrower: 'hualei', models: ['SC-HD'], count: 1, daysAgo: 18, dueInDays: 45, reason: '现场实施', avoidedPrice: '2180' },
]

const lendPieces = async (
  company: Company,
  shelves: Shelves,
  { borrower, models, count, daysAgo, dueInDays, reason, avoidedPrice }: Loan,
): Promise<void> => {
  const pieces = take(shelves, { place: 'HQ-S1', models, count, from: 'newest' })
  if (pieces.length === 0) return
  await submits(
    company,
    { who: 'keeper', daysAgo, hour: 10 },
    {
      kind: 'GsBorrowOrder',
      header: {
        borrower: company.person(borrower),
        dueOn: addDays(dayAt(company.now), dueInDays),
        reason,
        ...(avoidedPrice && { avoidedPrice }),
      },
      lines: linesOf(company, pieces),
    },
  )
}

/** Returns, transfers, transports between stores, and what has left for good. */
const comeAndGo = async (company: Company, shelves: Shelves, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  await returnScreens(company, shelves, piecesByHolder)
  await transferScreens(company, piecesByHolder)
  await allocateToShanghai(company, shelves)
  await disposeOf(company, shelves)
}

/** Takes a piece away from its holder. */
const takeFrom = (piecesByHolder: ReadonlyMap<string, Piece[]>, username: string, model: RegExp): Piece => {
  const pieces = entryOf(piecesByHolder, username)
  return firstOf(
    pieces.splice(
      pieces.findIndex((piece) => model.test(piece.model)),
      1,
    ),
  )
}

const returnScreens = async (company: Company, shelves: Shelves, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  const screens = ['kongfan', 'tianye', 'baoqiang', 'jiaying'].map((username) => takeFrom(piecesByHolder, username, /^MN/))
  await submits(
    company,
    { who: 'keeper', daysAgo: 52, hour: 11 },
    {
      kind: 'GsReturnOrder',
      header: { to: company.place('HQ-S1'), reason: '工位调整，退回多余显示器' },
      lines: screens.map(({ id }, index) => ({ asset: id, condition: index === 3 ? 'worn' : 'good' })),
    },
  )
  entryOf(shelves, 'HQ-S1').push(...screens)
}

const transferScreens = async (company: Company, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  for (const [from, to, daysAgo, reason] of [
    ['dengbo', 'fengxue', 47, '岗位调整交接'],
    ['renjie', 'qinshuang', 28, '项目交接'],
  ] as const) {
    const person = personIn(company.plan, to)
    await submits(
      company,
      { who: 'keeper', daysAgo, hour: 14 },
      {
        kind: 'GsTransOrder',
        header: {
          receiver: company.person(to),
          department: company.department(person.department),
          place: company.place(assertDefined(officeOf[person.department], `the office of ${person.department}`)),
          reason,
        },
        lines: [{ asset: takeFrom(piecesByHolder, from, /^MN/).id }],
      },
    )
  }
}

/** One transport that arrived, and one that is on its way. */
const allocateToShanghai = async (company: Company, shelves: Shelves): Promise<void> => {
  const arrived = take(shelves, { place: 'HQ-S1', models: ['MN-24', 'CH-MT'], count: 3 })
  const allocation = await submits(
    company,
    { who: 'admin', daysAgo: 38, hour: 9 },
    {
      kind: 'GsAllocateOrder',
      header: { from: company.place('HQ-S1'), to: company.place('SH-S1'), reason: '上海分公司新增工位' },
      lines: arrived.map(({ id }) => ({ asset: id })),
    },
  )
  await advances(company, { who: 'liangchao', daysAgo: 35, hour: 16 }, { kind: 'GsAllocateOrder', id: allocation.id, stage: 'received' })
  await submits(
    company,
    { who: 'admin', daysAgo: 2, hour: 15 },
    {
      kind: 'GsAllocateOrder',
      header: { from: company.place('HQ-S1'), to: company.place('SH-S1'), reason: '上海会议室补充座椅' },
      lines: take(shelves, { place: 'HQ-S1', models: ['CH-MT', 'MN-24'], count: 4 }).map(({ id }) => ({ asset: id })),
    },
  )
}

const disposeOf = async (company: Company, shelves: Shelves): Promise<void> => {
  await submits(
    company,
    { who: 'admin', daysAgo: 66, hour: 10 },
    {
      kind: 'GsHandleOrder',
      header: { method: 'scrap', reason: '超过使用年限，维修价值低' },
      lines: take(shelves, { place: 'HQ-S1', models: ['PC-M90', 'AP-WIFI6', 'CB-FL'], count: 6 }).map(({ id }) => ({
        asset: id,
        proceeds: '80',
      })),
    },
  )
  await submits(
    company,
    { who: 'admin', daysAgo: 36, hour: 10 },
    {
      kind: 'GsHandleOrder',
      header: { method: 'sale', reason: '更新换代，折价出售' },
      lines: take(shelves, { place: 'HQ-S1', models: ['AC-2P', 'TV-55', 'RK-ST'], count: 4 }).map(({ id }) => ({
        asset: id,
        proceeds: '350',
      })),
    },
  )
}

/** Repairs under way and finished, maintenance, corrections of cards, and a count. */
const careFor = async (company: Company, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  await repairPieces(company, piecesByHolder)
  await maintainCarsAndAir(company)
  await adjustCards(company, piecesByHolder)
  await countMachineRoom(company)
}

const heldPiece = (piecesByHolder: ReadonlyMap<string, Piece[]>, username: string, model: RegExp) => ({
  asset: assertDefined(
    entryOf(piecesByHolder, username).find((piece) => model.test(piece.model)),
    `a piece of ${username}`,
  ).id,
})

const repairPieces = async (company: Company, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  const repairs: readonly (readonly [
    who: string,
    daysAgo: number,
    reason: string,
    line: Record<string, string>,
    finishedDaysAgo?: number,
  ])[] = [
    ['keeper', 58, '键盘进水，多个按键失灵', { ...heldPiece(piecesByHolder, 'hanlu', /^(NB|PC)/), fault: '键盘', cost: '680' }, 51],
    ['keeper', 30, '屏幕出现亮线', { ...heldPiece(piecesByHolder, 'weiwei', /^MN/), fault: '面板', cost: '420' }, 22],
    ['keeper', 11, '无法开机，疑似主板故障', { ...heldPiece(piecesByHolder, 'jinpeng', /^(NB|PC)/), fault: '主板' }],
    ['keeper', 7, '电池鼓包', { ...heldPiece(piecesByHolder, 'anran', /^(NB|PC)/), fault: '电池' }],
    ['keeper', 4, '升降失灵', { ...heldPiece(piecesByHolder, 'nieyu', /^DK/), fault: '电机' }],
  ]
  for (const [who, daysAgo, reason, line, finished] of repairs) {
    const { id } = await submits(
      company,
      { who, daysAgo, hour: 11 },
      {
        kind: 'GsRepairOrder',
        header: { supplier: company.supplier('GYS010'), expectedOn: addDays(dayAt(company.ago(daysAgo)), 10), reason },
        lines: [line],
      },
    )
    if (finished !== undefined)
      await advances(company, { who: 'admin', daysAgo: finished, hour: 16 }, { kind: 'GsRepairOrder', id, stage: 'finished' })
  }
}

/** The assets of some models that are in use. */
const inUse = (company: Company, models: readonly string[]) =>
  company.tx.query<{ id: string }>(
    'select a.id from asset a join model m on m.org_id = $1 and m.id = a.goods_id where a.org_id = $1 and m.goods_code = any ($2::text[]) and a.state = $3 order by a.id',
    [company.tx.orgId, models, 'inUse'],
  )

const maintainCarsAndAir = async (company: Company): Promise<void> => {
  await submits(
    company,
    { who: 'admin', daysAgo: 55, hour: 9 },
    {
      kind: 'GsHealthOrder',
      header: { doneOn: dayAt(company.ago(55)), supplier: company.supplier('GYS006'), content: '更换机油机滤，四轮定位' },
      lines: (await inUse(company, ['CAR-BUS', 'CAR-EV'])).map(({ id }) => ({
        asset: id,
        condition: 'good',
        cost: '860',
        nextOn: addDays(dayAt(company.now), 9),
      })),
    },
  )
  await submits(
    company,
    { who: 'admin', daysAgo: 26, hour: 9 },
    {
      kind: 'GsHealthOrder',
      header: { doneOn: dayAt(company.ago(26)), supplier: company.supplier('GYS004'), content: '清洗滤网和冷凝器，检查制冷剂压力' },
      lines: (await inUse(company, ['AC-5P', 'AC-2P'])).map(({ id }) => ({
        asset: id,
        condition: 'good',
        cost: '120',
        nextOn: addDays(dayAt(company.now), 154),
      })),
    },
  )
}

const adjustCards = async (company: Company, piecesByHolder: ReadonlyMap<string, Piece[]>): Promise<void> => {
  await submits(
    company,
    { who: 'admin', daysAgo: 21, hour: 15 },
    {
      kind: 'GsAjustOrder',
      header: { reason: '补录原值与存放位置' },
      lines: [
        { ...heldPiece(piecesByHolder, 'caojing', /^(NB|PC)/), value: '8599' },
        { ...heldPiece(piecesByHolder, 'tianye', /^DK/), place: company.place('HQ-5F') },
      ],
    },
  )
}

const countMachineRoom = async (company: Company): Promise<void> => {
  const assetRows = await company.tx.query<{ id: string }>('select id from asset where org_id = $1 and loc_id = $2 order by id', [
    company.tx.orgId,
    company.place('HQ-IDC'),
  ])
  await submits(
    company,
    { who: 'admin', daysAgo: 13, hour: 17 },
    {
      kind: 'GsInventoryOrder',
      header: { name: '机房资产季度盘点', place: company.place('HQ-IDC'), remark: '全部盘到，无差异' },
      lines: assetRows.map(({ id }) => ({ asset: id, result: 'found' })),
    },
  )
}
