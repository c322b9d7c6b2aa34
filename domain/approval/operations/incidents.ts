import * as v from 'valibot'
import { changedByDecision, idInput, operation } from '../../operations/define.ts'
import { incidentList } from './incidentList.ts'
import { commandResult, incident, reason } from './process.ts'

const basePath = '/api/workflow'

/** Why the books refuse again, where they do: a retry alone changes nothing. */
const retryRefusal = v.nullable(v.pick(incident, ['words', 'params']))

export const incidentOperations = {
  incidents: incidentList,
  incidentRetry: operation({
    name: 'workflow.incidentRetry',
    path: `${basePath}/incidentRetry`,
    title: '重试入账',
    changes: changedByDecision,
    access: ['workflow:retry'],
    input: v.strictObject({ id: idInput }),
    output: v.object({ ...commandResult.entries, refusal: retryRefusal }),
  }),
  incidentCancel: operation({
    name: 'workflow.incidentCancel',
    path: `${basePath}/incidentCancel`,
    title: '取消入账',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ id: idInput, reason }),
    output: commandResult,
  }),
} as const
