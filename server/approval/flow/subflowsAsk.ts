import { type Id, newId } from '../../../kernel/id.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import type { Definition, SubFlow } from '../../../domain/approval/flow/definition.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import { unset } from '../../../domain/approval/design/edit.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import {
  type Demand,
  demandsOf,
  mappedFieldsOfDesign,
  type MappedFields,
  mappingFindings,
} from '../../../domain/approval/design/mapping.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import type { PublishFinding } from '../../../domain/approval/design/publishFinding.ts'
import type { Tx } from '../../db/tx.ts'
import { type WritePart, writePart, writeTogether } from '../../db/writeTogether.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import { onlyRow } from '../../db/rows.ts'
import { notify } from '../../messaging/notify.ts'
import { announce } from '../../messaging/outbox.ts'
import { type ServiceProcess, numberEvents } from './services/servicesAsk.ts'
import { administrators } from '../../access/people.ts'

/** The kinds of the jobs through which a flow and those it asked for talk: no transaction locks two processes. */
export const childJobs = { start: 'workflow.childStart', ended: 'workflow.childEnded', stop: 'workflow.childStop' } as const

export type ChildStart = {
  readonly parentId: Id
  readonly seq: number
  readonly step: string
  readonly flowKey: string
  readonly initiator: Id
  /** Empty where the parent has none. */
  readonly dept: Id
  readonly form: Form
  readonly waits: boolean
  /** The row that it is for, where one is started for each. */
  readonly item?: number | undefined
}
export type ChildEnd = { readonly parentId: Id; readonly step: string; readonly item?: number | null }
/** Without `seq`, which those asked for earlier lack, the child of the step. */
export type ChildStop = { readonly parentId: Id; readonly step: string; readonly seq?: number; readonly by: Id }

/** How many flows may ask for each other in a row, the first one included. */
export const childDepthMax = 3

/** Asks for the jobs that start, stop and answer children, in the transaction of the commands. */
export const followChildren = async (tx: Tx, { head, entries, state }: ServiceProcess): Promise<void> => {
  const actor = firstOf(entries).actor
  const byUid = /^\d+$/.test(actor) ? actor : state.initiator
  await Promise.all(
    numberEvents(entries).flatMap(({ seq, event }) => {
      if (event.t === 'ChildStarted') {
        const { step, flowKey, initiator, dept, form, wait: waits, item } = event
        const body: ChildStart = { parentId: head.id, seq, step, flowKey, initiator, dept, form, waits, item }
        return [
          tx.query('insert into wf_child (org_id, parent_id, seq, step_id, waits, item) values ($1, $2, $3, $4, $5, $6)', [
            tx.orgId,
            head.id,
            seq,
            step,
            waits,
            item ?? null,
          ]),
          enqueue(tx, { kind: childJobs.start, key: `${head.id}/${seq}`, body }),
        ]
      }
      if (event.t === 'ChildCancelled') {
        return [stopChildren(tx, head.id, event.step, byUid)]
      }
      return []
    }),
  )
}

/** One job for each: no transaction locks two processes. */
const stopChildren = async (tx: Tx, parentId: Id, step: string, byUid: Id): Promise<void> => {
  const rows = await tx.query<{ seq: number }>(
    'update wf_child set cancelled_at = now() where org_id = $1 and parent_id = $2 and step_id = $3 returning seq',
    [tx.orgId, parentId, step],
  )
  await Promise.all(
    rows.map(({ seq }) => {
      const body: ChildStop = { parentId, step, seq, by: byUid }
      return enqueue(tx, { kind: childJobs.stop, key: `${parentId}/${seq}`, body })
    }),
  )
}

/** Asks for the job that tells a parent how its child ended, where there is one that waits. */
export const answerParent = (tx: Tx, childId: Id): Promise<void> => writeTogether(tx, [answerPart(tx, childId)])

/** The same where a process has ended, to be written with the rest of it. */
export const parentParts = (tx: Tx, { head, entries }: Pick<ServiceProcess, 'head' | 'entries'>): WritePart[] =>
  entries.some(({ events }) => events.some(({ t }) => t === 'Ended')) ? [answerPart(tx, head.id)] : []

const answerPart = (tx: Tx, childId: Id): WritePart =>
  writePart(
    `insert into job (org_id, id, kind, key, body, due_at)
     select c.org_id, $3, $4, c.child_id::text, jsonb_build_object('parentId', c.parent_id::text, 'step', c.step_id, 'item', c.item), now()
     from wf_child c where c.org_id = $1 and c.child_id = $2 and c.waits and c.cancelled_at is null
     on conflict (org_id, kind, key) do update set due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null`,
    [tx.orgId, childId, newId(), childJobs.ended],
  )

/** Keeps that a parent waits in vain, for who administers flows. */
export const childIncident = async (
  tx: Tx,
  parentId: Id,
  { step, item }: { readonly step: string; readonly item?: number | null | undefined },
  { reason, words, params }: Refusal,
): Promise<void> => {
  await tx.query(
    `insert into wf_incident (org_id, id, instance_id, kind, step_id, reason, words, params, item, created_at) values ($1, $2, $3, 'child', $4, $5, $6, $7, $8, now())
     on conflict (org_id, instance_id, kind, coalesce(step_id, ''), coalesce(item, -1)) where resolved_at is null
     do update set reason = excluded.reason, words = excluded.words, params = excluded.params`,
    [tx.orgId, newId(), parentId, step, reason, words, params, item ?? null],
  )
  const uids = await administrators(tx)
  await announce(tx, { topic: 'process', key: parentId, body: { processId: parentId, uids } })
  const { number, title } = await onlyRow(
    tx.query<{ number: string; title: string }>('select number, title from wf_instance where org_id = $1 and id = $2', [
      tx.orgId,
      parentId,
    ]),
  )
  await notify(tx, {
    uids,
    msgType: messageTypes.notify,
    category: 'approval',
    title: '子流程没有进行下去：{title}',
    params: { title },
    content: number,
    link: `/pages/flow/progress?processId=${parentId}`,
  })
}

type StartChildAgainInput = {
  readonly incidentId: Id
  readonly parentId: Id
  readonly step: string
  readonly byUid: Id
}

/** Tries once more what an incident of a child kept from going on: its start, or the answer to its parent. */
export const startChildAgain = async (tx: Tx, { incidentId, parentId, step, byUid }: StartChildAgainInput): Promise<void> => {
  const [child] = await tx.query<{ child_id: Id | null; seq: number }>(
    `select c.child_id, c.seq from wf_child c join wf_incident n on n.org_id = $1 and n.id = $4 and n.item is not distinct from c.item
     where c.org_id = $1 and c.parent_id = $2 and c.step_id = $3 and c.cancelled_at is null`,
    [tx.orgId, parentId, step, incidentId],
  )
  await tx.query(`update wf_incident set resolved_at = now(), resolved_by = $3, resolution = 'again' where org_id = $1 and id = $2`, [
    tx.orgId,
    incidentId,
    byUid,
  ])
  if (!child) return
  if (child.child_id) return answerParent(tx, child.child_id)
  await tx.query(
    'update job set due_at = now(), attempts = 0, last_error = null, done_at = null, lease_until = null where org_id = $1 and kind = $2 and key = $3',
    [tx.orgId, childJobs.start, `${parentId}/${child.seq}`],
  )
}

/** A flow that a process asked for, as far as it has come: `childId` and `status` are null until it has started. */
export type ChildPlace = {
  readonly step: string
  readonly item: number | null
  readonly childId: Id | null
  readonly status: string | null
}

/** Everything that a process asked for, by step, in the order of the rows. */
export const childrenOf = async (tx: Tx, parentId: Id): Promise<Map<string, ChildPlace[]>> => {
  const rows = await tx.query<ChildPlace>(
    `select c.step_id as step, c.item, c.child_id as "childId", i.status
     from wf_child c left join wf_instance i on i.org_id = $1 and i.id = c.child_id
     where c.org_id = $1 and c.parent_id = $2 order by c.seq`,
    [tx.orgId, parentId],
  )
  return Map.groupBy(rows, ({ step }) => step)
}

/**
 * A child must be a flow in use that needs no document, flows must not ask for each other in a circle or too deep, and what is passed
 * between the forms must fit both. `insideKey` reads the key as a designer writes it; `own` is the form of the flow, where it is known.
 */
export const childFindings = async (
  tx: Tx,
  definition: Pick<Definition, 'key' | 'body'>,
  insideKey: (key: string) => string,
  ownFields: MappedFields | undefined,
): Promise<PublishFinding[]> => {
  const findings: PublishFinding[] = []
  for (const node of childNodes(definition)) {
    const reason = await whyNot(tx, node, insideKey, [definition.key])
    if (reason) findings.push({ level: 'error', node: node.id, reason: { ...reason, params: { ...reason.params, node: node.name } } })
    else if (ownFields) {
      const { fields, demands } = await calledForm(tx, insideKey(node.flowKey))
      findings.push(...mappingFindings(node, ownFields, fields, demands))
    }
  }
  return findings
}

/** What is asked of a flow by those that start it: its key as the organisation knows it, the fields of its form, what that demands. */
export type CalledFlow = { readonly flowKey: string; readonly fields: MappedFields; readonly demands: readonly Demand[] }

/**
 * The flows in use that start this one and could not do so any more once it is published: their steps pass less than its form demands. A
 * warning, since theirs can only be put right afterwards.
 */
export const callerFindings = async (
  tx: Tx,
  { flowKey, fields, demands }: CalledFlow,
  insideKey: (key: string) => string,
): Promise<PublishFinding[]> => {
  const callers = await tx.query<{ name: string; body: Definition }>(
    `select f.name, d.body from wf_flow f
     join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
     where f.org_id = $1 and f.state = 2 and f.flow_key <> $2 and jsonb_path_exists(d.body, '$.** ? (@.t == "subFlow")')
     order by f.flow_key`,
    [tx.orgId, flowKey],
  )
  return callers.flatMap(({ name, body }) =>
    childNodes(body)
      .filter((node) => insideKey(node.flowKey) === flowKey)
      .flatMap((node) => callerOf(name, node, fields, demands)),
  )
}

const callerOf = (flow: string, node: SubFlow, fields: MappedFields, demands: readonly Demand[]): PublishFinding[] => {
  const lacking = demands.filter(({ path, always }) => always && !(path in node.input)).map(({ label }) => label)
  const gone = Object.keys(node.input).filter((path) => !fields.has(path))
  const params = { flow, node: node.name }
  return [
    ...lacking.map((field) => ({
      reason: refusal('approval.publish.callerDemand', '流程“{flow}”的“{node}”没有带入必填的“{field}”，发布后它不能再发起本流程', {
        ...params,
        field,
      }),
    })),
    ...gone.map((field) => ({
      reason: refusal('approval.publish.callerField', '流程“{flow}”的“{node}”要填入的字段“{field}”已不在表单中', { ...params, field }),
    })),
  ].map(({ reason }) => ({ level: 'warning', node: null, reason }))
}

const childNodes = ({ body }: Pick<Definition, 'body'>): SubFlow[] =>
  within(body).flatMap((node) => (node.t === 'subFlow' && node.flowKey !== unset ? [node] : []))

/** The form that a flow of the organisation's own is filled in with, and what an application must say in it. */
const calledForm = async (tx: Tx, flowKey: string): Promise<{ fields: MappedFields; demands: readonly Demand[] }> => {
  const [row] = await tx.query<{ design: FormDesign; definition: Pick<Definition, 'startFields'> }>(
    `select v.body as design, d.body as definition from wf_flow f
     join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
     join wf_form_version v on v.org_id = $1 and v.form_key = d.body -> 'form' ->> 'formKey'
       and v.version = (d.body -> 'form' ->> 'formVersion')::int
     where f.org_id = $1 and f.flow_key = $2`,
    [tx.orgId, flowKey],
  )
  if (!row) return { fields: new Map(), demands: [] }
  return { fields: mappedFieldsOfDesign(row.design), demands: demandsOf(row.design, row.definition.startFields ?? {}) }
}

const whyNot = async (
  tx: Tx,
  node: SubFlow,
  insideKey: (key: string) => string,
  above: readonly string[],
): Promise<Refusal | undefined> => {
  const key = insideKey(node.flowKey)
  if (above.includes(key)) return refusal('approval.publish.childCircle', '“{node}”的子流程会回到自己，形成循环')
  if (above.length >= childDepthMax)
    return refusal('approval.publish.childDepth', '“{node}”的子流程嵌套超过{max}层', { max: childDepthMax })
  const [flow] = await tx.query<{ name: string; document_kind: string | null; state: number; body: Definition | null }>(
    `select f.name, f.document_kind, f.state, d.body from wf_flow f
     left join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
     where f.org_id = $1 and f.flow_key = $2`,
    [tx.orgId, key],
  )
  if (!flow || flow.state !== 2 || !flow.body) return refusal('approval.publish.noChild', '“{node}”要发起的流程没有安装或已停用')
  if (flow.document_kind !== null)
    return refusal('approval.publish.childDocument', '“{node}”不能发起“{flow}”：它需要先填写单据', { flow: flow.name })
  for (const inner of childNodes(flow.body)) {
    const reason = await whyNot(tx, inner, insideKey, [...above, key])
    if (reason) return reason
  }
  return undefined
}
