import { defaultTimeZone, type Minute, minuteAt } from '../../kernel/day.ts'

/** The moment at which clocks of a zone show a minute; one that they jump over is as much later. */
export const momentIn = (wall: Minute, zone: string): number => {
  const wallMs = Date.parse(`${wall.replace(' ', 'T')}:00Z`)
  const aheadAt = (moment: number) => Date.parse(`${minuteAt(moment, zone).replace(' ', 'T')}:00Z`) - moment
  const guess = wallMs - aheadAt(wallMs)
  return wallMs - aheadAt(guess)
}

/** Zones that are offered first; any other that this device knows follows. */
export const offeredZones = (): readonly string[] => {
  const first = [
    defaultTimeZone,
    'Asia/Urumqi',
    'Asia/Tokyo',
    'Asia/Singapore',
    'Europe/London',
    'Europe/Berlin',
    'America/New_York',
    'America/Los_Angeles',
  ]
  return [...first, ...Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone))]
}
