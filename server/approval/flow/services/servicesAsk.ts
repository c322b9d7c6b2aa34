import type { Id } from '../../../../kernel/id.ts'
import { type Refusal, refusal } from '../../../../kernel/refusal.ts'
import type { Definition } from '../../../../domain/approval/flow/definition.ts'
import type { Entry, Event } from '../../../../domain/approval/flow/event.ts'
import { carryFacts } from '../../../../domain/approval/form/formFacts.ts'
import { visibleForm, type Form } from '../../../../domain/approval/form/form.ts'
import { unset } from '../../../../domain/approval/design/edit.ts'
import { withDeducedHidden } from '../../../../domain/approval/flow/deducedHidden.ts'
import { planOf, within } from '../../../../domain/approval/flow/plan.ts'
import type { PublishFinding } from '../../../../domain/approval/design/publishFinding.ts'
import type { State } from '../../../../domain/approval/flow/state.ts'
import { designOf } from '../../form/designs.ts'
import type { Tx } from '../../../db/tx.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import type { Head } from '../store.ts'

/** The kind of the jobs that ask a service, once for each request in the log of a process. */
export const serviceJob = 'workflow.service'

/** What a service is asked; it stays the same however often it must be sent. */
export type ServiceRequest = {
  readonly processId: Id
  /** The number of the request in the log. */
  readonly seq: number
  readonly step: string
  readonly service: string
  /** True where the flow waits for the answer. */
  readonly waits: boolean
  readonly payload: Readonly<Record<string, unknown>>
  readonly tries: number
}

/** Some commands on one process, and how it stands after them. */
export type ServiceProcess = {
  readonly head: Head
  readonly entries: readonly Entry[]
  readonly state: State
  /** The version at which the process stands. */
  readonly definition: Definition
}

/** The events of some entries with their numbers in the log. */
export const numberEvents = (entries: readonly Entry[]): { seq: number; event: Event }[] =>
  entries.flatMap((entry) => entry.events.map((event, i) => ({ seq: entry.seq + i, event })))

/** Names one request to everyone: what the service sends back, and what it knows a repeated one by. */
export const correlationOf = (orgId: Id, { processId, seq }: Pick<ServiceRequest, 'processId' | 'seq'>): string =>
  `${orgId}:${processId}:${seq}`

/** Asks for the jobs that ask the services, in the transaction of the commands. */
export const askServices = async (tx: Tx, { head, entries, state, definition }: ServiceProcess): Promise<void> => {
  const requestsMade = numberEvents(entries).flatMap(({ seq, event }) => (event.t === 'ServiceRequested' ? [{ seq, event }] : []))
  if (requestsMade.length === 0) return
  const readable = withDeducedHidden(definition, await designOf(tx, definition))
  await Promise.all(
    requestsMade.map(({ seq, event }) => {
      const body: ServiceRequest = {
        processId: head.id,
        seq,
        step: event.step,
        service: event.service,
        waits: event.wait,
        payload: payloadOf(tx.orgId, { head, state, definition: readable, nodeId: event.node, seq }),
        tries: 0,
      }
      return enqueue(tx, { kind: serviceJob, key: `${head.id}/${seq}`, body })
    }),
  )
}

/** What keeps a process waiting because a service failed. */
export const serviceIncident = ({
  entries,
  state,
  definition,
}: Omit<ServiceProcess, 'head'>): { kind: 'service'; stepId: string; refusal: Refusal } | undefined => {
  for (const { event } of numberEvents(entries).toReversed()) {
    if (event.t === 'ServiceRequested') return undefined
    const step = event.t === 'ServiceFailed' ? state.steps.find(({ id }) => id === event.step) : undefined
    if (event.t !== 'ServiceFailed' || !step) continue
    const node = planOf(definition).places.get(step.node)?.node.name ?? step.node
    return {
      kind: 'service',
      stepId: step.id,
      refusal: refusal('approval.serviceFailed', '“{node}”失败：{error}', { node, error: event.error }),
    }
  }
  return undefined
}

/** A flow can only ask services that are registered. */
export const serviceFindings = async (tx: Tx, { body }: Definition): Promise<PublishFinding[]> => {
  const nodes = within(body).flatMap((node) => (node.t === 'service' ? [node] : []))
  if (nodes.length === 0) return []
  const rows = await tx.query<{ service_key: string }>('select service_key from wf_service where org_id = $1', [tx.orgId])
  const knownKeys = new Set(rows.map((row) => row.service_key))
  return nodes
    .filter(({ service }) => service !== unset && !knownKeys.has(service))
    .map(({ id, name, service }) => ({
      level: 'error',
      node: id,
      reason: refusal('approval.publish.noService', '“{node}”所用的外部服务“{service}”没有登记', { node: name, service }),
    }))
}

type PayloadInput = {
  readonly head: Head
  readonly state: State
  readonly definition: Definition
  readonly nodeId: string
  readonly seq: number
}

const payloadOf = (orgId: Id, { head, state, definition, nodeId, seq }: PayloadInput): ServiceRequest['payload'] => {
  const node = planOf(definition).places.get(nodeId)?.node
  const form: Form = carryFacts(visibleForm(node?.t === 'service' ? node.fields : {}, state.form), {})
  return {
    process: {
      id: head.id,
      flowKey: state.flowKey,
      title: head.title,
      initiatorUid: state.initiator,
      deptId: state.dept || null,
      documentKind: head.documentKind,
      documentId: head.documentId,
      createdAt: head.createdAt,
    },
    node: { id: nodeId, name: node?.name ?? nodeId },
    form,
    correlation: correlationOf(orgId, { processId: head.id, seq }),
  }
}
