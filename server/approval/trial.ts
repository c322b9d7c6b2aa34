import type { Id } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import type { Action, Command } from '../../domain/approval/command.ts'
import { decide } from '../../domain/approval/decide.ts'
import { type Definition, isHuman, type NodeId } from '../../domain/approval/definition.ts'
import type { Directory, Fact } from '../../domain/approval/directory.ts'
import { planOf } from '../../domain/approval/plan.ts'
import { openTasks, type State, type TaskId } from '../../domain/approval/state.ts'
import type { ProcessAction } from '../../domain/operations/workflow.ts'
import type { Actor } from './run.ts'

/** What somebody may do with an instance now: nothing against it, or the refusal that he would get. */
export type Trial = { readonly actions: Record<ProcessAction, Refusal | undefined>; readonly rollBackTo: (NodeId | 'START')[] }

/**
 * Asks the engine itself: each command is decided as if it were given, and forgotten. A refusal that only misses what the person
 * would still fill in counts as allowed.
 */
export const tryActions = (
  definition: Definition,
  state: State,
  actor: Actor,
  taskId: TaskId | undefined,
  directory: Directory,
  ids: readonly Id[],
): Trial | { need: Fact[] } => {
  const need: Fact[] = []
  const attempt = (action: Action): Refusal | undefined => {
    const command: Command = {
      ...action,
      commandId: 'trial',
      actor: actor.uid,
      admin: actor.admin,
      at: new Date().toISOString(),
      via: 'mobile',
      ids,
    }
    const decision = decide(definition, state, command, directory)
    if ('need' in decision) need.push(...decision.need)
    return 'refusal' in decision && !onlyLacksInput.has(decision.refusal.reason) ? decision.refusal : undefined
  }
  const task = taskId ?? 'none'
  const { formRev } = state
  const comment = '-'
  const back = rollBackTargets(definition, state).map((to) => [to, attempt({ t: 'rollBack', taskId: task, to, comment })] as const)
  const rollBackTo = back.filter(([, refused]) => !refused).map(([to]) => to)
  const opinion = { comment, signature: comment, attachments: [comment] }
  const actions: Trial['actions'] = {
    claim: attempt({ t: 'claim', taskId: task }),
    unclaim: attempt({ t: 'unclaim', taskId: task }),
    approve: attempt({ t: 'approve', taskId: task, formRev, ...opinion }),
    reject: attempt({ t: 'reject', taskId: task, formRev, ...opinion }),
    rollBack: rollBackTo.length > 0 ? undefined : (back[0]?.[1] ?? refusal('approval.notBefore', '只能退回到已经经过的、前面的审批环节')),
    transfer: attempt({ t: 'transfer', taskId: task, to: nobody }),
    delegate: attempt({ t: 'delegate', taskId: task, to: nobody }),
    returnDelegation: attempt({ t: 'returnDelegation', taskId: task }),
    addSign: attempt({ t: 'addSign', taskId: task, users: [nobody], where: 'with' }),
    copy: attempt({ t: 'copy', users: [nobody] }),
    comment: attempt({ t: 'comment', body: comment }),
    updateForm: attempt({ t: 'updateForm', formRev, patch: {} }),
    takeBack: attempt({ t: 'takeBack', taskId: lastApproval(state, actor.uid) ?? 'none' }),
    withdraw: attempt({ t: 'withdraw' }),
    resubmit: attempt({ t: 'resubmit', formRev }),
    urge: attempt({ t: 'urge' }),
    reassign: attempt({ t: 'reassign', tasks: { ids: openTasks(state).map((open) => open.task.id) }, to: nobody, reason: comment }),
    suspend: attempt({ t: 'suspend', reason: comment }),
    resume: attempt({ t: 'resume' }),
    terminate: attempt({ t: 'terminate', reason: comment }),
  }
  return need.length > 0 ? { need } : { actions, rollBackTo }
}

/** The last approval that somebody gave and that is still in force. */
export const lastApproval = (state: State, uid: Id): TaskId | undefined =>
  [...state.passed.flatMap(({ tasks = [] }) => tasks), ...state.steps.flatMap(({ tasks }) => tasks)].findLast(
    (task) => task.user === uid && task.status === 'approved' && task.auto === undefined,
  )?.id

/** No person has this id. */
const nobody = '0'

/** Refusals that go away once the person has filled in what the command asks for. */
const onlyLacksInput = new Set([
  'approval.inactive',
  'approval.fieldRequired',
  'approval.chooseNext',
  'approval.chooseApprovers',
  'approval.nothingChanged',
])

const rollBackTargets = (definition: Definition, state: State): (NodeId | 'START')[] => {
  const { places } = planOf(definition)
  const passed = state.passed
    .map(({ node }) => node)
    .filter((id) => {
      const node = places.get(id)?.node
      return node !== undefined && isHuman(node)
    })
  return ['START', ...new Set(passed)]
}
