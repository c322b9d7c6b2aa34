import * as v from 'valibot'
import { entryOf } from '../../kernel/assert.ts'
import { fieldsAtMost, selectedAtMost } from './limits.ts'
import { documentKinds } from '../documents/all.ts'
import { recordCodeOf } from '../records/code.ts'
import { recordKinds } from '../records/all.ts'
import type { RecordKind } from '../records/define.ts'
import { anything, byId, changedByDecision, changedByRecord, idInput, nothing, operation } from '../operations/define.ts'

/** What is chosen: things by their ids, or everything that a question to their list finds, but some. */
export const selectionInput = v.union(
  [
    v.strictObject({
      ids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(selectedAtMost, '最多{max}项')),
    }),
    v.strictObject({ asked: anything, except: v.optional(v.pipe(v.array(idInput), v.maxLength(selectedAtMost - 1, '最多{max}项')), []) }),
  ],
  '选择的内容有误',
)
export type Selected = v.InferOutput<typeof selectionInput>

const changes = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(60)), v.unknown()),
  v.check((changes) => Object.keys(changes).length > 0, '请选择要修改的字段'),
  v.check((changes) => Object.keys(changes).length <= fieldsAtMost, '字段太多'),
)

/** Why some cannot be done: how many, and the first of them by name. */
const obstacle = v.object({ words: v.string(), count: v.number(), names: v.array(v.string()) })
export type Obstacle = v.InferOutput<typeof obstacle>

/** What a change would do. */
const preview = v.object({
  total: v.number(),
  changing: v.number(),
  /** How many say so already. */
  same: v.number(),
  cannot: v.array(obstacle),
  /** Field by field: what it will be, and what stands there now, the most frequent first; `others` is how many have something else still. */
  fields: v.array(
    v.object({
      key: v.string(),
      label: v.string(),
      to: v.string(),
      from: v.array(v.object({ words: v.string(), count: v.number() })),
      others: v.number(),
    }),
  ),
  /** Stands for what was looked at: a job that is begun with it is refused where something of it has changed since. */
  seen: v.string(),
})
export type BulkPreview = v.InferOutput<typeof preview>

export const bulkWorks = ['change', 'undo', 'delete', 'documents'] as const
export type BulkWork = (typeof bulkWorks)[number]
export const bulkStates = ['running', 'done', 'cancelled'] as const

/** A piece of work on many things, and how far it is. */
const job = v.object({
  id: v.string(),
  work: v.picklist(bulkWorks),
  noun: v.string(),
  /** What it is, in words. */
  title: v.string(),
  /** It took a change back; undoing it makes the change again. */
  takesBack: v.boolean(),
  state: v.picklist(bulkStates),
  total: v.number(),
  done: v.number(),
  /** How many could not be done, or not wholly. */
  failed: v.number(),
  userName: v.string(),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
  mayUndo: v.boolean(),
  /** The work that put it back, or is about to. */
  undoneBy: v.nullable(v.string()),
  documents: v.array(v.object({ id: v.string(), kind: v.string(), code: v.string(), count: v.number() })),
})
export type BulkJob = v.InferOutput<typeof job>

const operationsOf = (kind: RecordKind) => {
  const code = recordCodeOf(kind)
  const base = `/api/${kind.path}/bulk`
  return {
    /** The ids of what is chosen, in the order of the list. */
    selected: operation({
      name: `${code}.bulkSelected`,
      path: `${base}/selected`,
      title: '选中的{title}',
      kind: kind.title,
      access: kind.readBy === 'everybody' ? 'signed-in' : [`${code}:list`],
      input: v.strictObject({ selection: selectionInput }),
      output: v.object({ ids: v.array(v.string()) }),
      reads: true,
    }),
    preview: operation({
      name: `${code}.bulkPreview`,
      path: `${base}/preview`,
      title: '预览批量修改{title}',
      kind: kind.title,
      access: [`${code}:update`],
      input: v.strictObject({ selection: selectionInput, changes }),
      output: preview,
      reads: true,
    }),
    /** Begins a change of fields under the client's id; `seen` is of the preview that a person agreed to. */
    change: operation({
      name: `${code}.bulkChange`,
      path: `${base}/change`,
      title: '批量修改{title}',
      kind: kind.title,
      access: [`${code}:update`],
      byKey: 'never',
      changes: ['bulk.'],
      input: v.strictObject({ id: idInput, selection: selectionInput, changes, seen: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
      output: job,
    }),
    /** Begins to delete what nothing refers to; the others stay and are told. */
    delete: operation({
      name: `${code}.bulkDelete`,
      path: `${base}/delete`,
      title: '批量删除{title}',
      kind: kind.title,
      access: [`${code}:delete`],
      byKey: 'never',
      changes: ['bulk.'],
      input: v.strictObject({ id: idInput, selection: selectionInput }),
      output: job,
    }),
  }
}

const byNoun = new Map(recordKinds.map((kind) => [kind.noun, operationsOf(kind)]))

/** The calls on many records of one kind. */
export const bulkOperationsOf = (kind: RecordKind): ReturnType<typeof operationsOf> => entryOf(byNoun, kind.noun)

const documentKind = v.picklist(
  documentKinds.map(({ kind }) => kind),
  '单据类型有误',
)

export const bulkOperations = {
  /** The kinds of documents that may be begun for chosen assets, and for how many of them. */
  offers: operation({
    name: 'bulk.offers',
    path: '/api/bulk/offers',
    title: '可批量办理的业务',
    access: 'signed-in',
    input: v.strictObject({ selection: selectionInput }),
    output: v.object({
      total: v.number(),
      /** `documents`: how many it would take. */
      kinds: v.array(v.object({ kind: v.string(), fits: v.number(), documents: v.number(), cannot: v.array(obstacle) })),
    }),
    reads: true,
  }),
  /** Those of the chosen assets that a kind of document may be begun for. */
  fitting: operation({
    name: 'bulk.fitting',
    path: '/api/bulk/fitting',
    title: '可办理的资产',
    access: 'signed-in',
    input: v.strictObject({ selection: selectionInput, kind: documentKind }),
    output: v.object({ ids: v.array(v.string()) }),
    reads: true,
  }),
  /** What a form that is about to begin with these assets shows of them. */
  pieces: operation({
    name: 'bulk.pieces',
    path: '/api/bulk/pieces',
    title: '选中资产的卡片',
    access: 'signed-in',
    input: v.strictObject({ ids: v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(1000, '最多{max}项')) }),
    output: v.object({ list: v.array(v.looseObject({ id: v.string(), version: v.number(), names: v.record(v.string(), v.string()) })) }),
    reads: true,
  }),
  /** Begins to make and hand in documents of a kind with one header, as many as the chosen assets need. */
  documents: operation({
    name: 'bulk.documents',
    path: '/api/bulk/documents',
    title: '批量办理',
    access: 'signed-in',
    changes: ['bulk.'],
    input: v.strictObject({ id: idInput, selection: selectionInput, kind: documentKind, header: anything, deptId: v.optional(idInput) }),
    output: job,
  }),
  /** The caller's works, newest first; administrators see everyone's. */
  list: operation({
    name: 'bulk.list',
    path: '/api/bulk/list',
    title: '批量操作记录',
    access: 'signed-in',
    input: nothing,
    output: v.object({ list: v.array(job) }),
    reads: true,
  }),
  status: operation({
    name: 'bulk.status',
    path: '/api/bulk/status',
    title: '批量操作进度',
    access: 'signed-in',
    input: byId,
    output: job,
    reads: true,
  }),
  /** What could not be done, or not wholly, and why. */
  failed: operation({
    name: 'bulk.failed',
    path: '/api/bulk/failed',
    title: '未能完成的项目',
    access: 'signed-in',
    input: byId,
    output: v.object({ list: v.array(v.object({ id: v.string(), name: v.string(), words: v.string() })) }),
    reads: true,
  }),
  /** Ends it where it is: what is done stays done. */
  cancel: operation({
    name: 'bulk.cancel',
    path: '/api/bulk/cancel',
    title: '停止批量操作',
    access: 'signed-in',
    changes: ['bulk.'],
    input: byId,
    output: job,
  }),
  /** Puts back, under an id of its own, what still stands as a change of fields left it. */
  undo: operation({
    name: 'bulk.undo',
    path: '/api/bulk/undo',
    title: '撤销批量修改',
    access: 'signed-in',
    changes: ['bulk.'],
    input: v.strictObject({ id: idInput, undoes: idInput }),
    output: job,
  }),
} as const

/** What is read differently once a work has gone on. */
export const changedByWork: Readonly<Record<BulkWork, readonly string[]>> = {
  change: changedByRecord,
  undo: changedByRecord,
  delete: changedByRecord,
  documents: changedByDecision,
}
