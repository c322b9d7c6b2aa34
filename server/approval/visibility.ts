import type { Id } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'

/** True for somebody who has or had a part in the instance: its initiator, whoever decides or decided, was copied or mentioned. */
export const mayOpen = async (tx: Tx, instanceId: Id, uid: Id): Promise<boolean> =>
  (await tx.query('select 1 from wf_participant where org_id = $1 and instance_id = $2 and uid = $3', [tx.orgId, instanceId, uid])).length >
  0

/** True for whoever may look at every flow of the organisation. */
export const seesAllFlows = ({ codes }: Session): boolean => codes.has('workflow:list')
