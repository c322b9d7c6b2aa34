import { isRecord } from '../../../kernel/isRecord.ts'
import { isEmpty, type Noun, readValues } from '../../../kernel/field.ts'
import { holdsFiles, refersTo } from '../../../kernel/fields/kinds.ts'
import type { FieldPermission, Form, Json, Path } from './form.ts'
import { type FormDesign, type FormField, fieldOf, fieldsOf, tablesOf } from './formDesign.ts'

/** Whether there is something of a noun with this id, or a stored file of the applicant's with this path. */
type IsThere = (noun: Noun | 'file', id: string) => boolean

export type Former = { readonly design: FormDesign; readonly form: Form; readonly permissionAt: (path: Path) => FieldPermission }

/** `dropped` names what the applicant had filled in and what does not go along; each label once. */
export type FormAgain = { readonly form: Form; readonly dropped: readonly string[] }

/**
 * The form of a new application with what a former one held: what the applicant may fill in now, what the fields of today take, and
 * what refers to things that are still there.
 */
export const formAgain = (
  design: FormDesign,
  permissionAt: (path: Path) => FieldPermission,
  former: Former,
  isThere: IsThere,
): FormAgain => {
  const fields = fieldsOf(design).filter(({ path, field }) => !field.formula && isWritable(permissionAt(path)))
  const keptValues = (from: Form, table: string | undefined): Form =>
    Object.fromEntries(
      fields.flatMap(({ field, table: within }) => {
        const value = within?.key === table ? fitting(field, from[field.key], isThere) : undefined
        return value === undefined ? [] : [[field.key, value]]
      }),
    )
  const tables = tablesOf(design).flatMap(({ key, max }): [string, Form[]][] => {
    const rows = rowsAt(former.form, key)
      .slice(0, max)
      .map((row) => keptValues(row, key))
    return rows.some((row) => Object.keys(row).length > 0) ? [[key, rows]] : []
  })
  const form: Form = { ...keptValues(former.form, undefined), ...Object.fromEntries(tables) }
  const dropped = fieldsOf(former.design).flatMap(({ path, field, table }) => {
    if (field.formula || !isWritable(former.permissionAt(path))) return []
    const among = (form: Form) => (table ? rowsAt(form, table.key) : [form]).flatMap((row) => partsOf(row[field.key]))
    if (among(former.form).length === among(form).length) return []
    return [table && !Object.hasOwn(form, table.key) ? table.label : field.label]
  })
  return { form, dropped: [...new Set(dropped)] }
}

const isWritable = (permission: FieldPermission): boolean => permission === 'write' || permission === 'required'

/** The value as the field takes it; undefined where it does not. */
const fitting = (field: FormField, value: Json | undefined, isThere: IsThere): Json | undefined => {
  const there = thereOf(field, value, isThere)
  if (isEmpty(there)) return undefined
  const { values, problems } = readValues({ [field.key]: fieldOf(field) }, { [field.key]: there }, 'draft')
  const read = values[field.key] as Json | undefined
  return problems.length > 0 || isEmpty(read) ? undefined : read
}

/** What is left of a value without what is not there any more or is not his to hand on. */
const thereOf = ({ control }: FormField, value: Json | undefined, isThere: IsThere): Json | undefined => {
  if (value === undefined) return undefined
  if (holdsFiles(control)) return Array.isArray(value) ? value.filter((file) => isThere('file', pathOf(file))) : undefined
  const noun = refersTo(control)
  if (noun === undefined) return value
  if (Array.isArray(value)) return value.filter((id) => isThere(noun, String(id)))
  return isThere(noun, String(value)) ? value : undefined
}

const pathOf = (file: Json): string => String(typeof file === 'object' && file !== null && 'path' in file ? file.path : file)

/** A list counts as many as it holds. */
const partsOf = (value: Json | undefined): readonly Json[] => {
  if (Array.isArray(value)) return value
  return value === undefined || isEmpty(value) ? [] : [value]
}

const rowsAt = (form: Form, key: string): readonly Form[] => {
  const rows = form[key]
  return Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? row : {})) : []
}
