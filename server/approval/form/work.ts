import type { Field, FieldProblem, Fields, Noun } from '../../../kernel/field.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import { Refused, refusal, refuse } from '../../../kernel/refusal.ts'
import { type Action, systemActor } from '../../../domain/approval/flow/command.ts'
import { withAnswer } from '../../../domain/approval/flow/childAnswer.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import {
  changedPaths,
  overlay,
  permissionOf,
  rowMark,
  rowsFrom,
  type FieldPermission,
  type FieldPermissions,
  type Form,
  type Path,
} from '../../../domain/approval/form/form.ts'
import { type FormAgain, formAgain } from '../../../domain/approval/form/again.ts'
import { forbiddenChange, textsOf, unaskedPaths } from '../../../domain/approval/form/change.ts'
import { withFreed, withOwnOutput } from '../../../domain/approval/flow/freed.ts'
import { computed, fieldOf, fieldsOf, type FormDesign, readForm, tablesOf } from '../../../domain/approval/form/formDesign.ts'
import { planOf } from '../../../domain/approval/flow/plan.ts'
import { findTask, openTasks, type State, type Task } from '../../../domain/approval/flow/state.ts'
import type { Tx } from '../../db/tx.ts'
import { lookUp, type Referred, referencesOf } from '../../documents/references.ts'
import { filesIn, ownFiles, requireFiles } from '../../files/named.ts'
import { linkableAmong, numbersOf } from './linked.ts'
import type { Actor } from './actor.ts'

/**
 * A custom form as an application begins with it: whole, computed, and about things that are there. Refuses in words. What another flow
 * fills in (the system) may be what the applicant may not.
 */
export const beginForm = async (
  tx: Tx,
  definition: Definition,
  design: FormDesign,
  raw: Form,
  actor: Actor | typeof systemActor,
): Promise<Form> => {
  const permissionAt = startPermission(definition)
  const { values, problems } = readForm(design, raw, 'submitting', permissionAt)
  requireSound(problems)
  if (actor !== systemActor) requirePermitted(design, {}, values, permissionAt)
  await Promise.all([
    requireReferences(tx, design, {}, values, actor),
    requireOwnFiles(tx, actor === systemActor ? undefined : actor.uid, design, values, {}),
  ])
  return values
}

/**
 * A command as it is decided on a custom form: what it changes is checked, and everything that follows from it goes along. A command
 * that is not this person's or came too late stays as it is, for the decision to refuse.
 */
export const prepareOnForm = async (
  tx: Tx,
  design: FormDesign,
  {
    definition,
    state,
    actor,
    action,
    mayFillIn,
  }: {
    definition: Definition
    state: State
    actor: Actor | typeof systemActor
    action: Action
    /** Whether an approval, or a resubmission, is his to give. */
    mayFillIn: boolean
  },
): Promise<Prepared> => {
  if (action.t === 'childEnded') return childAnswer(design, definition, state, action)
  if (!mayFillIn) return { action, definition: withFreed(definition, unaskedPaths(design, state.form)) }
  const change = changeOf(definition, state, actor, action)
  const unchanged = { action, definition: withFreed(definition, unaskedPaths(design, state.form)) }
  if (!change) return unchanged
  const { permissionAt, whole } = change
  const before = computed(design, state.form)
  const raw = { ...before, ...overlay(before, change.patch) }
  const rows = (table: string) => rowsFrom(rowsAt(before, table), rowsAt(raw, table))
  const { values, problems } = readForm(design, raw, 'submitting', permissionAt)
  const old = whole ? [] : readForm(design, before, 'submitting', permissionAt).problems
  const isOld = (problem: FieldProblem) => old.some(({ path, words }) => path === problem.path && words === problem.words)
  requireSound(problems.filter((problem) => isAnswerable(design, problem, permissionAt) && !isOld(problem)))
  requirePermitted(design, before, values, permissionAt, rows)
  await Promise.all([
    requireReferences(tx, design, before, values, actor),
    // A service hands in no files: it may only leave those that it found.
    requireOwnFiles(tx, actor === systemActor ? nobody : actor.uid, design, values, before),
  ])
  const patch = patchOf(design, state.form, values, rows)
  const freed = [...new Set([...changedPaths(state.form, { ...state.form, ...patch }), ...unaskedPaths(design, values)])]
  if (Object.keys(patch).length === 0 && action.t !== 'updateForm') {
    const { patch: _nothing, ...rest } = action as Extract<Action, { t: 'approve' }>
    return { action: rest, definition: withFreed(definition, freed) }
  }
  return { action: { ...action, patch } as Action, definition: withFreed(definition, freed) }
}

/** What a child answers is laid into the form before it is decided, so that formulas follow; what does not fit the form is left out. */
const childAnswer = (design: FormDesign, definition: Definition, state: State, action: Extract<Action, { t: 'childEnded' }>): Prepared => {
  const id = state.steps.find((step) => step.id === action.step)?.node
  const node = id === undefined ? undefined : planOf(definition).places.get(id)?.node
  if (node?.t !== 'subFlow') return { action, definition }
  const laid = withAnswer(node, state.form, action.form)
  const { values } = readForm(design, computed(design, laid), 'draft')
  // An answer is one value by one; tables are not among them.
  const form = Object.fromEntries(Object.entries(patchOf(design, state.form, values)).filter(([, value]) => !Array.isArray(value)))
  const freed = withFreed(definition, unaskedPaths(design, values))
  return { action: { ...action, form }, definition: withOwnOutput(freed, node.id, Object.keys(form)) }
}

/** What a former application of the same flow, of whatever version of its form, brings along into a new one. */
export const beginAgain = async (
  tx: Tx,
  by: Id,
  definition: Definition,
  design: FormDesign,
  former: { readonly definition: Definition; readonly design: FormDesign; readonly form: Form },
): Promise<FormAgain> => {
  const [found, own] = await Promise.all([
    referred(tx, former.design, former.form),
    ownFiles(tx, by, filesIn(partsOf(former.design, former.form))),
  ])
  const there = new Set([...found.map(({ noun, id }) => `${noun} ${id}`), ...[...own].map((path) => `file ${path}`)])
  const before = { design: former.design, form: former.form, permissionAt: startPermission(former.definition) }
  return formAgain(design, startPermission(definition), before, (noun, id) => there.has(`${noun} ${id}`))
}

/** Names and pictures of everything that a form refers to, by id. */
export const formNames = async (tx: Tx, design: FormDesign, values: Form) => {
  const [found, numbers] = await Promise.all([referred(tx, design, values), numbersOf(tx, linkedIn(design, values))])
  return {
    names: { ...numbers, ...Object.fromEntries(found.map(({ id, name }) => [id, name])) },
    pictures: Object.fromEntries(found.flatMap(({ id, picture }) => (picture ? [[id, picture]] : []))),
  }
}

/** What lists and titles may say of a form, by key. */
export const formTexts = async (tx: Tx, design: FormDesign, values: Form): Promise<Record<string, string>> =>
  textsOf(design, values, (await formNames(tx, design, values)).names)

type Prepared = { readonly action: Action; readonly definition: Definition }

type PermissionAt = (path: Path) => FieldPermission

/** Which row each row of a table was before; undefined for a new one. */
type RowsFrom = (table: string) => readonly (number | undefined)[]

/** `whole`: the form must be complete as far as this person may fill it in; else he must only not make it worse. */
type Change = { readonly patch: Form; readonly permissionAt: PermissionAt; readonly whole: boolean }

const changeOf = (definition: Definition, state: State, actor: Actor | typeof systemActor, action: Action): Change | undefined => {
  if (action.t === 'serviceDone' && action.patch) {
    const step = state.steps.find(({ id }) => id === action.step)
    return step && { patch: action.patch, permissionAt: among([fieldsAt(definition, step.node)]), whole: false }
  }
  if (actor === systemActor || !('formRev' in action) || action.formRev !== state.formRev) return undefined
  const { uid } = actor
  if (action.t === 'resubmit')
    return state.status === 'returned' ? { patch: action.patch ?? {}, permissionAt: startPermission(definition), whole: true } : undefined
  if (action.t === 'approve') {
    const found = findTask(state, action.taskId)
    if (found?.task.status !== 'open') return undefined
    return {
      patch: action.patch ?? {},
      permissionAt: among([fieldsAt(definition, found.step.node)]),
      whole: !isAdded(found.task),
    }
  }
  if (action.t !== 'updateForm') return undefined
  if (actor.admin || definition.policy.admins.includes(uid)) return { patch: action.patch, permissionAt: () => 'write', whole: false }
  const mine = openTasks(state).filter(({ task }) => task.user === uid)
  return mine.length === 0
    ? undefined
    : { patch: action.patch, permissionAt: among(mine.map(({ step }) => fieldsAt(definition, step.node))), whole: false }
}

/** Whoever was asked besides need not fill in what the step asks for. */
const isAdded = ({ sign, addedBy }: Task): boolean => sign !== undefined || addedBy !== undefined

const startPermission =
  ({ startFields }: Definition): PermissionAt =>
  (path) =>
    permissionOf(startFields, path, 'write')

const fieldsAt = (definition: Definition, id: string): FieldPermissions => {
  const node = planOf(definition).places.get(id)?.node
  return node && 'fields' in node ? node.fields : {}
}

/** The most that one of several steps lets somebody do. */
const among =
  (fields: readonly FieldPermissions[]): PermissionAt =>
  (path) => {
    const given = fields.map((one) => permissionOf(one, path, 'read'))
    return (['required', 'write', 'read'] as const).find((one) => given.includes(one)) ?? 'hide'
  }

const isWritable = (permission: FieldPermission): boolean => permission === 'write' || permission === 'required'

/** What is wrong with a field of others is not his to mend; the change itself is checked besides. */
const isAnswerable = (design: FormDesign, { path }: FieldProblem, permissionAt: PermissionAt): boolean => {
  const plain = path.replace(/\.\d+(?=\.|$)/, '')
  const known = fieldsOf(design).some((one) => one.path === plain || one.table?.key === plain)
  return !known || isWritable(permissionAt(plain)) || fieldsOf(design).some((one) => one.path === plain && one.field.formula !== undefined)
}

const requireSound = (problems: readonly FieldProblem[]): void => {
  const [first] = problems
  if (first) throw new Refused(refusal('incomplete', first.words, first.params), problems)
}

const requirePermitted = (design: FormDesign, before: Form, after: Form, permissionAt: PermissionAt, rows?: RowsFrom): void => {
  const path = forbiddenChange(design, before, after, permissionAt, rows)
  if (path !== undefined) refuse('approval.fieldNotWritable', '“{field}”在这个环节不能修改', { field: labelAt(design, path) })
}

/** What is newly referred to must be there; what went away since it was chosen does not hold up a decision. */
const requireReferences = async (
  tx: Tx,
  design: FormDesign,
  before: Form,
  after: Form,
  actor: Actor | typeof systemActor,
): Promise<void> => {
  await requireLinks(tx, design, before, after, actor)
  const chosen = new Set(idsIn(design, before))
  const added = idsIn(design, after).filter((one) => !chosen.has(one))
  if (added.length === 0) return
  const there = new Set((await referred(tx, design, after)).map(({ noun, id }) => `${noun} ${id}`))
  const missing = fieldsOf(design).find(({ path, field }) => {
    const { control } = field
    return (
      control.type === 'reference' &&
      valuesAt(after, path).some((id) => added.includes(`${control.to} ${id}`) && !there.has(`${control.to} ${id}`))
    )
  })
  if (missing) refuse('form.referenceGone', '“{field}”所选的内容不存在', { field: missing.field.label })
}

/** Whoever links another application must be able to read it. */
const requireLinks = async (tx: Tx, design: FormDesign, before: Form, after: Form, actor: Actor | typeof systemActor): Promise<void> => {
  const chosen = new Set(linkedIn(design, before))
  const added = linkedIn(design, after).filter((id) => !chosen.has(id))
  if (added.length === 0) return
  const there = await linkableAmong(tx, added, actor === systemActor || actor.seesAll ? undefined : actor.uid)
  const missing = fieldsOf(design).find(
    ({ path, field }) =>
      field.control.type === 'applications' && valuesAt(after, path).some((id) => added.includes(String(id)) && !there.has(String(id))),
  )
  if (missing) refuse('form.referenceGone', '“{field}”所选的内容不存在', { field: missing.field.label })
}

/** The other applications that a form leads to. */
export const linkedIn = (design: FormDesign, values: Form): Id[] => [
  ...new Set(
    fieldsOf(design).flatMap(({ path, field }) => (field.control.type === 'applications' ? valuesAt(values, path).filter(isId) : [])),
  ),
]

const idsIn = (design: FormDesign, values: Form): string[] =>
  [...referencesIn(design, values)].flatMap(([noun, ids]) => [...ids].map((id) => `${noun} ${id}`))

const valuesAt = (values: Form, path: Path): unknown[] => {
  const [key, column] = path.split('.') as [string, string?]
  return column === undefined ? [values[key]].flat() : rowsAt(values, key).flatMap((row) => row[column] ?? [])
}

const referred = (tx: Tx, design: FormDesign, values: Form): Promise<Referred[]> => {
  const references = referencesIn(design, values)
  return references.size === 0 ? Promise.resolve([]) : lookUp(tx, references)
}

const referencesIn = (design: FormDesign, values: Form): ReadonlyMap<Noun, ReadonlySet<string>> => referencesOf(partsOf(design, values))

/** The form and every row of its tables, each with its fields. */
const partsOf = (design: FormDesign, values: Form): { fields: Fields; values: Form }[] =>
  [...Map.groupBy(fieldsOf(design), ({ table }) => table?.key)].flatMap(([key, among]) => {
    const fields: Fields = Object.fromEntries(among.map(({ field }): [string, Field] => [field.key, fieldOf(field)]))
    return (key === undefined ? [values] : rowsAt(values, key)).map((row) => ({ fields, values: present(row) }))
  })

/** Refuses files that a form newly names and that its writer did not upload himself; the server itself (undefined) passes on any of ours. */
export const requireOwnFiles = (tx: Tx, by: Id | undefined, design: FormDesign, values: Form, before: Form): Promise<void> =>
  requireFiles(tx, by, filesIn(partsOf(design, values)), filesIn(partsOf(design, before)))

/** Whoever uploaded nothing. */
const nobody: Id = '0'

/** A cleared cell is null. */
const present = (row: Form): Form => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const rowsAt = (values: Form, key: string): Form[] => (Array.isArray(values[key]) ? (values[key] as Form[]) : [])

/**
 * The keys whose values differ, null where there is none any more. Rows are laid over what they were, so what went from them is null as
 * well, and say which that was unless they stay in their places.
 */
const patchOf = (design: FormDesign, before: Form, after: Form, rows?: RowsFrom): Form => {
  const tables = new Map(tablesOf(design).map(({ key }) => [key, rowsAt(before, key)]))
  const whole = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => {
      const [old, now] = [tables.get(key), rowsAt(after, key)]
      return [key, old && now.length > 0 ? laidOver(old, now, rows?.(key) ?? rowsFrom(old, now)) : (after[key] ?? null)]
    }),
  ) as Form
  const changed = new Set(changedPaths(before, whole).map((path) => path.split('.')[0]!))
  return Object.fromEntries([...changed].map((key) => [key, whole[key]!]))
}

const laidOver = (before: readonly Form[], after: readonly Form[], from: readonly (number | undefined)[]): Form[] => {
  const stays = before.length === after.length && from.every((origin, i) => origin === i)
  return after.map((row, i) => {
    const origin = from[i]
    const gone = origin === undefined ? [] : Object.keys(before[origin]!)
    return { ...Object.fromEntries(gone.map((column) => [column, null])), ...row, ...(stays ? {} : { [rowMark]: origin ?? null }) }
  })
}

const labelAt = (design: FormDesign, path: Path): string => {
  const field = fieldsOf(design).find((one) => one.path === path)
  return field?.field.label ?? fieldsOf(design).find(({ table }) => table?.key === path)?.table?.label ?? path
}
