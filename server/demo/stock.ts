import { assertDefined, entryOf } from '../../kernel/assert.ts'
import type { DemoSupply } from './catalogue.ts'
import type { Company } from './company.ts'
import { advances, drafts, submits, type DemoActor } from './demoActor.ts'
import type { SeededRandom } from './seededRandom.ts'

/** How many of a supply lie in a store. */
type DemoStock = Map<string, number>

/** Supplies that were bought, handed out, brought back and counted; some have run low. */
export const keepSupplies = async (company: Company, chance: SeededRandom): Promise<void> => {
  const stock: DemoStock = new Map()
  await receiveSupplies(company, stock)
  await handOut(company, stock, chance)
  await runLow(company, stock)
  await moveSupplies(company)
  await orderSupplies(company)
}

const receiveSupplies = async (company: Company, stock: DemoStock): Promise<void> => {
  const { supplies } = company.plan
  const [shanghai, shenzhen] = [supplies.filter((_, index) => index % 3 === 0), supplies.filter((_, index) => index % 6 === 1)]
  const share = (supply: DemoSupply, part: number) => Math.max(2, Math.round(Number(supply[7]) * part))
  // What lies in Shenzhen since long ago and never moved: it is slow, and old.
  for (const [index, daysAgo] of [405, 290, 200].entries())
    await receive(
      company,
      stock,
      { who: 'admin', daysAgo, hour: 10 },
      {
        place: 'SZ-S1',
        supplies: supplies.filter((_, at) => at % 18 === 2 + 6 * index),
        quantityOf: (supply) => share(supply, 0.1),
        dearer: 1,
      },
    )
  for (const half of [supplies.slice(0, 40), supplies.slice(40)])
    await receive(
      company,
      stock,
      { who: 'admin', daysAgo: 118, hour: 9 },
      { place: 'HQ-S2', supplies: half, quantityOf: (supply) => share(supply, 0.55), dearer: 1 },
    )
  await receive(
    company,
    stock,
    { who: 'liangchao', daysAgo: 96, hour: 14 },
    { place: 'SH-S1', supplies: shanghai, quantityOf: (supply) => share(supply, 0.2), dearer: 1 },
  )
  await receive(
    company,
    stock,
    { who: 'admin', daysAgo: 90, hour: 10 },
    { place: 'SZ-S1', supplies: shenzhen, quantityOf: (supply) => share(supply, 0.1), dearer: 1 },
  )
  await receive(
    company,
    stock,
    { who: 'stock', daysAgo: 34, hour: 11 },
    { place: 'HQ-S2', supplies: supplies.filter((_, index) => index % 2 === 0), quantityOf: (supply) => share(supply, 0.2), dearer: 1.04 },
  )
}

/** Hands supplies out to one person after another, as long as enough of them lies in the store. */
const handOut = async (company: Company, stock: DemoStock, chance: SeededRandom): Promise<void> => {
  const { supplies } = company.plan
  const askers = company.plan.people.filter(({ department }) => department !== 'D12')
  for (let round = 0; round < 26; round++) {
    const asker = assertDefined(askers[(round * 7) % askers.length], 'a person who asks')
    const choice = chance.shuffled(supplies).slice(0, 2 + chance.below(3))
    const lines = choice.flatMap((supply) => {
      const free = (stock.get(`HQ-S2:${supply[0]}`) ?? 0) - Math.ceil(Number(supply[6]) * 1.2)
      const quantity = Math.min(free, 1 + chance.below(8))
      return quantity > 0 ? [{ supply, quantity }] : []
    })
    if (lines.length > 0)
      await hand(
        company,
        stock,
        { who: 'stock', daysAgo: 88 - round * 3, hour: 9 + (round % 8) },
        { place: 'HQ-S2', recipient: asker.username, reason: assertDefined(uses[round % uses.length], 'a use'), lines },
      )
  }
}

/** Leaves some supplies below their lowest stock at the end of a quarter. */
const runLow = async (company: Company, stock: DemoStock): Promise<void> => {
  const { supplies } = company.plan
  const lowSupplies = ['ZH001', 'DY001', 'DY004', 'PJ017', 'QJ001', 'HY001', 'WJ014'].flatMap((code) => {
    const supply = supplyOf(supplies, code)
    const remainder = Math.floor(Number(supply[6]) * 0.5)
    const quantity = (stock.get(`HQ-S2:${code}`) ?? 0) - remainder
    return quantity > 0 ? [{ supply, quantity }] : []
  })
  await hand(
    company,
    stock,
    { who: 'stock', daysAgo: 6, hour: 15 },
    { place: 'HQ-S2', recipient: 'liushujuan', reason: '季末集中发放各部门', lines: lowSupplies },
  )

  await hand(
    company,
    stock,
    { who: 'stock', daysAgo: 43, hour: 9 },
    { place: 'HQ-S2', recipient: 'dengbo', reason: '会议室布线', lines: [{ supply: supplyOf(supplies, 'PJ005'), quantity: 2 }] },
  )
}

/** Brings supplies back, corrects a count, and sends supplies to another store. */
const moveSupplies = async (company: Company): Promise<void> => {
  await submits(
    company,
    { who: 'stock', daysAgo: 41, hour: 16 },
    {
      kind: 'CsReturnOrder',
      header: { returner: company.person('dengbo'), to: company.place('HQ-S2'), reason: '多领退回' },
      lines: [{ item: company.supply('PJ005'), quantity: '1' }],
    },
  )
  await submits(
    company,
    { who: 'stock', daysAgo: 20, hour: 17 },
    {
      kind: 'CsAjustOrder',
      header: { place: company.place('HQ-S2'), reason: '月度盘点差异' },
      lines: [
        { item: company.supply('WJ001'), direction: 'more', quantity: '6', price: '1.5' },
        { item: company.supply('ZH008'), direction: 'less', quantity: '2' },
      ],
    },
  )
  const allocation = await submits(
    company,
    { who: 'admin', daysAgo: 16, hour: 10 },
    {
      kind: 'CsAllocateOrder',
      header: { from: company.place('HQ-S2'), to: company.place('SH-S1'), reason: '上海分公司补货' },
      lines: [
        { item: company.supply('ZH002'), quantity: '10' },
        { item: company.supply('PJ007'), quantity: '8' },
      ],
    },
  )
  await advances(company, { who: 'liangchao', daysAgo: 14, hour: 15 }, { kind: 'CsAllocateOrder', id: allocation.id, stage: 'received' })
}

const orderSupplies = async (company: Company): Promise<void> => {
  const order = await submits(
    company,
    { who: 'stock', daysAgo: 5, hour: 10 },
    {
      kind: 'CsPurchaseOrder',
      header: { supplier: company.supplier('GYS008'), reason: '打印耗材低于最低库存，按季度采购' },
      lines: [
        { item: company.supply('DY001'), quantity: '10', price: '455' },
        { item: company.supply('DY004'), quantity: '4', price: '410' },
        { item: company.supply('DY007'), quantity: '4', price: '160' },
      ],
    },
  )
  await submits(
    company,
    { who: 'stock', daysAgo: 1, hour: 14, sourceId: order.id },
    {
      kind: 'CsInstockOrder',
      header: { to: company.place('HQ-S2'), supplier: company.supplier('GYS008'), remark: '首批到货' },
      lines: [{ item: company.supply('DY007'), quantity: '4', price: '160', sourceLine: 3 }],
    },
  )
  await drafts(
    company,
    { who: 'stock', daysAgo: 0, hour: 9 },
    {
      kind: 'CsPurchaseOrder',
      header: { supplier: company.supplier('GYS007'), reason: '复印纸补货' },
      lines: [{ item: company.supply('ZH001'), quantity: '120', price: '19.5' }],
    },
  )
}

const uses = ['部门日常办公', '项目评审会议', '新员工入职', '客户来访接待', '打印投标文件', '工位配件更换']

type ReceiveInput = {
  readonly place: string
  readonly supplies: readonly DemoSupply[]
  readonly quantityOf: (supply: DemoSupply) => number
  readonly dearer: number
}

const receive = async (
  company: Company,
  stock: DemoStock,
  actor: DemoActor,
  { place, supplies, quantityOf, dearer }: ReceiveInput,
): Promise<void> => {
  await submits(company, actor, {
    kind: 'CsInstockOrder',
    header: { to: company.place(place), remark: '采购入库' },
    lines: supplies.map((supply) => ({
      item: company.supply(supply[0]),
      quantity: String(quantityOf(supply)),
      price: (Number(supply[5]) * dearer).toFixed(2),
    })),
  })
  for (const supply of supplies) stock.set(`${place}:${supply[0]}`, (stock.get(`${place}:${supply[0]}`) ?? 0) + quantityOf(supply))
}

type HandInput = {
  readonly place: string
  readonly recipient: string
  readonly reason: string
  readonly lines: readonly { supply: DemoSupply; quantity: number }[]
}

const hand = async (
  company: Company,
  stock: DemoStock,
  actor: DemoActor,
  { place, recipient, reason, lines }: HandInput,
): Promise<void> => {
  await submits(company, actor, {
    kind: 'CsOutstockOrder',
    header: { from: company.place(place), recipient: company.person(recipient), reason },
    lines: lines.map(({ supply, quantity }) => ({ item: company.supply(supply[0]), quantity: String(quantity) })),
  })
  for (const { supply, quantity } of lines) stock.set(`${place}:${supply[0]}`, entryOf(stock, `${place}:${supply[0]}`) - quantity)
}

const supplyOf = (supplies: readonly DemoSupply[], code: string): DemoSupply =>
  assertDefined(
    supplies.find(([each]) => each === code),
    `the supply ${code}`,
  )
