import type { Day } from './day.ts'

/** So many months later, on the last day of a month that is too short. */
export const addMonths = (day: Day, months: number): Day => {
  const first = new Date(day.slice(0, 7) + '-01T00:00:00Z')
  first.setUTCMonth(first.getUTCMonth() + months)
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const date = Math.min(Number(day.slice(8)), lastOfMonth)
  return `${first.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`
}
