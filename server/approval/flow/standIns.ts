import pg from 'pg'
import { type Id, newId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { NotFound } from '../../httpError.ts'
import type { Tx } from '../../db/tx.ts'
import { endDelegation, followDelegation } from './awayAsk.ts'

export type Delegation = {
  readonly id: Id
  readonly agent: Id
  readonly flowKeys: string[]
  readonly from: string
  readonly to: string | null
  readonly active: boolean
  /** What waited already when it began went along. */
  readonly moves: boolean
}

/** Who acts for a person and when, the newest first. */
export const delegationsOf = (tx: Tx, uid: Id): Promise<Delegation[]> =>
  tx.query<Delegation>(
    `select id, agent_uid as agent, flow_keys as "flowKeys", lower(valid) as "from", upper(valid) as "to", valid @> now() as active, moves
     from wf_delegation where org_id = $1 and principal_uid = $2 order by lower(valid) desc`,
    [tx.orgId, uid],
  )

/** Names an agent for a time; with an id an earlier one is changed. Refused where another agent has that time. */
export const saveDelegation = async (
  tx: Tx,
  principal: Id,
  input: {
    readonly id?: Id | undefined
    readonly agent: Id
    readonly flowKeys: readonly string[]
    readonly from: string
    readonly to: string | null
    readonly moves: boolean
  },
): Promise<Id> => {
  const { id = newId(), agent, flowKeys, from, to, moves } = input
  if (agent === principal) refuse('approval.ownAgent', '不能委托给自己')
  if (to !== null && to <= from) refuse('approval.delegationEmpty', '结束时间应晚于开始时间')
  await Promise.all([requireActive(tx, agent), requireFlows(tx, flowKeys)])
  const [former] = input.id === undefined ? [] : await ownDelegation(tx, principal, input.id)
  try {
    const rows = await tx.query(
      input.id === undefined
        ? `insert into wf_delegation (org_id, id, principal_uid, agent_uid, flow_keys, valid, moves) values ($1, $2, $3, $4, $5::text[], tstzrange($6, $7), $8) returning 1`
        : `update wf_delegation set agent_uid = $4, flow_keys = $5::text[], valid = tstzrange($6, $7), moves = $8
           where org_id = $1 and id = $2 and principal_uid = $3 returning 1`,
      [tx.orgId, id, principal, agent, flowKeys, from, to, moves],
    )
    if (rows.length === 0) throw new NotFound()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23P01') refuse('approval.delegationOverlaps', '这段时间已设置了其他代理人')
    throw error
  }
  if (former && former.agent !== agent) await endDelegation(tx, { id, principal, agent: former.agent })
  await followDelegation(tx, { id, principal, agent, from, to, moves })
  return id
}

export const deleteDelegation = async (tx: Tx, principal: Id, id: Id): Promise<void> => {
  const [former] = await ownDelegation(tx, principal, id)
  if (!former) throw new NotFound()
  await tx.query('delete from wf_delegation where org_id = $1 and id = $2', [tx.orgId, id])
  await endDelegation(tx, { id, principal, agent: former.agent })
}

/** A flow that no one knows would make an agent for nothing. */
const requireFlows = async (tx: Tx, flowKeys: readonly string[]): Promise<void> => {
  if (flowKeys.length === 0) return
  const flows = await tx.query('select from wf_flow where org_id = $1 and flow_key = any ($2::text[])', [tx.orgId, flowKeys])
  if (flows.length < new Set(flowKeys).size) refuse('approval.notInstalled', '这个流程没有安装或已停用')
}

const ownDelegation = (tx: Tx, principal: Id, id: Id): Promise<{ agent: Id }[]> =>
  tx.query<{ agent: Id }>('select agent_uid as agent from wf_delegation where org_id = $1 and id = $2 and principal_uid = $3 for update', [
    tx.orgId,
    id,
    principal,
  ])

/** Whatever comes to a person who left goes to his successor from now on. */
export const handOver = async (tx: Tx, uid: Id, successor: Id): Promise<void> => {
  if (uid === successor) refuse('approval.ownSuccessor', '接替人不能是本人')
  await requireActive(tx, successor)
  const people = await tx.query('select 1 from person where org_id = $1 and id = $2', [tx.orgId, uid])
  if (people.length === 0) throw new NotFound()
  await tx.query(
    `insert into wf_handover (org_id, uid, successor_uid, at) values ($1, $2, $3, now())
     on conflict (org_id, uid) do update set successor_uid = excluded.successor_uid, at = excluded.at`,
    [tx.orgId, uid, successor],
  )
}

export const requireActive = async (tx: Tx, uid: Id): Promise<void> => {
  const rows = await tx.query(`select 1 from person where org_id = $1 and id = $2 and state = 'active' and deleted_at is null`, [
    tx.orgId,
    uid,
  ])
  if (rows.length === 0) refuse('approval.inactive', '所选人员已停用')
}
