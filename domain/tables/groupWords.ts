import type { Speaker } from '../../kernel/fields/kind.ts'
import { isDecimal, roundTo } from '../../kernel/decimal.ts'
import { numberWords } from '../../kernel/fields/numberWords.ts'
import { kindOf, numberOf, optionsOf, refersTo, wordsOf } from '../../kernel/fields/kinds.ts'
import type { Table, TableColumn } from './define.ts'
import { type Figure, type FigureKind, figuresOf, type GroupKey, hasPeriods, isMixedGroup, type Period } from './grouping.ts'

export const periodTitles: Readonly<Record<Period, string>> = { day: '按日', week: '按周', month: '按月', quarter: '按季度', year: '按年' }

const figureTexts: Readonly<Record<FigureKind, string>> = {
  sum: '{label}（合计）',
  average: '{label}（平均）',
  min: '{label}（最小）',
  max: '{label}（最大）',
}

/** What a figure is called. */
export const figureWords = ({ columns }: Table, { key, of }: Figure, say: Speaker['say']): string =>
  say(figureTexts[of], { label: say(columns[key]?.label ?? key) })

/** A figure as people read it: an average of whole things has two decimals. */
export const figureValueWords = ({ columns }: Table, { key, of }: Figure, value: string | null, say: Speaker['say']): string => {
  const column = columns[key]
  if (value === null || !column) return '–'
  return columnNumberWords(column, of === 'average' ? roundTo(value, Math.max(2, numberOf(column.control)?.places ?? 2)) : value, say)
}

/** A number of a column as people read it, its digits in threes; a whole number that does not add up may be a year and stays as it is. */
export const columnNumberWords = (column: TableColumn, value: unknown, say: Speaker['say']): string => {
  const words = wordsOf(column.control, value, { say, nameOf: (id) => id })
  const mayBeYear = numberOf(column.control)?.isInteger === true && !figuresOf(column).includes('sum')
  return isDecimal(words) && !mayBeYear ? numberWords(words) : words
}

/** How many rows there are, as a figure. */
export const countFigureWords = (count: number | string): string => numberWords(String(count))

/** What a column that groups is called. */
export const groupKeyWords = ({ columns }: Table, { key, period }: GroupKey, say: Speaker['say']): string => {
  const column = columns[key]
  const label = say(column?.label ?? key)
  return column && hasPeriods(column) ? say('{label}（{period}）', { label, period: say(periodTitles[period ?? 'day']) }) : label
}

/** A period as people say it, by its first day. */
const periodWords = (first: string, period: Period, say: Speaker['say']): string => {
  const [year = '', month = ''] = first.split('-')
  const texts: Readonly<Record<Period, () => string>> = {
    day: () => first,
    week: () => say('{day}起一周', { day: first }),
    month: () => `${year}-${month}`,
    quarter: () => say('{year}年第{quarter}季度', { year, quarter: Math.ceil(Number(month) / 3) }),
    year: () => year,
  }
  return texts[period]()
}

/** What the rows of a group have in a column, in words. */
export const groupWords = ({ columns }: Table, { key, period }: GroupKey, value: string | null, speaker: Speaker): string => {
  const column = columns[key]
  const { say, nameOf } = speaker
  if (value === null || !column) return say('未填写')
  if (isMixedGroup(column, value)) return say('多个值')
  const { control } = column
  if (hasPeriods(column)) return periodWords(value, period ?? 'day', say)
  const noun = refersTo(control)
  if (noun) return nameOf(value, noun) || say('已删除')
  if (kindOf(control).isNeverOpen) return say(value === 'true' ? '是' : '否')
  const options = optionsOf(control)
  return options ? say(options.find((option) => option.value === value)?.label ?? value) : kindOf(control).words(value, control, speaker)
}
