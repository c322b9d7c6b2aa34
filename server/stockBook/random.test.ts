import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { add, compare, type Decimal, subtract } from '../../kernel/decimal.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { addMonths } from '../../kernel/month.ts'
import { type StockEntryKind, type StockEntryName, stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
import { stockEntryMoneyKeys, stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import { conditionOfGroup } from '../../domain/tables/groupCondition.ts'
import { accountKindOf } from '../../domain/ledger/ledger.ts'
import type { Account } from '../../domain/ledger/ledger.ts'
import { type Desk, desks, type Row } from '../testing/desk.ts'

/** The stock book, held against plain additions over random documents. */
const { app, newDesk, faults } = await desks({ breaks: [] })
const today = dayAt(Date.now())
const monthStart = (before: number): Day => addMonths(`${today.slice(0, 7)}-01`, -before)
const monthName = (before: number): string => monthStart(before).slice(0, 7)

/** Numbers that follow from a seed, below a limit. */
const numbers = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * limit)
  }
}

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']}`)
  return answer['result'] ?? answer['page'] ?? answer
}

type Entry = {
  readonly account: Account
  readonly item: Id
  readonly kind: StockEntryName
  readonly day: Day
  readonly sign: 1 | -1
  readonly quantity: Decimal
  readonly cost: Decimal
}
type StoredMove = { from: Account; to: Account; item: Id; quantity: Decimal; cost: Decimal; day: Day; isBack: boolean }

const isStock = (account: Account): boolean => ['store', 'transit'].includes(accountKindOf(account))

/** What a move is to the stock, said once more in plain words. */
const entriesOf = ({ from, to, item, quantity, cost, day, isBack }: StoredMove): Entry[] => {
  const ends = [
    { account: to, source: from, sign: 1 as const },
    { account: from, source: to, sign: -1 as const },
  ]
  return ends
    .filter(({ account }) => isStock(account))
    .map(({ account, source, sign }) => {
      const isIncoming = (sign === 1) !== isBack
      const kinds = Object.entries<StockEntryKind>(stockEntryKinds).filter(([, { isIncoming: comesIn }]) => comesIn === isIncoming)
      const kind = kinds.find(([, { counterparts }]) => counterparts.includes(accountKindOf(source))) ?? kinds.at(-1)
      return { account, item, kind: kind?.[0] as StockEntryName, day, sign, quantity, cost }
    })
}

const company = async (seed: number) => {
  const desk = await newDesk()
  const random = numbers(seed)
  const category = await ok(desk, 'goods/gscat/save', { catCode: 'H', catName: '办公', catKind: 'consumable' })
  const items: Id[] = []
  for (const [index, catId] of [category['id'], category['id'], undefined].entries())
    items.push((await ok(desk, 'consum/csconsum/save', { goodsCode: `C${index}`, goodsName: `耗材${index}`, unit: '个', catId }))['id'])
  const site = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'S', locName: '园区' }))['id']
  const places: Id[] = []
  for (const [index, parentId] of [site, undefined].entries())
    places.push(
      (await ok(desk, 'goods/gsgoodsloc/save', { locCode: `L${index}`, locName: `库${index}`, parentId, managerUid: desk.company.admin }))[
        'id'
      ],
    )
  return { desk, random, items, places, site, category: category['id'] as Id }
}
type World = Awaited<ReturnType<typeof company>>

/** One document of any kind, as often as not dateField back; what is refused is no document. */
const writeOne = async ({ desk, random, items, places }: World, firstDay: Day): Promise<Id | undefined> => {
  const { admin } = desk.company
  const item = items[random(items.length)]
  const [place, target] = random(2) === 0 ? places : places.toReversed()
  const quantity = `${random(9) + 1}.${['0', '5', '3333', '0001'][random(4)]}`
  const price = ['0', '2.5', '0.3333', '1.0001', '7'][random(5)]
  const span = Math.max(1, Math.round((Date.parse(today) - Date.parse(firstDay)) / 86_400_000))
  const dateField = random(3) === 0 ? {} : { businessDate: addDays(firstDay, random(span + 1)) }
  const id = newId()
  const [kind, header, line] = [
    ['csinstockorder', { to: place, ...dateField }, { item, quantity, price }],
    ['csinstockorder', { to: place, ...dateField }, { item, quantity, price }],
    ['csoutstockorder', { from: place, receiver: 'person', recipient: admin, reason: '用', ...dateField }, { item, quantity }],
    ['csoutstockorder', { from: place, receiver: 'department', reason: '用', ...dateField }, { item, quantity }],
    ['csreturnorder', { returner: admin, to: place, reason: '多', ...dateField }, { item, quantity }],
    ['csajustorder', { place, reason: '盘', ...dateField }, { item, direction: random(2) === 0 ? 'more' : 'less', quantity, price }],
    ['csallocateorder', { from: place, to: target, reason: '调', ...dateField }, { item, quantity }],
  ][random(7)] as [string, Row, Row]
  const answer = await desk.call(`consum/${kind}/submit`, { id, header, lines: [line] })
  if (answer['code'] !== 0) return undefined
  if (kind === 'csallocateorder' && random(2) === 0) await desk.call(`consum/${kind}/advance`, { id })
  if (random(6) === 0) await desk.call(`consum/${kind}/reverse`, { id, reason: '写错了' })
  return id
}

const storedEntries = async ({ desk }: World): Promise<Entry[]> =>
  (
    await app.database.reading(desk.company.orgId, (tx) =>
      tx.query<StoredMove>(
        `select from_account as "from", to_account as "to", item_id as item, quantity, cost, business_date as day, reverses is not null as "isBack"
         from move where org_id = $1 and item_kind = 'consumable' order by seq`,
        [desk.company.orgId],
      ),
    )
  ).flatMap(entriesOf)

type Sum = { quantity: Decimal; amount: Decimal }
const sumOf = (entries: readonly Entry[], signOf: (entry: Entry) => 1 | -1): Sum =>
  entries.reduce(
    (sum, entry) => {
      const step = signOf(entry) === 1 ? add : subtract
      return { quantity: step(sum.quantity, entry.quantity), amount: step(sum.amount, entry.cost) }
    },
    { quantity: '0', amount: '0' },
  )
const isIncoming = ({ kind }: Entry) => stockEntryKinds[kind].isIncoming
/** What goes counts where it went. */
const countedSign = (entry: Entry): 1 | -1 => (isIncoming(entry) === (entry.sign === 1) ? 1 : -1)

const isNothing = ({ quantity, amount }: Sum): boolean => compare(quantity, '0') === 0 && compare(amount, '0') === 0

/** The rows of the book by plain additions, by the key of each entry. */
const plainRows = (entries: readonly Entry[], { from, to, keyOf, isNetted }: Plain): Record<string, Row> => {
  const rows: Record<string, Row> = {}
  for (const [key, ofKey] of Map.groupBy(entries, keyOf)) {
    const within = ofKey.filter(({ day }) => day >= from && day <= to)
    const openingSum = sumOf(
      ofKey.filter(({ day }) => day < from),
      ({ sign }) => sign,
    )
    const kinds = [...Map.groupBy(within, ({ kind }) => kind)]
      .map(([kind, ofKind]) => [kind, sumOf(ofKind, countedSign)] as const)
      .filter(([, sum]) => !isNothing(sum))
    const moves = Object.fromEntries(kinds.filter(([kind]) => !(isNetted && kind.startsWith('transfer'))))
    if (isNothing(openingSum) && kinds.length === 0) continue
    const closingSum = sumOf(
      ofKey.filter(({ day }) => day <= to),
      ({ sign }) => sign,
    )
    rows[key] = { opening: openingSum, moves, closing: closingSum }
  }
  return rows
}
type Plain = { from: Day; to: Day; keyOf: (entry: Entry) => string; isNetted: boolean }

const readBook = async ({ desk }: World, question: Row): Promise<Row[]> => {
  const rows: Row[] = []
  for (let after: string | undefined; ;) {
    const page = await ok(desk, 'consum/csstockbook/list', { ...question, pageSize: 3, ...(after && { after }) })
    rows.push(...page['list'])
    after = page['next']
    if (!after) return rows
  }
}

const figuresIn = (row: Row): Row => ({ opening: row['opening'], moves: row['moves'], closing: row['closing'] })

/** Holds the book of a span against plain additions, by whatever it may be grouped. */
const compareBook = async (world: World, from: Day, to: Day): Promise<void> => {
  const entries = await storedEntries(world)
  const keys: Record<string, (entry: Entry) => string> = {
    goodsPlace: ({ item, account }) => `${item}-${account}`,
    goods: ({ item }) => item,
    place: ({ account }) => account,
    category: ({ item }) => (item === world.items[2] ? '0' : world.category),
  }
  for (const [by, keyOf] of Object.entries(keys)) {
    const isNetted = by === 'goods' || by === 'category'
    const rows = await readBook(world, { from, to, by })
    const foundRows = Object.fromEntries(rows.map((row) => [row['id'], figuresIn(row)]))
    assert.equal(Object.keys(foundRows).length, rows.length, `${by}: each row once`)
    assert.deepEqual(foundRows, plainRows(entries, { from, to, keyOf, isNetted }), `${by} ${from} ${to}`)
    const total = await ok(world.desk, 'consum/csstockbook/total', { from, to, by })
    const plain = plainRows(entries, { from, to, keyOf: () => 'all', isNetted: true })['all']
    if (plain) assert.deepEqual(figuresIn(total), plain, `total ${by}`)
  }
  const inSite = entries.filter(({ account }) => account.endsWith(`:${world.places[0]}`))
  const rows = await readBook(world, { from, to, by: 'goods', locId: world.site })
  assert.deepEqual(
    Object.fromEntries(rows.map((row) => [row['id'], figuresIn(row)])),
    plainRows(inSite, { from, to, keyOf: ({ item }) => item, isNetted: false }),
    'of one place transfers are kindsSeen',
  )
}

/** Every cell of a span opens entries whose sum it is. */
const compareCells = async (world: World, from: Day, to: Day): Promise<void> => {
  for (const row of await readBook(world, { from, to, by: 'goodsPlace' })) {
    const rowTerms = [
      { key: 'goodsId', is: 'in', value: [row['goodsId']] },
      { key: 'locId', is: 'only', value: [row['locId']] },
      { key: 'standing', is: 'in', value: [row['standing']] },
    ]
    const cells: [Row, Row[]][] = [
      [row['opening'], [{ key: 'movedOn', is: 'between', value: ['', addDays(from, -1)] }]],
      [row['closing'], [{ key: 'movedOn', is: 'between', value: ['', to] }]],
      ...Object.entries<Row>(row['moves']).map(([kind, figure]): [Row, Row[]] => [
        figure,
        [
          { key: 'movedOn', is: 'between', value: [from, to] },
          { key: 'kind', is: 'in', value: [kind] },
        ],
      ]),
    ]
    for (const [figure, conditions] of cells) {
      const { total } = await ok(world.desk, 'table/groups', {
        table: 'csstockentry',
        asked: { where: [...rowTerms, ...conditions] },
        by: [],
        figures: ['netQuantity', 'netAmount'].map((key) => ({ key, of: 'sum' })),
      })
      const [quantity, amount] = total['figures'].map((value: string | null) => (value ?? '0').replace('-', ''))
      assert.deepEqual(
        [quantity, amount],
        [figure['quantity'], figure['amount']].map((value: string) => value.replace('-', '')),
      )
    }
  }
}

/** Every amount that the entries are grouped by finds them again. */
const openAmounts = async (world: World): Promise<void> => {
  for (const key of stockEntryMoneyKeys) {
    const { list } = await ok(world.desk, 'table/groups', { table: 'csstockentry', by: [{ key }] })
    for (const { keys, count } of list) {
      const where = [conditionOfGroup(stockEntryTable, { key }, keys[0])]
      const { total } = await ok(world.desk, 'table/groups', { table: 'csstockentry', asked: { where }, by: [] })
      assert.equal(total['count'], count, `${key} ${keys[0]}`)
    }
  }
}

test('the stock book is what its documents come to, before a close and after it', async () => {
  const kindsSeen = new Set<string>()
  for (const seed of [7, 23]) {
    const world = await company(seed)
    for (let count = 0; count < 60; count++) await writeOne(world, monthStart(3))
    await compareBook(world, monthStart(3), today)
    await compareBook(world, addDays(monthStart(2), 9), addDays(monthStart(1), 4))
    await compareCells(world, addDays(monthStart(2), 9), today)

    await ok(world.desk, 'consum/csstockmonth/close', { month: monthName(2) })
    const closedRows = await readBook(world, { from: monthStart(2), to: addDays(monthStart(1), -1), by: 'goodsPlace' })
    for (let count = 0; count < 30; count++) await writeOne(world, monthStart(3))
    await ok(world.desk, 'consum/csstockmonth/close', { month: monthName(1) })
    for (let count = 0; count < 15; count++) await writeOne(world, monthStart(3))
    assert.deepEqual(
      await readBook(world, { from: monthStart(2), to: addDays(monthStart(1), -1), by: 'goodsPlace' }),
      closedRows,
      'a closed month never changes',
    )
    const nextRows = await readBook(world, { from: monthStart(1), to: today, by: 'goodsPlace' })
    assert.deepEqual(
      nextRows.filter((row) => compare(row['opening']['quantity'], '0') !== 0).map((row) => [row['id'], row['opening']]),
      closedRows.filter((row) => compare(row['closing']['quantity'], '0') !== 0).map((row) => [row['id'], row['closing']]),
      'what is there at the beginning was there at the end before',
    )
    await compareBook(world, monthStart(1), today)
    await compareBook(world, monthStart(0), today)
    await compareCells(world, monthStart(0), today)
    await openAmounts(world)
    for (const { kind } of await storedEntries(world)) kindsSeen.add(kind)
  }
  assert.deepEqual([...kindsSeen].toSorted(), ['issue', 'loss', 'return', 'stockIn', 'surplus', 'transferIn', 'transferOut'])
  assert.deepEqual(await faults(), [])
})
