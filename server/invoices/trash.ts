import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ListRequest, OutputOf, Page } from '../../domain/operations/define.ts'
import type { invoiceTrash } from '../../domain/invoices/operations.ts'
import { hidesMoney } from '../access/hidden.ts'
import type { SignedIn } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { numberedPartOf, pageFor } from '../page.ts'
import { likePattern } from '../search/searchText.ts'
import { lockInvoice, recordEvent, refuseTwice } from './store.ts'
import { invoiceScopeOf } from './visibility.ts'

/** Puts an invoice away that nothing has taken of. */
export const deleteInvoice = async ({ tx, session }: SignedIn, id: Id): Promise<{ id: Id }> => {
  await lockInvoice(tx, session, id)
  const [use] = await tx.query(
    `select from invoice_use where org_id = $1 and invoice_id = $2 union all select from invoice_asset where org_id = $1 and invoice_id = $2 limit 1`,
    [tx.orgId, id],
  )
  if (use) refuse('invoice.used', '这张发票已经关联了单据或资产，请先取消关联')
  await tx.query('update invoice set deleted_at = now(), version = version + 1, updated_at = now() where org_id = $1 and id = $2', [
    tx.orgId,
    id,
  ])
  await recordEvent(tx, id, { action: 'delete', actor: session.uid })
  return { id }
}

/** Brings it back, unless its number is there again. */
export const restoreInvoice = async ({ tx, session }: SignedIn, id: Id): Promise<{ id: Id }> => {
  const { fullNumber } = await lockInvoice(tx, session, id, 'deleted')
  const restoredRows = await tx.query(
    `update invoice set deleted_at = null, version = version + 1, updated_at = now() where org_id = $1 and id = $2
       and not exists (select from invoice i where i.org_id = $1 and i.full_number = $3 and i.deleted_at is null) returning id`,
    [tx.orgId, id, fullNumber],
  )
  if (restoredRows.length === 0) await refuseTwice(tx, fullNumber)
  await recordEvent(tx, id, { action: 'restore', actor: session.uid })
  return { id }
}

type Row = OutputOf<typeof invoiceTrash>['list'][number]

/** Deleted invoices, the latest first. */
export const listDeleted = async ({ tx, session }: SignedIn, input: ListRequest): Promise<Page<Row>> => {
  const part = numberedPartOf(input)
  const c = new Conditions(tx.orgId)
  c.add('i.org_id = $1 and i.deleted_at is not null')
  c.add(invoiceScopeOf(session, c))
  const keyword = input.likeQuery?.trim()
  if (keyword) c.add(`i.search like ${c.place(likePattern(keyword))}`)
  const from = `from invoice i where ${c.texts.join(' and ')}`
  const counting = onlyRow(tx.query<{ n: number }>(`select count(*)::int as n ${from}`, [...c.values], 'anew'))
  const rows = await tx.query<Row>(
    `select i.id, i.full_number as number, i.issued_on as "issuedOn", trim_scale(i.total)::text as total, i.seller_name as "sellerName", i.deleted_at as "deletedAt"
     ${from} order by i.deleted_at desc, i.id desc limit ${c.place(part.pageSize)} offset ${c.place(part.offset)}`,
    c.values,
    'anew',
  )
  const hidden = hidesMoney(session)
  return pageFor(part, hidden ? rows.map((row) => ({ ...row, total: null })) : rows, (await counting).n)
}
