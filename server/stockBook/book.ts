import { add, type Decimal, roundTo, subtract } from '../../kernel/decimal.ts'
import type { Day } from '../../kernel/day.ts'
import type { ListRequest, OutputOf } from '../../domain/operations/define.ts'
import { monthText, requireSpan } from '../../domain/books/month.ts'
import { isTransfer, type StockEntryKind, type StockEntryName, stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
import type { stockBook, StockBookGroup, StockBookRow, stockBookTotal, StockFigure } from '../../domain/stockBook/operations.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { hidesMoney } from '../access/hidden.ts'
import { requireQuerying } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import { belowNode, Conditions, limitOf } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { malformed } from '../httpError.ts'
import { pageFor, partOf } from '../page.ts'
import { isStockEntry, placeOf, stockEntryNames, stockEntryRows, stockEntryStandings } from './entryRows.ts'
import { stockBefore, stockMoved } from './figures.ts'
import { readClosedThrough } from './openDays.ts'

export type StockBookQuestion = {
  readonly from: Day
  readonly to: Day
  readonly by: StockBookGroup
  readonly locId?: string | undefined
  readonly catId?: string | undefined
  readonly goodsId?: string | undefined
}

type Reader = Pick<SignedIn, 'tx' | 'session'>

/** What of a row each way of grouping has: its parts, in the order of the rows. `r` is a row of figures with what it is about. */
const groupParts: Readonly<Record<StockBookGroup, readonly Part[]>> = {
  goodsPlace: ['goods', 'place'],
  goods: ['goods'],
  place: ['place'],
  category: ['category'],
  department: ['department'],
}

type Part = 'goods' | 'place' | 'category' | 'department'

/**
 * How figures are grouped by a part. `key` is of figures `r`, and so is `code`, which supplies `g` and places `l` beside them have: the groups `n`
 * have it as `<part>_code`, so that tens of thousands of them are put in order without a look at each one's record. `names` is where its names
 * stand: for the rows of a page, and for the order of parts that have no code beside the figures, whose groups are few.
 */
type PartColumns = {
  readonly key: string
  readonly code?: string
  readonly order: string
  readonly names: string
  readonly about: Readonly<Record<string, string>>
}
const partColumns: Readonly<Record<Part, PartColumns>> = {
  goods: {
    key: 'r.item_id',
    code: 'g.goods_code',
    names: 'join consumable g on g.org_id = $1 and g.id = n.goods',
    order: 'n.goods_code',
    about: { goodsId: 'g.id::text', goodsName: 'g.goods_name', goodsCode: 'g.goods_code', spec: 'g.spec', unit: 'g.unit' },
  },
  place: {
    key: 'r.account',
    code: 'l.loc_code',
    names: `join location l on l.org_id = $1 and l.id = ${placeOf('n.place')}`,
    order: `n.place_code || ' ' || split_part(n.place, ':', 1)`,
    about: { locId: 'l.id::text', locName: 'l.loc_name', standing: `split_part(n.place, ':', 1)` },
  },
  category: {
    key: 'coalesce(g.cat_id, 0)',
    names: 'left join category k on k.org_id = $1 and k.id = n.category',
    order: `coalesce(k.cat_code, '~')`,
    about: { catId: 'k.id::text', catName: 'k.cat_name' },
  },
  department: {
    key: 'coalesce(r.dept_id, 0)',
    names: 'left join department w on w.org_id = $1 and w.id = n.department',
    order: `coalesce(w.dept_code, '~')`,
    about: { deptId: 'w.id::text', deptName: 'w.dept_name' },
  },
}

/** True where all places are asked for by a person who sees them all: what went from one to another is nothing then. */
const isWhole = ({ session }: Reader, { locId }: StockBookQuestion): boolean => session.locations === 'all' && locId === undefined

/** SQL: the figures of a question in pieces that add up, by account, item and kind, with what they are about. */
const figuresAsked = async ({ tx, session }: Reader, c: Conditions, question: StockBookQuestion): Promise<string> => {
  const { from, to, by, locId, catId, goodsId } = question
  requireSpan(from, to)
  const pieces =
    by === 'department'
      ? departmentMoves(c, question)
      : `select account, item_id, 'opening' as kind, quantity, amount, null::bigint as dept_id from (${await stockBefore(tx, c, from)}) o
         union all select account, item_id, kind, quantity, amount, null from (${stockMoved(c, { from, to })}) v`
  const conditions = [
    ...(session.locations === 'all' ? [] : [`l.id = any (${c.place(session.locations)}::bigint[])`]),
    ...(locId === undefined ? [] : [`l.id in ${belowNode('location', '$1', c.place(locId))}`]),
    ...(catId === undefined ? [] : [`g.cat_id in ${belowNode('category', '$1', c.place(catId))}`]),
    ...(goodsId === undefined ? [] : [`r.item_id = ${c.place(goodsId)}::bigint`]),
  ]
  return `(select account, coalesce(f.into_id, p.item_id) as item_id, kind, quantity, amount, dept_id from (${pieces}) p
      left join record_forward f on f.org_id = $1 and f.noun = 'consumable' and f.from_id = p.item_id) r
    join consumable g on g.org_id = $1 and g.id = r.item_id
    join location l on l.org_id = $1 and l.id = ${placeOf('r.account')}
    ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`
}

/** SQL: what departments took and gave back. */
const departmentMoves = (c: Conditions, { from, to }: StockBookQuestion): string =>
  `select s.account, m.item_id, k.kind, case when i.is_in then s.sign else -s.sign end * m.quantity as quantity,
     case when i.is_in then s.sign else -s.sign end * m.cost as amount, ${stockEntryStandings.deptId.sql} as dept_id
   from ${stockEntryRows} ${stockEntryNames}
   where ${isStockEntry} and k.kind in ('issue', 'return') and m.business_date >= ${c.place(from)}::date and m.business_date <= ${c.place(to)}::date`

type Figures = Pick<StockBookRow, 'opening' | 'moves' | 'receipts' | 'issues' | 'closing'>
type StoredFigures = Readonly<Record<string, readonly [quantity: Decimal, amount: Decimal]>>

const noFigure = { quantity: '0', amount: '0' }
const plus = (a: typeof noFigure, b: typeof noFigure): typeof noFigure => ({
  quantity: add(a.quantity, b.quantity),
  amount: add(a.amount, b.amount),
})

/** The figures of a row as they are answered; `isNetted`: without what only changed its place. */
const figuresOf = (storedFigures: StoredFigures, isNetted: boolean, seesMoney: boolean): Figures => {
  const figureOf = (kind: string) => {
    const [quantity = '0', amount = '0'] = storedFigures[kind] ?? []
    return { quantity, amount }
  }
  const names = keysOf(stockEntryKinds).filter((name) => name in storedFigures && !(isNetted && isTransfer(name)))
  const sumOf = (isIncoming: boolean) =>
    names
      .filter((name) => kindOf(name).isIncoming === isIncoming)
      .map(figureOf)
      .reduce(plus, noFigure)
  const [before, receipts, issues] = [figureOf('opening'), sumOf(true), sumOf(false)]
  const toFigure = ({ quantity, amount }: typeof noFigure): StockFigure => ({
    quantity: roundTo(quantity, 4),
    amount: seesMoney ? roundTo(amount, 6) : null,
  })
  const after = {
    quantity: subtract(add(before.quantity, receipts.quantity), issues.quantity),
    amount: subtract(add(before.amount, receipts.amount), issues.amount),
  }
  return {
    opening: toFigure(before),
    moves: Object.fromEntries(names.map((name) => [name, toFigure(figureOf(name))])),
    receipts: toFigure(receipts),
    issues: toFigure(issues),
    closing: toFigure(after),
  }
}

const kindOf = (name: StockEntryName): StockEntryKind => stockEntryKinds[name]

/** Where a page begins: behind the row with these words of order and this id. */
type Behind = readonly string[]

const behindIn = (after: string | undefined, length: number): Behind | undefined => {
  if (!after) return undefined
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string' && !part.includes('\0')))
      return parts as string[]
  } catch {
    // Answered below like any other place that there is not.
  }
  throw malformed('翻页位置有误')
}

type StoredRow = Omit<StockBookRow, keyof Figures> & { figures: StoredFigures; orders: string[]; total: number }

const aboutKeys = [
  'goodsId',
  'goodsName',
  'goodsCode',
  'spec',
  'unit',
  'locId',
  'locName',
  'standing',
  'catId',
  'catName',
  'deptId',
  'deptName',
] as const

/** What a row is about, by how the rows are grouped. */
const aboutColumns = (parts: readonly Part[]): string => {
  const columnOf = (key: string) => parts.flatMap((part) => partColumns[part].about[key] ?? [])[0] ?? 'null'
  return aboutKeys.map((key) => `${columnOf(key)} as "${key}"`).join(', ')
}

/** The rows of the stock book, in the order of codes. */
export const listStockBook = async (reader: Reader, input: ListRequest & StockBookQuestion): Promise<OutputOf<typeof stockBook>> => {
  requireQuerying(reader.session)
  const { tx, session } = reader
  const parts = groupParts[input.by]
  const behind = behindIn(input.after, parts.length + 1)
  const part = partOf({ ...input, after: undefined })
  const c = new Conditions(tx.orgId)
  const figuresSql = await figuresAsked(reader, c, input)
  const orders = [...parts.map((_, index) => `o${index}`), 'id']
  const isPast = behind ? `where (${orders.join(', ')}) > (${behind.map((value) => `${c.place(value)}::text`).join(', ')})` : ''
  const names = parts.map((name) => partColumns[name].names).join(' ')
  const codes = parts.flatMap((name) => partColumns[name].code ?? [])
  const codeNames = parts.filter((name) => partColumns[name].code !== undefined).map((name) => `${name}_code`)
  const orderNames = parts.map((name) => (partColumns[name].code === undefined ? partColumns[name].names : '')).join(' ')
  const rows = await tx.query<StoredRow>(
    `with kinds as materialized (
       select ${parts.map((name) => `${partColumns[name].key} as ${name}`).join(', ')}, r.kind, sum(r.quantity) as quantity, sum(r.amount) as amount
         ${codes.map((code, index) => `, min(${code}) as ${codeNames[index]}`).join('')}
       from ${figuresSql} group by ${parts.map((_, index) => index + 1).join(', ')}, r.kind having sum(r.quantity) <> 0 or sum(r.amount) <> 0),
     groups as materialized (
       select ${[...parts, ...codeNames.map((name) => `min(${name}) as ${name}`)].join(', ')} from kinds group by ${parts.join(', ')}),
     page as materialized (
       select * from (select n.*, ${parts.map((name) => `n.${name}::text`).join(` || '-' || `)} as id, ${parts
         .map((name, index) => `${partColumns[name].order} as o${index}`)
         .join(', ')} from groups n ${orderNames}) o
       ${isPast} order by ${orders.join(', ')} ${limitOf(c, part.pageSize, behind ? 0 : part.offset)}),
     figures as materialized (
       select id, jsonb_object_agg(kind, jsonb_build_array(quantity::text, amount::text)) as figures
       from kinds join page using (${parts.join(', ')}) group by id)
     select n.id, ${aboutColumns(parts)}, figures.figures, array[${orders.map((order) => `n.${order}`).join(', ')}]::text[] as orders,
       (select count(*)::int from groups) as total
     from page n join figures on figures.id = n.id ${names} order by ${orders.map((order) => `n.${order}`).join(', ')}`,
    c.values,
    'anew',
  )
  const isNetted = isWhole(reader, input) && !groupParts[input.by].includes('place')
  const seesMoney = !hidesMoney(session)
  const list = rows.map(({ figures, orders: _, total: _total, ...row }) => ({
    ...row,
    ...figuresOf(figures, isNetted, seesMoney),
  }))
  const total = rows[0]?.total ?? 0
  const place = (index: number) => {
    const row = rows[index]
    return row && Buffer.from(JSON.stringify(row.orders)).toString('base64url')
  }
  return pageFor(part, list, total, { limit: Number.MAX_SAFE_INTEGER, place })
}

/** All rows of the stock book together. */
export const totalOfStockBook = async (reader: Reader, question: StockBookQuestion): Promise<OutputOf<typeof stockBookTotal>> => {
  requireQuerying(reader.session)
  const { tx, session } = reader
  const c = new Conditions(tx.orgId)
  const figuresSql = await figuresAsked(reader, c, question)
  const [{ figures }, closedThrough] = await Promise.all([
    onlyRow(
      tx.query<{ figures: StoredFigures }>(
        `select coalesce(jsonb_object_agg(kind, jsonb_build_array(quantity::text, amount::text)), '{}') as figures
         from (select r.kind, sum(r.quantity) as quantity, sum(r.amount) as amount from ${figuresSql} group by 1 having sum(r.quantity) <> 0 or sum(r.amount) <> 0) t`,
        c.values,
        'anew',
      ),
    ),
    readClosedThrough(tx),
  ])
  const isAll = isWhole(reader, question)
  return {
    ...figuresOf(figures, isAll, !hidesMoney(session)),
    isWhole: isAll,
    closedThrough: closedThrough === undefined ? null : monthText(closedThrough),
  }
}
