import * as v from 'valibot'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { day } from './day.ts'
import { changedByDecision, idInput, listInput, operation, pageOf } from './define.ts'
import { flowKey, nodeId, revision, words } from './flows.ts'
import { attachments, chosen, commanded, onProcess, processDetail, reason, taskRow, uids } from './process.ts'
import { tableInput } from '../tables/view.ts'
import { formInput } from '../approval/form/form.ts'

const read = { reads: true } as const
const at = '/api/workflow'

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
/** What went to somebody else, and what stayed with the words why. */
const handed = v.object({ moved: v.number(), refused: v.array(v.object({ processId: v.string(), words: v.string() })) })

export const taskOperations = {
  tasks: operation({
    name: 'workflow.listRuntimeTask',
    path: `${at}/listRuntimeTask`,
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
    path: `${at}/getTaskById/{id}`,
    title: '审批任务',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: processDetail,
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
      patch: v.optional(formInput),
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
      reason,
    }),
    output: handed,
  }),
  handOver: operation({
    name: 'workflow.handOver',
    path: `${at}/handOver`,
    title: '离职交接',
    changes: changedByDecision,
    access: ['workflow:reassign'],
    /** What he holds goes to the successor now, and so does whatever would come to him. */
    input: v.strictObject({ uid: idInput, successorUid: idInput, reason }),
    output: handed,
  }),
} as const
