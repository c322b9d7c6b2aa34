import { keysOf } from '../../../kernel/keysOf.ts'
import * as v from 'valibot'
import { changedByPosting, idInput, listInput, operation, type Operation, pageOf } from '../../operations/define.ts'
import { flowKey, nodeId, person, words } from './flows.ts'
import { processRow } from './process.ts'

/** Why an application does not go on: what the tab says, the worst first. */
export const stuckCauses = {
  nobody: '没有处理人',
  left: '处理人已停用',
  initiatorLeft: '发起人已停用',
  posting: '未能入账',
  service: '外部服务失败',
  child: '子流程异常',
} as const
export type StuckCause = keyof typeof stuckCauses
const cause = v.picklist(keysOf(stuckCauses), '原因有误')

const stuckRow = v.object({
  process: processRow,
  cause,
  /** The cause in the reader's words, with what was refused or who has left. */
  words: v.string(),
  /** Of the incident, where there is one. */
  incidentId: v.nullable(v.string()),
  since: v.string(),
})
export type StuckRow = v.InferOutput<typeof stuckRow>

const target = v.object({ nodeId: v.string(), nodeName: v.string() })

const rescueStep = v.object({
  step: v.string(),
  nodeId: v.string(),
  nodeName: v.string(),
  waitsFor: v.picklist(['people', 'timer', 'service', 'child']),
  /** It does not go on by itself. */
  stuck: v.boolean(),
  /** Where one can go on instead, in the order of the flow; `back` asks again from there on. */
  jumpTo: v.array(v.object({ ...target.entries, back: v.boolean() })),
  sendBackTo: v.array(target),
  /** Tasks of people who have left. */
  left: v.array(v.object({ taskId: v.string(), person })),
  /** Where it is done and not decided, no one says no. */
  rejects: v.boolean(),
})
export type RescueStep = v.InferOutput<typeof rescueStep>

/** `again` asks the step anew, with the people found anew; `hand` gives what waits to another person. */
export const rescueActs = ['again', 'skip', 'jump', 'sendBack', 'actFor', 'hand', 'suspend', 'resume', 'terminate'] as const
export type RescueAct = (typeof rescueActs)[number]

const path = '/api/workflow'

export const rescueOperations = {
  stuck: operation({
    name: 'workflow.stuckList',
    path: `${path}/stuckList`,
    title: '等待无人的流程',
    access: ['workflow:list'],
    input: v.strictObject({ ...listInput, flowKey: v.optional(flowKey), cause: v.optional(cause) }),
    output: pageOf(stuckRow),
    answer: 'page',
    reads: true,
  }),
  options: operation({
    name: 'workflow.rescueOptions',
    path: `${path}/rescueOptions`,
    title: '流程干预选项',
    access: ['workflow:reassign'],
    input: v.strictObject({ processId: idInput }),
    output: v.object({
      steps: v.array(rescueStep),
      formRev: v.number(),
      /** False for one's own application: its steps are not passed over by the person who asked. */
      passesOver: v.boolean(),
      /** It may go back to the initiator. */
      returns: v.boolean(),
    }),
    reads: true,
  }),
  rescue: operation({
    name: 'workflow.rescue',
    path: `${path}/rescue`,
    title: '流程干预',
    changes: [...changedByPosting, 'workflow'],
    access: ['workflow:reassign'],
    /** Without `step` the one that is stuck, or the only one; `nodeId` is where it goes, without one to the initiator. */
    input: v.strictObject({
      items: v.pipe(
        v.array(v.strictObject({ processId: idInput, step: v.optional(v.pipe(v.string(), v.maxLength(80, '环节有误'))) })),
        v.minLength(1, '请至少选择一项'),
        v.maxLength(100, '最多{max}项'),
      ),
      act: v.picklist(rescueActs, '操作有误'),
      nodeId: v.optional(nodeId),
      toUid: v.optional(idInput),
      verdict: v.optional(v.picklist(['approve', 'reject'], '审批结果有误')),
      reason: v.pipe(words(200), v.minLength(1, '请填写原因')),
    }),
    output: v.object({
      done: v.number(),
      refused: v.number(),
      items: v.array(v.object({ processId: v.string(), done: v.boolean(), reason: v.nullable(v.string()), words: v.nullable(v.string()) })),
    }),
  }),
} satisfies Record<string, Operation>
