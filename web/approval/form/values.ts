import { useMemo } from 'react'
import { computed, evaluateForm, readForm } from '../../../domain/approval/form/formReading.ts'
import {
  conditionsOf,
  fieldOf,
  fieldsOf,
  type FormDesign,
  type FormField,
  type FormTable,
  parseFormDesign,
} from '../../../domain/approval/form/formDesign.ts'
import { type Form, rowMark } from '../../../domain/approval/form/form.ts'
import { asksFacts, lacksFacts, readsFacts } from '../../../domain/approval/form/neededFacts.ts'
import { operandsOf } from '../../../domain/approval/form/formula.ts'
import { formPathsOf } from '../../../domain/approval/form/condition.ts'
import { everyItem, itemAt, spotOf, tableOf } from '../../../domain/approval/design/formEdit.ts'
import { type Field, isEmpty } from '../../../kernel/field.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { isTooExpensive } from '../../../kernel/ruleBudget.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'

/** What is filled in, as it is typed: a table is its rows. Formulas are not in it. */
export type FormValues = Readonly<Record<string, unknown>>
export type ChangeForm = (change: (now: FormValues) => FormValues) => void

/** The design in an answer; undefined where it cannot be read. */
export const useDesign = (answer: unknown): FormDesign | undefined =>
  useMemo(() => {
    const parseResult = parseFormDesign(answer)
    return 'design' in parseResult ? parseResult.design : undefined
  }, [answer])

/** What a form begins with: tables that need rows have one. */
export const blankForm = (design: FormDesign): FormValues =>
  Object.fromEntries(everyItem(design).flatMap((item) => (item.t === 'table' && item.min > 0 ? [[item.key, [{}]]] : [])))

export const rowsIn = (values: FormValues, table: FormTable): readonly FormValues[] => {
  const rows = values[table.key]
  return Array.isArray(rows) ? rows : []
}

/** What is sent: nothing that is empty, and of every row which one it was. */
export const filledIn = (design: FormDesign, values: FormValues): Record<string, unknown> => {
  const tables = new Set(everyItem(design).flatMap((item) => (item.t === 'table' ? item.key : [])))
  const present = (record: FormValues) =>
    Object.fromEntries(Object.entries(record).filter(([key, value]) => key === rowMark || !isEmpty(value)))
  return present(
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, tables.has(key) && Array.isArray(value) ? value.map(present) : value]),
    ),
  )
}

/** A form as it is shown: the values with their formulas, and what is to be seen of it. */
export type ShownForm = {
  readonly valueAt: (key: string) => unknown
  readonly cellAt: (table: FormTable, row: number, column: string) => unknown
  readonly sees: (path: string) => boolean
  /** A field with the options that are offered at its position. */
  readonly fieldAt: (field: Field, position: string) => Field
}

export const useShownForm = (design: FormDesign, values: FormValues, access: FieldAccess): ShownForm =>
  useMemo(() => shownForm(design, values, access), [design, values, access])

/**
 * Where the reader may not see a field, what is computed from it or shown because of it cannot be worked out here: then the stored
 * values say it.
 */
export const shownForm = (design: FormDesign, values: FormValues, access: FieldAccess): ShownForm => {
  const {
    values: done,
    shown,
    withheld,
  } = unlessTooExpensive<FormDrawing>(
    () => evaluateForm(design, values),
    () => ({ values, shown: new Set(everyPlace(design, values)), withheld: new Map() }),
  )
  const blind = blindPaths(design, access, lacksFacts(design, values))
  const formulas = new Set(fieldsOf(design).flatMap(({ path, field }) => (field.formula ? path : [])))
  const pick = (path: string, storedValue: unknown, computedValue: unknown) => {
    if (!formulas.has(path)) return storedValue
    return blind.has(path) ? (storedValue ?? computedValue) : computedValue
  }
  return {
    valueAt: (key) => pick(key, values[key], done[key]),
    cellAt: (table, row, column) =>
      pick(`${table.key}.${column}`, rowsIn(values, table)[row]?.[column], rowsIn(done, table)[row]?.[column]),
    sees: (path) => shown.has(path) || blind.has(path.replace(/\.\d+\./, '.')),
    fieldAt: (field, position) => withoutOptions(field, withheld.get(position)),
  }
}

type FormDrawing = {
  readonly values: FormValues
  readonly shown: ReadonlySet<string>
  readonly withheld: ReadonlyMap<string, ReadonlySet<string>>
}

const withoutOptions = (field: Field, withheld: ReadonlySet<string> | undefined): Field => {
  const { control } = field
  if (!withheld || control.type !== 'choice') return field
  return { ...field, control: { ...control, options: control.options.filter(({ value }) => !withheld.has(value)) } }
}

/** What `work` answers; where the form's rules take too much, what `otherwise` makes of their refusal. */
const unlessTooExpensive = <T>(work: () => T, otherwise: (refusal: RefusalError) => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof RefusalError && isTooExpensive(error)) return otherwise(error)
    throw error
  }
}

/** Every item and cell, whether its condition holds or not. */
const everyPlace = (design: FormDesign, values: FormValues): string[] =>
  everyItem(design).flatMap((item) => [
    item.key,
    ...(item.t === 'table' ? rowsIn(values, item).flatMap((_, row) => item.columns.map(({ key }) => `${item.key}.${row}.${key}`)) : []),
  ])

/** A form as the server will check it; where its rules take too much, that alone is wrong. */
export const checkedForm: typeof readForm = (design, raw, ...options) =>
  unlessTooExpensive(
    () => readForm(design, raw, ...options),
    ({ refusal: { words, params } }) => ({ values: raw as Form, problems: [{ path: everyItem(design)[0]?.key ?? '', words, params }] }),
  )

/** The values with their formulas; as they are where the form's rules take too much. */
export const computedForm = (design: FormDesign, values: FormValues): Form =>
  unlessTooExpensive(
    () => computed(design, values),
    () => values as Form,
  )

/** What depends on something that the reader may not see, directly or not, or on facts that the form `lacks`. */
const blindPaths = (design: FormDesign, access: FieldAccess, lacks: boolean): ReadonlySet<string> => {
  const readBy = (path: string): string[] => {
    const item = itemAt(design, path)
    const table = tableOf(design, path)
    const tableKey = table?.key ?? spotOf(design, path)?.within
    const namedPaths = [
      ...(item ? conditionsOf(item).flatMap(formPathsOf) : []),
      ...(item?.t === 'field' && item.formula ? operandsOf(item.formula) : []),
    ]
    return [
      ...(tableKey ? [tableKey] : []),
      ...namedPaths.map((name) => (table?.columns.some(({ key }) => key === name) ? `${table.key}.${name}` : name)),
    ]
  }
  const visibility = new Map<string, boolean>()
  const isBlind = (path: string): boolean => {
    const before = visibility.get(path)
    if (before !== undefined) return before
    visibility.set(path, false)
    const item = itemAt(design, path)
    const isComputed = item?.t === 'field' && item.formula !== undefined && readsFacts(item.formula)
    const lacksOwn = lacks && item !== undefined && (isComputed || asksFacts(item))
    const is = lacksOwn || readBy(path).some((name) => access(name) === 'hide' || isBlind(name))
    visibility.set(path, is)
    return is
  }
  const paths = [...everyItem(design).map(({ key }) => key), ...fieldsOf(design).flatMap(({ path, table }) => (table ? path : []))]
  return new Set(paths.filter(isBlind))
}

export const isOwn = (access: ReturnType<FieldAccess>): boolean => access === 'write' || access === 'required'

/** A field with the star of where it is asked for. */
export const askedField = (field: FormField, access: ReturnType<FieldAccess>) => {
  const declaredField = fieldOf(field)
  return access === 'required' && !field.formula ? { ...declaredField, required: 'always' as const } : declaredField
}
