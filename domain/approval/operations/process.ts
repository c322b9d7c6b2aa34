import { keysOf } from '../../../kernel/keysOf.ts'
import * as v from 'valibot'
import { recordOf } from '../../../kernel/recordOf.ts'
import { storedPath } from '../../../kernel/fields/storedPath.ts'
import { processStatuses, type ProcessStatus } from '../flow/statuses.ts'
import { change, effects, history } from './approving.ts'
import { anything, idInput } from '../../operations/define.ts'
import { relatedDocuments } from '../../documents/related.ts'
import { nodeId, person, words } from './flows.ts'
import { flowLook } from './installedFlows.ts'

/** True where an application has ended, whatever came of it, so that its initiator may begin it anew with what it held. */
export const startsAgain = (status: ProcessStatus): boolean => ['approved', 'rejected', 'withdrawn', 'terminated'].includes(status)
export const processStatus = v.picklist(keysOf(processStatuses), '状态有误')

/** Another application as a person may see it: the person who may not read it is told its number, and no more. */
export const link = v.object({
  id: v.string(),
  number: v.string(),
  /** True where the caller may open it; else what follows is empty. */
  open: v.boolean(),
  title: v.string(),
  /** True where the caller applied for it. */
  own: v.boolean(),
  status: v.nullable(processStatus),
  isRevoked: v.boolean(),
})
export type LinkAnswer = v.InferOutput<typeof link>

const currentStep = v.object({ nodeId: v.string(), nodeName: v.string(), people: v.array(person) })

export const processRow = v.object({
  id: v.string(),
  /** What people call it by: unique in the organisation. */
  number: v.string(),
  ...flowLook,
  title: v.string(),
  summary: v.string(),
  amount: v.nullable(v.string()),
  status: processStatus,
  statusName: v.string(),
  suspended: v.boolean(),
  /** It was approved, and another application revoked it. */
  isRevoked: v.boolean(),
  initiator: person,
  documentKind: v.nullable(v.string()),
  documentId: v.nullable(v.string()),
  documentCode: v.nullable(v.string()),
  currentSteps: v.array(currentStep),
  /** Since when it waits for the person who is to act now; null where it waits for no one. */
  waitsSince: v.nullable(v.string()),
  /** The words with which it came back or was refused, where it did. */
  refusal: v.nullable(v.object({ by: v.nullable(person), comment: v.string(), at: v.string() })),
  createdAt: v.string(),
  updatedAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type ProcessRow = v.InferOutput<typeof processRow>

export const taskRow = v.object({
  id: v.string(),
  taskId: v.string(),
  processId: v.string(),
  number: v.string(),
  nodeId: v.string(),
  nodeName: v.string(),
  kind: v.picklist(['approve', 'handle']),
  status: v.number(),
  statusName: v.string(),
  ...flowLook,
  title: v.string(),
  summary: v.string(),
  amount: v.nullable(v.string()),
  processStatus,
  initiator: person,
  assignee: person,
  onBehalfOf: v.nullable(person),
  /** When the application was handed in. */
  createdAt: v.string(),
  openedAt: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  dueAt: v.nullable(v.string()),
  overdue: v.boolean(),
  /** No one can act until an administrator lets it go on. */
  suspended: v.boolean(),
  read: v.boolean(),
  /** When its holder last looked at it. */
  readAt: v.nullable(v.string()),
  urged: v.boolean(),
  claimed: v.boolean(),
  formRev: v.number(),
  /** True where it may be approved in a list, without opening it. */
  batch: v.boolean(),
})
export type TaskRow = v.InferOutput<typeof taskRow>

export const copyRow = v.object({
  id: v.string(),
  read: v.boolean(),
  copiedAt: v.string(),
  by: v.nullable(person),
  comment: v.string(),
  process: processRow,
})
export type CopyRow = v.InferOutput<typeof copyRow>

/**
 * One line of the progress: where it was, is (`active`) and is expected to be. `nodeName` and `reason` are words for people; `arms` are
 * the branches around it, outermost first.
 */
export const progressRow = v.object({
  key: v.string(),
  nodeId: v.nullable(v.string()),
  nodeName: v.string(),
  kind: v.string(),
  visit: v.number(),
  state: v.picklist(['done', 'active', 'rejected', 'closed', 'incident', 'expected']),
  reason: v.string(),
  comment: v.string(),
  /** Of the votes that count: those who agreed, those who are needed. */
  tally: v.nullable(v.object({ approved: v.number(), rejected: v.number(), total: v.number(), need: v.number() })),
  startedAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  waitSeconds: v.nullable(v.number()),
  arms: v.array(v.object({ block: v.string(), arm: v.string() })),
  /** The flow that this step started, where the reader may open it. */
  childProcessId: v.optional(v.string()),
  /** The flows that it started one for each row, as far as the reader may see them; null for one that has not begun. */
  children: v.optional(v.array(v.nullable(link))),
  /** A person is still to be chosen here. */
  choose: v.nullable(v.object({ by: v.picklist(['initiator', 'previous']), many: v.boolean() })),
  people: v.array(
    v.object({
      ...person.entries,
      taskId: v.nullable(v.string()),
      onBehalfOf: v.nullable(person),
      /** Who really acted, where it was an agent. */
      by: v.nullable(person),
      state: v.picklist(['waiting', 'open', 'approved', 'rejected', 'vetoed', 'returned', 'cancelled', 'copied', 'did', 'expected']),
      /** Why this person, in words. */
      why: v.string(),
      comment: v.string(),
      signature: v.nullable(v.string()),
      attachments: v.array(v.string()),
      at: v.nullable(v.string()),
      waitSeconds: v.nullable(v.number()),
      read: v.boolean(),
      urged: v.number(),
      /** When an open task is due. */
      dueAt: v.nullable(v.string()),
      overdue: v.boolean(),
      /** How it came to this person: handed on by a person, or asked to sign as well. */
      moves: v.array(
        v.object({
          kind: v.picklist(['transfer', 'delegate', 'return', 'reassign', 'timeout', 'away', 'back', 'addSign']),
          from: person,
          to: person,
          by: v.nullable(person),
          comment: v.string(),
          at: v.string(),
        }),
      ),
      /** The reader may take this signer out again. */
      removable: v.boolean(),
    }),
  ),
})
export type ProgressRow = v.InferOutput<typeof progressRow>

/** One node of the drawing of a flow, in the order of the definition; `inside` is the arm around it. */
export const diagramNode = v.object({
  id: v.string(),
  kind: v.picklist(['approve', 'handle', 'cc', 'branch', 'delay', 'service', 'subFlow', 'route']),
  name: v.string(),
  /** Who is asked and how they vote, or what it waits for, in words. */
  note: v.string(),
  inside: v.nullable(v.object({ block: v.string(), arm: v.string() })),
  branch: v.nullable(v.picklist(['xor', 'inc', 'par'])),
  /** With their conditions in words; one that reads what the reader may not see is empty. */
  arms: v.array(v.object({ id: v.string(), name: v.string(), when: v.string() })),
  to: v.nullable(v.string()),
})

const comment = v.object({
  id: v.string(),
  author: person,
  body: v.string(),
  mentions: v.array(person),
  attachments: v.array(v.string()),
  at: v.string(),
  mine: v.boolean(),
  /** The caller may delete it: his own, and anyone's where he administers the flow. */
  removable: v.boolean(),
})

/** What the caller may do now; what he may not carries the reason, so that the screen can say it. */
const possibility = v.object({ allowed: v.boolean(), reason: v.nullable(v.string()), words: v.nullable(v.string()) })
export const processActions = [
  'claim',
  'unclaim',
  'approve',
  'reject',
  'rollBack',
  'transfer',
  'delegate',
  'returnDelegation',
  'addSign',
  'copy',
  'comment',
  'updateForm',
  'takeBack',
  'withdraw',
  'resubmit',
  'urge',
  'reassign',
  'suspend',
  'resume',
  'terminate',
] as const
export type ProcessAction = (typeof processActions)[number]
const actions = v.object(recordOf(processActions, () => possibility))
export type ProcessPossibilities = v.InferOutput<typeof actions>

const permission = v.picklist(['hide', 'read', 'write', 'required'])

/**
 * The form as this caller may see it: `values` of a document are its header fields and `lines`; `permissions` name paths such as
 * "lines.assets", a path that is not named has `unnamed`. `names` and `pictures` have what it refers to, by id. For the person who may change
 * something the rows of tables bear their number as "#row"; sent back with the patch it says which row each was, null for a new one, so
 * that rows keep what the caller is not shown.
 */
export const formAnswer = v.object({
  kind: v.picklist(['document', 'custom']),
  documentKind: v.nullable(v.string()),
  documentId: v.nullable(v.string()),
  formKey: v.nullable(v.string()),
  design: v.nullable(anything),
  formRev: v.number(),
  values: anything,
  permissions: v.record(v.string(), permission),
  unnamed: permission,
  names: v.record(v.string(), v.string()),
  pictures: v.record(v.string(), v.string()),
})
export type FormAnswer = v.InferOutput<typeof formAnswer>

const requirement = v.object({ comment: v.picklist(['never', 'onReject', 'always']), signature: v.boolean(), attachment: v.boolean() })

export const incident = v.object({
  id: v.string(),
  processId: v.string(),
  kind: v.picklist(['posting', 'service', 'child']),
  reason: v.string(),
  words: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
  createdAt: v.string(),
  process: v.nullable(processRow),
})
export type IncidentRow = v.InferOutput<typeof incident>

export const processDetail = v.object({
  process: processRow,
  /** What its document follows and what follows that; null for one without a document. */
  relatedDocuments: v.nullable(relatedDocuments),
  /** The department it is asked for; empty where the applicant has none. */
  deptName: v.string(),
  /** Who applied in the initiator's name. */
  proxy: v.nullable(person),
  /** Whether the caller may ask to revoke it, when it was revoked, and the application that revokes it or asks for that. */
  revocation: v.object({ allowed: v.boolean(), revokedAt: v.nullable(v.string()), processId: v.nullable(v.string()) }),
  /** The caller's own task, where it is open or where he asked for it. */
  task: v.nullable(taskRow),
  require: requirement,
  form: formAnswer,
  progress: v.array(progressRow),
  comments: v.array(comment),
  /** True for a person copied on it who has not opened it. */
  unreadCopy: v.boolean(),
  actions,
  /** The last approval of the caller that is still in force: what he may take back, where `actions.takeBack` allows it. */
  ownApproval: v.nullable(v.string()),
  /** The steps to which it may be rolled back; 'START' is the initiator. */
  rollBackTo: v.array(v.object({ nodeId: v.string(), nodeName: v.string() })),
  /** True where the person who sends it back says how it is submitted again. */
  choosesResubmit: v.boolean(),
  /** What a rejection leads to, in words; empty for who decides nothing here. */
  rejection: v.string(),
  incidents: v.array(incident),
  /** What it will do to the stock; for the person who decides or looks after flows, while it is not in the books. */
  effects,
  changes: v.array(change),
  /** For the person who decides or looks after flows, until it is over. */
  history: v.nullable(history),
})
export type ProcessDetail = v.InferOutput<typeof processDetail>

/** The answer of every command on a process: how it stands afterwards. `repeated` says that this very command was already done. */
export const commandResult = v.object({
  processId: v.string(),
  status: processStatus,
  statusName: v.string(),
  rev: v.number(),
  repeated: v.boolean(),
})
export type CommandResult = v.InferOutput<typeof commandResult>

export const onProcess = { processId: idInput }
export const uids = v.pipe(v.array(idInput, '应为人员列表'), v.minLength(1, '请选择人员'), v.maxLength(200, '最多{max}人'))
export const attachments = v.pipe(v.array(storedPath, '应为附件'), v.maxLength(9, '最多{max}个附件'))
/** The people named for steps that let a person choose, by node. */
export const chosenPeople = v.optional(v.record(nodeId, v.pipe(v.array(idInput), v.maxLength(50, '最多{max}人'))))
export const reason = v.pipe(words(200), v.minLength(1, '请填写原因'))
