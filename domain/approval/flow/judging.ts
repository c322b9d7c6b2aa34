import { refuse } from '../../../kernel/refusal.ts'
import { canRollBackTo, returnToInitiator, rollBackTo, settle } from './advance.ts'
import { isSeated } from './arrival.ts'
import { checkChosen } from './choosing.ts'
import type { CommandOf } from './command.ts'
import type { HumanNode } from './definition.ts'
import { asksAgain, checkFilled, checkFresh, patchForm } from './formPatch.ts'
import { decidable, ownTask, refuseDelegated, refuseGone, refuseSecondVote } from './ownTask.ts'
import { humanAt } from './plan.ts'
import { emit, fact, type Run } from './run.ts'
import { addSign } from './signing.ts'
import { findTask, type Task } from './state.ts'

export const approve = (run: Run, command: CommandOf<'approve'>): void => {
  const { step, task, node } = decidable(run, command)
  checkOpinion(node, command, 'approve')
  const before = run.state.form
  if (command.patch) patchForm(run, command.patch, { fields: [node.fields], node: node.id, reason: '' })
  if (!task.sign && !task.addedBy) checkFilled(node.fields, run.state.form)
  if (command.chosenNext) checkChosen(run, command.chosenNext, 'chosenByPrevious')
  if (command.patch && asksAgain(run, { before, patch: command.patch, step, comment: command.comment })) return
  const { sign } = command
  if (sign) addSign(run, { ...command, t: 'addSign', users: sign, where: 'after' })
  decideTask(run, task, { verdict: 'approve', opinion: command })
  settle(run, step.id)
}

export const rejectTask = (run: Run, command: CommandOf<'reject'>): void => {
  const { step, task, node } = decidable(run, command)
  if (node.t !== 'approve') refuse('approval.cannotReject', '“{node}”是办理环节，不能驳回', { node: node.name })
  checkOpinion(node, command, 'reject')
  decideTask(run, task, { verdict: 'reject', opinion: command })
  settle(run, step.id)
}

export const rollBack = (run: Run, command: CommandOf<'rollBack'>): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  if (task.owner) refuseDelegated()
  const { rollback } = node.ops
  const { to, comment = '' } = command
  if (rollback === false || (Array.isArray(rollback) && !rollback.includes(to)))
    refuse('approval.rollBackNotAllowed', '“{node}”不允许退回到这里', { node: node.name })
  if (node.require.comment !== 'never' && comment.trim() === '') refuse('approval.commentRequired', '请填写意见')
  if (to === 'START') return returnToInitiator(run, step, comment, command.resubmit)
  if (!canRollBackTo(run, step.node, to)) refuse('approval.notBefore', '只能退回到已经经过的、前面的审批环节')
  rollBackTo(run, { from: step.id, to, by: command.actor, comment })
}

/** The task of a person who has left, decided in his name. */
export const actFor = (run: Run, command: CommandOf<'actFor'>): void => {
  const taskFound = findTask(run.state, command.taskId)
  if (taskFound?.task.status !== 'open') return refuseGone()
  const { step, task } = taskFound
  const node = humanAt(run.plan, step.node)
  if (task.owner) refuseDelegated()
  if (run.command.actor === run.state.initiator) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  if (isSeated(step, command.actor, task.id)) refuseSecondVote(node)
  if (fact(run, { k: 'user', user: task.user }).active) refuse('approval.notLeft', '“{node}”的处理人在职，请改派', { node: node.name })
  checkFresh(run, command.formRev)
  if (command.verdict === 'reject' && node.t !== 'approve')
    refuse('approval.cannotReject', '“{node}”是办理环节，不能驳回', { node: node.name })
  if (command.verdict === 'approve' && !task.sign && !task.addedBy) checkFilled(node.fields, run.state.form)
  decideTask(run, task, { verdict: command.verdict, opinion: { comment: command.reason } })
  settle(run, step.id)
}

type Opinion = Pick<CommandOf<'approve'>, 'comment' | 'signature' | 'attachments' | 'chosenNext'>

type TaskVerdict = { verdict: 'approve' | 'reject'; opinion: Opinion; auto?: 'timeout' }

export const decideTask = (run: Run, task: Task, { verdict, opinion, auto }: TaskVerdict): void => {
  const { actor } = run.command
  const principal = actor === task.user || auto ? task.onBehalfOf : task.user
  emit(run, {
    t: 'TaskDecided',
    task: task.id,
    verdict,
    by: actor,
    ...(actor === task.user || auto ? {} : { asAgent: true as const }),
    ...(principal === undefined ? {} : { onBehalfOf: principal }),
    comment: opinion.comment ?? '',
    ...(opinion.signature === undefined ? {} : { signature: opinion.signature }),
    attachments: opinion.attachments ?? [],
    ...(auto ? { auto } : {}),
    ...(opinion.chosenNext ? { chosenNext: opinion.chosenNext } : {}),
  })
  const parent = verdict === 'reject' && task.sign?.where === 'before' ? findTask(run.state, task.sign.parent)?.task : undefined
  if (parent) emit(run, { t: 'TaskCancelled', task: parent.id, why: 'signRejected' })
}

const checkOpinion = (node: HumanNode, opinion: Opinion, verdict: 'approve' | 'reject'): void => {
  const { comment: commentRule, signature, attachment } = node.require
  if ((commentRule === 'always' || (commentRule === 'onReject' && verdict === 'reject')) && !opinion.comment?.trim())
    refuse('approval.commentRequired', '请填写意见')
  if (signature && !opinion.signature) refuse('approval.signatureRequired', '请签名')
  if (attachment && !opinion.attachments?.length) refuse('approval.attachmentRequired', '请上传附件')
}
