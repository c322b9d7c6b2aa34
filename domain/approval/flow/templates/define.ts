import type { Decimal } from '../../../../kernel/decimal.ts'
import type { Approve, Branch, Cc, Definition, Node, NodeId, Policy, Rule } from '../definition.ts'
import type { FieldPermissions, Path } from '../../form/form.ts'
import { plainTitle } from '../title.ts'
import { headStep, work } from '../work.ts'

/** A flow as it is delivered: installed in an organisation it becomes version 1 of a flow that the organisation may change. */
export type FlowTemplate = {
  /** The key without the organisation's suffix; a document kind names it as its `flowKey`. */
  readonly key: string
  /** Grows when the delivered flow changes; what is installed stays as it is until a person takes the new one. */
  readonly version: number
  readonly name: string
  readonly moduleCode: ModuleCode
  /** Name of a lucide icon, and the colour behind it. */
  readonly icon: string
  readonly color: string
  readonly documentKind: string
  /** Its place among the flows of an organisation. */
  readonly order: number
  /** True where every new organisation has it from the start; the others are offered. */
  readonly byDefault?: boolean
  readonly policy?: Partial<Policy>
  readonly startFields?: FieldPermissions
  readonly body: readonly Node[]
}

/** `oa` is everything that is applied for with a form of the organisation's own. */
export type ModuleCode = 'gs_goods' | 'cs_consum' | 'oa'

export const defineFlow = (template: FlowTemplate): FlowTemplate => template

/** The definition that a template becomes under a version number of the organisation's own. */
export const definitionOf = (template: FlowTemplate, version: number): Definition => ({
  schema: 1,
  key: template.key,
  version,
  name: template.name,
  form: { kind: 'document', docType: template.documentKind },
  policy: {
    dedupe: 'consecutive',
    withdraw: 'anyTime',
    takeBack: true,
    batchApprove: true,
    admins: [],
    title: plainTitle,
    summaryFields: [],
    automatic: false,
    ...template.policy,
  },
  startFields: template.startFields ?? {},
  body: [...template.body],
})

/** A step where one of the people decides, unless `settings` says otherwise. */
export const approval = (
  id: NodeId,
  name: string,
  assignees: Rule[],
  settings: Partial<Omit<Approve, 't' | 'id' | 'name' | 'assignees'>> = {},
): Approve => ({ ...work(id, name, assignees), t: 'approve', settle: 'early', onSelf: 'allow', onReject: 'end', ...settings })

export const copyStep = (id: NodeId, name: string, assignees: Rule[]): Cc => ({ t: 'cc', id, name, assignees, fields: {} })

export const headOfDepartment = (): Approve => headStep('head', '部门负责人审批')

/** What becomes of a line where there is not enough of what it asks for. */
export const answerPermissions: FieldPermissions = { 'lines.instead': 'write', 'lines.rest': 'write', 'lines.note': 'write' }

/** Which pieces a line is answered with, or what becomes of it; posting asks that each line says one of both. */
export const namingPieces: FieldPermissions = { 'lines.assets': 'write', ...answerPermissions }

export const assetManagers: Rule = { k: 'role', id: 'goodsmanager', scope: 'org' }
export const consumableManagers: Rule = { k: 'role', id: 'consummanager', scope: 'org' }
export const administrators: Rule = { k: 'role', id: 'tenant', scope: 'org' }

/** One level higher than the head of the department, where the amount reaches the limit. */
export const aboveLimit = (field: Path, limit: Decimal): Branch => ({
  t: 'branch',
  id: 'limit',
  name: '金额判断',
  kind: 'xor',
  arms: [
    {
      id: 'above',
      name: '大额',
      when: { f: field, op: 'ge', v: limit },
      body: [approval('upper', '上级部门负责人审批', [{ k: 'deptHead', of: 'initiator', level: 2 }], { onSelf: 'deptHead' })],
    },
    { id: 'below', name: '其他', body: [] },
  ],
})
