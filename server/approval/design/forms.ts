import { type Id, newId } from '../../../kernel/id.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { fill, RefusalError, refuse } from '../../../kernel/refusal.ts'
import { type Definition, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import { type DesignProblem, designProblems } from '../../../domain/approval/form/formProblems.ts'
import { fieldsOf, type FormDesign, parseFormDesign } from '../../../domain/approval/form/formDesign.ts'
import { mappedFieldsOfDesign, type MappedFields } from '../../../domain/approval/design/mapping.ts'
import { headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { FormRow } from '../../../domain/approval/operations/forms.ts'
import { NotFound } from '../../httpError.ts'
import { refuseChanged, requireUnchanged } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { outsideKey } from '../flow/key.ts'
import { latestDesign } from '../form/designs.ts'
import { ownReadingProblems } from './ownReadings.ts'
import { peopleOf } from '../process/lists.ts'

/** The form of a flow's next version, with the paths that its steps may name. */
export const nextForm = async (
  tx: Tx,
  formKey: string,
): Promise<{ form: Extract<Definition['form'], { kind: 'custom' }>; design: FormDesign; mapped: MappedFields } | undefined> => {
  const latest = await latestDesign(tx, formKey)
  return (
    latest && {
      form: { kind: 'custom', formKey, formVersion: latest.version },
      design: latest.design,
      mapped: mappedFieldsOfDesign(latest.design),
    }
  )
}

export const listForms = async (tx: Tx, keyword = ''): Promise<FormRow[]> =>
  rowsOf(
    tx,
    await tx.query<FormRecord>(`${formsText} and strpos(lower(f.name), lower($2)) > 0 order by f.updated_at desc, f.form_key`, [
      tx.orgId,
      keyword.trim(),
    ]),
  )

/** A form with its draft, or with one of its versions. */
export const formInfo = async (tx: Tx, formKey: string, version: number | undefined, language: 'zh' | 'en') => {
  const [records, versions] = await Promise.all([
    tx.query<FormRecord>(`${formsText} and f.form_key = $2`, [tx.orgId, formKey]),
    tx.query<{ version: number; body: Record<string, unknown>; published_at: string; published_by: Id; note: string }>(
      'select version, body, published_at, published_by, note from wf_form_version where org_id = $1 and form_key = $2 order by version desc',
      [tx.orgId, formKey],
    ),
  ])
  const [record] = records
  const design = version === undefined ? record?.body : versions.find((otherVersion) => otherVersion.version === version)?.body
  if (!record || !design) throw new NotFound()
  const [forms, people] = await Promise.all([
    rowsOf(tx, records),
    peopleOf(
      tx,
      versions.map((version) => version.published_by),
    ),
  ])
  return {
    form: firstOf(forms),
    design,
    problems: problemsInWords(await problemsOf(tx, design), language),
    versions: versions.map((version) => ({
      version: version.version,
      publishedAt: version.published_at,
      publishedBy: people(version.published_by),
      note: version.note,
    })),
  }
}

type FormSaveInput = {
  readonly formKey?: string | undefined
  readonly formName: string
  readonly note?: string | undefined
  readonly revision: number
  readonly design: Record<string, unknown>
}

/** Keeps a draft, whatever is wrong with it, and says what is. */
export const saveForm = async (tx: Tx, input: FormSaveInput, byUid: Id, language: 'zh' | 'en') => {
  const { formKey = newKey('form'), formName, note, revision, design } = input
  const parseResult = parseFormDesign(design)
  const body = 'design' in parseResult ? parseResult.design : design
  if (input.formKey !== undefined) await lockForm(tx, formKey)
  const [savedRow] = await tx.query<{ revision: number }>(
    input.formKey === undefined
      ? 'insert into wf_form (org_id, form_key, name, note, body, updated_by) values ($1, $2, $3, coalesce($4, $7), $5, $6) returning revision'
      : `update wf_form set name = $3, note = coalesce($4, note), body = $5, updated_by = $6, updated_at = now(), revision = revision + 1
         where org_id = $1 and form_key = $2 and revision = $7 returning revision`,
    [tx.orgId, formKey, formName, note ?? null, body, byUid, input.formKey === undefined ? '' : revision],
  )
  if (!savedRow) return refuseChanged('表单')
  return { formKey, revision: savedRow.revision, problems: problemsInWords(await problemsOf(tx, body), language) }
}

type PublishFormInput = {
  readonly formKey: string
  readonly revision: number
  readonly note: string
  readonly byUid: Id
}

/** Makes the draft the next version. Flows take it when they are published next; what runs stays with the version it began with. */
export const publishForm = async (tx: Tx, { formKey, revision, note, byUid }: PublishFormInput): Promise<number> => {
  const form = await lockForm(tx, formKey)
  requireUnchanged('表单', revision, form.revision)
  const [problem] = await problemsOf(tx, form.body)
  if (problem) return refuse('form.faulty', problem.words, problem.params)
  const [publishedRow] = await tx.query<{ version: number }>(
    `insert into wf_form_version as new_row (org_id, form_key, version, name, body, note, published_by)
     select f.org_id, f.form_key, coalesce(p.version, 0) + 1, f.name, f.body, $3, $4
     from wf_form f left join lateral ${lastVersionText} p on true
     where f.org_id = $1 and f.form_key = $2 and (p.body, p.name) is distinct from (f.body, f.name) returning new_row.version`,
    [tx.orgId, formKey, note, byUid],
  )
  return publishedRow ? publishedRow.version : refuse('form.unchanged', '表单没有变化，不用再次发布')
}

/** Takes away a form that no flow and no log is filled in with. */
export const deleteForm = async (tx: Tx, formKey: string): Promise<void> => {
  await lockForm(tx, formKey)
  const flows = await tx.query<{ name: string }>('select name from wf_flow where org_id = $1 and form_key = $2 order by sort_order', [
    tx.orgId,
    formKey,
  ])
  if (flows.length > 0) refuse('form.inUse', '“{flows}”正在使用这个表单，不能删除', { flows: flows.map(({ name }) => name).join('、') })
  const logs = await tx.query<{ name: string }>(
    'select name from log_template where org_id = $1 and form_key = $2 order by name collate by_pinyin',
    [tx.orgId, formKey],
  )
  if (logs.length > 0) refuse('form.inUse', '“{flows}”正在使用这个表单，不能删除', { flows: logs.map(({ name }) => name).join('、') })
  await tx.query('delete from wf_form_version where org_id = $1 and form_key = $2', [tx.orgId, formKey])
  await tx.query('delete from wf_form where org_id = $1 and form_key = $2', [tx.orgId, formKey])
}

type CopyFormInput = {
  readonly formKey: string
  readonly formName: string | undefined
  readonly byUid: Id
  readonly language: 'zh' | 'en'
}

export const copyForm = async (tx: Tx, { formKey, formName, byUid, language }: CopyFormInput) => {
  const { name, note, body } = await lockForm(tx, formKey)
  const copyName = formName ?? fill(inWords(language, '{name}副本'), { name }).slice(0, 40)
  return saveForm(tx, { formName: copyName, note, revision: 0, design: body }, byUid, language)
}

type Look = {
  readonly flowName?: string | undefined
  readonly flowIcon?: string | undefined
  readonly color?: string | undefined
  readonly moduleCode?: string | undefined
}

/** Makes a flow for a published form, with a draft in which the head of the department decides. Answers its key without suffix. */
export const createFlow = async (
  tx: Tx,
  {
    formKey,
    flowName,
    flowIcon,
    color,
    moduleCode = 'oa',
    likeFlow,
  }: Required<Omit<Look, 'moduleCode'>> & Pick<Look, 'moduleCode'> & { formKey: string; likeFlow?: string },
  byUid: Id,
): Promise<string> => {
  // The person who deletes the form meanwhile waits, and then finds the flow.
  await lockForm(tx, formKey)
  const next = await nextForm(tx, formKey)
  if (!next) return refuse('form.notPublished', '请先发布表单')
  const flowKey = newKey('f')
  const steps = likeFlow === undefined ? { policy: { dedupe: 'consecutive' }, body: [headOfDepartment()] } : await stepsOf(tx, likeFlow, formKey) // prettier-ignore
  const parseResult = parseDefinition({ schema: 1, ...steps, key: flowKey, version: 1, name: flowName, form: next.form })
  if ('refusal' in parseResult) throw new RefusalError(parseResult.refusal)
  await tx.query(
    `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key, state, sort_order)
     select o.org_id, $2, $3, $4, $5, $6, $7, 1, coalesce((select max(sort_order) from wf_flow where org_id = $1), 0) + 1 from organisation o where o.org_id = $1`,
    [tx.orgId, flowKey, flowName, moduleCode, flowIcon, color, formKey],
  )
  await tx.query('insert into wf_draft (org_id, flow_key, body, updated_by) values ($1, $2, $3, $4)', [
    tx.orgId,
    flowKey,
    parseResult.definition,
    byUid,
  ])
  return flowKey
}

/** How another flow of the form is designed: its draft, or what is in use. */
const stepsOf = async (tx: Tx, flowKey: string, formKey: string): Promise<object> => {
  const [row] = await tx.query<{ body: object | null }>(
    `select coalesce(w.body, d.body) as body
     from wf_flow f
     left join wf_draft w on w.org_id = $1 and w.flow_key = f.flow_key
     left join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
     where f.org_id = $1 and f.flow_key = $2 and f.form_key = $3`,
    [tx.orgId, flowKey, formKey],
  )
  if (!row?.body) throw new NotFound()
  return row.body
}

/** How a flow is called and looks; a draft of it is called the same. */
export const editFlow = async (tx: Tx, flowKey: string, look: Look & { readonly order?: number | undefined }): Promise<void> => {
  const { flowName = null, flowIcon = null, color = null, moduleCode = null, order = null } = look
  const editedRows = await tx.query(
    `update wf_flow set name = coalesce($3, name), icon = coalesce($4, icon), color = coalesce($5, color),
       module_code = coalesce($6, module_code), sort_order = coalesce($7, sort_order), updated_at = now()
     where org_id = $1 and flow_key = $2 returning 1`,
    [tx.orgId, flowKey, flowName, flowIcon, color, moduleCode, order],
  )
  if (editedRows.length === 0) throw new NotFound()
  if (flowName !== null)
    await tx.query(`update wf_draft set body = jsonb_set(body, '{name}', to_jsonb($3::text)) where org_id = $1 and flow_key = $2`, [
      tx.orgId,
      flowKey,
      flowName,
    ])
}

/** Takes away a flow of a custom form that no one has applied with. Drafts of applications go with it. */
export const deleteFlow = async (tx: Tx, flowKey: string): Promise<void> => {
  const [flow] = await tx.query<{ name: string; used: boolean }>(
    `select f.name, f.form_key is null or exists (select from wf_instance i where i.org_id = $1 and i.flow_key = f.flow_key)
              or exists (select from wf_migration m where m.org_id = $1 and m.flow_key = f.flow_key) as used
     from wf_flow f where f.org_id = $1 and f.flow_key = $2 for update`,
    [tx.orgId, flowKey],
  )
  if (!flow) throw new NotFound()
  if (flow.used) refuse('approval.flowUsed', '“{flow}”已经使用过，只能停用', { flow: flow.name })
  for (const table of ['wf_application_draft', 'wf_draft'])
    await tx.query(`delete from ${table} where org_id = $1 and flow_key = $2`, [tx.orgId, flowKey])
  await tx.query('update wf_flow set state = 1, active_version = null where org_id = $1 and flow_key = $2', [tx.orgId, flowKey])
  await tx.query('delete from wf_definition where org_id = $1 and flow_key = $2', [tx.orgId, flowKey])
  await tx.query('delete from wf_flow where org_id = $1 and flow_key = $2', [tx.orgId, flowKey])
}

type FormRecord = {
  form_key: string
  name: string
  note: string
  version: number | null
  changed: boolean
  revision: number
  body: Record<string, unknown>
  updated_at: string
  updated_by: Id
}

const lastVersionText = `(
  select v.version, v.name, v.body from wf_form_version v where v.org_id = $1 and v.form_key = f.form_key order by v.version desc limit 1)`

const formsText = `
  select f.form_key, f.name, f.note, p.version, (p.body, p.name) is distinct from (f.body, f.name) as changed, f.revision, f.body, f.updated_at,
         f.updated_by
  from wf_form f left join lateral ${lastVersionText} p on true where f.org_id = $1`

const rowsOf = async (tx: Tx, records: readonly FormRecord[]): Promise<FormRow[]> => {
  const [flows, people] = await Promise.all([
    tx.query<{ flow_key: string; name: string; icon: string; color: string; form_key: string; form_version: number | null }>(
      `select w.flow_key, w.name, w.icon, w.color, w.form_key,
              (select (d.body -> 'form' ->> 'formVersion')::int from wf_definition d
               where d.org_id = $1 and d.flow_key = w.flow_key and d.version = w.active_version) as form_version
       from wf_flow w where w.org_id = $1 and w.form_key = any ($2::text[]) order by w.sort_order, w.flow_key`,
      [tx.orgId, records.map((record) => record.form_key)],
    ),
    peopleOf(
      tx,
      records.map((record) => record.updated_by),
    ),
  ])
  return records.map((record) => {
    const parseResult = parseFormDesign(record.body)
    return {
      formKey: record.form_key,
      formName: record.name,
      note: record.note,
      version: record.version,
      changed: record.changed,
      revision: record.revision,
      fieldCount: 'design' in parseResult ? fieldsOf(parseResult.design).length : 0,
      flows: flows
        .filter((flow) => flow.form_key === record.form_key)
        .map((flow) => ({
          flowKey: outsideKey(tx.orgId, flow.flow_key),
          flowName: flow.name,
          flowIcon: flow.icon,
          color: flow.color,
          formVersion: flow.form_version,
        })),
      updatedAt: record.updated_at,
      updatedBy: people(record.updated_by),
    }
  })
}

const lockForm = async (tx: Tx, formKey: string) => {
  const [form] = await tx.query<{ name: string; note: string; revision: number; body: Record<string, unknown> }>(
    'select name, note, revision, body from wf_form where org_id = $1 and form_key = $2 for update',
    [tx.orgId, formKey],
  )
  if (!form) throw new NotFound()
  return form
}

const problemsOf = async (tx: Tx, body: unknown): Promise<DesignProblem[]> => {
  const parseResult = parseFormDesign(body)
  return 'design' in parseResult
    ? [...designProblems(parseResult.design), ...(await ownReadingProblems(tx, parseResult.design))]
    : [{ key: null, words: parseResult.refusal.words, params: parseResult.refusal.params }]
}

const problemsInWords = (problems: readonly DesignProblem[], language: 'zh' | 'en') =>
  problems.map(({ key, words, params }) => ({ key, words: inWords(language, words, params) }))

/** An id between letters: a key that ended in digits could look as if it had the organisation's suffix. */
const newKey = (start: string): string => `${start}${newId()}x`
