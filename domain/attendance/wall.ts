import { type Day, defaultTimeZone, minuteAt } from '../../kernel/day.ts'

/** Whole minutes since 1970: what attendance counts in. */
export type EpochMinute = number

/**
 * The minute at which clocks in `zone` show so many minutes after midnight of a day. Of a time that clocks jump over it is the moment of
 * the jump; of one that they show twice the first. What is later on the clock is never earlier.
 */
export const wallMinute = (day: Day, minutes: number, zone = defaultTimeZone): EpochMinute => {
  const wallMinutes = Date.parse(`${day}T00:00:00Z`) / 60_000 + minutes
  const fixedOffset = fixedOffsets[zone]
  if (fixedOffset !== undefined) return wallMinutes - fixedOffset
  // A change of clocks is somewhere within a day: the offsets on both sides of it are the only candidates.
  const [before, after] = [offsetAt(wallMinutes - 1440, zone), offsetAt(wallMinutes + 1440, zone)]
  const fits = [wallMinutes - before, wallMinutes - after].filter((minute) => minute + offsetAt(minute, zone) === wallMinutes)
  return fits.length > 0 ? Math.min(...fits) : firstShowing(wallMinutes, wallMinutes - after, wallMinutes - before, zone)
}

/** The moment of the jump over a time: the first minute between two at which clocks show at least it. */
const firstShowing = (wallMinutes: number, least: EpochMinute, latest: EpochMinute, zone: string): EpochMinute => {
  let [from, to] = [Math.min(least, latest), Math.max(least, latest)]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (middle + offsetAt(middle, zone) >= wallMinutes) to = middle
    else from = middle + 1
  }
  return from
}

/** The day and the minutes after its midnight that clocks in `zone` show. */
export const wallOf = (minute: EpochMinute, zone = defaultTimeZone): { readonly day: Day; readonly minutes: number } => {
  const localMinute = minute + offsetAt(minute, zone)
  const midnight = Math.floor(localMinute / 1440) * 1440
  return { day: new Date(midnight * 60_000).toISOString().slice(0, 10), minutes: localMinute - midnight }
}

/** China has one zone and no summer time; no one's attendance is older than that. */
const fixedOffsets: Readonly<Record<string, number>> = { 'Asia/Shanghai': 480, UTC: 0 }

/** Minutes by which clocks in `zone` are ahead of UTC. */
const offsetAt = (minute: EpochMinute, zone: string): number => {
  const fixedOffset = fixedOffsets[zone]
  if (fixedOffset !== undefined) return fixedOffset
  return Date.parse(`${minuteAt(minute * 60_000, zone).replace(' ', 'T')}:00Z`) / 60_000 - minute
}
