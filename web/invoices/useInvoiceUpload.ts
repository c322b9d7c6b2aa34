import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invoiceUpload } from '../../domain/invoices/operations.ts'
import { isRecord } from '../../kernel/isRecord.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refreshByName } from '../ask.ts'
import { CallError } from '../call.ts'
import { uploadSheet } from '../forms/sheetFile.ts'
import type { UploadAnswer, UploadOutcome } from './uploadOutcome.ts'

/** What files of invoices end like; a phone offers its pictures besides. */
export const acceptedFiles = '.xml,.ofd,.pdf,application/xml,application/pdf,image/*'

/** Sends files one after the other; one that is refused keeps no other back. */
export const useInvoiceUpload = () => {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly UploadOutcome[]>([])
  const isBusy = outcomes.some(({ state }) => state === 'waits' || state === 'sends')
  const settle = (outcome: UploadOutcome) =>
    setOutcomes((all) => all.map((outcomeBefore) => (outcomeBefore.key === outcome.key ? outcome : outcomeBefore)))
  const send = async (files: Iterable<File>): Promise<readonly UploadOutcome[]> => {
    const queue = [...files].map((file) => ({ file, outcome: { key: newId(), name: file.name, state: 'waits' } as const }))
    setOutcomes((all) => [...all, ...queue.map(({ outcome }) => outcome)])
    const results: UploadOutcome[] = []
    for (const { file, outcome } of queue) {
      settle({ ...outcome, state: 'sends' })
      const result = await sendOne(file, outcome.key)
      settle(result)
      results.push(result)
    }
    await refreshByName(client, invoiceUpload.changes)
    return results
  }
  return { outcomes, isBusy, send, clear: () => setOutcomes([]) }
}

const sendOne = async (file: File, key: Id): Promise<UploadOutcome> => {
  const entry = { key, name: file.name }
  try {
    const { invoice, file: storedFile, words } = await uploadSheet<UploadAnswer>(invoiceUpload, file, { id: key })
    return invoice ? { ...entry, state: 'read', invoice } : { ...entry, state: 'unread', file: storedFile, words: words ?? '' }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { details } = error
    const existingId = isRecord(details) && typeof details['id'] === 'string' ? details['id'] : undefined
    return { ...entry, state: 'refused', words: error.message, existingId }
  }
}

/** What a screen hands on to the list of what came of files. */
export type InvoiceUpload = ReturnType<typeof useInvoiceUpload>
