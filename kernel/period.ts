import { type Day, daysBetween, isDay, isMinute, minutesBetween } from './day.ts'
import { type Decimal, divide } from './decimal.ts'

/** What a period is counted in: whole days, half days (mornings and afternoons), or hours. */
export type PeriodUnit = 'days' | 'halfDays' | 'hours'
export const periodUnits: readonly PeriodUnit[] = ['days', 'halfDays', 'hours']

/**
 * From–to, both included, with its length in days (halves where it is counted in half days) or hours (two places). The ends are
 * "2026-11-22", "2026-11-22 AM" or "PM", or "2026-11-22 14:30", by the unit.
 */
export type Period = { readonly from: string; readonly to: string; readonly length: Decimal }

/** True for an end as the unit has it. */
export const isPeriodEnd = (unit: PeriodUnit, value: unknown): value is string => {
  if (unit === 'days') return isDay(value)
  if (unit === 'hours') return isMinute(value)
  return typeof value === 'string' && isDay(value.slice(0, 10)) && (value.endsWith(' AM') || value.endsWith(' PM')) && value.length === 13
}

/** The length between two ends; undefined where it would be none: the end before its beginning, or no hour at all. */
export const periodLength = (unit: PeriodUnit, from: string, to: string): Decimal | undefined => {
  if (unit === 'days') return positive(daysBetween(from, to) + 1)
  if (unit === 'hours') {
    const minutes = minutesBetween(from, to)
    return minutes > 0 ? divide(String(minutes), '60', 2) : undefined
  }
  const halves = (end: string): number => (end.endsWith('PM') ? 1 : 0)
  const count = daysBetween(from.slice(0, 10), to.slice(0, 10)) * 2 + halves(to) - halves(from) + 1
  return count > 0 ? String(count / 2) : undefined
}

/** True for what a period field holds. */
export const isPeriod = (value: unknown): value is Period =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value && 'length' in value && typeof value.length === 'string'

/** The day on which an end stands. */
export const dayOfEnd = (end: string): Day => end.slice(0, 10)

/** From–to in no language, the day once where both are on one: "2026-11-20 09:00 – 18:00". */
export const plainPeriod = ({ from, to }: Period): string => {
  const day = dayOfEnd(from)
  return `${from} – ${to.startsWith(`${day} `) ? to.slice(day.length + 1) : to}`
}

const positive = (days: number): Decimal | undefined => (days > 0 ? String(days) : undefined)
