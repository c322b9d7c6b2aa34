import { defaultTimeZone, type Minute } from '../../kernel/day.ts'

/** What clocks of a zone show at a moment, in milliseconds since 1970. */
export const wallIn = (moment: number, zone: string): Minute => format(zone).format(moment).replace(', ', ' ')

/** The moment at which clocks of a zone show a minute; one that they jump over is as much later. */
export const momentIn = (wall: Minute, zone: string): number => {
  const wallMs = Date.parse(`${wall.replace(' ', 'T')}:00Z`)
  const aheadAt = (moment: number) => Date.parse(`${wallIn(moment, zone).replace(' ', 'T')}:00Z`) - moment
  const guess = wallMs - aheadAt(wallMs)
  return wallMs - aheadAt(guess)
}

const formats = new Map<string, Intl.DateTimeFormat>()
const format = (zone: string): Intl.DateTimeFormat => {
  const cachedFormat = formats.get(zone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
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
