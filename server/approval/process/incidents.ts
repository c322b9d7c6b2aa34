import type { Id } from '../../../kernel/id.ts'
import { incidentOperations } from '../../../domain/approval/operations/incidents.ts'
import type { IncidentRow } from '../../../domain/approval/operations/process.ts'
import { handle, type Handler } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { pageFor, partOf } from '../../page.ts'
import { NotFound } from '../../httpError.ts'
import { retryPosting } from '../flow/run.ts'
import { startChildAgain } from '../flow/subflowsAsk.ts'
import { actorOf } from '../form/actor.ts'
import { commandResultOf, give, currentStanding } from './commands.ts'
import { incidentInWords } from './detail.ts'
import { processesOf } from './lists.ts'

export const incidentHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(incidentOperations.incidents, async ({ tx, language }, input) => {
    const part = partOf(input, { most: 200 })
    const [rows, count] = await Promise.all([
      tx.query<Omit<IncidentRow, 'process'>>(incidentsText, [tx.orgId, part.pageSize, part.offset, part.after ?? null]),
      onlyRow(tx.query<{ n: number }>('select count(*)::int as n from wf_incident where org_id = $1 and resolved_at is null', [tx.orgId])),
    ])
    const processes = await processesOf(
      tx,
      rows.map(({ processId }) => processId),
    )
    const list = rows.map((row): IncidentRow => ({ ...incidentInWords(language, row), process: processes.get(row.processId) ?? null }))
    return pageFor(part, list, count.n, { limit: Number.MAX_SAFE_INTEGER })
  }),
  handle(incidentOperations.incidentRetry, async (call, { id }) => {
    const { processId, kind, step } = await incidentOf(call.tx, id)
    if (kind === 'posting') {
      const { refusal, ...done } = await retryPosting(call.tx, documents, processId, actorOf(call.session))
      return { ...commandResultOf(done), refusal: refusal && incidentInWords(call.language, refusal) }
    }
    if (kind === 'service') return { ...(await give(call, documents, { processId }, { t: 'retryService', step })), refusal: null }
    await startChildAgain(call.tx, { incidentId: id, parentId: processId, step, byUid: call.session.uid })
    return { ...(await currentStanding(call.tx, processId)), refusal: null }
  }),
  handle(incidentOperations.incidentCancel, async (call, { id, reason }) =>
    give(call, documents, { processId: (await incidentOf(call.tx, id)).processId }, { t: 'terminate', reason }),
  ),
]

const incidentOf = async (tx: Tx, id: Id): Promise<{ processId: Id; kind: IncidentRow['kind']; step: string }> => {
  const [row] = await tx.query<{ processId: Id; kind: IncidentRow['kind']; step: string }>(
    `select instance_id as "processId", kind, coalesce(step_id, '') as step from wf_incident where org_id = $1 and id = $2`,
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  return row
}

const incidentsText = `
  select id, instance_id as "processId", kind, reason, words, params, created_at as "createdAt"
  from wf_incident where org_id = $1 and resolved_at is null and ($4::bigint is null or id < $4) order by id desc limit $2 offset $3`
