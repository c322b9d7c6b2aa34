import { useMemo } from 'react'
import {
  computed,
  fieldOf,
  fieldsOf,
  type FormDesign,
  type FormField,
  type FormItem,
  type FormTable,
  parseFormDesign,
  visibleIn,
} from '../../../domain/approval/form-design.ts'
import { isEmpty } from '../../../kernel/field.ts'
import type { FieldAccess } from '../LineEditor.tsx'

/** What is filled in, as it is typed: a table is its rows. Formulas are not in it. */
export type FormValues = Readonly<Record<string, unknown>>
export type ChangeForm = (change: (now: FormValues) => FormValues) => void

/** The design in an answer; undefined where it cannot be read. */
export const useDesign = (answered: unknown): FormDesign | undefined =>
  useMemo(() => {
    const parsed = parseFormDesign(answered)
    return 'design' in parsed ? parsed.design : undefined
  }, [answered])

/** What a form begins with: tables that need rows have one. */
export const blankForm = (design: FormDesign): FormValues =>
  Object.fromEntries(
    design.items
      .flatMap((item): FormItem[] => (item.t === 'group' ? item.items : [item]))
      .flatMap((item) => (item.t === 'table' && item.min > 0 ? [[item.key, [{}]]] : [])),
  )

export const rowsIn = (values: FormValues, table: FormTable): readonly FormValues[] => {
  const rows = values[table.key]
  return Array.isArray(rows) ? (rows as FormValues[]) : []
}

/** What is sent: nothing that is empty. */
export const filledIn = (design: FormDesign, values: FormValues): Record<string, unknown> => {
  const tables = new Map(
    design.items
      .flatMap((item): FormItem[] => (item.t === 'group' ? item.items : [item]))
      .flatMap((item) => (item.t === 'table' ? [[item.key, item] as const] : [])),
  )
  const present = (record: FormValues) => Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)))
  return present(
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        tables.has(key) && Array.isArray(value) ? (value as FormValues[]).map(present) : value,
      ]),
    ),
  )
}

/** A form as it is shown: the values with their formulas, and what is to be seen of it. */
export type ShownForm = {
  readonly valueAt: (key: string) => unknown
  readonly cellAt: (table: FormTable, row: number, column: string) => unknown
  readonly sees: (at: string) => boolean
}

/**
 * Where the reader may not see a field, what is computed from it or shown because of it cannot be worked out here: then the stored
 * values say it.
 */
export const useShownForm = (design: FormDesign, values: FormValues, access: FieldAccess): ShownForm =>
  useMemo(() => {
    const complete = fieldsOf(design).every(({ path }) => access(path) !== 'hide')
    const done = computed(design, values)
    const shown = visibleIn(design, values)
    const formulas = new Set(fieldsOf(design).flatMap(({ path, field }) => (field.formula ? path : [])))
    const pick = (path: string, stored: unknown, made: unknown) => (!formulas.has(path) ? stored : complete ? made : (stored ?? made))
    return {
      valueAt: (key) => pick(key, values[key], done[key]),
      cellAt: (table, row, column) =>
        pick(
          `${table.key}.${column}`,
          rowsIn(values, table)[row]?.[column],
          (done[table.key] as FormValues[] | undefined)?.[row]?.[column],
        ),
      sees: (at) => shown.has(at) || !complete,
    }
  }, [design, values, access])

export const isOwn = (access: ReturnType<FieldAccess>): boolean => access === 'write' || access === 'required'

/** A field with the star of where it is asked for. */
export const asked = (field: FormField, access: ReturnType<FieldAccess>) => {
  const declared = fieldOf(field)
  return access === 'required' && !field.formula ? { ...declared, required: 'always' as const } : declared
}
