import { firstOf } from '../../../kernel/assert.ts'
import type { Day } from '../../../kernel/day.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import {
  currencyOfCell,
  type DayOrder,
  dayOfCell,
  dayOrders,
  figuresOfCell,
  inOrder,
  isMonthOnly,
  isYearOnly,
  type Point,
  plainReading,
  pointOfCell,
  withoutUnit,
  type ColumnFormat,
} from '../../../kernel/cell.ts'
import type { Column } from '../columns.ts'
import type { Questions } from './questions.ts'
import { type Unit, unitOf } from '../units.ts'

/** What is known of a column besides its cells. */
export type ColumnFacts = {
  readonly header: string
  /** What stands above the table. */
  readonly above: readonly string[]
  /** True where a spreadsheet kept cells of it as numbers. */
  readonly hasNumbers: boolean
  readonly today: Day
}

/** How a column is read, and what is to be said of it. */
export type ReadColumn = {
  readonly reading: ColumnFormat
  /** The unit in its header that no one can convert. */
  readonly unknownUnit?: string | undefined
  /** How many of its dates leave out the day. */
  readonly monthOnlyCount: number
  /** How many of its dates leave out the month as well. */
  readonly yearOnlyCount: number
}

/**
 * How the cells of a column are to be read: as far as its header and all its cells together say it, and else as was answered. It is shown
 * one cell after the other; until a question is answered, what it is about is not read.
 */
export class Evidence {
  readonly #column: Column
  readonly #facts: ColumnFacts
  readonly #unit: Unit | undefined
  readonly #figures: { readonly cell: string; readonly days: readonly (Day | undefined)[]; readonly isSure: boolean }[] = []
  readonly #points: Record<Point | 'either', string[]> = { '.': [], ',': [], either: [] }
  readonly #foreign = new Map<string, string[]>()
  #monthOnlyCount = 0
  #yearOnlyCount = 0

  constructor(column: Column, facts: ColumnFacts) {
    this.#column = column
    this.#facts = facts
    this.#unit = unitOf(column.field, facts.header, facts.above)
  }

  add(cell: string): void {
    const { control } = this.#column.field
    if (control.type === 'date') this.#addDate(cell, control.notAfter === 'today' ? this.#facts.today : undefined)
    if (control.type !== 'money' && control.type !== 'quantity') return
    const point = pointOfCell(control.type === 'quantity' ? withoutUnit(cell) : cell)
    if (point !== undefined) this.#points[point].push(cell)
    if (control.type !== 'money') return
    const currency = currencyOfCell(cell)
    if (currency !== undefined) this.#foreign.set(currency, [...(this.#foreign.get(currency) ?? []).slice(0, 9), cell])
  }

  read(questions: Questions): ReadColumn {
    const unit = this.#unit
    if (unit && 'unknown' in unit) return { reading: plainReading, unknownUnit: unit.unknown, monthOnlyCount: 0, yearOnlyCount: 0 }
    const rates: Record<string, Decimal> = {}
    if (unit?.currency !== undefined) this.#priced(unit.currency, [this.#facts.header], rates, questions)
    for (const [code, cells] of this.#foreign) if (code !== unit?.currency) this.#priced(code, cells, rates, questions)
    return {
      reading: {
        factor: unit?.factor ?? '1',
        order: this.#order(questions),
        point: this.#point(questions),
        rates,
        currency: unit?.currency,
      },
      monthOnlyCount: this.#monthOnlyCount,
      yearOnlyCount: this.#yearOnlyCount,
    }
  }

  #addDate(cell: string, latest: Day | undefined): void {
    if (isMonthOnly(cell)) this.#monthOnlyCount++
    if (isYearOnly(cell)) this.#yearOnlyCount++
    const figures = figuresOfCell(cell)
    if (!figures || dayOfCell(cell) !== undefined) return
    const days = dayOrders.map((order) => inOrder(figures, order)).map((day) => (latest && day && day > latest ? undefined : day))
    // The person who puts points between and a year of four digits at the end writes the day first.
    this.#figures.push({ cell, days, isSure: figures[2]?.length === 4 && cell.includes('.') })
  }

  #priced(code: string, cells: readonly string[], rates: Record<string, Decimal>, questions: Questions): void {
    const { key, label } = this.#column
    const words = '{label}是外币{code}，1 {code}等于多少元人民币？'
    for (const cell of cells) {
      const rate = questions.ask({ key: `${key}.rate.${code}`, column: key, words, params: { label, code }, options: [], once: true }, cell)
      if (rate !== undefined) rates[code] = rate
    }
  }

  /** The one order that reads every date; asked where several do and mean different days, and where none does. */
  #order(questions: Questions): DayOrder | undefined {
    const figures = this.#figures
    const { key, label } = this.#column
    const dayIn = (days: readonly (Day | undefined)[], order: DayOrder) => days[dayOrders.indexOf(order)]
    const readCount = (order: DayOrder) => figures.filter(({ days }) => dayIn(days, order) !== undefined).length
    const readable = figures.filter(({ days }) => days.some((day) => day !== undefined)).length
    if (readable === 0) return undefined
    const fullReadings = dayOrders.filter((order) => readCount(order) === readable)
    const possible = fullReadings.length > 0 ? fullReadings : dayOrders.filter((order) => readCount(order) > 0)
    const unlike = figures.filter(({ days }) => new Set(possible.map((order) => dayIn(days, order))).size > 1)
    if (unlike.length === 0) return possible[0]
    if (possible.includes('dmy') && figures.every(({ isSure }) => isSure)) return 'dmy'
    const options = possible.map((order) => ({ value: order, label: orderWords[order] }))
    let answer: string | undefined
    for (const { cell } of unlike)
      answer = questions.ask(
        { key: `${key}.order`, column: key, words: '{label}的写法有几种读法，是哪一种？', params: { label }, options },
        cell,
      )
    return dayOrders.find((order) => order === answer)
  }

  /** The sign before the fraction; asked where nothing in the column says it, and where its cells say both. */
  #point(questions: Questions): Point {
    const { '.': points, ',': commas, either } = this.#points
    const { key, label } = this.#column
    const hasPoint = points.length > 0 || (this.#facts.hasNumbers && commas.length === 0)
    if (hasPoint !== commas.length > 0) return hasPoint ? '.' : ','
    let answer: string | undefined
    for (const cell of [...(hasPoint ? [points[0] ?? '', firstOf(commas)] : []), ...either])
      answer = questions.ask(
        { key: `${key}.point`, column: key, words: '{label}里哪个符号是小数点？', params: { label }, options: pointOptions },
        cell,
      )
    return answer === ',' ? ',' : '.'
  }
}

const orderWords: Readonly<Record<DayOrder, string>> = { ymd: '年/月/日', dmy: '日/月/年', mdy: '月/日/年' }

const pointOptions = [
  { value: '.', label: '点，如 1,234.56' },
  { value: ',', label: '逗号，如 1.234,56' },
]
