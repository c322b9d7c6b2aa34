import {
  topKey,
  pickValues,
  changedPaths,
  type FieldPermission,
  type FieldPermissions,
  type Form,
  overlay,
  type Path,
  permissionOf,
  rowMark,
  rowsFrom,
  type UserId,
} from '../form/form.ts'
import type { FieldProblem } from '../../../kernel/field.ts'
import { RefusalError, refusal, refuse } from '../../../kernel/refusal.ts'
import { forbiddenChange, unaskedPaths, type FormVersions } from '../form/change.ts'
import { computed, readForm } from '../form/formReading.ts'
import { fieldsOf, type FormDesign, labelAt, tablesOf } from '../form/formDesign.ts'
import { withAnswer } from './childAnswer.ts'
import { type Action, systemActor } from './command.ts'
import type { Definition } from './definition.ts'
import { withFreed, withOwnOutput } from './freed.ts'
import { planOf } from './plan.ts'
import { findTask, openTasks, type State, type Task } from './state.ts'

/** Who fills in: a person, who may administer every flow, or what is no person. */
export type Filler = { readonly uid: UserId; readonly admin: boolean } | typeof systemActor

/**
 * A custom form as an application begins with it: whole and computed. Refuses in words. What another flow fills in (the system) may be
 * what the applicant may not.
 */
export const begunWith = (definition: Definition, design: FormDesign, raw: Form, filler: Filler): Form => {
  const permissionAt = startPermission(definition)
  const { values, problems } = readForm(design, raw, 'submitting', permissionAt)
  requireSound(problems)
  if (filler !== systemActor) requirePermitted(design, { before: {}, after: values }, permissionAt)
  return values
}

/** What a command is decided with; `change` is what it makes of the form, where it changes it. */
export type FilledAction = {
  readonly action: Action
  readonly definition: Definition
  readonly change?: { readonly before: Form; readonly after: Form }
}

/**
 * A command as it is decided on a custom form: what it changes is checked, no matter who gives it (who was asked, an agent, the applicant, an
 * administrator, a service), and everything that follows from it goes along. `mayFillIn` says whether an approval, or a resubmission, is
 * its giver's to give; a command that is not, or that came too late, stays as it is, for the decision to refuse.
 */
export const filledIn = (
  design: FormDesign,
  definition: Definition,
  state: State,
  { by, action, mayFillIn }: { readonly by: Filler; readonly action: Action; readonly mayFillIn: boolean },
): FilledAction => {
  if (action.t === 'childEnded') return childAnswer(design, definition, state, action)
  const unchangedAction = { action, definition: withFreed(definition, unaskedPaths(design, state.form)) }
  const change = mayFillIn ? changeOf(definition, state, by, action) : undefined
  if (!change) return unchangedAction
  const { permissionAt, whole } = change
  const before = computed(design, state.form)
  const raw = { ...before, ...overlay(before, change.patch) }
  const rows = (table: string) => rowsFrom(rowsAt(before, table), rowsAt(raw, table))
  const { values, problems } = readForm(design, raw, 'submitting', permissionAt)
  const old = whole ? [] : readForm(design, before, 'submitting', permissionAt).problems
  const isOld = (problem: FieldProblem) => old.some(({ path, words }) => path === problem.path && words === problem.words)
  requireSound(problems.filter((problem) => isAnswerable(design, problem, permissionAt) && !isOld(problem)))
  requirePermitted(design, { before, after: values }, permissionAt, rows)
  const patch = patchOf(design, state.form, values, rows)
  const freedPaths = [...new Set([...changedPaths(state.form, { ...state.form, ...patch }), ...unaskedPaths(design, values)])]
  const decision = { definition: withFreed(definition, freedPaths), change: { before, after: values } }
  if (Object.keys(patch).length > 0 || action.t === 'updateForm') return { ...decision, action: { ...action, patch } as Action }
  const { patch: _nothing, ...rest } = action as Extract<Action, { t: 'approve' }>
  return { ...decision, action: rest }
}

/** What the initiator may do with each field when an application begins or comes back. */
export const startPermission =
  ({ startFields }: Definition): PermissionAt =>
  (path) =>
    permissionOf(startFields, path, 'write')

/** What a child answers is laid into the form before it is decided, so that formulas follow; what does not fit the form is left out. */
const childAnswer = (
  design: FormDesign,
  definition: Definition,
  state: State,
  action: Extract<Action, { t: 'childEnded' }>,
): FilledAction => {
  const id = state.steps.find((step) => step.id === action.step)?.node
  const node = id === undefined ? undefined : planOf(definition).places.get(id)?.node
  if (node?.t !== 'subFlow') return { action, definition }
  const laid = withAnswer(node, state.form, action.form)
  const { values } = readForm(design, computed(design, laid), 'draft')
  // An answer is one value by one; tables are not among them.
  const form = Object.fromEntries(Object.entries(patchOf(design, state.form, values)).filter(([, value]) => !Array.isArray(value)))
  const freedDefinition = withFreed(definition, unaskedPaths(design, values))
  return { action: { ...action, form }, definition: withOwnOutput(freedDefinition, node.id, Object.keys(form)) }
}

type PermissionAt = (path: Path) => FieldPermission

/** Which row each row of a table was before; undefined for a new one. */
type RowsFrom = (table: string) => readonly (number | undefined)[]

/** `whole`: the form must be complete as far as this person may fill it in; else he must only not make it worse. */
type Change = { readonly patch: Form; readonly permissionAt: PermissionAt; readonly whole: boolean }

const changeOf = (definition: Definition, state: State, filler: Filler, action: Action): Change | undefined => {
  if (action.t === 'serviceDone' && action.patch) {
    const step = state.steps.find(({ id }) => id === action.step)
    return step && { patch: action.patch, permissionAt: among([fieldsAt(definition, step.node)]), whole: false }
  }
  if (filler === systemActor || !('formRev' in action) || action.formRev !== state.formRev) return undefined
  const { uid } = filler
  if (action.t === 'resubmit')
    return state.status === 'returned' ? { patch: action.patch ?? {}, permissionAt: startPermission(definition), whole: true } : undefined
  if (action.t === 'approve') {
    const taskFound = findTask(state, action.taskId)
    if (taskFound?.task.status !== 'open') return undefined
    return {
      patch: action.patch ?? {},
      permissionAt: among([fieldsAt(definition, taskFound.step.node)]),
      whole: !isAdded(taskFound.task),
    }
  }
  if (action.t !== 'updateForm') return undefined
  if (filler.admin || definition.policy.admins.includes(uid)) return { patch: action.patch, permissionAt: () => 'write', whole: false }
  const mine = openTasks(state).filter(({ task }) => task.user === uid)
  return mine.length === 0
    ? undefined
    : { patch: action.patch, permissionAt: among(mine.map(({ step }) => fieldsAt(definition, step.node))), whole: false }
}

/** The person who was asked besides need not fill in what the step asks for. */
const isAdded = ({ sign, addedBy }: Task): boolean => sign !== undefined || addedBy !== undefined

const fieldsAt = (definition: Definition, id: string): FieldPermissions => {
  const node = planOf(definition).places.get(id)?.node
  return node && 'fields' in node ? node.fields : {}
}

/** The most that one of several steps lets a person do. */
const among =
  (fields: readonly FieldPermissions[]): PermissionAt =>
  (path) => {
    const permissions = fields.map((field) => permissionOf(field, path, 'read'))
    return (['required', 'write', 'read'] as const).find((permission) => permissions.includes(permission)) ?? 'hide'
  }

const isWritable = (permission: FieldPermission): boolean => permission === 'write' || permission === 'required'

/** What is wrong with a field of others is not his to mend; the change itself is checked besides. */
const isAnswerable = (design: FormDesign, { path }: FieldProblem, permissionAt: PermissionAt): boolean => {
  const plain = path.replace(/\.\d+(?=\.|$)/, '')
  const isDeclared = fieldsOf(design).some((field) => field.path === plain || field.table?.key === plain)
  return (
    !isDeclared ||
    isWritable(permissionAt(plain)) ||
    fieldsOf(design).some((field) => field.path === plain && field.field.formula !== undefined)
  )
}

const requireSound = (problems: readonly FieldProblem[]): void => {
  const [first] = problems
  if (first) throw new RefusalError(refusal('incomplete', first.words, first.params), problems)
}

const requirePermitted = (design: FormDesign, versions: FormVersions, permissionAt: PermissionAt, rows?: RowsFrom): void => {
  const path = forbiddenChange(design, versions, permissionAt, rows)
  if (path !== undefined) refuse('approval.fieldNotWritable', '“{field}”在这个环节不能修改', { field: labelAt(design, path) })
}

/**
 * The keys whose values differ, null where there is none any more. Rows are laid over what they were, so what went from them is null as
 * well, and say which that was unless they stay in their places.
 */
const patchOf = (design: FormDesign, before: Form, after: Form, rows?: RowsFrom): Form => {
  const tables = new Map(tablesOf(design).map(({ key }) => [key, rowsAt(before, key)]))
  const wholeForm: Form = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => {
      const [old, now] = [tables.get(key), rowsAt(after, key)]
      return [key, old && now.length > 0 ? laidOver(old, now, rows?.(key) ?? rowsFrom(old, now)) : (after[key] ?? null)]
    }),
  )
  const changedKeys = new Set(changedPaths(before, wholeForm).map(topKey))
  return pickValues(wholeForm, [...changedKeys])
}

const laidOver = (before: readonly Form[], after: readonly Form[], from: readonly (number | undefined)[]): Form[] => {
  const stays = before.length === after.length && from.every((origin, i) => origin === i)
  return after.map((row, i) => {
    const origin = from[i]
    const removedKeys = origin === undefined ? [] : Object.keys(before[origin] ?? {})
    return { ...Object.fromEntries(removedKeys.map((column) => [column, null])), ...row, ...(stays ? {} : { [rowMark]: origin ?? null }) }
  })
}

const rowsAt = (values: Form, key: string): Form[] => (Array.isArray(values[key]) ? (values[key] as Form[]) : [])
