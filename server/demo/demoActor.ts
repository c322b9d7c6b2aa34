import { newId, type Id } from '../../kernel/id.ts'
import type { Form } from '../../domain/approval/form/form.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { command } from '../approval/flow/run.ts'
import { actorOf } from '../approval/form/actor.ts'
import { advance } from '../documents/receipts/advance.ts'
import { saveDraft, submit, type SubmitResult } from '../documents/engine.ts'
import { documents, flows } from '../routes.ts'
import type { SignedIn } from '../call.ts'
import type { Company } from './company.ts'
import { onlyRow } from '../db/rows.ts'
import { txAt } from './txAt.ts'

type Values = Readonly<Record<string, unknown>>

/** Who does it, and when: so many days ago at that hour. */
export type DemoActor = { readonly who: string; readonly daysAgo: number; readonly hour?: number; readonly sourceId?: Id }

/** Submits a document as its author would: into the books, or into approval where the flow is installed. */
export const submits = (
  company: Company,
  { who, daysAgo, hour, sourceId }: DemoActor,
  { kind, header, lines }: { readonly kind: string; readonly header: Values; readonly lines: readonly Values[] },
): Promise<SubmitResult> =>
  actThen(company, { who, daysAgo, hour }, (call) =>
    submit(call, flows, { kind: kindNamed(kind), id: newId(), raw: { header, lines, sourceId } }, {}),
  )

export const drafts = (
  company: Company,
  { who, daysAgo, hour }: DemoActor,
  { kind, header, lines }: { readonly kind: string; readonly header: Values; readonly lines: readonly Values[] },
): Promise<void> => saveDraft(company.as(who, company.ago(daysAgo, hour)), { kind: kindNamed(kind), id: newId(), raw: { header, lines } })

/** Takes the next stage of a document. */
export const advances = async (
  company: Company,
  actor: DemoActor,
  { kind, id, stage }: { readonly kind: string; readonly id: Id; readonly stage: string },
): Promise<void> => {
  await actThen(company, actor, (call) => advance(call, kindNamed(kind), { id, key: stage }))
}

/** Does something at its moment; people hear of it then, applications begin then, and what is old was read. */
export const actThen = async <R>(company: Company, { who, daysAgo, hour }: DemoActor, act: (call: SignedIn) => Promise<R>): Promise<R> => {
  const { tx } = company
  const atMs = company.ago(daysAgo, hour)
  const last = await onlyRow(tx.query<{ seq: string }>('select coalesce(max(seq), 0) as seq from message where org_id = $1', [tx.orgId]))
  const result = await act({ ...company.as(who, atMs), tx: txAt(tx, atMs) })
  await tx.query(
    `update message set created_at = $3::timestamptz, read_at = case when $4 then $3::timestamptz + interval '3 hours' end
     where org_id = $1 and seq > $2 and category in ('asset', 'stock', 'approval')`,
    [tx.orgId, last.seq, new Date(atMs).toISOString(), daysAgo > newsDays],
  )
  return result
}

/** What is older than this everyone had time to read. */
const newsDays = 5

/** Decides the task that a person has in the flow of a submitted document; `patch` is what the step fills in. */
export const decides = async (
  company: Company,
  username: string,
  { processId }: Pick<SubmitResult, 'processId'>,
  { verdict, comment, patch }: { readonly verdict: 'approve' | 'reject'; readonly comment: string; readonly patch?: Form | undefined },
): Promise<void> => {
  const call = company.as(username)
  const [task] = await call.tx.query<{ id: Id; form_rev: number }>(
    `select t.id, i.form_rev from wf_task t join wf_instance i on i.org_id = $1 and i.id = t.instance_id
     where t.org_id = $1 and t.instance_id = $2 and t.assignee_uid = $3 and t.status = 1`,
    [call.tx.orgId, processId, call.session.uid],
  )
  if (!task) throw new Error(`${username} has nothing to decide in ${processId}.`)
  const opinion = { taskId: task.id, formRev: task.form_rev, comment }
  await command(
    { tx: call.tx, documents, actor: actorOf(call.session) },
    { taskId: task.id },
    verdict === 'approve' ? { t: 'approve', ...opinion, ...(patch && { patch }) } : { t: 'reject', ...opinion },
  )
}
