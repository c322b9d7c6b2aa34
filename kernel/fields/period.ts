import * as v from 'valibot'
import { dayOfEnd, isPeriod, isPeriodEnd, type Period, periodLength, type PeriodUnit, periodUnits } from '../period.ts'
import { type Kind, orderComparisons, type Speaker } from './kind.ts'
import type { Quantity } from './quantity.ts'

/** From–to; its length is worked out, whatever was sent for it, and is what formulas and conditions read. */
export type PeriodType = { type: 'period'; unit: PeriodUnit }

export const period: Kind<PeriodType, Period> = {
  check: ({ unit }) =>
    v.pipe(
      v.strictObject({ from: v.unknown(), to: v.unknown(), length: v.optional(v.unknown()) }, '{label}应为时间段'),
      v.rawTransform<{ from: unknown; to: unknown; length?: unknown }, Period>(({ dataset, addIssue, NEVER }) => {
        const { from, to } = dataset.value
        const hasEnds = isPeriodEnd(unit, from) && isPeriodEnd(unit, to)
        const length = hasEnds ? periodLength(unit, from, to) : '0'
        if (hasEnds && length !== undefined && length !== '0') return { from, to, length }
        const orderWords = unit === 'hours' ? '{label}的结束应晚于开始' : '{label}的结束不能早于开始'
        addIssue({ message: length === '0' ? '请填写{label}的开始和结束' : orderWords })
        return NEVER
      }),
    ),
  words: (value, { unit }, { say }) => periodWords(value, unit, say),
  sort: () => 'period',
  isReckoned: true,
  comparisons: () => orderComparisons,
  compared: (): Quantity => ({ type: 'quantity', min: '0', places: 2 }),
  cell: { read: (text) => text },
  column: 'jsonb',
  stored: v.strictObject({ type: v.literal('period'), unit: v.picklist(periodUnits) }),
  presets: { period: { key: 'period', make: () => ({ type: 'period', unit: 'days' }) } },
}

/** "2026-11-22 上午 至 2026-11-24 下午（2.5天）"; empty for what is no period. */
export const periodWords = (value: unknown, unit: PeriodUnit, say: Speaker['say']): string => {
  if (!isPeriod(value)) return ''
  const end = (path: string) => (unit === 'halfDays' ? `${dayOfEnd(path)} ${say(path.endsWith('PM') ? '下午' : '上午')}` : path)
  return say('{from} 至 {to}（{length}）', { from: end(value.from), to: end(value.to), length: lengthWords(value.length, unit, say) })
}

/** How long a period is. */
export const lengthWords = (length: string, unit: PeriodUnit, say: Speaker['say']): string =>
  say(unit === 'hours' ? '{n}小时' : '{n}天', { n: length })
