import * as v from 'valibot'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { change, effects, history } from './approving.ts'
import { anything, changedByPosting, day, idInput, listInput, nothing, operation, type Operation, pageOf } from './define.ts'
import { flowKey, flowLook, flowRow, nodeId, person, revision, words } from './flows.ts'

// ------------------------------------------------------------------------------------------------------------- answers

/** What a process may be: `posting` is approved, while the books still refuse the document. */
export const processStatuses = {
  running: '审批中',
  returned: '已退回',
  posting: '待入账',
  approved: '已通过',
  rejected: '已驳回',
  withdrawn: '已撤回',
  terminated: '已终止',
} as const
export type ProcessStatus = keyof typeof processStatuses
/** True where an application ended without getting what it asked for, so that its initiator may want to begin it anew. */
export const startsAgain = (status: ProcessStatus): boolean => ['rejected', 'withdrawn', 'terminated'].includes(status)
export const processStatus = v.picklist(Object.keys(processStatuses) as [ProcessStatus, ...ProcessStatus[]], '状态有误')

/** The states of a task, by the contract's number. */
export const taskStatuses: Readonly<Record<number, string>> = {
  0: '未轮到',
  1: '待审批',
  2: '已同意',
  3: '已驳回',
  4: '已退回',
  5: '已结束',
}

/** Another application as somebody may see it: whoever may not read it is told its number, and no more. */
export const link = v.object({
  id: v.string(),
  number: v.string(),
  /** True where the caller may open it; else what follows is empty. */
  open: v.boolean(),
  title: v.string(),
  /** True where the caller applied for it. */
  own: v.boolean(),
  status: v.nullable(processStatus),
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
  initiator: person,
  documentKind: v.nullable(v.string()),
  documentId: v.nullable(v.string()),
  currentSteps: v.array(currentStep),
  /** Since when it waits for whoever is to act now; null where it waits for nobody. */
  waitsSince: v.nullable(v.string()),
  /** The words with which it came back or was refused, where it did. */
  refusal: v.nullable(v.object({ by: v.nullable(person), comment: v.string(), at: v.string() })),
  createdAt: v.string(),
  updatedAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type ProcessRow = v.InferOutput<typeof processRow>

const taskRow = v.object({
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
  openedAt: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  dueAt: v.nullable(v.string()),
  overdue: v.boolean(),
  /** Nobody can act until an administrator lets it go on. */
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

const copyRow = v.object({
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
const progressRow = v.object({
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
  /** Somebody is still to be chosen here. */
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
      /** How it came to this person: handed on by somebody, or asked to sign as well. */
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
const diagramNode = v.object({
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
  /** The caller may delete it: his own, and anybody's where he administers the flow. */
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
const actions = v.object(
  Object.fromEntries(processActions.map((action) => [action, possibility])) as Record<ProcessAction, typeof possibility>,
)
export type ProcessPossibilities = v.InferOutput<typeof actions>

const permission = v.picklist(['hide', 'read', 'write', 'required'])

/**
 * The form as this caller may see it: `values` of a document are its header fields and `lines`; `permissions` name paths such as
 * "lines.assets", a path that is not named has `unnamed`. `names` and `pictures` have what it refers to, by id. For whoever may change
 * something the rows of tables bear their number as "#row"; sent back with the patch it says which row each was, null for a new one, so
 * that rows keep what the caller is not shown.
 */
const form = v.object({
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
export type FormAnswer = v.InferOutput<typeof form>

const requirement = v.object({ comment: v.picklist(['never', 'onReject', 'always']), signature: v.boolean(), attachment: v.boolean() })

const incident = v.object({
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

const processDetail = v.object({
  process: processRow,
  /** The department it is asked for; empty where the applicant has none. */
  deptName: v.string(),
  /** The caller's own task, where it is open or where he asked for it. */
  task: v.nullable(taskRow),
  require: requirement,
  form,
  progress: v.array(progressRow),
  comments: v.array(comment),
  actions,
  /** The last approval of the caller that is still in force: what he may take back, where `actions.takeBack` allows it. */
  ownApproval: v.nullable(v.string()),
  /** The steps to which it may be rolled back; 'START' is the initiator. */
  rollBackTo: v.array(v.object({ nodeId: v.string(), nodeName: v.string() })),
  /** True where whoever sends it back says how it is submitted again. */
  choosesResubmit: v.boolean(),
  /** What a rejection leads to, in words; empty for who decides nothing here. */
  rejection: v.string(),
  incidents: v.array(incident),
  /** What it will do to the stock; for whoever decides or looks after flows, while it is not in the books. */
  effects,
  changes: v.array(change),
  /** For whoever decides or looks after flows, until it is over. */
  history: v.nullable(history),
})
export type ProcessDetail = v.InferOutput<typeof processDetail>

const started = v.object({
  processId: v.nullable(v.string()),
  documentId: v.nullable(v.string()),
  status: v.string(),
})

/** The answer of every command on a process: how it stands afterwards. `repeated` says that this very command was already done. */
const commanded = v.object({
  processId: v.string(),
  status: processStatus,
  statusName: v.string(),
  rev: v.number(),
  repeated: v.boolean(),
})
export type Commanded = v.InferOutput<typeof commanded>

// -------------------------------------------------------------------------------------------------------------- inputs

const uids = v.pipe(v.array(idInput, '应为人员列表'), v.minLength(1, '请选择人员'), v.maxLength(200, '最多{max}人'))
const paths = v.pipe(v.array(storedPath, '应为附件'), v.maxLength(9, '最多{max}个附件'))
const moment = v.pipe(
  v.string('时间有误'),
  v.isoTimestamp('时间有误'),
  v.check((value) => value > '1900' && value < '3000' && !Number.isNaN(Date.parse(value)), '时间有误'),
  v.transform((value) => new Date(value).toISOString()),
)
const chosen = v.optional(v.record(nodeId, v.pipe(v.array(idInput), v.maxLength(50, '最多{max}人'))))
const opinion = {
  comment: v.optional(words(500)),
  signature: v.optional(storedPath),
  attachments: v.optional(paths),
}

const amountInput = v.pipe(
  v.string('金额有误'),
  v.check((value) => /^\d{1,12}(\.\d{1,2})?$/.test(value), '金额有误'),
)

const onProcess = { processId: idInput }
const onTask = { taskId: idInput }

const processFilters = {
  ...listInput,
  /** The caller's own, or all that he may look at. */
  scope: v.optional(v.picklist(['mine', 'all'], '范围有误')),
  /** `running` is everything that is not over. */
  status: v.optional(v.union([processStatus, v.picklist(['running', 'ended'])], '状态有误')),
  flowKey: v.optional(flowKey),
  initiatorUid: v.optional(idInput),
  from: v.optional(day),
  to: v.optional(day),
}

// ---------------------------------------------------------------------------------------------------------- operations

const read = { reads: true } as const
/** What a decision may end is posted. */
const changedByDecision = [...changedByPosting, 'workflow', 'msgmessage']
const at = '/api/workflow'

export const workflowOperations = {
  categories: operation({
    name: 'wfflowcat.list',
    path: `${at}/wfflowcat/list`,
    title: '流程分类',
    access: 'signed-in',
    input: v.strictObject(listInput),
    output: pageOf(v.object({ id: v.string(), catCode: v.string(), catName: v.string(), flowCount: v.number() })),
    answer: 'page',
    ...read,
  }),
  applyForm: operation({
    name: 'workflow.getApplyFlowForm',
    path: `${at}/getApplyFlowForm`,
    title: '申请表单',
    access: 'signed-in',
    /** With `processId`, an application of the caller that ended for nothing: the form comes with what it held, as far as that still fits. */
    input: v.strictObject({ flowKey, processId: v.optional(idInput) }),
    output: v.object({
      flow: flowRow,
      form,
      /** Of that application: its department, and the labels of what does not fit any more. */
      former: v.nullable(v.object({ deptId: v.string(), dropped: v.array(v.string()) })),
      /** The departments he may apply for; the first is his main one. */
      departments: v.array(v.object({ deptId: v.string(), deptName: v.string() })),
      /** The steps whose people the initiator names, with whom he may choose from ('any': everybody). */
      choices: v.array(
        v.object({ nodeId: v.string(), nodeName: v.string(), many: v.boolean(), candidates: v.union([v.literal('any'), v.array(person)]) }),
      ),
    }),
    ...read,
  }),
  preview: operation({
    name: 'workflow.preview',
    path: `${at}/preview`,
    title: '预览审批路径',
    access: 'signed-in',
    /** With `processId`, of an application that came back to the caller: `form` is what would be changed in it; its department stays. */
    input: v.strictObject({
      flowKey,
      form: v.optional(anything),
      documentId: v.optional(idInput),
      processId: v.optional(idInput),
      deptId: v.optional(idInput),
      chosen,
    }),
    output: v.object({
      installed: v.boolean(),
      progress: v.array(progressRow),
      refusal: v.nullable(v.object({ reason: v.string(), words: v.string() })),
    }),
    ...read,
  }),
  tryFlow: operation({
    name: 'workflow.tryFlow',
    path: `${at}/tryFlow`,
    title: '试运行流程',
    access: ['workflow:design'],
    /** A definition that need not be saved, tried as if somebody applied; without `initiatorUid` the caller. */
    input: v.strictObject({
      flowKey,
      body: anything,
      form: v.optional(anything),
      initiatorUid: v.optional(idInput),
      deptId: v.optional(idInput),
      chosen,
    }),
    output: v.object({
      /** The way of the application as it was given. */
      progress: v.array(progressRow),
      refusal: v.nullable(v.object({ reason: v.string(), words: v.string() })),
      /** One way through every arm that neither it nor an earlier one comes through; `answers` is what such an application says otherwise. */
      paths: v.array(
        v.object({
          key: v.string(),
          arms: v.array(v.object({ block: v.string(), arm: v.string(), name: v.string() })),
          answers: v.array(v.object({ label: v.string(), value: v.string() })),
          end: v.picklist(['approved', 'rejected', 'returned', 'refused']),
          refusal: v.nullable(v.object({ reason: v.string(), words: v.string() })),
          progress: v.array(progressRow),
        }),
      ),
      /** Arms that no application takes, or for which none was found. */
      unreached: v.array(v.object({ nodeId: v.string(), armId: v.string(), name: v.string(), why: v.picklist(['never', 'unknown']) })),
      overlaps: v.array(v.object({ nodeId: v.string(), words: v.string() })),
      /** What follows at each step where nobody is found, and while somebody is away. */
      absences: v.array(
        v.object({
          nodeId: v.string(),
          nodeName: v.string(),
          reasons: v.array(v.string()),
          follows: v.picklist(['pass', 'rejected', 'returned', 'people', 'nobody']),
          words: v.string(),
          people: v.array(person),
          away: v.string(),
        }),
      ),
      /** Settings and people by which an application can end or pass without that anybody was asked. */
      problems: v.array(v.object({ level: v.picklist(['error', 'warning']), nodeId: v.nullable(v.string()), words: v.string() })),
    }),
    ...read,
  }),
  start: operation({
    name: 'workflow.startProcess',
    path: `${at}/startProcess`,
    title: '发起流程',
    changes: ['workflow', 'workbench'],
    access: 'signed-in',
    /** `draftId` is the draft that the form was kept in; it goes. */
    input: v.strictObject({
      flowKey,
      documentId: v.optional(idInput),
      form: v.optional(anything),
      draftId: v.optional(idInput),
      deptId: v.optional(idInput),
      chosen,
    }),
    output: started,
  }),
  processes: operation({
    name: 'workflow.getPageRuntimeProcess',
    path: `${at}/getPageRuntimeProcess`,
    title: '流程列表',
    access: 'signed-in',
    input: v.strictObject(processFilters),
    output: pageOf(processRow),
    answer: 'page',
    ...read,
  }),
  tasks: operation({
    name: 'workflow.listRuntimeTask',
    path: `${at}/listRuntimeTask`,
    title: '我的审批',
    access: 'signed-in',
    input: v.strictObject({
      ...listInput,
      /** 1 to do, 2 done. */
      status: v.optional(v.union([v.picklist([1, 2]), v.pipe(v.picklist(['1', '2']), v.transform(Number))], '状态有误')),
      type: v.optional(v.picklist(['assignee'], '类型有误')),
      flowKey: v.optional(flowKey),
      initiatorUid: v.optional(idInput),
      overdue: v.optional(v.boolean()),
      from: v.optional(day),
      to: v.optional(day),
      /** Both ends belong to the range; what has no amount is in none. */
      amountFrom: v.optional(amountInput),
      amountTo: v.optional(amountInput),
    }),
    output: pageOf(taskRow),
    answer: 'page',
    ...read,
  }),
  task: operation({
    name: 'workflow.getTaskById',
    method: 'GET',
    path: `${at}/getTaskById/{id}`,
    title: '审批任务',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: processDetail,
    ...read,
  }),
  process: operation({
    name: 'workflow.getProcessById',
    method: 'GET',
    path: `${at}/getProcessById/{id}`,
    title: '流程详情',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: processDetail,
    ...read,
  }),
  progress: operation({
    name: 'workflow.progress',
    path: `${at}/progress`,
    title: '审批进度',
    access: 'signed-in',
    input: v.strictObject({ processId: v.optional(idInput), documentId: v.optional(idInput) }),
    output: v.object({ process: processRow, progress: v.array(progressRow) }),
    ...read,
  }),
  diagram: operation({
    name: 'workflow.diagram',
    path: `${at}/diagram`,
    title: '审批流程图',
    access: 'signed-in',
    /** A process with how it stands, for who takes part in it; or a flow in use, on which nothing runs. */
    input: v.strictObject({ processId: v.optional(idInput), flowKey: v.optional(flowKey) }),
    output: v.object({
      flowName: v.string(),
      process: v.nullable(processRow),
      nodes: v.array(diagramNode),
      progress: v.array(progressRow),
    }),
    ...read,
  }),
  counts: operation({
    name: 'workflow.counts',
    path: `${at}/counts`,
    title: '待办数量',
    access: 'signed-in',
    input: nothing,
    output: v.object({ toDo: v.number(), overdue: v.number(), running: v.number(), returned: v.number(), copies: v.number() }),
    ...read,
  }),
  copies: operation({
    name: 'workflow.flowCopyList',
    path: `${at}/flowCopyList`,
    title: '抄送我的',
    access: 'signed-in',
    input: v.strictObject({ ...listInput, read: v.optional(v.boolean()), flowKey: v.optional(flowKey) }),
    output: pageOf(copyRow),
    answer: 'page',
    ...read,
  }),
  claim: operation({
    name: 'workflow.approveClaim',
    path: `${at}/approveClaim`,
    title: '认领任务',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject(onTask),
    output: commanded,
  }),
  unclaim: operation({
    name: 'workflow.approveUnclaim',
    path: `${at}/approveUnclaim`,
    title: '放弃认领',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject(onTask),
    output: commanded,
  }),
  approve: operation({
    name: 'workflow.flowApprove',
    path: `${at}/flowApprove`,
    title: '同意',
    changes: changedByDecision,
    access: 'signed-in',
    /** `sign` are those who sign after the caller. */
    input: v.strictObject({
      ...onTask,
      formRev: revision,
      patch: v.optional(anything),
      chosenNext: chosen,
      sign: v.optional(uids),
      ...opinion,
    }),
    output: commanded,
  }),
  reject: operation({
    name: 'workflow.flowReject',
    path: `${at}/flowReject`,
    title: '驳回',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, formRev: revision, resubmit: v.optional(v.picklist(['restart', 'direct'])), ...opinion }),
    output: commanded,
  }),
  batchApprove: operation({
    name: 'workflow.batchApprove',
    path: `${at}/batchApprove`,
    title: '批量同意',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({
      items: v.pipe(
        v.array(v.strictObject({ ...onTask, formRev: revision })),
        v.minLength(1, '请至少选择一项'),
        v.maxLength(100, '最多{max}项'),
      ),
      comment: v.optional(words(500)),
    }),
    output: v.object({
      approved: v.number(),
      refused: v.number(),
      items: v.array(
        v.object({ taskId: v.string(), approved: v.boolean(), reason: v.nullable(v.string()), words: v.nullable(v.string()) }),
      ),
    }),
  }),
  batchUndo: operation({
    name: 'workflow.batchUndo',
    path: `${at}/batchUndo`,
    title: '批量拿回',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({
      items: v.pipe(v.array(v.strictObject(onTask)), v.minLength(1, '请至少选择一项'), v.maxLength(100, '最多{max}项')),
    }),
    output: v.object({
      undone: v.number(),
      refused: v.number(),
      items: v.array(v.object({ taskId: v.string(), undone: v.boolean(), reason: v.nullable(v.string()), words: v.nullable(v.string()) })),
    }),
  }),
  update: operation({
    name: 'workflow.updateProcess',
    path: `${at}/updateProcess`,
    title: '修改流程表单',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, formRev: revision, patch: anything, reason: v.optional(words(500)) }),
    output: commanded,
  }),
  transfer: operation({
    name: 'workflow.flowTrans',
    path: `${at}/flowTrans`,
    title: '转交',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, toUid: idInput, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  delegate: operation({
    name: 'workflow.delegate',
    path: `${at}/delegate`,
    title: '委派',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, toUid: idInput, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  returnDelegation: operation({
    name: 'workflow.returnDelegation',
    path: `${at}/returnDelegation`,
    title: '交回委派',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  rollBack: operation({
    name: 'workflow.flowRollBack',
    path: `${at}/flowRollBack`,
    title: '退回',
    changes: changedByDecision,
    access: 'signed-in',
    /** `nodeId` is a step it went through, or 'START' for the initiator. */
    input: v.strictObject({ ...onTask, nodeId, comment: v.optional(words(500)), resubmit: v.optional(v.picklist(['restart', 'direct'])) }),
    output: commanded,
  }),
  resubmit: operation({
    name: 'workflow.resubmit',
    path: `${at}/resubmit`,
    title: '重新提交',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, formRev: revision, patch: v.optional(anything), chosen, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  withdraw: operation({
    name: 'workflow.withdraw',
    path: `${at}/withdraw`,
    title: '撤回申请',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  takeBack: operation({
    name: 'workflow.takeBack',
    path: `${at}/takeBack`,
    title: '撤回审批',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  addSign: operation({
    name: 'workflow.addSign',
    path: `${at}/addSign`,
    title: '加签',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({
      ...onTask,
      uids,
      where: v.picklist(['before', 'with', 'after'], '加签方式有误'),
      comment: v.optional(words(500)),
    }),
    output: commanded,
  }),
  removeSign: operation({
    name: 'workflow.removeSign',
    path: `${at}/removeSign`,
    title: '减签',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, taskIds: uids, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  copy: operation({
    name: 'workflow.copy',
    path: `${at}/copy`,
    title: '抄送',
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, uids, comment: v.optional(words(500)) }),
    output: commanded,
  }),
  comment: operation({
    name: 'workflow.comment',
    path: `${at}/comment`,
    title: '评论',
    access: 'signed-in',
    input: v.strictObject({
      ...onProcess,
      body: v.pipe(words(1000), v.minLength(1, '请填写评论')),
      mentions: v.optional(v.pipe(v.array(idInput), v.maxLength(50, '最多{max}人'))),
      attachments: v.optional(paths),
    }),
    output: commanded,
  }),
  deleteComment: operation({
    name: 'workflow.deleteComment',
    path: `${at}/deleteComment`,
    title: '删除评论',
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, commentId: idInput }),
    output: commanded,
  }),
  urge: operation({
    name: 'workflow.urge',
    path: `${at}/urge`,
    title: '催办',
    access: 'signed-in',
    input: v.strictObject({
      ...onProcess,
      taskIds: v.optional(v.pipe(v.array(idInput), v.maxLength(200))),
      comment: v.optional(words(200)),
    }),
    output: commanded,
  }),
  markRead: operation({
    name: 'workflow.markRead',
    path: `${at}/markRead`,
    title: '标记已阅',
    changes: ['workflow.listRuntimeTask', 'workflow.flowCopyList', 'workflow.counts', 'workbench'],
    access: 'signed-in',
    /** With a task that task, without one the copies of the process. */
    input: v.strictObject({ ...onProcess, taskId: v.optional(idInput) }),
    output: commanded,
  }),
  reassign: operation({
    name: 'workflow.transAssignee',
    path: `${at}/transAssignee`,
    title: '改派',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    /** The tasks named, or everything that `fromUid` holds. */
    input: v.strictObject({
      taskIds: v.optional(v.pipe(v.array(idInput), v.minLength(1), v.maxLength(200, '最多{max}项'))),
      fromUid: v.optional(idInput),
      toUid: idInput,
      reason: v.pipe(words(200), v.minLength(1, '请填写原因')),
    }),
    output: v.object({ moved: v.number(), refused: v.array(v.object({ processId: v.string(), words: v.string() })) }),
  }),
  suspend: operation({
    name: 'workflow.suspend',
    path: `${at}/suspend`,
    title: '暂停流程',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ ...onProcess, reason: v.pipe(words(200), v.minLength(1, '请填写原因')) }),
    output: commanded,
  }),
  resume: operation({
    name: 'workflow.resume',
    path: `${at}/resume`,
    title: '恢复流程',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ ...onProcess, reason: v.optional(words(200)) }),
    output: commanded,
  }),
  terminate: operation({
    name: 'workflow.terminate',
    path: `${at}/terminate`,
    title: '终止流程',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ ...onProcess, reason: v.pipe(words(200), v.minLength(1, '请填写原因')) }),
    output: commanded,
  }),
  incidents: operation({
    name: 'workflow.incidentList',
    path: `${at}/incidentList`,
    title: '流程异常',
    access: ['workflow:list'],
    input: v.strictObject(listInput),
    output: pageOf(incident),
    answer: 'page',
    ...read,
  }),
  incidentRetry: operation({
    name: 'workflow.incidentRetry',
    path: `${at}/incidentRetry`,
    title: '重试入账',
    changes: changedByDecision,
    access: ['workflow:list'],
    input: v.strictObject({ id: idInput }),
    output: commanded,
  }),
  incidentCancel: operation({
    name: 'workflow.incidentCancel',
    path: `${at}/incidentCancel`,
    title: '取消入账',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ id: idInput, reason: v.pipe(words(200), v.minLength(1, '请填写原因')) }),
    output: commanded,
  }),
  delegations: operation({
    name: 'workflow.delegationList',
    path: `${at}/delegationList`,
    title: '我的代理',
    access: 'signed-in',
    input: nothing,
    output: v.object({
      list: v.array(
        v.object({
          id: v.string(),
          agent: person,
          flowKeys: v.array(v.string()),
          from: v.string(),
          to: v.nullable(v.string()),
          active: v.boolean(),
          moves: v.boolean(),
        }),
      ),
    }),
    ...read,
  }),
  saveDelegation: operation({
    name: 'workflow.delegationSave',
    path: `${at}/delegationSave`,
    title: '设置代理',
    changes: ['workflow.delegation'],
    access: 'signed-in',
    input: v.strictObject({
      id: v.optional(idInput),
      agentUid: idInput,
      flowKeys: v.optional(v.pipe(v.array(flowKey), v.maxLength(100))),
      from: moment,
      to: v.optional(v.nullable(moment)),
      /** What waits already goes to the agent as well. Whatever he has not decided comes back at the end. */
      moves: v.optional(v.boolean()),
    }),
    output: v.object({ id: v.string() }),
  }),
  deleteDelegation: operation({
    name: 'workflow.delegationDelete',
    path: `${at}/delegationDelete`,
    title: '取消代理',
    changes: ['workflow.delegation'],
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: v.object({ deleted: v.boolean() }),
  }),
  handOver: operation({
    name: 'workflow.handOver',
    path: `${at}/handOver`,
    title: '离职交接',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    /** What he holds goes to the successor now, and so does whatever would come to him. */
    input: v.strictObject({ uid: idInput, successorUid: idInput, reason: v.pipe(words(200), v.minLength(1, '请填写原因')) }),
    output: v.object({ moved: v.number(), refused: v.array(v.object({ processId: v.string(), words: v.string() })) }),
  }),
} as const

export const allWorkflowOperations: readonly Operation[] = Object.values(workflowOperations) as readonly unknown[] as readonly Operation[]
