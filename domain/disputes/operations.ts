import * as v from 'valibot'
import { chatKinds } from '../chat/operations.ts'
import { dayBetween } from '../operations/day.ts'
import { byId, idInput, nothing, operation, type Operation } from '../operations/define.ts'

const basePath = '/api/msg/msgdispute'
const access = ['msgdispute:save'] as const

export const disputeStates = ['asked', 'waiting', 'running', 'done', 'failed', 'refused', 'withdrawn', 'gone'] as const
export const disputeSteps = ['asked', 'agreed', 'refused', 'withdrawn', 'lapsed', 'made', 'failed', 'fetched', 'deleted', 'ended'] as const

/** How many conversations and messages one export takes, how many days it waits for an answer, and how many hours its file is kept. */
export const disputeLimits = { chats: 200, messages: 200_000, people: 20, waitingDays: 14, keptHours: 72 } as const

const idAndName = v.object({ id: v.string(), name: v.string() })

const dispute = v.object({
  id: v.string(),
  state: v.picklist(disputeStates),
  /** In hundredths. */
  progress: v.number(),
  reason: v.string(),
  /** The conversations that were named; empty where people were. */
  chats: v.array(idAndName),
  /** The people that were named; empty where conversations were. */
  people: v.array(idAndName),
  from: v.string(),
  to: v.string(),
  withFiles: v.boolean(),
  askedBy: idAndName,
  decidedBy: v.nullable(idAndName),
  askedAt: v.string(),
  /** Known once it is made. */
  messages: v.number(),
  sizeBytes: v.number(),
  /** When the file is deleted, or was. */
  goneAt: v.nullable(v.string()),
  /** Why nothing came of it, in words. */
  failure: v.nullable(v.string()),
  /** What was done with it, the first first; `by` null where it went by itself. */
  steps: v.array(v.object({ id: v.string(), step: v.picklist(disputeSteps), by: v.nullable(v.string()), at: v.string() })),
  /** What the reader may do with it now. */
  mayDecide: v.boolean(),
  mayWithdraw: v.boolean(),
  mayFetch: v.boolean(),
})
export type DisputeRow = v.InferOutput<typeof dispute>

const day = dayBetween('2000')

export const disputeOperations = {
  /** The latest hundred, newest first. */
  list: operation({
    name: 'msgdispute.list',
    path: `${basePath}/list`,
    title: '争议导出列表',
    access,
    input: nothing,
    output: v.object({ list: v.array(dispute) }),
    reads: true,
  }),
  /** Groups whose names hold a text, the first twenty: their names, and nothing of what is said in them. */
  groups: operation({
    name: 'msgdispute.groups',
    path: `${basePath}/groups`,
    title: '按名称找群聊',
    access,
    input: v.strictObject({
      likeQuery: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入群聊名称'), v.maxLength(40, '不能超过{max}个字')),
    }),
    output: v.object({ list: v.array(v.object({ ...idAndName.entries, kind: v.picklist(chatKinds), memberCount: v.number() })) }),
    reads: true,
  }),
  /**
   * Asks another administrator to agree. Either certain groups in whole, or what people sent in conversations in which all of them are. `id`
   * is named by the client: the same again is the same answer.
   */
  save: operation({
    name: 'msgdispute.save',
    path: `${basePath}/save`,
    title: '申请导出会话',
    withoutLicence: true,
    access,
    changes: ['msgdispute', 'msgmessage'],
    input: v.pipe(
      v.strictObject({
        id: idInput,
        reason: v.pipe(v.string('应为文字'), v.trim(), v.minLength(5, '请写明原因，至少{min}个字'), v.maxLength(500, '不能超过{max}个字')),
        chatIds: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(disputeLimits.people, '最多{max}项')), []),
        uids: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(disputeLimits.people, '最多{max}项')), []),
        from: day,
        to: day,
        withFiles: v.boolean('应为是或否'),
      }),
      v.check(({ chatIds, uids }) => chatIds.length > 0 !== uids.length > 0, '请选择群聊，或选择人员'),
      v.check(({ from, to }) => from <= to, '开始日期不能晚于结束日期'),
    ),
    output: dispute,
  }),
  /** Agrees or refuses, as another administrator than the one who asked. */
  decide: operation({
    name: 'msgdispute.decide',
    path: `${basePath}/decide`,
    title: '答复导出会话的申请',
    withoutLicence: true,
    access,
    changes: ['msgdispute', 'msgmessage'],
    input: v.strictObject({ id: idInput, agreed: v.boolean('应为是或否') }),
    output: dispute,
  }),
  /** Takes back what no one has answered yet, or deletes the file before its time. */
  delete: operation({
    name: 'msgdispute.delete',
    path: `${basePath}/delete`,
    title: '撤回申请或删除文件',
    withoutLicence: true,
    access,
    changes: ['msgdispute', 'msgmessage'],
    input: byId,
    output: dispute,
  }),
} as const satisfies Record<string, Operation>

/** Where the file is fetched, by a link. */
export const disputeAddress = (id: string): string => `/files/disputes/${id}`
