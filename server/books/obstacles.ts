import { addDays, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { BookObstacle } from '../../domain/books/operations.ts'
import { minimumLifeOf } from '../../domain/books/minimumLife.ts'
import { firstDayOf, type MonthNumber } from '../../domain/books/month.ts'
import { gsAjustOrder } from '../../domain/documents/asset/ajust.ts'
import { gsConvertOrder } from '../../domain/documents/asset/convert.ts'
import { gsHandleOrder } from '../../domain/documents/asset/handle.ts'
import { gsInstockOrder } from '../../domain/documents/asset/instock.ts'
import { gsValueOrder } from '../../domain/documents/asset/value.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { type Book, readAssetRules } from './books.ts'
import { readUnlikeInvoices } from './invoicedCosts.ts'

type Examples = BookObstacle['examples']

const examplesAtMost = 5

/** What stands in the way of closing the next month of a book, or should be known before it. */
export const readObstacles = async (tx: Tx, book: Book): Promise<BookObstacle[]> => {
  const month = book.closedMonth + 1
  const [openingRow, documents, assets, shortLives, unlikeInvoices, tasks] = await Promise.all([
    onlyRow(
      tx.query<{ isOpened: boolean }>('select opened_at is not null as "isOpened" from book where org_id = $1 and id = $2', [
        tx.orgId,
        book.id,
      ]),
    ),
    readPendingDocuments(tx, month),
    readAssetGaps(tx, book),
    readShortLives(tx, book),
    readUnlikeInvoices(tx, book, month),
    tx.query<{ id: Id; label: string }>(
      `select id, name as label from count_task where org_id = $1 and state = 'review' order by id limit 20`,
      [tx.orgId],
    ),
  ])
  const isOver = dayAt(tx.now()) >= addDays(firstDayOf(month + 1), -1)
  const datedDocuments = documents.filter(({ isDated }) => isDated)
  const otherDocuments = documents.filter(({ isDated }) => !isDated)
  const all: BookObstacle[] = [
    { kind: 'future', count: isOver ? 0 : 1, blocks: true, examples: [] },
    { kind: 'opening', count: openingRow.isOpened ? 0 : 1, blocks: true, examples: [] },
    { kind: 'pending', count: datedDocuments.length, blocks: true, examples: examplesOf(datedDocuments) },
    { kind: 'noLife', count: assets.noLife.count, blocks: true, examples: assets.noLife.examples },
    { kind: 'waiting', count: otherDocuments.length, blocks: false, examples: examplesOf(otherDocuments) },
    { kind: 'noValue', count: assets.noValue.count, blocks: false, examples: assets.noValue.examples },
    ...shortLives,
    {
      kind: 'invoices',
      count: unlikeInvoices.length,
      blocks: false,
      examples: unlikeInvoices.slice(0, examplesAtMost).map(({ id, label }) => ({ id, kind: null, label })),
    },
    { kind: 'differences', count: tasks.length, blocks: false, examples: examplesOf(tasks.map((task) => ({ ...task, kind: 'count' }))) },
  ]
  return all.filter(({ count }) => count > 0)
}

const examplesOf = (rows: readonly { id: Id; kind: string; label: string }[]): Examples =>
  rows.slice(0, examplesAtMost).map(({ id, kind, label }) => ({ id, kind, label }))

/** The kinds of document that change what an asset is worth. */
const valuedKinds = [gsInstockOrder, gsHandleOrder, gsAjustOrder, gsValueOrder, gsConvertOrder].map(({ kind }) => kind)

type PendingDocument = { id: Id; kind: string; label: string; isDated: boolean }

/** Documents that change values and are not in the books yet; `isDated` where they are datedDocuments into the month or before it. */
const readPendingDocuments = (tx: Tx, month: MonthNumber): Promise<PendingDocument[]> =>
  tx.query<PendingDocument>(
    `select d.id, d.kind, d.code as label, coalesce(nullif(d.header ->> 'inServiceOn', '')::date < $3::date, false) as "isDated"
     from document d where d.org_id = $1 and d.kind = any ($2::text[]) and d.state in ('inApproval', 'approved') order by d.id limit 1000`,
    [tx.orgId, valuedKinds, firstDayOf(month + 1)],
  )

/** Assets with a cost that are not among what was taken over, where anything was: the rules say what they are worth when the book starts. */
export const readNotTakenOver = async (tx: Tx, bookId: Id): Promise<BookObstacle[]> => {
  const { count, examples } = await onlyRow(
    tx.query<Gap>(
      `select count(*)::int as count, coalesce(jsonb_agg(jsonb_build_object('id', g.id::text, 'kind', null, 'label', g.label)) filter (where g.place <= $3), '[]') as examples
       from (select a.id, a.instance_name as label, row_number() over (order by a.id) as place
         from asset a where a.org_id = $1 and a.deleted_at is null and a.value is not null and is_inside(a.account)
           and exists (select from opening o where o.org_id = $1 and o.book_id = $2 and o.deleted_at is null)
           and not exists (select from opening o where o.org_id = $1 and o.book_id = $2 and o.asset_code = a.instance_code and o.deleted_at is null)) g`,
      [tx.orgId, bookId, examplesAtMost],
    ),
  )
  return count === 0 ? [] : [{ kind: 'notTakenOver', count, blocks: false, examples }]
}

/** The categories with assets that a book depreciates in less time than tax, or the standard of public bodies, allows. */
export const readShortLives = async (tx: Tx, { id, regime }: Pick<Book, 'id' | 'regime'>): Promise<BookObstacle[]> => {
  const categories = await tx.query<{ id: Id; code: string; label: string }>(
    `select id, cat_code as code, cat_name as label from category where org_id = $1 and cat_kind = 'asset' and deleted_at is null order by cat_code`,
    [tx.orgId],
  )
  const ruleOf = await readAssetRules(
    tx,
    categories.map((category) => category.id),
  )
  const shortCategories = categories.filter(({ id: catId, code }) => {
    const { lifeMonths, method } = ruleOf(id, catId)
    const isSpread = method !== 'none' && method !== 'immediate' && method !== 'unitsOfProduction'
    return isSpread && lifeMonths !== undefined && lifeMonths < (minimumLifeOf(regime, code) ?? 0)
  })
  const usedCategories = await tx.query<{ id: Id }>(
    `select c.id from unnest($2::bigint[]) as c (id)
     where exists (select from asset a where a.org_id = $1 and a.cat_id = c.id and a.deleted_at is null)
       or exists (select from model m join asset a on a.org_id = $1 and a.goods_id = m.id and a.deleted_at is null where m.org_id = $1 and m.cat_id = c.id)`,
    [tx.orgId, shortCategories.map((category) => category.id)],
  )
  const usedIds = new Set(usedCategories.map((category) => category.id))
  const listedCategories = shortCategories.filter((category) => usedIds.has(category.id))
  const examples = examplesOf(listedCategories.map((category) => ({ ...category, kind: 'category' })))
  return listedCategories.length === 0 ? [] : [{ kind: 'shortLife', count: listedCategories.length, blocks: false, examples }]
}

type Gap = { readonly count: number; readonly examples: Examples }

/** Assets that nothing can be charged for: without a life in the book, or without a cost in the register. */
const readAssetGaps = async (tx: Tx, book: Book): Promise<{ noLife: Gap; noValue: Gap }> => {
  const none: Gap = { count: 0, examples: [] }
  const [noLife, noValue] = await Promise.all([
    book.rules.depreciates
      ? onlyRow(
          tx.query<Gap>(
            `select count(*)::int as count, coalesce(jsonb_agg(jsonb_build_object('id', g.id::text, 'kind', null, 'label', g.label)) filter (where g.place <= $3), '[]') as examples
             from (select a.id, a.instance_name as label, row_number() over (order by a.id) as place
               from book_asset b join asset a on a.org_id = $1 and a.id = b.asset_id
               where b.org_id = $1 and b.book_id = $2 and b.life_months is null and b.last_month is null and b.cost > 0
                 and b.method in ('straightLine', 'doubleDeclining', 'sumOfYears')) g`,
            [tx.orgId, book.id, examplesAtMost],
          ),
        )
      : none,
    onlyRow(
      tx.query<Gap>(
        `select count(*)::int as count, coalesce(jsonb_agg(jsonb_build_object('id', g.id::text, 'kind', null, 'label', g.label)) filter (where g.place <= $2), '[]') as examples
         from (select a.id, a.instance_name as label, row_number() over (order by a.id) as place
           from asset a where a.org_id = $1 and a.deleted_at is null and a.value is null and is_inside(a.account)) g`,
        [tx.orgId, examplesAtMost],
      ),
    ),
  ])
  return { noLife, noValue }
}
