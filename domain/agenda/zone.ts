import { Temporal } from 'temporal-polyfill'
import type { Minute } from '../../kernel/day.ts'

/** The moment, in milliseconds since 1970, at which clocks of a zone show a minute: the earlier one where they show it twice. */
export const instantOf = (wall: Minute, zone: string): number =>
  zone === china ? Date.parse(`${wall.replace(' ', 'T')}:00+08:00`) : zonedTime(wall, zone).epochMilliseconds

/** What clocks of a zone show. */
export const wallAt = (instant: number, zone: string): Minute =>
  zone === china
    ? new Date(instant + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    : Temporal.Instant.fromEpochMilliseconds(instant)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
        .replace('T', ' ')

/** False for a minute that clocks of the zone jump over. */
export const isShown = (wall: Minute, zone: string): boolean => wallAt(instantOf(wall, zone), zone) === wall

/** A minute of a zone as the rest of the world's libraries take it. */
export const zonedTime = (wall: Minute, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone, { disambiguation: 'compatible' })

/** One zone without summer time since 1992, and nearly everyone's: without the way through the library. Before that year clocks differ by an hour in summer. */
const china = 'Asia/Shanghai'
