import { department, type Field, type Fields, money, type Noun, person } from '../../../kernel/field.ts'
import { kindOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { documentKind } from '../../documents/all.ts'
import { fieldOf, fieldsOf, formulaReads, parseFormDesign } from './formDesign.ts'
import { type FieldPermissions, type FormRef, type Path, permissionOf } from './form.ts'
import { pathOfOwn } from '../../records/ownFields/ownPath.ts'
import type { RecordKind } from '../../records/define.ts'
import { ownFieldsOf } from '../../records/ownFields/ownField.ts'

/** A field of a flow's form with its path; `table` is what the rows are called where it is a column. */
export type FormField = {
  readonly path: Path
  readonly field: Field
  readonly table?: string
  /** What the thing is called in the form whose own field it is. */
  readonly of?: string
  /** An own field that every reader of such a thing is shown. */
  readonly isOpen?: true
  /** An own field that is out of use. */
  readonly isRetired?: true
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
  const entries = (fields: Fields, prefix: string, table?: string): FormField[] =>
    Object.entries(fields).map(([key, field]) => ({ path: prefix + key, field, ...(table && { table }) }))
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

/** The kinds of records that conditions on these fields may ask own fields of. */
export const nounsOfConditions = (fields: readonly FormField[]): Noun[] => [
  ...new Set(conditionFields(fields).flatMap(({ field }) => refersTo(field.control) ?? [])),
]

/**
 * The own fields that conditions may ask besides the fields of a form: those of what it refers to, of who applies and of the department, and those
 * that the lines of a document have themselves. `kindOfNoun` answers a kind of record as the organisation has it.
 */
export const ownConditionFields = (
  form: FormRef,
  fields: readonly FormField[],
  kindOfNoun: (noun: Noun) => OwnKind | undefined,
): FormField[] => {
  const ofLines = form.kind === 'document' && documentKind(form.docType)?.ownLines ? kindOfNoun('asset') : undefined
  return [
    ...ownAmong(ofLines, (key) => ({ path: `lines.${key}`, table: '明细' })),
    ...conditionFields(fields).flatMap(({ path, field: { label, control }, table }) => {
      const noun = refersTo(control)
      return ownAmong(noun && kindOfNoun(noun), (key) => ({ path: pathOfOwn({ of: path, key }), of: label, ...(table && { table }) }))
    }),
  ]
}

type OwnKind = Pick<RecordKind, 'fields' | 'open'>

const ownAmong = (kind: OwnKind | undefined, placeOf: (key: string) => Omit<FormField, 'field' | 'isOpen' | 'isRetired'>): FormField[] =>
  kind === undefined
    ? []
    : ownFieldsOf(kind).map(([key, field, { isRetired }]) => ({
        ...placeOf(key),
        field,
        ...((!kind.open || field.open) && { isOpen: true as const }),
        ...(isRetired && { isRetired }),
      }))

/** The sorts of what the paths hold, for the checks before publishing. */
export const fieldSorts = (fields: readonly FormField[]): Map<Path, string> =>
  new Map([
    ...fields.map(({ path, field: { control } }): [Path, string] => [path, kindOf(control).sort(control)]),
    ...fields.flatMap(({ path, table, of }): [Path, string][] =>
      table && of === undefined ? [[path.slice(0, path.lastIndexOf('.')), 'table']] : [],
    ),
  ])

/** What the initiator may fill in. */
type StartPermissions = { readonly startFields: FieldPermissions }

/** True where the person who applies has filled it in before the flow begins. */
export const isFilledAtStart = ({ startFields }: StartPermissions, { path, field, from, of }: FormField): boolean =>
  from === undefined && of === undefined && (field.required === 'always' || permissionOf(startFields, path, 'write') === 'required')

/** True where the person who applies may fill it in, by himself or by what it is computed from. */
export const isEnteredAtStart = ({ startFields }: StartPermissions, { path, from }: FormField): boolean =>
  from !== undefined || ['write', 'required'].includes(permissionOf(startFields, path, 'write'))
