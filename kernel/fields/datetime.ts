import * as v from 'valibot'
import { dayOfCell, type DayOrder, half } from '../cell.ts'
import { isMinute, type Minute } from '../day.ts'
import type { Kind } from './kind.ts'
import { timeOfCell } from './time.ts'

/** A minute of a day. */
export type Datetime = { type: 'datetime' }

export const datetime: Kind<Datetime, Minute> = {
  check: () => v.custom<Minute>(isMinute, '{label}不是有效的时间'),
  words: (value) => String(value),
  sort: () => 'datetime',
  isPlain: true,
  isMoment: true,
  comparisons: () => ['ge', 'le', 'eq', 'empty', 'filled'],
  cell: {
    read: (text, _, { reading }) => minuteOfCell(text, reading.order),
    wanted: () => ({ words: '{label}应为日期和时间，例如2026-01-31 09:30', params: {} }),
    example: '日期和时间，如 2026-01-31 09:30',
  },
  column: 'text',
  stored: v.strictObject({ type: v.literal('datetime') }),
  presets: { datetime: { key: 'time', make: () => ({ type: 'datetime' }) } },
}

/** A longer text is no moment. */
const momentTextAtMost = 60

/** A day and a time as people and spreadsheets write them, "2026/7/1 9:30" and "2026-07-01T09:30:00.000Z"; a day alone begins at midnight. */
function minuteOfCell(cellText: string, order: DayOrder | undefined): Minute | undefined {
  const text = half(cellText).trim()
  if (text.length > momentTextAtMost) return undefined
  const [, dayText = text, writtenTime = '0:00'] = /^(.*?[\d日号])[T\s]+(\d{1,2}[:点时].*?)(?:\.\d+)?Z?$/.exec(text) ?? []
  // An hour without minutes is no time.
  if (/^\d{4}\D.*\s\d{1,2}$/.test(text)) return undefined
  const serialTime = /^\d{5}(\.\d+)$/.exec(text)?.[1]
  const [day, time] = [dayOfCell(dayText, order), timeOfCell(serialTime ?? writtenTime)]
  return day && time ? `${day} ${time}` : undefined
}
