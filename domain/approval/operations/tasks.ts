import * as v from 'valibot'
import { storedPath } from '../../../kernel/fields/storedPath.ts'
import { day } from '../../operations/day.ts'
import { changedByDecision, idInput, listInput, operation, pageOf } from '../../operations/define.ts'
import { flowKey, nodeId, revision, words } from './flows.ts'
import { attachments, chosenPeople, commandResult, onProcess, processDetail, reason, taskRow, uids } from './process.ts'
import { tableInput } from '../../tables/view.ts'
import { formInput } from '../form/form.ts'

const read = { reads: true } as const
const path = '/api/workflow'

const onTask = { taskId: idInput }
const opinion = {
  comment: v.optional(words(500)),
  signature: v.optional(storedPath),
  attachments: v.optional(attachments),
}
const amountInput = v.pipe(
  v.string('金额有误'),
  v.check((value) => /^\d{1,12}(\.\d{1,2})?$/.test(value), '金额有误'),
)
/** What went to another person, and what stayed with the words why. */
const handResult = v.object({ moved: v.number(), refused: v.array(v.object({ processId: v.string(), words: v.string() })) })

export const taskOperations = {
  tasks: operation({
    name: 'workflow.listRuntimeTask',
    path: `${path}/listRuntimeTask`,
    title: '我的审批',
    access: 'signed-in',
    input: v.strictObject({
      ...listInput,
      ...tableInput,
      /** 1 to do, 2 done; each is a table of its own. */
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
    path: `${path}/getTaskById/{id}`,
    title: '审批任务',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: processDetail,
    ...read,
  }),
  claim: operation({
    name: 'workflow.approveClaim',
    path: `${path}/approveClaim`,
    title: '认领任务',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject(onTask),
    output: commandResult,
  }),
  unclaim: operation({
    name: 'workflow.approveUnclaim',
    path: `${path}/approveUnclaim`,
    title: '放弃认领',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject(onTask),
    output: commandResult,
  }),
  approve: operation({
    name: 'workflow.flowApprove',
    path: `${path}/flowApprove`,
    title: '同意',
    changes: changedByDecision,
    access: 'signed-in',
    /** `sign` are those who sign after the caller. */
    input: v.strictObject({
      ...onTask,
      formRev: revision,
      patch: v.optional(formInput),
      chosenNext: chosenPeople,
      sign: v.optional(uids),
      ...opinion,
    }),
    output: commandResult,
  }),
  reject: operation({
    name: 'workflow.flowReject',
    path: `${path}/flowReject`,
    title: '驳回',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, formRev: revision, resubmit: v.optional(v.picklist(['restart', 'direct'])), ...opinion }),
    output: commandResult,
  }),
  batchApprove: operation({
    name: 'workflow.batchApprove',
    path: `${path}/batchApprove`,
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
    path: `${path}/batchUndo`,
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
  transfer: operation({
    name: 'workflow.flowTrans',
    path: `${path}/flowTrans`,
    title: '转交',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, toUid: idInput, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  delegate: operation({
    name: 'workflow.delegate',
    path: `${path}/delegate`,
    title: '委派',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, toUid: idInput, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  returnDelegation: operation({
    name: 'workflow.returnDelegation',
    path: `${path}/returnDelegation`,
    title: '交回委派',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  rollBack: operation({
    name: 'workflow.flowRollBack',
    path: `${path}/flowRollBack`,
    title: '退回',
    changes: changedByDecision,
    access: 'signed-in',
    /** `nodeId` is a step it went through, or 'START' for the initiator. */
    input: v.strictObject({ ...onTask, nodeId, comment: v.optional(words(500)), resubmit: v.optional(v.picklist(['restart', 'direct'])) }),
    output: commandResult,
  }),
  takeBack: operation({
    name: 'workflow.takeBack',
    path: `${path}/takeBack`,
    title: '撤回审批',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onTask, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  addSign: operation({
    name: 'workflow.addSign',
    path: `${path}/addSign`,
    title: '加签',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({
      ...onTask,
      uids,
      where: v.picklist(['before', 'with', 'after'], '加签方式有误'),
      comment: v.optional(words(500)),
    }),
    output: commandResult,
  }),
  removeSign: operation({
    name: 'workflow.removeSign',
    path: `${path}/removeSign`,
    title: '减签',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ ...onProcess, taskIds: uids, comment: v.optional(words(500)) }),
    output: commandResult,
  }),
  reassign: operation({
    name: 'workflow.transAssignee',
    path: `${path}/transAssignee`,
    title: '改派',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    /** The tasks named, or everything that `fromUid` holds. */
    input: v.strictObject({
      taskIds: v.optional(v.pipe(v.array(idInput), v.minLength(1), v.maxLength(200, '最多{max}项'))),
      fromUid: v.optional(idInput),
      toUid: idInput,
      reason,
    }),
    output: handResult,
  }),
  handOver: operation({
    name: 'workflow.handOver',
    path: `${path}/handOver`,
    title: '离职交接',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    /** What he holds goes to the successor now, and so does whatever would come to him. */
    input: v.strictObject({ uid: idInput, successorUid: idInput, reason }),
    output: handResult,
  }),
} as const
