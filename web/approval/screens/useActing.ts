import { useState } from 'react'
import { CallError } from '../../call.ts'
import { toast } from '../../look/overlays/toast.ts'
import type { Problems } from '../../documents/filling/filling.ts'
import { problemsIn, wordsByPath } from '../../documents/filling/problems.ts'

/** Something that is done with an application, and what is said then. */
export type Act = { readonly key: string; readonly send: () => Promise<unknown>; readonly done?: string }

/**
 * Does one thing at a time and answers whether it was done. What is wrong is shown; where it stands differently from what the screen still
 * shows, because another person was faster, it is asked for again.
 */
export const useActing = (
  show: (problems: Problems) => void,
  onRefresh: () => Promise<unknown>,
): { busy: string | undefined; run: (act: Act) => Promise<boolean> } => {
  const [busy, setBusy] = useState<string>()
  const run = async ({ key, send, done }: Act): Promise<boolean> => {
    setBusy(key)
    try {
      await send()
      if (done) toast(done, 'success')
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      show(wordsByPath(problemsIn(error.details)))
      if (error.reason.startsWith('approval.')) await onRefresh()
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, run }
}
