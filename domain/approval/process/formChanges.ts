import { isRecord } from '../../../kernel/isRecord.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import type { Moment } from '../../../kernel/day.ts'
import { isEmpty } from '../../../kernel/field.ts'
import type { Entry } from '../flow/event.ts'
import type { RowsMarked, Form, Json, UserId } from '../form/form.ts'
import type { FormShape } from '../form/shape.ts'

/** One field that is not what it was when the form was submitted. */
export type FormChange = {
  /** "reason" or "lines.0.quantity"; "lines.removed.0.quantity" where the row is gone. */
  readonly path: string
  /** The same without the number of the row: "lines.quantity". */
  readonly field: string
  /** Where the row stands now, or stood first where it is gone; counts from 0, null outside tables. */
  readonly row: number | null
  readonly removed: boolean
  readonly before: Json | undefined
  readonly after: Json | undefined
  readonly by: UserId
  readonly at: Moment
  /** What was said about it; may be empty. */
  readonly reason: string
}

/** What is different in the form from when it was first submitted, with who touched it last; what was changed back is not told. */
export const formChanges = (shape: FormShape, entries: readonly Entry[]): FormChange[] => {
  let form: Form | undefined
  let rows: Rows = {}
  let count = 0
  let first: Leaves = new Map()
  let now: Leaves = first
  const touchedPaths = new Map<string, { by: UserId; at: Moment; reason: string }>()
  for (const { at, events } of entries) {
    for (const event of events) {
      if (event.t === 'Started') {
        form = event.form
        rows = Object.fromEntries(shape.tables.map(({ key }) => [key, [...rowsAt(event.form, key).keys()]]))
        count = Math.max(0, ...Object.values(rows).map(({ length }) => length))
        first = now = leavesOf(shape, form, rows)
      }
      if (event.t !== 'FormPatched' || !form) continue
      const after = { ...form, ...event.patch }
      rows = rowsAfter(shape, { form, rows }, { form: after, marks: event.rows ?? {} }, () => count++)
      form = after
      const next = leavesOf(shape, form, rows)
      for (const place of new Set([...now.keys(), ...next.keys()]))
        if (!same(now.get(place)?.value, next.get(place)?.value)) touchedPaths.set(place, { by: event.by, at, reason: event.reason })
      now = next
    }
  }
  return [...touchedPaths].flatMap(([place, { by, at, reason }]): FormChange[] => {
    const [was, is] = [first.get(place), now.get(place)]
    const [before, after] = [was?.value, is?.value]
    const leaf = is ?? was
    if (!leaf || same(before, after)) return []
    const { key, column, row } = leaf
    if (row === null) return [{ path: key, field: key, row, removed: false, before, after, by, at, reason }]
    const stands = numbersOf(rows, key).indexOf(row)
    const isRemoved = stands < 0
    const path = isRemoved ? `${key}.removed.${row}.${column}` : `${key}.${stands}.${column}`
    return [{ path, field: `${key}.${column}`, row: isRemoved ? row : stands, removed: isRemoved, before, after, by, at, reason }]
  })
}

/** By table: which row each one is; those of the form that was submitted have their places there, later ones higher numbers. */
type Rows = { readonly [table: string]: readonly number[] }

type Leaf = { readonly key: string; readonly column: string; readonly row: number | null; readonly value: Json }
type Leaves = ReadonlyMap<string, Leaf>
type Cells = { readonly [column: string]: Json }

/** The values of all fields, those of tables row by row, by a name that stays with the row wherever it stands. */
const leavesOf = ({ fields, tables }: FormShape, form: Form, rows: Rows): Leaves => {
  const leaves = new Map<string, Leaf>()
  const put = (key: string, column: string, row: number | null, value: Json | undefined) => {
    if (value !== undefined && !isEmpty(value)) leaves.set(row === null ? key : `${key}.${row}.${column}`, { key, column, row, value })
  }
  for (const key of Object.keys(fields)) put(key, '', null, form[key])
  for (const { key, columns } of tables)
    for (const [index, cells] of rowsAt(form, key).entries()) {
      const row = assertDefined(numbersOf(rows, key)[index], 'the number of a row')
      for (const column of Object.keys(columns)) put(key, column, row, cells[column])
    }
  return leaves
}

const numbersOf = (rows: Rows, table: string): readonly number[] => assertDefined(rows[table], `the rows of ${table}`)

const rowsAfter = (
  { tables }: FormShape,
  before: { form: Form; rows: Rows },
  { form: after, marks }: { form: Form; marks: RowsMarked },
  newNumber: () => number,
): Rows =>
  Object.fromEntries(
    tables.map(({ key, columns }) => {
      const [was, is] = [rowsAt(before.form, key), rowsAt(after, key)]
      const from = marks[key] ?? alike(Object.keys(columns), was, is)
      const previousRows = numbersOf(before.rows, key)
      return [key, is.map((_, i) => previousRows[from[i] ?? -1] ?? newNumber())]
    }),
  )

/** Which row of `before` each one of `after` is where nothing says it: one that says the same, else the one in its place. */
const alike = (columns: readonly string[], before: readonly Cells[], after: readonly Cells[]): (number | null)[] => {
  const rowKey = (row: Cells) => JSON.stringify(columns.map((column) => (isEmpty(row[column]) ? null : row[column])))
  const leftRows = new Map(before.map((row, i) => [i, rowKey(row)]))
  const take = (i: number | undefined): number | null => (i !== undefined && leftRows.delete(i) ? i : null)
  const inPlace = after.map((row, i) => (leftRows.get(i) === rowKey(row) ? take(i) : null))
  const equal = after.map((row, i) => inPlace[i] ?? take([...leftRows].find(([, words]) => words === rowKey(row))?.[0]))
  return equal.map((match, i) => match ?? take(i) ?? (before.length === after.length ? take([...leftRows.keys()][0]) : null))
}

const rowsAt = (form: Form, key: string): readonly Cells[] => {
  const rows = form[key]
  return Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? row : {})) : []
}

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)
