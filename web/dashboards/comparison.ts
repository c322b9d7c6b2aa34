import type { TileAnswer, Tile } from '../../domain/dashboards/operations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { firstDayOf } from '../../domain/tables/grouping.ts'
import type { Group } from '../../domain/tables/groupOperations.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { subtract } from '../../kernel/decimal.ts'
import { type FigureColumn, titleIn } from '../table/groups/figures.ts'

/** A figure and the same of an earlier time; nothing where no earlier one is known. */
export type Comparison = {
  readonly now: string | null
  readonly nowTitle: string
  readonly before: { readonly figure: string | null; readonly title: string } | undefined
  /** The group that the figure is of, where it is one. */
  readonly keys: readonly (string | null)[] | undefined
}

type ComparedTile = {
  readonly table: Table
  readonly tile: Tile
  readonly answer: TileAnswer
  readonly column: FigureColumn
  readonly today: Day
}

/** Of a tile by periods this one and the one before; of another the present figure and the night that its days ago was kept, or the first since. */
export const comparisonOf = (question: ComparedTile): Comparison | undefined => {
  const { table, tile, answer, column, today } = question
  const { groups } = answer
  if (!groups) return undefined
  const [key] = tile.by
  if (key?.period === undefined) {
    const [night] = answer.nights.filter(({ day, figure }) => figure !== null && day >= addDays(today, -tile.days))
    const now = column.of({ keys: [], ...groups.total })
    return { now, nowTitle: '', before: night && { figure: night.figure, title: night.day }, keys: undefined }
  }
  const first = firstDayOf(today, key.period)
  const former = firstDayOf(addDays(first, -1), key.period)
  const figureIn = (start: Day) => column.of(groups.list.find(({ keys }) => keys[0] === start) ?? emptyGroup(tile))
  return {
    ...{ now: figureIn(first), nowTitle: titleIn(table, groups, key, first), keys: [first] },
    before: { figure: figureIn(former), title: titleIn(table, groups, key, former) },
  }
}

/** No rows: their number is nought, and of numbers there is none. */
const emptyGroup = ({ figures }: Tile): Group => ({ keys: [], count: 0, figures: figures.map(() => null) })

/** By how much a figure is more than the one before; undefined where one of them is not known. */
export const differenceOf = ({ now, before }: Comparison): string | undefined => {
  const former = before?.figure ?? undefined
  return now === null || former === undefined ? undefined : subtract(now, former)
}
