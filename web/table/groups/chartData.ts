import type { Table } from '../../../domain/tables/define.ts'
import { type ChartKind, type GroupLayout, type GroupKey, hasPeriods, inReadingOrder } from '../../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../../domain/tables/groupOperations.ts'
import { t } from '../../words.ts'
import { columnOf } from '../layout.ts'
import { type FigureColumn, figureColumns, titleIn } from './figures.ts'
import { isPie, pivotOf } from '../../../domain/tables/pivot.ts'

/** What a chart draws: a value of each series in each category, and the group behind it. */
export type ChartData = {
  readonly kind: ChartKind
  readonly figure: FigureColumn
  /** Categories are periods, which stand side by side; others stand one below the other, so that long names have room. */
  readonly isTimed: boolean
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly points: readonly ChartPoint[] }[]
  /** How many categories are not drawn. */
  readonly leftOut: number
}

type ChartPoint = { readonly value: number | null; readonly words: string; readonly group: Group | undefined }

/** So many categories and series are told apart. */
const categoriesAtMost = 30
const timedAtMost = 120
const seriesAtMost = 8

/** What is drawn of groups; undefined where there is nothing to draw. A pie is drawn where it can be read, else bars are. */
export const chartDataOf = (table: Table, layout: GroupLayout, groups: Groups): ChartData | undefined => {
  const { by, chart } = layout
  const figures = figureColumns(table, layout)
  const [figure] = figures
  const [first] = by
  if (!chart || !figure || !first || groups.list.length === 0) return undefined
  const list = inReadingOrder(table, by, groups.list)
  const kind = chart === 'pie' && !isPie(list.map(figure.of)) ? 'bar' : chart
  const isTimed = hasPeriods(columnOf(table, first.key)) && kind !== 'pie'
  const titleOf = (keys: readonly GroupKey[], values: readonly (string | null)[]) =>
    keys.map((key, at) => titleIn(table, groups, key, values[at] ?? null)).join(' · ')
  const pointOf = (group: Group | undefined, { of, words }: FigureColumn = figure): ChartPoint => {
    const value = group ? of(group) : null
    return { value: value === null ? null : Number(value), words: words(value), group }
  }
  const atMost = isTimed ? timedAtMost : categoriesAtMost
  if (by.length < 2 || kind === 'bar' || kind === 'pie') {
    const drawnGroups = list.slice(0, atMost)
    return {
      kind,
      figure,
      isTimed,
      categories: drawnGroups.map(({ keys }) => titleOf(by, keys)),
      series: seriesOf(figures, kind).map((column) => ({ name: column.title, points: drawnGroups.map((group) => pointOf(group, column)) })),
      leftOut: list.length - drawnGroups.length + (groups.others?.groups ?? 0),
    }
  }
  const [last] = by.slice(-1)
  const { columns, rows } = pivotOf(table, { by, groups: groups.list, figure: figure.of, isAdded: figure.isAdded })
  const drawnGroups = rows.slice(0, atMost)
  return {
    kind,
    figure,
    isTimed,
    categories: drawnGroups.map(({ keys }) => titleOf(by.slice(0, -1), keys)),
    series: columns.slice(0, seriesAtMost).map((value, at) => ({
      name: last ? titleIn(table, groups, last, value) : '',
      points: drawnGroups.map(({ cells }) => pointOf(cells[at])),
    })),
    leftOut: rows.length - drawnGroups.length + Math.max(0, columns.length - seriesAtMost),
  }
}

/** The figures that a chart of one column draws: the first; of sums that are stacked all, without the count. */
const seriesOf = (figures: readonly FigureColumn[], kind: ChartKind): readonly FigureColumn[] => {
  const stackedFigures = figures.slice(0, -1)
  return kind === 'stacked' && stackedFigures.length > 1 && stackedFigures.every(({ isAdded }) => isAdded)
    ? stackedFigures
    : figures.slice(0, 1)
}

/** The figures of a chart for those who hear it. */
export const chartWords = ({ figure, categories, series }: ChartData): string => {
  const sentences = categories.slice(0, 10).map((category, at) => {
    const values = series.flatMap(({ name, points }) =>
      points[at]?.group ? [series.length > 1 ? `${name} ${points[at].words}` : points[at].words] : [],
    )
    return `${category} ${values.join(t('、'))}`
  })
  return `${figure.title}${t('：')}${sentences.join(t('；'))}`
}
