import { Stop } from '../sentence.ts'

/** A moment as a person writes it, as ISO text: in China where no zone is said. Throws Stop. */
export const readMoment = (text: string): string => {
  const [, day, time = '00:00', zone = '+08:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim()) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  if (day === undefined || Number.isNaN(moment.getTime()))
    throw new Stop(`"${text}" is no moment. Write it like "2026-11-29 10:00", in China, or with a zone: "2026-11-29 10:00Z".`)
  return moment.toISOString()
}
