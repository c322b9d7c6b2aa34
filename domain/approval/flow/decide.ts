import { refuse, RefusalError } from '../../../kernel/refusal.ts'
import { resubmit, start, withdraw } from './submitting.ts'
import { activeUser } from './arrival.ts'
import { standIn } from './absence.ts'
import { claim, unclaim } from './claiming.ts'
import { keepClocks } from './clocks.ts'
import { type Action, type Command, type CommandOf, systemActor } from './command.ts'
import { timerFired } from './deadlines.ts'
import type { Definition } from './definition.ts'
import type { Directory, Fact } from './directory.ts'
import { updateForm } from './formPatch.ts'
import { delegate, reassign, returnDelegation, transfer } from './transferTask.ts'
import { actFor, approve, rejectTask, rollBack } from './judging.ts'
import { migrateRun } from './migrate.ts'
import { childEnded, postingDone, postingFailed, retryService, serviceDone, serviceFailed } from './outside.ts'
import { decidable } from './ownTask.ts'
import { rescueWith, resume, suspend, terminate } from './pausing.ts'
import { jump, sendBack, skip } from './rescue.ts'
import { type Decision, fact, isAdmin, Missing, newRun, type Run } from './run.ts'
import { addSign, removeSign } from './signing.ts'
import type { State, Status } from './state.ts'
import { takeBack } from './takingBack.ts'
import { comment, copy, deleteComment, markRead, urge } from './urgeAndCopy.ts'

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
    if (error instanceof RefusalError) return { refusal: error.refusal }
    throw error
  }
}

/** Whether a person may decide a task, or submit again, with the form that he saw: the same that the decision itself goes by. */
export const mayFillIn = (
  definition: Definition,
  state: State,
  command: CommandOf<'approve' | 'resubmit'>,
  directory: Directory,
): { allowed: boolean } | { need: Fact[] } => {
  const run = newRun(definition, state, command, directory)
  try {
    mayCommand(run)
    if (command.t === 'approve') decidable(run, command)
    return { allowed: true }
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    if (error instanceof RefusalError) return { allowed: false }
    throw error
  }
}

/** The step and the person a command is allowed for, and its effect. */
type Conduct<C> = {
  when: readonly Status[]
  by: 'person' | 'initiator' | 'admin' | 'system'
  /** Works while the process is suspended too. */
  suspended?: true
  act: (run: Run, command: C) => void
}

type Conducts = { [T in Action['t']]: Conduct<CommandOf<T>> }

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
  if (conduct.by === 'initiator' && command.actor !== state.initiator && command.actor !== state.proxy && !actsForInitiator(run))
    refuse('approval.initiatorOnly', '只有发起人可以这样做')
  if (conduct.by === 'admin' && !isAdmin(run, command.actor)) refuse('approval.adminOnly', '只有流程管理员可以这样做')
}

/** What came back to a person who left is his successor's, or an administrator's. */
const actsForInitiator = (run: Run): boolean => {
  const { initiator, status } = run.state
  const { actor } = run.command
  if (status !== 'returned' || fact(run, { k: 'user', user: initiator }).active) return false
  return activeUser(run, initiator) === actor || isAdmin(run, actor)
}

/** Says why an application cannot be acted upon as it stands. */
export const refuseStatus = (status: Status): never => {
  if (status === 'returned') return refuse('approval.returned', '流程已退回发起人，等待重新提交')
  if (status === 'posting') return refuse('approval.posting', '流程已通过，正在过账')
  if (status === 'running') return refuse('approval.running', '流程正在审批中')
  return refuse('approval.ended', '流程已经结束')
}

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
  skip: { when: ['running'], by: 'admin', suspended: true, act: rescueWith(skip) },
  jump: { when: ['running'], by: 'admin', suspended: true, act: rescueWith(jump) },
  sendBack: { when: ['running', 'posting'], by: 'admin', suspended: true, act: rescueWith(sendBack) },
  actFor: { when: ['running'], by: 'admin', suspended: true, act: rescueWith(actFor) },
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
