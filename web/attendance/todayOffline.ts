import type { Day } from '../../kernel/day.ts'
import type { Today } from '../../domain/attendance/operations.ts'

/**
 * What an answer of earlier says of a day where the server cannot be asked: the rules and the places hold, the network of the office is not
 * there. Of another day nothing is known of the shift and what was clocked.
 */
export const todayOffline = (today: Today, day: Day): { readonly today: Today; readonly isOfToday: boolean } => {
  const withoutNetwork: Today = { ...today, networkPlace: null, tasks: [] }
  if (today.day === day) return { today: withoutNetwork, isOfToday: true }
  return { today: { ...withoutNetwork, day, row: null, punches: [] }, isOfToday: false }
}
