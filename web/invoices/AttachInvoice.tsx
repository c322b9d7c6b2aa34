import { useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { invoiceRead } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { InvoicePicker } from './InvoicePicker.tsx'
import { linkableLinesOf } from './takenLines.ts'
import { linkLines } from './takings.ts'
import { onlyInvoiceOf, useInvoiceUpload } from './useInvoiceUpload.ts'

type Props = { kind: DocumentKind; documentId: Id; onClose: () => void }

/** Links a document that is there already with an invoice, which may come as a file just now: as far as its lines are matched and left. */
export default function AttachInvoice({ kind, documentId, onClose }: Props) {
  const uploads = useInvoiceUpload()
  const [isBusy, setBusy] = useState(false)
  const attach = async (id: Id) => {
    if (isBusy) return
    setBusy(true)
    try {
      const invoice = await call(invoiceRead, { id })
      const lines = linkableLinesOf(kind, invoice)
      if (lines.length === 0) {
        toast(t('请先把明细匹配到型号或耗材，再关联单据'))
        go('/pages/goods/invoices/detail', { id })
      } else {
        await linkLines(invoice, documentId, lines)
        toast(t('已关联'), 'success')
      }
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const takeFiles = async (files: readonly File[]) => {
    const id = onlyInvoiceOf(await uploads.send(files))
    if (id !== undefined) await attach(id)
  }
  return (
    <InvoicePicker
      title={t('关联发票')}
      uploads={uploads}
      onFiles={(files) => void takeFiles(files)}
      onChoose={(id) => void attach(id)}
      onClose={onClose}
    />
  )
}
