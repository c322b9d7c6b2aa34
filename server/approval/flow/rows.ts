import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Definition, Starters } from '../../../domain/approval/flow/definition.ts'
import { startRefusal } from '../../../domain/approval/flow/starters.ts'
import { flowTemplates } from '../../../domain/approval/flow/templates/all.ts'
import type { FlowTemplate } from '../../../domain/approval/flow/templates/define.ts'
import type { FlowRow } from '../../../domain/approval/operations/installedFlows.ts'
import type { Session } from '../../call.ts'
import { NotFound } from '../../httpError.ts'
import type { Tx } from '../../db/tx.ts'
import { administrators } from '../../access/people.ts'
import { outsideKey } from './key.ts'
import { starterOf } from './starters.ts'
import { loadDefinition } from './store.ts'

type RowFilter = { readonly moduleCode?: string | undefined; readonly state?: number | undefined }

/** The flows of the organisation in their order. */
export const installedFlows = async (tx: Tx, rowFilter: RowFilter): Promise<FlowRow[]> =>
  (await readFlows(tx, rowFilter)).map((row) => rowOf(tx.orgId, row))

/** Those of them that a person may start; with `mine`, also those that he has or had something to do in. */
export const flowsFor = async (
  tx: Tx,
  { uid, codes }: Session,
  rowFilter: RowFilter & { mine?: boolean | undefined },
): Promise<FlowRow[]> => {
  const rows = await readFlows(tx, rowFilter)
  const [people, mine] = await Promise.all([
    rows.some(({ starters }) => starters) ? starterOf(tx, uid) : { uid, depts: [], roles: [] },
    rowFilter.mine ? tx.query<{ flow_key: string }>(myFlowsText, [tx.orgId, uid]) : [],
  ])
  const takenKeys = new Set(mine.map(({ flow_key: key }) => key))
  return rows
    .filter(
      ({ flow_key: key, name, document_kind: documentKind, starters }) =>
        takenKeys.has(key) || !startRefusal({ name, documentKind, starters: starters ?? undefined }, people, codes),
    )
    .map((row) => rowOf(tx.orgId, row))
}

const readFlows = (tx: Tx, { moduleCode, state }: RowFilter): Promise<FlowRecord[]> =>
  tx.query<FlowRecord>(
    `${flowsText} and ($2::text is null or f.module_code = $2) and ($3::int is null or f.state = $3) order by f.sort_order, f.flow_key`,
    [tx.orgId, moduleCode ?? null, state ?? null],
  )

const myFlowsText = `
  select f.flow_key from wf_flow f where f.org_id = $1 and exists (
    select from wf_task t where t.org_id = $1 and t.assignee_uid = $2 and t.flow_key = f.flow_key)`

export const flowRowOf = async (tx: Tx, flowKey: string): Promise<FlowRow> => {
  const [row] = await tx.query<FlowRecord>(`${flowsText} and f.flow_key = $2`, [tx.orgId, flowKey])
  if (!row) throw new NotFound()
  return rowOf(tx.orgId, row)
}

/** A flow that may be applied with, and the version that new applications take; refuses one that is not in use. */
export const flowInUse = async (tx: Tx, flowKey: string): Promise<{ flow: FlowRow; definition: Definition }> => {
  const [flow, admins] = await Promise.all([flowRowOf(tx, flowKey), administrators(tx)])
  if (flow.state !== 2 || flow.version === null) return refuse('approval.notInstalled', '这个流程没有安装或已停用')
  return { flow, definition: await loadDefinition(tx, flowKey, flow.version, admins) }
}

/** The delivered flows that the organisation does not have yet. */
export const offeredFlows = (orgId: Id, installedRows: readonly FlowRow[], moduleCode: string | undefined): FlowRow[] =>
  flowTemplates
    .filter(
      (template) =>
        (moduleCode === undefined || template.moduleCode === moduleCode) &&
        !installedRows.some(({ flowKey }) => flowKey === outsideKey(orgId, template.key)),
    )
    .map((template) => offeredRow(orgId, template))

type FlowRecord = {
  flow_key: string
  template_key: string | null
  template_version: number | null
  name: string
  module_code: string
  icon: string
  color: string
  document_kind: string | null
  form_key: string | null
  active_version: number | null
  state: number
  running: number
  form_update: number | null
  starters: Starters | null
}

const flowsText = `
  select f.flow_key, s.body -> 'policy' -> 'starters' as starters, f.template_key, f.template_version, f.name, f.module_code, f.icon, f.color, f.document_kind, f.form_key, f.active_version, f.state,
         (select max(v.version) from wf_form_version v join wf_definition d on d.org_id = $1
            where v.org_id = $1 and v.form_key = f.form_key and d.flow_key = f.flow_key and d.version = f.active_version
              and v.version > (d.body -> 'form' ->> 'formVersion')::int) as form_update,
         (select count(*)::int from wf_instance i where i.org_id = $1 and i.flow_key = f.flow_key and i.status in ('running', 'returned', 'posting')) as running
  from wf_flow f left join wf_definition s on s.org_id = $1 and s.flow_key = f.flow_key and s.version = f.active_version
  where f.org_id = $1`

const rowOf = (orgId: Id, row: FlowRecord): FlowRow => {
  const template = flowTemplates.find(({ key }) => key === row.template_key)
  return {
    flowKey: outsideKey(orgId, row.flow_key),
    flowName: row.name,
    flowIcon: row.icon,
    color: row.color,
    moduleCode: row.module_code,
    state: row.state,
    installed: true,
    version: row.active_version,
    documentKind: row.document_kind,
    formEntity: { formKey: row.document_kind === null ? row.form_key! : formKeyOf(row.document_kind) },
    running: row.running,
    update: template !== undefined && template.version > (row.template_version ?? 0),
    formUpdate: row.form_update,
  }
}

const offeredRow = (orgId: Id, template: FlowTemplate): FlowRow => ({
  flowKey: outsideKey(orgId, template.key),
  flowName: template.name,
  flowIcon: template.icon,
  color: template.color,
  moduleCode: template.moduleCode,
  state: 1,
  installed: false,
  version: null,
  documentKind: template.documentKind,
  formEntity: { formKey: formKeyOf(template.documentKind) },
  running: 0,
  update: false,
  formUpdate: null,
})

/** The form as the contract names it: the edit screen's component, for instance `GsoutstockorderPedit`. */
const formKeyOf = (kind: string): string => `${kind.slice(0, 2)}${kind.slice(2).toLowerCase()}Pedit`
