import { useEffect } from 'react'
import { bulkOperations, type BulkJob, changedByWork } from '../../domain/bulk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { refreshByName, useAsk } from '../ask.ts'
import { cache } from '../cache.ts'

/** Asked for again so often where no socket says how far it is. */
const askAgainMs = 1500

/** The piece of work that a component is about for as long as it stands; once it is over, what it may have changed is asked for again. */
export const useWork = (id: Id): { work: BulkJob | undefined; error: unknown } => {
  const { data: work, error, refetch } = useAsk(bulkOperations.status, { id }, { staleMs: 0 })
  const isRunning = work?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const poll = setInterval(() => void refetch(), askAgainMs)
    return () => clearInterval(poll)
  }, [isRunning, refetch])
  const finishedWork = work && work.state !== 'running' ? work.work : undefined
  useEffect(() => {
    if (finishedWork) void refreshByName(cache, changedByWork[finishedWork])
  }, [finishedWork])
  return { work, error }
}
