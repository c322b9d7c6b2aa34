import { firstOf, lastOf } from '../../kernel/assert.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { endOfDay, type PlanOf, workDayAt } from './plan.ts'
import type { Shift, ShiftRules } from './shift.ts'
import { type EpochMinute, wallMinute } from './wall.ts'

/** A punch as far as days are worked out from it. `minute` is the whole minute it fell into. */
export type PunchSeen = { readonly id: string; readonly minute: EpochMinute; readonly isField: boolean; readonly marks: readonly string[] }

/** From the first minute to the one after the last. */
export type Span = readonly [from: EpochMinute, to: EpochMinute]

/** `open`: its time has not come, or has not passed yet. `leave`: nothing was asked for. `extra`: a punch on a day of rest. */
export const slotStates = ['open', 'normal', 'late', 'serious', 'early', 'missing', 'absent', 'leave', 'extra'] as const
export type SlotState = (typeof slotStates)[number]

/** Coming or going of a segment: when it was asked for, and what was there. `minutes`: how much too late or too early. */
export type Slot = {
  readonly way: 'on' | 'off'
  readonly segment: number
  readonly due: EpochMinute
  readonly punchId: string | null
  readonly punched: EpochMinute | null
  readonly state: SlotState
  readonly minutes: number
  readonly isField: boolean
  readonly marks: readonly string[]
}

export const dayStates = ['open', 'rest', 'normal', 'late', 'early', 'missing', 'absent', 'leave'] as const
export type DayState = (typeof dayStates)[number]

/** What came of a work day. It is settled when nothing but new inputs can change it. */
export type DerivedDay = {
  readonly day: Day
  readonly shiftId: string | null
  readonly state: DayState
  readonly isSettled: boolean
  readonly slots: readonly Slot[]
  readonly lates: number
  readonly lateMinutes: number
  readonly earlies: number
  readonly earlyMinutes: number
  readonly missings: number
  readonly absentMinutes: number
  readonly leaveMinutes: number
  readonly workedMinutes: number
  readonly overtimeMinutes: number
  readonly fields: number
}

export type DayInput = {
  readonly day: Day
  readonly zone: string
  readonly planOf: PlanOf
  /** Of any days: those of others are left aside. */
  readonly punches: readonly PunchSeen[]
  readonly leaves: readonly Span[]
  readonly now: EpochMinute
}

/** Two punches nearer than this are of the same coming or going. */
const apartMinutes = 30

/** What came of a day for one person, by everything that is known; undefined where attendance does not ask for them. Pure. */
export const deriveDay = (input: DayInput): DerivedDay | undefined => {
  const { day, zone, planOf, now } = input
  const plan = planOf(day)
  if (plan.kind === 'none') return undefined
  const ownPunches = punchesOf(input)
  const ends = endOfDay(planOf, day, zone)
  if (plan.kind === 'shift') return deriveShift(input, plan.shift, ownPunches, ends)
  const [first, last] = [ownPunches[0], ownPunches.at(-1)]
  const unaskedSlotOf = (way: Slot['way'], punch: PunchSeen): Slot => unaskedSlot(way, punch, plan.kind === 'free' ? 'normal' : 'extra')
  const presentMinutes = first && last ? last.minute - first.minute : 0
  const isFree = plan.kind === 'free'
  const isSettled = now >= ends
  const state = (): DerivedDay['state'] => {
    if (!isFree) return 'rest'
    if (ownPunches.length > 0) return isSettled || presentMinutes > 0 ? 'normal' : 'open'
    return isSettled ? 'rest' : 'open'
  }
  return {
    ...restDay(day),
    isSettled,
    state: state(),
    slots: !first ? [] : [unaskedSlotOf('on', first), ...(last && ownPunches.length > 1 ? [unaskedSlotOf('off', last)] : [])],
    workedMinutes: isFree ? presentMinutes : 0,
    overtimeMinutes: isFree ? 0 : presentMinutes,
    fields: ownPunches.filter(({ isField }) => isField).length,
  }
}

const restDay = (day: Day): DerivedDay => ({
  day,
  shiftId: null,
  state: 'rest',
  isSettled: false,
  slots: [],
  lates: 0,
  lateMinutes: 0,
  earlies: 0,
  earlyMinutes: 0,
  missings: 0,
  absentMinutes: 0,
  leaveMinutes: 0,
  workedMinutes: 0,
  overtimeMinutes: 0,
  fields: 0,
})

/** A punch where none was asked for. */
const unaskedSlot = (way: Slot['way'], { id, minute, isField, marks }: PunchSeen, state: SlotState): Slot => ({
  way,
  segment: 0,
  due: minute,
  punchId: id,
  punched: minute,
  state,
  minutes: 0,
  isField,
  marks,
})

/** Those of the day in their order; what came within a minute of another is the same one. */
const punchesOf = ({ day, zone, planOf, punches }: DayInput): PunchSeen[] => {
  const [least, most] = [wallMinute(addDays(day, -1), 0, zone), wallMinute(addDays(day, 3), 0, zone)]
  const ownPunches: PunchSeen[] = []
  for (const punch of punches.toSorted((a, b) => a.minute - b.minute || (a.id < b.id ? -1 : 1))) {
    if (punch.minute < least || punch.minute >= most || workDayAt(planOf, punch.minute, zone) !== day) continue
    if (ownPunches.length === 0 || punch.minute - lastOf(ownPunches).minute > 1) ownPunches.push(punch)
  }
  return ownPunches
}

type Segment = { readonly on: EpochMinute; readonly off: EpochMinute; readonly punches: readonly PunchSeen[] }

const deriveShift = (input: DayInput, { id: shiftId, rules }: Shift, ownPunches: readonly PunchSeen[], ends: EpochMinute): DerivedDay => {
  const { day, zone, leaves, now } = input
  const minuteOf = (minutes: number): EpochMinute => wallMinute(day, minutes, zone)
  const [opens, closes] = [minuteOf(firstOf(rules.segments).on) - rules.earliest, minuteOf(lastOf(rules.segments).off) + rules.latest]
  const isSettled = now >= Math.min(closes + 1, ends)
  const rests = rules.rests.map(({ from, to }): Span => [minuteOf(from), minuteOf(to)])
  const cuts = rules.segments.flatMap(({ off }, index) => {
    const next = rules.segments[index + 1]
    return next ? Math.floor((minuteOf(off) + minuteOf(next.on)) / 2) : []
  })
  const segments = rules.segments.map(({ on, off }, index): Segment => {
    const [from, to] = [cuts[index - 1] ?? opens, cuts[index] ?? closes + 1]
    return { on: minuteOf(on), off: minuteOf(off), punches: ownPunches.filter(({ minute }) => minute >= from && minute < to) }
  })
  const parts = segments.map((segment, index) => partOf({ segment, index, rules, rests, leaves, isSettled }))
  const total = (minutesIn: (part: Part) => number): number => parts.reduce((sum, part) => sum + minutesIn(part), 0)
  const slots = parts.flatMap((part) => part.slots)
  const count = (...states: readonly SlotState[]): number => slots.filter(({ state }) => states.includes(state)).length
  const last = lastOf(parts)
  const overtime = last.leftMinute === undefined ? 0 : Math.max(0, last.leftMinute - last.endMinute)
  return {
    day,
    shiftId,
    isSettled,
    slots,
    state: stateOf(slots, isSettled),
    lates: count('late', 'serious'),
    lateMinutes: total((part) => part.late),
    earlies: count('early'),
    earlyMinutes: total((part) => part.early),
    missings: count('missing'),
    absentMinutes: total((part) => part.absent),
    leaveMinutes: total((part) => part.onLeave),
    workedMinutes: total((part) => part.worked),
    overtimeMinutes: overtime >= rules.overtime ? overtime : 0,
    fields: slots.filter(({ isField }) => isField).length,
  }
}

/** The worst of what a day has; one that is not over has nothing yet. */
const stateOf = (slots: readonly Slot[], isSettled: boolean): DayState => {
  const has = (...states: readonly SlotState[]): boolean => slots.some(({ state }) => states.includes(state))
  if (slots.every(({ state }) => state === 'leave')) return 'leave'
  if (!isSettled && has('open')) return 'open'
  if (has('absent')) return 'absent'
  if (has('missing')) return 'missing'
  if (has('late', 'serious')) return 'late'
  return has('early') ? 'early' : 'normal'
}

type Part = {
  readonly slots: readonly Slot[]
  readonly late: number
  readonly early: number
  readonly absent: number
  readonly onLeave: number
  readonly worked: number
  readonly endMinute: EpochMinute
  readonly leftMinute: EpochMinute | undefined
}

type PartAsked = {
  readonly segment: Segment
  readonly index: number
  readonly rules: ShiftRules
  readonly rests: readonly Span[]
  readonly leaves: readonly Span[]
  readonly isSettled: boolean
}

const partOf = ({ segment, index, rules, rests, leaves, isSettled }: PartAsked): Part => {
  const plannedSpans = without([[segment.on, segment.off]], rests)
  const onLeave = lengthOf(plannedSpans) - lengthOf(without(plannedSpans, leaves))
  const { came, left } = comingAndGoing(segment, without(plannedSpans, leaves))
  const movedMinutes = came && rules.flexible > 0 ? clamp(came.minute - segment.on, rules.flexible) : 0
  const requiredSpans = without(without([[segment.on + movedMinutes, segment.off + movedMinutes]], rests), leaves)
  const endMinute = segment.off + movedMinutes
  const [from, to] = [requiredSpans[0]?.[0] ?? segment.on, requiredSpans.at(-1)?.[1] ?? segment.off]
  const slot = (way: Slot['way'], punch: PunchSeen | undefined, state: SlotState, minutes = 0): Slot => ({
    way,
    segment: index,
    due: way === 'on' ? from : to,
    punchId: punch?.id ?? null,
    punched: punch?.minute ?? null,
    state,
    minutes,
    isField: punch?.isField ?? false,
    marks: punch?.marks ?? [],
  })
  if (requiredSpans.length === 0)
    return {
      slots: [slot('on', came, 'leave'), slot('off', left, 'leave')],
      late: 0,
      early: 0,
      absent: 0,
      onLeave,
      worked: 0,
      endMinute,
      leftMinute: undefined,
    }
  const lateness = came ? lengthOf(cutSpans(requiredSpans, from, came.minute)) : 0
  const earliness = left ? lengthOf(cutSpans(requiredSpans, left.minute, to)) : 0
  const late = lateness > rules.grace ? lateness : 0
  const early = earliness > rules.earlyGrace ? earliness : 0
  const isAbsent = (isSettled && !came && !left) || late >= rules.absent || early >= rules.absent
  const nobody: SlotState = isSettled ? 'missing' : 'open'
  const cameState = lateState(late, rules)
  const leftState = earlyState(early, rules)
  const bothGone: SlotState | undefined = isSettled && !came && !left ? 'absent' : undefined
  return {
    slots: [
      slot('on', came, came ? cameState : (bothGone ?? nobody), late),
      slot('off', left, left ? leftState : (bothGone ?? nobody), early),
    ],
    // The person who is absent for a segment is not late for it besides.
    late: late >= rules.absent ? 0 : late,
    early: early >= rules.absent ? 0 : early,
    absent: isAbsent ? lengthOf(requiredSpans) : 0,
    onLeave,
    worked: came && left ? lengthOf(cutSpans(requiredSpans, came.minute, left.minute)) : 0,
    endMinute,
    leftMinute: left?.minute,
  }
}

/** The first punch is coming and the last going; one alone is what it is nearer to. */
const comingAndGoing = ({ on, off, punches }: Segment, requiredSpans: readonly Span[]): { came?: PunchSeen; left?: PunchSeen } => {
  const [first, last] = [punches[0], punches.at(-1)]
  if (!first || !last) return {}
  if (last.minute - first.minute >= Math.min(apartMinutes, Math.floor((off - on) / 2))) return { came: first, left: last }
  const middle = Math.floor(((requiredSpans[0]?.[0] ?? on) + (requiredSpans.at(-1)?.[1] ?? off)) / 2)
  return first.minute <= middle ? { came: first } : { left: last }
}

const clamp = (value: number, maximum: number): number => Math.min(Math.max(value, -maximum), maximum)

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0)

const cutSpans = (spans: readonly Span[], least: EpochMinute, latest: EpochMinute): Span[] =>
  spans.map(([from, to]): Span => [Math.max(from, least), Math.min(to, latest)]).filter(([from, to]) => from < to)

/** What is left of spans, in their order, where others are taken away. */
const without = (spans: readonly Span[], holes: readonly Span[]): Span[] => {
  // Where clocks are put forward, what a shift asks for in the hour that is missing has no length.
  let positiveSpans = spans.filter(([from, to]) => from < to)
  for (const [leftAt, back] of holes)
    positiveSpans = positiveSpans.flatMap(([from, to]): Span[] => {
      if (back <= from || leftAt >= to) return [[from, to]]
      const pieces: Span[] = [
        [from, Math.min(to, leftAt)],
        [Math.max(from, back), to],
      ]
      return pieces.filter(([begin, end]) => begin < end)
    })
  return positiveSpans
}

const lateState = (late: number, rules: Pick<ShiftRules, 'absent' | 'serious'>): SlotState => {
  if (late >= rules.absent) return 'absent'
  if (late >= rules.serious) return 'serious'
  return late > 0 ? 'late' : 'normal'
}

const earlyState = (early: number, rules: Pick<ShiftRules, 'absent'>): SlotState => {
  if (early >= rules.absent) return 'absent'
  return early > 0 ? 'early' : 'normal'
}
