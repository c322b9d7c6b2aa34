import { Refused, refuse } from '../../../kernel/refusal.ts'
import type { Seat } from './arrival.ts'
import { activeUser, arrive, firstToArrive, isSeated, reseated } from './arrival.ts'
import { distinct, seatsMax, unchosen } from './assign.ts'
import { withAnswer } from './childAnswer.ts'
import { verdictOf } from './children.ts'
import { claim, unclaim } from './claiming.ts'
import { clearTimers, clockedBy, keepClocks, repeated, resetClock, setDeadline } from './clocks.ts'
import type { Action, Command } from './command.ts'
import { systemActor } from './command.ts'
import type { Definition, Failure, HumanNode, NodeId } from './definition.ts'
import { isHuman } from './definition.ts'
import type { Directory, Fact } from './directory.ts'
import type { Event } from './event.ts'
import {
  begin,
  canRollBackTo,
  end,
  leaveChildren,
  leavePassed,
  proceed,
  returnBySystem,
  returnToInitiator,
  rollBackTo,
  settle,
} from './advance.ts'
import {
  changedPaths,
  missingFields,
  overlay,
  permissionOf,
  replaced,
  type RowsMarked,
  rowsMarked,
  unmarked,
  type FieldPermissions,
  type Form,
  type Path,
  type UserId,
} from '../form/form.ts'
import { migrateRun } from './migrate.ts'
import { guess } from './guess.ts'
import { askAgain, raiseAt, raisedBy, raisedPaths, refuseRaised } from './raised.ts'
import { jump, sendBack, skip } from './rescue.ts'
import { standIn } from './away.ts'
import { keptFrom, sameWay, takeUp } from './resubmitting.ts'
import type { Decision, Run } from './run.ts'
import { Missing, all, emit, fact, isAdmin, newRun, takeId } from './run.ts'
import { humanAt, placeOf, within } from './plan.ts'
import { holderOf } from './signers.ts'
import type { Parked, State, Status, Step, StepId, Task, TaskId } from './state.ts'
import { findTask, isLive, openTasks } from './state.ts'
import { takeBack } from './takingBack.ts'

/** The same task is urged at most once in this time. */
export const urgeEveryMinutes = 30

/**
 * Decides one command: the events it makes, a refusal in words, or the facts it lacks. The definition must be the version the
 * state is pinned to. Nothing given is changed, and the same input always gives the same answer.
 */
export const decide = (definition: Definition, state: State | undefined, command: Command, directory: Directory): Decision => {
  if (state && (state.version !== definition.version || state.flowKey !== definition.key))
    throw new Error(`state of ${state.flowKey} ${state.version} decided by ${definition.key} ${definition.version}`)
  const run = newRun(definition, state, command, directory)
  try {
    mayCommand(run)
    const conduct = conducts[command.t] as Conduct<Command>
    conduct.act(run, command)
    keepClocks(run)
    return run.events.length > 0 ? { events: run.events } : refuse('approval.nothingChanged', '没有任何变化')
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}

/** Whether somebody may decide a task, or submit again, with the form that he saw: the same that the decision itself goes by. */
export const mayFillIn = (
  definition: Definition,
  state: State,
  command: Of<'approve' | 'resubmit'>,
  directory: Directory,
): { allowed: boolean } | { need: Fact[] } => {
  const run = newRun(definition, state, command, directory)
  try {
    mayCommand(run)
    if (command.t === 'approve') decidable(run, command)
    return { allowed: true }
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    if (error instanceof Refused) return { allowed: false }
    throw error
  }
}

/** Where and by whom a command may be given, and what it does. */
type Conduct<C> = {
  when: readonly Status[]
  by: 'person' | 'initiator' | 'admin' | 'system'
  /** Works while the process is suspended too. */
  suspended?: true
  act: (run: Run, command: C) => void
}
type Of<T extends Action['t']> = Extract<Command, { t: T }>
type Conducts = { [T in Action['t']]: Conduct<Of<T>> }

const alive = ['running', 'returned', 'posting'] as const
const always = [...alive, 'approved', 'rejected', 'withdrawn', 'terminated'] as const

/** The same sentence for what never varies with the command. */
const mayCommand = (run: Run): void => {
  const { state, command } = run
  const conduct = conducts[command.t]
  if (command.t === 'start') {
    if (state) refuse('approval.alreadyStarted', '流程已经发起')
    return
  }
  if (!state) refuse('approval.notStarted', '流程尚未发起')
  if (!conduct.when.includes(state.status)) refuseStatus(state.status)
  if (state.suspended && !conduct.suspended) refuse('approval.suspended', '流程已暂停，恢复后才能操作')
  if (conduct.by === 'system' && command.actor !== systemActor) refuse('approval.systemOnly', '这项操作只能由系统执行')
  if (conduct.by !== 'system' && command.actor === systemActor) refuse('approval.personOnly', '这项操作只能由人执行')
  if (conduct.by === 'initiator' && command.actor !== state.initiator && !actsForInitiator(run))
    refuse('approval.initiatorOnly', '只有发起人可以这样做')
  if (conduct.by === 'admin' && !isAdmin(run, command.actor)) refuse('approval.adminOnly', '只有流程管理员可以这样做')
}

/** What came back to somebody who left is his successor's, or an administrator's. */
const actsForInitiator = (run: Run): boolean => {
  const { initiator, status } = run.state
  const { actor } = run.command
  if (status !== 'returned' || fact(run, { k: 'user', user: initiator }).active) return false
  return activeUser(run, initiator) === actor || isAdmin(run, actor)
}

const refuseStatus = (status: Status): never => {
  if (status === 'returned') return refuse('approval.returned', '流程已退回发起人，等待重新提交')
  if (status === 'posting') return refuse('approval.posting', '流程已通过，正在过账')
  if (status === 'running') return refuse('approval.running', '流程正在审批中')
  return refuse('approval.ended', '流程已经结束')
}

const start = (run: Run, command: Of<'start'>): void => {
  checkFilled(run.definition.startFields, command.form)
  checkChosen(run, command.chosen ?? {}, 'chosenByInitiator')
  begin(run, command)
  checkChoices(run)
}

const claimTask = (run: Run, command: Of<'claim'>): void => {
  const { step, task } = ownTask(run, command.taskId)
  if (task.owner) refuseDelegated()
  claim(run, step, task, command.actor)
}

const unclaimTask = (run: Run, command: Of<'unclaim'>): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  if (task.owner) refuseDelegated()
  unclaim(run, step, task, node)
}

const approve = (run: Run, command: Of<'approve'>): void => {
  const { step, task, node } = decidable(run, command)
  checkOpinion(node, command, 'approve')
  const before = run.state.form
  if (command.patch) patchForm(run, command.patch, [node.fields], node.id, '')
  if (!task.sign && !task.addedBy) checkFilled(node.fields, run.state.form)
  if (command.chosenNext) checkChosen(run, command.chosenNext, 'chosenByPrevious')
  if (command.patch && asksAgain(run, before, command.patch, step, command.comment)) return
  const { sign } = command
  if (sign) addSign(run, { ...command, t: 'addSign', users: sign, where: 'after' })
  decideTask(run, task, 'approve', command)
  settle(run, step.id)
}

const rejectTask = (run: Run, command: Of<'reject'>): void => {
  const { step, task, node } = decidable(run, command)
  if (node.t !== 'approve') refuse('approval.cannotReject', '“{node}”是办理环节，不能驳回', { node: node.name })
  checkOpinion(node, command, 'reject')
  decideTask(run, task, 'reject', command)
  settle(run, step.id)
}

const rollBack = (run: Run, command: Of<'rollBack'>): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  if (task.owner) refuseDelegated()
  const { rollback } = node.ops
  const { to, comment = '' } = command
  if (rollback === false || (Array.isArray(rollback) && !rollback.includes(to)))
    refuse('approval.rollBackNotAllowed', '“{node}”不允许退回到这里', { node: node.name })
  if (node.require.comment !== 'never' && comment.trim() === '') refuse('approval.commentRequired', '请填写意见')
  if (to === 'START') return returnToInitiator(run, step, comment, command.resubmit)
  if (!canRollBackTo(run, step.node, to)) refuse('approval.notBefore', '只能退回到已经经过的、前面的审批环节')
  rollBackTo(run, step.id, to, command.actor, comment)
}

const resubmit = (run: Run, command: Of<'resubmit'>): void => {
  const { parked } = run.state
  const { chosen = {}, comment = '' } = command
  checkFresh(run, command.formRev)
  checkChosen(run, chosen, 'chosenByInitiator')
  const before = run.state.form
  if (command.patch) patchForm(run, command.patch, [run.definition.startFields], null, comment, 'write')
  checkFilled(run.definition.startFields, run.state.form)
  const wanted = parked?.resubmit ?? 'restart'
  // Whoever approved less is asked again.
  const raised = command.patch !== undefined && parked !== null && raisesParked(run, before, command.patch, parked)
  const mode = wanted === 'direct' && parked && !raised && sameWay(run, parked.taken) ? 'direct' : 'restart'
  const kept = mode === 'restart' && parked && !raised ? keptFrom(run, parked) : {}
  emit(run, { t: 'Resubmitted', by: command.actor, mode, fellBack: mode !== wanted, chosen, kept, comment })
  if (mode === 'restart' || !parked) proceed(run, run.plan.root, 0)
  else takeUp(run, parked)
  checkChoices(run)
}

/** A yes that was given, here or elsewhere before; what the clock said is nobody's. */
const isAgreed = ({ status, auto }: Task): boolean => status === 'approved' && auto !== 'timeout'

const raisesParked = (run: Run, before: Form, patch: Form, { passed, steps }: Parked): boolean => {
  const given = passed.some(({ by }) => Object.keys(by).length > 0) || steps.some(({ tasks }) => tasks.some(isAgreed))
  return given && raisedPaths(before, overlay(before, patch), fact(run, { k: 'measures' })).length > 0
}

const withdraw = (run: Run, command: Of<'withdraw'>): void => {
  const { withdraw: policy } = run.definition.policy
  if (run.state.status === 'running') {
    if (policy === 'never') refuse('approval.withdrawNotAllowed', '这个流程不允许撤回')
    if (policy === 'beforeFirstDecision' && run.state.decided) refuse('approval.alreadyDecided', '已有人审批，不能撤回')
  }
  end(run, 'withdrawn', command.actor, command.comment ?? '')
}

const transfer = (run: Run, command: Of<'transfer'>): void => move(run, command, 'transfer')

const delegate = (run: Run, command: Of<'delegate'>): void => move(run, command, 'delegate')

const move = (run: Run, command: Of<'transfer'> | Of<'delegate'>, kind: 'transfer' | 'delegate'): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  if (!node.ops[kind]) refuse('approval.moveNotAllowed', '“{node}”不允许转交或委派', { node: node.name })
  if (task.owner) refuseDelegated()
  const { user: to, onBehalfOf } = arrive(run, step, node, command.to, task)
  const behalf = kind === 'transfer' && onBehalfOf !== undefined ? { onBehalfOf } : {}
  emit(run, { t: 'TaskMoved', task: task.id, from: task.user, to, kind, ...behalf, comment: command.comment ?? '' })
}

const returnDelegation = (run: Run, command: Of<'returnDelegation'>): void => {
  const found = findTask(run.state, command.taskId)
  if (!found || found.task.status !== 'open') return refuseGone()
  const { task } = found
  if (!task.owner) return refuse('approval.notDelegated', '这项任务没有委派')
  if (command.actor !== task.user && command.actor !== task.owner) refuseNotYours()
  emit(run, { t: 'TaskMoved', task: task.id, from: task.user, to: task.owner, kind: 'return', comment: command.comment ?? '' })
}

const addSign = (run: Run, command: Of<'addSign'>): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  const { where, comment = '' } = command
  if (!node.ops.addSign) refuse('approval.addSignNotAllowed', '“{node}”不允许加签', { node: node.name })
  if (task.addedBy) refuse('approval.signedCannotAdd', '加签人不能再加签')
  if (task.owner) refuseDelegated()
  const earlier = step.tasks.filter((one) => one.addedBy === task.user && (!one.sign || one.sign.parent === task.id))
  if (earlier.some((one) => (one.sign?.where ?? 'with') !== where)) refuse('approval.oneKindOfSign', '同一任务只能使用一种加签方式')
  const users = [...new Set(command.users)]
  if (users.length === 0) refuse('approval.nobodyChosen', '请选择人员')
  if (step.tasks.length + users.length > seatsMax) refuse('approval.tooManyPeople', '一个环节最多{max}人', { max: seatsMax })
  const seats = distinct(all(users, (user) => arrive(run, step, node, user)))
  // Whoever speaks for somebody else does not ask himself besides.
  if (seats.some(({ user }) => user === command.actor)) refuseSecondVote(node)
  const waits = where === 'after' || (where === 'with' && step.vote.mode === 'seq')
  const tasks = seats.map((seat): Task => ({
    ...seat,
    id: takeId(run),
    why: { ...seat.why, rule: 'addSign' },
    status: waits ? 'waiting' : 'open',
    addedBy: task.user,
    ...(where === 'with' ? { beside: task.id } : { sign: { parent: task.id, where } }),
  }))
  emit(run, { t: 'SignAdded', step: step.id, task: task.id, where, tasks, comment })
}

const removeSign = (run: Run, command: Of<'removeSign'>): void => {
  const found = [...new Set(command.taskIds)].map((id) => findTask(run.state, id))
  const step = found[0]?.step
  if (!step || found.some((one) => one?.step !== step || !isLive(one.task) || !one.task.addedBy)) return refuseGone()
  const tasks = found.map((one) => one!.task)
  if (!isAdmin(run, command.actor) && tasks.some((one) => holderOf(step, one) !== command.actor))
    refuse('approval.notYourSign', '只能减去自己加签的人')
  // Whoever has claimed holds the step alone: without him nobody would be left to decide it.
  if (tasks.some(({ claimed }) => claimed)) refuse('approval.signClaimed', '已认领的加签人不能减去')
  emit(run, { t: 'SignRemoved', tasks: tasks.map(({ id }) => id), by: command.actor, comment: command.comment ?? '' })
  settle(run, step.id)
}

const copy = (run: Run, command: Of<'copy'>): void => {
  const mine = openTasks(run.state).filter(({ task }) => task.user === command.actor)
  const at = mine.find(({ step }) => humanAt(run.plan, step.node).ops.cc)
  if (!at && command.actor !== run.state.initiator && !isAdmin(run, command.actor)) refuse('approval.copyNotAllowed', '您不能抄送这个流程')
  const users = [...new Set(command.users)]
  if (users.length === 0) refuse('approval.nobodyChosen', '请选择人员')
  const copies = all(users, (user) => {
    if (!fact(run, { k: 'user', user }).active) refuse('approval.inactive', '所选人员已停用')
    return { user, why: { rule: 'users' as const } }
  })
  emit(run, { t: 'Copied', node: at?.step.node ?? null, users: copies, by: command.actor, comment: command.comment ?? '' })
}

const reassign = (run: Run, command: Of<'reassign'>): void => {
  const { tasks: which, to, reason } = command
  if (to === command.actor && to === run.state.initiator) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  const found =
    'ids' in which
      ? which.ids.map((id) => findTask(run.state, id) ?? refuseGone())
      : run.state.steps.flatMap((step) =>
          step.tasks.filter((task) => task.user === which.user || task.owner === which.user).map((task) => ({ step, task })),
        )
  for (const { step, task } of found) {
    if (!isLive(task)) {
      if ('ids' in which) refuseGone()
      continue
    }
    const now = run.state.steps.find(({ id }) => id === step.id)!
    const node = humanAt(run.plan, step.node)
    const head = { t: 'TaskMoved', task: task.id, comment: reason } as const
    if ('user' in which && task.user !== which.user) {
      const heir = to === task.user ? to : arrive(run, now, node, to, task).user
      emit(run, { ...head, from: task.owner!, to: heir, kind: 'reassign', asOwner: true, forHimself: true })
    } else emit(run, { ...head, ...handedTo(task, arrive(run, now, node, to, task), 'reassign') })
  }
  if (run.events.length === 0) refuse('approval.nothingToReassign', '没有可以改派的任务')
}

const updateForm = (run: Run, command: Of<'updateForm'>): void => {
  checkFresh(run, command.formRev)
  const { patch, reason = '' } = command
  const before = run.state.form
  if (isAdmin(run, command.actor)) {
    patchForm(run, patch, [{}], null, reason, 'write')
    // With nobody who could be asked now it is the initiator's to raise it, by submitting it again.
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
  const raised = raisedPaths(before, overlay(before, patch), fact(run, { k: 'measures' }))
  if (raised.length > 0) refuseRaised(raised)
}

/** What an administrator does to let a process go on: he says why, and one that was suspended goes on as well. */
const rescuing =
  <C extends Of<'skip' | 'jump' | 'sendBack' | 'actFor'>>(act: (run: Run, command: C) => void) =>
  (run: Run, command: C): void => {
    if (command.reason.trim() === '') refuse('approval.reasonRequired', '请填写原因')
    const { suspended } = run.state
    if (suspended) goOn(run, command.reason)
    act(run, command)
    if (suspended && run.state.status === 'running') replaceLeavers(run)
  }

/** The task of somebody who has left, decided in his name. */
const actFor = (run: Run, command: Of<'actFor'>): void => {
  const found = findTask(run.state, command.taskId)
  if (found?.task.status !== 'open') return refuseGone()
  const { step, task } = found
  const node = humanAt(run.plan, step.node)
  if (task.owner) refuseDelegated()
  if (run.command.actor === run.state.initiator) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  if (isSeated(step, command.actor, task.id)) refuseSecondVote(node)
  if (fact(run, { k: 'user', user: task.user }).active) refuse('approval.notLeft', '“{node}”的处理人在职，请改派', { node: node.name })
  checkFresh(run, command.formRev)
  if (command.verdict === 'reject' && node.t !== 'approve')
    refuse('approval.cannotReject', '“{node}”是办理环节，不能驳回', { node: node.name })
  if (command.verdict === 'approve' && !task.sign && !task.addedBy) checkFilled(node.fields, run.state.form)
  decideTask(run, task, command.verdict, { comment: command.reason })
  settle(run, step.id)
}

const urge = (run: Run, command: Of<'urge'>): void => {
  const { actor, at, taskIds } = command
  const holds = openTasks(run.state).some(({ task }) => task.user === actor)
  if (actor !== run.state.initiator && !holds && !isAdmin(run, actor)) refuse('approval.urgeNotAllowed', '只有发起人和处理人可以催办')
  const open = openTasks(run.state).filter(({ task }) => (taskIds ? taskIds.includes(task.id) : task.user !== actor))
  if (open.length === 0) refuse('approval.nothingToUrge', '没有可以催办的任务')
  const rested = open.filter(({ task }) => !task.urgedAt || Date.parse(at) - Date.parse(task.urgedAt) >= urgeEveryMinutes * 60_000)
  if (rested.length === 0) refuse('approval.urgedAlready', '{minutes}分钟内已经催办过', { minutes: urgeEveryMinutes })
  emit(run, { t: 'Urged', tasks: rested.map(({ task }) => task.id), by: actor, comment: command.comment ?? '', at })
}

const comment = (run: Run, command: Of<'comment'>): void => {
  const { actor, body, mentions = [], attachments = [] } = command
  const known = actor === run.state.initiator || isAdmin(run, actor) || openTasks(run.state).some(({ task }) => task.user === actor)
  if (!known && !fact(run, { k: 'participant', user: actor })) refuse('approval.notParticipant', '您没有参与这个流程')
  if (body.trim() === '' && attachments.length === 0) refuse('approval.commentEmpty', '请填写内容')
  emit(run, { t: 'Commented', comment: takeId(run), by: actor, body, mentions: [...new Set(mentions)], attachments })
}

const deleteComment = (run: Run, command: Of<'deleteComment'>): void => {
  const author = fact(run, { k: 'commentAuthor', comment: command.comment })
  if (author === null) refuse('approval.commentGone', '评论不存在或已删除')
  if (author !== command.actor && !isAdmin(run, command.actor)) refuse('approval.notYourComment', '只能删除自己的评论')
  emit(run, { t: 'CommentDeleted', comment: command.comment, by: command.actor })
}

const markRead = (run: Run, command: Of<'markRead'>): void => {
  if (command.taskId === undefined) {
    if (!run.state.unread.includes(command.actor)) refuse('approval.nothingUnread', '没有未读的抄送')
    return emit(run, { t: 'CopyRead', user: command.actor })
  }
  const found = findTask(run.state, command.taskId)
  if (!found || !isLive(found.task)) return refuseGone()
  if (found.task.user !== command.actor) refuseNotYours()
  if (found.task.read) refuse('approval.alreadyRead', '已经读过了')
  emit(run, { t: 'TaskRead', task: command.taskId })
}

const suspend = (run: Run, command: Of<'suspend'>): void => {
  const held = run.state.timers
  if (run.state.suspended) refuse('approval.suspended', '流程已暂停，恢复后才能操作')
  emit(run, { t: 'Suspended', by: command.actor, reason: command.reason, held })
}

const resume = (run: Run, command: Of<'resume'>): void => {
  if (!run.state.suspended) refuse('approval.notSuspended', '流程没有暂停')
  goOn(run, command.reason ?? '')
  replaceLeavers(run)
}

/** Waiting times start anew: nobody could act meanwhile. */
const goOn = (run: Run, reason: string): void => {
  emit(run, { t: 'Resumed', by: run.command.actor, reason })
  for (const timer of new Map([...run.state.held, ...run.state.timers].map((one) => [one.id, one])).values()) resetClock(run, timer)
}

/** Whoever left while nobody was found for him has somebody in his place now, or the others decide without him. */
const replaceLeavers = (run: Run): void => {
  const steps = run.state.steps.filter(({ waitsFor }) => waitsFor === 'people')
  for (const [id, tasks] of all(steps, (step) => [step.id, leaversIn(run, step)] as const)) {
    if (tasks.length === 0 || !run.state.steps.some((step) => step.id === id)) continue
    replaceAt(run, id, tasks)
    settle(run, id)
  }
}

const leaversIn = (run: Run, step: Step): TaskId[] => {
  const isGone = (user: UserId | undefined): boolean => user !== undefined && !fact(run, { k: 'user', user }).active
  return step.tasks.filter((task) => isLive(task) && (isGone(task.user) || isGone(task.owner))).map(({ id }) => id)
}

const replaceAt = (run: Run, id: StepId, tasks: TaskId[]): void => {
  const step = run.state.steps.find((one) => one.id === id)!
  const there = reseated(run, humanAt(run.plan, step.node), step.tasks, (task) => tasks.includes(task.id))
  for (const old of step.tasks) {
    const now = there.find((one) => one.id === old.id)
    const head = { t: 'TaskMoved', task: old.id, comment: '' } as const
    if (!now) emit(run, { t: 'TaskCancelled', task: old.id, why: 'left' })
    else if (now.user !== old.user) {
      const owner = now.user === old.owner ? old.owner : now.owner
      emit(run, { ...head, ...handedTo({ user: old.user, ...(owner === undefined ? {} : { owner }) }, now, 'reassign') })
    } else if (now.owner !== old.owner)
      emit(run, { ...head, from: old.owner!, to: now.owner ?? now.user, kind: 'reassign', asOwner: true, forHimself: true })
  }
}

const terminate = (run: Run, command: Of<'terminate'>): void => {
  if (command.reason.trim() === '') refuse('approval.reasonRequired', '请填写原因')
  end(run, 'terminated', command.actor, command.reason)
}

const timerFired = (run: Run, command: Of<'timerFired'>): void => {
  const timer = run.state.timers.find(({ id }) => id === command.timer)
  if (!timer) return refuse('approval.timerGone', '计时已取消')
  const step = run.state.steps.find(({ id }) => id === timer.step)!
  const { node } = placeOf(run.plan, step.node)
  if (node.t === 'service') {
    emit(run, { t: 'TimerFired', timer: timer.id, act: 'expire' })
    return fail(run, step, '没有在时限内答复', node.deadline?.act ?? node.onFail)
  }
  if (!isHuman(node)) {
    emit(run, { t: 'TimerFired', timer: timer.id, act: 'wait' })
    return leavePassed(run, step.id)
  }
  const timeout = node.timeouts[timer.index]
  if (!timeout) return emit(run, { t: 'TimerCleared', timer: timer.id })
  const tasks = clockedBy(run.state, step, timer)
  emit(run, { t: 'TimerFired', timer: timer.id, act: timeout.act })
  atDeadline[timeout.act](run, step, node, tasks)
  if (!timeout.repeat || timer.n >= timeout.repeat.max) return
  const asked = tasks.filter(({ id }) => findTask(run.state, id)?.task.status === 'open').map(({ id }) => id)
  if (asked.length > 0) resetClock(run, repeated(timer, asked))
}

type Deadlines = Record<HumanNode['timeouts'][number]['act'], (run: Run, step: Step, node: HumanNode, tasks: Task[]) => void>

/** What the clock of some tasks does. */
const atDeadline: Deadlines = {
  remind: (run, step, _node, tasks) => emit(run, { t: 'Reminded', step: step.id, tasks: tasks.map(({ id }) => id) }),
  pass: (run, step, _node, tasks) => decideEach(run, step, tasks, 'approve'),
  reject: (run, step, _node, tasks) => decideEach(run, step, tasks, 'reject'),
  transferToManager: (run, step, node, tasks) => {
    for (const task of tasks) {
      const chain = fact(run, { k: 'supervisors', user: task.user, dept: null })
      const now = run.state.steps.find(({ id }) => id === step.id)!
      const to = firstToArrive(run, now, node, chain, task)
      if (!to) emit(run, { t: 'Reminded', step: step.id, tasks: [task.id] })
      else emit(run, { t: 'TaskMoved', task: task.id, ...handedTo(task, to, 'timeout'), comment: '' })
    }
  },
}

/** The clock gives the verdict of one task after the other, until the vote is settled. */
const decideEach = (run: Run, step: Step, tasks: Task[], verdict: 'approve' | 'reject'): void => {
  for (const { id } of tasks) {
    const found = findTask(run.state, id)
    if (found?.task.status !== 'open') continue
    decideTask(run, found.task, verdict, {}, 'timeout')
    settle(run, step.id)
  }
}

type Handed = Pick<Extract<Event, { t: 'TaskMoved' }>, 'from' | 'to' | 'kind' | 'onBehalfOf' | 'owner'>

/** A task goes to somebody else; what was delegated stays so, unless it comes to whom it belongs to. */
const handedTo = (
  { user: from, owner }: Pick<Task, 'user' | 'owner'>,
  { user: to, onBehalfOf }: Pick<Seat, 'user' | 'onBehalfOf'>,
  kind: 'reassign' | 'timeout',
): Handed => {
  if (owner === to) return { from, to, kind: 'return' }
  return { from, to, kind, ...(onBehalfOf === undefined ? {} : { onBehalfOf }), ...(owner === undefined ? {} : { owner }) }
}

const serviceDone = (run: Run, command: Of<'serviceDone'>): void => {
  const { step, node } = outsideStep(run, command.step, 'service')
  if (command.patch) patchForm(run, command.patch, [node.fields], node.id, '')
  emit(run, { t: 'ServiceCompleted', step: step.id })
  leavePassed(run, step.id)
}

const serviceFailed = (run: Run, command: Of<'serviceFailed'>): void => {
  const { step, node } = outsideStep(run, command.step, 'service')
  fail(run, step, command.error, node.onFail)
}

/** A service said no, or nothing in time. Where somebody of authority decides, the clock stands until it is asked again. */
const fail = (run: Run, step: Step, error: string, then: Failure): void => {
  emit(run, { t: 'ServiceFailed', step: step.id, error })
  if (then === 'incident') clearTimers(run, step.id)
  if (then === 'continue') leavePassed(run, step.id, 'failed')
  if (then === 'reject') returnBySystem(run, step, error)
}

const retryService = (run: Run, command: Of<'retryService'>): void => {
  const { step, node } = outsideStep(run, command.step, 'service')
  emit(run, { t: 'ServiceRequested', step: step.id, node: node.id, service: node.service, wait: node.wait })
  clearTimers(run, step.id)
  if (node.deadline) setDeadline(run, step.id, node, `@${takeId(run)}`)
}

const childEnded = (run: Run, command: Of<'childEnded'>): void => {
  const { step, node } = outsideStep(run, command.step, 'subFlow')
  if (step.children) return childOfManyEnded(run, step, step.children, command)
  emit(run, { t: 'ChildEnded', step: step.id, outcome: command.outcome })
  if (command.outcome !== 'approved' && node.onReject === 'end') return end(run, 'rejected', systemActor, '')
  if (command.outcome !== 'approved' && node.onReject === 'initiator') return returnBySystem(run, step, '')
  const next = withAnswer(node, run.state.form, command.form)
  const keys = changedKeys(changedPaths(run.state.form, next))
  if (command.outcome === 'approved' && keys.length > 0)
    writeForm(run, Object.fromEntries(keys.map((key) => [key, next[key]!])), node.id, '')
  leavePassed(run, step.id)
}

/** One of several: the step goes on, or back, once they have come to something together. */
const childOfManyEnded = (run: Run, step: Step, before: NonNullable<Step['children']>, { item, outcome }: Of<'childEnded'>): void => {
  const { node } = outsideStep(run, step.id, 'subFlow')
  if (item === undefined || before[item] !== null) return refuse('approval.stepGone', '这个环节已经结束')
  emit(run, { t: 'ChildEnded', step: step.id, outcome, item })
  const verdict = verdictOf(node, before.with(item, outcome))
  if (verdict !== undefined) leaveChildren(run, step, node, verdict)
}

const postingDone = (run: Run, command: Of<'postingDone'>): void => {
  emit(run, { t: 'Posted', receipt: command.receipt })
  end(run, 'approved', systemActor, '')
}

const postingFailed = (run: Run, command: Of<'postingFailed'>): void => emit(run, { t: 'PostingFailed', error: command.error })

const conducts: Conducts = {
  start: { when: [], by: 'person', act: start },
  claim: { when: ['running'], by: 'person', act: claimTask },
  unclaim: { when: ['running'], by: 'person', act: unclaimTask },
  approve: { when: ['running'], by: 'person', act: approve },
  reject: { when: ['running'], by: 'person', act: rejectTask },
  rollBack: { when: ['running'], by: 'person', act: rollBack },
  resubmit: { when: ['returned'], by: 'initiator', act: resubmit },
  withdraw: { when: ['running', 'returned'], by: 'initiator', act: withdraw },
  takeBack: { when: ['running'], by: 'person', act: takeBack },
  transfer: { when: ['running'], by: 'person', act: transfer },
  delegate: { when: ['running'], by: 'person', act: delegate },
  returnDelegation: { when: ['running'], by: 'person', act: returnDelegation },
  addSign: { when: ['running'], by: 'person', act: addSign },
  removeSign: { when: ['running'], by: 'person', act: removeSign },
  copy: { when: always, by: 'person', suspended: true, act: copy },
  reassign: { when: ['running'], by: 'admin', suspended: true, act: reassign },
  skip: { when: ['running'], by: 'admin', suspended: true, act: rescuing(skip) },
  jump: { when: ['running'], by: 'admin', suspended: true, act: rescuing(jump) },
  sendBack: { when: ['running', 'posting'], by: 'admin', suspended: true, act: rescuing(sendBack) },
  actFor: { when: ['running'], by: 'admin', suspended: true, act: rescuing(actFor) },
  standIn: { when: ['running'], by: 'system', suspended: true, act: standIn },
  updateForm: { when: alive, by: 'person', suspended: true, act: updateForm },
  urge: { when: ['running'], by: 'person', act: urge },
  comment: { when: always, by: 'person', suspended: true, act: comment },
  deleteComment: { when: always, by: 'person', suspended: true, act: deleteComment },
  markRead: { when: always, by: 'person', suspended: true, act: markRead },
  suspend: { when: ['running'], by: 'admin', act: suspend },
  resume: { when: ['running'], by: 'admin', suspended: true, act: resume },
  terminate: { when: alive, by: 'admin', suspended: true, act: terminate },
  migrate: { when: ['running', 'returned'], by: 'admin', suspended: true, act: migrateRun },
  timerFired: { when: ['running'], by: 'system', act: timerFired },
  serviceDone: { when: ['running'], by: 'system', act: serviceDone },
  serviceFailed: { when: ['running'], by: 'system', act: serviceFailed },
  retryService: { when: ['running'], by: 'admin', act: retryService },
  childEnded: { when: ['running'], by: 'system', act: childEnded },
  postingDone: { when: ['posting'], by: 'system', act: postingDone },
  postingFailed: { when: ['posting'], by: 'system', act: postingFailed },
}

/** The actor's own open task; an agent of the assignee may stand in, never for his own request. */
const ownTask = (run: Run, id: TaskId): { step: Step; task: Task; node: HumanNode } => {
  const found = findTask(run.state, id)
  if (!found || !isLive(found.task)) return refuseGone()
  const { step, task } = found
  const { actor } = run.command
  if (actor !== task.user && (actor === run.state.initiator || fact(run, { k: 'user', user: task.user }).agent !== actor)) refuseNotYours()
  const node = humanAt(run.plan, step.node)
  if (actor !== task.user && isSeated(step, actor, task.id)) refuseSecondVote(node)
  if (task.status === 'waiting') refuse('approval.notYetYourTurn', '还没有轮到您')
  return { step, task, node }
}

const decidable = (run: Run, command: { taskId: TaskId; formRev: number }): ReturnType<typeof ownTask> => {
  const own = ownTask(run, command.taskId)
  if (own.task.owner) refuseDelegated()
  checkFresh(run, command.formRev)
  return own
}

type Opinion = Pick<Of<'approve'>, 'comment' | 'signature' | 'attachments' | 'chosenNext'>

const decideTask = (run: Run, task: Task, verdict: 'approve' | 'reject', opinion: Opinion, auto?: 'timeout'): void => {
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
  const parent = verdict === 'reject' && task.sign ? findTask(run.state, task.sign.parent)?.task : undefined
  if (parent && task.sign!.where === 'before') emit(run, { t: 'TaskCancelled', task: parent.id, why: 'signRejected' })
}

const checkFresh = (run: Run, formRev: number): void => {
  if (formRev !== run.state.formRev) refuse('approval.staleForm', '表单已被修改，请查看最新内容后再操作')
}

const checkOpinion = (node: HumanNode, opinion: Opinion, verdict: 'approve' | 'reject'): void => {
  const { comment: wanted, signature, attachment } = node.require
  if ((wanted === 'always' || (wanted === 'onReject' && verdict === 'reject')) && !opinion.comment?.trim())
    refuse('approval.commentRequired', '请填写意见')
  if (signature && !opinion.signature) refuse('approval.signatureRequired', '请签名')
  if (attachment && !opinion.attachments?.length) refuse('approval.attachmentRequired', '请上传附件')
}

const checkFilled = (fields: FieldPermissions, form: Form): void => {
  const missing: Path | undefined = missingFields(fields, form)[0]
  if (missing !== undefined) refuse('approval.fieldRequired', '请填写“{field}”', { field: missing })
}

/** Writes what may be written by any of `fields`; a path outside them is refused. */
const patchForm = (
  run: Run,
  patch: Form,
  fields: FieldPermissions[],
  node: NodeId | null,
  reason: string,
  unnamed: 'read' | 'write' = 'read',
): void => {
  const { form } = run.state
  const laid = overlay(form, patch)
  const changed = changedPaths(form, laid)
  const next = unmarked(laid)
  const writable = (path: Path): boolean => fields.some((one) => ['write', 'required'].includes(permissionOf(one, path, unnamed)))
  const refused = changed.find((path) => !writable(path))
  if (refused !== undefined) refuse('approval.fieldNotWritable', '“{field}”在这个环节不能修改', { field: refused })
  const keys = changedKeys(changed)
  if (keys.length > 0) writeForm(run, Object.fromEntries(keys.map((key) => [key, next[key]!])), node, reason, rowsMarked(form, patch))
}

const changedKeys = (paths: Path[]): string[] => [...new Set(paths.map((path) => path.split('.')[0]!))]

const writeForm = (run: Run, patch: Form, node: NodeId | null, reason: string, rows: RowsMarked = {}): void => {
  const { form, formRev } = run.state
  const head = { t: 'FormPatched', patch, before: replaced(form, patch), rev: formRev + 1, node, by: run.command.actor, reason } as const
  emit(run, Object.keys(rows).length > 0 ? { ...head, rows } : head)
}

/** A change of `patch` to what others have approved: refused, let be, or asked of them again, and then nothing else is decided. */
const asksAgain = (run: Run, before: Form, patch: Form, step: Step | undefined, comment = ''): boolean => {
  const raise = raiseAt(run, step)
  if (raise === 'allow' || run.state.form === before) return false
  const from = step ? [step.node] : run.state.steps.map(({ node }) => node)
  const raised = raisedBy(run, before, overlay(before, patch), from)
  if (raised.length === 0) return false
  if (raise === 'refuse') refuseRaised(raised)
  return askAgain(run, step ?? null, from, raised, comment)
}

/** People chosen for nodes that let this one choose, within the range and the number. */
const checkChosen = (run: Run, chosen: Record<NodeId, UserId[]>, by: 'chosenByInitiator' | 'chosenByPrevious'): void => {
  all(Object.entries(chosen), ([id, users]) => {
    const node = run.plan.places.get(id)?.node
    const rule = node && isHuman(node) ? node.assignees.find(({ k }) => k === by) : undefined
    if (!node || (rule?.k !== 'chosenByInitiator' && rule?.k !== 'chosenByPrevious'))
      return refuse('approval.cannotChoose', '这个环节的处理人不能自选')
    if (!rule.multi && users.length > 1) refuse('approval.chooseOne', '“{node}”只能选择一人', { node: node.name })
    const { range } = rule
    const members = range === 'any' ? undefined : 'users' in range ? range.users : fact(run, { k: 'role', role: range.role, dept: null })
    all(users, (user) => {
      if (members && !members.includes(user)) refuse('approval.outOfRange', '所选人员不在“{node}”的可选范围内', { node: node.name })
      if (!fact(run, { k: 'user', user }).active) refuse('approval.inactive', '所选人员已停用')
    })
  })
}

/** Asks for the choices that the path, as far as it can be foreseen, still lacks. */
const checkChoices = (run: Run): void => {
  const open = within(run.definition.body).filter((node) => isHuman(node) && unchosen(run, node, 'chosenByInitiator'))
  if (open.length === 0) return
  const entered = [...run.events, ...guess(run)].flatMap((event) => (event.t === 'StepEntered' ? [event.node] : []))
  const reached = open.find(({ id }) => entered.includes(id))
  if (reached) refuse('approval.chooseApprovers', '请选择“{node}”的处理人', { node: reached.name })
}

const outsideStep = <T extends 'service' | 'subFlow'>(run: Run, id: string, t: T) => {
  const step = run.state.steps.find((one) => one.id === id)
  const node = step && placeOf(run.plan, step.node).node
  if (!step || node?.t !== t) return refuse('approval.stepGone', '这个环节已经结束')
  return { step, node: node as Extract<Definition['body'][number], { t: T }> }
}

const refuseSecondVote = (node: HumanNode): never =>
  refuse('approval.secondVote', '您在“{node}”环节已有一票，不能再代他人处理', { node: node.name })
const refuseGone = (): never => refuse('approval.taskGone', '这项任务已被处理或已取消')
/** Whoever was asked for his opinion gives it; deciding is for who asked him. */
const refuseDelegated = (): never => refuse('approval.delegated', '这项任务是委派来的，请交回委派人')
const refuseNotYours = (): never => refuse('approval.notYours', '这项任务不是您的')
