import type { Session } from '../../call.ts'
import { hidesMoney } from '../hidden.ts'

/** True for the person who may look at every flow of the organisation. Applications show amounts, so not for who sees no money. */
export const seesAllFlows = (session: Session): boolean => session.codes.has('workflow:list') && !hidesMoney(session)

/**
 * SQL that has a row for a person who has or had a part in a process of organisation $1: its initiator, one who decides or decided, was copied or
 * mentioned; and for the person who follows an initiator who left.
 */
export const processPartSql = (processId: string, uid: string): string => `
  select 1 from wf_participant where org_id = $1 and instance_id = ${processId} and uid = ${uid}
  union all
  select 1 from wf_instance i join wf_handover h on h.org_id = $1 and h.uid = i.initiator_uid
  where i.org_id = $1 and i.id = ${processId} and h.successor_uid = ${uid}`
