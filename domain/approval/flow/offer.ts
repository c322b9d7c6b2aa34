import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import type { Action, Head } from './command.ts'
import { decide } from './decide.ts'
import type { Definition, HumanNode, NodeId } from './definition.ts'
import { type Directory, type Fact, factKey } from './directory.ts'
import { canRollBackTo } from './advance.ts'
import type { Path, UserId } from '../form/form.ts'
import { lacksInput } from './fillIn.ts'
import { humanAt, planOf } from './plan.ts'
import { type State, type TaskId, findTask, openTasks } from './state.ts'

/** What someone can do now; for what he cannot, why. */
export type Offers = { [A in Offer]: true | Refusal }
export type Offer =
  | 'approve'
  | 'reject'
  | 'rollBack'
  | 'claim'
  | 'unclaim'
  | 'transfer'
  | 'delegate'
  | 'returnDelegation'
  | 'addSign'
  | 'copy'
  | 'updateForm'
  | 'takeBack'
  | 'reassign'
  | 'urge'
  | 'withdraw'
  | 'resubmit'
  | 'comment'
  | 'suspend'
  | 'resume'
  | 'terminate'

/** What the actor of `head` may do, found by deciding each command on a copy; `taskId` is the task he looks at. */
export const offersFor = (
  { definition, state }: { readonly definition: Definition; readonly state: State },
  head: Head,
  taskId: TaskId | undefined,
  directory: Directory,
): { offers: Offers } | { need: Fact[] } => {
  const need: Fact[] = []
  const offers = Object.fromEntries(
    Object.entries(trials(definition, state, head.actor, taskId ?? '')).map(([offer, action]) => {
      // A trial changes nothing in the form, so nothing can be raised.
      const withStranger: Directory = { ...directory, [`user|${stranger}`]: { active: true }, [factKey({ k: 'measures' })]: [] }
      const decision = decide(definition, state, { ...head, ...action }, withStranger)
      if ('need' in decision) need.push(...decision.need)
      return [offer, 'refusal' in decision && !isAboutInput(decision.refusal) ? decision.refusal : true]
    }),
  ) as Offers
  return need.length > 0 ? { need } : { offers }
}

/** The steps to which the holder of a task can send it back, the earliest first; 'START' is the initiator. */
export const rollBackTargets = (definition: Definition, state: State, taskId: TaskId): (NodeId | 'START')[] => {
  const taskFound = findTask(state, taskId)
  if (!taskFound) return []
  const plan = planOf(definition)
  const { rollback } = humanAt(plan, taskFound.step.node).ops
  const passedNodes = [...new Set(state.passed.map(({ node }) => node))].filter((node) =>
    canRollBackTo({ plan, state }, taskFound.step.node, node),
  )
  return rollback === false ? [] : ['START', ...passedNodes].filter((target) => rollback === true || rollback.includes(target))
}

/** The added signers that the actor of `head` may take out again. */
export const removableSigns = (definition: Definition, state: State, head: Head): TaskId[] =>
  state.steps
    .flatMap(({ tasks }) => tasks)
    .filter(({ id, addedBy, status }) => {
      if (addedBy === undefined || (status !== 'open' && status !== 'waiting')) return false
      return !('refusal' in decide(definition, state, { ...head, t: 'removeSign', taskIds: [id] }, {}))
    })
    .map(({ id }) => id)

/** The last approval that someone gave and that is still in force. */
export const lastApproval = (state: State, user: UserId): TaskId | undefined =>
  [...state.passed.flatMap(({ tasks = [] }) => tasks), ...state.steps.flatMap(({ tasks }) => tasks)].findLast(
    (task) => task.user === user && task.status === 'approved' && task.auto === undefined,
  )?.id

/** A flow and how a process of it stands; `bookedFields` are those of its form that the books ask for. */
type RunningFlow = { readonly definition: Definition; readonly state: State; readonly bookedFields: readonly Path[] }

/** Why a task cannot be approved in a list, without looking: the flow forbids it or the step wants something. */
export const batchRefusal = (runningFlow: RunningFlow, taskId: TaskId): Refusal | undefined => {
  const { definition, state } = runningFlow
  if (!definition.policy.batchApprove) return refusal('approval.batchNotAllowed', '这个流程不允许批量审批')
  if (state.suspended) return refusal('approval.suspended', '流程已暂停，恢复后才能操作')
  const taskFound = findTask(state, taskId)
  if (!taskFound) return refusal('approval.taskGone', '这项任务已被处理或已取消')
  const node = humanAt(planOf(definition), taskFound.step.node)
  return wantsInput(node, runningFlow)
    ? refusal('approval.batchNeedsInput', '“{node}”需要填写内容，请打开后处理', { node: node.name })
    : undefined
}

/** True where agreeing to a task is one press: nothing is to be filled in, said or signed. */
export const isOnePress = (runningFlow: RunningFlow, taskId: TaskId): boolean => {
  const taskFound = findTask(runningFlow.state, taskId)
  return taskFound !== undefined && !wantsInput(humanAt(planOf(runningFlow.definition), taskFound.step.node), runningFlow)
}

/** True where a person who rejects a task has to say why. */
export const asksWhyRejected = ({ definition, state }: Omit<RunningFlow, 'bookedFields'>, taskId: TaskId): boolean => {
  const taskFound = findTask(state, taskId)
  return taskFound !== undefined && humanAt(planOf(definition), taskFound.step.node).require.comment !== 'never'
}

/** Someone who is in no flow: stands for a person still to be chosen. */
const stranger = '?'

const trials = (definition: Definition, state: State, actor: UserId, taskId: TaskId): { [A in Offer]: Action } => {
  const { formRev } = state
  const opinion = { comment: '?', signature: '?', attachments: ['?'] }
  return {
    approve: { t: 'approve', taskId, formRev, ...opinion },
    reject: { t: 'reject', taskId, formRev, ...opinion },
    rollBack: { t: 'rollBack', taskId, to: rollBackTargets(definition, state, taskId)[0] ?? '', comment: '?' },
    claim: { t: 'claim', taskId },
    unclaim: { t: 'unclaim', taskId },
    transfer: { t: 'transfer', taskId, to: stranger },
    delegate: { t: 'delegate', taskId, to: stranger },
    returnDelegation: { t: 'returnDelegation', taskId },
    addSign: { t: 'addSign', taskId, users: [stranger], where: 'with' },
    copy: { t: 'copy', users: [stranger] },
    updateForm: { t: 'updateForm', formRev, patch: {} },
    takeBack: { t: 'takeBack', taskId: lastApproval(state, actor) ?? '' },
    reassign: { t: 'reassign', tasks: { ids: openTasks(state).map(({ task }) => task.id) }, to: stranger, reason: '?' },
    urge: { t: 'urge' },
    withdraw: { t: 'withdraw' },
    resubmit: { t: 'resubmit', formRev },
    comment: { t: 'comment', body: '?' },
    suspend: { t: 'suspend', reason: '?' },
    resume: { t: 'resume' },
    terminate: { t: 'terminate', reason: '?' },
  }
}

/** Refusals that the person answers by filling something in, or by adding another kind of signer. */
const isAboutInput = ({ reason }: Refusal): boolean =>
  [
    'approval.fieldRequired',
    'approval.chooseNext',
    'approval.chooseApprovers',
    'approval.oneKindOfSign',
    'approval.nothingChanged',
  ].includes(reason)

const wantsInput = (node: HumanNode, { state, bookedFields }: RunningFlow): boolean =>
  node.require.comment === 'always' || node.require.signature || node.require.attachment || lacksInput(node, state.form, bookedFields)
