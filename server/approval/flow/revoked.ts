import type { Id } from '../../../kernel/id.ts'
import type { Event } from '../../../domain/approval/flow/event.ts'
import { revocationKey } from '../../../domain/approval/flow/revocation.ts'
import type { Tx } from '../../db/tx.ts'

/** Marks the application that an approved revocation is about. */
export const markRevoked = async (tx: Tx, revocationId: Id): Promise<void> => {
  await tx.query(
    `update wf_instance o set revoked_at = $3 from wf_instance r
     where r.org_id = $1 and r.id = $2 and o.org_id = $1 and o.id = r.revokes_id and o.revoked_at is null`,
    [tx.orgId, revocationId, new Date(tx.now()).toISOString()],
  )
}

/** The same where a command has approved a revocation. */
export const followRevocation = async (tx: Tx, processId: Id, flowKey: string, events: readonly Event[]): Promise<void> => {
  const isApproved = events.some((event) => event.t === 'Ended' && event.outcome === 'approved')
  if (flowKey === revocationKey && isApproved) await markRevoked(tx, processId)
}
