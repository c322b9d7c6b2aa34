import { type Field, money } from '../../../kernel/field.ts'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { type Params, refusal } from '../../../kernel/refusal.ts'
import type { DocumentKind } from '../../documents/define.ts'
import type { SubFlow } from '../flow/definition.ts'
import { type FieldPermissions, type Path, permissionOf } from '../form/form.ts'
import type { FormDesign } from '../form/formDesign.ts'
import { type FormShape, shapeOfDesign, shapeOfDocument } from '../form/shape.ts'
import type { PublishFinding } from './publishFinding.ts'

/** The fields of a form by their paths; `column` where each row of a table has its own. */
export type MappedFields = ReadonlyMap<Path, MappedField>
type MappedField = { readonly field: Field; readonly column: boolean }

export const mappedFieldsOfDesign = (design: FormDesign): MappedFields => fieldsIn(shapeOfDesign(design))
export const mappedFieldsOfDocument = (kind: DocumentKind): MappedFields =>
  new Map([...fieldsIn(shapeOfDocument(kind)), ...(kind.amount ? ([['amount', { field: amount, column: false }]] as const) : [])])

/** What a called form must have before its flow can begin. `always` where no condition of the form may spare it. */
export type Demand = { readonly path: Path; readonly label: string; readonly kind: 'field' | 'table'; readonly always: boolean }

/** What a form demands of its applicant, who the flow's `startFields` may ask for more or less. */
export const demandsOf = (design: FormDesign, startFields: FieldPermissions): Demand[] =>
  design.items.flatMap((item) => {
    const inside = item.t === 'group' ? item.items : [item]
    return inside.flatMap((one): Demand[] => {
      if (one.t !== 'field' && one.t !== 'table') return []
      const permission = permissionOf(startFields, one.key, 'write')
      const isRequired = one.t === 'field' ? one.required && !one.formula : one.min > 0
      if (permission !== 'required' && !(isRequired && permission === 'write')) return []
      const always = one.visible === undefined && item.visible === undefined
      return [{ path: one.key, label: one.label, kind: one.t, always }]
    })
  })

/** Whether what one field holds may stand in another one: the same sort of thing, or something that is read as text. */
export const fits = ({ control: from }: Field, { control: to }: Field): boolean => {
  const [source, target] = [kindOf(from), kindOf(to)]
  return source.sort(from) === target.sort(to) || (target.sort(to) === 'text' && source.isPlain === true)
}

/**
 * What is wrong with the fields that a sub-flow takes along and brings back: `own` is this flow's form, `child` the one that is called,
 * which cannot begin without its `demands`.
 */
export const mappingFindings = (node: SubFlow, own: MappedFields, child: MappedFields, demands: readonly Demand[]): PublishFinding[] => {
  const findingOf = (level: PublishFinding['level'], reason: string, words: string, params: Params): PublishFinding => ({
    level,
    node: node.id,
    reason: refusal(`approval.publish.${reason}`, words, { node: node.name, ...params }),
  })
  const pairs = [
    ...Object.entries(node.input).map(([to, from]) => ({ to: child.get(to), from: own.get(from), path: to, away: child.get(to) })),
    ...(node.wait ? Object.entries(node.output) : []).map(([to, from]) => ({
      to: own.get(to),
      from: child.get(from),
      path: from,
      away: child.get(from),
    })),
  ]
  const { each } = node
  const isRowless = each && ![...own].some(([path, { column }]) => column && path.startsWith(`${each.table}.`))
  const missing = demands.filter(({ path }) => !(path in node.input))
  return [
    ...(isRowless ? [findingOf('error', 'childTable', '“{node}”要逐行发起的“{field}”不是明细表', { field: each.table })] : []),
    ...pairs.flatMap(({ to, from, path, away }): PublishFinding[] => {
      if (!away) return [findingOf('error', 'childField', '“{node}”对应的字段“{field}”不在子流程的表单中', { field: path })]
      // A field that this form lacks is found where the paths of all nodes are.
      if (!to || !from) return []
      if (to.column) return [findingOf('error', 'childColumn', '“{node}”不能填入明细的列“{field}”', { field: to.field.label })]
      if (fits(from.field, to.field)) return []
      const labels = { from: from.field.label, to: to.field.label }
      return [findingOf('error', 'childKind', '“{node}”不能把“{from}”填入“{to}”：两个字段的类型不同', labels)]
    }),
    ...missing.map(({ label, kind, always }) =>
      kind === 'table'
        ? findingOf(always ? 'error' : 'warning', 'childRequiredTable', '“{node}”要发起的流程必须填写明细“{field}”，明细不能由这里带入', {
            field: label,
          })
        : findingOf(always ? 'error' : 'warning', 'childRequired', '“{node}”没有带入子流程必填的“{field}”，子流程无法发起', {
            field: label,
          }),
    ),
  ]
}

const amount = money('金额', { required: 'never' })

const fieldsIn = ({ fields, tables }: FormShape): MappedFields =>
  new Map([
    ...Object.entries(fields).map(([key, field]): [Path, MappedField] => [key, { field, column: false }]),
    ...tables.flatMap(({ key, columns }) =>
      Object.entries(columns).map(([column, field]): [Path, MappedField] => [`${key}.${column}`, { field, column: true }]),
    ),
  ])
