import { isEmpty } from '../../../kernel/field.ts'
import type { Definition } from '../flow/definition.ts'
import { within } from '../flow/plan.ts'
import { type Condition, pathsOf } from '../form/condition.ts'
import type { FormField } from '../form/filling.ts'
import { type Form, type Json, type Path, withValue } from '../form/form.ts'
import { ownPathIn } from '../../records/ownFields/ownPath.ts'
import type { OwnAnswers } from './ways.ts'

/** What decides where the flow goes: fields of conditions and of rules, and what these are computed from. */
export const decidingPaths = (definition: Definition, fields: readonly FormField[]): ReadonlySet<Path> => {
  const used = new Set<Path>()
  const read = (condition: Condition | undefined): void => {
    for (const path of condition ? pathsOf(condition) : []) used.add(path)
  }
  for (const node of within(definition.body)) {
    if (node.t === 'branch') for (const { when } of node.arms) read(when)
    if (node.t === 'route') read(node.when)
    if (node.t === 'delay' && 'until' in node.wait) used.add(node.wait.until)
    if ('assignees' in node)
      for (const rule of node.assignees) {
        if (rule.k === 'field') used.add(rule.path)
        if ('field' in rule) used.add(rule.field)
        if (rule.k === 'deptHead' && rule.of !== 'initiator') used.add(rule.of.field)
      }
  }
  // A set goes on with what is added on the way.
  for (const path of used) for (const one of fields.find((field) => field.path === path)?.from ?? []) used.add(one)
  return used
}

/** A field of a form of one's own that follows from others; the amount of a document is entered here, as there are no lines. */
export const isComputed = ({ from }: FormField): boolean => from !== undefined && from.length > 0

/** The form with the values that were filled in; those of columns make one row. */
export const trialForm = (fields: readonly FormField[], values: Readonly<Record<Path, unknown>>): Form => {
  const rows: Record<string, Form> = {}
  let form: Form = {}
  for (const field of fields) {
    const { path, table } = field
    if (ownPathIn(path)) continue
    const value = isComputed(field) ? undefined : values[path]
    if (isEmpty(value)) continue
    const dot = path.lastIndexOf('.')
    if (table && dot > 0) rows[path.slice(0, dot)] = { ...rows[path.slice(0, dot)], [path.slice(dot + 1)]: value as Json }
    else form = withValue(form, path, value as Json)
  }
  return { ...form, ...Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, [row]])) }
}

/** What was filled in of own fields, which stand in no form. */
export const trialOwnAnswers = (fields: readonly FormField[], values: Readonly<Record<Path, unknown>>): OwnAnswers =>
  Object.fromEntries(
    fields.flatMap(({ path }): [Path, Json][] => (ownPathIn(path) && !isEmpty(values[path]) ? [[path, values[path] as Json]] : [])),
  )
