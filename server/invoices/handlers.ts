import type { Id } from '../../kernel/id.ts'
import {
  invoiceCards,
  invoiceDelete,
  invoiceLink,
  invoiceList,
  invoiceMatch,
  invoiceRead,
  invoiceRestore,
  invoiceSave,
  invoicesOf,
  invoiceTrash,
  invoiceUpload,
} from '../../domain/invoices/operations.ts'
import { hidesMoney } from '../access/hidden.ts'
import { handle, type Handler, type Session } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import type { Tx } from '../db/tx.ts'
import { describeInvoice } from './describe.ts'
import { linkCards, linkDocument } from './links.ts'
import { invoiceExportHandler, listInvoices, listInvoicesOf } from './list.ts'
import { matchLines } from './matching.ts'
import { deleteInvoice, listDeleted, restoreInvoice } from './trash.ts'
import { saveTyped, takeInvoice } from './upload.ts'
import { visibleInvoices } from './visibility.ts'

export const invoiceHandlers: readonly Handler[] = [
  handle(invoiceList, ({ tx, session }, input) => listInvoices(tx, session, input)),
  invoiceExportHandler,
  handle(invoiceRead, (call, { id }) => describeInvoice(call, id)),
  handle(invoiceUpload, takeInvoice),
  handle(invoiceSave, saveTyped),
  handle(invoiceMatch, matchLines),
  handle(invoiceLink, linkDocument),
  handle(invoiceCards, linkCards),
  handle(invoiceDelete, (call, { id }) => deleteInvoice(call, id)),
  handle(invoiceRestore, (call, { id }) => restoreInvoice(call, id)),
  handle(invoiceTrash, listDeleted),
  handle(invoicesOf, ({ tx, session }, { noun, id }) => listInvoicesOf(tx, session, noun, id)),
]

/** The file of an invoice shows its amounts: it opens to who may see both. */
export const invoicesShowing = async (tx: Tx, session: Session, ids: readonly Id[]): Promise<ReadonlySet<Id>> => {
  if (hidesMoney(session) || !session.codes.has('gsinvoice:list')) return new Set()
  const c = new Conditions(tx.orgId)
  return new Set(await visibleInvoices(tx, session, c, `i.id = any (${c.place(ids)}::bigint[])`))
}
