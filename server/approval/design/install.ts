import { type Id, isId } from '../../../kernel/id.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import { type Definition, excessOf, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import { fieldSorts, formFields } from '../../../domain/approval/form/filling.ts'
import { absentees } from '../../../domain/approval/design/absentees.ts'
import { demandsOf, mappedFieldsOfDocument, type MappedFields } from '../../../domain/approval/design/mapping.ts'
import { publishFindings } from '../../../domain/approval/design/publish.ts'
import type { PublishFinding } from '../../../domain/approval/design/publishFinding.ts'
import { flowTemplate } from '../../../domain/approval/flow/templates/all.ts'
import { definitionOf } from '../../../domain/approval/flow/templates/define.ts'
import { documentKind as kindNamed } from '../../../domain/documents/all.ts'
import { NotFound } from '../../httpError.ts'
import { refuseChanged, requireUnchanged } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { insideKey } from '../flow/key.ts'
import { ownFieldsOfForm } from '../form/ownFields.ts'
import { nextForm } from './forms.ts'
import { roleFindings } from './hiddenByRoles.ts'
import { withFacts } from '../flow/run.ts'
import { serviceFindings } from '../flow/services/servicesAsk.ts'
import { administrators } from '../../access/people.ts'
import { callerFindings, childFindings } from '../flow/subflowsAsk.ts'

/**
 * Installs a delivered flow as version 1 of a flow of the organisation's own and switches it on. Where it is installed already,
 * nothing changes but that it is switched on again.
 */
export const installFlow = async (tx: Tx, templateKey: string, byUid: Id | null): Promise<void> => {
  const template = flowTemplate(templateKey)
  if (!template) throw new NotFound()
  const { orgId } = tx
  const body = definitionOf(template, 1)
  const [insertedRow] = await tx.query(
    `insert into wf_flow (org_id, flow_key, template_key, template_version, name, module_code, icon, color, document_kind, state, sort_order, template_body)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10) on conflict do nothing returning 1`,
    [
      orgId,
      template.key,
      template.version,
      template.name,
      template.moduleCode,
      template.icon,
      template.color,
      template.documentKind,
      template.order,
      body,
    ],
  )
  if (insertedRow) {
    await tx.query('insert into wf_definition (org_id, flow_key, version, body, published_by, note) values ($1, $2, 1, $3, $4, $5)', [
      orgId,
      template.key,
      body,
      byUid,
      '从模板安装',
    ])
  }
  await tx.query(
    'update wf_flow set state = 2, active_version = coalesce(active_version, 1), updated_at = now() where org_id = $1 and flow_key = $2 and state <> 2',
    [orgId, template.key],
  )
}

/** Switches a flow that was published on (2) or off (3). What runs goes on. */
export const switchFlow = async (tx: Tx, flowKey: string, state: 2 | 3): Promise<void> => {
  const [flow] = await tx.query<{ active_version: number | null }>(
    'select active_version from wf_flow where org_id = $1 and flow_key = $2 for update',
    [tx.orgId, flowKey],
  )
  if (!flow) throw new NotFound()
  if (flow.active_version === null) refuse('approval.notPublished', '流程还没有发布')
  await tx.query('update wf_flow set state = $3, updated_at = now() where org_id = $1 and flow_key = $2', [tx.orgId, flowKey, state])
}

type SaveDraftInput = {
  readonly flowKey: string
  readonly revision: number
  readonly body: unknown
  readonly byUid: Id
}

/**
 * Keeps what a person is working on. `revision` is that of the draft he read, 0 for none. Answers the new one and what still forbids publishing.
 * A draft with more in it than is read is refused: the designer could not open it again.
 */
export const saveDraft = async (
  tx: Tx,
  { flowKey, revision, body, byUid }: SaveDraftInput,
): Promise<{ revision: number; findings: PublishFinding[] }> => {
  const excess = excessOf(body)
  if (excess) throw new RefusalError(excess)
  const [flow] = await tx.query<FlowRow>(flowText, [tx.orgId, flowKey])
  if (!flow) throw new NotFound()
  const [savedRow] = await tx.query<{ revision: number }>(
    revision === 0
      ? `insert into wf_draft (org_id, flow_key, body, updated_by) values ($1, $2, $3, $4) on conflict do nothing returning revision`
      : `update wf_draft set body = $3, updated_by = $4, revision = revision + 1, updated_at = now()
         where org_id = $1 and flow_key = $2 and revision = $5 returning revision`,
    [tx.orgId, flowKey, body, byUid, ...(revision === 0 ? [] : [revision])],
  )
  if (!savedRow) return refuseChanged('草稿')
  const checked = await check(tx, flowKey, flow, body)
  return { revision: savedRow.revision, findings: checked.findings }
}

/** What is wrong with a body of the flow as things are now. */
export const findingsOf = async (tx: Tx, flowKey: string, body: unknown): Promise<PublishFinding[]> => {
  const [flow] = await tx.query<FlowRow>(flowText, [tx.orgId, flowKey])
  if (!flow) throw new NotFound()
  return (await check(tx, flowKey, flow, body)).findings
}

type PublishDraftInput = {
  readonly flowKey: string
  readonly revision: number
  readonly note: string
  readonly byUid: Id
}

/** Makes the draft the version that new processes run. Answers its number. Running processes stay where they are. */
export const publishDraft = async (tx: Tx, { flowKey, revision, note, byUid }: PublishDraftInput): Promise<number> => {
  const [flow] = await tx.query<FlowRow>(`${flowText} for update`, [tx.orgId, flowKey])
  if (!flow) throw new NotFound()
  const [draft] = await tx.query<{ body: unknown; revision: number }>(
    'select body, revision from wf_draft where org_id = $1 and flow_key = $2',
    [tx.orgId, flowKey],
  )
  requireUnchanged('草稿', revision, draft?.revision)
  const { definition, findings } = await check(tx, flowKey, flow, assertDefined(draft, 'the draft').body)
  const error = findings.find(({ level }) => level === 'error')
  if (error) return refuse(error.reason.reason, error.reason.words, error.reason.params)
  const published = assertDefined(definition, 'the definition without errors')
  await tx.query('insert into wf_definition (org_id, flow_key, version, body, published_by, note) values ($1, $2, $3, $4, $5, $6)', [
    tx.orgId,
    flowKey,
    published.version,
    published,
    byUid,
    note,
  ])
  await Promise.all([
    // A draft that says the name as it was published keeps what the flow is called by now.
    tx.query(
      'update wf_flow set active_version = $3, state = 2, name = coalesce($4, name), updated_at = now() where org_id = $1 and flow_key = $2',
      [tx.orgId, flowKey, published.version, published.name === flow.previous?.name ? null : published.name],
    ),
    // Where the draft took a newer template in, the flow goes back to that one from now on.
    tx.query(
      `update wf_flow f set template_version = d.template_version, template_body = d.template_body from wf_draft d
       where f.org_id = $1 and f.flow_key = $2 and d.org_id = $1 and d.flow_key = f.flow_key and d.template_version is not null`,
      [tx.orgId, flowKey],
    ),
    tx.query('delete from wf_draft where org_id = $1 and flow_key = $2', [tx.orgId, flowKey]),
  ])
  return published.version
}

type FlowRow = {
  document_kind: string | null
  form_key: string | null
  active_version: number | null
  last_version: number | null
  previous: Definition | null
}

const flowText = `
  select f.document_kind, f.form_key, f.active_version,
         (select max(d.version) from wf_definition d where d.org_id = $1 and d.flow_key = f.flow_key) as last_version,
         (select d.body from wf_definition d where d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version) as previous
  from wf_flow f where f.org_id = $1 and f.flow_key = $2`

/** Reads a draft as the next version of its flow; key, version and form are the flow's, whatever the draft says. */
const check = async (
  tx: Tx,
  flowKey: string,
  { document_kind: documentKind, form_key: formKey, last_version: lastVersion, previous }: FlowRow,
  body: unknown,
): Promise<{ definition?: Definition; findings: PublishFinding[] }> => {
  const version = (lastVersion ?? 0) + 1
  const custom = formKey === null ? undefined : await nextForm(tx, formKey)
  const form = documentKind ? { kind: 'document', docType: documentKind } : (custom?.form ?? { kind: 'custom', formKey, formVersion: 1 })
  const parseResult = parseDefinition({ ...(body as object), schema: 1, key: flowKey, version, form })
  if ('refusal' in parseResult) return { findings: [{ level: 'error', node: null, reason: parseResult.refusal }] }
  const formOnly = form.kind === 'document' || custom ? formFields(parseResult.definition.form, custom?.design) : undefined
  const fields = formOnly && [...formOnly, ...(await ownFieldsOfForm(tx, parseResult.definition.form, formOnly))]
  const [unknown, admins, services, children, callers] = await Promise.all([
    unknownPeople(tx, parseResult.definition),
    administrators(tx),
    serviceFindings(tx, parseResult.definition),
    childFindings(tx, parseResult.definition, (key) => insideKey(tx.orgId, key), custom?.mapped ?? mappedFieldsOf(documentKind)),
    custom
      ? callerFindings(
          tx,
          { flowKey, fields: custom.mapped, demands: demandsOf(custom.design, parseResult.definition.startFields) },
          (key) => insideKey(tx.orgId, key),
        )
      : [],
  ])
  const { policy } = parseResult.definition
  // Where a flow names no administrators, the organisation's stand in.
  const withAdmins = policy.admins.length > 0 ? parseResult.definition : { ...parseResult.definition, policy: { ...policy, admins } }
  const fieldsKnown = fields && { fields: fieldSorts(fields), form: fields }
  const findings = publishFindings(withAdmins, { ...fieldsKnown, ...(previous ? { previous } : {}) })
  const hiddenByRoles = await roleFindings(tx, parseResult.definition, fields ?? [])
  const departedSubjects = await withFacts(tx, { processId: '0', definition: withAdmins }, (directory) => absentees(withAdmins, directory))
  return {
    definition: parseResult.definition,
    findings: [...findings, ...unknown, ...services, ...children, ...callers, ...hiddenByRoles, ...departedSubjects.findings],
  }
}

const mappedFieldsOf = (documentKind: string | null): MappedFields | undefined => {
  const kind = kindNamed(documentKind ?? '')
  return kind && mappedFieldsOfDocument(kind)
}

/** Everyone who a definition names must be a person: rows of the work list refer to people. */
const unknownPeople = async (tx: Tx, definition: Definition): Promise<PublishFinding[]> => {
  const { admins, starters, proxies } = definition.policy
  const namedIds = new Set<string>([
    ...admins,
    ...(proxies?.users ?? []),
    ...(starters?.only?.users ?? []),
    ...(starters?.except?.users ?? []),
  ])
  JSON.stringify(definition.body, (key, value) => {
    if ((key === 'ids' || key === 'users') && Array.isArray(value)) for (const item of value) namedIds.add(String(item))
    if (key === 'user' && typeof value === 'string') namedIds.add(value)
    return value
  })
  const numbers = [...namedIds].filter(isId)
  const rows = await tx.query<{ id: Id }>('select id from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [
    tx.orgId,
    numbers,
  ])
  const existingIds = new Set(rows.map(({ id }) => id))
  return [...namedIds].every((id) => existingIds.has(id))
    ? []
    : [{ level: 'error', node: null, reason: { reason: 'approval.unknownPerson', words: '流程中指定的人员不存在', params: {} } }]
}
