import type { Id } from '../../kernel/id.ts'
import { invoicedKinds } from '../../domain/invoices/kinds.ts'
import type { Session } from '../call.ts'
import type { Conditions } from '../db/conditions.ts'
import type { Tx } from '../db/tx.ts'
import { isManagedSql, seesAll } from '../documents/scope.ts'

/**
 * The data scope, of invoices `i`: what nobody has linked yet is for all who may read invoices; a linked one for who entered it, and for who sees one of
 * its documents or of its cards. A keeper of every place sees all.
 */
export const invoiceScopeOf = (session: Session, c: Conditions): string => {
  if (session.locations === 'all') return 'true'
  const uid = `${c.place(session.uid)}::bigint`
  const locations = c.place(session.locations)
  const departments = c.place(session.departments)
  const categories = `${c.place(session.categories)}::bigint[]`
  const kinds = `${c.place(invoicedKinds.filter((kind) => seesAll(session, kind)).map(({ kind }) => kind))}::text[]`
  const managedSql = isManagedSql(session, { locations, departments })
  const isSeenCard = `(a.loc_id = any (${locations}::bigint[]) or a.home_id = any (${locations}::bigint[]) or a.holder_uid = ${uid}
    or a.dept_id = any (${departments}::bigint[]) or a.cat_id = any (${categories}))`
  return `(i.created_by = ${uid}
    or not exists (select from invoice_use u where u.org_id = $1 and u.invoice_id = i.id)
      and not exists (select from invoice_asset k where k.org_id = $1 and k.invoice_id = i.id)
    or exists (select from invoice_use u join document d on d.org_id = $1 and d.id = u.document_id
      where u.org_id = $1 and u.invoice_id = i.id and (d.author_uid = ${uid} or d.state <> 'draft' and d.kind = any (${kinds}) and ${managedSql}))
    or exists (select from invoice_asset k join asset a on a.org_id = $1 and a.id = k.asset_id
      where k.org_id = $1 and k.invoice_id = i.id and ${isSeenCard})
    or exists (select from invoice_use u join move m on m.org_id = $1 and m.document_id = u.document_id and m.item_kind = 'asset'
      join asset a on a.org_id = $1 and a.id = m.item_id and a.goods_id = u.item_id
      where u.org_id = $1 and u.invoice_id = i.id and ${isSeenCard}))`
}

/** Those among invoices, deleted ones included, that the person may see. */
export const visibleInvoices = async (tx: Tx, session: Session, c: Conditions, condition: string): Promise<Id[]> => {
  c.add(`i.org_id = $1 and ${condition} and ${invoiceScopeOf(session, c)}`)
  const rows = await tx.query<{ id: Id }>(`select i.id from invoice i where ${c.texts.join(' and ')}`, c.values, 'anew')
  return rows.map(({ id }) => id)
}
