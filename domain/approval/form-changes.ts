import type { Moment } from '../../kernel/day.ts'
import { isEmpty } from '../../kernel/field.ts'
import type { Form, Json, UserId } from './definition.ts'
import type { Entry } from './event.ts'
import type { FormShape } from './form-shape.ts'

/** One field that is not what it was when the form was submitted; `path` is "reason" or "lines.0.quantity". */
export type FormChange = {
  readonly path: string
  /** The same without the number of the row: "lines.quantity". */
  readonly field: string
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
  let first: Leaves = new Map()
  let now: Leaves = first
  const touched = new Map<string, { by: UserId; at: Moment; reason: string }>()
  for (const { at, events } of entries) {
    for (const event of events) {
      if (event.t === 'Started') {
        form = event.form
        first = now = leavesOf(shape, form)
      }
      if (event.t !== 'FormPatched' || !form) continue
      form = { ...form, ...event.patch }
      const next = leavesOf(shape, form)
      for (const path of new Set([...now.keys(), ...next.keys()]))
        if (!same(now.get(path), next.get(path))) touched.set(path, { by: event.by, at, reason: event.reason })
      now = next
    }
  }
  return [...touched].flatMap(([path, { by, at, reason }]) => {
    const [before, after] = [first.get(path), now.get(path)]
    return same(before, after) ? [] : [{ path, field: path.replace(/\.\d+\./, '.'), before, after, by, at, reason }]
  })
}

type Leaves = ReadonlyMap<string, Json>

/** The values of all fields, those of tables row by row. */
const leavesOf = ({ fields, tables }: FormShape, form: Form): Leaves => {
  const leaves = new Map<string, Json>()
  const put = (path: string, value: Json | undefined) => {
    if (value !== undefined && !isEmpty(value)) leaves.set(path, value)
  }
  for (const key of Object.keys(fields)) put(key, form[key])
  for (const { key, columns } of tables) {
    const rows = form[key]
    if (!Array.isArray(rows)) continue
    rows.forEach((row, index) => {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) return
      for (const column of Object.keys(columns)) put(`${key}.${index}.${column}`, row[column])
    })
  }
  return leaves
}

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)
