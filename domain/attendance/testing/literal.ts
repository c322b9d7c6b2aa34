import { addDays, type Day } from '../../../kernel/day.ts'
import type { DerivedDay, DayInput, DayState, SlotState } from '../derive.ts'
import type { Plan } from '../plan.ts'
import type { ShiftRules } from '../shift.ts'

/**
 * Days worked out as a clerk would: minute by minute with a wall clock that is asked at every minute, and lists of minutes. Slow, and nothing
 * of it is shared with the product.
 */
export const literalDay = ({
  day,
  zone,
  planOf,
  punches,
  leaves,
  now,
}: DayInput): (Omit<DerivedDay, 'slots'> & { states: SlotState[] }) | undefined => {
  const plan = planOf(day)
  if (plan.kind === 'none') return undefined
  const end = literalEnd(planOf(day), planOf(addDays(day, 1)), day, zone)
  const own: (typeof punches)[number][] = []
  for (const punch of [...punches].sort((a, b) => a.minute - b.minute || (a.id < b.id ? -1 : 1))) {
    // The first day, of all from long before, that has not ended.
    let of = addDays(day, -6)
    while (punch.minute >= literalEnd(planOf(of), planOf(addDays(of, 1)), of, zone) && of <= addDays(day, 6)) of = addDays(of, 1)
    if (of === day && !own.some((kept) => Math.abs(kept.minute - punch.minute) <= 1 && kept === own.at(-1))) own.push(punch)
  }
  const blank = {
    day,
    shiftId: null,
    lates: 0,
    lateMinutes: 0,
    earlies: 0,
    earlyMinutes: 0,
    missings: 0,
    absentMinutes: 0,
    leaveMinutes: 0,
  }
  if (plan.kind !== 'shift') {
    const span = own.length > 1 ? own.at(-1)!.minute - own[0]!.minute : 0
    const settled = now >= end
    const free = plan.kind === 'free'
    let state: DayState = 'rest'
    if (free && !settled) state = own.length > 0 && span > 0 ? 'normal' : 'open'
    if (free && settled && own.length > 0) state = 'normal'
    return {
      ...blank,
      state,
      isSettled: settled,
      states: own.slice(0, 2).map(() => (free ? 'normal' : 'extra')),
      workedMinutes: free ? span : 0,
      overtimeMinutes: free ? 0 : span,
      fields: own.filter((punch) => punch.isField).length,
    }
  }
  const { rules, id } = plan.shift
  const at = (minutes: number) => literalMinute(day, minutes, zone)
  const opens = at(rules.segments[0]!.on) - rules.earliest
  const closes = at(rules.segments.at(-1)!.off) + rules.latest
  const settled = now > closes || now >= end
  const inLeave = (minute: number) => leaves.some(([from, to]) => minute >= from && minute < to)
  const inRest = (minute: number) => rules.rests.some(({ from, to }) => minute >= at(from) && minute < at(to))
  const total = { ...blank, workedMinutes: 0, overtimeMinutes: 0, fields: 0 }
  const states: SlotState[] = []
  rules.segments.forEach(({ on, off }, index) => {
    const before = rules.segments[index - 1]
    const after = rules.segments[index + 1]
    const seen = own.filter(({ minute }) => {
      if (minute < opens || minute > closes) return false
      if (before && minute < Math.floor((at(before.off) + at(on)) / 2)) return false
      return !(after && minute >= Math.floor((at(off) + at(after.on)) / 2))
    })
    const minutesFrom = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)
    const planned = minutesFrom(at(on), at(off)).filter((minute) => !inRest(minute))
    total.leaveMinutes += planned.filter(inLeave).length
    const unmoved = planned.filter((minute) => !inLeave(minute))
    const apart = Math.min(30, Math.floor((at(off) - at(on)) / 2))
    let came = undefined as (typeof seen)[number] | undefined
    let left = undefined as (typeof seen)[number] | undefined
    if (seen.length > 0) {
      if (seen.at(-1)!.minute - seen[0]!.minute >= apart) [came, left] = [seen[0], seen.at(-1)]
      else {
        const [first, last] = unmoved.length > 0 ? [unmoved[0]!, unmoved.at(-1)! + 1] : [at(on), at(off)]
        if (seen[0]!.minute <= Math.floor((first + last) / 2)) came = seen[0]
        else left = seen.at(-1)
      }
    }
    const shifted = came && rules.flexible > 0 ? Math.max(-rules.flexible, Math.min(rules.flexible, came.minute - at(on))) : 0
    const asked = minutesFrom(at(on) + shifted, at(off) + shifted).filter((minute) => !inRest(minute) && !inLeave(minute))
    total.fields += [came, left].filter((punch) => punch?.isField).length
    if (asked.length === 0) {
      states.push('leave', 'leave')
      return
    }
    const late = came ? asked.filter((minute) => minute < came.minute).length : 0
    const early = left ? asked.filter((minute) => minute >= left.minute).length : 0
    const away = settled && !came && !left
    const lateState: SlotState =
      late > rules.grace ? (late >= rules.absent ? 'absent' : late >= rules.serious ? 'serious' : 'late') : 'normal'
    const earlyState: SlotState = early > rules.earlyGrace ? (early >= rules.absent ? 'absent' : 'early') : 'normal'
    const onState = came ? lateState : away ? 'absent' : settled ? 'missing' : 'open'
    const offState = left ? earlyState : away ? 'absent' : settled ? 'missing' : 'open'
    states.push(onState, offState)
    if (onState === 'late' || onState === 'serious') [total.lates, total.lateMinutes] = [total.lates + 1, total.lateMinutes + late]
    if (offState === 'early') [total.earlies, total.earlyMinutes] = [total.earlies + 1, total.earlyMinutes + early]
    total.missings += [onState, offState].filter((state) => state === 'missing').length
    if (onState === 'absent' || offState === 'absent') total.absentMinutes += asked.length
    if (came && left) total.workedMinutes += asked.filter((minute) => minute >= came.minute && minute < left.minute).length
    if (index === rules.segments.length - 1 && left) {
      const over = left.minute - (at(off) + shifted)
      total.overtimeMinutes = over >= rules.overtime ? over : 0
    }
  })
  return { ...total, shiftId: id, isSettled: settled, states, state: stateOf(states, settled) }
}

const stateOf = (states: readonly SlotState[], settled: boolean): DayState => {
  if (states.every((state) => state === 'leave')) return 'leave'
  if (!settled && states.includes('open')) return 'open'
  for (const [state, shown] of [
    ['absent', 'absent'],
    ['missing', 'missing'],
    ['late', 'late'],
    ['serious', 'late'],
    ['early', 'early'],
  ] as const)
    if (states.includes(state)) return shown
  return 'normal'
}

const literalEnd = (plan: Plan, next: Plan, day: Day, zone: string): number => {
  const four = literalMinute(addDays(day, 1), 240, zone)
  const last = (rules: ShiftRules) => literalMinute(day, rules.segments.at(-1)!.off, zone)
  const first = (rules: ShiftRules) => literalMinute(addDays(day, 1), rules.segments[0]!.on, zone)
  if (plan.kind === 'shift' && next.kind === 'shift') {
    const [off, on] = [last(plan.shift.rules), first(next.shift.rules)]
    const gap = [off + plan.shift.rules.latest, on - next.shift.rules.earliest] as const
    return gap[0] < gap[1] ? Math.floor((gap[0] + gap[1]) / 2) : Math.floor((off + on) / 2)
  }
  if (plan.kind === 'shift') return Math.max(four, last(plan.shift.rules) + plan.shift.rules.latest)
  if (next.kind === 'shift') return Math.min(four, first(next.shift.rules) - next.shift.rules.earliest)
  return four
}

const minutes = new Map<string, number>()

/** The first minute at which a clock in the zone shows it or has gone past it, found by looking at the clock. */
const literalMinute = (day: Day, after: number, zone: string): number => {
  const key = `${day} ${after} ${zone}`
  const known = minutes.get(key)
  if (known !== undefined) return known
  const wanted = Date.parse(`${day}T00:00:00Z`) / 60_000 + after
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const shown = (minute: number) => Date.parse(`${clock.format(minute * 60_000).replace(' ', 'T')}:00Z`) / 60_000
  let found: number | undefined
  for (let minute = wanted - 15 * 60; minute < wanted + 15 * 60 && found === undefined; minute += 1)
    if (shown(minute) >= wanted) found = minute
  minutes.set(key, found!)
  return found!
}
