import * as v from 'valibot'
import { isMinute, type Minute } from '../day.ts'
import type { Kind } from './kind.ts'

/** A minute of a day. */
export type Datetime = { type: 'datetime' }

export const datetime: Kind<Datetime, Minute> = {
  check: () => v.custom<Minute>(isMinute, '{label}不是有效的时间'),
  words: (value) => String(value),
  sort: () => 'datetime',
  isPlain: true,
  isMoment: true,
  comparisons: () => ['ge', 'le', 'eq', 'empty', 'filled'],
  cell: { read: (text) => text },
  column: 'text',
  stored: v.strictObject({ type: v.literal('datetime') }),
  presets: { datetime: { key: 'time', make: () => ({ type: 'datetime' }) } },
}
