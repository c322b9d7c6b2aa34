import { delegationOperations } from '../../../domain/approval/operations/delegations.ts'
import { handle, type Handler } from '../../call.ts'
import { insideKey, outsideKey } from '../flow/key.ts'
import { delegationsOf, deleteDelegation, saveDelegation } from '../flow/standIns.ts'
import { peopleOf } from './lists.ts'

export const delegationHandlers: readonly Handler[] = [
  handle(delegationOperations.delegations, async ({ tx, session }) => {
    const rows = await delegationsOf(tx, session.uid)
    const people = await peopleOf(
      tx,
      rows.map(({ agent }) => agent),
    )
    return {
      list: rows.map(({ agent, flowKeys, ...row }) => ({
        ...row,
        agent: people(agent),
        flowKeys: flowKeys.map((key) => outsideKey(tx.orgId, key)),
      })),
    }
  }),
  handle(delegationOperations.saveDelegation, async ({ tx, session }, { id, agentUid, flowKeys = [], from, to = null, moves = false }) => ({
    id: await saveDelegation(tx, session.uid, {
      id,
      agent: agentUid,
      flowKeys: flowKeys.map((key) => insideKey(tx.orgId, key)),
      from,
      to,
      moves,
    }),
  })),
  handle(delegationOperations.deleteDelegation, async ({ tx, session }, { id }) => {
    await deleteDelegation(tx, session.uid, id)
    return { deleted: true }
  }),
]
