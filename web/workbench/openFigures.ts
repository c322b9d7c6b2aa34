import { workbenchCounts } from '../../domain/workbench/operations.ts'
import { useAsk } from '../ask.ts'
import { useSession } from '../session/session.ts'

export type Counts = { approve: number; apply: number; receipts: number; counts: number; unread: number }

/** What waits for this person; kept fresh by the socket. Zeros until the answer is there. */
export const useCounts = (): Counts => {
  const { token } = useSession()
  const { data } = useAsk(workbenchCounts, {}, { enabled: token !== undefined, staleMs: 30_000, kept: true })
  return {
    approve: data?.approveCount ?? 0,
    apply: data?.applyCount ?? 0,
    receipts: data?.receiptCount ?? 0,
    counts: data?.countCount ?? 0,
    unread: data?.unreadCount ?? 0,
  }
}
