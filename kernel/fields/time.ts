import * as v from 'valibot'
import { half } from '../cell.ts'
import type { Kind } from './kind.ts'

/** A time of any day, "HH:mm" from "00:00" to "23:59". */
export type Time = { type: 'time' }

const isTime = (value: unknown): value is string => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

export const time: Kind<Time, string> = {
  check: () => v.custom<string>(isTime, '{label}应为时间，例如09:30'),
  words: (value) => String(value),
  isShort: () => true,
  sort: () => 'time',
  isPlain: true,
  comparisons: () => ['ge', 'le', 'gt', 'lt', 'eq', 'ne', 'empty', 'filled'],
  cell: { read: timeOfCell, wanted: () => ({ words: '{label}应为时间，例如09:30', params: {} }), example: '时间，如 09:30' },
  column: 'text',
  stored: v.strictObject({ type: v.literal('time') }),
  presets: { time: { key: 'time', make: () => ({ type: 'time' }) } },
}

/** "9:30", "9点30分" and "9:30:00" are 09:30; spreadsheets keep a time as its part of a day. */
export function timeOfCell(cellText: string): string | undefined {
  const text = half(cellText).trim()
  const part = /^0?\.\d+$/.test(text) ? Math.round(Number(text) * 1440) : undefined
  const [, hour = '', minute = '0'] = /^(\d{1,2})(?:[:点时](\d{1,2})?(?::\d{2}(?:\.0+)?)?分?)$/.exec(text) ?? []
  const minutes = part ?? (hour === '' ? Number.NaN : Number(hour) * 60 + Number(minute))
  const writtenTime = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return Number(minute) < 60 && isTime(writtenTime) ? writtenTime : undefined
}
