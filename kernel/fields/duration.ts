import * as v from 'valibot'
import { half } from '../cell.ts'
import { type Kind, orderComparisons, type Speaker } from './kind.ts'

/** How long something takes, in whole minutes from 1 to 599999 (9999 hours and 59 minutes). Formulas reckon with its minutes. */
export type Duration = { type: 'duration' }

export const durationMinutesMost = 599_999

export const duration: Kind<Duration, number> = {
  check: () =>
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))], '{label}应为时长'),
      v.integer('{label}应为时长'),
      v.minValue(1, '{label}应大于0'),
      v.maxValue(durationMinutesMost, '{label}过长'),
    ),
  words: (value, _, { say }) => durationWords(Number(value), say),
  isShort: () => true,
  sort: () => 'duration',
  number: () => ({ places: 0, limit: String(durationMinutesMost), min: '1', max: String(durationMinutesMost), isInteger: true }),
  sum: (values) => values.reduce((total, minutes) => total + Number(minutes), 0),
  isReckoned: true,
  reckonedIn: '分钟',
  comparisons: () => orderComparisons,
  cell: {
    read: minutesOfCell,
    wanted: () => ({ words: '{label}应为时长，例如2小时30分钟', params: {} }),
    example: '时长，如 2小时30分钟 或 2:30',
  },
  column: 'int',
  stored: v.strictObject({ type: v.literal('duration') }),
  presets: { duration: { key: 'duration', make: () => ({ type: 'duration' }) } },
}

/** "2小时30分钟", "45分钟", "2小时". */
export const durationWords = (minutes: number, say: Speaker['say']): string => {
  const [hours, minutesLeft] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return say('{n}分钟', { n: minutesLeft })
  return minutesLeft === 0 ? say('{n}小时', { n: hours }) : say('{hours}小时{minutes}分钟', { hours, minutes: minutesLeft })
}

/** Hours and minutes as people write them: "2小时30分", "2 h 30 min", "2:30", "1.5小时". A number alone says no unit. */
function minutesOfCell(cellText: string): number | undefined {
  const text = half(cellText).trim().toLowerCase()
  const clock = /^(\d{1,4}):([0-5]\d)(?::00)?$/.exec(text)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const match = /^(?:(\d{1,4}(?:\.\d{1,2})?)\s*(?:小时|时|hours?|hrs?|h)\s*)?(?:(\d{1,6})\s*(?:分钟|分|minutes?|mins?|m))?$/.exec(text)
  if (!match || text === '') return undefined
  return Math.round(Number(match[1] ?? 0) * 60) + Number(match[2] ?? 0)
}
