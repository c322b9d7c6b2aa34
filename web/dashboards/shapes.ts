import type { Tile } from '../../domain/dashboards/operations.ts'
import { type TileShape, tileShapes } from '../../domain/dashboards/tile.ts'
import type { ChartKind, GroupLayout } from '../../domain/tables/grouping.ts'
import { keysOf } from '../../kernel/keysOf.ts'

type GroupedQuestion = Pick<Tile, 'by'>

/** Shapes that need groups to draw. */
const groupedShapes: readonly TileShape[] = ['bar', 'stacked', 'line', 'pie', 'table']

/** The shapes that a question can have: groups are drawn, a list and one figure can be had of any; this period and the one before of periods. */
export const shapesOf = ({ by }: GroupedQuestion): readonly TileShape[] =>
  keysOf(tileShapes).filter((shape) => {
    if (groupedShapes.includes(shape)) return by.length > 0
    return shape === 'change' ? by.length === 0 || by[0]?.period !== undefined : true
  })

/** The shape that a summary is put on a dashboard with at first. */
export const usualShape = ({ by, chart }: Pick<GroupLayout, 'by' | 'chart'>): TileShape => {
  if (by.length === 0) return 'figure'
  const shapeOfChart: Readonly<Record<ChartKind, TileShape>> = { bar: 'bar', stacked: 'stacked', line: 'line', pie: 'pie' }
  return chart ? shapeOfChart[chart] : 'table'
}

/** The size that a shape begins with. */
export const usualSize = (shape: TileShape): Pick<Tile, 'width' | 'height'> =>
  shape === 'figure' || shape === 'change' ? { width: 1, height: 1 } : { width: 2, height: 2 }
