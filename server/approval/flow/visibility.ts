import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'

/**
 * True for somebody who has or had a part in the process: its initiator, whoever decides or decided, was copied or mentioned; and for
 * whoever follows an initiator who left.
 */
export const mayOpen = async (tx: Tx, processId: Id, uid: Id): Promise<boolean> =>
  (await tx.query(partText, [tx.orgId, processId, uid])).length > 0

const partText = `
  select 1 from wf_participant where org_id = $1 and instance_id = $2 and uid = $3
  union all
  select 1 from wf_instance i join wf_handover h on h.org_id = i.org_id and h.uid = i.initiator_uid
  where i.org_id = $1 and i.id = $2 and h.successor_uid = $3
  limit 1`
