import { refuse } from '../../../kernel/refusal.ts'
import { changedPaths, pickValues } from '../form/form.ts'
import { end, leaveChildren, leavePassed, returnBySystem } from './advance.ts'
import { withAnswer } from './childAnswer.ts'
import { verdictOf } from './children.ts'
import { clearTimers, setDeadline } from './clocks.ts'
import { type CommandOf, systemActor } from './command.ts'
import type { Failure, Node } from './definition.ts'
import { changedKeys, patchForm, writeForm } from './formPatch.ts'
import { placeOf } from './plan.ts'
import { emit, type Run, takeId } from './run.ts'
import type { Step } from './state.ts'

export const serviceDone = (run: Run, command: CommandOf<'serviceDone'>): void => {
  const { step, node } = outsideStep(run, command.step, 'service')
  if (command.patch) patchForm(run, command.patch, { fields: [node.fields], node: node.id, reason: '' })
  emit(run, { t: 'ServiceCompleted', step: step.id })
  leavePassed(run, step.id)
}

export const serviceFailed = (run: Run, command: CommandOf<'serviceFailed'>): void => {
  const { step, node } = outsideStep(run, command.step, 'service')
  fail(run, step, command.error, node.onFail)
}

/** A service said no, or nothing in time. Where a person of authority decides, the clock stands until it is asked again. */
export const fail = (run: Run, step: Step, error: string, failure: Failure): void => {
  emit(run, { t: 'ServiceFailed', step: step.id, error })
  if (failure === 'incident') clearTimers(run, step.id)
  if (failure === 'continue') leavePassed(run, step.id, 'failed')
  if (failure === 'reject') returnBySystem(run, step, error)
}

export const retryService = (run: Run, command: CommandOf<'retryService'>): void => {
  const { step, node } = outsideStep(run, command.step, 'service')
  emit(run, { t: 'ServiceRequested', step: step.id, node: node.id, service: node.service, wait: node.wait })
  clearTimers(run, step.id)
  if (node.deadline) setDeadline(run, step.id, node, `@${takeId(run)}`)
}

export const childEnded = (run: Run, command: CommandOf<'childEnded'>): void => {
  const { step, node } = outsideStep(run, command.step, 'subFlow')
  if (step.children) return childOfManyEnded(run, step, step.children, command)
  emit(run, { t: 'ChildEnded', step: step.id, outcome: command.outcome })
  if (command.outcome !== 'approved' && node.onReject === 'end') return end(run, 'rejected', systemActor, '')
  if (command.outcome !== 'approved' && node.onReject === 'initiator') return returnBySystem(run, step, '')
  const next = withAnswer(node, run.state.form, command.form)
  const keys = changedKeys(changedPaths(run.state.form, next))
  if (command.outcome === 'approved' && keys.length > 0) writeForm(run, pickValues(next, keys), { node: node.id, reason: '' })
  leavePassed(run, step.id)
}

/** One of several: the step goes on, or back, once they have come to something together. */
const childOfManyEnded = (
  run: Run,
  step: Step,
  before: NonNullable<Step['children']>,
  { item, outcome }: CommandOf<'childEnded'>,
): void => {
  const { node } = outsideStep(run, step.id, 'subFlow')
  if (item === undefined || before[item] !== null) return refuse('approval.stepGone', '这个环节已经结束')
  emit(run, { t: 'ChildEnded', step: step.id, outcome, item })
  const verdict = verdictOf(node, before.with(item, outcome))
  if (verdict !== undefined) leaveChildren(run, step, node, verdict)
}

const isOfType = <T extends Node['t']>(node: Node, t: T): node is Extract<Node, { t: T }> => node.t === t

const outsideStep = <T extends 'service' | 'subFlow'>(run: Run, id: string, t: T) => {
  const step = run.state.steps.find((step) => step.id === id)
  const node = step && placeOf(run.plan, step.node).node
  if (!step || !node || !isOfType(node, t)) return refuse('approval.stepGone', '这个环节已经结束')
  return { step, node }
}

export const postingDone = (run: Run, command: CommandOf<'postingDone'>): void => {
  emit(run, { t: 'Posted', receipt: command.receipt })
  end(run, 'approved', systemActor, '')
}

export const postingFailed = (run: Run, command: CommandOf<'postingFailed'>): void =>
  emit(run, { t: 'PostingFailed', error: command.error })
