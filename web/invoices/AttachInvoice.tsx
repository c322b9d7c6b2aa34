import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { invoiceCards, type InvoiceInfo, invoiceRead } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { refreshByName } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { InvoicePicker } from './InvoicePicker.tsx'
import { linkableLinesOf } from './takenLines.ts'
import { linkLines } from './takings.ts'
import { onlyInvoiceOf } from './uploadOutcome.ts'
import { useInvoiceUpload } from './useInvoiceUpload.ts'

/** A document of a kind that takes invoices, or a card. */
export type InvoiceTarget =
  | { readonly noun: 'document'; readonly id: Id; readonly kind: DocumentKind }
  | { readonly noun: 'asset'; readonly id: Id }
type Props = { target: InvoiceTarget; onClose: () => void }

/** Links a document or a card that is there already with an invoice, which may come as a file just now. */
export default function AttachInvoice({ target, onClose }: Props) {
  const uploads = useInvoiceUpload()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const attach = async (id: Id) => {
    if (isBusy) return
    setBusy(true)
    try {
      const invoice = await call(invoiceRead, { id })
      if (target.noun === 'asset') await linkCard(invoice, target.id)
      const isLinked = target.noun === 'asset' || (await linkDocument(invoice, target))
      if (isLinked) toast(t('已关联'), 'success')
      await refreshByName(client, invoiceCards.changes)
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

/** Links the lines of an invoice with a document as far as they are matched and left; where none is, shows the invoice, to match them. */
const linkDocument = async (invoice: InvoiceInfo, { id, kind }: Extract<InvoiceTarget, { noun: 'document' }>): Promise<boolean> => {
  const lines = linkableLinesOf(kind, invoice)
  if (lines.length === 0) {
    toast(t('请先把明细匹配到型号或耗材，再关联单据'))
    go('/pages/goods/invoices/detail', { id: invoice.id })
    return false
  }
  await linkLines(invoice, id, lines)
  return true
}

/** Adds a card to those that an invoice is linked with. */
const linkCard = (invoice: InvoiceInfo, assetId: Id): Promise<InvoiceInfo> => {
  const linkedIds = invoice.assets.filter(({ isDirect }) => isDirect).map(({ id }) => id)
  return call(invoiceCards, { id: invoice.id, assetIds: [...new Set([...linkedIds, assetId])] })
}
