import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { idInput } from '../operations/define.ts'
import { chartKinds, type ChartKind, groupedBy, groupFigures } from '../tables/grouping.ts'
import { sortInput, whereInput } from '../tables/view.ts'

/** The shapes of a tile, in words. */
export const tileShapes = {
  figure: '单个数值',
  change: '数值与变化',
  bar: '柱形图',
  stacked: '堆叠柱形图',
  line: '折线图',
  pie: '环形图',
  table: '排行表',
  list: '最新明细',
  trend: '逐日曲线',
} as const
export type TileShape = keyof typeof tileShapes

/** The kind of chart that a shape draws; undefined of the others. */
export const chartOfShape = (shape: TileShape): ChartKind | undefined => chartKinds.find((kind) => kind === shape)

/** A dashboard has so many columns; a tile is at most as high as so many rows. */
export const dashboardColumns = 4
export const tileRowsAtMost = 3
export const tilesAtMost = 24
/** The lengths of a trend, in days. */
export const trendDays = [30, 90, 365] as const
export type TrendDays = (typeof trendDays)[number]
/** A list shows so many rows, with so many columns. */
export const listedRows = 8
export const listedColumnsAtMost = 4

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
export type TileInput = v.InferInput<typeof tileInput>
export type Tile = v.InferOutput<typeof tileInput>

/** A tile as it is answered: one of a delivered dashboard has no id of ours. */
export const answeredTile = v.strictObject({ ...tileInput.entries, id: v.string(), title: v.string() })
