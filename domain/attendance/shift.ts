import * as v from 'valibot'
import { firstOf, lastOf } from '../../kernel/assert.ts'

/** Minutes after midnight of the work day; from 1440 on they are of the day after. */
const minuteOfDay = v.pipe(v.number('时间有误'), v.integer('时间有误'), v.minValue(0, '时间有误'), v.maxValue(2880, '时间有误'))
const span = (least: number, maximum: number) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(least, '不能小于{min}'), v.maxValue(maximum, '不能大于{max}'))

/**
 * How a shift is worked, all in minutes. `segments` are one after the other and take a day at most; `rests` lie within them and are not worked.
 * Coming up to `grace` after the beginning is not late, from `serious` on seriously late, from `absent` on absence for the segment; leaving up
 * to `earlyGrace` before the end is not early. Punching begins `earliest` before the first segment and ends `latest` after
 * the last. Coming up to `flexible` earlier or later moves the end by as much. Work after the end counts as overtime from
 * `overtime` on.
 */
export const shiftRules = v.pipe(
  v.strictObject({
    segments: v.pipe(
      v.array(v.strictObject({ on: minuteOfDay, off: minuteOfDay }), '时段有误'),
      v.minLength(1, '请至少添加一个时段'),
      v.maxLength(3, '最多{max}个时段'),
    ),
    rests: v.optional(
      v.pipe(v.array(v.strictObject({ from: minuteOfDay, to: minuteOfDay }), '休息时间有误'), v.maxLength(4, '最多{max}项')),
      [],
    ),
    grace: v.optional(span(0, 240), 5),
    earlyGrace: v.optional(span(0, 240), 0),
    serious: v.optional(span(1, 480), 30),
    absent: v.optional(span(1, 720), 180),
    earliest: v.optional(span(0, 720), 120),
    latest: v.optional(span(0, 720), 360),
    flexible: v.optional(span(0, 240), 0),
    overtime: v.optional(span(1, 480), 60),
  }),
  v.check(({ segments }) => firstOf(segments).on < 1440, '班次应从当天开始'),
  v.check(
    ({ segments }) => segments.every(({ on, off }, index) => on < off && (index === 0 || segments[index - 1]!.off < on)),
    '时段应先后相接，且不重叠',
  ),
  v.check(({ segments }) => lastOf(segments).off - firstOf(segments).on <= 1440, '一个班次最长一天'),
  v.check(
    ({ segments, rests }) => rests.every(({ from, to }) => from < to && segments.some(({ on, off }) => on < from && to < off)),
    '休息时间应在一个时段之内',
  ),
  v.check(({ segments, flexible }) => flexible === 0 || segments.length === 1, '弹性时间只用于一个时段的班次'),
  v.check(({ grace, serious, absent }) => grace < serious && serious <= absent, '严重迟到应晚于迟到，旷工应晚于严重迟到'),
)
export type ShiftRules = v.InferOutput<typeof shiftRules>

/** A version of a shift: what holds from a day on. */
export type Shift = { readonly id: string; readonly name: string; readonly rules: ShiftRules }

/** "09:00–18:00", "20:00–+08:00", segments one after the other. */
export const shiftTimes = ({ segments }: Pick<ShiftRules, 'segments'>): string =>
  segments.map(({ on, off }) => `${clockWords(on)}–${clockWords(off)}`).join(' ')

/** "09:00"; "+08:00" of the day after. */
export const clockWords = (minutes: number): string => {
  const within = minutes % 1440
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes >= 1440 ? '+' : ''}${two(Math.floor(within / 60))}:${two(within % 60)}`
}
