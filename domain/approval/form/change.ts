import { briefOf, kindOf } from '../../../kernel/fields/kinds.ts'
import { fill } from '../../../kernel/refusal.ts'
import { changedPaths, rowsFrom, type FieldPermission, type Form, type Json, type Path } from './form.ts'
import { amountPath, fieldsOf, type FormDesign, tablesOf } from './formDesign.ts'
import { visibleIn } from './formReading.ts'

/** A form before a change and after it. */
export type FormVersions = { readonly before: Form; readonly after: Form }

/**
 * The first field that differs though it may not be written. What is computed, or is not visible any more, follows from the rest and may
 * differ. A row keeps what may not be written in it wherever it stands now, and new rows have none of it; `rows` says which row of
 * before each row of a table is, undefined for a new one.
 */
export const forbiddenChange = (
  design: FormDesign,
  { before, after }: FormVersions,
  permissionAt: (path: Path) => FieldPermission,
  rows: (table: string) => readonly (number | undefined)[] = (table) => rowsFrom(rowsAt(before, table), rowsAt(after, table)),
): Path | undefined => {
  const visibleFields = visibleIn(design, after)
  const isWritable = (path: Path): boolean => ['write', 'required'].includes(permissionAt(path))
  const locked = fieldsOf(design).filter(({ path, field }) => !field.formula && !isWritable(path))
  const top = locked.find(({ path, table }) => !table && visibleFields.has(path) && !isSame(before[path], after[path]))
  if (top) return top.path
  for (const { key } of tablesOf(design)) {
    if (!visibleFields.has(key)) continue
    const [old, now, from] = [rowsAt(before, key), rowsAt(after, key), rows(key)]
    if (!isWritable(key) && (old.length !== now.length || from.some((origin, i) => origin !== i))) return key
    const changedField = locked.find(
      ({ table, field }) =>
        table?.key === key &&
        now.some(
          (row, i) =>
            visibleFields.has(`${key}.${i}.${field.key}`) &&
            !isSame(from[i] === undefined ? null : old[from[i]]?.[field.key], row[field.key]),
        ),
    )
    if (changedField) return changedField.path
  }
  return undefined
}

/** The paths that some step may require and that are not visible, or not in every row. */
export const unaskedPaths = (design: FormDesign, values: Form): Path[] => {
  const visibleFields = visibleIn(design, values)
  return [
    ...tablesOf(design).flatMap(({ key }) => (visibleFields.has(key) ? [] : key)),
    ...fieldsOf(design).flatMap(({ path, field, table }) => {
      if (field.formula) return path
      if (!table) return visibleFields.has(path) ? [] : path
      return rowsAt(values, table.key).every((_, i) => visibleFields.has(`${table.key}.${i}.${field.key}`)) && visibleFields.has(table.key)
        ? []
        : path
    }),
  ]
}

/** What lists and titles say of the fields outside tables, by key, each in `most` characters; `names` are those of what is referred to. */
export const textsOf = (
  design: FormDesign,
  values: Form,
  names: Readonly<Record<string, string>>,
  most = textMax,
): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(design).flatMap(({ path, field, table }) => {
      const text = table
        ? ''
        : briefOf(field.control, values[path], { say: (words, params = {}) => fill(words, params), nameOf: (id) => names[id] ?? '' })
            .replace(/\s+/g, ' ')
            .trim()
      return text === '' ? [] : [[path, text.slice(0, most)]]
    }),
  )

/** The line below the title in lists: the fields chosen for it, else the first three that say something short; the amount stands by itself. */
export const summaryOf = (design: FormDesign, texts: Readonly<Record<string, string>>, chosenPaths: readonly Path[]): string => {
  const statedFields = fieldsOf(design).filter(({ path, table }) => !table && Object.hasOwn(texts, path))
  const fields =
    chosenPaths.length > 0
      ? chosenPaths.flatMap((path) => statedFields.find((statedField) => statedField.path === path) ?? [])
      : statedFields.filter(({ path, field }) => kindOf(field.control).isShort?.(field.control) && path !== amountPath(design)).slice(0, 3)
  return fields.map(({ path, field }) => fill('{label}：{text}', { label: field.label, text: texts[path]! })).join('，')
}

const textMax = 60

const rowsAt = (form: Form, key: string): Form[] => (Array.isArray(form[key]) ? (form[key] as Form[]) : [])

const isSame = (a: Json | undefined, b: Json | undefined): boolean => changedPaths({ value: a ?? null }, { value: b ?? null }).length === 0
