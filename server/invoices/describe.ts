import { type Decimal, sum } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { type InvoiceLine, type InvoiceNote, sumNotes } from '../../domain/invoices/invoice.ts'
import type { InvoiceInfo, InvoiceLineInfo, InvoiceRow } from '../../domain/invoices/operations.ts'
import { hidesMoney } from '../access/hidden.ts'
import type { SignedIn } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { lookUp } from '../documents/references.ts'
import { matchesOf } from './items.ts'
import { visibleInvoices } from './visibility.ts'

/** What a row of a list says of an invoice `i`, and who entered it, `p`. */
export const rowColumns = `i.id, i.full_number as number, i.kind, i.issued_on as "issuedOn", i.seller_name as "sellerName",
  i.seller_tax_number as "sellerTaxNumber", i.buyer_name as "buyerName", i.buyer_tax_number as "buyerTaxNumber",
  trim_scale(i.amount)::text as amount, trim_scale(i.tax)::text as tax, trim_scale(i.total)::text as total, i.is_red as "isRed", i.coverage, i.source,
  coalesce((select string_agg(x.code, ', ') from (select distinct d.code, d.id from invoice_use u
    join document d on d.org_id = $1 and d.id = u.document_id
    where u.org_id = $1 and u.invoice_id = i.id order by d.id desc limit 5) x), '') as documents,
  i.created_by as "createdBy", p.user_name as "createdByName", i.created_at as "createdAt"`

/** The row as a reader sees it who may see no money. */
export const asSeen = <R extends Pick<InvoiceRow, 'amount' | 'tax' | 'total'>>(hidden: boolean, row: R): R =>
  hidden ? { ...row, amount: null, tax: null, total: null } : row

type Head = InvoiceRow & {
  readonly code: string
  readonly remark: string
  readonly signature: InvoiceInfo['signature']
  readonly filePath: string | null
  readonly fileName: string | null
  readonly version: number
  readonly blueNumber: string
  readonly sellerKey: string
  readonly ownTitle: string
  readonly ownTaxNumber: string
}

/** An invoice as a person may see it. */
export const describeInvoice = async (call: Pick<SignedIn, 'tx' | 'session'>, id: Id): Promise<InvoiceInfo> => {
  const { tx, session } = call
  const c = new Conditions(tx.orgId)
  const [visible] = await visibleInvoices(tx, session, c, `i.id = ${c.place(id)} and i.deleted_at is null`)
  if (visible === undefined) throw new NotFound()
  const hidden = hidesMoney(session)
  const head = await readHead(tx, id)
  const [lines, uses, assets, linkedInvoices, events, supplier] = await Promise.all([
    readLines(tx, id),
    readUses(tx, id),
    readAssets(tx, id),
    readLinked(call, head),
    readEvents(tx, id),
    findSupplier(tx, head.sellerName),
  ])
  const matches = await matchesOf(
    tx,
    head.sellerKey,
    lines.filter(({ discountOf }) => discountOf === null),
  )
  const { filePath, fileName, sellerKey: _, ownTitle, ownTaxNumber, ...row } = head
  const amounts = { amount: row.amount ?? '0', tax: row.tax ?? '0', total: row.total ?? '0' }
  return {
    ...asSeen(hidden, row),
    file: filePath === null || hidden ? null : { path: filePath, name: fileName ?? '' },
    lines: lines.map((line) => lineInfo(line, matches.get(line.lineNo), uses, hidden)),
    uses: uses.map(({ isReceipt: __, ...use }) => ({ ...use, amount: hidden ? null : use.amount })),
    assets,
    supplier,
    notes: [...(hidden ? [] : sumNotes({ ...amounts, lines })), ...buyerNotes(head, { ownTitle, ownTaxNumber })],
    ...linkedInvoices,
    reds: linkedInvoices.reds.map((red) => ({ ...red, total: hidden ? null : red.total })),
    blue: linkedInvoices.blue && { ...linkedInvoices.blue, total: hidden ? null : linkedInvoices.blue.total },
    events,
  }
}

const readHead = (tx: Tx, id: Id): Promise<Head> =>
  onlyRow(
    tx.query<Head>(
      `select ${rowColumns}, i.code, i.remark, i.signature, i.file_path as "filePath", f.name as "fileName", i.version, i.blue_number as "blueNumber",
         coalesce(nullif(i.seller_tax_number, ''), i.seller_name) as "sellerKey",
         coalesce(o.settings -> 'invoicing' ->> 'title', '') as "ownTitle", coalesce(o.settings -> 'invoicing' ->> 'taxNumber', '') as "ownTaxNumber"
       from invoice i join person p on p.org_id = $1 and p.id = i.created_by join organisation o on o.org_id = $1
       left join file f on f.org_id = $1 and f.path = i.file_path
       where i.org_id = $1 and i.id = $2`,
      [tx.orgId, id],
    ),
  )

/** The supplier of a name, brackets of either width alike; none where two have it. */
const findSupplier = async (tx: Tx, name: string): Promise<InvoiceInfo['supplier']> => {
  const [supplier = null, namesake] = await tx.query<{ id: Id; name: string }>(
    `select id, supplier_name as name from supplier
     where org_id = $1 and deleted_at is null and translate(supplier_name, '（） ', '()') = translate($2, '（） ', '()') limit 2`,
    [tx.orgId, name],
  )
  return namesake ? null : supplier
}

/** A buyer that is not the organisation, as far as its settings say what it is called. */
const buyerNotes = (
  { buyerName, buyerTaxNumber }: Pick<InvoiceRow, 'buyerName' | 'buyerTaxNumber'>,
  { ownTitle, ownTaxNumber }: Pick<Head, 'ownTitle' | 'ownTaxNumber'>,
): InvoiceNote[] => {
  const same = (a: string, b: string) => bare(a) === bare(b)
  return [
    ...(ownTitle === '' || same(ownTitle, buyerName)
      ? []
      : [{ words: '购买方是“{name}”，不是本单位的名称“{own}”', params: { name: buyerName, own: ownTitle } }]),
    ...(ownTaxNumber === '' || same(ownTaxNumber, buyerTaxNumber)
      ? []
      : [{ words: '购买方税号是“{number}”，不是本单位的税号“{own}”', params: { number: buyerTaxNumber, own: ownTaxNumber } }]),
  ]
}

/** Brackets of either width and spaces make no difference. */
const bare = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

type StoredLine = InvoiceLine & {
  readonly netAmount: Decimal
  readonly netTax: Decimal
  readonly modelId: Id | null
  readonly consumableId: Id | null
}

export const readLines = (tx: Tx, id: Id): Promise<StoredLine[]> =>
  tx.query<StoredLine>(
    `select line_no as "lineNo", name, tax_class as "taxClass", spec, unit, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price,
       trim_scale(amount)::text as amount, tax_rate as "taxRate", trim_scale(tax)::text as tax, discount_of as "discountOf",
       trim_scale(net_amount)::text as "netAmount", trim_scale(net_tax)::text as "netTax", model_id as "modelId", consumable_id as "consumableId"
     from invoice_line where org_id = $1 and invoice_id = $2 order by line_no`,
    [tx.orgId, id],
  )

type StoredUse = InvoiceInfo['uses'][number] & { readonly amount: Decimal; readonly isReceipt: boolean }

const readUses = async (tx: Tx, id: Id): Promise<StoredUse[]> => {
  const rows = await tx.query<StoredUse>(
    `select u.line_no as "lineNo", u.document_id as "documentId", d.kind, d.code, d.state, u.item_id as "itemId", '' as "itemName",
       trim_scale(u.quantity)::text as quantity, trim_scale(u.amount)::text as amount, u.is_receipt as "isReceipt"
     from invoice_use u join document d on d.org_id = $1 and d.id = u.document_id
     where u.org_id = $1 and u.invoice_id = $2 order by d.id desc, u.line_no, u.item_id`,
    [tx.orgId, id],
  )
  const ids = new Set(rows.map(({ itemId }) => itemId))
  const names = rows.length === 0 ? [] : await lookUp(tx, new Map([['model', ids] as const, ['consumable', ids] as const]))
  return rows.map((row) => ({ ...row, itemName: names.find((name) => name.id === row.itemId)?.name ?? '' }))
}

const lineInfo = (
  { modelId: _, consumableId: __, ...line }: StoredLine,
  match: { readonly item: InvoiceLineInfo['item']; readonly by: InvoiceLineInfo['matchedBy'] } | undefined,
  uses: readonly StoredUse[],
  hidden: boolean,
): InvoiceLineInfo => {
  const usedSum = (isReceipt: boolean, key: 'quantity' | 'amount') =>
    sum(uses.filter((use) => use.lineNo === line.lineNo && use.isReceipt === isReceipt).map((use) => use[key]))
  const ifVisible = <V>(value: V) => (hidden ? null : value)
  return {
    ...line,
    price: ifVisible(line.price),
    amount: ifVisible(line.amount),
    tax: ifVisible(line.tax),
    netAmount: ifVisible(line.netAmount),
    netTax: ifVisible(line.netTax),
    item: match?.item ?? null,
    matchedBy: match?.by ?? null,
    orderedQuantity: usedSum(false, 'quantity'),
    orderedAmount: ifVisible(usedSum(false, 'amount')),
    receivedQuantity: usedSum(true, 'quantity'),
    receivedAmount: ifVisible(usedSum(true, 'amount')),
  }
}

const assetsAtMost = 500

/** The cards that its documents brought in, and those that it was linked with. */
const readAssets = (tx: Tx, id: Id): Promise<InvoiceInfo['assets']> =>
  tx.query(
    `select a.id, a.instance_code as code, a.instance_name as name, bool_or(x.direct) as "isDirect"
     from (
       select asset_id, true as direct from invoice_asset where org_id = $1 and invoice_id = $2
       union all select m.item_id, false from invoice_use u join move m on m.org_id = $1 and m.document_id = u.document_id and m.item_kind = 'asset' and m.reverses is null
       join asset b on b.org_id = $1 and b.id = m.item_id and b.goods_id = u.item_id where u.org_id = $1 and u.invoice_id = $2
     ) x join asset a on a.org_id = $1 and a.id = x.asset_id and a.deleted_at is null
     group by a.id, a.instance_code, a.instance_name order by a.id limit ${assetsAtMost}`,
    [tx.orgId, id],
  )

const linkedColumns = `i.id, i.full_number as number, i.issued_on as "issuedOn", trim_scale(i.total)::text as total`

/** What it takes back, and what takes it back, as far as the reader may see those. */
const readLinked = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  { blueNumber, number }: Pick<Head, 'blueNumber' | 'number'>,
): Promise<Pick<InvoiceInfo, 'blue' | 'reds'>> => {
  const c = new Conditions(tx.orgId)
  const either = `(i.full_number = ${c.place(blueNumber)} or i.blue_number = ${c.place(number)}) and i.deleted_at is null`
  const ids = await visibleInvoices(tx, session, c, either)
  if (ids.length === 0) return { blue: null, reds: [] }
  const rows = await tx.query<InvoiceInfo['reds'][number] & { isBlue: boolean }>(
    `select ${linkedColumns}, (i.full_number = $3) is true as "isBlue" from invoice i where i.org_id = $1 and i.id = any ($2::bigint[]) order by i.id`,
    [tx.orgId, ids, blueNumber],
  )
  const linkedInvoices = rows.map(({ isBlue, ...row }) => ({ isBlue, row }))
  return {
    blue: linkedInvoices.find(({ isBlue }) => isBlue)?.row ?? null,
    reds: linkedInvoices.filter(({ isBlue }) => !isBlue).map(({ row }) => row),
  }
}

const readEvents = (tx: Tx, id: Id): Promise<InvoiceInfo['events']> =>
  tx.query(
    `select e.action, p.user_name as "actorName", e.at, e.subject from invoice_event e join person p on p.org_id = $1 and p.id = e.actor_uid
     where e.org_id = $1 and e.invoice_id = $2 order by e.id desc limit 200`,
    [tx.orgId, id],
  )
