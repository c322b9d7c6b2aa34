import { department, type Field, type Fields, money, person } from '../../../kernel/field.ts'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { documentKind } from '../../documents/all.ts'
import { fieldOf, fieldsOf, formulaReads, parseFormDesign } from './formDesign.ts'
import { type FieldPermissions, type FormRef, type Path, permissionOf } from './form.ts'

/** A field of a flow's form with its path; `table` is what the rows are called where it is a column. */
export type FormField = {
  readonly path: Path
  readonly field: Field
  readonly table?: string
  /** What it is computed from; no one enters it. */
  readonly from?: readonly Path[]
}

/** What conditions may read besides the form. */
export const initiatorPath = '$initiator'
export const departmentPath = '$dept'

/** The fields that a flow's form has; `design` is that of a form made by the organisation. */
export const formFields = (form: FormRef, design: unknown): FormField[] => {
  if (form.kind === 'custom') {
    const parsed = parseFormDesign(design)
    if ('refusal' in parsed) return []
    const reads = formulaReads(parsed.design)
    return fieldsOf(parsed.design).map(({ path, field, table }) => ({
      path,
      field: fieldOf(field),
      ...(table && { table: table.label }),
      ...(reads.has(path) && { from: reads.get(path) }),
    }))
  }
  const kind = documentKind(form.docType)
  if (!kind) return []
  const entries = (fields: Fields, at: string, table?: string): FormField[] =>
    Object.entries(fields).map(([key, field]) => ({ path: at + key, field, ...(table && { table }) }))
  return [
    ...entries(kind.header, ''),
    ...(kind.amount ? [{ path: 'amount', field: money('金额', { required: 'never' }), from: [] }] : []),
    ...entries(kind.line, 'lines.', '明细'),
  ]
}

/** Besides those of the form, who applies and for which department. */
export const conditionFields = (fields: readonly FormField[]): FormField[] => [
  { path: initiatorPath, field: person('申请人') },
  { path: departmentPath, field: department('申请部门') },
  ...fields,
]

/** The sorts of what the paths hold, for the checks before publishing. */
export const fieldSorts = (fields: readonly FormField[]): Map<Path, string> =>
  new Map([
    ...fields.map(({ path, field: { control } }): [Path, string] => [path, kindOf(control).sort(control)]),
    ...fields.flatMap(({ path, table }): [Path, string][] => (table ? [[path.slice(0, path.lastIndexOf('.')), 'table']] : [])),
  ])

/** What the initiator may fill in. */
type StartPermissions = { readonly startFields: FieldPermissions }

/** True where the person who applies has filled it in before the flow begins. */
export const isFilledAtStart = ({ startFields }: StartPermissions, { path, field, from }: FormField): boolean =>
  from === undefined && (field.required === 'always' || permissionOf(startFields, path, 'write') === 'required')

/** True where the person who applies may fill it in, by himself or by what it is computed from. */
export const isEnteredAtStart = ({ startFields }: StartPermissions, { path, from }: FormField): boolean =>
  from !== undefined || ['write', 'required'].includes(permissionOf(startFields, path, 'write'))
