import type { Moment } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Definition, DocRef, NodeId } from './definition.ts'
import type { DeptId, Form, Json, UserId } from '../form/form.ts'
import type { Outcome, StepId, TaskId } from './state.ts'

/** One thing that someone wants to happen to one process. */
export type Command = Head & Action

/** The commands of one name. */
export type CommandOf<T extends Action['t']> = Extract<Command, { t: T }>

export type Via = 'web' | 'mobile' | 'api' | 'timer' | 'system'

export type Head = {
  /** Makes repeating harmless; the person who stores commands answers a repeated one with the first answer. */
  commandId: string
  actor: UserId
  /** True where the actor's rights let him administer flows; the flow's own admins need no such right. */
  admin?: boolean
  at: Moment
  via: Via
  /** Ids for what the command makes. Where they do not suffice the answer is `need: [{k: 'ids', count}]`. */
  ids: readonly Id[]
}

export type MigrateOptions = {
  /** Active nodes of the new version whose people are found anew; approvals given there stand. */
  reenter?: NodeId[]
  /** Only processes that have not been at this node of the old version. */
  notReached?: NodeId
  /** Everything goes back to the initiator, who submits again from the top. */
  returnAll?: boolean
}

/** What a person adds to a decision. */
type Opinion = { comment?: string; signature?: string; attachments?: string[] }

export type Action =
  /** `onBehalfOf` is whose application it is, where the actor is not that person. */
  | { t: 'start'; dept: DeptId; docRef?: DocRef; form: Form; chosen?: Record<NodeId, UserId[]>; title: string; onBehalfOf?: UserId }
  | { t: 'claim'; taskId: TaskId }
  | { t: 'unclaim'; taskId: TaskId }
  /** `formRev` is the form the approver saw; `sign` are those who sign after him. */
  | ({
      t: 'approve'
      taskId: TaskId
      formRev: number
      patch?: Form
      chosenNext?: Record<NodeId, UserId[]>
      sign?: UserId[]
    } & Opinion)
  | ({ t: 'reject'; taskId: TaskId; formRev: number; resubmit?: 'restart' | 'direct' } & Opinion)
  /** `to` is a node, or 'START' for the initiator. */
  | { t: 'rollBack'; taskId: TaskId; to: NodeId | 'START'; comment?: string; resubmit?: 'restart' | 'direct' }
  | { t: 'resubmit'; formRev: number; patch?: Form; chosen?: Record<NodeId, UserId[]>; comment?: string }
  | { t: 'withdraw'; comment?: string }
  | { t: 'takeBack'; taskId: TaskId; comment?: string }
  | { t: 'transfer'; taskId: TaskId; to: UserId; comment?: string }
  | { t: 'delegate'; taskId: TaskId; to: UserId; comment?: string }
  | { t: 'returnDelegation'; taskId: TaskId; comment?: string }
  | { t: 'addSign'; taskId: TaskId; users: UserId[]; where: 'before' | 'with' | 'after'; comment?: string }
  | { t: 'removeSign'; taskIds: TaskId[]; comment?: string }
  | { t: 'copy'; users: UserId[]; comment?: string }
  /** The tasks named, or all that `user` holds. */
  | { t: 'reassign'; tasks: { ids: TaskId[] } | { user: UserId }; to: UserId; reason: string }
  /** An administrator passes a step over: nobody decides there, and the flow goes on behind it. */
  | { t: 'skip'; step: StepId; reason: string }
  /** An administrator goes on at another step around the one that is stuck, or asks that one anew. */
  | { t: 'jump'; step: StepId; to: NodeId; reason: string }
  /** An administrator sends it back: to a step it went through, or 'START' for the initiator. */
  | { t: 'sendBack'; step?: StepId; to: NodeId | 'START'; reason: string }
  /** An administrator decides for a person who has left. */
  | { t: 'actFor'; taskId: TaskId; formRev: number; verdict: 'approve' | 'reject'; reason: string }
  /** What waits for `principal` goes to his agent while he is away, or `back` to him. */
  | { t: 'standIn'; principal: UserId; agent: UserId; back: boolean }
  | { t: 'updateForm'; formRev: number; patch: Form; reason?: string }
  | { t: 'urge'; taskIds?: TaskId[]; comment?: string }
  | { t: 'comment'; body: string; mentions?: UserId[]; attachments?: string[] }
  | { t: 'deleteComment'; comment: Id }
  /** A task, or the copies sent to the actor. */
  | { t: 'markRead'; taskId?: TaskId }
  | { t: 'suspend'; reason: string }
  | { t: 'resume'; reason?: string }
  | { t: 'terminate'; reason: string }
  | { t: 'migrate'; to: Definition; mapping: Record<NodeId, NodeId>; options?: MigrateOptions }
  | { t: 'timerFired'; timer: string }
  | { t: 'serviceDone'; step: StepId; patch?: Form }
  | { t: 'serviceFailed'; step: StepId; error: string }
  /** Asks again for a service that failed. */
  | { t: 'retryService'; step: StepId }
  | { t: 'childEnded'; step: StepId; outcome: Outcome; form: Form; item?: number }
  | { t: 'postingDone'; receipt: Json }
  | { t: 'postingFailed'; error: Refusal }

/** Who acts where no person does. */
export const systemActor = 'system'
