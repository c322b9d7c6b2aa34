import { Refused, refuse } from '../../kernel/refusal.ts'
import { activeUser, seatsMax, unchosen } from './assign.ts'
import type { Action, Command } from './command.ts'
import { systemActor } from './command.ts'
import type { Definition, Failure, FieldPermissions, Form, HumanNode, NodeId, Path, UserId } from './definition.ts'
import { isHuman } from './definition.ts'
import type { Directory } from './directory.ts'
import {
  armsOf,
  begin,
  canRollBackTo,
  clearTimers,
  closeRegion,
  end,
  jumps,
  leavePassed,
  proceed,
  reenter,
  reopenBlocks,
  returnBySystem,
  returnToInitiator,
  rollBackTo,
  setDeadline,
  settle,
  timerId,
  voidedIn,
} from './flow.ts'
import {
  changedPaths,
  missingFields,
  overlay,
  permissionOf,
  replaced,
  type RowsMarked,
  rowsMarked,
  unmarked,
  valueAt,
  withValue,
} from './form.ts'
import { migrateRun } from './migrate.ts'
import { guess } from './guess.ts'
import type { Decision, Run } from './run.ts'
import { Missing, all, emit, fact, isAdmin, newRun, takeId } from './run.ts'
import { humanAt, placeOf, regionOf, within } from './plan.ts'
import type { Parked, Passed, State, Status, Step, Task, TaskId } from './state.ts'
import { findTask, isHumanVerdict, isLive, openTasks } from './state.ts'
import { mainTasks, signsOf } from './vote.ts'

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
    return run.events.length > 0 ? { events: run.events } : refuse('approval.nothingChanged', '没有任何变化')
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}

/** Where and by whom a command may be given, and what it does. */
type Conduct<C> = {
  when: readonly Status[]
  by: 'person' | 'initiator' | 'admin' | 'system'
  /** Works while the instance is suspended too. */
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
  if (conduct.by === 'initiator' && command.actor !== state.initiator) refuse('approval.initiatorOnly', '只有发起人可以这样做')
  if (conduct.by === 'admin' && !isAdmin(run, command.actor)) refuse('approval.adminOnly', '只有流程管理员可以这样做')
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

const claim = (run: Run, command: Of<'claim'>): void => {
  const { step, task } = ownTask(run, command.taskId)
  if (task.owner) refuseDelegated()
  if (task.claimed) refuse('approval.alreadyClaimed', '已经认领过了')
  const alone = !step.tasks.some((one) => one.id !== task.id && isLive(one))
  if (step.vote.mode !== 'or' || task.sign || alone) refuse('approval.notClaimable', '这个环节不需要认领')
  emit(run, { t: 'TaskClaimed', task: task.id, by: command.actor })
  for (const one of step.tasks) if (one.id !== task.id && isLive(one)) emit(run, { t: 'TaskCancelled', task: one.id, why: 'claimed' })
}

const unclaim = (run: Run, command: Of<'unclaim'>): void => {
  const { step, task } = ownTask(run, command.taskId)
  if (task.owner) refuseDelegated()
  if (!task.claimed) refuse('approval.notClaimed', '这项任务没有被认领')
  if (signsOf(step, task).length > 0) refuse('approval.hasSigns', '已有加签，不能取消认领')
  const others = step.tasks.filter((one) => one.outclaimed && !isSeated(step, one.user))
  emit(run, { t: 'TaskUnclaimed', task: task.id, reopened: others.map(({ id }) => ({ was: id, task: takeId(run) })) })
}

const approve = (run: Run, command: Of<'approve'>): void => {
  const { step, task, node } = decidable(run, command)
  checkOpinion(node, command, 'approve')
  if (command.patch) patchForm(run, command.patch, [node.fields], node.id, '')
  if (!task.sign && !task.addedBy) checkFilled(node.fields, run.state.form)
  if (command.chosenNext) checkChosen(run, command.chosenNext, 'chosenByPrevious')
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
  if (command.patch) patchForm(run, command.patch, [run.definition.startFields], null, comment, 'write')
  checkFilled(run.definition.startFields, run.state.form)
  const wanted = parked?.resubmit ?? 'restart'
  const mode = wanted === 'direct' && parked && sameWay(run, parked.taken) ? 'direct' : 'restart'
  const kept = mode === 'restart' && parked ? keptFrom(run, parked) : {}
  emit(run, { t: 'Resubmitted', by: command.actor, mode, fellBack: mode !== wanted, chosen, kept, comment })
  if (mode === 'restart' || !parked) proceed(run, run.plan.root, 0)
  else {
    for (const [block, arms] of Object.entries(parked.blocks)) emit(run, { t: 'BlockEntered', block, arms, values: {}, why: 'resumed' })
    for (const step of parked.steps) {
      if (run.state.status !== 'running') break
      restore(run, step)
    }
  }
  checkChoices(run)
}

/** Who approved the form that came back, by node; nobody where a field that matters has changed since. */
const keptFrom = (run: Run, parked: Parked): State['kept'] => {
  const policy = run.definition.policy.keepApprovals
  if (!policy) return {}
  const changed = run.events.flatMap((event) => (event.t === 'FormPatched' ? changedPaths(event.before, event.patch) : []))
  const touches = (path: Path): boolean => changed.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`))
  if (run.state.formRev - run.events.length !== parked.formRev || policy.unlessChanged.some(touches)) return {}
  const given = [
    ...parked.passed.map(({ node, by }) => [node, Object.keys(by).filter((user) => by[user] === parked.formRev)] as const),
    ...parked.steps.map(({ node, tasks }) => [node, tasks.filter(isGivenAt(parked.formRev)).map(({ user }) => user)] as const),
  ]
  return Object.fromEntries(given.filter(([, users]) => users.length > 0))
}

const isGivenAt =
  (formRev: number) =>
  ({ status, auto, formRev: seen }: Task): boolean =>
    status === 'approved' && auto !== 'timeout' && seen === formRev

/** True where every branch and route that was passed chooses the same again. */
const sameWay = (run: Run, taken: State['taken']): boolean =>
  Object.entries(taken).every(([id, before]) => {
    const { node } = placeOf(run.plan, id)
    const now = node.t === 'branch' ? armsOf(run, node).map((arm) => arm.id) : node.t === 'route' && jumps(run, node) ? [node.to] : []
    return now.length === before.length && now.every((arm) => before.includes(arm))
  })

/** Asks those who had not approved; the votes given stand. Whoever left meanwhile is replaced by his successor or an admin. */
const restore = (run: Run, step: Step): void => {
  const { node, sequence, index } = placeOf(run.plan, step.node)
  if (!isHuman(node) || step.tasks.length === 0) return proceed(run, sequence, index)
  const { tasks, carried } = renewed(run, step.tasks, (task) => isLive(task))
  const active = all(tasks, (task) => (isLive(task) ? activeUser(run, task.user) : task.user))
  const taken = new Set(tasks.flatMap(({ user, owner }) => [user, owner ?? user]))
  const seated = tasks.map((task, i): Task => {
    if (active[i] === task.user) return task
    const free = (user: UserId | undefined): boolean =>
      user !== undefined && !taken.has(user) && !(isSelfBarred(node) && user === run.state.initiator)
    const user = [active[i], ...run.definition.policy.admins].find(free)
    if (user === undefined) return task
    taken.add(user)
    const { onBehalfOf: _onBehalfOf, owner: _owner, ...rest } = task
    return { ...rest, user, why: { ...task.why, insteadOf: task.user } }
  })
  reenter(run, node, step, seated, carried, 'resumed')
}

const withdraw = (run: Run, command: Of<'withdraw'>): void => {
  const { withdraw: policy } = run.definition.policy
  if (run.state.status === 'running') {
    if (policy === 'never') refuse('approval.withdrawNotAllowed', '这个流程不允许撤回')
    if (policy === 'beforeFirstDecision' && run.state.decided) refuse('approval.alreadyDecided', '已有人审批，不能撤回')
  }
  end(run, 'withdrawn', command.actor, command.comment ?? '')
}

const takeBack = (run: Run, command: Of<'takeBack'>): void => {
  if (!run.definition.policy.takeBack) refuse('approval.takeBackNotAllowed', '这个流程不允许拿回')
  const active = findTask(run.state, command.taskId)
  const left = active ? undefined : run.state.passed.findLast(({ tasks }) => tasks?.some(({ id }) => id === command.taskId))
  const task = active?.task ?? left?.tasks?.find(({ id }) => id === command.taskId)
  if (!task || task.user !== command.actor || task.status !== 'approved' || task.auto !== undefined)
    return refuse('approval.notYourApproval', '这不是您作出的同意')
  if (active) return takeBackInside(run, active.step, task, command)
  takeBackLeft(run, left!, task, command)
}

/** The step still runs: the vote is open again, and whoever it had let in waits again. */
const takeBackInside = (run: Run, step: Step, task: Task, command: Of<'takeBack'>): void => {
  const after = dependents(step, task)
  if (after.some((one) => one.status !== 'waiting' && (one.status !== 'open' || signsOf(step, one).length > 0))) refuseDecidedAfter()
  const waiting = after.filter(({ status }) => status === 'open')
  const ids = new Map([task, ...waiting].map(({ id }) => [id, takeId(run)]))
  const tasks = step.tasks.map((one): Task => {
    const id = ids.get(one.id)
    const sign = one.sign && ids.has(one.sign.parent) ? { sign: { ...one.sign, parent: ids.get(one.sign.parent)! } } : {}
    if (id === undefined) return { ...one, ...sign }
    return { ...bare(one), ...sign, id, status: one === task ? 'open' : 'waiting' }
  })
  const { comment = '' } = command
  emit(run, { t: 'TakenBack', task: task.id, node: step.node, by: command.actor, comment, tasks, added: [...ids.values()], voided: [] })
  for (const one of waiting) emit(run, { t: 'TaskCancelled', task: one.id, why: 'takenBack' })
}

/** The step was left: what followed is closed, if nobody decided there and nothing left the house, and the step is back. */
const takeBackLeft = (run: Run, left: Passed, task: Task, command: Of<'takeBack'>): void => {
  const region = regionOf(run.plan, left.node)
  const inside = run.state.steps.filter(({ node }) => region.has(node))
  const later = run.state.passed.filter((one) => one !== left && region.has(one.node))
  const decided =
    inside.some(({ waitsFor, tasks }) => waitsFor === 'service' || waitsFor === 'child' || tasks.some(isHumanVerdict)) ||
    later.some(({ effect, tasks = [] }) => effect || tasks.some(isHumanVerdict)) ||
    dependents(stepFrom(run, left), task).some(isHumanVerdict)
  if (decided) refuseDecidedAfter()
  const node = humanAt(run.plan, left.node)
  const { tasks, carried } = renewed(
    run,
    left.tasks!,
    ({ id, status, outclaimed }) => id === task.id || (status === 'cancelled' && !outclaimed),
  )
  closeRegion(run, region, 'takenBack')
  const voided = voidedIn(run.state, region)
  emit(run, {
    t: 'TakenBack',
    task: task.id,
    node: left.node,
    by: command.actor,
    comment: command.comment ?? '',
    tasks: null,
    added: [],
    voided,
  })
  reopenBlocks(run, left.node)
  reenter(run, node, stepFrom(run, left), inTurn(tasks), carried, 'takenBack')
}

/** Signers after a vote wait for it, and a vote waits for the signers before it. */
const inTurn = (tasks: Task[]): Task[] =>
  tasks.map((task) => {
    const waits = task.sign
      ? task.sign.where === 'after' && tasks.some(({ id, status }) => id === task.sign!.parent && status !== 'approved')
      : tasks.some((one) => one.sign?.parent === task.id && one.sign.where === 'before' && isLive(one))
    return task.status === 'open' && waits ? { ...task, status: 'waiting' } : task
  })

const stepFrom = (run: Run, left: Passed): Pick<Step, 'vote' | 'settle' | 'forced' | 'tasks'> => {
  const node = humanAt(run.plan, left.node)
  return { vote: node.vote, settle: node.t === 'approve' ? node.settle : 'early', forced: left.forced === true, tasks: left.tasks ?? [] }
}

/** The tasks that could only open because this one was approved. */
const dependents = (step: Pick<Step, 'tasks' | 'vote'>, task: Task): Task[] => {
  if (task.sign) return task.sign.where === 'before' ? step.tasks.filter(({ id }) => id === task.sign!.parent) : []
  const signs = signsOf(step, task).filter(({ sign }) => sign!.where === 'after')
  const mains = mainTasks(step)
  return step.vote.mode === 'seq' ? [...signs, ...mains.slice(mains.findIndex(({ id }) => id === task.id) + 1)] : signs
}

/** Tasks for a step that comes back: those to ask again get new ids and are open, or wait as they did. */
const renewed = (run: Run, tasks: Task[], asks: (task: Task) => boolean): { tasks: Task[]; carried: TaskId[] } => {
  const ids = new Map(tasks.filter(asks).map(({ id }) => [id, takeId(run)]))
  const renewedTasks = tasks.map((task): Task => {
    const id = ids.get(task.id)
    const sign = task.sign && ids.has(task.sign.parent) ? { sign: { ...task.sign, parent: ids.get(task.sign.parent)! } } : {}
    if (id === undefined) return { ...task, ...sign }
    return {
      ...bare(task),
      ...sign,
      id,
      status: task.status === 'waiting' ? 'waiting' : 'open',
      ...(task.claimed ? { claimed: true } : {}),
    }
  })
  return { tasks: renewedTasks, carried: tasks.filter(({ id }) => !ids.has(id)).map(({ id }) => id) }
}

/** A task without anything that was done to it. */
const bare = ({ auto: _auto, formRev: _formRev, claimed: _claimed, read: _read, urgedAt: _urgedAt, ...task }: Task): Task => task

const transfer = (run: Run, command: Of<'transfer'>): void => move(run, command, 'transfer')

const delegate = (run: Run, command: Of<'delegate'>): void => move(run, command, 'delegate')

const move = (run: Run, command: Of<'transfer'> | Of<'delegate'>, kind: 'transfer' | 'delegate'): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  if (!node.ops[kind]) refuse('approval.moveNotAllowed', '“{node}”不允许转交或委派', { node: node.name })
  if (task.owner) refuseDelegated()
  checkNewcomer(run, step, node, command.to)
  emit(run, { t: 'TaskMoved', task: task.id, from: task.user, to: command.to, kind, comment: command.comment ?? '' })
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
  const earlier = step.tasks.filter((one) => one.addedBy === command.actor && (!one.sign || one.sign.parent === task.id))
  if (earlier.some((one) => (one.sign?.where ?? 'with') !== where)) refuse('approval.oneKindOfSign', '同一任务只能使用一种加签方式')
  const users = [...new Set(command.users)]
  if (users.length === 0) refuse('approval.nobodyChosen', '请选择人员')
  if (step.tasks.length + users.length > seatsMax) refuse('approval.tooManyPeople', '一个环节最多{max}人', { max: seatsMax })
  all(users, (user) => checkNewcomer(run, step, node, user))
  const waits = where === 'after' || (where === 'with' && step.vote.mode === 'seq')
  const tasks = users.map((user): Task => ({
    id: takeId(run),
    user,
    why: { rule: 'addSign' },
    status: waits ? 'waiting' : 'open',
    addedBy: command.actor,
    ...(where === 'with' ? {} : { sign: { parent: task.id, where } }),
  }))
  emit(run, { t: 'SignAdded', step: step.id, task: task.id, where, tasks, comment })
}

const removeSign = (run: Run, command: Of<'removeSign'>): void => {
  const found = [...new Set(command.taskIds)].map((id) => findTask(run.state, id))
  const step = found[0]?.step
  if (!step || found.some((one) => one?.step !== step || !isLive(one.task) || !one.task.addedBy)) return refuseGone()
  const tasks = found.map((one) => one!.task)
  if (!isAdmin(run, command.actor) && tasks.some(({ addedBy }) => addedBy !== command.actor))
    refuse('approval.notYourSign', '只能减去自己加签的人')
  // Whoever has claimed holds the step alone: without him nobody would be left to decide it.
  if (tasks.some(({ claimed }) => claimed)) refuse('approval.signClaimed', '已认领的加签人不能减去')
  emit(run, { t: 'SignRemoved', tasks: tasks.map(({ id }) => id), by: command.actor, comment: command.comment ?? '' })
  for (const { sign } of tasks) {
    const parent = sign && run.state.steps.flatMap((one) => one.tasks).find(({ id }) => id === sign.parent)
    const left = run.state.steps.find(({ id }) => id === step.id)!
    if (parent?.status === 'waiting' && signsOf(left, parent).length === 0) emit(run, { t: 'TaskOpened', task: parent.id })
  }
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
    const asOwner = 'user' in which && task.user !== which.user ? ({ asOwner: true } as const) : {}
    const now = run.state.steps.find(({ id }) => id === step.id)!
    checkNewcomer(run, now, humanAt(run.plan, step.node), to)
    const from = 'asOwner' in asOwner ? task.owner! : task.user
    emit(run, { t: 'TaskMoved', task: task.id, from, to, kind: 'reassign', ...asOwner, comment: reason })
  }
  if (run.events.length === 0) refuse('approval.nothingToReassign', '没有可以改派的任务')
}

const updateForm = (run: Run, command: Of<'updateForm'>): void => {
  checkFresh(run, command.formRev)
  const { patch, reason = '' } = command
  if (isAdmin(run, command.actor)) return patchForm(run, patch, [{}], null, reason, 'write')
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

/** Waiting times start anew: nobody could act meanwhile. */
const resume = (run: Run, command: Of<'resume'>): void => {
  if (!run.state.suspended) refuse('approval.notSuspended', '流程没有暂停')
  const { held } = run.state
  emit(run, { t: 'Resumed', by: command.actor, reason: command.reason ?? '' })
  for (const timer of held) resetTimer(run, timer)
}

const resetTimer = (run: Run, timer: State['timers'][number]): void => {
  const { node } = placeOf(run.plan, run.state.steps.find(({ id }) => id === timer.step)!.node)
  const head = { t: 'TimerSet' as const, timer: timer.id, step: timer.step, index: timer.index, n: timer.n }
  if (node.t === 'delay') {
    const wait = 'until' in node.wait ? { until: String(valueAt(run.state.form, node.wait.until)) } : node.wait
    return emit(run, { ...head, act: 'wait', wait })
  }
  if (node.t === 'service' && node.deadline) {
    const { after, calendar } = node.deadline
    return emit(run, { ...head, act: 'expire', wait: { after, calendar } })
  }
  const timeout = isHuman(node) ? node.timeouts[timer.index] : undefined
  if (!timeout) return emit(run, { t: 'TimerCleared', timer: timer.id })
  const after = timer.n > 0 && timeout.repeat ? timeout.repeat.every : timeout.after
  emit(run, { ...head, act: timeout.act, wait: { after, calendar: timeout.calendar } })
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
  emit(run, { t: 'TimerFired', timer: timer.id, act: timeout.act })
  atDeadline[timeout.act](run, step, node)
  const active = run.state.steps.some(({ id }) => id === step.id)
  if (!active || !timeout.repeat || timer.n >= timeout.repeat.max) return
  const wait = { after: timeout.repeat.every, calendar: timeout.calendar }
  const n = timer.n + 1
  emit(run, { t: 'TimerSet', timer: timerId(step.id, timer.index, n), step: step.id, index: timer.index, n, act: timeout.act, wait })
}

type Deadlines = Record<HumanNode['timeouts'][number]['act'], (run: Run, step: Step, node: HumanNode) => void>

const atDeadline: Deadlines = {
  remind: (run, step) =>
    emit(run, { t: 'Reminded', step: step.id, tasks: step.tasks.filter(({ status }) => status === 'open').map(({ id }) => id) }),
  pass: (run, step) => decideAllOpen(run, step, 'approve'),
  reject: (run, step) => decideAllOpen(run, step, 'reject'),
  transferToManager: (run, step, node) => {
    for (const task of step.tasks.filter(({ status }) => status === 'open')) {
      const chain = fact(run, { k: 'supervisors', user: task.user, dept: null })
      const now = run.state.steps.find(({ id }) => id === step.id)!
      const to = chain.find(
        (user) => !isSeated(now, user) && !(isSelfBarred(node) && user === run.state.initiator) && fact(run, { k: 'user', user }).active,
      )
      if (to === undefined) emit(run, { t: 'Reminded', step: step.id, tasks: [task.id] })
      else emit(run, { t: 'TaskMoved', task: task.id, from: task.user, to, kind: 'timeout', comment: '' })
    }
  },
}

/** The clock gives the verdict of one open task after the other, until the vote is settled. */
const decideAllOpen = (run: Run, { id }: Step, verdict: 'approve' | 'reject'): void => {
  for (;;) {
    const task = run.state.steps.find((step) => step.id === id)?.tasks.find(({ status }) => status === 'open')
    if (!task) return
    decideTask(run, task, verdict, {}, 'timeout')
    settle(run, id)
  }
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
  emit(run, { t: 'ChildEnded', step: step.id, outcome: command.outcome })
  if (command.outcome !== 'approved' && node.onReject === 'end') return end(run, 'rejected', systemActor, '')
  if (command.outcome !== 'approved' && node.onReject === 'initiator') return returnBySystem(run, step, '')
  const { form } = run.state
  const outputs = Object.entries(node.output)
  const next = outputs.reduce<Form>((made, [to, from]) => withValue(made, to, valueAt(command.form, from)), form)
  if (command.outcome === 'approved' && outputs.length > 0) {
    const keys = [...new Set(outputs.map(([to]) => to.split('.')[0]!))]
    writeForm(run, Object.fromEntries(keys.map((key) => [key, next[key]!])), node.id, '')
  }
  leavePassed(run, step.id)
}

const postingDone = (run: Run, command: Of<'postingDone'>): void => {
  emit(run, { t: 'Posted', receipt: command.receipt })
  end(run, 'approved', systemActor, '')
}

const postingFailed = (run: Run, command: Of<'postingFailed'>): void => emit(run, { t: 'PostingFailed', error: command.error })

const conducts: Conducts = {
  start: { when: [], by: 'person', act: start },
  claim: { when: ['running'], by: 'person', act: claim },
  unclaim: { when: ['running'], by: 'person', act: unclaim },
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
  if (task.status === 'waiting') refuse('approval.notYetYourTurn', '还没有轮到您')
  return { step, task, node: humanAt(run.plan, step.node) }
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
  const keys = [...new Set(changed.map((path) => path.split('.')[0]!))]
  if (keys.length > 0) writeForm(run, Object.fromEntries(keys.map((key) => [key, next[key]!])), node, reason, rowsMarked(form, patch))
}

const writeForm = (run: Run, patch: Form, node: NodeId | null, reason: string, rows: RowsMarked = {}): void => {
  const { form, formRev } = run.state
  const head = { t: 'FormPatched', patch, before: replaced(form, patch), rev: formRev + 1, node, by: run.command.actor, reason } as const
  emit(run, Object.keys(rows).length > 0 ? { ...head, rows } : head)
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

/** Someone new to a step: there, not in it already, and not the initiator where he may not decide himself. */
const checkNewcomer = (run: Run, step: Step, node: HumanNode, user: UserId): void => {
  if (isSeated(step, user)) refuse('approval.alreadyThere', '对方已在“{node}”环节中', { node: node.name })
  if (isSelfBarred(node) && user === run.state.initiator) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  if (!fact(run, { k: 'user', user }).active) refuse('approval.inactive', '所选人员已停用')
}

const isSelfBarred = (node: HumanNode): boolean => node.t === 'approve' && node.onSelf !== 'allow'

const isSeated = (step: Pick<Step, 'tasks'>, user: UserId): boolean =>
  step.tasks.some((task) => task.status !== 'cancelled' && (task.user === user || task.owner === user))

const outsideStep = <T extends 'service' | 'subFlow'>(run: Run, id: string, t: T) => {
  const step = run.state.steps.find((one) => one.id === id)
  const node = step && placeOf(run.plan, step.node).node
  if (!step || node?.t !== t) return refuse('approval.stepGone', '这个环节已经结束')
  return { step, node: node as Extract<Definition['body'][number], { t: T }> }
}

const refuseGone = (): never => refuse('approval.taskGone', '这项任务已被处理或已取消')
/** Whoever was asked for his opinion gives it; deciding is for who asked him. */
const refuseDelegated = (): never => refuse('approval.delegated', '这项任务是委派来的，请交回委派人')
const refuseNotYours = (): never => refuse('approval.notYours', '这项任务不是您的')
const refuseDecidedAfter = (): never => refuse('approval.decidedAfter', '后面已有人处理，不能拿回')
