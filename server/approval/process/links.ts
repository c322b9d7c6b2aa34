import type { Id } from '../../../kernel/id.ts'
import { linkOperations as calls } from '../../../domain/approval/operations/links.ts'
import type { ProcessStatus } from '../../../domain/approval/flow/statuses.ts'
import type { LinkAnswer } from '../../../domain/approval/operations/process.ts'
import { handle, type Handler, type Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { listProcesses, listTakenPart } from './lists.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'

export const linkHandlers: readonly Handler[] = [
  handle(calls.linkable, ({ tx, session }, input) =>
    seesAllFlows(session) ? listProcesses(tx, { ...input, initiatorUid: undefined }) : listTakenPart(tx, { ...input, uid: session.uid }),
  ),
  handle(calls.links, async ({ tx, session }, { ids }) => ({ list: (await linksFor(tx, session, ids)).filter(({ open }) => open) })),
]

/** Applications as one person may see them, in the order asked. The caller has read their ids in a form that the person may read. */
export const linksFor = async (tx: Tx, session: Session, ids: readonly Id[]): Promise<LinkAnswer[]> => {
  if (ids.length === 0) return []
  const rows = await tx.query<{
    id: Id
    number: string
    title: string
    own: boolean
    status: ProcessStatus
    isRevoked: boolean
    takes_part: boolean
  }>(
    `select i.id, i.number, i.title, i.initiator_uid = $3 as own, i.status, i.revoked_at is not null as "isRevoked", exists (
       select from wf_participant w where w.org_id = $1 and w.instance_id = i.id and w.uid = $3) as takes_part
     from wf_instance i where i.org_id = $1 and i.id = any ($2::bigint[])`,
    [tx.orgId, ids, session.uid],
  )
  const rowById = new Map(
    rows.map(({ id, number, title, own, status, isRevoked, takes_part: takesPart }) => {
      const open = takesPart || seesAllFlows(session)
      return [id, { id, number, open, title: open ? title : '', own, status: open ? status : null, isRevoked: open && isRevoked }]
    }),
  )
  return ids.flatMap((id) => rowById.get(id) ?? [])
}
