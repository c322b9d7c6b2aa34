import * as v from 'valibot'
import { dayOfCell } from '../cell.ts'
import { type Day, isDay } from '../day.ts'
import type { Kind } from './kind.ts'

/** A day; `notBefore` and `notAfter` say what it may mean: not before `today` or `tomorrow`, or not before the day in another field. */
export type DateType = { type: 'date'; notBefore?: string | undefined; notAfter?: string | undefined }

export const date: Kind<DateType, Day> = {
  check: () => v.custom<Day>(isDay, '{label}不是有效的日期'),
  words: (value) => String(value),
  sort: () => 'date',
  isPlain: true,
  isMoment: true,
  comparisons: () => ['ge', 'le', 'eq', 'empty', 'filled'],
  cell: {
    read: (text, _, { reading }) => dayOfCell(text, reading.order),
    wanted: () => ({ words: '{label}应为日期，例如2026-01-31', params: {} }),
    example: '日期，如 2026-01-31',
  },
  column: 'date',
  stored: v.strictObject({ type: v.literal('date') }),
  presets: { date: { key: 'date', make: () => ({ type: 'date' }) } },
}
