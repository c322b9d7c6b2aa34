import type { invoiceUpload } from '../../domain/invoices/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { Id } from '../../kernel/id.ts'

export type UploadAnswer = OutputOf<typeof invoiceUpload>

/** What came of one file: an invoice, a file whose facts a person types, or the words of a refusal with the invoice that is there already. */
export type UploadOutcome = { readonly key: Id; readonly name: string } & (
  | { readonly state: 'waits' | 'sends' }
  | { readonly state: 'read'; readonly invoice: NonNullable<UploadAnswer['invoice']> }
  | { readonly state: 'unread'; readonly file: UploadAnswer['file']; readonly words: string }
  | { readonly state: 'refused'; readonly words: string; readonly existingId: Id | undefined }
)

/** The invoice of the one file that was sent, read now or here already; undefined of several, so that a person says which. */
export const onlyInvoiceOf = (results: readonly UploadOutcome[]): Id | undefined => {
  const [only, second] = results
  if (second || !only) return undefined
  if (only.state === 'read') return only.invoice.id
  return only.state === 'refused' ? only.existingId : undefined
}
