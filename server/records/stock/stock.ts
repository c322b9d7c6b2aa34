import { dayAt, defaultTimeZone } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import type { ListRequest, OutputOf } from '../../../domain/operations/define.ts'
import type { heldSupplies, stockList, stockMoves } from '../../../domain/records/operations.ts'
import { stockAges, stockTable } from '../../../domain/records/stockTable.ts'
import { type Account, refOf } from '../../../domain/ledger/ledger.ts'
import type { Session, SignedIn } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import { likePattern } from '../../search/searchText.ts'
import { Forbidden } from '../../httpError.ts'
import { accountInWords } from '../history/assetHistory.ts'
import { pageFor, partOf } from '../../page.ts'
import { centsStanding } from '../../tables/centsStanding.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import { requireColumns, requireOpen } from '../../tables/open.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, type SortedBy, sortedPartOf, sortValues } from '../../tables/order.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { conditionsOf } from '../../tables/where.ts'
import type { Tx } from '../../db/tx.ts'
import { belowNode, Conditions, limitOf } from '../../db/conditions.ts'
import { hidesMoney } from '../../access/hidden.ts'
import { mayQuery, requireQuerying } from '../../access/scope.ts'

export type StockQuery = Request & { locId?: Id | undefined; goodsId?: Id | undefined; low?: boolean | undefined }

/**
 * Consumables in stock by place. Keepers see what lies in their places and what it is worth, and what there is none of and should be; everyone else, a keeper without a place
 * too, only how much is free, because that is what one asks for supplies by.
 */
export const listStock = async ({ tx, session }: Reader, input: StockQuery): Promise<OutputOf<typeof stockList>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(stockTable, stockStandings, input, { finalOrder: byCode })
  const keeps = keepsStock(session)
  const c = stockConditions(tx, session, input)
  const counting = [stockJoined(c), [...c.values]] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'l.id')})`)
  const planMode = plannedFor(input)
  const [countRow, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n ${counting[0]}`, counting[1], planMode)),
    tx.query<OutputOf<typeof stockList>['list'][number] & { sortedBy: (string | null)[] }>(
      `select ${sortValues(sortOrder)}, ${stockRowId} as id, g.id as "goodsId", g.goods_code as "goodsCode", g.goods_name as "goodsName",
              split_part(g.goods_image, ',', 1) as "goodsImage", g.unit, g.spec,
              (select k.cat_name from category k where k.org_id = $1 and k.id = g.cat_id) as "catName", l.id as "locId", l.loc_name as "locName",
              b.on_hand as "onHand", b.reserved, ${stockStandings.available.sql} as available, ${stockStandings.value.sql} as value,
              ${stockStandings.unitCost.sql} as "unitCost", ${stockStandings.lastInOn.sql} as "lastInOn", ${stockStandings.lastMovedOn.sql} as "lastMovedOn", g.min_stock as "minStock", coalesce(${isLow}, false) as low
       ${stockJoined(c)} order by ${orderOf(sortOrder, 'l.id')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const worthless = { value: '', unitCost: '' }
  const noDays = { lastInOn: null, lastMovedOn: null }
  const list = rows.map(({ sortedBy: _, ...row }) =>
    keeps ? { ...row, ...(hidesMoney(session) && worthless) } : { ...row, onHand: row.available, reserved: '0', ...worthless, ...noDays },
  )
  const place = (index: number) => {
    const row = rows[index]
    return row && cursorOf(stockTable, sortOrder, { values: row.sortedBy, id: row.locId })
  }
  return pageFor(part, list, countRow.n, { limit: Number.MAX_SAFE_INTEGER, place })
}

const stockJoined = (c: Conditions): string => `from ${stockFrom} where ${c.texts.join(' and ')}`

/** Of one code in one place there is one row. */
const byCode: readonly SortedBy[] = [
  { key: 'goodsCode', sql: 'g.goods_code', descending: false, type: 'text', filled: true },
  { key: 'locCode', sql: 'l.loc_code', descending: false, type: 'text', filled: true },
]

type Reader = Pick<SignedIn, 'tx' | 'session'>

/** True for the person who is told what lies in store and what it is worth. */
export const keepsStock = (session: Session): boolean => session.codes.has('cslocstock:list') && mayQuery(session)

/** The columns of the stock that none of a reader's roles shows. */
export const hiddenInStock = (session: Session): readonly string[] =>
  hidesMoney(session) ? ['unitCost', 'value', ...Object.keys(stockAges)] : []

/** Supplies `g` in the stores `l` by their balances `b`. */
export const stockFrom = `balance b
    join consumable g on g.org_id = $1 and g.id = b.item_id and g.deleted_at is null
    join location l on l.org_id = $1 and l.id = substr(b.account, 7)::bigint`

/** What tells a row from another. */
export const stockRowId = `l.id || '-' || g.id`

/** Which of it a person asks for, inside what they may know. */
export const stockConditions = (tx: Tx, session: Session, input: StockQuery): Conditions => {
  const keeps = keepsStock(session)
  if (!keeps) requireOpen(stockTable, input)
  requireColumns(stockTable, (key) => !hiddenInStock(session).includes(key), input, [])
  const c = new Conditions(tx.orgId)
  c.add(`b.org_id = $1 and b.item_kind = 'consumable' and b.account like 'store:%' and (b.on_hand > 0${keeps ? ` or ${isLow}` : ''})`)
  if (keeps && session.locations !== 'all') c.add(`l.id = any (${c.place(session.locations)}::bigint[])`)
  if (input.locId) c.add(`l.id in ${belowNode('location', '$1', c.place(input.locId))}`)
  if (input.goodsId) c.add(`b.item_id = ${c.place(input.goodsId)}`)
  if (input.low) c.add(isLow)
  for (const text of conditionsOf(c, stockTable, stockStandings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  if (input.likeQuery?.trim()) c.add(`g.search like ${c.place(likePattern(input.likeQuery))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, `(${stockRowId})`, 'text'))
  return c
}

/** What a person holds of supplies; of others only the person who keeps supplies is told. */
export const listHeld = async ({ tx, session }: SignedIn, { uid }: { uid?: Id | undefined }): Promise<OutputOf<typeof heldSupplies>> => {
  if (uid !== undefined && uid !== session.uid && !session.codes.has('csreturnorder:post')) throw new Forbidden()
  return {
    list: await tx.query(
      `select g.id as "goodsId", g.goods_code as "goodsCode", g.goods_name as "goodsName", split_part(g.goods_image, ',', 1) as "goodsImage", g.unit, g.spec,
              b.on_hand as "onHand", b.on_hand - b.reserved as available
       from balance b join consumable g on g.org_id = $1 and g.id = b.item_id
       where b.org_id = $1 and b.account = $2 and b.on_hand > 0 order by g.goods_code limit 500`,
      [tx.orgId, `consumed:${uid ?? session.uid}`],
    ),
  }
}

/** What came and went of one consumable, newest first, seen from the place asked for or from the caller's places. */
export const listStockMoves = async (
  { tx, session, language }: SignedIn,
  input: ListRequest & { goodsId: Id; locId?: Id | undefined },
): Promise<OutputOf<typeof stockMoves>> => {
  const part = partOf(input)
  requireQuerying(session)
  const scope = session.locations === 'all' ? undefined : session.locations
  if (input.locId && scope && !scope.includes(input.locId)) throw new Forbidden()
  const c = new Conditions(tx.orgId)
  c.add(`m.org_id = $1 and m.item_id = ${c.place(input.goodsId)} and m.item_kind = 'consumable'`)
  const places = input.locId ? [input.locId] : scope
  const accounts = places && `${c.place(places.map((id) => `store:${id}`))}::text[]`
  if (accounts) c.add(`(m.from_account = any (${accounts}) or m.to_account = any (${accounts}))`)
  const conditions = c.texts.join(' and ')
  const counting = [...c.values]
  const storePlace = input.locId ? c.place(`store:${input.locId}`) : undefined
  const after = part.after === undefined ? '' : `and m.seq < ${c.place(part.after)}`
  const [countRow, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from move m where ${conditions}`, counting)),
    tx.query<OutputOf<typeof stockMoves>['list'][number] & { seq: string; from: Account; to: Account }>(
      `select m.id, m.seq, m.posted_at as at, m.business_date as "businessDate", m.quantity, m.cost, m.from_account as "from", m.to_account as "to",
              ${storePlace ? `case when m.from_account = ${storePlace} then m.from_after else m.to_after end` : 'null::numeric'} as after,
              m.document_id as "documentId", d.kind as "documentKind", d.code as "documentCode"
       from move m join document d on d.org_id = $1 and d.id = m.document_id
       where ${conditions} ${after} order by m.seq desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  const owners = [...new Set(rows.flatMap(({ from, to }) => [refOf(from), refOf(to)]).filter((id) => id !== undefined))]
  const locationNames = await tx.query<{ id: Id; name: string }>(
    `select id, loc_name as name from location where org_id = $1 and id = any ($2::bigint[])
     union all select id, user_name from person where org_id = $1 and id = any ($2::bigint[])
     union all select id, supplier_name from supplier where org_id = $1 and id = any ($2::bigint[])
     union all select id, dept_name from department where org_id = $1 and id = any ($2::bigint[])`,
    [tx.orgId, owners],
  )
  const names = new Map(locationNames.map(({ id, name }) => [id, name]))
  const words = (account: Account) => accountInWords(account, (id) => names.get(id), language)
  return pageFor(
    part,
    rows.map(({ seq: _, ...row }) => ({ ...row, ...(hidesMoney(session) && { cost: '' }), from: words(row.from), to: words(row.to) })),
    countRow.n,
    { limit: Number.MAX_SAFE_INTEGER, place: (options) => rows[options]?.seq },
  )
}

/** SQL: supplies `g` run low in the store of balance `b`. */
export const isLow = 'b.on_hand - b.reserved < g.min_stock'

/** SQL: the day of the last move of the supplies of balance `b` for which something holds; the newest are looked at first. */
const lastMove = (condition: string): string =>
  `(select m.business_date from move m where m.org_id = $1 and m.item_id = b.item_id and ${condition} order by m.seq desc limit 1)`

/** SQL: move `m` brought something to balance `b`; what a reversal takes back never came, and what it gives back never left. */
const isArrival = `m.to_account = b.account and m.reverses is null
  and not exists (select from move r where r.org_id = $1 and r.reverses = m.id)`

/**
 * SQL: what of balance `b` came when, in days `age`: the latest that came is what is still there. What moved from another store counts from the
 * day on which it arrived.
 */
const stockLayers = `select c.age, least(c.quantity, b.on_hand - c.later) as quantity from (
    select (now() at time zone '${defaultTimeZone}')::date - m.business_date as age, sum(m.quantity) as quantity,
      coalesce(sum(sum(m.quantity)) over (order by m.business_date desc rows between unbounded preceding and 1 preceding), 0) as later
    from move m where m.org_id = $1 and m.item_id = b.item_id and ${isArrival} group by m.business_date) c
  where c.later < b.on_hand`

const ageKeys = Object.keys(stockAges)
const ageQuantities = Object.entries(stockAges).map(([key, { from, to }]) => {
  const upTo = to === undefined ? '' : ` and age <= ${to}`
  return `sum(quantity) filter (where age >= ${from}${upTo}) as "${key}"`
})
const ageJoin = `left join lateral (select ${ageQuantities.join(', ')} from (${stockLayers}) y where b.on_hand > 0) v on true`

/** SQL: what the first ages are worth together, to so many places. */
const agesValue = (count: number, places: 2 | 6): string => {
  const quantities = ageKeys.slice(0, count).map((key) => `coalesce(v."${key}", 0)`)
  return `round(b.value * (${['0', ...quantities].join(' + ')}) / b.on_hand, ${places})`
}

/** SQL: what an age adds to the younger ones: all ages come to the value of the balance. */
const ageValue = (index: number, places: 2 | 6): string =>
  `case when v."${ageKeys[index]}" is not null then ${agesValue(index + 1, places)} - ${agesValue(index, places)} end`

/** An age is shown to the cent, and added up to the places of the ledger. */
const ageStandings: Standings = Object.fromEntries(
  ageKeys.map((key, index) => [key, { sql: ageValue(index, 2), sumSql: ageValue(index, 6), join: ageJoin }]),
)

/** Where the columns of the stock stand. */
export const stockStandings = {
  goodsName: { sql: 'g.goods_name' },
  goodsCode: { sql: 'g.goods_code' },
  spec: { sql: 'g.spec' },
  unit: { sql: 'g.unit' },
  locName: { sql: 'l.loc_name' },
  onHand: { sql: 'b.on_hand' },
  reserved: { sql: 'b.reserved' },
  available: { sql: '(b.on_hand - b.reserved)' },
  unitCost: { sql: 'coalesce(round(b.value / nullif(b.on_hand, 0), 4), 0)' },
  value: centsStanding('b.value'),
  minStock: { sql: 'g.min_stock' },
  lastInOn: { sql: lastMove(isArrival) },
  lastMovedOn: { sql: lastMove('b.account in (m.from_account, m.to_account)') },
  ...ageStandings,
  low: { sql: `(${isLow})` },
  catId: { sql: 'g.cat_id', tree: 'category' },
  locId: { sql: 'l.id', tree: 'location' },
  goodsId: { sql: 'g.id' },
} satisfies Standings
