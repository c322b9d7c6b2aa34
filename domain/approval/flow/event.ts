import type { Moment } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { ArmId, DocRef, NodeId, Timeout, Vote } from './definition.ts'
import type { Calendar, Duration } from '../../calendar/deadline.ts'
import type { RowsMarked, DeptId, Form, Json, Path, UserId } from '../form/form.ts'
import type { Auto, Outcome, Step, StepId, Task, TaskId, Timer, AssignmentReason } from './state.ts'
import type { Via } from './command.ts'

/** The form of stored events; older ones are brought up when they are read. */
export const eventSchema = 1

/** What one command made, as it is stored: one row, its events in order. */
export type Entry = { seq: number; at: Moment; actor: UserId; via: Via; commandId: string; events: Event[] }

/** What happened. Each event carries all that `evolve` needs, so that a replay never asks the definition or the directory. */
export type Event =
  | {
      t: 'Started'
      flowKey: string
      version: number
      initiator: UserId
      /** Who applied in the initiator's name. */
      proxy?: UserId
      dept: DeptId
      docRef: DocRef | null
      form: Form
      chosen: Record<NodeId, UserId[]>
      title: string
      summary: { path: Path; value: Json }[]
    }
  | {
      t: 'Resubmitted'
      by: UserId
      mode: 'restart' | 'direct'
      fellBack: boolean
      chosen: Record<NodeId, UserId[]>
      kept: Record<NodeId, UserId[]>
      comment: string
    }
  | { t: 'FormPatched'; patch: Form; before: Form; rows?: RowsMarked; rev: number; node: NodeId | null; by: UserId; reason: string }
  | {
      t: 'StepEntered'
      step: StepId
      node: NodeId
      visit: number
      forced: boolean
      waitsFor: Step['waitsFor']
      vote: Vote
      settle: Step['settle']
      tasks: Task[]
      /** Tasks that were decided before this entry and keep their rows. */
      carried: TaskId[]
      need: number
      why: EntryWhy
    }
  | { t: 'TaskOpened'; task: TaskId }
  | { t: 'TaskClaimed'; task: TaskId; by: UserId }
  /** `tasks` are all of the step afterwards; without them those that come back are open, for themselves alone. */
  | { t: 'TaskUnclaimed'; task: TaskId; reopened: { was: TaskId; task: TaskId }[]; tasks?: Task[] }
  | {
      t: 'TaskDecided'
      task: TaskId
      verdict: 'approve' | 'reject'
      by: UserId
      onBehalfOf?: UserId
      /** An agent gave it in the name of whose task it is. */
      asAgent?: true
      comment: string
      signature?: string
      attachments: string[]
      auto?: Auto
      chosenNext?: Record<NodeId, UserId[]>
    }
  | {
      t: 'TaskMoved'
      task: TaskId
      from: UserId
      to: UserId
      kind: 'transfer' | 'delegate' | 'return' | 'reassign' | 'timeout' | 'away' | 'back'
      /** The delegator changes, the task stays where it is; it is its holder's own where he is the new one. */
      asOwner?: true
      /** He who it was delegated for is represented no more. */
      forHimself?: true
      /** Whose agent the new holder is. */
      onBehalfOf?: UserId
      /** Who delegated it and still gets it back. */
      owner?: UserId
      comment: string
    }
  | { t: 'TaskRead'; task: TaskId }
  | { t: 'SignAdded'; step: StepId; task: TaskId; where: 'before' | 'with' | 'after'; tasks: Task[]; comment: string }
  | { t: 'SignRemoved'; tasks: TaskId[]; by: UserId; comment: string }
  /** `keep`: it may be asked again, should the step come back. */
  | { t: 'TaskCancelled'; task: TaskId; why: CancelWhy; keep?: true }
  /** `tasks` are those of the step where it is still active; `added` are the new ones among them. */
  | { t: 'TakenBack'; task: TaskId; node: NodeId; by: UserId; comment: string; tasks: Task[] | null; added: TaskId[]; voided: NodeId[] }
  | {
      t: 'StepLeft'
      step: StepId
      outcome: StepOutcome
      /** Set where no person decided it. */
      why?: EntryWhy | Auto
      tally: { approved: number; rejected: number; total: number }
      /** The tasks stay known, for taking a decision back. */
      keep?: true
    }
  | { t: 'BlockEntered'; block: NodeId; arms: Record<ArmId, 'active' | 'done'>; values: Form; why: 'forward' | 'rollback' | 'resumed' }
  | { t: 'ArmDone'; block: NodeId; arm: ArmId }
  | { t: 'BlockLeft'; block: NodeId; how: 'joined' | 'closed' }
  | { t: 'Routed'; node: NodeId; to: NodeId | null; values: Form }
  | { t: 'Copied'; node: NodeId | null; users: { user: UserId; why: AssignmentReason }[]; by: UserId; comment: string }
  | { t: 'CopyRead'; user: UserId }
  | { t: 'Urged'; tasks: TaskId[]; by: UserId; comment: string; at: Moment }
  | { t: 'Reminded'; step: StepId; tasks: TaskId[] }
  | { t: 'RolledBack'; from: StepId; to: NodeId; by: UserId; comment: string; voided: NodeId[] }
  /** An administrator took it out of `step`; `to` is where it goes on, null for whatever comes next. */
  | { t: 'Rescued'; how: 'skip' | 'jump'; step: StepId; node: NodeId; to: NodeId | null; by: UserId; reason: string; voided: NodeId[] }
  /**
   * Something that others had approved was raised in `step` (null: by an administrator), so that they are asked again from `to` on; null
   * where they come later anyhow, and only their approvals from before a return are void.
   */
  | { t: 'AskedAgain'; step: StepId | null; to: NodeId | null; by: UserId; raised: Path[]; comment: string; voided: NodeId[] }
  | {
      t: 'Returned'
      from: StepId
      by: UserId
      comment: string
      resubmit: 'restart' | 'direct'
      why: 'rollback' | 'reject' | 'system' | 'rescue'
    }
  | {
      t: 'TimerSet'
      timer: string
      step: StepId
      index: number
      n: number
      /** Who a clock of a step of people is for. */
      tasks?: TaskId[]
      act: Timeout['act'] | 'wait' | 'expire'
      wait: { after: Duration; calendar: Calendar } | { until: string }
    }
  | { t: 'TimerCleared'; timer: string }
  | { t: 'TimerFired'; timer: string; act: Timeout['act'] | 'wait' | 'expire' }
  | { t: 'ServiceRequested'; step: StepId; node: NodeId; service: string; wait: boolean }
  | { t: 'ServiceCompleted'; step: StepId }
  | { t: 'ServiceFailed'; step: StepId; error: string }
  | { t: 'ServiceCancelled'; step: StepId }
  /** `item` of `of`: the row that it is for, where one is started for each. */
  | {
      t: 'ChildStarted'
      step: StepId
      flowKey: string
      initiator: UserId
      dept: DeptId
      form: Form
      wait: boolean
      item?: number
      of?: number
    }
  | { t: 'ChildEnded'; step: StepId; outcome: Outcome; item?: number }
  | { t: 'ChildCancelled'; step: StepId }
  | { t: 'Commented'; comment: Id; by: UserId; body: string; mentions: UserId[]; attachments: string[] }
  | { t: 'CommentDeleted'; comment: Id; by: UserId }
  | { t: 'Suspended'; by: UserId; reason: string; held: Timer[] }
  | { t: 'Resumed'; by: UserId; reason: string }
  /** `routes`: those that were passed, by the id they had; what they chose is a node and is renamed as well. Absent in events of before. */
  | {
      t: 'Migrated'
      from: number
      to: number
      renamed: Record<NodeId, NodeId>
      dropped: NodeId[]
      unparked: boolean
      routes?: NodeId[]
    }
  | { t: 'PostingRequested'; docRef: DocRef }
  | { t: 'Posted'; receipt: Json }
  | { t: 'PostingFailed'; error: Refusal }
  | { t: 'Ended'; outcome: Outcome; by: UserId; comment: string }

/** Why a step was entered the way it was, or passed on its own. */
export type EntryWhy =
  | 'forward'
  | 'rollback'
  | 'resumed'
  | 'takenBack'
  | 'migrated'
  | 'jumped'
  | 'raised'
  | 'skipped'
  | 'empty'
  | 'self'
  | 'unchosen'
  | 'failed'
export type CancelWhy =
  | 'settled'
  | 'claimed'
  | 'signRejected'
  | 'rolledBack'
  | 'returned'
  | 'rejected'
  | 'withdrawn'
  | 'terminated'
  | 'takenBack'
  | 'migrated'
  | 'rescued'
  | 'raised'
  | 'left'
/** 'closed' covers everything that ends a step from outside it. */
export type StepOutcome = 'passed' | 'rejected' | 'closed'
