import * as v from 'valibot'
import { day } from '../../operations/day.ts'
import { changedByDecision, idInput, listInput, nothing, operation, pageOf } from '../../operations/define.ts'
import { flowKey, person, revision, words } from './flows.ts'
import { flowRow } from './installedFlows.ts'
import {
  attachments,
  chosenPeople,
  commandResult,
  copyRow,
  diagramNode,
  formAnswer,
  onProcess,
  processDetail,
  processRow,
  processStatus,
  progressRow,
  reason,
  uids,
} from './process.ts'
import { tableInput } from '../../tables/view.ts'
import { formInput } from '../form/form.ts'

const read = { reads: true } as const
const path = '/api/workflow'

const processFilters = {
  ...listInput,
  ...tableInput,
  /** The caller's own, or all that he may look at. */
  scope: v.optional(v.picklist(['mine', 'all'], '范围有误')),
  /** `running` is everything that is not over. */
  status: v.optional(v.union([processStatus, v.picklist(['running', 'ended'])], '状态有误')),
  flowKey: v.optional(flowKey),
  initiatorUid: v.optional(idInput),
  from: v.optional(day),
  to: v.optional(day),
}

const startResult = v.object({
  processId: v.nullable(v.string()),
  documentId: v.nullable(v.string()),
  status: v.string(),
})

export const processOperations = {
  applyForm: operation({
    name: 'workflow.getApplyFlowForm',
    path: `${path}/getApplyFlowForm`,
    title: '申请表单',
    access: 'signed-in',
    /** With `processId`, an application of the caller that ended for nothing: the form comes with what it held, as far as that still fits. */
    input: v.strictObject({ flowKey, processId: v.optional(idInput) }),
    output: v.object({
      flow: flowRow,
      form: formAnswer,
      /** Of that application: its department, and the labels of what does not fit any more. */
      former: v.nullable(v.object({ deptId: v.string(), dropped: v.array(v.string()) })),
      /** True where he may apply in the name of others. */
      isProxy: v.boolean(),
      /** The departments he may apply for; the first is his main one. */
      departments: v.array(v.object({ deptId: v.string(), deptName: v.string() })),
      /** The steps whose people the initiator names, with the people to choose from ('any': everyone). */
      choices: v.array(
        v.object({ nodeId: v.string(), nodeName: v.string(), many: v.boolean(), candidates: v.union([v.literal('any'), v.array(person)]) }),
      ),
    }),
    ...read,
  }),
  preview: operation({
    name: 'workflow.preview',
    path: `${path}/preview`,
    title: '预览审批路径',
    access: 'signed-in',
    /** With `processId`, of an application that came back to the caller: `form` is what would be changed in it; its department stays. */
    input: v.strictObject({
      flowKey,
      form: v.optional(formInput),
      documentId: v.optional(idInput),
      processId: v.optional(idInput),
      deptId: v.optional(idInput),
      chosen: chosenPeople,
      onBehalfOf: v.optional(idInput),
    }),
    output: v.object({
      installed: v.boolean(),
      progress: v.array(progressRow),
      refusal: v.nullable(v.object({ reason: v.string(), words: v.string() })),
    }),
    ...read,
  }),
  start: operation({
    name: 'workflow.startProcess',
    path: `${path}/startProcess`,
    title: '发起流程',
    changes: ['workflow', 'workbench'],
    access: 'signed-in',
    /** `draftId` is the draft that the form was kept in; it goes. */
    input: v.strictObject({
      flowKey,
      documentId: v.optional(idInput),
      form: v.optional(formInput),
      draftId: v.optional(idInput),
      deptId: v.optional(idInput),
      chosen: chosenPeople,
      /** Whose application it is, where the caller applies in another's name. */
      onBehalfOf: v.optional(idInput),
    }),
    output: startResult,
  }),
  processes: operation({
    name: 'workflow.getPageRuntimeProcess',
    path: `${path}/getPageRuntimeProcess`,
    title: '流程列表',
    access: 'signed-in',
    input: v.strictObject(processFilters),
    output: pageOf(processRow),
    answer: 'page',
    ...read,
  }),
  process: operation({
    name: 'workflow.getProcessById',
    method: 'GET',
    path: `${path}/getProcessById/{id}`,
    title: '流程详情',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: processDetail,
    ...read,
  }),
  progress: operation({
    name: 'workflow.progress',
    path: `${path}/progress`,
    title: '审批进度',
    access: 'signed-in',
    input: v.strictObject({ processId: v.optional(idInput), documentId: v.optional(idInput) }),
    output: v.object({ process: processRow, progress: v.array(progressRow) }),
    ...read,
  }),
  diagram: operation({
    name: 'workflow.diagram',
    path: `${path}/diagram`,
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
    path: `${path}/counts`,
    title: '待办数量',
    access: 'signed-in',
    input: nothing,
    output: v.object({ toDo: v.number(), overdue: v.number(), running: v.number(), returned: v.number(), copies: v.number() }),
    ...read,
  }),
  copies: operation({
    name: 'workflow.flowCopyList',
    path: `${path}/flowCopyList`,
    title: '抄送我的',
    access: 'signed-in',
    input: v.strictObject({ ...listInput, ...tableInput, read: v.optional(v.boolean()), flowKey: v.optional(flowKey) }),
    output: pageOf(copyRow),
    answer: 'page',
    ...read,
  }),
  update: operation({
    name: 'workflow.updateProcess',
    path: `${path}/updateProcess`,
    title: '修改流程表单',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, formRev: revision, patch: formInput, reason: v.optional(words(500)) }),
    output: commandResult,
  }),
  resubmit: operation({
    name: 'workflow.resubmit',
    path: `${path}/resubmit`,
    title: '重新提交',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({
      ...onProcess,
      formRev: revision,
      patch: v.optional(formInput),
      chosen: chosenPeople,
      comment: v.optional(words(500)),
    }),
    output: commandResult,
  }),
  withdraw: operation({
    name: 'workflow.withdraw',
    path: `${path}/withdraw`,
    title: '撤回申请',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  copy: operation({
    name: 'workflow.copy',
    path: `${path}/copy`,
    title: '抄送',
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, uids, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  comment: operation({
    name: 'workflow.comment',
    path: `${path}/comment`,
    title: '评论',
    access: 'signed-in',
    input: v.strictObject({
      ...onProcess,
      body: v.pipe(words(1000), v.minLength(1, '请填写评论')),
      mentions: v.optional(v.pipe(v.array(idInput), v.maxLength(50, '最多{max}人'))),
      attachments: v.optional(attachments),
    }),
    output: commandResult,
  }),
  deleteComment: operation({
    name: 'workflow.deleteComment',
    path: `${path}/deleteComment`,
    title: '删除评论',
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, commentId: idInput }),
    output: commandResult,
  }),
  urge: operation({
    name: 'workflow.urge',
    path: `${path}/urge`,
    title: '催办',
    access: 'signed-in',
    input: v.strictObject({
      ...onProcess,
      taskIds: v.optional(v.pipe(v.array(idInput), v.maxLength(200))),
      comment: v.optional(words(200)),
    }),
    output: commandResult,
  }),
  markRead: operation({
    name: 'workflow.markRead',
    path: `${path}/markRead`,
    title: '标记已阅',
    changes: ['workflow.listRuntimeTask', 'workflow.flowCopyList', 'workflow.counts', 'workbench'],
    access: 'signed-in',
    /** With a task that task, without one the copies of the process. */
    input: v.strictObject({ ...onProcess, taskId: v.optional(idInput) }),
    output: commandResult,
  }),
  suspend: operation({
    name: 'workflow.suspend',
    path: `${path}/suspend`,
    title: '暂停流程',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ ...onProcess, reason }),
    output: commandResult,
  }),
  resume: operation({
    name: 'workflow.resume',
    path: `${path}/resume`,
    title: '恢复流程',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ ...onProcess, reason: v.optional(words(200)) }),
    output: commandResult,
  }),
  terminate: operation({
    name: 'workflow.terminate',
    path: `${path}/terminate`,
    title: '终止流程',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    input: v.strictObject({ ...onProcess, reason }),
    output: commandResult,
  }),
} as const
