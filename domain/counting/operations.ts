import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { countEvent, dispositions } from './event.ts'
import { countPlan, countedKinds } from './plan.ts'
import { countTaskStates, shareKinds, signatureRoles } from './task.ts'
import { decisions, differenceReasons, verdicts } from './verdict.ts'
import { tableInput, type Where, whereInput } from '../tables/view.ts'
import { byId, changedByPosting, idInput, listInput, operation, type OutputOf, pageOf } from '../operations/define.ts'

const keyOf = <K extends string>(words: Readonly<Record<K, unknown>>) => v.picklist(keysOf(words))
const idName = v.nullable(v.object({ id: v.string(), name: v.string() }))

const planRow = v.object({
  id: v.string(),
  plan: countPlan,
  version: v.number(),
  /** The names of what its scope names, by id. */
  names: v.record(v.string(), v.string()),
  /** The task that is under way, and the day the schedule opens the next. */
  openTask: v.nullable(v.object({ id: v.string(), code: v.string() })),
  nextOn: v.nullable(v.string()),
})
export type CountPlanRow = v.InferOutput<typeof planRow>

/** Numbers of a task: what was expected, what has a verdict; `done` is everything but `pending`. */
export const countNumbers = v.object({
  expected: v.number(),
  done: v.number(),
  unknown: v.number(),
  byVerdict: v.record(v.string(), v.number()),
})
export type CountNumbers = v.InferOutput<typeof countNumbers>

const taskRow = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  state: keyOf(countTaskStates),
  round: v.number(),
  kinds: v.array(keyOf(countedKinds)),
  openedAt: v.nullable(v.string()),
  openedBy: idName,
  dueOn: v.nullable(v.string()),
  closedAt: v.nullable(v.string()),
  numbers: countNumbers,
  /** Of what was expected the part without a difference, in per cent; null before the count is closed. */
  accuracy: v.nullable(v.string()),
  version: v.number(),
  /** Hundredths that are worked out, while its results are; until then no one decides on them. Null: they are there. */
  workingOut: v.nullable(v.number()),
  /** What the caller may do with it now: `count`, `share`, `review`, `settle`, `sign`, `close`, `cancel`. */
  may: v.array(v.string()),
})
export type CountTaskRow = v.InferOutput<typeof taskRow>

const share = v.object({
  id: v.string(),
  kind: keyOf(shareKinds),
  /** The person who counts; null: anyone who may. */
  person: idName,
  ref: idName,
  dueOn: v.nullable(v.string()),
  round: v.number(),
  finishedAt: v.nullable(v.string()),
  expected: v.number(),
  done: v.number(),
})
export type CountShareRow = v.InferOutput<typeof share>

const lineRow = v.object({
  itemKind: keyOf(countedKinds),
  itemId: v.string(),
  account: v.string(),
  code: v.string(),
  name: v.string(),
  model: v.nullable(v.string()),
  image: v.nullable(v.string()),
  /** Where the books had it when the task was opened, and who. */
  place: idName,
  department: idName,
  holder: idName,
  /** Where it was seen. */
  seenAt: v.array(v.object({ id: v.string(), name: v.string() })),
  seenWith: idName,
  unit: v.nullable(v.string()),
  value: v.nullable(v.string()),
  /** Of supplies; null where the caller may not see it (a blind count). */
  expected: v.nullable(v.string()),
  counted: v.nullable(v.string()),
  difference: v.nullable(v.string()),
  verdict: keyOf(verdicts),
  strength: v.number(),
  /** Why, as the books explain it: words with a link to the document, where one does. */
  causes: v.array(
    v.object({
      words: v.string(),
      documentId: v.nullable(v.string()),
      documentKind: v.nullable(v.string()),
      /** The line that is the other half of this difference: decided on together, both are right. */
      pair: v.optional(v.object({ itemId: v.string(), account: v.string() })),
    }),
  ),
  decision: v.nullable(keyOf(decisions)),
  reason: v.nullable(keyOf(differenceReasons)),
  document: v.nullable(v.object({ id: v.string(), kind: v.string(), code: v.string(), state: v.string() })),
  late: v.boolean(),
  /** What the card says in the own fields that the plan has confirmed, by their keys, and what was said to be otherwise; in words. */
  ownWords: v.record(v.string(), v.object({ cardText: v.string(), countText: v.nullable(v.string()) })),
})
export type CountLineRow = v.InferOutput<typeof lineRow>

const evidenceRow = v.object({
  device: v.string(),
  seq: v.number(),
  round: v.number(),
  kind: v.string(),
  source: v.string(),
  place: idName,
  zone: v.nullable(v.string()),
  quantity: v.nullable(v.string()),
  factor: v.nullable(v.string()),
  holder: idName,
  condition: v.nullable(v.string()),
  /** Own fields that were said to be otherwise, by their keys. */
  ownValues: v.nullable(v.record(v.string(), v.unknown())),
  rssi: v.nullable(v.object({ n: v.number(), best: v.number() })),
  file: v.nullable(v.string()),
  note: v.nullable(v.string()),
  at: v.string(),
  uncertain: v.boolean(),
  person: idName,
  disposition: keyOf(dispositions),
  voided: v.boolean(),
})
export type CountEvidence = v.InferOutput<typeof evidenceRow>

const unknownRow = v.object({
  id: v.string(),
  code: v.string(),
  place: idName,
  times: v.number(),
  firstAt: v.string(),
  person: idName,
  file: v.nullable(v.string()),
  /** What was made of it: an asset whose label was lost, a thing without a card, another person's. */
  becomes: v.nullable(v.picklist(['linked', 'surplus', 'foreign'] as const)),
  linked: idName,
  surplus: v.nullable(v.object({ modelId: v.string(), modelName: v.string(), name: v.string(), price: v.nullable(v.string()) })),
  document: v.nullable(v.object({ id: v.string(), code: v.string(), state: v.string() })),
})
export type CountUnknownRow = v.InferOutput<typeof unknownRow>

const plan = 'gsinventorytask:plan'
const review = 'gsinventorytask:review'
const settle = 'gsinventorytask:settle'
const sign = 'gsinventorytask:sign'
const task = v.strictObject({ taskId: idInput })
const changedOperations = ['gsinventoryplan.', 'gsinventorytask.', 'gsinventoryself.', 'workbench']
const changedByCount = [...changedOperations, ...changedByPosting]

export const countPlanList = operation({
  name: 'gsinventoryplan.list',
  path: '/api/goods/gsinventoryplan/list',
  title: '盘点计划列表',
  access: [plan],
  input: v.strictObject({ ...listInput }),
  output: pageOf(planRow),
  answer: 'page',
  reads: true,
})
export const countPlanInfo = operation({
  name: 'gsinventoryplan.info',
  method: 'GET',
  path: '/api/goods/gsinventoryplan/info/{id}',
  title: '盘点计划',
  access: [plan],
  input: byId,
  output: planRow,
  reads: true,
})
/** What a scope takes in now: how many, of what value, and whether an open task counts some of it already. */
export const countPlanPreview = operation({
  name: 'gsinventoryplan.preview',
  path: '/api/goods/gsinventoryplan/preview',
  title: '试算盘点范围',
  access: [plan],
  input: v.strictObject({ plan: countPlan }),
  output: v.object({
    assets: v.number(),
    consumables: v.number(),
    value: v.string(),
    places: v.number(),
    holders: v.number(),
    overlaps: v.array(v.object({ taskId: v.string(), code: v.string(), lines: v.number() })),
  }),
  reads: true,
})
export const countPlanSave = operation({
  name: 'gsinventoryplan.save',
  path: '/api/goods/gsinventoryplan/save',
  title: '新建盘点计划',
  access: [plan],
  input: v.strictObject({ plan: countPlan }),
  output: v.object({ id: v.string() }),
  changes: changedOperations,
})
export const countPlanUpdate = operation({
  name: 'gsinventoryplan.update',
  path: '/api/goods/gsinventoryplan/update',
  title: '修改盘点计划',
  access: [plan],
  input: v.strictObject({ id: idInput, version: v.number(), plan: countPlan }),
  output: v.object({ id: v.string() }),
  changes: changedOperations,
})
export const countPlanDelete = operation({
  name: 'gsinventoryplan.delete',
  path: '/api/goods/gsinventoryplan/delete',
  title: '删除盘点计划',
  access: [plan],
  input: byId,
  output: v.object({ id: v.string() }),
  changes: changedOperations,
})

export const countTaskList = operation({
  name: 'gsinventorytask.list',
  path: '/api/goods/gsinventorytask/list',
  title: '盘点任务列表',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, ...tableInput, state: v.optional(keyOf(countTaskStates)), mine: v.optional(v.boolean()) }),
  output: pageOf(taskRow),
  answer: 'page',
  reads: true,
})
export const countTaskInfo = operation({
  name: 'gsinventorytask.info',
  method: 'GET',
  path: '/api/goods/gsinventorytask/info/{id}',
  title: '盘点任务',
  access: 'signed-in',
  input: byId,
  output: v.object({
    ...taskRow.entries,
    plan: countPlan,
    names: v.record(v.string(), v.string()),
    shares: v.array(share),
    resultHash: v.nullable(v.string()),
    /** Why it was cancelled. */
    remark: v.nullable(v.string()),
  }),
  reads: true,
})
/** Opens a task of a plan: one statement writes down what the books say at one moment. */
export const countTaskOpen = operation({
  name: 'gsinventorytask.open',
  path: '/api/goods/gsinventorytask/open',
  title: '开始盘点',
  access: [plan],
  input: v.strictObject({ planId: idInput, name: v.optional(v.pipe(v.string(), v.maxLength(60))), dueOn: v.optional(v.string()) }),
  output: v.object({ id: v.string(), code: v.string(), expected: v.number() }),
  changes: changedOperations,
})
/** Says who counts what; replaces the shares that are not finished, those of certain lines only where it names such. */
export const countTaskShare = operation({
  name: 'gsinventorytask.share',
  path: '/api/goods/gsinventorytask/share',
  title: '分派盘点',
  access: [plan],
  input: v.strictObject({
    taskId: idInput,
    shares: v.pipe(
      v.array(
        v.strictObject({
          kind: keyOf(shareKinds),
          personId: v.optional(idInput),
          refId: v.optional(idInput),
          items: v.optional(v.pipe(v.array(idInput), v.maxLength(1000))),
          dueOn: v.optional(v.string()),
        }),
      ),
      v.maxLength(500),
    ),
  }),
  output: v.object({ shares: v.array(share) }),
  changes: changedOperations,
})

/** A device takes part: from here on it may send events, with or without a network in between. */
export const countTaskJoin = operation({
  name: 'gsinventorytask.join',
  path: '/api/goods/gsinventorytask/join',
  title: '加入盘点',
  access: 'signed-in',
  input: v.strictObject({
    taskId: idInput,
    device: v.pipe(v.string(), v.uuid()),
    appVersion: v.optional(v.pipe(v.string(), v.maxLength(40))),
  }),
  output: v.object({ ackedSeq: v.number(), round: v.number(), state: keyOf(countTaskStates), serverAt: v.string() }),
})
/**
 * What a device needs to count without a network, in pieces. The columns of a piece, each with an entry for every line, are
 * `[kind (0 asset, 1 consumable), id, code, epc, serial, modelAt, placeAt, holderAt, flags, seq, quantity, ownValues, ownKeysNotApplied]`;
 * `…At` point into the dictionaries; `ownValues` is JSON by the keys of the own fields that are to be confirmed, and empty in a blind count;
 * `ownKeysNotApplied` are those of them that an asset of this category does not have, with spaces between; a model is its id, its code (of a supply its unit) and its name. flags: 1 expected in this task, 2 photo wanted, 4 own share, 8 counted
 * in this round by other devices than `device`. Quantity is empty in a blind count. `since` asks for what changed, in the books or in the count.
 */
export const countTaskPack = operation({
  name: 'gsinventorytask.pack',
  path: '/api/goods/gsinventorytask/pack',
  title: '盘点数据包',
  countedApart: true,
  // Once in the envelope: as a result it would stand there twice, too far apart for gzip to see.
  answer: 'page',
  access: 'signed-in',
  input: v.strictObject({
    taskId: idInput,
    device: v.optional(v.pipe(v.string(), v.uuid())),
    since: v.optional(v.string()),
    after: v.optional(v.string()),
  }),
  output: v.object({
    version: v.string(),
    next: v.optional(v.string()),
    round: v.number(),
    state: keyOf(countTaskStates),
    plan: countPlan,
    places: v.array(v.tuple([v.string(), v.string(), v.string(), v.nullable(v.string())])),
    people: v.array(v.tuple([v.string(), v.string()])),
    models: v.array(v.tuple([v.string(), v.string(), v.string()])),
    columns: v.array(v.array(v.union([v.string(), v.number(), v.null()]))),
    gone: v.array(v.string()),
  }),
  reads: true,
})
/**
 * Takes the events of a device from `from` on, all of a batch or none. They are never refused for what they say. Where some are missing before them,
 * `wants` is the number to go on with and nothing was taken.
 */
export const countTaskPush = operation({
  name: 'gsinventorytask.push',
  path: '/api/goods/gsinventorytask/push',
  title: '上传盘点记录',
  countedApart: true,
  access: 'signed-in',
  input: v.strictObject({
    taskId: idInput,
    device: v.pipe(v.string(), v.uuid()),
    from: v.number(),
    events: v.pipe(v.array(countEvent), v.minLength(1), v.maxLength(200)),
    /** SHA-256 in hex of the events as sent, in JSON. */
    digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    /** The device's wall clock as it sends, and how many milliseconds the last exchange took. */
    clientAt: v.string(),
    roundTripMs: v.optional(v.number()),
  }),
  output: v.object({
    acked: v.number(),
    wants: v.optional(v.number()),
    dispositions: v.array(v.tuple([v.number(), keyOf(dispositions)])),
    serverAt: v.string(),
    state: keyOf(countTaskStates),
    round: v.number(),
  }),
  changes: [],
})
export const countTaskProgress = operation({
  name: 'gsinventorytask.progress',
  path: '/api/goods/gsinventorytask/progress',
  title: '盘点进度',
  access: 'signed-in',
  input: task,
  output: v.object({
    numbers: countNumbers,
    places: v.array(
      v.object({ id: v.nullable(v.string()), name: v.string(), expected: v.number(), done: v.number(), differing: v.number() }),
    ),
    departments: v.array(
      v.object({ id: v.nullable(v.string()), name: v.string(), expected: v.number(), done: v.number(), differing: v.number() }),
    ),
    people: v.array(v.object({ id: v.string(), name: v.string(), events: v.number(), lastAt: v.string() })),
    sources: v.record(v.string(), v.number()),
    devices: v.array(v.object({ person: v.string(), lastAt: v.string(), acked: v.number() })),
  }),
  reads: true,
})

const ownWhere: v.GenericSchema<Where> = whereInput

export const countTaskLines = operation({
  name: 'gsinventorytask.lines',
  path: '/api/goods/gsinventorytask/lines',
  title: '盘点明细',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    taskId: idInput,
    verdicts: v.optional(v.array(keyOf(verdicts))),
    differing: v.optional(v.boolean()),
    placeId: v.optional(idInput),
    departmentId: v.optional(idInput),
    holderId: v.optional(idInput),
    undecided: v.optional(v.boolean()),
    /** Own fields were said to be otherwise. */
    corrected: v.optional(v.boolean()),
    /** Of the own fields that the plan has confirmed. */
    where: v.optional(ownWhere),
    round: v.optional(v.number()),
  }),
  output: pageOf(lineRow),
  answer: 'page',
  reads: true,
})
/** One line with everything that was observed of it, oldest first. */
export const countTaskLine = operation({
  name: 'gsinventorytask.line',
  path: '/api/goods/gsinventorytask/line',
  title: '盘点资产明细',
  access: 'signed-in',
  input: v.strictObject({ taskId: idInput, itemId: idInput, account: v.optional(v.string()) }),
  output: v.object({
    line: lineRow,
    rounds: v.array(v.object({ round: v.number(), verdict: keyOf(verdicts), counted: v.nullable(v.string()) })),
    evidence: v.array(evidenceRow),
  }),
  reads: true,
})
export const countTaskUnknown = operation({
  name: 'gsinventorytask.unknown',
  path: '/api/goods/gsinventorytask/unknown',
  title: '未知编码',
  access: [review],
  input: v.strictObject({ ...listInput, taskId: idInput }),
  output: pageOf(unknownRow),
  answer: 'page',
  reads: true,
})
/** Says what an unknown code is: an asset whose label was lost, a thing without a card, or none of ours. */
export const countTaskResolve = operation({
  name: 'gsinventorytask.resolve',
  path: '/api/goods/gsinventorytask/resolve',
  title: '处理未知编码',
  access: [review],
  input: v.strictObject({
    taskId: idInput,
    id: v.optional(idInput),
    becomes: v.picklist(['linked', 'surplus', 'foreign'] as const),
    assetId: v.optional(idInput),
    surplus: v.optional(
      v.strictObject({
        modelId: idInput,
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
        placeId: idInput,
        price: v.optional(v.string()),
        serial: v.optional(v.string()),
        file: v.optional(v.string()),
      }),
    ),
  }),
  output: v.object({ id: v.string() }),
  changes: changedOperations,
})
/** Marks every unknown code of a task that is still open as none of ours. */
export const countTaskDismissUnknown = operation({
  name: 'gsinventorytask.dismissUnknown',
  path: '/api/goods/gsinventorytask/dismissUnknown',
  title: '未知编码都不是我们的',
  access: [review],
  input: v.strictObject({ taskId: idInput }),
  output: v.object({ dismissed: v.number() }),
  changes: changedOperations,
})
/** Decides on lines, or on all that a filter of the list means. */
export const countTaskDecide = operation({
  name: 'gsinventorytask.decide',
  path: '/api/goods/gsinventorytask/decide',
  title: '处理差异',
  access: [review],
  input: v.strictObject({
    taskId: idInput,
    lines: v.optional(v.pipe(v.array(v.strictObject({ itemId: idInput, account: v.string() })), v.maxLength(1000))),
    filter: v.optional(v.strictObject({ verdicts: v.optional(v.array(keyOf(verdicts))), placeId: v.optional(idInput) })),
    decision: keyOf(decisions),
    reason: v.optional(keyOf(differenceReasons)),
    note: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  output: v.object({ decided: v.number() }),
  changes: changedOperations,
})
/** Ends the counting and begins the review; what has no evidence then is missing. */
export const countTaskReview = operation({
  name: 'gsinventorytask.review',
  path: '/api/goods/gsinventorytask/review',
  title: '结束盘点',
  access: [review],
  input: task,
  output: v.object({ numbers: countNumbers }),
  changes: changedOperations,
})
/** A further round of the lines that were sent to recount, for a person who has not counted them. */
export const countTaskRecount = operation({
  name: 'gsinventorytask.recount',
  path: '/api/goods/gsinventorytask/recount',
  title: '复盘',
  access: [review],
  input: v.strictObject({ taskId: idInput, personId: v.optional(idInput) }),
  output: v.object({ round: v.number(), lines: v.number() }),
  changes: changedOperations,
})
/** Makes the documents of what was decided, in the background; asked for again it goes on. */
export const countTaskSettle = operation({
  name: 'gsinventorytask.settle',
  path: '/api/goods/gsinventorytask/settle',
  title: '生成处理单',
  access: [settle],
  input: task,
  output: v.object({ lines: v.number() }),
  changes: changedByCount,
})
export const countTaskDocuments = operation({
  name: 'gsinventorytask.documents',
  path: '/api/goods/gsinventorytask/documents',
  title: '盘点处理单',
  access: 'signed-in',
  input: task,
  output: v.array(v.object({ id: v.string(), kind: v.string(), code: v.string(), state: v.string(), lines: v.number(), place: idName })),
  reads: true,
})
/** Signs what was found: the hash of the results as they stand. `strokes` is the picture of the signature as an uploaded file. */
export const countTaskSign = operation({
  name: 'gsinventorytask.sign',
  path: '/api/goods/gsinventorytask/sign',
  title: '签字确认',
  access: [sign],
  input: v.strictObject({
    taskId: idInput,
    role: keyOf(signatureRoles),
    hash: v.string(),
    file: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  output: v.object({ id: v.string() }),
  changes: changedOperations,
})
export const countTaskClose = operation({
  name: 'gsinventorytask.close',
  path: '/api/goods/gsinventorytask/close',
  title: '完成盘点',
  access: [settle],
  input: task,
  output: v.object({ resultHash: v.string() }),
  changes: changedOperations,
})
export const countTaskCancel = operation({
  name: 'gsinventorytask.cancel',
  path: '/api/goods/gsinventorytask/cancel',
  title: '取消盘点',
  access: [plan],
  input: v.strictObject({ taskId: idInput, reason: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  output: v.object({ id: v.string() }),
  changes: changedOperations,
})
/** What the report says; its PDF and its sheet are made of the same. */
export const countTaskReport = operation({
  name: 'gsinventorytask.report',
  path: '/api/goods/gsinventorytask/report',
  title: '盘点报告',
  access: 'signed-in',
  input: task,
  output: v.object({
    task: taskRow,
    plan: countPlan,
    resultHash: v.string(),
    accuracy: v.object({ lines: v.string(), value: v.string() }),
    totals: v.array(
      v.object({
        by: v.picklist(['place', 'department', 'category'] as const),
        name: v.string(),
        expected: v.number(),
        found: v.number(),
        missing: v.number(),
        surplus: v.number(),
        other: v.number(),
        value: v.string(),
      }),
    ),
    shortage: v.object({ lines: v.number(), value: v.string() }),
    surplus: v.object({ lines: v.number(), value: v.string() }),
    /** What accountants do with it. */
    hints: v.array(v.object({ title: v.string(), words: v.string(), value: v.string() })),
    signatures: v.array(
      v.object({ role: keyOf(signatureRoles), person: idName, at: v.string(), file: v.nullable(v.string()), before: v.boolean() }),
    ),
    rounds: v.array(v.object({ round: v.number(), lines: v.number(), people: v.array(v.string()) })),
  }),
  reads: true,
  readsReplica: true,
})
export type CountReport = OutputOf<typeof countTaskReport>
