import { firstDayOf, type Period } from '../tables/grouping.ts'
import type { Group, Groups } from '../tables/groupOperations.ts'
import type { Table } from '../tables/define.ts'
import { countFigureWords, figureValueWords, figureWords, groupKeyWords, groupWords } from '../tables/groupWords.ts'
import { arePeriods, type Pivot, pivotOf, togetherOf } from '../tables/pivot.ts'
import { dayAt } from '../../kernel/day.ts'
import { momentWords, type Fact, type Paper, type PaperBars, type PaperTable, type PrintContext } from '../paper/paper.ts'
import type { AnsweredTile } from './operations.ts'
import { groupFigures, groupsShown, keysShown, type Say, speakerOf, type TextContext, tileText } from './tileText.ts'

/** A tile with its table; its title is in the language of the paper. */
export type PrintedTile = { readonly table: Table; readonly tile: AnsweredTile }

/** So many rows of a tile stand on paper, and so many columns side by side. */
const printedRowsAtMost = 40
const printedColumnsAtMost = 12
/** So many parts of a bar are told apart by their colours. */
const barPartsAtMost = 8

/** A dashboard on paper: its single figures, then each chart and table as rows with bars. What its reader may not see is left out. */
export const dashboardPaper = (title: string, tiles: readonly PrintedTile[], say: Say, { organisation, by, at }: PrintContext): Paper => {
  const context = { say, today: dayAt(Date.parse(at)) }
  const parts = tiles.filter(({ tile }) => tile.answer.state !== 'closed').map((printedTile) => tilePart(printedTile, context))
  return {
    title,
    organisation,
    status: say('截至{time}', { time: momentWords(at) }),
    good: true,
    size: 'A4',
    landscape: true,
    facts: parts.flatMap(({ fact }) => fact ?? []),
    fields: [],
    tables: parts.flatMap(({ table }) => table ?? []),
    total: undefined,
    decisions: [],
    comments: [],
    signing: [],
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: '', decisions: '', comments: '' },
  }
}

type TilePart = { readonly fact?: Fact; readonly table?: PaperTable }

/** A tile as one figure or as a table, whichever its shape is. */
const tilePart = (printedTile: PrintedTile, context: TextContext): TilePart => {
  const { say } = context
  const { table, tile } = printedTile
  const { groups, nights } = tile.answer
  const { content, figures } = tileText(table, tile, context)
  if (tile.shape === 'trend' && groups && nights.length > 0) return { table: nightTable(printedTile, say) }
  if (!figures) return { fact: { label: tile.title, value: content } }
  if (!groups || tile.shape === 'list')
    return { table: { title: tile.title, columns: figures.head.map((label) => ({ label, number: false })), rows: figures.rows } }
  const by = keysShown(tile, groups)
  const isPivot = (tile.shape === 'stacked' || tile.shape === 'line') && by.length > 1
  const groupedTile = { table, tile: { ...tile, by } }
  return { table: isPivot ? pivotTable(groupedTile, groups, say) : groupTable(groupedTile, groups, context) }
}

/** A row for each group, with a bar of its first figure; of sums that are stacked a part for each of them. */
const groupTable = ({ table, tile }: PrintedTile, groups: Groups, context: TextContext): PaperTable => {
  const { say } = context
  const look = { ...context, rowsAtMost: printedRowsAtMost }
  const shownGroups = groupsShown(table, tile, groups, look)
  const { head, rows } = groupFigures(table, tile, groups, look)
  const hasTotal = tile.shape !== 'change'
  const isStacked = tile.shape === 'stacked' && tile.figures.length > 1 && tile.figures.every(({ of }) => of === 'sum')
  const totalRow = hasTotal ? rows.at(-1) : undefined
  const partCount = isStacked ? tile.figures.length : 1
  return {
    title: tile.title,
    columns: head.map((label, at) => ({ label, number: at > 0 })),
    rows: (totalRow ? rows.slice(0, -1) : rows).map((row) => head.map((_, at) => row[at] ?? '')),
    ...(totalRow && { totals: totalRow }),
    bars: {
      legend: isStacked ? tile.figures.map((figure) => figureWords(table, figure, say)) : [],
      rows: sharesOf(shownGroups.map((group) => Array.from({ length: partCount }, (_, at) => amountOf(group, tile, at)))),
    },
  }
}

/** The figure of a group at its place, else how many rows it has. */
const figureOf = ({ count, figures }: Group, tile: AnsweredTile, at: number): string | null =>
  tile.figures.length === 0 ? String(count) : (figures[at] ?? null)
const amountOf = (group: Group, tile: AnsweredTile, at: number): number => Number(figureOf(group, tile, at) ?? 0)

/** Bars to one scale: the longest is 1. */
const sharesOf = (rows: readonly (readonly number[])[]): number[][] => {
  const lengths = rows.map((parts) => parts.reduce((length, part) => length + Math.abs(part), 0))
  const longest = Math.max(...lengths, 0)
  return rows.map((parts) => parts.map((part) => (longest === 0 ? 0 : part / longest)))
}

/** A row of a pivot: the groups that stand in each of its columns, and what all of them come to. */
type PivotLine = { readonly title: string; readonly cells: readonly (readonly Group[])[]; readonly total: string | null }

/**
 * The last column of the groups side by side: of periods the latest, else the largest. Rows and columns that have no room stand together in one of
 * their own where they add up, so that each row and column comes to its total.
 */
const pivotTable = ({ table, tile }: PrintedTile, groups: Groups, say: Say): PaperTable => {
  const { by, figures } = tile
  const [keys, lastKey] = [by.slice(0, -1), by[by.length - 1] ?? { key: '' }]
  const [figure] = figures
  const isAdded = figure === undefined || figure.of === 'sum'
  const pivot = pivotOf(table, { by, groups: groups.list, figure: (group) => figureOf(group, tile, 0), isAdded })
  const shownFrom = arePeriods(table, lastKey) ? Math.max(0, pivot.columns.length - printedColumnsAtMost) : 0
  const isShown = (at: number) => at >= shownFrom && at < shownFrom + printedColumnsAtMost
  const shownColumns = pivot.columns.filter((_, at) => isShown(at))
  const leftOutColumns = pivot.columns.length - shownColumns.length
  const speaker = speakerOf(groups, say)
  const columnTitles = shownColumns.map((value) => groupWords(table, lastKey, value, speaker))
  const wordsOf = (value: string | null) => (figure ? figureValueWords(table, figure, value, say) : countFigureWords(value ?? ''))
  const lineWords = ({ title, cells, total }: PivotLine): string[] => {
    const cellWords = (cellGroups: readonly Group[]) => {
      const value = sharedFigure(cellGroups, tile, isAdded)
      return value === undefined ? '' : wordsOf(value)
    }
    const leftOutCells = leftOutColumns > 0 ? [cells.flatMap((cellGroups, at) => (isShown(at) ? [] : cellGroups))] : []
    const partCells = [...cells.filter((_, at) => isShown(at)), ...(isAdded ? leftOutCells : [])]
    return [title, ...partCells.map(cellWords), ...(isAdded ? [total === null ? '' : wordsOf(total)] : [])]
  }
  const rowTitle = (values: readonly (string | null)[]) =>
    keys.map((key, at) => groupWords(table, key, values[at] ?? null, speaker)).join(' · ')
  const { rows, totals } = pivotLines(pivot, { tile, groups, isAdded, say, rowTitle })
  const leftOutTitles = leftOutColumns > 0 ? [say('其他{count}列', { count: leftOutColumns })] : []
  return {
    title: [
      `${tile.title} · ${figure ? figureWords(table, figure, say) : say('条数')}`,
      ...(leftOutColumns > 0 && !isAdded ? [say('另有{count}列未列出', { count: leftOutColumns })] : []),
    ].join(say('，')),
    columns: [
      { label: keys.map((key) => groupKeyWords(table, key, say)).join(' · '), number: false },
      ...[...columnTitles, ...(isAdded ? [...leftOutTitles, say('合计')] : [])].map((label) => ({ label, number: true })),
    ],
    rows: rows.map(lineWords),
    ...(totals && { totals: lineWords(totals) }),
    ...(isAdded && { bars: pivotBars({ ...pivot, rows: pivot.rows.slice(0, printedRowsAtMost) }, tile, columnTitles) }),
  }
}

/** What groups come to together; undefined of none, and of several that do not add up. */
const sharedFigure = (groups: readonly Group[], tile: AnsweredTile, isAdded: boolean): string | null | undefined => {
  const [first] = groups
  if (first === undefined) return undefined
  return groups.length === 1 ? figureOf(first, tile, 0) : togetherOf(groups, (group) => figureOf(group, tile, 0), isAdded)
}

type PivotLook = {
  readonly tile: AnsweredTile
  readonly groups: Groups
  readonly isAdded: boolean
  readonly say: Say
  readonly rowTitle: (values: readonly (string | null)[]) => string
}

/** The rows of a pivot on paper. Where small groups stand in no cell, no row and no column can say what it comes to. */
const pivotLines = ({ columns, rows }: Pivot, { tile, groups, isAdded, say, rowTitle }: PivotLook) => {
  const { others: remainder, total } = groups
  const totalOf = (rowGroups: readonly Group[]) => (remainder ? null : (sharedFigure(rowGroups, tile, isAdded) ?? null))
  const lineOf = (title: string, lineRows: Pivot['rows']): PivotLine => ({
    title,
    cells: columns.map((_, at) => lineRows.flatMap(({ cells }) => cells[at] ?? [])),
    total: totalOf(lineRows.flatMap((row) => row.groups)),
  })
  const leftOutRows = rows.slice(printedRowsAtMost)
  const noCells = columns.map(() => [])
  const lines = [
    ...rows.slice(0, printedRowsAtMost).map((row) => lineOf(rowTitle(row.keys), [row])),
    ...(leftOutRows.length > 0 ? [lineOf(say('其他{count}行', { count: leftOutRows.length }), leftOutRows)] : []),
    ...(remainder
      ? [{ title: say('其他{count}组', { count: remainder.groups }), cells: noCells, total: figureOf({ keys: [], ...remainder }, tile, 0) }]
      : []),
  ]
  const totals = { ...lineOf(say('合计'), remainder ? [] : rows), total: figureOf({ keys: [], ...total }, tile, 0) }
  return { rows: lines, totals: isAdded ? totals : undefined }
}

/** A part for each column where colours tell them apart, else one for all of them. */
const pivotBars = ({ columns, rows }: Pivot, tile: AnsweredTile, columnTitles: readonly string[]): PaperBars => {
  const hasParts = columns.length <= barPartsAtMost
  const partsOf = (cells: readonly (Group | undefined)[]) => cells.map((cell) => (cell ? amountOf(cell, tile, 0) : 0))
  const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    legend: hasParts ? columnTitles : [],
    rows: sharesOf(rows.map(({ cells }) => (hasParts ? partsOf(cells) : [sumOf(partsOf(cells))]))),
  }
}

/** A long curve is printed by the last night of each week or month. */
const nightPeriodOf = (days: number): Period => {
  if (days <= 31) return 'day'
  return days <= 92 ? 'week' : 'month'
}
const nightTitles: Readonly<Partial<Record<Period, string>>> = { week: '{title}（每周最后一晚）', month: '{title}（每月最后一晚）' }

/** The nights that are kept, the latest last. */
const nightTable = ({ table, tile }: PrintedTile, say: Say): PaperTable => {
  const [figure] = tile.figures
  const period = nightPeriodOf(tile.days)
  const nightByPeriod = new Map(tile.answer.nights.map((night) => [firstDayOf(night.day, period), night]))
  const nights = [...nightByPeriod.values()]
  const nightTitle = nightTitles[period]
  return {
    title: nightTitle ? say(nightTitle, { title: tile.title }) : tile.title,
    columns: [
      { label: say('日期'), number: false },
      { label: figure ? figureWords(table, figure, say) : say('条数'), number: true },
    ],
    rows: nights.map(({ day, figure: value }) => [
      day,
      figure ? figureValueWords(table, figure, value, say) : countFigureWords(value ?? ''),
    ]),
    bars: { legend: [], rows: sharesOf(nights.map(({ figure: value }) => [Number(value ?? 0)])) },
  }
}
