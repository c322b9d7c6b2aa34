import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { isAttended, isRestDayWorked } from '../../domain/attendance/attendedDay.ts'
import type { DerivedDay, Slot } from '../../domain/attendance/derive.ts'
import type { PunchMark, PunchSource } from '../../domain/attendance/punch.ts'
import { shiftTimes } from '../../domain/attendance/shift.ts'
import type { AttendanceSums, DayRow, PunchRow, SlotRow } from '../../domain/attendance/operations.ts'
import type { Rulebook } from './days/rules.ts'

/** A day as it is answered. */
export const dayRowOf = ({ shiftId, slots, ...day }: DerivedDay, { shiftOf }: Pick<Rulebook, 'shiftOf'>): DayRow => {
  const shift = shiftId === null ? undefined : shiftOf(shiftId, day.day)
  return { ...day, shiftName: shift?.name ?? null, shiftTimes: shift ? shiftTimes(shift.rules) : null, slots: slots.map(slotRowOf) }
}

const slotRowOf = ({ due, punched, marks, ...slot }: Slot): SlotRow => ({
  ...slot,
  due: momentOf(due),
  punched: punched === null ? null : momentOf(punched),
  marks: [...marks] as PunchMark[],
})

const momentOf = (minute: number): string => new Date(minute * 60_000).toISOString()

/** What days come to together; those that are not over count as far as they have come. */
export const sumsOf = (days: readonly DerivedDay[]): AttendanceSums => {
  const total = (minutesOf: (day: DerivedDay) => number): number => days.reduce((sum, day) => sum + minutesOf(day), 0)
  return {
    due: days.filter(({ shiftId, isSettled, slots }) => shiftId !== null && (isSettled || slots.some(({ punchId }) => punchId !== null)))
      .length,
    attended: days.filter(isAttended).length,
    restDays: days.filter(isRestDayWorked).length,
    lates: total(({ lates }) => lates),
    lateMinutes: total(({ lateMinutes }) => lateMinutes),
    earlies: total(({ earlies }) => earlies),
    earlyMinutes: total(({ earlyMinutes }) => earlyMinutes),
    missings: total(({ missings }) => missings),
    absentDays: days.filter(({ state }) => state === 'absent').length,
    absentMinutes: total(({ absentMinutes }) => absentMinutes),
    leaveMinutes: total(({ leaveMinutes }) => leaveMinutes),
    workedMinutes: total(({ workedMinutes }) => workedMinutes),
    overtimeMinutes: total(({ overtimeMinutes }) => overtimeMinutes),
    fields: total(({ fields }) => fields),
  }
}

/** A row of `att_punch` with the names of its person and its place. */
export type PunchStored = {
  readonly id: Id
  readonly uid: Id
  readonly userName: string
  readonly at: string
  readonly workDay: Day
  readonly source: PunchSource
  readonly placeName: string | null
  readonly distanceMetres: number | null
  readonly accuracyMetres: number | null
  readonly point: PunchRow['point']
  readonly photo: string | null
  readonly note: string
  readonly marks: PunchMark[]
}

export const punchRowOf = (punch: PunchStored): PunchRow => ({ ...punch, note: punch.note === '' ? null : punch.note })
