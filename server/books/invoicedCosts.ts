import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { Fen } from '../../domain/books/depreciation.ts'
import { fenOf } from '../../domain/books/fen.ts'
import { type InvoicedCost, invoiceDifference } from '../../domain/books/invoicedCost.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import type { Tx } from '../db/tx.ts'
import type { Book } from './books.ts'

/** The share of an invoice that an asset costs. */
export type AssetInvoice = InvoicedCost & {
  readonly assetId: Id
  readonly invoiceId: Id
  readonly number: string
  readonly sellerName: string
}

/** What of an amount falls to a piece, by its weight among the others: whole fen that come to the amount. */
const shareSql = (amount: string): string =>
  `(round(${amount} * w.upto / w.whole, 2) - round(${amount} * (w.upto - w.weight) / w.whole, 2))`

/** The running weights of pieces within a group: all the same where none has one. */
const weightSql = (weight: string, group: string, piece: string): string =>
  `sum(${weight}) over (partition by ${group} order by ${piece}) as upto, sum(${weight}) over (partition by ${group}) as whole, ${weight} as weight`

const receiptInvoices = `
  select w.asset_id, u.invoice_id, ${shareSql('u.amount')} as amount, ${shareSql('coalesce(u.amount * l.net_tax / nullif(l.net_amount, 0), 0)')} as tax
  from (
    select p.document_id, p.asset_id, p.goods_id, ${weightSql('p.price', 'p.document_id, p.goods_id', 'p.asset_id')}
    from (
      select m.document_id, m.item_id as asset_id, a.goods_id, case when min(k.price) over g > 0 then k.price else 1 end as price
      from move m join asset a on a.org_id = $1 and a.id = m.item_id
      left join document_line n on n.org_id = $1 and n.document_id = m.document_id and n.line_no = m.line_no
      cross join lateral (select coalesce((n.data ->> 'price')::numeric, 0) as price) k
      where m.org_id = $1 and m.item_kind = 'asset' and m.reverses is null and m.document_id in (
        select b.document_id from move b where b.org_id = $1 and b.item_id = any ($2::bigint[]) and b.item_kind = 'asset' and b.reverses is null
          and exists (select from invoice_use r where r.org_id = $1 and r.document_id = b.document_id and r.is_receipt))
      window g as (partition by m.document_id, a.goods_id)) p) w
  join invoice_use u on u.org_id = $1 and u.document_id = w.document_id and u.item_id = w.goods_id and u.is_receipt
  join invoice_line l on l.org_id = $1 and l.invoice_id = u.invoice_id and l.line_no = u.line_no
  where w.asset_id = any ($2::bigint[])`

const cardInvoices = `
  select w.asset_id, w.invoice_id, ${shareSql('w.open_amount')} as amount, ${shareSql('w.open_tax')} as tax
  from (
    select p.asset_id, p.invoice_id, p.open_amount, p.open_tax, ${weightSql('p.weight', 'p.invoice_id', 'p.asset_id')}
    from (
      select c.asset_id, c.invoice_id, case when min(c.weight) over g > 0 then c.weight else 1 end as weight,
        i.amount - t.amount as open_amount, i.tax - t.tax as open_tax
      from invoice_asset c join invoice i on i.org_id = $1 and i.id = c.invoice_id
      cross join lateral (
        select coalesce(sum(u.amount), 0) as amount, coalesce(sum(round(u.amount * l.net_tax / nullif(l.net_amount, 0), 2)), 0) as tax
        from invoice_use u join invoice_line l on l.org_id = $1 and l.invoice_id = u.invoice_id and l.line_no = u.line_no
        where u.org_id = $1 and u.invoice_id = c.invoice_id and u.is_receipt) t
      where c.org_id = $1 and c.invoice_id in (select b.invoice_id from invoice_asset b where b.org_id = $1 and b.asset_id = any ($2::bigint[]))
      window g as (partition by c.invoice_id)) p) w
  where w.asset_id = any ($2::bigint[])`

const assetInvoices = `
  select s.asset_id as "assetId", s.invoice_id as "invoiceId", i.full_number as number, i.seller_name as "sellerName", i.kind, sum(s.amount) as amount, sum(s.tax) as tax
  from (${receiptInvoices} union all ${cardInvoices}) s join invoice i on i.org_id = $1 and i.id = s.invoice_id and i.deleted_at is null
  group by s.asset_id, s.invoice_id, i.full_number, i.seller_name, i.kind, i.issued_on having sum(s.amount) <> 0 order by i.issued_on, s.invoice_id`

/**
 * What invoices say that assets cost. A receipt shares what it took of an invoice among its pieces by the prices of their lines; of an invoice that was
 * linked with cards alone, what no receipt took is shared by what the cards cost when they were linked.
 */
export const readAssetInvoices = async (tx: Tx, assetIds: readonly Id[]): Promise<AssetInvoice[]> => {
  if (assetIds.length === 0) return []
  const rows = await tx.query<Omit<AssetInvoice, 'amount' | 'tax'> & { amount: Decimal; tax: Decimal }>(assetInvoices, [tx.orgId, assetIds])
  return rows.map((row) => ({ ...row, amount: fenOf(row.amount), tax: fenOf(row.tax) }))
}

const assetsOfPart = 2000

type NewAsset = { readonly id: Id; readonly label: string; readonly cost: Fen }

/**
 * The assets that a month of a book brought a cost for, whose invoices come to another one; assets without an invoice are not among them. They are
 * compared so many at a time.
 */
export const readUnlikeInvoices = async (
  tx: Tx,
  book: Pick<Book, 'id' | 'regime'>,
  month: MonthNumber,
  assetsAtOnce = assetsOfPart,
): Promise<NewAsset[]> => {
  const unlikeAssets: NewAsset[] = []
  for (let after: Id | undefined = '0'; after !== undefined;) {
    const assets: NewAsset[] = await readInvoicedAssets(tx, { bookId: book.id, month, after, assetsAtOnce })
    unlikeAssets.push(...(await unlikeAmong(tx, assets, book.regime)))
    after = assets.length === assetsAtOnce ? assets.at(-1)?.id : undefined
  }
  return unlikeAssets
}

type AssetPart = { readonly bookId: Id; readonly month: MonthNumber; readonly after: Id; readonly assetsAtOnce: number }

/** Assets that a month brought a cost for and that an invoice explains: by their cards, or by the receipt that they came with. */
const readInvoicedAssets = async (tx: Tx, { bookId, month, after, assetsAtOnce }: AssetPart): Promise<NewAsset[]> => {
  const rows = await tx.query<{ id: Id; label: string; cost: Decimal }>(
    `select a.id, a.instance_name as label, b.cost from book_asset b join asset a on a.org_id = $1 and a.id = b.asset_id
     where b.org_id = $1 and b.book_id = $2 and b.last_month is null and b.asset_id > $4 and b.asset_id in (
       select e.asset_id from value_entry e where e.org_id = $1 and e.book_id = $2 and e.month = $3 and e.kind in ('acquisition', 'takeover', 'addition'))
       and (exists (select from invoice_asset c where c.org_id = $1 and c.asset_id = a.id)
         or exists (select from move m join invoice_use u on u.org_id = $1 and u.document_id = m.document_id and u.is_receipt
           where m.org_id = $1 and m.item_kind = 'asset' and m.item_id = a.id and m.reverses is null))
     order by a.id limit $5`,
    [tx.orgId, bookId, month, after, assetsAtOnce],
  )
  return rows.map((row) => ({ ...row, cost: fenOf(row.cost) }))
}

const unlikeAmong = async (tx: Tx, assets: readonly NewAsset[], regime: Book['regime']): Promise<NewAsset[]> => {
  const invoices = Map.groupBy(
    await readAssetInvoices(
      tx,
      assets.map(({ id }) => id),
    ),
    ({ assetId }) => assetId,
  )
  return assets.filter(({ id, cost }) => {
    const ofAsset = invoices.get(id)
    return ofAsset !== undefined && invoiceDifference(cost, ofAsset, regime) !== 0n
  })
}
