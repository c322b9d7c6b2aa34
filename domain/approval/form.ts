import type { FieldPermission, FieldPermissions, Form, Json, Path } from './definition.ts'

/** All values at a path; a path through a table gives one per row. What is not there gives none. */
export const valuesAt = (form: Form, path: Path): Json[] => {
  let values: Json[] = [form]
  for (const key of path.split('.')) {
    const next: Json[] = []
    for (const value of values) {
      const found = isRecord(value) && Object.hasOwn(value, key) ? value[key]! : undefined
      if (Array.isArray(found)) next.push(...found)
      else if (found !== undefined) next.push(found)
    }
    values = next
  }
  return values.filter((value) => !isBlank(value))
}

/** Ids at a path: one, a list, or one per row; each once. */
export const idsAt = (form: Form, path: Path): string[] => [
  ...new Set(valuesAt(form, path).filter((value): value is string => typeof value === 'string')),
]

/** True for nothing: null, an empty text, an empty list. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const permissionOf = (fields: FieldPermissions, path: Path, unnamed: FieldPermission): FieldPermission =>
  fields[path] ?? (path.includes('.') ? permissionOf(fields, path.slice(0, path.lastIndexOf('.')), unnamed) : unnamed)

/** The paths in `patch` whose value differs from `form`: a column where a table keeps its rows, the whole table otherwise. */
export const changedPaths = (form: Form, patch: Form): Path[] => {
  const paths = new Set<Path>()
  for (const key of Object.keys(patch)) compareAt(key, form[key], patch[key], paths)
  return [...paths]
}

/** The paths that must be filled and are not; a column must be filled in every row. */
export const missingFields = (fields: FieldPermissions, form: Form): Path[] =>
  Object.keys(fields).filter((path) => fields[path] === 'required' && !isFilled(form, path.split('.')))

/** The form without what this node hides. */
export const visibleForm = (fields: FieldPermissions, form: Form): Form => {
  const hidden = Object.keys(fields).filter((path) => fields[path] === 'hide')
  return hidden.length === 0 ? form : (hidden.reduce<Json>((rest, path) => without(rest, path.split('.')), form) as Form)
}

/**
 * The values of the patched keys with `patch` laid over `form`: objects and tables of the same length are merged, so that what a
 * reader was not shown stays; everything else is replaced.
 */
export const overlay = (form: Form, patch: Form): Form =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, laid(Object.hasOwn(form, key) ? form[key]! : null, patch[key]!)]))

/** The part of `form` that `patch` replaces, for the record; a key that was not there is null. */
export const replaced = (form: Form, patch: Form): Form =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, Object.hasOwn(form, key) ? form[key]! : null]))

/** The value, empty or not, at a path that crosses no table. */
export const valueAt = (form: Form, path: Path): Json => valuesAt(form, path)[0] ?? null

/** The form with a value at a path; what is missing on the way is made. */
export const withValue = (form: Form, path: Path, value: Json): Form => {
  const [key, ...rest] = path.split('.') as [string, ...string[]]
  const inner = form[key]
  return { ...form, [key]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest.join('.'), value) }
}

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const laid = (before: Json, after: Json): Json => {
  if (isRecord(before) && isRecord(after)) return { ...before, ...overlay(before, after) }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) return after.map((row, i) => laid(before[i]!, row))
  return after
}

const compareAt = (path: Path, before: Json | undefined, after: Json | undefined, paths: Set<Path>): void => {
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) compareAt(`${path}.${key}`, before[key], after[key], paths)
  } else if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === after.length && before.every(isRecord) && after.every(isRecord)) {
      for (let i = 0; i < before.length; i++) compareAt(path, before[i], after[i], paths)
    } else if (before.length !== after.length || before.some((value, i) => !sameJson(value, after[i]!))) paths.add(path)
  } else if (before !== after && !(isBlank(before) && isBlank(after))) paths.add(path)
}

const sameJson = (a: Json, b: Json): boolean => {
  const paths = new Set<Path>()
  compareAt('', a, b, paths)
  return paths.size === 0
}

const isFilled = (value: Json | undefined, keys: string[]): boolean => {
  if (Array.isArray(value) && keys.length > 0) return value.every((row) => isFilled(row, keys))
  if (keys.length === 0) return !isBlank(value)
  return isRecord(value) && isFilled(value[keys[0]!], keys.slice(1))
}

const without = (value: Json, keys: string[]): Json => {
  if (Array.isArray(value)) return value.map((row) => without(row, keys))
  if (!isRecord(value) || !Object.hasOwn(value, keys[0]!)) return value
  const { [keys[0]!]: inner, ...rest } = value
  return keys.length === 1 ? rest : { ...rest, [keys[0]!]: without(inner!, keys.slice(1)) }
}
