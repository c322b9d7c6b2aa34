import type { Table } from '../../../domain/tables/define.ts'
import {
  type ChartKind,
  type GroupLayout,
  type GroupKey,
  hasPeriods,
  inReadingOrder,
  periodsBetween,
} from '../../../domain/tables/grouping.ts'
import type { Group, Groups } from '../../../domain/tables/groupOperations.ts'
import { t } from '../../words.ts'
import { columnOf } from '../layout.ts'
import { type FigureColumn, figureColumns, titleIn } from './figures.ts'
import { isPie, pivotOf, togetherOf } from '../../../domain/tables/pivot.ts'

/** What a chart draws: a value of each series in each category, and the group behind it. */
export type ChartData = {
  readonly kind: ChartKind
  readonly figure: FigureColumn
  /** Categories are periods, which stand side by side; others stand one below the other, so that long names have room. */
  readonly isTimed: boolean
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly points: readonly ChartPoint[] }[]
  /** What each category comes to with what is not drawn of it, in words; empty where that is not known. */
  readonly totals: readonly string[]
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
  const pointOf = (group: Group | undefined, { of, words, isAdded }: FigureColumn = figure): ChartPoint => {
    // In a period without rows a sum is nought.
    const value = group ? of(group) : emptyValue(isTimed && isAdded)
    return { value: value === null ? null : Number(value), words: words(value), group }
  }
  const atMost = isTimed ? timedAtMost : categoriesAtMost
  if (by.length < 2 || kind === 'bar' || kind === 'pie') {
    const drawnGroups = isTimed && by.length === 1 ? inEachPeriod(list, first, atMost) : latestOrFirst(list, atMost, isTimed).map(withKeys)
    return {
      kind,
      figure,
      isTimed,
      categories: drawnGroups.map(({ keys }) => titleOf(by, keys)),
      series: seriesOf(figures, kind).map((column) => ({
        name: column.title,
        points: drawnGroups.map(({ part }) => pointOf(part, column)),
      })),
      totals: drawnGroups.map(({ part }) => pointOf(part).words),
      leftOut: list.length - drawnGroups.filter(({ part }) => part).length + (groups.others?.groups ?? 0),
    }
  }
  const [last] = by.slice(-1)
  const { columns, rows } = pivotOf(table, { by, groups: groups.list, figure: figure.of, isAdded: figure.isAdded })
  const drawnRows = isTimed && by.length === 2 ? inEachPeriod(rows, first, atMost) : latestOrFirst(rows, atMost, isTimed).map(withKeys)
  return {
    kind,
    figure,
    isTimed,
    categories: drawnRows.map(({ keys }) => titleOf(by.slice(0, -1), keys)),
    series: columns.slice(0, seriesAtMost).map((value, at) => ({
      name: last ? titleIn(table, groups, last, value) : '',
      points: drawnRows.map(({ part }) => pointOf(part?.cells[at])),
    })),
    totals: drawnRows.map(({ part }) => {
      const total = togetherOf(part?.groups ?? [], figure.of, figure.isAdded)
      return total === undefined ? '' : figure.words(total)
    }),
    leftOut: rows.length - drawnRows.filter(({ part }) => part).length + Math.max(0, columns.length - seriesAtMost),
  }
}

const emptyValue = (isNought: boolean): string | null => (isNought ? '0' : null)

type WithKeys = { readonly keys: readonly (string | null)[] }
/** What a chart draws at one place; nothing of a period without rows. */
type ChartPlace<K extends WithKeys> = WithKeys & { readonly part: K | undefined }

const withKeys = <K extends WithKeys>(part: K): ChartPlace<K> => ({ keys: part.keys, part })

/** Of periods the latest, else the first. */
const latestOrFirst = <K>(list: readonly K[], atMost: number, isTimed: boolean): readonly K[] =>
  isTimed ? list.slice(-atMost) : list.slice(0, atMost)

/** What stands in each period from the first to the last, so that the distances of time are true; what has no day stands last. */
const inEachPeriod = <K extends WithKeys>(list: readonly K[], { period = 'day' }: GroupKey, atMost: number): readonly ChartPlace<K>[] => {
  const partByDay = new Map(list.map((part) => [part.keys[0] ?? null, part]))
  const days = [...partByDay.keys()].filter((day) => day !== null).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const partWithoutDay = partByDay.get(null)
  const periods = from === undefined || to === undefined ? [] : periodsBetween(from, to, period, partWithoutDay ? atMost - 1 : atMost)
  return [...periods.map((day) => ({ keys: [day], part: partByDay.get(day) })), ...(partWithoutDay ? [withKeys(partWithoutDay)] : [])]
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
  const sentences = categories.flatMap((category, at) => {
    const values = series.flatMap(({ name, points }) =>
      points[at]?.group ? [series.length > 1 ? `${name} ${points[at].words}` : points[at].words] : [],
    )
    return values.length > 0 ? [`${category} ${values.join(t('、'))}`] : []
  })
  return `${figure.title}${t('：')}${sentences.slice(0, 10).join(t('；'))}`
}
