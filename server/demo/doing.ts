import { newId, type Id } from '../../kernel/id.ts'
import type { Form } from '../../domain/approval/definition.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { actorOf, command } from '../approval/run.ts'
import { advance, saveDraft, submit, type Submitted } from '../documents/engine.ts'
import { documents, flows } from '../routes.ts'
import type { Company } from './company.ts'

type Values = Readonly<Record<string, unknown>>

/** Who does it, and when: so many days ago at that hour. */
export type By = { readonly who: string; readonly daysAgo: number; readonly hour?: number; readonly sourceId?: Id }

/** Submits a document as its author would: into the books, or into approval where the flow is installed. */
export const submits = (
  company: Company,
  { who, daysAgo, hour, sourceId }: By,
  kind: string,
  header: Values,
  lines: readonly Values[],
): Promise<Submitted> =>
  submit(company.as(who, company.ago(daysAgo, hour)), flows, documentKind(kind)!, newId(), { header, lines, sourceId }, {})

export const drafts = (
  company: Company,
  { who, daysAgo, hour }: By,
  kind: string,
  header: Values,
  lines: readonly Values[],
): Promise<void> => saveDraft(company.as(who, company.ago(daysAgo, hour)), documentKind(kind)!, newId(), { header, lines })

/** Takes the next stage of a document. */
export const advances = async (company: Company, { who, daysAgo, hour }: By, kind: string, id: Id, stage: string): Promise<void> => {
  await advance(company.as(who, company.ago(daysAgo, hour)), documentKind(kind)!, id, stage)
}

/** Decides the task that somebody has in the flow of a submitted document; `patch` is what the step fills in. */
export const decides = async (
  company: Company,
  who: string,
  { instanceId }: Pick<Submitted, 'instanceId'>,
  verdict: 'approve' | 'reject',
  comment: string,
  patch?: Form,
): Promise<void> => {
  const call = company.as(who)
  const [task] = await call.tx.query<{ id: Id; form_rev: number }>(
    `select t.id, i.form_rev from wf_task t join wf_instance i on i.org_id = t.org_id and i.id = t.instance_id
     where t.org_id = $1 and t.instance_id = $2 and t.assignee_uid = $3 and t.status = 1`,
    [call.tx.orgId, instanceId, call.session.uid],
  )
  if (!task) throw new Error(`${who} has nothing to decide in ${instanceId}.`)
  const opinion = { taskId: task.id, formRev: task.form_rev, comment }
  await command(
    call.tx,
    documents,
    { taskId: task.id },
    actorOf(call.session),
    verdict === 'approve' ? { t: 'approve', ...opinion, ...(patch && { patch }) } : { t: 'reject', ...opinion },
  )
}
