import * as v from 'valibot'
import { entryOf } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { recordKinds } from './all.ts'
import { filterFieldsOf, type RecordKind } from './define.ts'
import { isOwnKey, ownFieldKey } from './ownFields/ownField.ts'
import { tableInput } from '../tables/view.ts'
import {
  anything,
  byId,
  changedByRecord,
  idInput,
  idsInput,
  listInput,
  nothing,
  operation,
  type Operation,
  pageOf,
  sortedBy,
} from '../operations/define.ts'

/** A record as it is answered: its fields, `id` and the contract's own name for it, and the names of what it refers to. */
export type RecordRow = { id: Id; version: number; names: Record<string, string>; why?: FoundWhy | null } & Record<string, unknown>
/** Of a row that a keyword found: where it stands, where that is neither its name nor its code. */
export type FoundWhy = v.InferOutput<typeof reason>
const reason = v.object({ label: v.string(), value: v.string() })
const row = v.looseObject({
  id: v.string(),
  version: v.number(),
  names: v.record(v.string(), v.string()),
  why: v.optional(v.nullable(reason)),
})

const noun = (kind: RecordKind): string => kind.path.slice(kind.path.indexOf('/') + 1)

/** The calls every record kind has. */
export type RecordOperations = ReturnType<typeof operationsOf>

const knownQuestion = v.strictObject({ ...listInput, sidx: sortedBy(), ...tableInput })
/** What is asked of a list: besides the words of every list the kind's own. */
type QuestionSchema = v.GenericSchema<
  v.InferInput<typeof knownQuestion> & Readonly<Record<string, unknown>>,
  v.InferOutput<typeof knownQuestion>
>
/** What is written: the fields of the kind. */
type WrittenSchema = v.GenericSchema<Readonly<Record<string, unknown>>>

const ownIdsOf = (kind: RecordKind) => ({ id: v.optional(idInput), [kind.idName]: v.optional(idInput) })

/** The fields of a kind as they are sent, each of them optional; `ownValues` holds those of the organisation by their keys. */
const sentFieldsOf = (kind: RecordKind) => ({
  ...Object.fromEntries(Object.keys(kind.fields).map((key) => [key, v.optional(v.unknown())])),
  ownValues: v.optional(v.record(ownFieldKey, v.unknown())),
})

/** The values of a record as they are sent: own ones apart from the others. */
export const sentValues = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const [ownEntries, entries] = [true, false].map((isOwn) => Object.entries(values).filter(([key]) => isOwnKey(key) === isOwn))
  return { ...Object.fromEntries(entries ?? []), ...(ownEntries?.length && { ownValues: Object.fromEntries(ownEntries) }) }
}

const questionOf = (kind: RecordKind): QuestionSchema => {
  const filters = Object.fromEntries(Object.keys(filterFieldsOf(kind)).map((key) => [key, v.optional(v.union([v.string(), v.number()]))]))
  const extra = Object.fromEntries((kind.listWords ?? []).map((key) => [key, v.optional(v.union([v.string(), v.number(), v.boolean()]))]))
  return v.strictObject({ ...listInput, sidx: sortedBy(...kind.sorts), ...tableInput, ...filters, ...extra })
}

const readOperationsOf = (kind: RecordKind) => {
  const base = `/api/${kind.path}`
  const code = noun(kind)
  return {
    list: operation({
      name: `${code}.list`,
      path: `${base}/list`,
      title: '{title}列表',
      kind: kind.title,
      access: kind.readBy === 'everybody' ? 'signed-in' : [`${code}:list`],
      input: questionOf(kind),
      output: pageOf(row),
      answer: 'page',
      reads: true,
    }),
    info: operation({
      name: `${code}.info`,
      method: 'GET',
      path: `${base}/info/{id}`,
      title: '{title}详情',
      kind: kind.title,
      access: kind.readBy === 'everybody' ? 'signed-in' : [`${code}:list`],
      input: byId,
      output: row,
      reads: true,
    }),
  }
}

const writeOperationsOf = (kind: RecordKind) => {
  const base = `/api/${kind.path}`
  const code = noun(kind)
  const newFields: WrittenSchema = v.strictObject({ ...ownIdsOf(kind), ...sentFieldsOf(kind) })
  const changedFields: WrittenSchema = v.strictObject({ ...ownIdsOf(kind), version: v.optional(v.number()), ...sentFieldsOf(kind) })
  return {
    save: operation({
      name: `${code}.save`,
      path: `${base}/save`,
      title: '新增{title}',
      changes: changedByRecord,
      kind: kind.title,
      access: [`${code}:save`],
      input: newFields,
      output: row,
    }),
    update: operation({
      name: `${code}.update`,
      path: `${base}/update`,
      title: '修改{title}',
      changes: changedByRecord,
      kind: kind.title,
      access: [`${code}:update`],
      input: changedFields,
      output: row,
    }),
    delete: operation({
      name: `${code}.delete`,
      path: `${base}/delete`,
      title: '删除{title}',
      changes: changedByRecord,
      kind: kind.title,
      access: [`${code}:delete`],
      /** `confirmed`: the person who asks was told what goes with it. */
      input: v.strictObject({ ...idsInput.entries, confirmed: v.optional(v.boolean('应为是或否')) }),
      output: v.object({ deleted: v.number() }),
    }),
  }
}

/** What is asked of values before they are written. */
const checkOperationsOf = (kind: RecordKind) => {
  const base = `/api/${kind.path}`
  const code = noun(kind)
  return {
    /** The next code of its series that nothing has yet; null for a kind whose code is not proposed. */
    freeCode: operation({
      name: `${code}.freeCode`,
      path: `${base}/freeCode`,
      title: '{title}的下一个编码',
      kind: kind.title,
      access: [`${code}:save`],
      input: nothing,
      output: v.object({ code: v.nullable(v.string()) }),
      reads: true,
    }),
    checkFieldValue: operation({
      name: `${code}.checkFieldValue`,
      path: `${base}/checkFieldValue`,
      title: '检查{title}是否重复',
      kind: kind.title,
      access: [`${code}:save`, `${code}:update`],
      input: v.strictObject({
        fieldName: v.picklist(kind.unique, '字段有误'),
        fieldValue: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200)),
        id: v.optional(idInput),
        [kind.idName]: v.optional(idInput),
      }),
      output: v.object({ exists: v.boolean() }),
      reads: true,
    }),
  }
}

const operationsOf = (kind: RecordKind) => ({ ...readOperationsOf(kind), ...writeOperationsOf(kind), ...checkOperationsOf(kind) })

const byNoun = new Map(recordKinds.map((kind) => [kind.noun, operationsOf(kind)]))

/** The calls of one record kind. */
export const recordOperations = (kind: RecordKind): RecordOperations => entryOf(byNoun, kind.noun)

export const allRecordOperations: readonly Operation[] = [...byNoun.values()].flatMap((operations) => Object.values(operations))

const locationBase = '/api/goods/gsgoodsloc'

/** Locations as a tree, each with its `children`. */
export const locationTree = operation({
  name: 'gsgoodsloc.treelist',
  path: `${locationBase}/treelist`,
  title: '区域树',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, managerUid: v.optional(idInput) }),
  output: v.array(anything),
  reads: true,
})

/** The people who have no location to manage or use. */
export const peopleWithoutLocation = operation({
  name: 'gsgoodsloc.getUserNoAddress',
  path: `${locationBase}/getUserNoAddress`,
  title: '未分配区域的人员',
  access: ['gsgoodsloc:list'],
  /** `uid`: whether it is one of them. */
  input: v.strictObject({ ...listInput, uid: v.optional(idInput) }),
  output: pageOf(v.object({ uid: v.string(), userName: v.string(), deptId: v.nullable(v.string()), deptName: v.nullable(v.string()) })),
  answer: 'page',
  reads: true,
})

/** A keyword where it is text; clients also send it as a mere flag. */
const wordOrFlag = v.union([v.boolean(), v.number(), v.pipe(v.string(), v.maxLength(100))])

/** Who manages and who uses which location. */
export const locationPeople = operation({
  name: 'gslocuser.list',
  path: '/api/goods/gslocuser/list',
  title: '区域人员',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    uid: v.optional(idInput),
    locId: v.optional(idInput),
    managerUid: v.optional(idInput),
    queryLike: v.optional(wordOrFlag),
    locQuery: v.optional(wordOrFlag),
  }),
  output: pageOf(
    v.object({
      locId: v.string(),
      locName: v.string(),
      locCode: v.string(),
      uid: v.string(),
      userName: v.string(),
      kind: v.picklist(['manager', 'user']),
    }),
  ),
  answer: 'page',
  reads: true,
})

const people = v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(50, '最多{max}项'))

/** Says who manages a location besides its first manager, and who uses it; the person who is not named any more does not. */
export const locationPeopleSave = operation({
  name: 'gslocuser.save',
  path: '/api/goods/gslocuser/save',
  title: '分配区域人员',
  changes: ['gslocuser', 'gsgoodsloc', 'auth.getCurUser'],
  access: ['gslocuser:save'],
  input: v.strictObject({ locId: idInput, managers: people, users: people }),
  output: v.object({ managers: v.number(), users: v.number() }),
})

/** Gives every location that a person manages, as the first or besides, to another person; who uses what stays. */
export const locationHandOver = operation({
  name: 'gslocuser.handOver',
  path: '/api/goods/gslocuser/handOver',
  title: '移交管理的区域',
  changes: ['gslocuser', 'gsgoodsloc', 'addressbook', 'sysuser', 'person'],
  access: ['gslocuser:save'],
  input: v.strictObject({ uid: idInput, toUid: idInput }),
  output: v.object({ moved: v.number() }),
})

/** The asset behind a code, serial number, tag or id that a scanner read. */
export const assetScan = operation({
  name: 'gsgoodsinstance.scan',
  path: '/api/goods/gsgoodsinstance/scan',
  title: '扫码查资产',
  access: 'signed-in',
  input: v.strictObject({ code: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入编码'), v.maxLength(200, '编码过长')) }),
  output: row,
  reads: true,
})

/** Everything that ever happened to an asset, newest first. */
export const assetHistory = operation({
  name: 'gsgoodsinstance.history',
  path: '/api/goods/gsgoodsinstance/history',
  title: '资产履历',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, instanceId: idInput }),
  output: pageOf(
    v.object({
      id: v.string(),
      at: v.string(),
      action: v.string(),
      actorName: v.nullable(v.string()),
      documentId: v.nullable(v.string()),
      documentKind: v.nullable(v.string()),
      documentCode: v.nullable(v.string()),
      changes: v.array(v.object({ field: v.string(), label: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })),
    }),
  ),
  answer: 'page',
  reads: true,
})

/** The assets the caller holds (`inUse`) or has borrowed (`lent`). */
export const myAssets = operation({
  name: 'gsgoodsinstance.mine',
  path: '/api/goods/gsgoodsinstance/mine',
  title: '我的资产',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, state: v.optional(v.picklist(['inUse', 'lent', 'inRepair'], '状态有误')) }),
  output: pageOf(row),
  answer: 'page',
  reads: true,
})

const stockRow = v.object({
  id: v.string(),
  goodsId: v.string(),
  goodsCode: v.string(),
  goodsName: v.string(),
  goodsImage: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  spec: v.nullable(v.string()),
  catName: v.nullable(v.string()),
  locId: v.string(),
  locName: v.string(),
  onHand: v.string(),
  reserved: v.string(),
  available: v.string(),
  value: v.string(),
  unitCost: v.string(),
  /** The days of the last receipt and of the last move, told to who keeps them. */
  lastInOn: v.nullable(v.string()),
  lastMovedOn: v.nullable(v.string()),
  minStock: v.nullable(v.string()),
  low: v.boolean(),
})

/** Consumables in stock by location. */
export const stockList = operation({
  name: 'cslocstock.list',
  path: '/api/consum/cslocstock/list',
  title: '耗材库存',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    ...tableInput,
    locId: v.optional(idInput),
    goodsId: v.optional(idInput),
    low: v.optional(v.boolean()),
  }),
  output: pageOf(stockRow),
  answer: 'page',
  reads: true,
})

/** The supplies that a person took and has not given back: the caller's own, or `uid`'s for the person who keeps supplies. */
export const heldSupplies = operation({
  name: 'cslocstock.held',
  path: '/api/consum/cslocstock/held',
  title: '名下耗材',
  access: 'signed-in',
  input: v.strictObject({ uid: v.optional(idInput) }),
  output: v.object({
    list: v.array(
      v.object({
        goodsId: v.string(),
        goodsCode: v.string(),
        goodsName: v.string(),
        goodsImage: v.nullable(v.string()),
        unit: v.nullable(v.string()),
        spec: v.nullable(v.string()),
        onHand: v.string(),
        /** What no other return is about to take. */
        available: v.string(),
      }),
    ),
  }),
  reads: true,
})

/** What came and went of one consumable, in one place or all, newest first. */
export const stockMoves = operation({
  name: 'cslocstock.moves',
  path: '/api/consum/cslocstock/moves',
  title: '库存流水',
  access: ['cslocstock:list'],
  input: v.strictObject({ ...listInput, goodsId: idInput, locId: v.optional(idInput) }),
  output: pageOf(
    v.object({
      id: v.string(),
      at: v.string(),
      businessDate: v.string(),
      quantity: v.string(),
      after: v.nullable(v.string()),
      cost: v.string(),
      from: v.string(),
      to: v.string(),
      documentId: v.string(),
      documentKind: v.string(),
      documentCode: v.string(),
    }),
  ),
  answer: 'page',
  reads: true,
})

/** Takes over the delivered classification, of one kind or of both; codes that are there already stay as they are. */
export const categoryDeliver = operation({
  name: 'gscat.deliver',
  path: '/api/goods/gscat/deliver',
  title: '启用标准分类',
  changes: ['gscat', 'sysoperation.beginning'],
  access: ['gscat:save'],
  input: v.strictObject({ kind: v.optional(v.picklist(['asset', 'consumable'], '类别有误')) }),
  /** How many were made. */
  output: v.object({ made: v.number() }),
})
