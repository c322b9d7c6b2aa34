import type { Moment } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import type { ArmId, DocRef, NodeId, Vote } from './definition.ts'
import type { DeptId, Form, UserId } from '../form/form.ts'

/** Everything a decision needs to know of one process. It is the fold of its events and small enough for one JSON column. */
export type State = {
  /** The number of events so far. */
  rev: number
  status: Status
  suspended: boolean
  flowKey: string
  version: number
  initiator: UserId
  /** Who applied in the initiator's name, and may act on it as he may. */
  proxy?: UserId
  dept: DeptId
  docRef: DocRef | null
  form: Form
  formRev: number
  /** People chosen for a node by the initiator or by an earlier approver. */
  chosen: Record<NodeId, UserId[]>
  /** Active steps: a node is in at most one. */
  steps: Step[]
  /** Active blocks with the arms taken in this pass. */
  blocks: Record<NodeId, Record<ArmId, 'active' | 'done'>>
  /** What every branch and route of this pass chose, joined ones included; sorted, because what is stored keeps no order of keys. */
  taken: Record<NodeId, ArmId[]>
  visits: Record<NodeId, number>
  /** Steps left with success in this pass, in order: the approvals in force. */
  passed: PassedStep[]
  timers: Timer[]
  /** Timers that wait for a suspension to end. */
  held: Timer[]
  /** What a resubmission brings back or builds on. */
  parked: ParkedState | null
  /** Approvals of the pass before that need not be given again. */
  kept: Record<NodeId, UserId[]>
  /** True once a person has decided anything. */
  decided: boolean
  /** People with an unread copy. */
  unread: UserId[]
}

/** 'posting': approved, and the document is not in the books yet. */
export type Status = 'running' | 'returned' | 'posting' | Outcome
export type Outcome = 'approved' | 'rejected' | 'withdrawn' | 'terminated'

/** `node#visit`. */
export type StepId = string
export type TaskId = Id

export type Step = {
  id: StepId
  node: NodeId
  visit: number
  /** Entered by a rollback: no one is skipped. */
  forced: boolean
  waitsFor: 'people' | 'timer' | 'service' | 'child'
  /** The rule of the vote as it was at entry. */
  vote: Vote
  settle: 'early' | 'waitAll'
  /** In order; the order matters for a sequential vote. */
  tasks: Task[]
  /** How each of several flows that it waits for ended, by row; null while it runs. */
  children?: (Outcome | null)[]
}

export type Task = {
  id: TaskId
  user: UserId
  /** The person whose turn it is, where an agent acts. */
  onBehalfOf?: UserId
  why: AssignmentReason
  /** How much its vote weighs where that is not one; it stays with the task when another person holds it. */
  weight?: number
  /** 'vetoed': an added signer said no. 'cancelled': the vote ended without it, or someone else holds the claim. */
  status: 'waiting' | 'open' | 'approved' | 'rejected' | 'vetoed' | 'cancelled'
  auto?: Auto
  /** The revision of the form that was decided on. */
  formRev?: number
  claimed?: true
  /** Cancelled because someone else claimed. */
  outclaimed?: true
  /** Who delegated it and gets it back. */
  owner?: UserId
  /** Set on an added signer that stands before or after another's vote. */
  sign?: { parent: TaskId; where: 'before' | 'after' }
  addedBy?: UserId
  /** The task beside which it was added, as one more vote. */
  beside?: TaskId
  /** The agent who gave the verdict in the name of `user`. */
  by?: UserId
  read?: true
  urgedAt?: Moment
}

/** Why this person: the rule that named them and, for a substitute, the principal. */
export type AssignmentReason = { rule: WhyRule; level?: number; insteadOf?: UserId }
export type WhyRule =
  | 'users'
  | 'role'
  | 'deptHead'
  | 'supervisors'
  | 'chosenByInitiator'
  | 'chosenByPrevious'
  | 'field'
  | 'initiator'
  | 'locationManager'
  | 'assetCustodian'
  | 'warehouseKeeper'
  | 'position'
  | 'members'
  | 'admins'
  | 'onEmpty'
  | 'selfManager'
  | 'selfDeptHead'
  | 'addSign'

/** Why a verdict fell without a person. */
export type Auto = 'duplicate' | 'kept' | 'timeout' | 'expected'

export type PassedStep = {
  node: NodeId
  step: StepId
  /** Who approved and which revision of the form; verdicts of the clock are not counted. */
  by: Record<UserId, number>
  /** The outside or an administrator acted on it, so what was before it cannot be taken back. */
  effect?: true
  /** It had been entered by a rollback. */
  forced?: true
  /** The tasks as they stood, kept where a decision may be taken back. */
  tasks?: Task[]
}

/**
 * `tasks` are those that it was set for, when they opened together; a clock of a version that had one for the whole step has none and
 * is for the person who is asked when it goes off.
 */
export type Timer = { id: string; step: StepId; index: number; n: number; tasks?: TaskId[] }

export type ParkedState = Pick<State, 'steps' | 'blocks' | 'taken' | 'passed'> & { resubmit: 'restart' | 'direct'; formRev: number }

export const isEnded = (state: State): boolean => state.status !== 'running' && state.status !== 'returned' && state.status !== 'posting'

export const isLive = (task: Task): boolean => task.status === 'open' || task.status === 'waiting'

/** True where a person gave it, and not a rule or the clock. */
export const isHumanVerdict = (task: Task): boolean =>
  (task.status === 'approved' || task.status === 'rejected' || task.status === 'vetoed') && task.auto === undefined

/** The step of an id that is active. */
export const stepOf = (state: State, id: StepId): Step => {
  const step = state.steps.find((step) => step.id === id)
  if (!step) throw new Error(`no active step ${id}`)
  return step
}

/** The step and the task of an id, where it is in an active step. */
export const findTask = (state: State, id: TaskId): { step: Step; task: Task } | undefined => {
  for (const step of state.steps) for (const task of step.tasks) if (task.id === id) return { step, task }
  return undefined
}

/** The open tasks of everyone, in the order of the steps. */
export const openTasks = (state: State): { step: Step; task: Task }[] =>
  state.steps.flatMap((step) => step.tasks.filter((task) => task.status === 'open').map((task) => ({ step, task })))
