import { refuse } from '../../../kernel/refusal.ts'
import { type Form, overlay } from '../form/form.ts'
import { begin, end, proceed } from './advance.ts'
import { checkChoices, checkChosen } from './choosing.ts'
import type { CommandOf } from './command.ts'
import { checkFilled, checkFresh, patchForm } from './formPatch.ts'
import { raisedPaths } from './raisedAmounts.ts'
import { keptFrom, sameWay, takeUp } from './resubmitting.ts'
import { emit, fact, type Run } from './run.ts'
import type { ParkedState, Task } from './state.ts'

export const start = (run: Run, command: CommandOf<'start'>): void => {
  checkFilled(run.definition.startFields, command.form)
  checkChosen(run, command.chosen ?? {}, 'chosenByInitiator')
  begin(run, command)
  checkChoices(run)
}

export const resubmit = (run: Run, command: CommandOf<'resubmit'>): void => {
  const { parked } = run.state
  const { chosen = {}, comment = '' } = command
  checkFresh(run, command.formRev)
  checkChosen(run, chosen, 'chosenByInitiator')
  const before = run.state.form
  if (command.patch)
    patchForm(run, command.patch, { fields: [run.definition.startFields], node: null, reason: comment, otherwise: 'write' })
  checkFilled(run.definition.startFields, run.state.form)
  const wantedMode = parked?.resubmit ?? 'restart'
  // The person who approved less is asked again.
  const isRaised = command.patch !== undefined && parked !== null && raisesParked(run, before, command.patch, parked)
  const mode = wantedMode === 'direct' && parked && !isRaised && sameWay(run, parked.taken) ? 'direct' : 'restart'
  const keptApprovals = mode === 'restart' && parked && !isRaised ? keptFrom(run, parked) : {}
  emit(run, { t: 'Resubmitted', by: command.actor, mode, fellBack: mode !== wantedMode, chosen, kept: keptApprovals, comment })
  if (mode === 'restart' || !parked) proceed(run, run.plan.root, 0)
  else takeUp(run, parked)
  checkChoices(run)
}

/** A yes that was given, here or elsewhere before; what the clock said is no one's. */
const isAgreed = ({ status, auto }: Task): boolean => status === 'approved' && auto !== 'timeout'

const raisesParked = (run: Run, before: Form, patch: Form, { passed, steps }: ParkedState): boolean => {
  const hasApprovals = passed.some(({ by }) => Object.keys(by).length > 0) || steps.some(({ tasks }) => tasks.some(isAgreed))
  return hasApprovals && raisedPaths(before, overlay(before, patch), fact(run, { k: 'measures' })).length > 0
}

export const withdraw = (run: Run, command: CommandOf<'withdraw'>): void => {
  const { withdraw: policy } = run.definition.policy
  if (run.state.status === 'running') {
    if (policy === 'never') refuse('approval.withdrawNotAllowed', '这个流程不允许撤回')
    if (policy === 'beforeFirstDecision' && run.state.decided) refuse('approval.alreadyDecided', '已有人审批，不能撤回')
  }
  end(run, 'withdrawn', command.actor, command.comment ?? '')
}
