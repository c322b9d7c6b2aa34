import { addDays, type Day, daysBetween } from '../../kernel/day.ts'

/** A day of the Chinese calendar; `isLeap`: its month comes a second time. */
export type LunarDay = { readonly month: number; readonly day: number; readonly isLeap: boolean }

/** Which lunar day it is. */
export const lunarOf = (day: Day): LunarDay => {
  const lunarDay = computeLunarDay(day)
  const wrong = correctedMonths.find(({ first }) => Math.abs(daysBetween(first, day)) < 30 && computeLunarDay(first).day !== 1)
  if (!wrong) return lunarDay
  const { first, late } = wrong
  const { month } = computeLunarDay(addDays(first, 2))
  if (late && day === first) return { month, day: 1, isLeap: false }
  if (late) return lunarDay.month === month ? { ...lunarDay, day: lunarDay.day + 1 } : lunarDay
  if (day < first && lunarDay.month === month) return { ...computeLunarDay(addDays(day, -1)), day: 30 }
  return lunarDay.month === month ? { ...lunarDay, day: lunarDay.day - 1 } : lunarDay
}

/**
 * First days of months that the Chinese calendar of ICU has a day later, or a day earlier: their new moon is within ten minutes of midnight in
 * Beijing. Reckoned against the moon itself for 2025 to 2060, there are no others. Where ICU has learnt one, it is right.
 */
const correctedMonths: readonly { readonly first: Day; readonly late: boolean }[] = [
  { first: '2027-02-06', late: true },
  { first: '2030-02-03', late: false },
]

const computeLunarDay = (day: Day): LunarDay => {
  const cachedDay = byDay.get(day)
  if (cachedDay) return cachedDay
  const parts = new Map<string, string>(
    format()
      .formatToParts(Date.parse(day + 'T00:00:00Z'))
      .map(({ type, value }) => [type, value]),
  )
  const month = parts.get('month') ?? ''
  const parsedDay = { month: Number.parseInt(month), day: Number.parseInt(parts.get('day') ?? ''), isLeap: /\D$/.test(month) }
  if (byDay.size > 5000) byDay.clear()
  byDay.set(day, parsedDay)
  return parsedDay
}

/** The day of the lunar year that begins in `year` on which a lunar day falls; the last of its month where that has no day 30. */
export const dayOfLunar = (year: number, month: number, day: number): Day => {
  // The year begins between 21 January and 20 February; its months have 29 or 30 days, and one may come twice.
  let first = `${year}-01-20`
  while (!isAt(lunarOf(first), 1, 1)) first = addDays(first, 1)
  let candidate = addDays(first, (month - 1) * 29)
  while (!isAt(lunarOf(candidate), month, 1)) candidate = addDays(candidate, 1)
  const last = addDays(candidate, day - 1)
  return lunarOf(last).day === day ? last : addDays(last, -1)
}

/** "正月", "腊月"; "闰六月". */
export const lunarMonthName = ({ month, isLeap }: Pick<LunarDay, 'month' | 'isLeap'>): string =>
  `${isLeap ? '闰' : ''}${months[month - 1]}月`

/** "初一", "廿三", "三十". */
export const lunarDayName = (day: number): string => {
  if (day <= 10) return `初${digits[day - 1]}`
  if (day === 20) return '二十'
  if (day === 30) return '三十'
  return `${day < 20 ? '十' : '廿'}${digits[(day % 10) - 1]}`
}

const digits = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
const months = ['正', '二', '三', '四', '五', '六', '七', '八', '九', '十', '冬', '腊']

const isAt = (lunarDay: LunarDay, month: number, day: number): boolean =>
  lunarDay.month === month && lunarDay.day === day && !lunarDay.isLeap

const byDay = new Map<Day, LunarDay>()
let formatter: Intl.DateTimeFormat | undefined
const format = (): Intl.DateTimeFormat =>
  (formatter ??= new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' }))
