import { refuse } from '../../../kernel/refusal.ts'
import {
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
import type { CommandOf } from './command.ts'
import type { NodeId } from './definition.ts'
import { humanAt } from './plan.ts'
import { askAgain, raiseAt, raisedBy, raisedPaths, refuseRaised } from './raised.ts'
import { emit, fact, isAdmin, type Run } from './run.ts'
import { openTasks, type Step } from './state.ts'

export const checkFresh = (run: Run, formRev: number): void => {
  if (formRev !== run.state.formRev) refuse('approval.staleForm', '表单已被修改，请查看最新内容后再操作')
}

export const checkFilled = (fields: FieldPermissions, form: Form): void => {
  const missing: Path | undefined = missingFields(fields, form)[0]
  if (missing !== undefined) refuse('approval.fieldRequired', '请填写“{field}”', { field: missing })
}

/** Writes what may be written by any of `fields`; a path outside them is refused. */
export const patchForm = (
  run: Run,
  patch: Form,
  fields: FieldPermissions[],
  node: NodeId | null,
  reason: string,
  defaultPermission: 'read' | 'write' = 'read',
): void => {
  const { form } = run.state
  const laid = overlay(form, patch)
  const changed = changedPaths(form, laid)
  const next = unmarked(laid)
  const writable = (path: Path): boolean =>
    fields.some((field) => ['write', 'required'].includes(permissionOf(field, path, defaultPermission)))
  const refusedPath = changed.find((path) => !writable(path))
  if (refusedPath !== undefined) refuse('approval.fieldNotWritable', '“{field}”在这个环节不能修改', { field: refusedPath })
  const keys = changedKeys(changed)
  if (keys.length > 0) writeForm(run, Object.fromEntries(keys.map((key) => [key, next[key]!])), node, reason, rowsMarked(form, patch))
}

export const changedKeys = (paths: Path[]): string[] => [...new Set(paths.map((path) => path.split('.')[0]!))]

export const writeForm = (run: Run, patch: Form, node: NodeId | null, reason: string, rows: RowsMarked = {}): void => {
  const { form, formRev } = run.state
  const head = { t: 'FormPatched', patch, before: replaced(form, patch), rev: formRev + 1, node, by: run.command.actor, reason } as const
  emit(run, Object.keys(rows).length > 0 ? { ...head, rows } : head)
}

/** A change of `patch` to what others have approved: refused, let be, or asked of them again, and then nothing else is decided. */
export const asksAgain = (run: Run, before: Form, patch: Form, step: Step | undefined, comment = ''): boolean => {
  const raise = raiseAt(run, step)
  if (raise === 'allow' || run.state.form === before) return false
  const from = step ? [step.node] : run.state.steps.map(({ node }) => node)
  const raisedFrom = raisedBy(run, before, overlay(before, patch), from)
  if (raisedFrom.length === 0) return false
  if (raise === 'refuse') refuseRaised(raisedFrom)
  return askAgain(run, step ?? null, from, raisedFrom, comment)
}

export const updateForm = (run: Run, command: CommandOf<'updateForm'>): void => {
  checkFresh(run, command.formRev)
  const { patch, reason = '' } = command
  const before = run.state.form
  if (isAdmin(run, command.actor)) {
    patchForm(run, patch, [{}], null, reason, 'write')
    // With no one who could be asked now it is the initiator's to raise it, by submitting it again.
    if (run.state.status !== 'running') return refuseIfRaised(run, before, patch)
    asksAgain(run, before, patch, undefined, reason)
    return
  }
  if (run.state.suspended) refuse('approval.suspended', '流程已暂停，恢复后才能操作')
  const mine = openTasks(run.state).filter(({ task }) => task.user === command.actor)
  if (mine.length === 0) refuse('approval.notYours', '这项任务不是您的')
  const nodes = mine.map(({ step }) => humanAt(run.plan, step.node))
  patchForm(
    run,
    patch,
    nodes.map(({ fields }) => fields),
    nodes[0]!.id,
    reason,
  )
  for (const { step } of mine) if (asksAgain(run, before, patch, step, reason)) return
}

const refuseIfRaised = (run: Run, before: Form, patch: Form): void => {
  const raisedList = raisedPaths(before, overlay(before, patch), fact(run, { k: 'measures' }))
  if (raisedList.length > 0) refuseRaised(raisedList)
}
