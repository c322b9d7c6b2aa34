import { refuse } from '../../kernel/refusal.ts'
import type { Day } from '../../kernel/day.ts'

/** A month of a book as a number, year × 12 + month − 1, as the database keeps it: the distance of two is their difference. */
export type MonthNumber = number

/** A month as people and calls write it: "2026-03". */
export type MonthText = string

export const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/

export const monthOfDay = (day: Day): MonthNumber => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

export const monthOfText = (text: MonthText): MonthNumber => monthOfDay(`${text}-01`)

export const monthText = (month: MonthNumber): MonthText =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

export const firstDayOf = (month: MonthNumber): Day => `${monthText(month)}-01`

/** Refuses a span of months, or of days, that begins behind its end; as texts both stand in the order of time. */
export const requireSpan = (from: MonthText | Day, to: MonthText | Day): void => {
  if (from > to) refuse('span.reversed', '结束不能早于开始')
}
