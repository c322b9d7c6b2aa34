import { nameKey, shownKeys, type Table, type TableColumn } from '../../domain/tables/define.ts'
import type { TableView } from '../../domain/tables/view.ts'
import { isNumber, kindOf, optionsOf, refersTo } from '../../kernel/fields/kinds.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { t } from '../words.ts'

export type LaidOut = {
  readonly key: string
  readonly widthPx: number
  /** No one has widened it. */
  readonly isUsual?: true
  /** Takes its part of the width that is left over, which is so many shares of it. */
  readonly shares?: number
}

export const leastWidthPx = 64
export const mostWidthPx = 1200

/** A column that the table declares. */
export const columnOf = ({ columns }: Table, key: string): TableColumn => assertDefined(columns[key], `the column ${key}`)

const usualWidthPx = ({ control, names, widthPx }: TableColumn): number => {
  if (widthPx) return widthPx
  if (names) return 260
  if (optionsOf(control)) return 104
  if (isNumber(control) || kindOf(control).isMoment) return 120
  if (refersTo(control)) return 140
  return 152
}

/** What a head needs for its label, its padding and the mark of its order. */
const headWidthPx = (label: string): number =>
  Math.ceil([...t(label)].reduce((sum, letter) => sum + (isWide(letter) ? hanWidthPx : latinWidthPx), headRoomPx))
/** As wide as high, as Han letters are. */
const isWide = (letter: string): boolean => (letter.codePointAt(0) ?? 0) > 0x2e80
const hanWidthPx = 13.5
const latinWidthPx = 7
const headRoomPx = 40

/** The columns of a table from left to right; what names the row is the first of them, and what the table does not know is left out. */
export const laidOut = (table: Table, chosenColumns: TableView['columns']): readonly LaidOut[] => {
  const first = nameKey(table)
  const wantedColumns = (chosenColumns ?? shownKeys(table).map((key) => ({ key, widthPx: undefined }))).filter(
    ({ key }) => table.columns[key],
  )
  const firstColumn = wantedColumns.find(({ key }) => key === first)
  const otherColumns = wantedColumns.filter(({ key }) => key !== first)
  return [...(first ? [firstColumn ?? { key: first }] : []), ...otherColumns].map(({ key, widthPx }) =>
    widthPx === undefined ? usual(table, key) : { key, widthPx },
  )
}

/** As long as no one widens them, names and texts share what is left over. */
const usual = (table: Table, key: string): LaidOut => {
  const column = columnOf(table, key)
  const widthPx = Math.max(usualWidthPx(column), headWidthPx(column.label))
  const isText = kindOf(column.control).comparisons(column.control).includes('contains')
  return { key, widthPx, isUsual: true, ...(isText && { shares: column.names ? 160 : widthPx }) }
}

/** What is kept of it. */
export const keptColumns = (columns: readonly LaidOut[]) =>
  columns.map(({ key, widthPx, isUsual }) => (isUsual ? { key } : { key, widthPx }))

/** The keys of those that can be written into a sheet: pictures cannot. */
export const writtenKeys = (table: Table, columns: readonly LaidOut[]): string[] =>
  columns.flatMap(({ key }) => (kindOf(columnOf(table, key).control).cell ? [key] : []))

/** With a column at another place; the first one stays the first. */
export const moveColumn = (columns: readonly LaidOut[], key: string, to: number): readonly LaidOut[] => {
  const from = columns.findIndex((column) => column.key === key)
  const column = columns[from]
  const targetIndex = Math.min(columns.length - 1, Math.max(1, to))
  return from < 1 || !column || from === targetIndex ? columns : columns.toSpliced(from, 1).toSpliced(targetIndex, 0, column)
}

export const widenColumn = (columns: readonly LaidOut[], key: string, widthPx: number): readonly LaidOut[] => {
  const fittingWidthPx = Math.round(Math.min(mostWidthPx, Math.max(leastWidthPx, widthPx)))
  return columns.map((column) => (column.key === key ? { key, widthPx: fittingWidthPx } : column))
}

/** With a column or without it; another one is added at the end, and the first one is always there. */
export const withColumn = (table: Table, columns: readonly LaidOut[], key: string, isShown: boolean): readonly LaidOut[] => {
  const columnIndex = columns.findIndex((column) => column.key === key)
  if (isShown) return columnIndex === -1 ? [...columns, usual(table, key)] : columns
  return columnIndex < 1 ? columns : columns.toSpliced(columnIndex, 1)
}

/** What a CSS grid is told of the columns; where none takes what is left of the width, that stays empty. */
export const tracksOf = (columns: readonly LaidOut[]): string =>
  [
    ...columns.map(({ widthPx, shares }) => (shares ? `minmax(${widthPx}px,${shares}fr)` : `${widthPx}px`)),
    ...(columns.some(({ shares }) => shares) ? [] : ['minmax(0,1fr)']),
  ].join(' ')
