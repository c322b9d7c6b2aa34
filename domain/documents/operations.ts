import { keysOf } from '../../kernel/keysOf.ts'
import * as v from 'valibot'
import { entryOf } from '../../kernel/assert.ts'
import { isId } from '../../kernel/id.ts'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { documentKinds } from './all.ts'
import { codeOf, type DocumentKind, documentStates, isReceived, linesAtMost, pathOf } from './define.ts'
import { partialReceipt } from './partialReceiptInput.ts'
import { fulfilment, relatedDocuments } from './related.ts'
import { day } from '../operations/day.ts'
import {
  anything,
  byId,
  changedByDecision,
  changedByPosting,
  idInput,
  idsInput,
  listInput,
  operation,
  type Operation,
  pageOf,
  sortedBy,
} from '../operations/define.ts'
import { tableInput } from '../tables/view.ts'

const states = keysOf(documentStates)

/** `givenUp`: what of its quantity no one fulfils any more. */
const lineRow = v.looseObject({ lineNo: v.number(), doneQuantity: v.string(), givenUp: v.string() })

/** One document as it is answered: `names` has the names of everything it refers to, by id. */
const documentRow = {
  id: v.string(),
  kind: v.string(),
  code: v.string(),
  state: v.picklist(states),
  stage: v.number(),
  authorUid: v.string(),
  authorName: v.string(),
  subjectName: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  summary: v.string(),
  sourceId: v.nullable(v.string()),
  processId: v.nullable(v.string()),
  /** The number of its application, by which people call that. */
  processNumber: v.nullable(v.string()),
  /** How far its lines are fulfilled, of one in the books whose lines others fulfil; otherwise null. */
  fulfilled: fulfilment,
  version: v.number(),
  createdAt: v.string(),
  submittedAt: v.nullable(v.string()),
  postedAt: v.nullable(v.string()),
}
const listRow = v.object(documentRow)
/** A row of the list of a kind: with the columns of its header by their keys, and the names of what these refer to. */
const listedRow = v.looseObject({ ...documentRow, names: v.record(v.string(), v.string()) })
export const documentInfo = v.object({
  ...documentRow,
  relatedDocuments,
  deptId: v.nullable(v.string()),
  header: anything,
  lines: v.array(lineRow),
  names: v.record(v.string(), v.string()),
  pictures: v.record(v.string(), v.string()),
  /** How many asked earlier for what it waits for; null for one that waits for nothing. */
  ahead: v.nullable(v.number()),
  /** The assets that came into being with it, in the order of its lines; the first of them where they are very many. */
  created: v.array(v.object({ id: v.string(), code: v.string() })),
  /** Where several people receive it: who confirms which lines, when he did, what he signed, and whether the caller may confirm for him now. */
  receipts: v.array(
    v.object({
      uid: v.string(),
      name: v.string(),
      lineNos: v.array(v.number()),
      confirmedAt: v.nullable(v.string()),
      /** Who confirmed it for him; null where he did so himself. */
      standIn: v.nullable(v.string()),
      signature: v.nullable(v.string()),
      may: v.nullable(v.picklist(['confirm', 'return'])),
    }),
  ),
  events: v.array(v.object({ action: v.string(), actorName: v.string(), at: v.string(), details: anything })),
  /** What the caller may do with it now. */
  may: v.object({
    update: v.boolean(),
    submit: v.boolean(),
    withdraw: v.boolean(),
    delete: v.boolean(),
    reverse: v.boolean(),
    advance: v.nullable(v.string()),
    fulfil: v.array(v.string()),
    giveUp: v.boolean(),
    /** Whether he may open its application. */
    openApplication: v.boolean(),
  }),
})
export type DocumentRow = v.InferOutput<typeof listRow>
export type ListedDocument = v.InferOutput<typeof listedRow>
export type DocumentInfo = v.InferOutput<typeof documentInfo>

/** What lists of documents sort by. */
export const documentSorts = ['code', 'state', 'amount', 'createdAt', 'submittedAt', 'postedAt'] as const

/** The body of a document: `lines` in order; `sourceLine` names the line of the followed document. */
const body = {
  header: v.optional(anything),
  lines: v.optional(v.pipe(v.array(anything, '应为列表'), v.maxLength(linesAtMost, '最多{max}行'))),
  sourceId: v.optional(v.nullable(idInput)),
}

/** The department that is applied for, one of the author's; the main one if none is named. */
const deptId = v.optional(idInput)

/** Done by a keeper at once, without approval: what the person who received it signed, and of several people each of them, by their ids. */
const direct = v.strictObject({
  signature: v.optional(storedPath),
  signatures: v.optional(
    v.record(
      v.pipe(
        v.string(),
        v.check((key) => isId(key), '编号有误'),
      ),
      storedPath,
    ),
  ),
})
export type Direct = v.InferOutput<typeof direct>

/** The paper itself: found and read. */
const readOperationsOf = (kind: DocumentKind) => {
  const base = `/api/${pathOf(kind)}`
  const code = codeOf(kind)
  return {
    list: operation({
      name: `${code}.list`,
      path: `${base}/list`,
      title: '{title}列表',
      kind: kind.title,
      access: [`${code}:list`],
      input: v.strictObject({
        ...listInput,
        sidx: sortedBy(...documentSorts),
        ...tableInput,
        state: v.optional(v.union([v.picklist(states, '状态有误'), v.array(v.picklist(states, '状态有误'))])),
        mine: v.optional(v.boolean()),
        authorUid: v.optional(idInput),
        sourceId: v.optional(idInput),
        /** Only those in the books with lines that others have still to fulfil, or only the others. */
        open: v.optional(v.boolean()),
        from: v.optional(day),
        to: v.optional(day),
      }),
      output: pageOf(listedRow),
      answer: 'page',
      reads: true,
    }),
    info: operation({
      name: `${code}.info`,
      method: 'GET',
      path: `${base}/info/{id}`,
      title: '{title}详情',
      kind: kind.title,
      access: 'signed-in',
      input: byId,
      output: documentInfo,
      reads: true,
    }),
  }
}

/** The paper itself: written and thrown away. */
const writeOperationsOf = (kind: DocumentKind) => {
  const base = `/api/${pathOf(kind)}`
  const code = codeOf(kind)
  return {
    save: operation({
      name: `${code}.save`,
      path: `${base}/save`,
      title: '新建{title}',
      kind: kind.title,
      access: [`${code}:save`],
      input: v.strictObject({ id: v.optional(idInput), ...body, deptId }),
      output: documentInfo,
    }),
    update: operation({
      name: `${code}.update`,
      path: `${base}/update`,
      title: '修改{title}',
      kind: kind.title,
      access: [`${code}:save`],
      input: v.strictObject({ id: idInput, version: v.optional(v.number()), ...body, deptId }),
      output: documentInfo,
    }),
    delete: operation({
      name: `${code}.delete`,
      path: `${base}/delete`,
      title: '删除{title}',
      kind: kind.title,
      access: [`${code}:save`],
      input: idsInput,
      output: v.object({ deleted: v.number() }),
    }),
    checkFieldValue: operation({
      name: `${code}.checkFieldValue`,
      path: `${base}/checkFieldValue`,
      title: '检查{title}单号',
      kind: kind.title,
      access: [`${code}:list`],
      input: v.strictObject({
        fieldName: v.picklist(['code'], '字段有误'),
        fieldValue: v.pipe(v.string(), v.maxLength(60)),
        id: v.optional(idInput),
      }),
      output: v.object({ exists: v.boolean() }),
      reads: true,
    }),
  }
}

/** What its author does about its approval. */
const approvalOperationsOf = (kind: DocumentKind) => {
  const base = `/api/${pathOf(kind)}`
  const code = codeOf(kind)
  return {
    submit: operation({
      name: `${code}.submit`,
      path: `${base}/submit`,
      title: '提交{title}',
      changes: changedByDecision,
      kind: kind.title,
      access: [`${code}:submit`],
      /** With `header` and `lines` it is saved and submitted in one go, where it still has the `version` that was read. `chosen` names approvers where the flow lets the initiator choose. */
      input: v.strictObject({
        id: idInput,
        version: v.optional(v.number()),
        ...body,
        deptId,
        chosen: v.optional(v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.array(idInput), v.maxLength(50)))),
        direct: v.optional(direct),
      }),
      output: v.object({ id: v.string(), code: v.string(), state: v.picklist(states), processId: v.nullable(v.string()) }),
    }),
    withdraw: operation({
      name: `${code}.withdraw`,
      path: `${base}/withdraw`,
      title: '撤回{title}',
      changes: changedByDecision,
      kind: kind.title,
      access: [`${code}:submit`],
      input: v.strictObject({ id: idInput, comment: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
      output: v.object({ id: v.string(), state: v.picklist(states) }),
    }),
  }
}

/** What becomes of it once it is approved. */
const fulfilmentOperationsOf = (kind: DocumentKind) => {
  const base = `/api/${pathOf(kind)}`
  const code = codeOf(kind)
  return {
    reverse: operation({
      name: `${code}.reverse`,
      path: `${base}/reverse`,
      title: '冲销{title}',
      changes: changedByDecision,
      kind: kind.title,
      access: [`${code}:reverse`],
      input: v.strictObject({ id: idInput, reason: v.optional(v.pipe(v.string(), v.maxLength(140))) }),
      output: v.object({ id: v.string(), state: v.picklist(states) }),
    }),
    giveUp: operation({
      name: `${code}.giveUp`,
      path: `${base}/giveUp`,
      title: '{title}：余下的不再办理',
      changes: changedByPosting,
      kind: kind.title,
      access: 'signed-in',
      input: v.strictObject({ id: idInput, reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(140))) }),
      output: v.object({ id: v.string() }),
    }),
    advance: operation({
      name: `${code}.advance`,
      path: `${base}/advance`,
      title: '办理{title}',
      changes: changedByDecision,
      kind: kind.title,
      access: isReceived(kind) ? 'signed-in' : [`${code}:advance`],
      input: v.strictObject({
        id: idInput,
        stage: v.pipe(v.string(), v.maxLength(30)),
        signature: v.optional(storedPath),
        /** Of several people who receive it, the one for whom it is confirmed; the caller where absent. */
        receiver: v.optional(idInput),
        /** Where a receiver has less than was handed to him. */
        part: v.optional(partialReceipt),
      }),
      output: v.object({ id: v.string(), state: v.picklist(states), stage: v.number() }),
    }),
  }
}

const operationsOf = (kind: DocumentKind) => ({
  ...readOperationsOf(kind),
  ...writeOperationsOf(kind),
  ...approvalOperationsOf(kind),
  ...fulfilmentOperationsOf(kind),
})
export type DocumentOperations = ReturnType<typeof operationsOf>

const byKind = new Map(documentKinds.map((kind) => [kind.kind, operationsOf(kind)]))

/** The calls of one document kind. */
export const documentOperations = (kind: DocumentKind): DocumentOperations => entryOf(byKind, kind.kind)

/** Requests of employees that wait for a keeper to name the pieces. */
export const openRequests = operation({
  name: 'gsapplyoutstockorder.list',
  path: '/api/goods/gsapplyoutstockorder/list',
  title: '待发放的申领',
  access: ['gsapplyoutstockorder:list'],
  input: v.strictObject({ ...listInput, ...tableInput }),
  output: pageOf(listRow),
  answer: 'page',
  reads: true,
})

/** What waits for the caller to confirm that it arrived: at him, or at a place that he manages. The oldest first. */
export const receipts = operation({
  name: 'receipt.list',
  path: '/api/pro/receipt/list',
  title: '待我确认',
  access: 'signed-in',
  /** `item`: only what brings this piece. */
  input: v.strictObject({ ...listInput, ...tableInput, item: v.optional(idInput) }),
  output: pageOf(listRow),
  answer: 'page',
  reads: true,
})

export const allDocumentOperations: readonly Operation[] = [
  ...[...byKind.values()].flatMap((operations) => Object.values(operations)),
  openRequests,
  receipts,
]
