import type { Table } from '../../../domain/tables/define.ts'
import { figuresOf, type GroupLayout, groupableKeys, hasPeriods, type GroupKey } from '../../../domain/tables/grouping.ts'
import type { Groups } from '../../../domain/tables/groupOperations.ts'
import { countFigureWords, figureValueWords, figureWords, groupWords } from '../../../domain/tables/groupWords.ts'
import { optionsOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { t } from '../../words.ts'
import { columnOf } from '../layout.ts'
import type { CellFigure } from '../../../domain/tables/pivot.ts'

/** A column of figures: its title, what stands in it, and how that is said. */
export type FigureColumn = {
  readonly id: string
  readonly title: string
  readonly of: CellFigure
  readonly words: (value: string | null) => string
  /** What groups come to together is the sum of what each comes to. */
  readonly isAdded: boolean
}

const countColumn: FigureColumn = {
  id: 'count',
  get title() {
    return t('条数')
  },
  of: ({ count }) => String(count),
  words: (value) => countFigureWords(value ?? ''),
  isAdded: true,
}

/** The figures of a layout, the count last. */
export const figureColumns = (table: Table, { figures }: Pick<GroupLayout, 'figures'>): readonly FigureColumn[] => [
  ...figures.map((figure, index): FigureColumn => ({
    id: `${figure.key}.${figure.of}`,
    title: figureWords(table, figure, t),
    of: (group) => group.figures[index] ?? null,
    words: (value) => figureValueWords(table, figure, value, t),
    isAdded: figure.of === 'sum',
  })),
  countColumn,
]

/** What a group is called in one of its columns. */
export const titleIn = (table: Table, { names }: Pick<Groups, 'names'>, key: GroupKey, value: string | null): string =>
  groupWords(table, key, value, { say: t, nameOf: (id) => names[id] ?? '' })

/** What a table is grouped by where nothing was chosen yet: the first column that names things or chooses, and the first number that adds up. */
export const usualGrouping = (table: Table): GroupLayout => {
  const keys = groupableKeys(table)
  const isTelling = (key: string) => {
    const { control } = columnOf(table, key)
    return refersTo(control) !== undefined || optionsOf(control) !== undefined
  }
  const first = keys.find(isTelling) ?? keys[0]
  const addedKey = Object.keys(table.columns).find((key) => figuresOf(columnOf(table, key)).includes('sum'))
  return {
    by: first === undefined ? [] : [keyWith(table, first)],
    figures: addedKey === undefined ? [] : [{ key: addedKey, of: 'sum' }],
    chart: 'bar',
  }
}

/** A column as one begins to group by it: days and moments by months. */
export const keyWith = (table: Table, key: string): GroupKey => (hasPeriods(columnOf(table, key)) ? { key, period: 'month' } : { key })
