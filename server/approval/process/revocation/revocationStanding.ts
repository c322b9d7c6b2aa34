import type { Id } from '../../../../kernel/id.ts'
import { revocationKey } from '../../../../domain/approval/flow/revocation.ts'
import type { State } from '../../../../domain/approval/flow/state.ts'
import type { ProcessDetail } from '../../../../domain/approval/operations/process.ts'
import type { SignedIn } from '../../../call.ts'

/** Whose application it is, and who handed it in for that person. */
export const isApplicant = ({ initiator, proxy }: State, uid: Id): boolean => uid === initiator || uid === proxy

/** A document has its reversal; a revocation is not revoked. */
export const isRevocable = ({ status, docRef, flowKey }: State): boolean =>
  status === 'approved' && docRef === null && flowKey !== revocationKey

/** What a reader may know and do about revoking an application. */
export const revocationStanding = async ({ tx, session }: SignedIn, processId: Id, state: State): Promise<ProcessDetail['revocation']> => {
  if (!isRevocable(state)) return { allowed: false, revokedAt: null, processId: null }
  const [row] = await tx.query<{ revoked_at: string | null; revoking_id: Id | null; open: boolean | null }>(
    `select o.revoked_at, r.id as revoking_id, r.status in ('running', 'returned', 'approved') as open
     from wf_instance o left join lateral (
       select id, status from wf_instance where org_id = $1 and revokes_id = o.id order by id desc limit 1) r on true
     where o.org_id = $1 and o.id = $2`,
    [tx.orgId, processId],
  )
  return {
    allowed: isApplicant(state, session.uid) && !row?.revoked_at && row?.open !== true,
    revokedAt: row?.revoked_at ?? null,
    processId: row?.open ? row.revoking_id : null,
  }
}
