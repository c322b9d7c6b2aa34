import * as v from 'valibot'
import { isId } from '../../kernel/id.ts'
import { type TableView, viewInput } from './view.ts'
import { anything, idInput, nothing, operation } from '../operations/define.ts'

const table = v.pipe(v.string('应为文字'), v.maxLength(60))

export const viewSharings = ['nobody', 'everybody', 'roles'] as const
export type ViewSharing = (typeof viewSharings)[number]

/** A view that is kept. */
const savedView = v.object({
  id: v.string(),
  table: v.string(),
  title: v.string(),
  view: viewInput,
  shared: v.picklist(viewSharings),
  /** The codes of the roles that it is shared with. */
  roles: v.array(v.string()),
  order: v.number(),
  ownerUid: v.string(),
  ownerName: v.string(),
  /** True for its owner, and for administrators where it is shared. */
  mayChange: v.boolean(),
  /** Columns that it asks or sorts by and that this reader may not, or that there are no more: with them its list is refused. */
  closed: v.array(v.string()),
})
export type SavedView = v.InferOutput<typeof savedView>

const keptView: v.GenericSchema<TableView> = viewInput

/** The views of a table that the caller has: own ones, and those that others share. */
export const viewList = operation({
  name: 'view.list',
  path: '/api/table/view/list',
  title: '视图列表',
  access: 'signed-in',
  input: v.strictObject({ table }),
  output: v.object({ list: v.array(savedView) }),
  reads: true,
})

/** The columns of tables that none of the caller's roles shows, by the tables that have some: screens leave them out. */
export const hiddenColumns = operation({
  name: 'view.hidden',
  path: '/api/table/view/hidden',
  title: '隐藏的列',
  access: 'signed-in',
  input: nothing,
  output: v.record(v.string(), v.array(v.string())),
  reads: true,
})

/** Keeps a view under the id that the client made; the same id again changes it. */
export const viewSave = operation({
  name: 'view.save',
  path: '/api/table/view/save',
  title: '保存视图',
  access: 'signed-in',
  input: v.strictObject({
    id: idInput,
    table,
    title: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写视图名称'), v.maxLength(30, '不能超过{max}个字')),
    view: keptView,
    shared: v.optional(v.picklist(viewSharings), 'nobody'),
    roles: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(20, '最多{max}项')), []),
    order: v.optional(v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(0), v.maxValue(1000)), 0),
  }),
  output: savedView,
})

export const viewDelete = operation({
  name: 'view.delete',
  path: '/api/table/view/delete',
  title: '删除视图',
  access: 'signed-in',
  input: v.strictObject({ id: idInput }),
  output: v.object({ deleted: v.number() }),
})

/** A row by its id; one of the stock by those of its place and its supplies. */
const rowId = v.pipe(
  v.string('编号有误'),
  v.check((id) => id.split('-').length <= 2 && id.split('-').every((part) => isId(part)), '编号有误'),
)
const rowIds = v.pipe(v.array(rowId, '应为编号列表'), v.maxLength(5000, '最多{max}项'))

/** What is chosen: rows, or everything that a question to the table's list finds, but some. */
const chosenRows = v.union(
  [v.strictObject({ ids: rowIds }), v.strictObject({ asked: anything, except: v.optional(rowIds, []) })],
  '选择的内容有误',
)

/** What the chosen rows of a table come to: how many they are, and the sums of its columns that are summed and that the caller may see of all of them. */
export const tableSums = operation({
  name: 'table.sums',
  path: '/api/table/sums',
  title: '表格汇总',
  access: 'signed-in',
  input: v.strictObject({ table, selection: chosenRows }),
  output: v.object({ count: v.number(), sums: v.record(v.string(), v.nullable(v.string())) }),
  reads: true,
  byKey: 'always',
  readsReplica: true,
})
