import type { Day } from '../../kernel/day.ts'
import type { DerivedDay } from './derive.ts'
import type { ShiftRules } from './shift.ts'
import { type EpochMinute, wallMinute } from './wall.ts'

/** A minute at which the person who has not punched is told: shortly before a segment begins, or a while after it has ended. */
export type Edge = { readonly at: EpochMinute; readonly way: 'on' | 'off' }

const beforeMinutes = 5
const afterMinutes = 10

const edgeOf = ({ way, due }: { readonly way: 'on' | 'off'; readonly due: EpochMinute }): EpochMinute =>
  way === 'on' ? due - beforeMinutes : due + afterMinutes

/** All of some shifts on some days, one after the other. */
export const edgesOf = (shifts: readonly Pick<ShiftRules, 'segments'>[], days: readonly Day[]): Edge[] => {
  const edges = days.flatMap((day) =>
    shifts.flatMap(({ segments }) =>
      segments.flatMap(({ on, off }): Edge[] => [
        { way: 'on', at: edgeOf({ way: 'on', due: wallMinute(day, on) }) },
        { way: 'off', at: edgeOf({ way: 'off', due: wallMinute(day, off) }) },
      ]),
    ),
  )
  return edges.toSorted((a, b) => a.at - b.at)
}

/** What a person has not punched who is told at this minute: coming, or going where he has come. Time off asks for nothing. */
export const isMissedAt = ({ slots }: Pick<DerivedDay, 'slots'>, minute: EpochMinute): 'on' | 'off' | undefined => {
  const slot = slots.find((slot) => edgeOf(slot) === minute && slot.punchId === null && slot.state !== 'leave')
  if (!slot) return undefined
  if (slot.way === 'on') return 'on'
  return slots.some(({ way, segment, punchId }) => way === 'on' && segment === slot.segment && punchId !== null) ? 'off' : undefined
}
