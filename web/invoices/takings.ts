import { type InvoiceInfo, invoiceLink, invoiceRead } from '../../domain/invoices/operations.ts'
import { isRecord } from '../../kernel/isRecord.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { onNewPerson } from '../session/session.ts'

/** A line of an invoice that a form took in, until the document of the form is on the server and is linked with it. */
export type InvoiceTake = { readonly invoiceId: Id; readonly lineNo: number; readonly itemId: Id }

const prefix = 'invoice-takings:'

/** Remembers what the form of a document took of invoices, for this window. */
export const rememberTakings = (documentId: Id, takings: readonly InvoiceTake[]): void =>
  sessionStorage.setItem(prefix + documentId, JSON.stringify([...takingsOf(documentId), ...takings]))

const takingsOf = (documentId: Id): readonly InvoiceTake[] => {
  const storedValue: unknown = JSON.parse(sessionStorage.getItem(prefix + documentId) ?? '[]')
  return Array.isArray(storedValue) ? storedValue.filter(isTaking) : []
}

const isTaking = (value: unknown): value is InvoiceTake =>
  isRecord(value) && typeof value['invoiceId'] === 'string' && typeof value['lineNo'] === 'number' && typeof value['itemId'] === 'string'

onNewPerson(() => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
})

/** Links a document that is on the server now with what its form took; true where something was linked. What is refused says so. */
export const linkTakings = async (documentId: Id): Promise<boolean> => {
  const takings = takingsOf(documentId)
  if (takings.length === 0) return false
  sessionStorage.removeItem(prefix + documentId)
  let isLinked = false
  for (const [id, ofInvoice] of Map.groupBy(takings, ({ invoiceId }) => invoiceId)) {
    try {
      await linkLines(await call(invoiceRead, { id }, { quiet: true }), documentId, ofInvoice)
      isLinked = true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return isLinked
}

type LineOfItem = { readonly lineNo: number; readonly itemId: Id }

/** Links further lines of an invoice with a document; what is linked between the two stays. */
export const linkLines = async ({ id, uses }: InvoiceInfo, documentId: Id, lines: readonly LineOfItem[]): Promise<void> => {
  const linkedUses = uses.filter((use) => use.documentId === documentId)
  const usesByLine = new Map([...linkedUses, ...lines].map(({ lineNo, itemId }) => [`${lineNo} ${itemId}`, { lineNo, itemId }]))
  await call(invoiceLink, { id, documentId, uses: [...usesByLine.values()] }, { fresh: true })
}
