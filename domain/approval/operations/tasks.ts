import * as v from 'valibot'
import { storedPath } from '../../../kernel/fields/storedPath.ts'
import { changedByDecision, idInput, operation } from '../../operations/define.ts'
import { nodeId, revision, words } from './flows.ts'
import { attachments, chosenPeople, commandResult, onProcess, processDetail, reason, uids } from './process.ts'
import { batchApprove, batchUndo, onTask, taskList } from './waitingTasks.ts'
import { formInput } from '../form/form.ts'

const read = { reads: true } as const
const path = '/api/workflow'

const opinion = {
  comment: v.optional(words(500)),
  signature: v.optional(storedPath),
  attachments: v.optional(attachments),
}
/** What went to another person, and what stayed with the words why. */
const handResult = v.object({ moved: v.number(), refused: v.array(v.object({ processId: v.string(), words: v.string() })) })

export const taskOperations = {
  tasks: taskList,
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
  batchApprove,
  batchUndo,
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
