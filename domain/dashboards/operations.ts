import * as v from 'valibot'
import { byId, counterInput, idInput, nothing, operation } from '../operations/define.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import type { Paper } from '../paper/paper.ts'
import { groupedBy, groupFigures } from '../tables/grouping.ts'
import { groups } from '../tables/groupOperations.ts'
import { sortInput, whereInput } from '../tables/view.ts'
import { dashboardColumns, listedColumnsAtMost, tileRowsAtMost, tilesAtMost, tileShapes, trendDays } from './tile.ts'

const path = '/api/dashboard'

export const dashboardSharings = ['nobody', 'everybody', 'chosen'] as const
export type DashboardSharing = (typeof dashboardSharings)[number]

/** So many dashboards a person has. */
export const dashboardsAtMost = 30

/** A dashboard as it is chosen from: a delivered one has the name of its role for an id, and belongs to nobody. */
const head = {
  id: v.string(),
  title: v.string(),
  isDelivered: v.boolean(),
  ownerUid: v.nullable(v.string()),
  ownerName: v.string(),
  audience: v.picklist(dashboardSharings),
  /** True for its owner, and for administrators where it is shared. */
  mayChange: v.boolean(),
  version: v.number(),
}
const dashboardHead = v.object(head)
export type DashboardHead = v.InferOutput<typeof dashboardHead>

const key = v.pipe(v.string('应为文字'), v.maxLength(60))
const size = (max: number) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))

/**
 * A question to a table with the shape that its answer has and its place on the grid. The question belongs to the tile alone: a view that it was
 * made of may change or go.
 */
export const tileInput = v.strictObject({
  id: idInput,
  title: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写名称'), v.maxLength(60, '不能超过{max}个字')),
  shape: v.picklist(keysOf(tileShapes), '没有这个选项'),
  width: size(dashboardColumns),
  height: size(tileRowsAtMost),
  table: key,
  where: v.optional(whereInput, []),
  likeQuery: v.optional(v.pipe(v.string('应为文字'), v.maxLength(100, '不能超过{max}个字')), ''),
  by: v.optional(groupedBy, []),
  figures: v.optional(groupFigures, []),
  /** Of a list. */
  sort: v.optional(sortInput, []),
  columns: v.optional(v.pipe(v.array(key, '应为列表'), v.maxLength(listedColumnsAtMost, '最多{max}项')), []),
  /** True where its figure is kept each night. */
  isKept: v.optional(v.boolean('应为是或否'), false),
  days: v.optional(v.picklist(trendDays, '没有这个选项'), 30),
})
export type Tile = v.InferOutput<typeof tileInput>

/** A tile as it is answered: one of a delivered dashboard has no id of ours. */
export const answeredTile = v.strictObject({ ...tileInput.entries, id: v.string(), title: v.string() })

export const tileStates = ['answered', 'closed', 'slow', 'unset', 'unasked'] as const
export type TileState = (typeof tileStates)[number]

/** What stands in a tile in place of figures. */
export const tileStateWords: Readonly<Record<Exclude<TileState, 'answered'>, string>> = {
  closed: '您的权限不能查看这项数值',
  slow: '数据较多，无法在仪表板上及时算出，请打开明细查看',
  unset: '启用账簿后，这里会显示数值',
  unasked: '保存后显示数值',
}

/**
 * What a tile comes to for the reader. `closed`: the reader may not see it, `slow`: it would take too long, `unset`: what it asks of is not
 * set up yet; `unasked` is one that a screen has not saved yet.
 */
const tileAnswer = v.object({
  state: v.picklist(tileStates),
  /** What the screen behind it is asked besides the conditions: a book and a month. */
  inputs: v.record(v.string(), v.string()),
  groups: v.nullable(groups),
  /** Of a list: the columns that this reader sees, and what its first rows have in them; `groups` has the names and how many there are. */
  columns: v.array(v.string()),
  rows: v.array(v.array(v.nullable(v.string()))),
  /** The figure of each night that is kept and that this reader may see, the earliest first. */
  nights: v.array(v.object({ day: v.string(), figure: v.nullable(v.string()) })),
})
export type TileAnswer = v.InferOutput<typeof tileAnswer>

const tile = v.object({ ...answeredTile.entries, answer: tileAnswer })
export type AnsweredTile = v.InferOutput<typeof tile>

const ids = v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(200, '最多{max}项'))
const title = v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写名称'), v.maxLength(30, '不能超过{max}个字'))
const dashboard = v.object({
  ...head,
  /** With whom it is shared; nobody's of a delivered one. */
  roles: v.array(v.string()),
  deptIds: v.array(v.string()),
  uids: v.array(v.string()),
  tiles: v.array(tile),
})
export type Dashboard = v.InferOutput<typeof dashboard>

/** The dashboards that the caller has: own ones, those that others share, and those delivered for what the caller is. */
export const dashboardList = operation({
  name: 'dashboard.list',
  path: `${path}/list`,
  title: '仪表板列表',
  access: 'signed-in',
  input: nothing,
  output: v.object({ list: v.array(dashboardHead) }),
  reads: true,
})

/** A dashboard with the figures of all its tiles, each as far as the caller may see it now. */
export const dashboardRead = operation({
  name: 'dashboard.read',
  path: `${path}/read`,
  title: '查看仪表板',
  access: 'signed-in',
  input: v.strictObject({ id: v.pipe(v.string('应为文字'), v.maxLength(60)) }),
  output: dashboard,
  reads: true,
})

const printInput = v.strictObject({ id: v.pipe(v.string('应为文字'), v.maxLength(60)) })

/** A dashboard as it is printed: what its screen shows the caller now, without what the caller may not see. */
export const dashboardPaperRead = operation({
  name: 'dashboard.paper',
  path: `${path}/paper`,
  title: '仪表板的打印件',
  access: 'signed-in',
  input: printInput,
  output: v.object({ paper: v.custom<Paper>((value) => typeof value === 'object'), link: v.string() }),
  reads: true,
})

/** The same as a file. */
export const dashboardPdf = operation({
  name: 'dashboard.pdf',
  path: `${path}/pdf`,
  title: '仪表板打印件的PDF',
  access: 'signed-in',
  input: printInput,
  output: v.any(),
  reads: true,
})

const storedVersion = v.object({ id: v.string(), version: v.number() })

/**
 * Keeps a dashboard under an id of the client's. Refused: `changed-meanwhile` where another person saved it since it was read, `dashboard.title` for
 * a name twice, `dashboard.shares` where it is shared with none or with unknown ones, `dashboard.tooMany`, `dashboard.tile` for a question that
 * no table understands.
 */
export const dashboardSave = operation({
  name: 'dashboard.save',
  path: `${path}/save`,
  title: '保存仪表板',
  access: 'signed-in',
  input: v.strictObject({
    id: idInput,
    /** 0 for a new one. */
    version: counterInput(0),
    title,
    tiles: v.pipe(v.array(tileInput, '应为列表'), v.maxLength(tilesAtMost, '最多{max}项')),
    audience: v.optional(v.picklist(dashboardSharings, '没有这个选项'), 'nobody'),
    roles: v.optional(v.pipe(v.array(v.pipe(v.string('应为文字'), v.maxLength(100)), '应为列表'), v.maxLength(20, '最多{max}项')), []),
    deptIds: v.optional(ids, []),
    uids: v.optional(ids, []),
  }),
  output: storedVersion,
})

/** Puts a tile at the end of a dashboard of the caller's; of one that there is not yet it is the first. Sent twice it is there once. */
export const dashboardAddTile = operation({
  name: 'dashboard.addTile',
  path: `${path}/addTile`,
  title: '放入仪表板',
  access: 'signed-in',
  input: v.strictObject({ id: idInput, title, tile: tileInput }),
  output: storedVersion,
})

export const dashboardDelete = operation({
  name: 'dashboard.delete',
  withoutLicence: true,
  path: `${path}/delete`,
  title: '删除仪表板',
  access: 'signed-in',
  input: byId,
  output: v.object({ deleted: v.number() }),
})
