import { type ShiftRules, type Shift } from './shift.ts'
import { firstOf, lastOf } from '../../kernel/assert.ts'
import { type EpochMinute, wallMinute, wallOf } from './wall.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { weekdayOf } from '../../kernel/weekday.ts'

/** What a person has to do on a day: a shift, nothing, come and go freely; `none`: attendance does not ask for them then. */
export type Plan = { readonly kind: 'shift'; readonly shift: Shift } | { readonly kind: 'rest' | 'free' | 'none' }
export type PlanOf = (day: Day) => Plan

/** How a group plans a day. Where it follows the calendar, days off are free and make-up days are worked as the first worked day of the week. */
export type Pattern =
  | { readonly kind: 'fixed'; readonly week: readonly (string | null)[]; readonly followsCalendar: boolean }
  | { readonly kind: 'roster' }
  | { readonly kind: 'free' }

/** A day as the calendar of the organisation has it; `week` where only the days of the week say so. */
export type CalendarDay = { readonly kind: 'work' | 'off'; readonly source: 'own' | 'national' | 'week' }

/** The shift of a day by its group; null is a day of rest, and of a roster a day for which no one has said anything. */
export const plannedShift = (pattern: Pattern, day: Day, calendar: CalendarDay, rosterShift: string | null | undefined): string | null => {
  if (rosterShift !== undefined) return rosterShift
  if (pattern.kind !== 'fixed') return null
  const patternShift = pattern.week[weekdayOf(day) - 1] ?? null
  if (!pattern.followsCalendar || calendar.source === 'week') return patternShift
  if (calendar.kind === 'off') return null
  return patternShift ?? pattern.week.find((shift) => shift !== null) ?? null
}

/** When the day changes where no shift says so: at four in the morning. */
export const dayChange = 240

/**
 * The first minute that is not of a day any more. Between two shifts it is the middle of what lies between the windows in which they are punched;
 * where those overlap, of what lies between the shifts themselves.
 */
export const endOfDay = (planOf: PlanOf, day: Day, zone: string): EpochMinute => {
  const next = addDays(day, 1)
  const [plan, nextPlan] = [planOf(day), planOf(next)]
  const ownRules = plan.kind === 'shift' ? plan.shift.rules : undefined
  const nextRules = nextPlan.kind === 'shift' ? nextPlan.shift.rules : undefined
  const offOf = ({ segments }: ShiftRules): EpochMinute => wallMinute(day, lastOf(segments).off, zone)
  const onOf = ({ segments }: ShiftRules): EpochMinute => wallMinute(next, firstOf(segments).on, zone)
  if (ownRules && nextRules) {
    const [off, on] = [offOf(ownRules), onOf(nextRules)]
    const [closes, opens] = [off + ownRules.latest, on - nextRules.earliest]
    return closes < opens ? Math.floor((closes + opens) / 2) : Math.floor((off + on) / 2)
  }
  const usual = wallMinute(next, dayChange, zone)
  if (ownRules) return Math.max(usual, offOf(ownRules) + ownRules.latest)
  return nextRules ? Math.min(usual, onOf(nextRules) - nextRules.earliest) : usual
}

/** The one day that a punch of this minute is of: the first that has not ended by then. */
export const workDayAt = (planOf: PlanOf, minute: EpochMinute, zone: string): Day => {
  const { day } = wallOf(minute, zone)
  for (let candidate = addDays(day, -2); ; candidate = addDays(candidate, 1))
    if (minute < endOfDay(planOf, candidate, zone)) return candidate
}
