import {
  topKey,
  pickValues,
  changedPaths,
  type FieldPermissions,
  type Form,
  missingFields,
  overlay,
  type Path,
  permissionOf,
  replaced,
  rowsMarked,
  type RowsMarked,
  unmarked,
} from '../form/form.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { CommandOf } from './command.ts'
import type { NodeId } from './definition.ts'
import { humanAt } from './plan.ts'
import { askAgain, raiseAt, raisedBy, raisedPaths, refuseRaised } from './raisedAmounts.ts'
import { emit, fact, isAdmin, type Run } from './run.ts'
import { openTasks, type Step } from './state.ts'

export const checkFresh = (run: Run, formRev: number): void => {
  if (formRev !== run.state.formRev) refuse('approval.staleForm', '表单已被修改，请查看最新内容后再操作')
}

export const checkFilled = (fields: FieldPermissions, form: Form): void => {
  const missing: Path | undefined = missingFields(fields, form)[0]
  if (missing !== undefined) refuse('approval.fieldRequired', '请填写“{field}”', { field: missing })
}

/** By which permissions a form is written at a node, why, and what holds for fields that they do not name. */
type PatchRight = { fields: FieldPermissions[]; node: NodeId | null; reason: string; otherwise?: 'read' | 'write' }

/** Writes what may be written by any of `fields`; a path outside them is refused. */
export const patchForm = (run: Run, patch: Form, { fields, node, reason, otherwise = 'read' }: PatchRight): void => {
  const { form } = run.state
  const laid = overlay(form, patch)
  const pathsChanged = changedPaths(form, laid)
  const next = unmarked(laid)
  const writable = (path: Path): boolean => fields.some((field) => ['write', 'required'].includes(permissionOf(field, path, otherwise)))
  const refusedPath = pathsChanged.find((path) => !writable(path))
  if (refusedPath !== undefined) refuse('approval.fieldNotWritable', '“{field}”在这个环节不能修改', { field: refusedPath })
  const keys = changedKeys(pathsChanged)
  if (keys.length > 0) writeForm(run, pickValues(next, keys), { node, reason, rows: rowsMarked(form, patch) })
}

export const changedKeys = (paths: Path[]): string[] => [...new Set(paths.map(topKey))]

type FormWriting = { node: NodeId | null; reason: string; rows?: RowsMarked }

export const writeForm = (run: Run, patch: Form, { node, reason, rows = {} }: FormWriting): void => {
  const { form, formRev } = run.state
  const head = { t: 'FormPatched', patch, before: replaced(form, patch), rev: formRev + 1, node, by: run.command.actor, reason } as const
  emit(run, Object.keys(rows).length > 0 ? { ...head, rows } : head)
}

/** The form before a patch, and the step at which it is written; without one, an administrator writes it. */
type FormChange = { before: Form; patch: Form; step?: Step | undefined; comment?: string | undefined }

/** A change of `patch` to what others have approved: refused, let be, or asked of them again, and then nothing else is decided. */
export const asksAgain = (run: Run, { before, patch, step, comment = '' }: FormChange): boolean => {
  const raise = raiseAt(run, step)
  if (raise === 'allow' || run.state.form === before) return false
  const from = step ? [step.node] : run.state.steps.map(({ node }) => node)
  const raisedFrom = raisedBy(run, before, overlay(before, patch), from)
  if (raisedFrom.length === 0) return false
  if (raise === 'refuse') refuseRaised(raisedFrom)
  return askAgain(run, { step: step ?? null, from, raised: raisedFrom, comment })
}

export const updateForm = (run: Run, command: CommandOf<'updateForm'>): void => {
  checkFresh(run, command.formRev)
  const { patch, reason = '' } = command
  const before = run.state.form
  if (isAdmin(run, command.actor)) {
    patchForm(run, patch, { fields: [{}], node: null, reason, otherwise: 'write' })
    // With no one who could be asked now it is the initiator's to raise it, by submitting it again.
    if (run.state.status !== 'running') return refuseIfRaised(run, before, patch)
    asksAgain(run, { before, patch, comment: reason })
    return
  }
  if (run.state.suspended) refuse('approval.suspended', '流程已暂停，恢复后才能操作')
  const mine = openTasks(run.state).filter(({ task }) => task.user === command.actor)
  const nodes = mine.map(({ step }) => humanAt(run.plan, step.node))
  const [first] = nodes
  if (!first) return refuse('approval.notYours', '这项任务不是您的')
  patchForm(run, patch, { fields: nodes.map(({ fields }) => fields), node: first.id, reason })
  for (const { step } of mine) if (asksAgain(run, { before, patch, step, comment: reason })) return
}

const refuseIfRaised = (run: Run, before: Form, patch: Form): void => {
  const raisedList = raisedPaths(before, overlay(before, patch), fact(run, { k: 'measures' }))
  if (raisedList.length > 0) refuseRaised(raisedList)
}
