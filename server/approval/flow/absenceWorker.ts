import type { Id } from '../../../kernel/id.ts'
import { lastOf, assertDefined } from '../../../kernel/assert.ts'
import { systemActor } from '../../../domain/approval/flow/command.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, type Job, type Worker } from '../../jobs/jobs.ts'
import { type Away, awayJob, keyOf } from './awayAsk.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command } from './run.ts'

/**
 * Moves the tasks of one person to the other, application by application; one that cannot take them keeps them where they are. What does
 * not hold any more when the time has come is left undone: the agent was changed, or the time was prolonged.
 */
export const awayWorker = (documents: DocumentPort): Worker => ({
  kind: awayJob,
  run: async (tx, { body: away }: Job<Away>) => {
    const { id, principal, agent, back, after = '0' } = away
    const [delegation] = await tx.query<{ flow_keys: string[] }>(
      'select flow_keys from wf_delegation where org_id = $1 and id = $2 and agent_uid = $3 and valid @> now()',
      [tx.orgId, id, agent],
    )
    if (back === (delegation !== undefined)) return
    const waitingRows = await tx.query<{ instance_id: Id }>(back ? heldText : waitingText, [
      tx.orgId,
      principal,
      agent,
      after,
      processesAtOnce,
      ...(back ? [] : [assertDefined(delegation, 'the delegation').flow_keys]),
    ])
    for (const { instance_id: processId } of waitingRows) await moveIn(tx, documents, processId, away)
    if (waitingRows.length === processesAtOnce)
      await enqueue(tx, { kind: awayJob, key: keyOf(away), body: { ...away, after: lastOf(waitingRows).instance_id } })
    else if (back) await goOn(tx, principal)
  },
  limits: { statementSeconds: 30 },
})

/** A task that came back to a person who is away goes to their present agent. */
const goOn = async (tx: Tx, principal: Id): Promise<void> => {
  const [now] = await tx.query<{ id: Id; agent: Id }>(
    'select id, agent_uid as agent from wf_delegation where org_id = $1 and principal_uid = $2 and moves and valid @> now()',
    [tx.orgId, principal],
  )
  if (!now) return
  const body: Away = { ...now, principal, back: false }
  await enqueue(tx, { kind: awayJob, key: keyOf(body), body })
}

/** Where it is refused there, everything stays as it was. */
const moveIn = (tx: Tx, documents: DocumentPort, processId: Id, { principal, agent, back }: Away): Promise<unknown> =>
  tx.attempt(() => command({ tx, documents, actor: systemActor }, { processId }, { t: 'standIn', principal, agent, back }))

const processesAtOnce = 100

/** Each arm has an index of its own. */
const waitingText = `
  select distinct instance_id from (
    select instance_id, flow_key from wf_task where org_id = $1 and assignee_uid = $2 and status = 1
    union all select instance_id, flow_key from wf_task where org_id = $1 and assignee_uid = $2 and status = 0) held
  where $3::bigint is not null and instance_id > $4 and ($6::text[] = '{}' or flow_key = any ($6::text[])) order by instance_id limit $5`
const heldText = `
  select distinct instance_id from (
    select instance_id, on_behalf_of from wf_task where org_id = $1 and assignee_uid = $3 and status = 1
    union all select instance_id, on_behalf_of from wf_task where org_id = $1 and assignee_uid = $3 and status = 0) held
  where on_behalf_of = $2 and instance_id > $4 order by instance_id limit $5`
