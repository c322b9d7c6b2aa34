import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type InvoiceFacts, type InvoiceSource, netOf, type SignatureState } from '../../domain/invoices/invoice.ts'
import type { Session } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { searchTextOf } from '../search/searchText.ts'
import { visibleInvoices } from './visibility.ts'

/** An invoice that is to be kept, and where its facts come from. */
export type NewInvoice = {
  readonly id: Id
  readonly facts: InvoiceFacts
  readonly source: InvoiceSource
  readonly signature: SignatureState
  readonly file: { readonly path: string; readonly hash: string } | undefined
}

const searchOf = ({ code, number, seller, buyer, remark, lines }: InvoiceFacts): string =>
  searchTextOf([
    `${code}${number}`,
    seller.name,
    seller.taxNumber,
    buyer.name,
    remark,
    ...lines.slice(0, searchedLines).flatMap(({ name, spec }) => [name, spec]),
  ])

/** A keyword is looked for in so many lines. */
const searchedLines = 50

/** Keeps an invoice. Refuses a number that the organisation has already, and says where it stands: two at once meet in the database. */
export const insertInvoice = async (tx: Tx, uid: Id, { id, facts, source, signature, file }: NewInvoice): Promise<void> => {
  const newRows = await tx.query(
    `insert into invoice (org_id, id, code, number, kind, issued_on, seller_name, seller_tax_number, buyer_name, buyer_tax_number, amount, tax, total,
       remark, is_red, blue_number, source, signature, file_path, file_hash, search, created_by, coverage)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, case when $15 then 'whole' else 'open' end)
     on conflict (org_id, full_number) where deleted_at is null do nothing returning id`,
    [tx.orgId, id, ...headValues(facts), source, signature, file?.path ?? null, file?.hash ?? null, searchOf(facts), uid],
  )
  if (newRows.length === 0) await refuseTwice(tx, `${facts.code}${facts.number}`)
  await insertLines(tx, id, facts)
  await recordEvent(tx, id, { action: source === 'typed' ? 'save' : 'upload', actor: uid })
}

const headValues = (facts: InvoiceFacts): unknown[] => [
  facts.code,
  facts.number,
  facts.kind,
  facts.issuedOn,
  facts.seller.name,
  facts.seller.taxNumber,
  facts.buyer.name,
  facts.buyer.taxNumber,
  facts.amount,
  facts.tax,
  facts.total,
  facts.remark,
  facts.isRed,
  facts.blueNumber,
]

const insertLines = (tx: Tx, id: Id, { lines }: InvoiceFacts): Promise<unknown> =>
  tx.query(
    `insert into invoice_line (org_id, invoice_id, line_no, name, tax_class, spec, unit, quantity, price, amount, tax_rate, tax, discount_of, net_amount, net_tax)
     select o.org_id, $2, l.no, l.name, l.class, l.spec, l.unit, l.quantity, l.price, l.amount, l.rate, l.tax, l.discount, l.net, l.net_tax
     from organisation o cross join jsonb_to_recordset($3::jsonb) as l (no int, name text, class text, spec text, unit text, quantity numeric, price numeric, amount numeric,
       rate text, tax numeric, discount int, net numeric, net_tax numeric) where o.org_id = $1`,
    [
      tx.orgId,
      id,
      JSON.stringify(
        lines.map((line) => {
          const net = netOf(line, lines)
          return {
            no: line.lineNo,
            name: line.name,
            class: line.taxClass,
            spec: line.spec,
            unit: line.unit,
            quantity: line.quantity,
            price: line.price,
            amount: line.amount,
            rate: line.taxRate,
            tax: line.tax,
            discount: line.discountOf,
            net: net.amount,
            net_tax: net.tax,
          }
        }),
      ),
    ],
  )

/** Writes typed facts anew; nobody may have taken anything of the lines. */
export const rewriteInvoice = async (tx: Tx, uid: Id, { id, facts, file }: Pick<NewInvoice, 'id' | 'facts' | 'file'>): Promise<void> => {
  const [twin] = await tx.query('select from invoice where org_id = $1 and full_number = $2 and id <> $3 and deleted_at is null', [
    tx.orgId,
    `${facts.code}${facts.number}`,
    id,
  ])
  if (twin) await refuseTwice(tx, `${facts.code}${facts.number}`)
  await tx.query(
    `update invoice set code = $3, number = $4, kind = $5, issued_on = $6, seller_name = $7, seller_tax_number = $8, buyer_name = $9, buyer_tax_number = $10,
       amount = $11, tax = $12, total = $13, remark = $14, is_red = $15, blue_number = $16, file_path = $17, file_hash = $18, search = $19,
       coverage = case when $15 then 'whole' else 'open' end, version = version + 1, updated_at = now()
     where org_id = $1 and id = $2`,
    [tx.orgId, id, ...headValues(facts), file?.path ?? null, file?.hash ?? null, searchOf(facts)],
  )
  await tx.query('delete from invoice_line where org_id = $1 and invoice_id = $2', [tx.orgId, id])
  await insertLines(tx, id, facts)
  await recordEvent(tx, id, { action: 'update', actor: uid })
}

/** Says of a number that is there already who entered it, when, and in which documents it stands. */
export const refuseTwice = async (tx: Tx, fullNumber: string): Promise<never> => {
  const existingInvoice = await onlyRow(
    tx.query<{ id: Id; name: string; day: string; codes: string | null }>(
      `select i.id, p.user_name as name, to_char(i.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
         (select string_agg(distinct d.code, '、') from invoice_use u join document d on d.org_id = $1 and d.id = u.document_id
          where u.org_id = $1 and u.invoice_id = i.id) as codes
       from invoice i join person p on p.org_id = $1 and p.id = i.created_by
       where i.org_id = $1 and i.full_number = $2 and i.deleted_at is null`,
      [tx.orgId, fullNumber],
    ),
  )
  const params = {
    number: fullNumber,
    name: existingInvoice.name,
    day: existingInvoice.day,
    ...(existingInvoice.codes !== null && { codes: existingInvoice.codes }),
  }
  const words =
    existingInvoice.codes === null
      ? '发票{number}已由{name}在{day}录入，还没有关联单据'
      : '发票{number}已由{name}在{day}录入，关联了{codes}'
  return refuse('invoice.twice', words, params, { id: existingInvoice.id })
}

export type LockedInvoice = {
  readonly id: Id
  readonly source: InvoiceSource
  readonly isRed: boolean
  readonly fullNumber: string
  readonly sellerKey: string
  readonly filePath: string | null
  readonly version: number
  readonly createdBy: Id
}

/** Holds an invoice that the person may see; it is not there for anyone else. `deleted`: one that was deleted. */
export const lockInvoice = async (tx: Tx, session: Session, id: Id, state: 'living' | 'deleted' = 'living'): Promise<LockedInvoice> => {
  const c = new Conditions(tx.orgId)
  const [visible] = await visibleInvoices(
    tx,
    session,
    c,
    `i.id = ${c.place(id)} and i.deleted_at is ${state === 'living' ? '' : 'not '}null`,
  )
  if (visible === undefined) throw new NotFound()
  const [row] = await tx.query<LockedInvoice>(
    `select id, source, is_red as "isRed", full_number as "fullNumber", coalesce(nullif(seller_tax_number, ''), seller_name) as "sellerKey",
       file_path as "filePath", version, created_by as "createdBy"
     from invoice where org_id = $1 and id = $2 and deleted_at is ${state === 'living' ? '' : 'not '}null for no key update`,
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  return row
}

/** Notes what was done with an invoice. */
export const recordEvent = async (
  tx: Tx,
  invoiceId: Id,
  { action, actor, subject = '' }: { readonly action: string; readonly actor: Id; readonly subject?: string },
): Promise<void> => {
  await tx.query('insert into invoice_event (org_id, id, invoice_id, action, subject, actor_uid) values ($1, $2, $3, $4, $5, $6)', [
    tx.orgId,
    newId(),
    invoiceId,
    action,
    subject,
    actor,
  ])
}
