import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError, refusal, refuse } from '../../../kernel/refusal.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import { summaryOf } from '../../../domain/approval/form/change.ts'
import { readForm } from '../../../domain/approval/form/formReading.ts'
import type { ApplicationDraft } from '../../../domain/approval/operations/forms.ts'
import { NotFound } from '../../httpError.ts'
import { requireUnchanged } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { designOf } from '../form/designs.ts'
import { formNames, formTexts, requireOwnFiles } from '../form/work.ts'
import { outsideKey } from '../flow/key.ts'
import { publishedDefinition } from '../flow/store.ts'

/** The applications that a person has begun and not sent, the last touched first. */
export const listDrafts = async (tx: Tx, uid: Id, flowKey: string | undefined): Promise<ApplicationDraft[]> => {
  const rows = await tx.query<DraftRecord>(
    `${draftsText} and ($3::text is null or d.flow_key = $3) order by d.updated_at desc, d.id desc`,
    [tx.orgId, uid, flowKey ?? null],
  )
  const list: ApplicationDraft[] = []
  for (const row of rows) list.push(await rowOf(tx, row))
  return list
}

export const draftInfo = async (tx: Tx, uid: Id, id: Id) => {
  const [row] = await tx.query<DraftRecord>(`${draftsText} and d.id = $3`, [tx.orgId, uid, id])
  if (!row) throw new NotFound()
  const design = await designFor(tx, row)
  const { values } = readForm(design, row.form, 'draft')
  return { draft: await rowOf(tx, row), form: row.form, ...(await formNames(tx, design, values)) }
}

type DraftSaveInput = {
  readonly id?: Id | undefined
  readonly flowKey: string
  readonly form: Form
  readonly deptId?: Id | undefined
  readonly revision: number
}

/** Keeps what is filled in so far; what could never be sent is refused. */
export const saveApplication = async (tx: Tx, uid: Id, input: DraftSaveInput): Promise<{ id: Id; revision: number }> => {
  const { flowKey, form, deptId, revision } = input
  const [flow] = await tx.query<FlowVersion>(
    `select f.flow_key, f.active_version, $3::bigint is null or exists (select from department d where d.org_id = $1 and d.id = $3) as known
     from wf_flow f where f.org_id = $1 and f.flow_key = $2 and f.state = 2`,
    [tx.orgId, flowKey, deptId ?? null],
  )
  if (!flow) return refuse('approval.notInstalled', '这个流程没有安装或已停用')
  if (!flow.known) throw new NotFound()
  const design = await designFor(tx, flow)
  const { values, problems } = readForm(design, form, 'draft')
  const [first] = problems
  if (first) throw new RefusalError(refusal('incomplete', first.words, first.params), problems)
  if (input.id === undefined) {
    const id = newId()
    await requireOwnFiles(tx, uid, design, { values, before: {} })
    await tx.query('insert into wf_application_draft (org_id, id, uid, flow_key, dept_id, form) values ($1, $2, $3, $4, $5, $6)', [
      tx.orgId,
      id,
      uid,
      flowKey,
      deptId ?? null,
      form,
    ])
    return { id, revision: 1 }
  }
  const [storedRow] = await tx.query<{ revision: number; form: Form }>(
    'select revision, form from wf_application_draft where org_id = $1 and id = $2 and uid = $3 and flow_key = $4 for update',
    [tx.orgId, input.id, uid, flowKey],
  )
  if (!storedRow) throw new NotFound()
  requireUnchanged('草稿', revision, storedRow.revision)
  await requireOwnFiles(tx, uid, design, { values, before: readForm(design, storedRow.form, 'draft').values })
  await tx.query(
    'update wf_application_draft set form = $3, dept_id = $4, revision = revision + 1, updated_at = now() where org_id = $1 and id = $2',
    [tx.orgId, input.id, form, deptId ?? null],
  )
  return { id: input.id, revision: revision + 1 }
}

export const deleteApplication = async (tx: Tx, uid: Id, id: Id): Promise<void> => {
  const removedRows = await tx.query('delete from wf_application_draft where org_id = $1 and id = $2 and uid = $3 returning 1', [
    tx.orgId,
    id,
    uid,
  ])
  if (removedRows.length === 0) throw new NotFound()
}

type FlowVersion = { flow_key: string; active_version: number | null; known: boolean }

type DraftRecord = {
  id: Id
  flow_key: string
  name: string
  icon: string
  color: string
  active_version: number | null
  dept_id: Id | null
  form: Form
  revision: number
  updated_at: string
}

const draftsText = `
  select d.id, d.flow_key, f.name, f.icon, f.color, f.active_version, d.dept_id, d.form, d.revision, d.updated_at
  from wf_application_draft d join wf_flow f on f.org_id = $1 and f.flow_key = d.flow_key
  where d.org_id = $1 and d.uid = $2`

/** The form as new applications fill it in now. */
const designFor = async (tx: Tx, { flow_key: flowKey, active_version: version }: Pick<FlowVersion, 'flow_key' | 'active_version'>) => {
  if (version === null) throw new NotFound()
  return (await designOf(tx, await publishedDefinition(tx, flowKey, version))) ?? refuse('approval.needsDocument', '请先填写单据')
}

const rowOf = async (tx: Tx, row: DraftRecord): Promise<ApplicationDraft> => {
  const design = await designFor(tx, row)
  const { values } = readForm(design, row.form, 'draft')
  return {
    id: row.id,
    flowKey: outsideKey(tx.orgId, row.flow_key),
    flowName: row.name,
    flowIcon: row.icon,
    color: row.color,
    deptId: row.dept_id,
    summary: summaryOf(design, await formTexts(tx, design, values), []),
    revision: row.revision,
    updatedAt: row.updated_at,
  }
}
