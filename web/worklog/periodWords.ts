import { type LogPeriod, type PeriodKey, spanOf } from '../../domain/worklog/period.ts'
import type { Day } from '../../kernel/day.ts'
import { language, t } from '../words.ts'

/** A period as people call it: "11月22日 周日", "11月16日 – 11月22日", "2026年11月"; nothing for a log that is about no time. */
export const periodWords = (period: LogPeriod, key: PeriodKey): string => {
  const span = spanOf(period, key)
  if (!span) return ''
  if (period === 'day') return formatDay(span.from, { month: 'short', day: 'numeric', weekday: 'short' })
  if (period === 'month') return formatDay(span.from, { year: 'numeric', month: 'long' })
  return t('{from} – {to}', { from: shortDay(span.from), to: shortDay(span.to) })
}

/** "11月22日". */
export const shortDay = (day: Day): string => formatDay(day, { month: 'short', day: 'numeric' })

const formatDay = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'zh-CN', { ...options, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))
