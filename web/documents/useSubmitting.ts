import { useRef, useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { documentOperations, type ListedDocument } from '../../domain/documents/operations.ts'
import { call, CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

export type BatchSubmission = ReturnType<typeof useSubmitting>

/**
 * Hands drafts in as they were read, one after the other. What is not handed in, because it was refused, a person stopped or the network went,
 * stays a draft; whatever was sent twice is handed in once.
 */
export const useSubmitting = (kind: DocumentKind) => {
  const [progress, setProgress] = useState<{ readonly done: number; readonly count: number }>()
  const [refusedDocuments, setRefusedDocuments] = useState<readonly RefusedDocument[]>([])
  const isStopped = useRef(false)

  const submit = async (drafts: readonly ListedDocument[]): Promise<void> => {
    const failedDocuments: RefusedDocument[] = []
    let doneCount = 0
    isStopped.current = false
    try {
      for (const draft of drafts) {
        if (isStopped.current) break
        setProgress({ done: doneCount + failedDocuments.length, count: drafts.length })
        try {
          await call(documentOperations(kind).submit, { id: draft.id, version: draft.version }, { quiet: true })
          doneCount++
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          if (error.status === 0) {
            toast(error.message, 'error')
            break
          }
          failedDocuments.push({ draft, words: error.message })
        }
      }
    } finally {
      setProgress(undefined)
      setRefusedDocuments(failedDocuments)
    }
    if (doneCount > 0) toast(t('已提交 {count} 张单据', { count: doneCount }), 'success')
  }
  return {
    submit,
    progress,
    /** Ends it behind the draft that is under way. */
    stop: () => {
      isStopped.current = true
    },
    refused: refusedDocuments,
    forget: () => setRefusedDocuments([]),
  }
}

type RefusedDocument = { readonly draft: ListedDocument; readonly words: string }
