import { defaultTimeZone } from '../../kernel/day.ts'

/** What people call a time zone, as "中国标准时间" or "China Standard Time"; its identifier where this device has no name for it. */
export const zoneWords = (zone: string, language: string): string => {
  try {
    const parts = new Intl.DateTimeFormat(language === 'en' ? 'en' : 'zh-CN', { timeZone: zone, timeZoneName: 'long' }).formatToParts(0)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}

/** The same with the city that tells zones of one name apart; that of the organisation needs none. */
export const zoneWithCity = (zone: string, language: string): string => {
  const name = zoneWords(zone, language)
  if (zone === defaultTimeZone || name === zone) return name
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return `${name} · ${city}`
}
