import * as v from 'valibot'
import { isPeriod } from '../../../kernel/period.ts'

export type UserId = string
export type DeptId = string
/** A form field: "amount", or "lines.price" for a column of a table. */
export type Path = string

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** The opaque form: decimals are strings. */
export type Form = { [key: string]: Json }
/** A form in a request: what came as JSON; what of it counts the definition says. */
export const formInput = v.record(v.string(), v.unknown()) as unknown as v.GenericSchema<Readonly<Record<string, unknown>>, Form>

/** What the JSON of a permission must be. */
export const fieldPermissionSchema = v.picklist(['hide', 'read', 'write', 'required'])
export type FieldPermission = v.InferOutput<typeof fieldPermissionSchema>
/** A path that is not named is 'read' in a node. */
export type FieldPermissions = { [path: Path]: FieldPermission }

const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** What the JSON of a reference to a form must be. */
export const formRefSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('document'), docType: key }),
  v.strictObject({
    kind: v.literal('custom'),
    formKey: key,
    formVersion: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  }),
])
/** Which form a flow is filled in with: a document's, or one that the organisation designed. */
export type FormRef = v.InferOutput<typeof formRefSchema>

/** What the JSON of a path must be. */
export const pathSchema = v.pipe(v.string(), v.regex(/^[$A-Za-z_][\w$]*(\.[A-Za-z_][\w$]*){0,3}$/))

/** All values at a path; a path through a table gives one per row. What is not there gives none. */
export const valuesAt = (form: Form, path: Path): Json[] => {
  let values: Json[] = [form]
  for (const key of path.split('.')) {
    const next: Json[] = []
    for (const value of values) {
      const ownValue = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
      if (Array.isArray(ownValue)) next.push(...ownValue)
      else if (ownValue !== undefined) next.push(ownValue)
    }
    values = next
  }
  return values.filter((value) => !isBlank(value))
}

/** Ids at a path: one, a list, or one per row; each once. */
export const idsAt = (form: Form, path: Path): string[] => [
  ...new Set(valuesAt(form, path).filter((value): value is string => typeof value === 'string')),
]

/** What comparisons and formulas read of a value: of a period its length. */
export const scalarOf = (value: Json | undefined): Json | undefined => (isPeriod(value) ? value.length : value)

/** True for nothing: null, an empty text, an empty list. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const permissionOf = (fields: FieldPermissions, path: Path, unnamed: FieldPermission): FieldPermission =>
  fields[path] ?? (path.includes('.') ? permissionOf(fields, path.slice(0, path.lastIndexOf('.')), unnamed) : unnamed)

/**
 * The paths in `patch` whose value differs from `form`: columns where a table keeps its rows, otherwise the whole table and the columns
 * of the rows that are new or not what they were.
 */
export const changedPaths = (form: Form, patch: Form): Path[] => {
  const paths = new Set<Path>()
  for (const key of Object.keys(patch)) compareAt(key, form[key], patch[key], paths)
  return [...paths]
}

/** The paths that must be filled and are not; a column must be filled in every row. */
export const missingFields = (fields: FieldPermissions, form: Form): Path[] =>
  Object.keys(fields).filter((path) => fields[path] === 'required' && !isFilled(form, path.split('.')))

/** The form without what this node hides; then without its facts too, which would tell of it. */
export const visibleForm = (fields: FieldPermissions, form: Form): Form => {
  const hiddenPaths = Object.keys(fields).filter((path) => fields[path] === 'hide')
  const hidden = hiddenPaths.length > 0 ? [...hiddenPaths, factsKey] : hiddenPaths
  return hidden.reduce((rest, path) => withoutKeys(rest, path.split('.')), form)
}

/**
 * Where a row that comes back says which row of the form it is: the number it had there, null for a new one. No column has this name,
 * and no form that is kept has it.
 */
export const rowMark = '#row'

/**
 * Where a form keeps what its formulas know besides what was filled in: the day on which the application began, the working days of the
 * organisation, fields of the records that were chosen. It travels with the form, so a formula comes to the same on the phone, on the
 * server and a year later. No field has this name, and nobody writes it but the server.
 */
export const factsKey = '#facts'

/** The form with the rows of `tables` marked, as the person who may change it is given it. */
export const marked = (form: Form, tables: readonly Path[]): Form =>
  Object.fromEntries(
    Object.entries(form).map(([key, value]) => [
      key,
      tables.includes(key) && Array.isArray(value) ? value.map((row, i) => (isRecord(row) ? { ...row, [rowMark]: i } : row)) : value,
    ]),
  )

/** The same without marks. */
export const unmarked = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, Array.isArray(value) ? value.map(withoutMark) : value]))

/** By table: which row each one was, null for a new one. */
export type RowsMarked = { readonly [table: Path]: readonly (number | null)[] }

/** Of the tables that `patch` brings marked. */
export const rowsMarked = (form: Form, patch: Form): RowsMarked =>
  Object.fromEntries(
    Object.entries(patch).flatMap(([key, rows]) => {
      const before = form[key]
      return Array.isArray(rows) && rows.some(hasMark)
        ? [[key, rowsFrom(Array.isArray(before) ? before : [], rows).map((origin) => origin ?? null)]]
        : []
    }),
  )

/**
 * Which row of `before` each row of `after` is; undefined for a new one. Marks say it. Where no row has one, as many rows as before are
 * the same in their order, and among more or fewer those are the same that say nothing else.
 */
export const rowsFrom = (before: readonly Json[], after: readonly Json[]): (number | undefined)[] => {
  const isMarked = after.some(hasMark)
  if (!isMarked && before.length === after.length) return after.map((_, i) => i)
  const openIndexes = new Set(before.keys())
  return after.map((row) => {
    const formerIndex = isMarked ? markOf(row) : [...openIndexes].find((i) => saysNothingElse(row, before[i]!))
    return formerIndex !== undefined && openIndexes.delete(formerIndex) ? formerIndex : undefined
  })
}

/**
 * The values of the patched keys with `patch` laid over `form`: objects and the rows of tables are merged, so that what a reader was
 * not shown stays; everything else is replaced. Rows that came marked stay so where they are not those of before in their order.
 */
export const overlay = (form: Form, patch: Form): Form =>
  Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, laid(ownValue(form, key), value)]))

/** The part of `form` that `patch` replaces, for the record; a key that was not there is null. */
export const replaced = (form: Form, patch: Form): Form => Object.fromEntries(Object.keys(patch).map((key) => [key, ownValue(form, key)]))

const ownValue = (form: Form, key: string): Json => (Object.hasOwn(form, key) ? (form[key] ?? null) : null)

/** The value, empty or not, at a path that crosses no table. */
export const valueAt = (form: Form, path: Path): Json => valuesAt(form, path)[0] ?? null

/** The form with a value at a path; what is missing on the way is made. */
export const withValue = (form: Form, path: Path, value: Json): Form => {
  const [key = '', ...rest] = path.split('.')
  const inner = form[key]
  return { ...form, [key]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest.join('.'), value) }
}

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const laid = (before: Json, after: Json): Json => {
  if (isRecord(before) && isRecord(after)) return { ...before, ...overlay(before, after) }
  return Array.isArray(before) && Array.isArray(after) ? laidRows(before, after) : after
}

const laidRows = (before: readonly Json[], after: readonly Json[]): Json[] => {
  const from = rowsFrom(before, after)
  const marks = after.some(hasMark) && !isSameOrder(before, from)
  return after.map((rowAfter, i) => {
    const origin = from[i] ?? null
    const old = origin === null ? undefined : before[origin]
    const row = old === undefined ? withoutMark(rowAfter) : laid(old, withoutMark(rowAfter))
    return marks && isRecord(row) ? { ...row, [rowMark]: origin } : row
  })
}

const isSameOrder = (before: readonly Json[], from: readonly (number | undefined)[]): boolean =>
  before.length === from.length && from.every((origin, i) => origin === i)

const hasMark = (row: Json): boolean => isRecord(row) && Object.hasOwn(row, rowMark)

const markOf = (row: Json): number | undefined => {
  const mark = isRecord(row) ? row[rowMark] : undefined
  return typeof mark === 'number' ? mark : undefined
}

const withoutMark = (row: Json): Json => {
  if (!isRecord(row) || !hasMark(row)) return row
  const { [rowMark]: _, ...rest } = row
  return rest
}

const saysNothingElse = (row: Json, before: Json): boolean =>
  isRecord(row) &&
  isRecord(before) &&
  Object.values(row).some((value) => !isBlank(value)) &&
  Object.entries(row).every(([key, value]) => sameJson(before[key] ?? null, value))

const compareAt = (path: Path, before: Json | undefined, after: Json | undefined, paths: Set<Path>): void => {
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (key !== rowMark) compareAt(`${path}.${key}`, before[key], after[key], paths)
  } else if (Array.isArray(before) && Array.isArray(after)) {
    if (after.length > 0 && before.every(isRecord) && after.every(isRecord)) {
      const from = rowsFrom(before, after)
      if (!isSameOrder(before, from)) paths.add(path)
      for (const [i, origin] of from.entries()) compareAt(path, origin === undefined ? {} : before[origin], after[i], paths)
    } else if (before.length !== after.length || before.some((value, i) => !sameJson(value, after[i]))) paths.add(path)
  } else if (before !== after && !(isBlank(before) && isBlank(after))) paths.add(path)
}

const sameJson = (a: Json, b: Json | undefined): boolean => {
  const paths = new Set<Path>()
  compareAt('', a, b, paths)
  return paths.size === 0
}

const isFilled = (value: Json | undefined, keys: readonly string[]): boolean => {
  const [key, ...rest] = keys
  if (key === undefined) return !isBlank(value)
  if (Array.isArray(value)) return value.every((row) => isFilled(row, keys))
  return isRecord(value) && isFilled(value[key], rest)
}

const without = (value: Json, keys: readonly string[]): Json => {
  if (Array.isArray(value)) return value.map((row) => without(row, keys))
  return isRecord(value) ? withoutKeys(value, keys) : value
}

const withoutKeys = (form: Form, [key = '', ...keys]: readonly string[]): Form => {
  if (!Object.hasOwn(form, key)) return form
  const { [key]: inner = null, ...rest } = form
  return keys.length === 0 ? rest : { ...rest, [key]: without(inner, keys) }
}

/** The key of a path at the top of the form: a field's own, or its table's. */
export const topKey = (path: Path): string => path.split('.', 1).join('')

/** The values of a form at some of its keys. */
export const pickValues = (form: Form, keys: readonly string[]): Form =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = form[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
