import * as v from 'valibot'
import { changedByDecision, idInput, listInput, operation, pageOf } from '../../operations/define.ts'
import { day } from '../../operations/day.ts'
import { tableInput } from '../../tables/view.ts'
import { flowKey, revision, words } from './flows.ts'
import { taskRow } from './process.ts'

const path = '/api/workflow'

export const onTask = { taskId: idInput }
const amountInput = v.pipe(
  v.string('金额有误'),
  v.check((value) => /^\d{1,12}(\.\d{1,2})?$/.test(value), '金额有误'),
)
/** The tasks of the caller. Declared with what is done in the list and beside no other call: the workbench loads this file at the start. */
export const taskList = operation({
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
  reads: true,
})

export const batchApprove = operation({
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
    items: v.array(v.object({ taskId: v.string(), approved: v.boolean(), reason: v.nullable(v.string()), words: v.nullable(v.string()) })),
  }),
})

export const batchUndo = operation({
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
})
