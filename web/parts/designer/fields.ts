import type { Definition, Path } from '../../../domain/approval/definition.ts'
import { fieldKindOf, fieldOf, fieldsOf, parseFormDesign } from '../../../domain/approval/form-design.ts'
import type { FieldKind } from '../../../domain/approval/publish.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { department, type Field, type Fields, money, type Noun, person } from '../../../kernel/field.ts'
import { t } from '../../words.ts'

/** A field of a form with its path; `table` is what the rows are called where it is a column. */
export type FormField = { readonly path: Path; readonly field: Field; readonly table?: string }

/** What conditions may read besides the form. */
export const initiatorPath = '$initiator'
export const departmentPath = '$dept'

/** The fields that a flow's form has; `design` is that of a form made by the organisation. */
export const formFields = (form: Definition['form'], design: unknown): FormField[] => {
  if (form.kind === 'custom') {
    const parsed = parseFormDesign(design)
    if ('refusal' in parsed) return []
    return fieldsOf(parsed.design).map(({ path, field, table }) => ({
      path,
      field: fieldOf(field),
      ...(table && { table: table.label }),
    }))
  }
  const kind = documentKind(form.docType)
  if (!kind) return []
  const entries = (fields: Fields, at: string, table?: string): FormField[] =>
    Object.entries(fields).map(([key, field]) => ({ path: at + key, field, ...(table && { table }) }))
  return [
    ...entries(kind.header, ''),
    ...(kind.amount ? [{ path: 'amount', field: money('金额', { required: 'never' }) }] : []),
    ...entries(kind.line, 'lines.', '明细'),
  ]
}

/** Besides those of the form, who applies and for which department. */
export const conditionFields = (fields: readonly FormField[]): FormField[] => [
  { path: initiatorPath, field: person('申请人') },
  { path: departmentPath, field: department('申请部门') },
  ...fields,
]

export const labelOf = ({ field, table }: FormField): string =>
  table ? t('{table} · {field}', { table: t(table), field: t(field.label) }) : t(field.label)

/** Fields that point at something, for rules that follow them. */
export const pointingAt = (fields: readonly FormField[], ...nouns: readonly Noun[]): FormField[] =>
  fields.filter(({ field: { control } }) => control.type === 'reference' && nouns.includes(control.to))

/** What the paths hold, for the checks before publishing. */
export const fieldKinds = (fields: readonly FormField[]): Map<Path, FieldKind> =>
  new Map([
    ...fields.map(({ path, field }): [Path, FieldKind] => [path, fieldKindOf(field.control)]),
    ...fields.flatMap(({ path, table }): [Path, FieldKind][] => (table ? [[path.slice(0, path.lastIndexOf('.')), 'other']] : [])),
  ])
