import { addDays, type Day } from '../../kernel/day.ts'
import { sum } from '../../kernel/decimal.ts'
import type { LetterFigures } from '../mail/letter.ts'
import type { Table } from '../tables/define.ts'
import { firstDayOf, type GroupKey, inReadingOrder } from '../tables/grouping.ts'
import type { Group, Groups } from '../tables/groupOperations.ts'
import { countFigureWords, figureValueWords, figureWords, groupKeyWords, groupWords } from '../tables/groupWords.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { type AnsweredTile, tileStateWords } from './operations.ts'

/** A tile without a picture: words, or figures as a table. */
export type TileText = { readonly content: string; readonly figures?: LetterFigures }

export type Say = Speaker['say']
/** What of a tile makes its text: a summary without a place on a grid is one as well. */
export type TextTile = Pick<AnsweredTile, 'shape' | 'by' | 'figures' | 'answer'>

/** So many rows of a chart stand in a text; of periods the latest. */
const rowsAtMost = 12

/** How a text is written: in the reader's words, on a day. */
export type TextContext = { readonly say: Say; readonly today: Day }

/** The columns that its groups have: none where there are no rows, but that of the periods that are compared. */
export const keysShown = ({ shape, by }: Pick<TextTile, 'shape' | 'by'>, { list }: Groups): GroupKey[] =>
  by.slice(0, shape === 'change' ? 1 : (list[0]?.keys.length ?? 0))

/** What a tile comes to, in words that need no screen. */
export const tileText = (table: Table, tile: TextTile, { say, today }: TextContext): TileText => {
  const { state, groups } = tile.answer
  if (state !== 'answered' || !groups) return { content: say(tileStateWords[state === 'answered' ? 'closed' : state]) }
  if (tile.shape === 'list') return listText(table, tile, say)
  const keys = keysShown(tile, groups)
  if (tile.shape === 'figure' || tile.shape === 'trend' || tile.by.length === 0) return { content: totalText(table, tile, groups, say) }
  return keys.length === 0
    ? { content: say('现在没有') }
    : { content: '', figures: groupFigures(table, { ...tile, by: keys }, groups, { say, today, rowsAtMost }) }
}

/** The first figure, else how many rows there are. */
const totalText = (table: Table, { figures: [figure] }: TextTile, { total }: Groups, say: Say): string =>
  figure ? figureValueWords(table, figure, total.figures[0] ?? null, say) : countFigureWords(total.count)

type Amounts = Pick<Groups['total'], 'count' | 'figures'>

type GroupTextLook = TextContext & { readonly rowsAtMost: number }

/** The groups that a text has room for: of periods the latest, else the largest. Compared are this period and the one before, with rows or without. */
export const groupsShown = (
  table: Table,
  { shape, by, figures }: TextTile,
  groups: Groups,
  { rowsAtMost: atMost, today }: Omit<GroupTextLook, 'say'>,
): readonly Group[] => {
  const period = by[0]?.period
  if (shape === 'change' && period) {
    const first = firstDayOf(today, period)
    return [firstDayOf(addDays(first, -1), period), first].map(
      (start) => groups.list.find(({ keys }) => keys[0] === start) ?? { keys: [start], count: 0, figures: figures.map(() => null) },
    )
  }
  const rows = inReadingOrder(table, by, groups.list)
  const isTimed = rows !== groups.list
  return isTimed ? rows.slice(-atMost) : rows.slice(0, atMost)
}

/** A row for each group that there is room for, one for those that there is none for, and what all come to. */
export const groupFigures = (table: Table, tile: TextTile, groups: Groups, look: GroupTextLook): LetterFigures => {
  const { say } = look
  const { shape, by, figures } = tile
  const shownRows = groupsShown(table, tile, groups, look)
  const speaker = speakerOf(groups, say)
  const rowOf = (title: string, { count, figures: values }: Amounts) => [
    title,
    ...figures.map((figure, at) => figureValueWords(table, figure, values[at] ?? null, say)),
    countFigureWords(count),
  ]
  const titleOf = (values: readonly (string | null)[]) =>
    by.map((key, at) => groupWords(table, key, values[at] ?? null, speaker)).join(' · ')
  const leftOut = groups.total.groups - shownRows.length
  const leftOutRows = leftOut > 0 ? [rowOf(say('其他{count}组', { count: leftOut }), amountsLeftOut(tile, groups, shownRows))] : []
  const totalRows = [...leftOutRows, rowOf(say('合计'), groups.total)]
  return {
    head: [
      by.map((key) => groupKeyWords(table, key, say)).join(' · '),
      ...figures.map((figure) => figureWords(table, figure, say)),
      say('条数'),
    ],
    rows: [...shownRows.map((row) => rowOf(titleOf(row.keys), row)), ...(shape === 'change' ? [] : totalRows)],
  }
}

/** What the groups without a row come to; null of a figure that does not add up. */
const amountsLeftOut = ({ figures }: TextTile, { list, others: remainder }: Groups, shownRows: readonly Group[]): Amounts => {
  const shownSet = new Set(shownRows)
  const restRows = list.filter((group) => !shownSet.has(group))
  if (remainder && restRows.length === 0) return remainder
  const parts: readonly Amounts[] = [...restRows, ...(remainder ? [remainder] : [])]
  return {
    count: parts.reduce((total, { count }) => total + count, 0),
    figures: figures.map(({ of }, at) => (of === 'sum' ? sum(parts.flatMap((part) => part.figures[at] ?? [])) : null)),
  }
}

export const speakerOf = (groups: Groups | null, say: Say): Speaker => ({ say, nameOf: (id) => groups?.names[id] ?? '' })

const listText = (table: Table, { answer: { rows, columns, groups } }: TextTile, say: Say): TileText => {
  if (rows.length === 0) return { content: say('现在没有') }
  const speaker = speakerOf(groups, say)
  const cellOf = (key: string, value: string | null) => (value === null ? '' : groupWords(table, { key, period: 'day' }, value, speaker))
  return {
    content: '',
    figures: {
      head: columns.map((key) => say(table.columns[key]?.label ?? key)),
      rows: rows.map((row) => columns.map((key, at) => cellOf(key, row[at] ?? null))),
    },
  }
}
