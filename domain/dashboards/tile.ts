import { chartKinds, type ChartKind } from '../tables/grouping.ts'

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
