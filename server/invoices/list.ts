import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { Page } from '../../domain/operations/define.ts'
import { invoiceSources, invoiceCoverages } from '../../domain/invoices/invoice.ts'
import { type InvoiceOfThing, invoiceExport, type InvoiceRow } from '../../domain/invoices/operations.ts'
import { invoiceMoneyKeys, invoiceTable } from '../../domain/invoices/table.ts'
import { hidesMoney } from '../access/hidden.ts'
import { isInScope } from '../access/scope.ts'
import { type Handler, handleOneByOne, type Session } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { inScope } from '../documents/scope.ts'
import { documentKindOf, readDocument } from '../documents/store.ts'
import { countLimit, pageFor } from '../page.ts'
import { type ListColumn, sheetMoment, tableFile } from '../records/export/lists.ts'
import { likePattern } from '../search/searchText.ts'
import { chosenText } from '../tables/chosenRows.ts'
import type { Standings } from '../tables/columnStanding.ts'
import { requireColumns } from '../tables/open.ts'
import { behindOf, cursorAt, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../tables/order.ts'
import { conditionsOf } from '../tables/where.ts'
import { asSeen, rowColumns } from './describe.ts'
import { invoiceScopeOf } from './visibility.ts'

/** Where the columns of invoices `i` stand. */
const standings = {
  number: { sql: 'i.full_number', filled: true },
  issuedOn: { sql: 'i.issued_on', filled: true },
  sellerName: { sql: 'i.seller_name', filled: true },
  amount: { sql: 'i.amount', filled: true },
  tax: { sql: 'i.tax', filled: true },
  total: { sql: 'i.total', filled: true },
  coverage: { sql: 'i.coverage', filled: true },
  kind: { sql: `nullif(i.kind, '')` },
  isRed: { sql: 'i.is_red', filled: true },
  sellerTaxNumber: { sql: `nullif(i.seller_tax_number, '')` },
  buyerName: { sql: `nullif(i.buyer_name, '')` },
  buyerTaxNumber: { sql: `nullif(i.buyer_tax_number, '')` },
  source: { sql: 'i.source', filled: true },
  createdAt: { sql: 'i.created_at', filled: true },
  createdBy: { sql: 'i.created_by' },
} satisfies Standings

/** Which invoices `i` a person asks for, inside the data scope. */
export const invoicesAsked = (tx: Tx, session: Session, input: Request): { conditions: Conditions; standings: Standings } => {
  if (hidesMoney(session)) requireColumns(invoiceTable, (key) => !invoiceMoneyKeys.includes(key), input, [])
  const c = new Conditions(tx.orgId)
  c.add('i.org_id = $1 and i.deleted_at is null')
  c.add(invoiceScopeOf(session, c))
  const keyword = input.likeQuery?.trim()
  if (keyword) c.add(`i.search like ${c.place(likePattern(keyword))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, 'i.id'))
  for (const text of conditionsOf(c, invoiceTable, standings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  return { conditions: c, standings }
}

/** One page of the invoices that a person may see. */
export const listInvoices = async (tx: Tx, session: Session, input: Request): Promise<Page<InvoiceRow>> => {
  const part = sortedPartOf(invoiceTable, standings, input)
  const { conditions: c } = invoicesAsked(tx, session, input)
  const from = () => `from invoice i where ${c.texts.join(' and ')}`
  const planMode = plannedFor(input)
  const counting = tx.query<{ n: number }>(
    `select count(*)::int as n from (select ${from()} limit ${countLimit + 1}) f`,
    [...c.values],
    planMode,
  )
  if (part.after !== undefined) c.add(`i.id < ${c.place(part.after)}`)
  if (part.behind) c.add(`(${behindOf(c, part.sorting, part.behind, 'i.id')})`)
  const order = orderOf(part.sorting, 'i.id')
  const page = tx.query<InvoiceRow & { sortedBy: (string | null)[] }>(
    `select ${rowColumns}, ${sortValues(part.sorting)}
     from (select i.* ${from()} order by ${order} limit ${c.place(part.pageSize)} offset ${c.place(part.offset)}) i
     join person p on p.org_id = $1 and p.id = i.created_by order by ${order}`,
    c.values,
    planMode,
  )
  const [rows, { n }] = await Promise.all([page, onlyRow(counting)])
  const hidden = hidesMoney(session)
  return pageFor(
    part,
    rows.map(({ sortedBy: _, ...row }) => asSeen(hidden, row)),
    n,
    { limit: countLimit, place: cursorAt(invoiceTable, part.sorting, rows) },
  )
}

/** The invoices of a document or of a card that the person sees. */
export const listInvoicesOf = async (tx: Tx, session: Session, noun: 'document' | 'asset', id: Id): Promise<InvoiceOfThing[]> => {
  if (noun === 'document') await requireDocument(tx, session, id)
  else await requireCard(tx, session, id)
  const linkedSql =
    noun === 'document'
      ? 'select u.invoice_id from invoice_use u where u.org_id = $1 and u.document_id = $2'
      : `select k.invoice_id from invoice_asset k where k.org_id = $1 and k.asset_id = $2
         union select u.invoice_id from move m join asset a on a.org_id = $1 and a.id = m.item_id
           join invoice_use u on u.org_id = $1 and u.document_id = m.document_id and u.item_id = a.goods_id
           where m.org_id = $1 and m.item_id = $2 and m.reverses is null`
  const hidden = hidesMoney(session)
  const rows = await tx.query<InvoiceOfThing>(
    `select i.id, i.full_number as number, i.issued_on as "issuedOn", trim_scale(i.total)::text as total, i.seller_name as "sellerName", i.is_red as "isRed"
     from invoice i where i.org_id = $1 and i.deleted_at is null and i.id in (${linkedSql}) order by i.issued_on desc, i.id desc`,
    [tx.orgId, id],
  )
  return rows.map((row) => (hidden ? { ...row, total: null } : row))
}

const requireDocument = async (tx: Tx, session: Session, id: Id): Promise<void> => {
  const document = await readDocument(tx, id)
  if (!document || !inScope(session, documentKindOf(document), document)) throw new NotFound()
}

const requireCard = async (tx: Tx, session: Session, id: Id): Promise<void> => {
  const [card] = await tx.query<{ place: Id | null; home: Id | null; holder: Id | null; department: Id | null; category: Id | null }>(
    `select loc_id as place, home_id as home, holder_uid as holder, dept_id as department, cat_id as category from asset
     where org_id = $1 and id = $2 and deleted_at is null`,
    [tx.orgId, id],
  )
  if (!card || !(isInScope(session, card) || isInScope(session, { ...card, place: card.home }))) throw new NotFound()
}

const columns: readonly ListColumn<InvoiceRow>[] = [
  { key: 'number', label: '发票号码', cell: ({ number }) => number },
  { key: 'issuedOn', label: '开票日期', cell: ({ issuedOn }) => issuedOn, date: 'day' },
  { key: 'sellerName', label: '销售方', cell: ({ sellerName }) => sellerName },
  { key: 'amount', label: '金额', cell: ({ amount }) => amount, amount: true, money: true },
  { key: 'tax', label: '税额', cell: ({ tax }) => tax, amount: true, money: true },
  { key: 'total', label: '价税合计', cell: ({ total }) => total, amount: true, money: true },
  { key: 'coverage', label: '匹配', cell: ({ coverage }, words) => words(invoiceCoverages[coverage]) },
  { key: 'documents', label: '关联单据', cell: ({ documents }) => documents },
  { key: 'kind', label: '发票种类', cell: ({ kind }) => kind },
  { key: 'isRed', label: '红字发票', cell: ({ isRed }, words) => (isRed ? words('是') : null) },
  { key: 'sellerTaxNumber', label: '销售方税号', cell: (row) => row.sellerTaxNumber },
  { key: 'buyerName', label: '购买方', cell: ({ buyerName }) => buyerName },
  { key: 'buyerTaxNumber', label: '购买方税号', cell: (row) => row.buyerTaxNumber },
  { key: 'source', label: '来源', cell: ({ source }, words) => words(invoiceSources[source]) },
  { key: 'createdByName', label: '录入人', cell: ({ createdByName }) => createdByName },
  { key: 'createdAt', label: '录入时间', cell: ({ createdAt }) => sheetMoment(createdAt), date: 'moment' },
]

export const invoiceExportHandler: Handler = handleOneByOne(invoiceExport, (call, input) =>
  tableFile(
    call,
    { title: invoiceTable.title, table: invoiceTable, columns: hidesMoney(call.session) ? columns.filter(({ money }) => !money) : columns },
    (tx, question: Request) => listInvoices(tx, call.session, question),
    input,
  ),
)
